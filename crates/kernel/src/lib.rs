//! Two-dimensional geometry: exact curves, measurements, intersections, Boolean operations and SVG path data.
//!
//! The y axis points up, angles are in radians and counterclockwise, lengths are in drawing units. A [`Path`] is a
//! chain of [`Seg`]s: straight lines, [`Conic`] arcs (circles, ellipses and their arcs) and cubic Béziers. Conics
//! are stored as conjugate vectors, so every affine map is exact.
//!
//! Invariants: no function panics on NaN, infinite or huge input (such input gives `None`, an empty list or an
//! error), every loop is bounded, and all trigonometry uses `libm`, so that native and wasm builds agree bit for
//! bit.
//!
//! Start reading at [`Path`], then [`Conic`]. [`svg`] reads and writes path data, [`intersect`] finds
//! intersections, [`region`] measures areas with holes, [`boolean`] combines regions, [`offset`] computes parallel
//! curves, and [`affine`] has rotations and the decomposition of maps. [`modify`] and [`corner`] trim, extend,
//! join, fillet and chamfer paths; [`index`], [`distance`] and [`snap`] answer proximity queries; [`solve`] solves
//! geometric constraints.
//!
//! # Example
//!
//! ```
//! use trammel_kernel::{Path, Point, boolean, region_area};
//!
//! let plate = Path::rect(Point::new(0.0, 0.0), 20.0, 10.0);
//! let hole = Path::circle(Point::new(10.0, 5.0), 2.0);
//! let part = boolean::boolean(&[plate], &[hole], boolean::Op::Difference).unwrap();
//! assert!((region_area(&part) - (200.0 - 4.0 * std::f64::consts::PI)).abs() < 1e-4);
//! ```

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;

pub mod affine;
pub mod boolean;
mod bounds;
mod conic;
pub mod corner;
pub mod curve_fit;
pub mod distance;
pub mod gear;
pub mod hull;
pub mod index;
pub mod intersect;
mod measure;
pub mod modify;
pub mod moments;
mod num;
pub mod offset;
mod path;
pub mod pattern;
pub mod region;
pub mod rings;
mod seg;
pub mod snap;
pub mod solve;
pub mod svg;
mod tol;
pub mod wall;

pub use bounds::Bounds;
pub use conic::Conic;
pub use intersect::{Hit, HitKind};
pub use kurbo::{Affine, CubicBez, Point, Vec2};
pub use measure::{Location, Nearest};
pub use num::norm;
pub use path::Path;
pub use region::{OutlineLengths, centroid, contains, outline_lengths, region_area};
pub use seg::{Seg, SegNearest};
pub use tol::Tol;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod properties;
