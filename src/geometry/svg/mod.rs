//! SVG path data: the text in the `d` attribute.
//!
//! Numbers are taken as they stand, in our y-up world: sweep flag 1 means growing angle. Reading keeps arcs
//! as [`super::Conic`]s; only quadratics change, into the identical cubics. Writing can flip y for a screen.
//! Start with [`parse()`] and [`write()`].

mod parse;
mod write;

pub use parse::{SvgPathError, parse};
pub use write::write;
