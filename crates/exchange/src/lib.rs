#![doc = include_str!("../README.md")]

mod convert;
mod converter;
mod cutting;
mod dxf;
mod import;
mod imported;
mod json;
mod list;
mod pdf;
mod report;
mod svg;

pub use convert::{convert, convert_with};
pub use converter::{Converter, ReadError, WriteInput};
pub use import::code as imported_code;
pub use imported::{
    ImportedBlock, ImportedContent, ImportedDrawing, ImportedItem, ImportedLayer, Insert, Precision,
};
pub use list::CONVERTERS;
