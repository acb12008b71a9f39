//! Annotation geometry: dimensions, leaders and hatches, converted from their definition points and regions to
//! curves.
//!
//! The functions are pure and independent of entity names and scenes. Invariants: a non-finite number, a zero
//! length or an empty text yields less geometry, never a panic; a hatch has a bounded number of lines. Defaults
//! follow ISO 129 for drawings in millimeters; the doc comments of style fields name the corresponding DXF
//! variables.
//!
//! Start reading at [`Dimension`], [`Leader`] and [`hatch`].
//!
//! # Example
//!
//! ```
//! use trammel_scene::annotate::{DimStyle, Dimension, Measure};
//! use trammel_kernel::Point;
//!
//! let measure = Measure::Radius {
//!     center: Point::new(0.0, 0.0),
//!     radius: 12.5,
//!     at: Point::new(20.0, 5.0),
//! };
//! assert_eq!(measure.value(), 12.5);
//! ```

mod dim_style;
mod dimension;
pub mod hatch;
mod leader;
mod marks;
mod parts;
mod patterns;

pub use dim_style::{DimSetting, DimStyle, DxfSetting, SettingRole, SettingValue};
pub use dimension::{Dimension, Measure, sector};
pub use leader::Leader;
pub use marks::{MAX_FIT_CHARS, Marks, Tolerance};
pub use parts::{Drawn, Label};
pub use patterns::{Family, PATTERNS, Pattern, find as pattern};
