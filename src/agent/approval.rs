//! Which changes a person is asked about. The question comes when a call is through: then the engine knows what it really
//! changed, the person sees it, and taking it back is one step. Until the answer the model waits, which costs nothing.

use super::receipt::Account;
use crate::tools::{Changes, MAX_NAMES, Reply};

/// Deletions that need no question, of what the run made itself.
const FEW: usize = 5;

/// Changes without a selection that need no question.
const MANY: usize = 50;

/// Share of the drawing, in percent, above which also fewer changes do, but not fewer than [`SOME`].
const SHARE: usize = 30;
const SOME: usize = 10;

/// What about a change a person is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Risk {
    /// It changed what was not selected.
    Outside {
        /// How many.
        count: usize,
        /// The first names.
        names: Vec<String>,
    },
    /// It deleted what the run had not made, or much of what it had.
    Deleted {
        /// How many.
        count: usize,
        /// The first names.
        names: Vec<String>,
    },
    /// It replaced a file and with it lines that the person had written.
    Overwrote {
        /// The file.
        file: String,
        /// How many lines.
        count: usize,
        /// The first ones.
        lines: Vec<String>,
    },
    /// It changed much of the drawing, and nothing was selected.
    Many {
        /// How many.
        count: usize,
    },
}

impl Risk {
    /// What the change did.
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

    /// Whether it is the same kind of question.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

/// The questions a reply raises, before it has entered the account.
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
        // Deletions are asked about as such.
        let count = others.len();
        let entities = reply.run.as_ref().map(|run| run.entities);
        let is_share = entities.is_some_and(|entities| count * 100 > entities * SHARE);
        if count > MANY || (count >= SOME && is_share) {
            risks.push(Risk::Many { count });
        }
    }
    risks
}

fn first(names: impl Iterator<Item = impl ToString>) -> Vec<String> {
    names.take(MAX_NAMES).map(|name| name.to_string()).collect()
}
