//! Corner operations on curves: rounding (fillet), cutting off (chamfer) and sharpening (radius 0).
//!
//! Two paths are joined at the corner formed by their extended segments. A pick point selects the kept part of each
//! path; without a pick point, the solution with the least change is used. Closed paths are never trimmed. A fillet
//! is tangent to both curves in their direction of travel, to about 1e-9 radians.
//!
//! `tangent.rs` finds circles tangent to two curves, `pair.rs` joins two paths, `outline.rs` changes the corners of
//! one path, and `parts.rs` has the functions shared by both.

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
