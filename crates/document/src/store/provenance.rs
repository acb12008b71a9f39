//! Provenance of stored texts, and stored texts that cannot be read.

use trammel_language::Bilingual;

/// Provenance of the tools and the memory in a storage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Provenance {
    /// Provenance as recorded for each entry, for the user's own storage that no other program writes to.
    #[default]
    Recorded,
    /// The user's own, regardless of the recorded provenance.
    Own,
    /// Imported from the named source and off, regardless of the recorded provenance.
    Imported(String),
}

/// Stored text that could not be read. The text stays in place and is not overwritten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Key in the storage.
    pub key: String,
    /// Reason, in one sentence without a final period.
    pub why: Bilingual,
    /// Text, for a download; `None` if the storage cannot return it.
    pub text: Option<String>,
}
