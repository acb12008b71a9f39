#![doc = include_str!("../README.md")]

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
pub mod gzip;
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
pub mod png;
pub mod project;
mod project_json;
mod scene_json;
mod strict_json;
pub mod svg;
pub mod svg_divided;
mod svg_file;
mod svg_head;
pub mod svg_labeled;
pub mod svg_project;
mod unreadable_file;

pub use conversion::{
    Conversion, Converted, Drawing, ImportQuestion, ImportTarget, ImportedCode, MAX_REPORT_IDS, NewDrawing,
    Picture, ReportEntry, Treatment, Written,
};
pub use cutting::{KERF, ORDER_CUTS};
pub use error::FormatError;
pub use export_field::{ExportField, FieldChoice, FieldKind, options_of};
pub use file_name::file_name;
pub use format::{Export, FileTool, Format, Import, Reader};
pub use list::{FORMATS, accept_attribute, open, reader_of};
pub use options::{
    DxfOptions, DxfPreset, ExportOptions, ImportOptions, PngFactor, PngOptions, SvgOptions, SvgPreset,
};
pub use paper::{PAPERS, Paper};
pub use part::part_of;
pub use pdf_options::{PdfCalibration, PdfLineWidths, PdfOptions, PdfOrientation, PdfScale};
pub use project_json::PROJECT;
pub use scene_json::SCENE_JSON;
