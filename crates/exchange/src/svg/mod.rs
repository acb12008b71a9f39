//! SVG files: a writer for cutting machines, and a reader.
//!
//! SVG has y down and drawings have y up. Both directions flip y in the coordinates, never with a mirrored group.
//! Circles, ellipses, and their arcs stay exact. Start at [`writer`] and [`read`].

mod names;
mod placed;
mod read;
mod writer;

use super::converter::Converter;

/// Converter of SVG files.
pub(super) const CONVERTER: Converter = Converter {
    id: "svg",
    write: Some(writer::file),
    read: Some(read::read),
};
