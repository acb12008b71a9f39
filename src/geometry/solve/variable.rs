//! Variables of a sketch.

/// The number of a variable in its sketch.
pub type Var = usize;

/// One number of a sketch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variable {
    /// Start value.
    pub value: f64,
    /// Distance by which the geometry moves when the value grows by 1: 1 for lengths, the radius for an angle.
    pub unit: f64,
    /// It stays above this.
    pub min: f64,
    /// It stays below this.
    pub max: f64,
    /// Whether it may not change.
    pub fixed: bool,
}
