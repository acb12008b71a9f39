//! Approval of risky changes.
//!
//! Whether a change is risky is decided by its effect: the difference between the document at the beginning of the run
//! and now ([`Impact`]), whichever calls made it. What the user has approved is left out of the difference afterward.
//!
//! The approval card appears after a call has finished: by then the exact changes are known, the user sees the
//! result, and one step reverts it. The model waits for the decision, at no cost.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use trammel_tools::{Impact, LostLine, MAX_NAMES, Setting};

/// Largest number of changed entities that needs no approval while nothing is selected.
const MANY: usize = 50;

/// Percentage of the drawing above which a change needs approval even if it affects at most [`MANY`] entities.
/// The change must affect at least [`SOME`] entities.
const SHARE: usize = 30;
const SOME: usize = 10;

/// Largest number of lines that a risk lists.
const MAX_LINES: usize = 3;

/// Reason why a change needs the user's approval.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Risk {
    /// The change affected entities that were not selected.
    Outside {
        /// Number of entities.
        count: usize,
        /// The first names, at most [`MAX_NAMES`].
        names: Vec<String>,
    },
    /// Entities that the run did not create were deleted.
    Deleted {
        /// Number of entities.
        count: usize,
        /// The first names, at most [`MAX_NAMES`].
        names: Vec<String>,
    },
    /// Entities that the run did not create were made invisible, shrunk to nothing, or moved far away.
    Unseen {
        /// Number of entities.
        count: usize,
        /// The first names, at most [`MAX_NAMES`].
        names: Vec<String>,
    },
    /// The change removed, moved, or put out of effect lines of code that no model wrote.
    Overwrote {
        /// Name of the first file.
        file: String,
        /// Number of lines in all files.
        count: usize,
        /// The first of these lines.
        lines: Vec<String>,
    },
    /// The change affected settings of the drawing, such as its unit.
    Settings {
        /// Number of settings.
        count: usize,
        /// The first settings, at most [`MAX_NAMES`].
        settings: Vec<Setting>,
    },
    /// The change affected a large part of the drawing while nothing was selected.
    Many {
        /// Number of entities.
        count: usize,
    },
}

impl Risk {
    /// Returns a clause that describes the change.
    pub fn message(&self) -> String {
        match self {
            Self::Outside { count, names } => {
                format!(
                    "it changed items that were not selected ({count}): {}",
                    names.join(", ")
                )
            }
            Self::Deleted { count, names } => {
                format!("it deleted items ({count}): {}", names.join(", "))
            }
            Self::Unseen { count, names } => {
                format!("it put items out of sight ({count}): {}", names.join(", "))
            }
            Self::Overwrote { file, count, lines } => {
                format!(
                    "it removed, moved, or deactivated lines of {file} that you did not write ({count}): {}",
                    lines.join(" / ")
                )
            }
            Self::Settings { count, settings } => {
                let words: Vec<String> = settings.iter().map(Setting::words).collect();
                format!(
                    "it changed settings of the drawing ({count}): {}",
                    words.join(", ")
                )
            }
            Self::Many { count } => format!("it changed {count} items"),
        }
    }

    /// Number of entities or lines.
    pub fn count(&self) -> usize {
        match self {
            Self::Outside { count, .. }
            | Self::Deleted { count, .. }
            | Self::Unseen { count, .. }
            | Self::Overwrote { count, .. }
            | Self::Settings { count, .. }
            | Self::Many { count } => *count,
        }
    }

