//! Drawing tools: each figure has a file; [`drawing`] handles points, typed fields, and keys for all of them.
//!
//! Invariants: a finished figure is one tool call; refused input changes nothing. Start with [`figure`].

pub mod arc;
pub mod circle;
pub mod drawing;
pub mod ellipse;
pub mod figure;
pub mod line;
pub mod point;
pub mod pointing;
pub mod polygon;
pub mod precision;
pub mod rectangle;
pub mod typed_fields;

#[cfg(test)]
mod tests;
