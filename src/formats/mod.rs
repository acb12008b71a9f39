//! The drawing as files: scene JSON (out and in), SVG and PNG (out).
//!
//! Invariants: `json::read(json::write(scene))` is the same scene to the last bit; readers never panic and execute
//! nothing; every name is escaped. The canvas draws with the same functions as the SVG file.

mod annotation;
pub mod json;
mod json_in;
#[cfg(not(target_arch = "wasm32"))]
pub mod png;
pub mod svg;