    fn is_like(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

/// Returns the clauses of all reasons for a question.
pub(super) fn reasons(risks: &[Risk]) -> String {
    let clauses: Vec<String> = risks.iter().map(Risk::message).collect();
    clauses.join("; ")
}

/// Approvals of the user during one run of an agent.
#[derive(Debug, Clone, Default)]
pub struct Approvals {
    /// Approved deleted entities.
    deleted: BTreeSet<String>,
    /// Approved entities that cannot be seen any more.
    unseen: BTreeSet<String>,
    /// Approved other changes of entities.
    changed: BTreeSet<String>,
    /// Approved removed lines.
    lines: Vec<LostLine>,
    /// Approved changes of settings.
    settings: Vec<Setting>,
    /// Numbers of entities or lines that later changes of the same kind may affect without a question.
    allowed: Vec<Risk>,
}

impl Approvals {
    /// Returns the risks of the run so far that the user has not approved. `selection` has the entities that were
    /// selected when the run began.
    pub fn risks(&mut self, selection: &BTreeSet<String>, impact: &Impact) -> Vec<Risk> {
        let risks = self.open_risks(selection, impact);
        let (covered, open) = risks.into_iter().partition::<Vec<_>, _>(|risk| self.covers(risk));
        if open.is_empty() && !covered.is_empty() {
            for risk in &covered {
                self.use_up(risk);
                self.approve(risk, impact);
            }
        }
        // A question shows every reason, also those that would be covered alone.
        if open.is_empty() {
            open
        } else {
            [covered, open].concat()
        }
    }

    /// Approves what the user was asked about. With `more`, later changes of the same kinds need no question until
    /// together they affect as many entities or lines again.
    pub fn keep(&mut self, risks: &[Risk], impact: &Impact, more: bool) {
        for risk in risks {
            if more {
                self.allowed.retain(|allowed| !allowed.is_like(risk));
                self.allowed.push(risk.clone());
            }
            self.approve(risk, impact);
        }
    }

    /// Approves everything that the run has changed so far, because the user does not want to be asked.
    pub fn keep_all(&mut self, impact: &Impact) {
        let every = [
            Risk::Deleted {
                count: 0,
                names: Vec::new(),
            },
            Risk::Unseen {
                count: 0,
                names: Vec::new(),
            },
            Risk::Overwrote {
                file: String::new(),
                count: 0,
                lines: Vec::new(),
            },
            Risk::Settings {
                count: 0,
                settings: Vec::new(),
            },
            Risk::Many { count: 0 },
        ];
        for risk in &every {
            self.approve(risk, impact);
        }
    }

    fn approve(&mut self, risk: &Risk, impact: &Impact) {
        match risk {
            Risk::Deleted { .. } => self
                .deleted
                .extend(impact.deleted.iter().map(ToString::to_string)),
            Risk::Unseen { .. } => self.unseen.extend(impact.unseen.iter().map(ToString::to_string)),
            Risk::Overwrote { .. } => self.lines.clone_from(&impact.lines),
            Risk::Settings { .. } => self.settings.clone_from(&impact.settings),
            Risk::Outside { .. } | Risk::Many { .. } => {
                let names = impact.changed.iter().chain(&impact.members);
                self.changed.extend(names.map(ToString::to_string));
            }
        }
    }

    fn covers(&self, risk: &Risk) -> bool {
        if let Risk::Settings { settings, .. } = risk {
            // Another unit changes every size, so it is a question of its own each time.
            if settings.iter().any(|one| matches!(one, Setting::Unit { .. })) {
                return false;
            }
        }
        let allowed = self.allowed.iter().find(|allowed| allowed.is_like(risk));
        allowed.is_some_and(|allowed| allowed.count() >= risk.count())
    }

    fn use_up(&mut self, risk: &Risk) {
        for allowed in self.allowed.iter_mut().filter(|allowed| allowed.is_like(risk)) {
            match allowed {
                Risk::Outside { count, .. }
                | Risk::Deleted { count, .. }
                | Risk::Unseen { count, .. }
                | Risk::Overwrote { count, .. }
                | Risk::Settings { count, .. }
                | Risk::Many { count } => *count -= risk.count().min(*count),
            }
        }
    }

    fn open_risks(&self, selection: &BTreeSet<String>, impact: &Impact) -> Vec<Risk> {
        let mut risks = Vec::new();
        let deleted = names(&impact.deleted).filter(|name| !self.deleted.contains(*name));
        let deleted: Vec<&str> = deleted.collect();
        if !deleted.is_empty() {
            risks.push(Risk::Deleted {
                count: deleted.len(),
                names: first_names(&deleted),
            });
        }
        let unseen = names(&impact.unseen).filter(|name| !self.unseen.contains(*name));
        let unseen: Vec<&str> = unseen.collect();
        if !unseen.is_empty() {
            risks.push(Risk::Unseen {
                count: unseen.len(),
                names: first_names(&unseen),
            });
        }
        let lines = self.open_lines(impact);
        if let Some(one) = lines.first() {
            let shown = lines.iter().take(MAX_LINES);
            risks.push(Risk::Overwrote {
                file: one.file.to_string(),
                count: lines.len(),
                lines: shown.map(|line| line.text.clone()).collect(),
            });
        }
        let settings = impact.settings.iter().filter(|one| !self.settings.contains(one));
        let settings: Vec<&Setting> = settings.collect();
        if !settings.is_empty() {
            risks.push(Risk::Settings {
                count: settings.len(),
                settings: settings.iter().take(MAX_NAMES).copied().cloned().collect(),
            });
        }
        let (changed, members) = (names(&impact.changed), names(&impact.members));
        let is_open = |name: &&str| !self.changed.contains(*name);
        if selection.is_empty() {
            let count = changed.chain(members).filter(is_open).count();
            let is_share = count * 100 > impact.entities * SHARE;
            if count > MANY || (count >= SOME && is_share) {
                risks.push(Risk::Many { count });
            }
        } else {
            let outside = changed.filter(is_open).filter(|name| !selection.contains(*name));
            let outside: Vec<&str> = outside.collect();
            if !outside.is_empty() {
                risks.push(Risk::Outside {
                    count: outside.len(),
                    names: first_names(&outside),
                });
            }
        }
        risks
    }

    /// Returns the removed lines that the user has not approved.
    fn open_lines<'i>(&self, impact: &'i Impact) -> Vec<&'i LostLine> {
        let mut approved = self.lines.clone();
        let mut open = Vec::new();
        for line in &impact.lines {
            match approved.iter().position(|other| other == line) {
                Some(at) => drop(approved.swap_remove(at)),
                None => open.push(line),
            }
        }
        open
    }
}

fn names<N: AsRef<str>>(names: &[N]) -> impl Iterator<Item = &str> {
    names.iter().map(AsRef::as_ref)
}

fn first_names(names: &[&str]) -> Vec<String> {
    names.iter().take(MAX_NAMES).map(ToString::to_string).collect()
}
