//! Limits of the solver.

/// The most unknowns that may hang together.
pub const MAX_UNKNOWNS: usize = 1500;

/// The residual that counts as satisfied, relative to the extent of the piece.
pub const TOLERANCE: f64 = 1e-9;
