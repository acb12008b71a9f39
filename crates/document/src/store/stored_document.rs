//! Stored form of a document, as this session has last read or written it.

use super::lineage::Lineage;
use super::provenance::{Provenance, Unreadable};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Stored form of a document.
#[derive(Debug, Default)]
pub struct StoredDocument {
    /// Texts at the last read or write, by key.
    pub(crate) saved: BTreeMap<String, Arc<str>>,
    /// Revision of the stored document at the last read or write of this session.
    pub(crate) revision: u64,
    /// Writes to another place since then, because the storage had no room.
    pub(crate) other_writes: u64,
    /// Texts of the last of these writes.
    pub(crate) counted: Vec<(String, Arc<str>)>,
    /// Write counter of the last save; `None` after the document was read, and if the save is not in the stored lineage.
    pub(crate) last_write: Option<u64>,
    /// Writes that led to the stored texts.
    pub(crate) lineage: Lineage,
    /// Beginning of the lineage if an earlier version stored the document; empty after the first write.
    pub(crate) origin: Lineage,
    /// Id of this session in the lineage; `None` if its storage has one writer.
    pub(crate) writer: Option<String>,
    /// Stored texts with keys that this version does not know, and texts that the user has set aside. They are kept.
    pub(crate) carried: BTreeMap<String, Arc<str>>,
    /// Stored texts that could not be read and are left unchanged.
    pub(crate) unreadable: Vec<Unreadable>,
    /// Provenance of the tools and the memory in the storage. A folder does not record it for each entry; it is decided
    /// for the whole folder when the folder is opened.
    pub(crate) provenance: Provenance,
}
