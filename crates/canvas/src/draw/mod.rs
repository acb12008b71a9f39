//! Figures that the drawing tools draw, one file each. Start with [`mod@line`]; `steps` asks for their values.

pub mod arc;
pub mod circle;
pub mod circular;
pub mod dimension;
pub mod ellipse;
pub mod hatch;
pub mod leader;
pub mod line;
pub mod measure;
pub mod point;
pub mod polygon;
pub mod polyline;
pub mod rectangle;
pub mod spline;
pub mod text;

#[cfg(test)]
mod tests;
