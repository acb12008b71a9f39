//! Variables of a sketch.

/// Index of a variable in its sketch.
pub type Var = usize;

/// A variable: one number of a sketch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variable {
    /// Starting value.
    pub value: f64,
    /// Distance that the geometry moves when the value grows by 1: 1 for lengths, the radius for an angle.
    pub unit: f64,
    /// Lower bound; the value stays above it.
    pub min: f64,
    /// Upper bound; the value does not exceed it.
    pub max: f64,
    /// Whether the solver must not change the value.
    pub fixed: bool,
}
