//! Commits: one history step for drawing and files together, and the application of steps.

use super::calls::Execution;
use super::document::Session;
use super::document_settings::DocumentSettings;
use super::file_texts::{FileTexts, texts_of};
use super::history_log::Direction;
use super::last_good::LastGood;
use super::step::{Author, FileChange, RunState, Step, changes_of_files};
use super::step_label::TYPING;
use super::user_edits::Actor;
use std::sync::Arc;
use trammel_code::FileName;
use trammel_run::Failure;
use trammel_run::origins::Touch;
use trammel_scene::{Change, Diff, Entity, Name, Scene};
use trammel_tools::{Changes, Check, Place};

/// Direct calls that were carried out, to append to `main`.
pub(super) struct Appended<'a> {
    /// Text of the calls.
    pub(super) statement: &'a str,
    /// Effects of the calls, with offsets in the text.
    pub(super) calls: Vec<(Name, Touch, Execution)>,
    /// Checks that the calls declared.
    pub(super) declared: Vec<Check>,
}

impl Session {
    /// Commits the drawing of an opened document, with the user's locks. Only text that had not run before is a step.
    pub(super) fn commit_opened(&mut self, scene: Scene, run: RunState) {
        self.note_opened();
        let scene = self.with_locks(scene);
        self.diffs.push(self.scene.diff_to(&scene));
        self.scene = scene;
        self.is_drawn = true;
        self.run = run;
        self.committed = None;
        self.generation += 1;
    }

    /// Commits the drawing of the stored last good files, which ran because the present files do not. These files
    /// become the committed state, so that undo returns to them.
    pub(super) fn commit_last_good(&mut self, scene: Scene) {
        if let Some(drawn) = &self.run.drawn {
            self.committed = Some(drawn.texts());
        }
        let scene = self.with_locks(scene);
        self.diffs.push(self.scene.diff_to(&scene));
        self.scene = scene;
        self.is_drawn = true;
    }

    /// Returns the files that draw the present drawing.
    pub(super) fn drawn(&self) -> FileTexts {
        let drawn = self.run.drawn.as_ref().map(LastGood::texts);
        drawn.unwrap_or_else(|| self.committed())
    }

    /// Returns the files as of the last step.
    fn committed(&self) -> FileTexts {
        let committed = self.committed.clone();
        committed.unwrap_or_else(|| texts_of(&self.env.files))
    }

    /// Saves the files of the last step before a change of the present files other than an appended statement.
    pub(super) fn keep_committed(&mut self) {
        if self.committed.is_none() {
            self.committed = Some(texts_of(&self.env.files));
        }
    }

    /// Records that the files do not run. The drawing and the files that draw it are kept.
    pub(super) fn set_broken(&mut self, failure: Failure, opened: bool) {
        self.run.broken = Some(failure);
        if self.run.drawn.is_none() {
            // A newly opened document that does not run has no drawing yet.
            let drawn = if opened {
                FileTexts::new()
            } else {
                self.committed()
            };
            self.run.drawn = Some(LastGood::new(drawn));
        }
    }

    /// Commits typed text that runs.
    pub(super) fn commit_typed(&mut self, scene: Scene, run: RunState) -> Changes {
        let scene = self.with_locks_of_present(scene).with_ranks_of(&self.scene);
        let diff = self.scene.diff_to(&scene);
        let changes = Changes::of(&diff);
        self.scene = scene;
        self.record(TYPING, diff, run);
        self.join_typing();
        changes
    }

    /// Commits a file written by a tool, after the files ran with it.
    pub(super) fn commit_write(
        &mut self,
        scene: Scene,
        file: &FileName,
        (code, whole): (&str, bool),
        run: RunState,
    ) -> Result<Changes, Failure> {
        let diff = self.redrawn(scene)?;
        self.commit_typing();
        self.keep_committed();
        self.env.files.set_by_caller(file, code, whole);
        Ok(self.commit_redrawn(&format!("write {file}"), diff, run))
    }

