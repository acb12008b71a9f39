#![doc = include_str!("../README.md")]

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
