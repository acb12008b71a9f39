//! Commits: one history step for drawing and files together, and the application of steps.

use crate::contents::calls::Execution;
use crate::contents::document::Document;
use crate::contents::document_settings::DocumentSettings;
use crate::contents::file_texts::{FileTexts, texts_of};
use crate::contents::last_good::LastGood;
use crate::contents::run_state::RunState;
use crate::history::history_log::Direction;
use crate::history::step::{Author, FileChange, Step, changes_of_files};
use crate::session::Session;
use crate::step_label;
use crate::turns::user_edits::Actor;
use std::sync::Arc;
use trammel_code::FileName;
use trammel_run::Failure;
use trammel_run::origins::Touch;
use trammel_scene::{Change, Diff, Entity, Name, Scene};
use trammel_tools::{Changes, Check, CodePosition};

/// Direct calls that were carried out, to append to `main`.
pub(crate) struct Appended<'a> {
    /// Text of the calls.
    pub(crate) statement: &'a str,
    /// Effects of the calls, with offsets in the text.
    pub(crate) calls: Vec<(Name, Touch, Execution)>,
    /// Checks that the calls declared.
    pub(crate) declared: Vec<Check>,
}

impl Document {
    /// Returns the files that draw the present drawing.
    pub(crate) fn files_of_drawing(&self) -> FileTexts {
        let drawn = self.run.drawn.as_ref().map(LastGood::texts);
        drawn.unwrap_or_else(|| self.committed_files())
    }

    /// Returns the files as of the last step.
    fn committed_files(&self) -> FileTexts {
        let committed = self.committed.clone();
        committed.unwrap_or_else(|| texts_of(&self.env.files))
    }

    /// Saves the files of the last step before a change of the present files other than an appended statement.
    pub(crate) fn keep_committed(&mut self) {
        if self.committed.is_none() {
            self.committed = Some(texts_of(&self.env.files));
        }
    }

    /// Records that the files do not run. The drawing and the files that draw it are kept.
    pub(crate) fn set_broken(&mut self, failure: Failure, opened: bool) {
        self.run.broken = Some(failure);
        if self.run.drawn.is_none() {
            // A newly opened document that does not run has no drawing yet.
            let drawn = if opened {
                FileTexts::new()
            } else {
                self.committed_files()
            };
            self.run.drawn = Some(LastGood::new(drawn));
        }
    }

    /// Computes the diff from the present drawing to that of a run, without the flags and the order that the user set.
    pub(crate) fn diff_of_run(&self, scene: Scene) -> Diff {
        let scene = self.with_locks_of_present(scene).with_ranks_of(&self.scene);
        self.scene.diff_to(&scene)
    }

    /// Returns to the run of the last step, if typed text has failed since then: an undo to that step has its files.
    pub(crate) fn forget_typed_failure(&mut self) {
        let drawn = self.run.drawn.as_ref();
        if drawn.is_none_or(|drawn| Some(drawn.texts()) == self.committed) {
            // The files of the last step draw the present drawing.
            self.run.broken = None;
            self.run.drawn = None;
        }
    }
}

impl Session {
    /// Sets the text of `main` that results from a call, preserving its read-first state.
    pub(crate) fn set_main(&mut self, text: &str) {
        self.commit_typing();
        self.document.keep_committed();
        let known = self.document.env.files.is_known(&FileName::main());
        self.document.env.files.set(&FileName::main(), Some(text));
        if known {
            self.document.env.files.mark_known(&FileName::main());
        }
    }

    /// Computes the diff from the present drawing to `scene`; an error if it changes entities protected by the user.
    pub(crate) fn redrawn(&self, scene: Scene) -> Result<Diff, Failure> {
        let diff = self.document.diff_of_run(scene);
        self.refuse_protected(&diff)?;
        Ok(diff)
    }

    pub(crate) fn commit_redrawn(&mut self, label: &str, diff: Diff, run: RunState) -> Changes {
        let changes = Changes::of(&diff);
        self.document.scene.apply(&diff);
        self.record(label, diff, run);
        changes
    }

