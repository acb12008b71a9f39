//! Review of an agent: the difference between the document at the beginning of its run and now, for the approval of
//! risky changes.
//!
//! Invariants: the difference counts every step of the agent, whichever tool made it. Entities and lines that the agent
//! added do not count. Steps of the user do not count, and a step of the user that restores an entity or a line removes
//! it from the difference.

use super::agent_run::Run;
use super::document::Session;
use super::file_texts::texts_of;
use super::line_authors::{LineAuthors, LineChange, lines};
use super::step::{Author, FileChange, Step};
use super::stored_step::StoredStep;
use super::user_edits::Actor;
use crate::scene::Diff;
use crate::tools::{LostLine, Overwrote, Reply};
use std::collections::BTreeSet;

/// Maximum number of overwritten lines shown in a reply.
const MAX_LINES: usize = 3;

impl Session {
    /// Begins the review of a run of `actor`.
    pub(super) fn begin_review(&mut self, actor: Actor) {
        if actor == Actor::User || (actor == Actor::BrowserAgent && self.review.browser.is_some()) {
            return;
        }
        if self.review.authors.is_none() || actor == Actor::Agent {
            self.review.authors = Some(self.line_authors());
        }
        let run = Run {
            bounds: self.scene.bounds(),
            before: self.scene.clone(),
            began_empty: lines(self.env.files.main()).next().is_none(),
            touched: BTreeSet::new(),
            lines: Vec::new(),
        };
        match actor {
            Actor::Agent => self.review.turn = Some(run),
            _ => self.review.browser = Some(run),
        }
    }

    /// Begins to record the authors of lines for an agent without runs, such as a client of the command line. The present
    /// lines count as the agent's; lines that another program adds later are the user's.
    pub(super) fn know_authors(&mut self) {
        if self.review.authors.is_some() {
            return;
        }
        let mut authors = LineAuthors::default();
        for (_, text) in self.env.files.files() {
            lines(text).for_each(|line| authors.insert(line, true));
        }
        self.review.authors = Some(authors);
    }

    /// Computes the authors of the present lines from the history, also from the steps of earlier visits.
    fn line_authors(&self) -> LineAuthors {
        let steps = self.history.done().iter().rev();
        let steps = steps.map(|step: &Step| (step.author, step.files.as_slice()));
        let older = self.log.older.iter().rev();
        let older = older.map(|step: &StoredStep| (step.author, step.files.as_slice()));
        let head = self
            .committed
            .clone()
            .unwrap_or_else(|| texts_of(&self.env.files));
        LineAuthors::of_steps(steps.chain(older), &head)
    }

    /// Records a change of the drawing by the present actor. What the user has changed last is no difference that an agent
    /// made.
    pub(super) fn review_diff(&mut self, diff: &Diff) {
        let actor = self.user_edits.actor();
        if actor == Actor::User {
            for run in [&mut self.review.turn, &mut self.review.browser]
                .into_iter()
                .flatten()
            {
                run.touched.retain(|name| diff.get(name).is_none());
            }
        } else if let Some(run) = self.review.run_of(actor) {
            run.touched.extend(diff.iter().map(|(name, _)| name.clone()));
        }
    }

    /// Records statements that the present actor has appended to `main`, without reading `main`.
    pub(super) fn review_appended(&mut self, statements: &str) {
        let by_model = self.user_edits.actor() != Actor::User;
        if let Some(authors) = &mut self.review.authors {
            for line in lines(statements) {
                authors.insert(line, by_model);
            }
        }
    }

    /// Records a change of a file that was just applied. `by_model` says who wrote the inserted lines.
    pub(super) fn review_file(&mut self, change: &FileChange, by_model: bool) {
        if self.review.authors.is_none() {
            return;
        }
        let after = self.env.files.get(change.file.as_str());
        let after = after.map_or("", |text| text);
        let Some(LineChange { removed, inserted }) = LineChange::of(change, after) else {
            return;
        };
        let actor = self.user_edits.actor();
        let review = &mut self.review;
        let Some(authors) = &mut review.authors else {
            return;
        };
        for text in removed {
            let of_user = authors.remove(&text, by_model);
            if of_user && actor != Actor::User {
                let line = LostLine {
                    file: change.file.clone(),
                    text,
                };
                review.overwrote.push(line.clone());
                let run = match actor {
                    Actor::Agent => &mut review.turn,
                    _ => &mut review.browser,
                };
                if let Some(run) = run {
                    run.lines.push(line);
                }
            }
        }
        for text in inserted {
            let mut is_back = false;
            let runs = [&mut review.turn, &mut review.browser];
            let runs = runs.into_iter().flatten().map(|run| &mut run.lines);
            for lost in runs.chain([&mut review.overwrote]) {
                if let Some(at) = lost.iter().position(|line| line.text == text) {
                    lost.remove(at);
                    is_back = true;
                }
            }
            authors.insert(&text, by_model && !is_back);
        }
    }

    /// Adds the impact of the run of `actor`, and the lines of the user that the call removed, to the reply of a call.
    pub(super) fn with_impact(&mut self, actor: Actor, mut reply: Reply) -> Reply {
        let overwrote = std::mem::take(&mut self.review.overwrote);
        if let (Some(first), true) = (overwrote.first(), reply.is_ok()) {
            let of_file = overwrote.iter().filter(|line| line.file == first.file);
            reply.overwrote = Some(Overwrote {
                file: first.file.clone(),
                count: overwrote.len(),
                lines: of_file.take(MAX_LINES).map(|line| line.text.clone()).collect(),
            });
        }
        let run = match actor {
            Actor::User => None,
            Actor::Agent => self.review.turn.as_ref().filter(|_| self.turn().is_some()),
            Actor::BrowserAgent => self.review.browser.as_ref(),
        };
        reply.impact = run.map(|run| Box::new(run.impact(&self.scene)));
        reply
    }

    /// Whether an agent may undo or redo a step: one of its own run.
    pub(super) fn may_move(&self, author: Author) -> bool {
        self.user_edits.actor() == Actor::User || author == self.author()
    }

    /// Whether an agent may empty `main`: everything in `main` was written in its run.
    pub(super) fn may_empty_main(&self) -> bool {
        let actor = self.user_edits.actor();
        let run = match actor {
            Actor::User => return true,
            Actor::Agent => self.review.turn.as_ref().filter(|_| self.turn().is_some()),
            Actor::BrowserAgent => self.review.browser.as_ref(),
        };
        let authors = self.review.authors.as_ref();
        let Some((run, authors)) = run.zip(authors) else {
            // The command line has no user who works on the same document.
            return true;
        };
        run.began_empty && !authors.owns_part_of(self.env.files.main())
    }
}
