//! Limits of the solver.

/// Largest number of unknowns in one connected component of a sketch.
pub const MAX_UNKNOWNS: usize = 1500;

/// Residual up to which an equation counts as satisfied, relative to the extent of its component.
pub const TOLERANCE: f64 = 1e-9;
