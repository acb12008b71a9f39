//! Regular patterns of points: grids, circles, and rows, with elements that are missing or out of position.
//!
//! A pattern is found from exact differences between points, so a few wrong points do not move it. Start at
//! [`find_patterns`].
//!
//! # Example
//!
//! ```
//! use trammel_kernel::Point;
//! use trammel_kernel::pattern::{Layout, find_patterns};
//!
//! // A row of five with the fourth missing.
//! let points: Vec<Point> = [0.0, 10.0, 20.0, 40.0].map(|x| Point::new(x, 0.0)).to_vec();
//! let found = find_patterns(&points);
//! assert!(matches!(found[0].layout, Layout::Row { count: 5, .. }));
//! assert_eq!(found[0].missing, [Point::new(30.0, 0.0)]);
//! ```

mod circle;
mod find;
mod lattice;
mod layout;

pub use find::{MAX_POINTS, Pattern, find_patterns};
pub use layout::Layout;

#[cfg(test)]
use super::{Point, Vec2};

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
