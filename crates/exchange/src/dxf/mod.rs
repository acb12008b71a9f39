//! DXF, the exchange format of CAD programs and cutting machines.
//!
//! Start at [`CONVERTER`].

mod colors;
mod read;
mod write;

use super::converter::Converter;

/// DXF files.
pub(super) const CONVERTER: Converter = Converter {
    id: "dxf",
    write: Some(write::encode),
    read: Some(read::read),
};
