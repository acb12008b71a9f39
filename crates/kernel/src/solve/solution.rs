//! Results of solving a sketch.

/// State of the constraints and the degrees of freedom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Satisfied, with no degree of freedom left.
    Fully,
    /// Satisfied, with degrees of freedom left.
    Under,
    /// Satisfied, with redundant constraints.
    Over,
    /// Some constraints cannot be satisfied from the starting values.
    Conflicting,
}

impl Status {
    /// Returns the status as written in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Fully => "fully",
            Status::Under => "under",
            Status::Over => "over",
            Status::Conflicting => "conflicting",
        }
    }
}

/// Result of solving a sketch.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// Value of each variable.
    pub values: Vec<f64>,
    /// State of the constraints and the degrees of freedom.
    pub status: Status,
    /// Degrees of freedom: independent changes that keep all constraints satisfied.
    pub dof: usize,
    /// For each variable, whether it can still change.
    pub free: Vec<bool>,
    /// Indices of the constraints that are not satisfied because they contradict each other, or because no solution
    /// was found.
    pub conflicts: Vec<usize>,
    /// Indices of the satisfied constraints that are implied by earlier ones.
    pub redundant: Vec<usize>,
    /// Largest remaining residual, relative to the extent of its component.
    pub residual: f64,
}
