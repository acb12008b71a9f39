//! Errors of DXF files. Their texts are English; a program with other languages matches on the variants.

use std::fmt;

/// Reason why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DxfError {
    /// The file is text in UTF-16, which DXF does not allow.
    Utf16,
    /// The file has no section, so it is not a DXF file.
    NoSection,
    /// The file is damaged or incomplete.
    Damaged {
        /// Position of the damage.
        position: Position,
        /// Kind of the damage.
        damage: Damage,
    },
}

/// Position in a file, for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// Line of a text file, from 1.
    Line(usize),
    /// Offset in bytes in a binary file.
    Byte(usize),
}

/// Kind of damage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Damage {
    /// This text stands in place of a group code.
    NoGroupCode(String),
    /// The file ends after a group code.
    NoValue,
    /// A binary file ends within a tag.
    EndInTag,
    /// A section has no name.
    UnnamedSection,
    /// The type of an entity is not text.
    UnreadableType,
    /// The file ends within a section, so it is incomplete.
    EndInSection,
}

/// A value of an entity that must be a number is not a finite number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidNumber {
    /// Group code of the value.
    pub code: u16,
}

impl fmt::Display for DxfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Utf16 => f.write_str("the file is text in UTF-16, which DXF does not allow"),
            Self::NoSection => f.write_str("the file has no section, so it is not a DXF file"),
            Self::Damaged { position, damage } => write!(f, "the file is damaged {position}: {damage}"),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "on line {line}"),
            Self::Byte(byte) => write!(f, "at byte {byte}"),
        }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGroupCode(text) => write!(f, "'{text}' is not a group code"),
            Self::NoValue => f.write_str("the file ends after a group code"),
            Self::EndInTag => f.write_str("the file ends within a tag"),
            Self::UnnamedSection => f.write_str("a section has no name"),
            Self::UnreadableType => f.write_str("the entity type is not text"),
            Self::EndInSection => f.write_str("the file ends within a section, so it is incomplete"),
        }
    }
}

impl fmt::Display for InvalidNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the value of group {} is not a finite number", self.code)
    }
}

impl std::error::Error for DxfError {}
impl std::error::Error for InvalidNumber {}
