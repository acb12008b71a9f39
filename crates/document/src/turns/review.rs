//! Review of an agent: the difference between the document at the beginning of its run and now, for the approval of
//! risky changes.
//!
//! Invariants: the difference counts every step of the agent, whichever tool made it. Entities and lines that the agent
//! added do not count. Steps of the user do not count, and a step of the user that restores an entity or a line removes
//! it from the difference. `run_lines.rs` compares the lines, `run_settings.rs` the settings of the drawing.

use crate::contents::document::Document;
use crate::contents::file_texts::FileTexts;
use crate::contents::file_texts::texts_of;
use crate::history::document_history::DocumentHistory;
use crate::history::step::{Author, FileChange, Step};
use crate::history::stored_step::StoredStep;
use crate::session::Session;
use crate::turns::agent_run::Run;
use crate::turns::line_authors::LineAuthors;
use crate::turns::parties::Parties;
use crate::turns::run_lines::{RunLines, Versions, lost_texts};
use crate::turns::run_settings::RunSettings;
use crate::turns::user_edits::Actor;
use std::collections::BTreeSet;
use trammel_code::{FileName, is_significant};
use trammel_knowledge::Sourced;
use trammel_scene::Diff;
use trammel_tools::{LostLine, Overwrote, Reply};

/// Maximum number of overwritten lines shown in a reply.
const MAX_LINES: usize = 3;

impl Document {
    /// Returns the files as of the last step.
    fn head_texts(&self) -> FileTexts {
        let committed = self.committed.clone();
        committed.unwrap_or_else(|| texts_of(&self.env.files))
    }

    /// Returns the lines with their files that declare the present checks.
    fn lines_of_checks(&self, counts: impl Fn(&FileName, usize) -> bool) -> BTreeSet<(String, String)> {
        let mut places: Vec<(&str, usize)> = Vec::new();
        for place in self.run.checks.iter().filter_map(|check| check.place.as_ref()) {
            places.push((&place.file, usize::try_from(place.line).unwrap_or_default()));
        }
        let places = trammel_base::sort::set(places);
        let mut found = BTreeSet::new();
        if places.is_empty() {
            return found;
        }
        for (file, text) in self.env.files.files() {
            for (at, line) in text.lines().enumerate() {
                if places.contains(&(file.as_str(), at + 1)) && counts(file, at) {
                    found.insert((file.to_string(), line.trim().to_owned()));
                }
            }
        }
        found
    }

    fn checks_of_user(&self, authors: &LineAuthors) -> BTreeSet<(String, String)> {
        if self.run.checks.is_empty() {
            return BTreeSet::new();
        }
        let files = self
            .env
            .files
            .files()
            .map(|(file, _)| (file.clone(), authors.of_user(file)));
        let of_user = trammel_base::sort::map(files);
        self.lines_of_checks(|file, at| of_user[file].get(at).copied().unwrap_or(true))
    }

    /// Returns the custom tools that the user has on and that have a function.
    fn tools_of_user(&self) -> BTreeSet<String> {
        let tools = self.env.custom.all().iter();
        let used = tools.filter(|tool| tool.is_on() && tool.exists_in(&self.env.files));
        used.map(|tool| tool.name.clone()).collect()
    }
}

impl DocumentHistory {
    /// Computes the authors of the present lines from the history, also from the steps of earlier visits.
    fn line_authors(&self, head: &FileTexts) -> LineAuthors {
        let steps = self.steps.done_steps().iter().rev();
        let steps = steps.map(|step: &Step| (step.author, step.files.as_slice()));
        let older = self.log.older.iter().rev();
        let older = older.map(|step: &StoredStep| (step.author, step.files.as_slice()));
        LineAuthors::of_steps(steps.chain(older), head)
    }
}

impl Parties {
    /// Records statements that the present actor has appended to `main`, without reading `main`.
    pub(crate) fn review_appended(&mut self, statements: &str) {
        let actor = self.user_edits.actor();
        if let Some(authors) = &mut self.review.authors {
            authors.append(&FileName::main(), statements, actor != Actor::User);
            self.review
                .other_runs(actor)
                .for_each(|run| run.lines.other_appended());
        }
    }

    /// Whether an agent may undo or redo a step: one of its own run.
    pub(crate) fn may_move(&self, author: Author) -> bool {
        self.user_edits.actor() == Actor::User || author == self.author()
    }
}

impl Session {
    /// Begins the review of a run of `actor`.
    pub(crate) fn begin_review(&mut self, actor: Actor) {
        if actor == Actor::User || (actor == Actor::BrowserAgent && self.parties.review.browser.is_some()) {
            return;
        }
        let head = self.document.head_texts();
        let authors = self
            .parties
            .review
            .authors
            .take()
            .filter(|_| actor != Actor::Agent);
        let authors = authors.unwrap_or_else(|| self.history.line_authors(&head));
        let mut settings = RunSettings::of(&self.document.scene);
        settings.set_checks(self.document.checks_of_user(&authors));
        settings.set_tools(self.document.tools_of_user());
        let run = Run {
            bounds: self.document.scene.bounds(),
            before: self.document.scene.clone(),
            began_empty: !self.document.env.files.main().lines().any(is_significant),
            touched: BTreeSet::new(),
            lines: RunLines::of(&head, &authors),
            settings,
            files: head,
        };
        self.parties.review.authors = Some(authors);
        match actor {
            Actor::Agent => self.parties.review.turn = Some(run),
            _ => self.parties.review.browser = Some(run),
        }
    }

