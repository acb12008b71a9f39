//! SVG path data: the text in the `d` attribute.
//!
//! Coordinates are used unchanged in the y-up world: sweep flag 1 means growing angle. The parser keeps arcs as
//! [`super::Conic`]s and converts quadratic Béziers into identical cubics. The writer can flip y for a y-down
//! screen. Start with [`parse()`] and [`write()`].

mod parse;
mod write;

pub use parse::{PathMistake, SvgPathError, parse};
pub use write::write;
