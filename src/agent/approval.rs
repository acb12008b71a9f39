//! Which changes a person is asked about. The question comes when a call is through: then the engine knows what it really
//! changed, the person sees it, and taking it back is one step. Until the answer the model waits, which costs nothing.

use serde_json::Value;

use super::receipt::{Account, listed};

/// Deletions that need no question, of what the run made itself.
const FEW: u64 = 5;

/// Changes without a selection that need no question.
const MANY: u64 = 50;

/// Share of the drawing, in percent, above which also fewer changes do, but not fewer than [`SOME`].
const SHARE: u64 = 30;
const SOME: u64 = 10;

/// What about a change a person is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Risk {
    /// It changed what was not selected.
    Outside {
        /// How many.
        count: u64,
        /// The first names.
        names: Vec<String>,
    },
    /// It deleted what the run had not made, or much of what it had.
    Deleted {
        /// How many.
        count: u64,
        /// The first names.
        names: Vec<String>,
    },
    /// It replaced a file and with it lines that the person had written.
    Overwrote {
        /// The file.
        file: String,
        /// How many lines.
        count: u64,
        /// The first ones.
        lines: Vec<String>,
    },
    /// It changed much of the drawing, and nothing was selected.
    Many {
        /// How many.
        count: u64,
    },
}

impl Risk {
    /// What the change did.
    pub fn message(&self) -> String {
        match self {
            Self::Outside { count, names } if names.is_empty() => {
                format!("it changed items that were not selected, or not named in its reply ({count})")
            }
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
                    "it replaced {file} and with it lines the person wrote ({count}): {}",
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
pub(super) fn risks(account: &Account, reply: &Value) -> Vec<Risk> {
    let (all_updated, updated_names) = listed(reply, "updated");
    let (all_removed, removed_names) = listed(reply, "removed");
    let own = |names: &[&str]| names.iter().filter(|name| account.made(name)).count() as u64;
    let updated = all_updated.saturating_sub(own(&updated_names));
    let removed = all_removed.saturating_sub(own(&removed_names));
    let mut risks = Vec::new();
    if removed > 0 || all_removed > FEW {
        risks.push(Risk::Deleted {
            count: all_removed,
            names: removed_names.into_iter().map(str::to_owned).collect(),
        });
    }
    let overwrote = &reply["overwrote"];
    if let (Some(file), Some(count)) = (overwrote["file"].as_str(), overwrote["count"].as_u64()) {
        let lines = overwrote["lines"].as_array().into_iter().flatten();
        risks.push(Risk::Overwrote {
            file: file.to_owned(),
            count,
            lines: lines.filter_map(Value::as_str).map(str::to_owned).collect(),
        });
    }
    if account.has_selection() {
        let named = updated_names.len() as u64;
        let outside = updated_names
            .into_iter()
            .filter(|name| !account.made(name) && !account.selected(name));
        let names: Vec<String> = outside.map(str::to_owned).collect();
        // A reply names the first entities only. The others count as outside: nothing shows that they were selected.
        let unnamed = all_updated.saturating_sub(named);
        let count = names.len() as u64 + unnamed;
        if count > 0 {
            risks.push(Risk::Outside { count, names });
        }
    } else {
        // Deletions are asked about as such.
        let entities = reply["entities"].as_u64().unwrap_or(u64::MAX / 100);
        if updated > MANY || (updated >= SOME && updated * 100 > entities * SHARE) {
            risks.push(Risk::Many { count: updated });
        }
    }
    risks
}
