//! Where curves meet: two pieces ([`seg_seg`]) or two paths ([`path_path`]).
//!
//! Every pair of lines, conics and cubics is covered. A crossing is found to about 1e-9 in both curves. At a
//! tangency the curves run side by side, so the point lies on both to the tolerance but its place along them
//! is only known to about the square root of it. A meeting at an end of a piece is found from the ends, not
//! from equations, so that joints are never missed; an overlap is reported by its two ends.
//!
//! The equations for interior meetings are in `pairs.rs` and `cubics.rs`.

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
