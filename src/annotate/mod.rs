//! Annotation as geometry: dimensions, leaders and hatches, from the points and areas they are about to the curves that
//! are drawn.
//!
//! Values in, values out: nothing here knows names or a scene. Invariants: every number that is not finite, every zero
//! length and every empty text gives less to draw, never a panic; a hatch has a bounded number of lines. Defaults are
//! those of ISO 129 drawings in millimeters; style fields carry the names that DXF gives them.
//!
//! Start reading at [`Dimension`], [`Leader`] and [`hatch`].

mod dimension;
mod leader;
mod parts;
mod patterns;

pub mod hatch;

pub use dimension::{Dimension, Measure, sector};
pub use leader::Leader;
pub use parts::{DimStyle, Drawn};
pub use patterns::{Family, PATTERNS, Pattern, find as pattern};
