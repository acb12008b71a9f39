//! Two-dimensional geometry: exact curves, their measures, SVG path data and intersections.
//!
//! The world is y-up, angles are radians and grow counter-clockwise, lengths are in drawing units.
//! A [`Path`] is a chain of [`Seg`]s: straight lines, [`Conic`] arcs (every circle, ellipse and arc of
//! either) and cubic Béziers. Conics are stored as conjugate vectors, so every affine map is exact.
//!
//! Invariants: nothing here panics on NaN, infinite or huge input (it answers `None` or an empty list),
//! nothing loops without a bound, and all trigonometry goes through `libm` so that the native and the
//! wasm build agree bit for bit.
//!
//! Start reading at [`Path`], then [`Conic`]; [`svg`] reads and writes path data, [`intersect`] finds
//! crossings, [`region`] measures areas with holes, [`boolean`] combines them, [`offset`] runs beside them, [`affine`] holds rotations and their decomposition.
//! [`modify`] and [`corner`] are the verbs that cut, extend, join, fillet and chamfer; [`index`], [`distance`] and
//! [`snap`] answer what is near.

pub mod affine;
pub mod boolean;
mod bounds;
mod conic;
pub mod corner;
pub mod distance;
pub mod hull;
pub mod index;
pub mod intersect;
mod measure;
pub mod modify;
mod num;
pub mod offset;
mod path;
pub mod region;
pub mod rings;
mod seg;
pub mod snap;
pub mod solve;
pub mod svg;
mod tol;

pub use bounds::Bounds;
pub use conic::Conic;
pub use intersect::{Hit, HitKind};
pub use kurbo::{Affine, CubicBez, Point, Vec2};
pub use measure::{Location, Nearest};
pub use num::norm;
pub use path::Path;
pub use region::{centroid, contains, region_area};
pub use seg::{Seg, SegNearest};
pub use tol::Tol;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod properties;
