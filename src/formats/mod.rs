//! File formats of a drawing: scene JSON, the project with its code, share links, and SVG and PNG (export only).
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
mod file_name;
mod format;
mod geometry_in;
pub mod json;
mod json_head;
mod json_in;
pub mod link;
mod list;
mod piece;
pub mod png;
pub mod project;
mod project_json;
mod scene_json;
mod strict_json;
pub mod svg;

pub use file_name::file_name;
pub use format::{Export, ExportOptions, ExportTool, Format, FormatError, Import, ImportOptions, Reader};
pub use list::{FORMATS, accepted, open};
pub use project_json::PROJECT;
pub use scene_json::SCENE_JSON;
