//! Corners between curves: rounding them (fillet), cutting them off (chamfer), sharpening them (radius 0).
//!
//! Two paths are joined at the corner their extended pieces form; what is kept of each is chosen by a pick
//! point, or, without one, so that least changes. Closed paths are never trimmed. A fillet touches both
//! curves with the same direction, to about 1e-9 radians.
//!
//! `tangent.rs` finds circles that touch two curves, `pair.rs` joins two paths, `outline.rs` does the
//! corners of one path, `parts.rs` has what both use.

mod outline;
mod pair;
mod parts;
mod tangent;

pub use outline::sharp_corners;
pub use outline::{chamfer_corners, fillet_corners};
pub use pair::{Cornered, chamfer, fillet};
pub use tangent::{Touch, tangent_circles};

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests;
