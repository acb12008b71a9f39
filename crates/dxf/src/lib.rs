#![doc = include_str!("../README.md")]

pub mod aci;
pub mod coding;
pub mod document;
pub mod entity;
pub mod error;
pub mod tag_writer;
pub mod tags;

pub use document::{BlockRecord, Document, Record};
pub use entity::Entity;
pub use error::{Damage, DxfError, InvalidNumber, Position};
pub use tag_writer::TagWriter;
pub use tags::{FilePosition, Tag, TagReader, TagValue};
