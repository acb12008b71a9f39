//! File formats of a drawing: scene JSON, the project with its code, share links, and SVG, PDF, and PNG (export only).
//!
//! Invariants: `json::read(json::write(scene))` is the same scene to the last bit; readers never panic and
//! execute nothing; every name is escaped. The canvas draws with the same functions as the SVG file.
//!
//! Start at [`Format`] and the list [`FORMATS`].
//!
//! # Example
//!
//! ```
//! use trammel::formats::{FORMATS, json, open};
//! use trammel::scene::Scene;
//!
//! let text = json::write(&Scene::new("plate"));
//! let import = open(FORMATS, text.as_bytes()).unwrap();
//! assert_eq!(import.project.name.as_deref(), Some("plate"));
//! assert!(open(FORMATS, b"GIF89a").is_err());
//! ```

mod annotation;
pub mod clipboard;
pub mod code;
mod conversion;
mod cutting;
pub mod dxf;
mod error;
mod export_field;
mod file_bytes;
mod file_name;
mod format;
mod geometry_in;
pub(crate) mod gzip;
mod identifier;
pub mod json;
mod json_head;
mod json_in;
pub mod link;
mod list;
mod option_text;
mod options;
mod paper;
mod part;
mod pdf;
mod pdf_options;
mod piece;
pub mod png;
pub mod project;
mod project_json;
mod scene_json;
mod strict_json;
pub mod svg;
pub mod svg_divided;
mod svg_file;
mod svg_head;
pub mod svg_project;
mod unreadable_file;

pub(crate) use conversion::import_statement;
pub use conversion::{
    Conversion, Converted, Drawing, ImportQuestion, ImportTarget, ImportedCode, MAX_REPORT_IDS, NewDrawing,
    Picture, ReportEntry, Treatment, Written,
};
pub use cutting::{KERF, ORDER_CUTS};
pub use error::FormatError;
pub use export_field::{ExportField, FieldChoice, FieldKind, options_of};
pub use file_name::file_name;
pub use format::{Export, FileTool, Format, Import, Reader};
pub use identifier::{Identifiers, snake};
pub use list::{FORMATS, accepted, open, reader_of};
pub use options::{
    DxfOptions, DxfPreset, ExportOptions, ImportOptions, PngFactor, PngOptions, SvgOptions, SvgPreset,
};
pub use paper::{PAPERS, Paper};
pub use part::part_of;
pub use pdf_options::{PdfCalibration, PdfLineWidths, PdfOptions, PdfOrientation, PdfScale};
pub use project_json::PROJECT;
pub use scene_json::SCENE_JSON;
