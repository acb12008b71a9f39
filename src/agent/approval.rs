//! Approval of risky changes.
//!
//! The approval card appears after a call has finished: by then the exact changes are known, the user sees the
//! result, and one step reverts it. The model waits for the decision, at no cost.

use super::receipt::Account;
use crate::tools::{Changes, MAX_NAMES, Reply};

/// Largest number of deletions of entities created in the same run that needs no approval.
const FEW: usize = 5;

/// Largest number of changed entities that needs no approval while nothing is selected.
const MANY: usize = 50;

/// Percentage of the drawing above which a change needs approval even if it affects at most [`MANY`] entities.
/// The change must affect at least [`SOME`] entities.
const SHARE: usize = 30;
const SOME: usize = 10;

/// Reason why a change needs the user's approval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Risk {
    /// The change affected entities that were not selected.
    Outside {
        /// Number of entities.
        count: usize,
        /// The first names, at most [`MAX_NAMES`].
        names: Vec<String>,
    },
    /// The change deleted entities that the run did not create, or many that it did create.
    Deleted {
        /// Number of entities.
        count: usize,
        /// The first names, at most [`MAX_NAMES`].
        names: Vec<String>,
    },
    /// The change replaced a file and removed lines written by the user.
    Overwrote {
        /// Name of the file.
        file: String,
        /// Number of lines.
        count: usize,
        /// The first of these lines.
        lines: Vec<String>,
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
            Self::Overwrote { file, count, lines } => {
                format!(
                    "it replaced {file}, including lines that the user wrote ({count}): {}",
                    lines.join(" / ")
                )
            }
            Self::Many { count } => format!("it changed {count} items at once"),
        }
    }

    /// Whether both risks are of the same kind.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

/// Returns the risks of one call that belongs to no run, such as a call of an agent of the browser. Entities in
/// `selection` are those that the user has selected.
pub fn risks_of_call(selection: impl IntoIterator<Item = String>, reply: &Reply) -> Vec<Risk> {
    risks(&Account::begin(selection), reply)
}

/// Returns the risks of a reply. The account must not contain the reply yet.
pub(super) fn risks(account: &Account, reply: &Reply) -> Vec<Risk> {
    let nothing = Changes::default();
    let changes = reply.changes.as_ref().unwrap_or(&nothing);
    let mut risks = Vec::new();
    let removed = &changes.removed;
    let has_others = removed.iter().any(|name| !account.made(name));
    if has_others || removed.len() > FEW {
        risks.push(Risk::Deleted {
            count: removed.len(),
            names: first(removed.iter()),
        });
    }
    if let Some(overwrote) = &reply.overwrote {
        risks.push(Risk::Overwrote {
            file: overwrote.file.to_string(),
            count: overwrote.count,
            lines: overwrote.lines.clone(),
        });
    }
    let others: Vec<_> = changes
        .updated
        .iter()
        .filter(|name| !account.made(name))
        .collect();
    if account.has_selection() {
        let outside = others.into_iter().filter(|name| !account.selected(name));
        let outside: Vec<_> = outside.collect();
        if !outside.is_empty() {
            risks.push(Risk::Outside {
                count: outside.len(),
                names: first(outside.into_iter()),
            });
        }
    } else {
        // Deletions are covered by `Risk::Deleted`.
        let count = others.len();
        let is_share = reply
            .entities
            .is_some_and(|entities| count * 100 > entities * SHARE);
        if count > MANY || (count >= SOME && is_share) {
            risks.push(Risk::Many { count });
        }
    }
    risks
}

fn first(names: impl Iterator<Item = impl ToString>) -> Vec<String> {
    names.take(MAX_NAMES).map(|name| name.to_string()).collect()
}
