//! State of the conversion of a block.

use super::inherited::{Inherited, Uses};

/// State of a block.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum State {
    Unread,
    BeingRead,
    Read(Vec<Variant>),
}

/// Conversion of a block for inserts with the same properties.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Variant {
    /// Properties of inserts that the content uses.
    pub uses: Uses,
    /// Used properties of the insert.
    pub inherited: Inherited,
    /// Index in the list of converted blocks.
    pub block: usize,
}
