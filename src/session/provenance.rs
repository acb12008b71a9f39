//! Facts about stored texts: their provenance, and texts that cannot be read.

/// Provenance of the tools and the memory in a storage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Provenance {
    /// As it says of each entry: the storage is the user's own, and nobody else writes to it.
    Recorded,
    /// All of it is the user's own, whatever it says.
    Own,
    /// All of it comes from elsewhere, whatever it says: imported from here, and off.
    Imported(String),
}

/// A stored text that could not be read. It stays in place, and nothing is written over it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Its key in the storage.
    pub key: String,
    /// The reason, in one sentence without a final period.
    pub why: String,
    /// The text, for a download; `None` when not even that can be read.
    pub text: Option<String>,
}
