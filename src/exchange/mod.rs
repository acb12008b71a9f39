//! Conversion between a drawing and the files of other programs: DXF, SVG, PDF, and scene JSON.
//!
//! Invariants: a converter is a pure function of its input and never panics or loops without a bound, because its input
//! may be hostile. Everything that a conversion leaves out or changes is in the report. The page does not contain this
//! module: [`convert`] runs in the sandbox, and the page knows only [`Conversion`](crate::formats::Conversion).
//!
//! Start at [`Converter`] and the list [`CONVERTERS`]. A reader returns an [`ImportedDrawing`], which `import/` writes as
//! readable code.
//!
//! # Example
//!
//! ```
//! use trammel::exchange::convert;
//! use trammel::formats::{Conversion, Drawing};
//! use trammel::scene::Scene;
//!
//! let conversion = Conversion::Write {
//!     format: "gif".to_owned(),
//!     drawing: Drawing::of(&Scene::new("plate")),
//!     project: None,
//!     options: Default::default(),
//! };
//! assert!(convert(&conversion).is_err());
//! ```

mod convert;
mod converter;
mod cutting;
mod dxf;
mod import;
mod imported;
mod json;
mod list;
mod pdf;
mod report;
mod svg;

pub use convert::{convert, convert_with};
pub use converter::{Converter, ReadError, WriteInput};
pub use import::code as imported_code;
pub use imported::{
    ImportedBlock, ImportedContent, ImportedDrawing, ImportedItem, ImportedLayer, Insert, Precision,
};
pub use list::CONVERTERS;