    /// Begins to record the authors of lines for an agent without runs, such as a client of the command line. The present
    /// lines count as the agent's; lines that another program adds later are the user's.
    pub(crate) fn know_authors(&mut self) {
        if self.parties.review.authors.is_some() {
            return;
        }
        let files = self
            .document
            .env
            .files
            .files()
            .map(|(file, text)| (file, &**text));
        self.parties.review.authors = Some(LineAuthors::of_texts(files, true));
    }

    /// Compares the checks and the tools of the present drawing after a change of files. `is_other` tells that a project has replaced the
    /// document.
    pub(crate) fn review_run(&mut self, is_other: bool) {
        let actor = self.parties.user_edits.actor();
        let Some(authors) = self.parties.review.authors.take() else {
            return;
        };
        let of_user = self.document.checks_of_user(&authors);
        let every = self.document.lines_of_checks(|_, _| true);
        let tools = self.document.tools_of_user();
        let is_broken = self.document.run.broken.is_some();
        let review = &mut self.parties.review;
        for run in review.other_runs(actor) {
            if is_other {
                run.settings = RunSettings::of(&self.document.scene);
            }
            run.settings.set_checks(of_user.clone());
            run.settings.set_tools(tools.clone());
        }
        if let Some(run) = review.run_of(actor).filter(|_| !is_broken) {
            run.settings.compare_checks(&every);
            run.settings.compare_tools(&tools);
        }
        review.authors = Some(authors);
    }

    /// Records a change of the drawing by the present actor. What the user has changed last is no difference that an agent
    /// made.
    pub(crate) fn review_diff(&mut self, diff: &Diff) {
        let actor = self.parties.user_edits.actor();
        for run in self.parties.review.other_runs(actor) {
            if actor == Actor::User {
                run.touched.retain(|name| diff.get(name).is_none());
            }
            if let Some((before, after)) = diff.definitions() {
                run.settings.other_changed(before, after, &self.document.scene);
            }
        }
        if let Some(run) = self.parties.review.run_of(actor) {
            run.touched.extend(diff.iter().map(|(name, _)| name.clone()));
            if let Some((before, after)) = diff.definitions() {
                run.settings.agent_changed(before, after);
            }
        }
    }

    /// Records a change of a file that was just applied. `by_model` says who wrote the inserted lines.
    pub(crate) fn review_file(&mut self, change: &FileChange, by_model: bool) {
        let file = &change.file;
        let after = self
            .document
            .env
            .files
            .get(file.as_str())
            .cloned()
            .unwrap_or_default();
        let actor = self.parties.user_edits.actor();
        let review = &mut self.parties.review;
        let before = change.inverse().splice.apply(&after);
        let (Some(authors), Some(before)) = (&mut review.authors, before) else {
            return;
        };
        let versions = Versions {
            file,
            before: &before,
            after: &after,
        };
        let of_user = authors.of_user(file);
        authors.change(file, &before, &after, by_model);
        let of_user_now = authors.of_user(file);
        if actor != Actor::User {
            let lost = lost_texts(&before, &of_user, &after);
            if let Some(run) = review.run_of(actor) {
                run.lines.agent_changed(versions, &of_user, &lost);
            }
            review.overwrote.extend(lost.into_iter().map(|text| LostLine {
                file: file.clone(),
                text,
            }));
        }
        for run in review.other_runs(actor) {
            run.lines.other_changed(versions, of_user_now.clone());
        }
    }

    /// Adds the impact of the run of `actor`, and the lines of the user that the call removed, to the reply of a call.
    pub(crate) fn with_impact(&mut self, actor: Actor, mut reply: Reply) -> Reply {
        let overwrote = std::mem::take(&mut self.parties.review.overwrote);
        if let (Some(first), true) = (overwrote.first(), reply.is_ok()) {
            let of_file = overwrote.iter().filter(|line| line.file == first.file);
            reply.overwrote = Some(Overwrote {
                file: first.file.clone(),
                count: overwrote.len(),
                lines: of_file.take(MAX_LINES).map(|line| line.text.clone()).collect(),
            });
        }
        let run = self.parties.present_run(actor);
        reply.impact = run.map(|run| Box::new(run.impact(&self.document.scene)));
        reply
    }

    /// Whether an agent may empty `main`: everything in `main` was written in its run.
    pub(crate) fn may_empty_main(&self) -> bool {
        let actor = self.parties.user_edits.actor();
        if actor == Actor::User {
            return true;
        }
        let run = self.parties.present_run(actor);
        let authors = self.parties.review.authors.as_ref();
        let Some((run, authors)) = run.zip(authors) else {
            // The command line has no user who works on the same document.
            return true;
        };
        run.began_empty && !authors.user_owns_part_of(&FileName::main(), self.document.env.files.main())
    }
}