    /// Commits direct calls that changed the drawing or declared checks: appends their text to `main`.
    pub(crate) fn commit_statement(
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
        let splice = self.document.env.files.append_to_main(statement);
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
            let line = self.document.env.files.main()[..start].matches('\n').count() + 1;
            let place = CodePosition {
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
        self.parties.review_appended(statement);
        let change = FileChange {
            file: FileName::main(),
            existed: true,
            exists: true,
            splice,
        };
        self.push_step(label, diff, run, (vec![change], None));
        self.history
            .note_renames(renames.iter().map(|(name, touch)| (name, touch)));
    }

    /// Records a step from the last committed state to the present one.
    pub(crate) fn record(&mut self, label: &str, diff: Diff, run: RunState) {
        self.record_with_settings(label, diff, run, None);
    }

    /// Records a step like `record`, with the document settings before and after if they changed as well.
    pub(crate) fn record_with_settings(
        &mut self,
        label: &str,
        diff: Diff,
        run: RunState,
        settings: Option<Box<(DocumentSettings, DocumentSettings)>>,
    ) {
        self.document.forget_typed_failure();
        let before = self.document.committed.take();
        let files = before.map_or_else(Vec::new, |before| {
            changes_of_files(&before, &self.document.env.files)
        });
        let by_model = self.parties.user_edits.actor() != Actor::User;
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
        let mut id = None;
        let changed = files.iter().map(|change| &change.file);
        if label == step_label::REJECT && self.parties.user_edits.actor() == Actor::User {
            let turns = self.history.turns_that_changed(&diff);
            let step = *id.insert(self.history.log.next_id());
            self.parties
                .user_edits
                .note_rejection(step, turns, &diff, changed);
        } else {
            self.parties.user_edits.note(&diff, changed);
        }
        self.review_diff(&diff);
        self.document.generation += 1;
        let exchanges = if settings.is_none() {
            self.document.follow(&diff)
        } else {
            Vec::new()
        };
        self.document.is_drawn |= run.broken.is_none();
        let run = (std::mem::replace(&mut self.document.run, run.clone()), run);
        if diff.is_empty() && files.is_empty() && settings.is_none() {
            return;
        }
        if !diff.is_empty() {
            self.document.diffs.push(diff.clone());
        }
        let id = id.unwrap_or_else(|| self.history.log.next_id());
        self.history.push_to_history(Step {
            id,
            revision: 0,
            author: self.parties.author(),
            label: label.to_owned(),
            scene: diff,
            files,
            run,
            settings,
            exchanges,
        });
    }

    /// Applies the changes of files of a step that is undone or redone. The step to undo has been inverted.
    pub(crate) fn apply_files(&mut self, changes: &[FileChange], author: Author, direction: Direction) {
        let of_model = direction == Direction::Forward && matches!(author, Author::Model(_));
        let by_model = of_model || self.parties.user_edits.actor() != Actor::User;
        for change in changes {
            // A change that does not fit the present text is skipped.
            if change.apply_to(&mut self.document.env.files) {
                self.review_file(change, by_model);
            }
        }
    }

    /// Applies a history step to the document: for [`Direction::Back`], the inverse of a step that is undone.
    pub(crate) fn apply_step(&mut self, step: &Step, direction: Direction) {
        self.apply_files(&step.files, step.author, direction);
        if let Some(both) = &step.settings {
            self.document.step_settings(both);
        }
        // A step stores entities with their flags at that time; the present flags of the user take precedence.
        let held = |entity: &Arc<Entity>| {
            let flags = self.document.flags_of(entity);
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
                    from: self.document.scene.get(name).cloned(),
                    to: change.to.as_ref().map(held),
                },
            )
        }));
        let definitions = step
            .scene
            .definitions()
            .map_or(self.document.scene.definitions(), |(_, to)| to)
            .clone();
        let diff = diff.with_definitions(self.document.scene.definitions(), &definitions);
        self.document.scene.apply(&diff);
        self.note_step(step, &diff, direction);
        self.document.diffs.push(diff);
        self.document.run = step.run.1.clone();
        self.document.committed = None;
        self.document.generation += 1;
        self.review_run(step.settings.is_some());
    }
}
