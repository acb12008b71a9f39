//! A check as data: its text, its condition, and its place in the code.

use crate::error::ToolError;
use crate::failure::CodePosition;
use serde::{Deserialize, Serialize};
use trammel_base::numbers::number_text;
use trammel_language::Bilingual;

/// Maximum number of checks of a drawing.
pub const MAX_CHECKS: usize = 500;

/// Maximum length of the text of a check, in characters.
const MAX_TEXT: usize = 200;

/// Check that the code declares.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Check {
    /// Condition in the words of the author; `None` if the call has no text.
    pub text: Option<String>,
    /// Condition that must hold.
    pub rule: Rule,
    /// Place of the call in the code; `None` if unknown.
    pub place: Option<CodePosition>,
}

/// Condition of a check. Lengths are in drawing units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Rule {
    /// Value that the code computed.
    Condition(bool),
    /// Number that must be near another one; `None` for a value that is not a finite number.
    Near {
        /// Computed number.
        actual: Option<f64>,
        /// Wanted number.
        expected: Option<f64>,
        /// Largest difference that is accepted.
        tolerance: f64,
    },
    /// Smallest distance between two outlines.
    Clearance {
        /// One entity, part, or point.
        a: Subject,
        /// The other entity, part, or point.
        b: Subject,
        /// Smallest distance that is accepted.
        min: f64,
    },
    /// Entity that must lie inside a closed one.
    Inside {
        /// Entity inside.
        entity: String,
        /// Closed entity around it.
        target: String,
        /// Smallest distance between their outlines.
        clearance: f64,
    },
    /// Entity whose outlines must all be closed.
    Closed {
        /// Entity.
        entity: String,
    },
    /// Check whose arguments were not usable, with the reason.
    Unusable(Bilingual),
}

/// Entity, part, or point of a check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Subject {
    /// Name of an entity or a part.
    Named(String),
    /// Point.
    At(f64, f64),
}

impl Subject {
    /// Returns the name; `None` for a point.
    pub(super) fn name(&self) -> Option<String> {
        match self {
            Subject::Named(name) => Some(name.clone()),
            Subject::At(..) => None,
        }
    }

    /// Returns the subject as shown in a text.
    pub(super) fn label(&self) -> String {
        match self {
            Subject::Named(name) => format!("'{name}'"),
            Subject::At(x, y) => format!("[{}, {}]", number_text(*x), number_text(*y)),
        }
    }
}

impl Check {
    /// Creates a check. A long text is cut.
    pub(super) fn new(text: Option<String>, rule: Rule) -> Check {
        let cut = |text: String| text.chars().take(MAX_TEXT).collect();
        Check {
            text: text.map(cut),
            rule,
            place: None,
        }
    }

    /// Creates the check for a call with arguments that are not usable.
    pub fn unusable(error: &ToolError) -> Check {
        let cut = |text: &str| text.chars().take(MAX_TEXT).collect();
        Check::new(None, Rule::Unusable(error.message.clone().map(cut)))
    }

    /// Whether the numbers and lengths of an untrusted check are in range.
    pub fn is_valid(&self) -> bool {
        let is_short = |text: &str| text.chars().count() <= MAX_TEXT;
        let is_name = |name: &str| name.len() <= 4 * MAX_TEXT;
        let is_subject = |subject: &Subject| match subject {
            Subject::Named(name) => is_name(name),
            Subject::At(x, y) => x.is_finite() && y.is_finite(),
        };
        self.text.as_deref().is_none_or(is_short)
            && match &self.rule {
                Rule::Condition(_) => true,
                Rule::Near {
                    actual,
                    expected,
                    tolerance,
                } => tolerance.is_finite() && [actual, expected].iter().all(|n| n.is_none_or(f64::is_finite)),
                Rule::Clearance { a, b, min } => is_subject(a) && is_subject(b) && min.is_finite(),
                Rule::Inside {
                    entity,
                    target,
                    clearance,
                } => is_name(entity) && is_name(target) && clearance.is_finite(),
                Rule::Closed { entity } => is_name(entity),
                Rule::Unusable(why) => is_short(&why.english) && is_short(&why.korean),
            }
    }

    /// Returns the names that the check is about.
    pub(super) fn entities(&self) -> Vec<String> {
        match &self.rule {
            Rule::Condition(_) | Rule::Near { .. } | Rule::Unusable(_) => Vec::new(),
            Rule::Clearance { a, b, .. } => [a, b].into_iter().filter_map(Subject::name).collect(),
            Rule::Inside { entity, target, .. } => vec![entity.clone(), target.clone()],
            Rule::Closed { entity } => vec![entity.clone()],
        }
    }
}

/// Returns a number with at most 9 significant digits, so that rounding errors are not shown.
pub(super) fn significant_digits(number: f64) -> String {
    let text = format!("{number:.8e}");
    number_text(text.parse().unwrap_or(number))
}

/// Returns the checks of an untrusted outcome that can be used: valid ones, at most [`MAX_CHECKS`].
pub fn usable_checks(checks: Vec<Check>) -> Vec<Check> {
    checks
        .into_iter()
        .take(MAX_CHECKS)
        .filter(Check::is_valid)
        .collect()
}
