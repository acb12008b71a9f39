//! Drawing tools: each figure has a file; [`drawing`] handles points, typed fields, and keys for all of them.
//!
//! Invariants: a finished figure is one tool call; refused input changes nothing. Start with [`figure`].

pub mod arc;
pub mod circle;
pub mod circular;
pub mod dimension;
pub mod drawing;
pub mod ellipse;
pub mod figure;
pub mod figure_table;
pub mod hatch;
pub mod leader;
pub mod line;
pub mod measure;
pub mod picking;
pub mod point;
pub mod pointing;
pub mod polygon;
pub mod polyline;
pub mod precision;
pub mod rectangle;
pub mod spline;
pub mod text;
pub mod typed_fields;
pub mod value;

#[cfg(test)]
mod tests;
