//! Intersections of curves: two segments ([`seg_seg`]), two paths ([`path_path`]), or a path with itself.
//!
//! All pairs of lines, conics and cubics are supported. A crossing is found to about 1e-9 on both curves. At a
//! tangency, the curves run side by side: the point lies on both curves within the tolerance, but its parameters
//! are only accurate to about the square root of the tolerance. An intersection at an end of a segment is computed
//! from the end points, not from equations, so joints are never missed. An overlap is reported by its two ends.
//!
//! The equations for interior intersections are in `pairs.rs` and `cubics.rs`.

mod cubics;
mod hit;
mod meeting;
mod own;
mod pairs;
mod paths;
mod pieces;
mod side;

pub use hit::{Hit, HitKind};
pub use own::self_intersections;
pub use paths::path_path;
pub use pieces::seg_seg;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests;