    /// Commits a snippet that ran at the end of `main`.
    pub(super) fn commit_snippet(
        &mut self,
        scene: Scene,
        main: &str,
        run: RunState,
    ) -> Result<Changes, Failure> {
        let diff = self.redrawn(scene)?;
        self.set_main(main);
        Ok(self.commit_redrawn("run_cad_code", diff, run))
    }

    /// Commits a call of a custom tool that ran at the end of `main`. A call that changed nothing is not added to
    /// `main`, because `main` records the drawing and not queries.
    pub(super) fn commit_custom(
        &mut self,
        scene: Scene,
        main: &str,
        run: RunState,
        tool: &str,
    ) -> Result<Changes, Failure> {
        let diff = self.redrawn(scene)?;
        if diff.is_empty() {
            return Ok(Changes::default());
        }
        self.set_main(main);
        Ok(self.commit_redrawn(tool, diff, run))
    }

    /// Sets the text of `main` that results from a call, preserving its read-first state.
    pub(super) fn set_main(&mut self, text: &str) {
        self.commit_typing();
        self.keep_committed();
        let known = self.env.files.is_known(&FileName::main());
        self.env.files.set(&FileName::main(), Some(text));
        if known {
            self.env.files.mark_known(&FileName::main());
        }
    }

    /// Computes the diff from the present drawing to `scene`; an error if it changes entities protected by the user.
    pub(super) fn redrawn(&self, scene: Scene) -> Result<Diff, Failure> {
        let diff = self.diff_of_run(scene);
        self.refuse_protected(&diff)?;
        Ok(diff)
    }

    /// Computes the diff from the present drawing to that of a run, without the flags and the order that the user set.
    pub(super) fn diff_of_run(&self, scene: Scene) -> Diff {
        let scene = self.with_locks_of_present(scene).with_ranks_of(&self.scene);
        self.scene.diff_to(&scene)
    }

    pub(super) fn commit_redrawn(&mut self, label: &str, diff: Diff, run: RunState) -> Changes {
        let changes = Changes::of(&diff);
        self.scene.apply(&diff);
        self.record(label, diff, run);
        changes
    }

    /// Commits direct calls that changed the drawing or declared checks: appends their text to `main`.
    pub(super) fn commit_statement(
        &mut self,
        label: &str,
        diff: Diff,
        mut run: RunState,
        appended: Appended<'_>,
    ) {
        let Appended {
            statement,
            mut calls,
            declared,
        } = appended;
        self.commit_typing();
        let splice = self.env.files.append_to_main(statement);
        let start = splice.end() - statement.len();
        for (_, _, call) in &mut calls {
            call.open += start;
        }
        let renames = calls
            .iter()
            .filter(|(_, touch, _)| matches!(touch, Touch::Renamed(_)));
        let renames: Vec<(Name, Touch)> = renames
            .map(|(name, touch, _)| (name.clone(), touch.clone()))
            .collect();
        run.origins.append(calls);
        if !declared.is_empty() {
            let line = self.env.files.main()[..start].matches('\n').count() + 1;
            let place = Place {
                file: FileName::MAIN.to_owned(),
                line: u32::try_from(line).unwrap_or(u32::MAX),
                column: 1,
            };
            let placed = |check: Check| Check {
                place: Some(place.clone()),
                ..check
            };
            Arc::make_mut(&mut run.checks).extend(declared.into_iter().map(placed));
        }
        self.review_appended(statement);
        let change = FileChange {
            file: FileName::main(),
            existed: true,
            exists: true,
            splice,
        };
        self.push_step(label, diff, run, (vec![change], None));
        self.note_renames(renames.iter().map(|(name, touch)| (name, touch)));
    }

    /// Returns to the run of the last step, if typed text has failed since then: an undo to that step has its files.
    pub(super) fn forget_typed_failure(&mut self) {
        let drawn = self.run.drawn.as_ref();
        if drawn.is_none_or(|drawn| Some(drawn.texts()) == self.committed) {
            // The files of the last step draw the present drawing.
            self.run.broken = None;
            self.run.drawn = None;
        }
    }

