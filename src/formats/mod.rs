//! The drawing as files: scene JSON, the project with its code, a link that holds it, SVG and PNG (out only).
//!
//! Invariants: `json::read(json::write(scene))` is the same scene to the last bit; readers never panic and execute
//! nothing; every name is escaped. The canvas draws with the same functions as the SVG file.

mod annotation;
pub mod code;
mod geometry_in;
pub mod json;
mod json_in;
pub mod link;
mod piece;
#[cfg(not(target_arch = "wasm32"))]
pub mod png;
pub mod project;
pub mod svg;
