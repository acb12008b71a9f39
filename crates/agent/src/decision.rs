//! Decision of the user on a change that waits for approval, and what the model reads about it.

use super::approval::{Risk, reasons};

/// What the user decided on a change, and what became of the change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// The user keeps the change.
    Keep {
        /// Whether as many entities or lines again may be changed in the same way without a question in this run.
        always: bool,
    },
    /// The user rejected the change, and the host has reverted it.
    Reverted,
    /// The user rejected the change, but it stays, because the user changed the document after it.
    TooLate,
}

impl Decision {
    /// Returns what a model reads about a decision that the user made after the run had ended.
    pub fn told_later(self, risks: &[Risk]) -> String {
        let what = reasons(risks);
        match self {
            Self::Keep { .. } => {
                format!("The user has decided to keep the change that waited for a decision ({what}).")
            }
            Self::Reverted => format!(
                "The user has reverted the change that waited for a decision ({what}), so it is no longer in effect. Do \
                 not make it again unless the user asks."
            ),
            Self::TooLate => too_late(risks),
        }
    }
}

/// Returns what a model reads about a change that the user rejected and that is still in effect.
pub fn too_late(risks: &[Risk]) -> String {
    format!(
        "The user chose to revert this change ({}), but it could not be reverted, because the user has changed the \
         document after it. It is still in effect, against the wish of the user: say so, and do not build on it. The user \
         can choose Undo until it is gone.",
        reasons(risks)
    )
}

/// Returns what a model reads about a change on which the user has not decided yet.
pub(super) fn undecided_note(risks: &[Risk]) -> String {
    format!(
        "The user has not decided yet whether to keep this change ({}). It is in effect until then.",
        reasons(risks)
    )
}