    /// Records a step from the last committed state to the present one.
    pub(super) fn record(&mut self, label: &str, diff: Diff, run: RunState) {
        self.record_with_settings(label, diff, run, None);
    }

    /// Records a step like `record`, with the document settings before and after if they changed as well.
    pub(super) fn record_with_settings(
        &mut self,
        label: &str,
        diff: Diff,
        run: RunState,
        settings: Option<Box<(DocumentSettings, DocumentSettings)>>,
    ) {
        self.forget_typed_failure();
        let before = self.committed.take();
        let files = before.map_or_else(Vec::new, |before| changes_of_files(&before, &self.env.files));
        let by_model = self.user_edits.actor() != Actor::User;
        for change in &files {
            self.review_file(change, by_model);
        }
        let is_other = settings.is_some();
        self.push_step(label, diff, run, (files, settings));
        self.review_run(is_other);
    }

    /// Pushes a step that leads to the present state, with the given changes of files and settings.
    fn push_step(
        &mut self,
        label: &str,
        diff: Diff,
        run: RunState,
        (files, settings): (Vec<FileChange>, Option<Box<(DocumentSettings, DocumentSettings)>>),
    ) {
        self.user_edits
            .note(&diff, files.iter().map(|change| &change.file));
        self.review_diff(&diff);
        self.generation += 1;
        let exchanges = if settings.is_none() {
            self.follow(&diff)
        } else {
            Vec::new()
        };
        self.is_drawn |= run.broken.is_none();
        let run = (std::mem::replace(&mut self.run, run.clone()), run);
        if diff.is_empty() && files.is_empty() && settings.is_none() {
            return;
        }
        if !diff.is_empty() {
            self.diffs.push(diff.clone());
        }
        let id = self.log.next_id();
        self.push_to_history(Step {
            id,
            revision: 0,
            author: self.author(),
            label: label.to_owned(),
            scene: diff,
            files,
            run,
            settings,
            exchanges,
        });
    }

    /// Applies the changes of files of a step that is undone or redone. The step to undo has been inverted.
    pub(super) fn apply_files(&mut self, changes: &[FileChange], author: Author, direction: Direction) {
        let of_model = direction == Direction::Forward && matches!(author, Author::Model(_));
        let by_model = of_model || self.user_edits.actor() != Actor::User;
        for change in changes {
            // A change that does not fit the present text is skipped.
            if change.apply_to(&mut self.env.files) {
                self.review_file(change, by_model);
            }
        }
    }

    /// Applies a history step to the document: for [`Direction::Back`], the inverse of a step that is undone.
    pub(super) fn apply_step(&mut self, step: &Step, direction: Direction) {
        self.apply_files(&step.files, step.author, direction);
        if let Some(both) = &step.settings {
            self.step_settings(both);
        }
        // A step stores entities with their flags at that time; the present flags of the user take precedence.
        let held = |entity: &Arc<Entity>| {
            let flags = self.flags_of(entity);
            if entity.flags() == flags {
                entity.clone()
            } else {
                Arc::new(Entity {
                    locked: flags.locked,
                    hidden: flags.hidden,
                    ..(**entity).clone()
                })
            }
        };
        let diff = Diff::from_changes(step.scene.iter().map(|(name, change)| {
            (
                name.clone(),
                Change {
                    from: self.scene.get(name).cloned(),
                    to: change.to.as_ref().map(held),
                },
            )
        }));
        let definitions = step
            .scene
            .definitions()
            .map_or(self.scene.definitions(), |(_, to)| to)
            .clone();
        let diff = diff.with_definitions(self.scene.definitions(), &definitions);
        self.scene.apply(&diff);
        self.note_step(step, &diff, direction);
        self.diffs.push(diff);
        self.run = step.run.1.clone();
        self.committed = None;
        self.generation += 1;
        self.review_run(step.settings.is_some());
    }
}
