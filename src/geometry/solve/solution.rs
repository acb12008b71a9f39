//! Results of solving a sketch.

/// Relation between the demands and the freedom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Satisfied, and nothing can move.
    Fully,
    /// Satisfied, and something can still move.
    Under,
    /// Satisfied, and some demands say what others say already.
    Over,
    /// Not all demands can be satisfied from here.
    Conflicting,
}

impl Status {
    /// The status as reports write it.
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
    /// The value of each variable.
    pub values: Vec<f64>,
    /// Relation between the demands and the freedom.
    pub status: Status,
    /// Degrees of freedom: numbers that could still be chosen.
    pub dof: usize,
    /// For each variable, whether it can still change.
    pub free: Vec<bool>,
    /// Numbers of the constraints that are not satisfied because they contradict each other (or no way was found).
    pub conflicts: Vec<usize>,
    /// Numbers of the satisfied constraints that add nothing to those before them.
    pub redundant: Vec<usize>,
    /// The largest residual left, relative to the extent of its piece.
    pub residual: f64,
}
