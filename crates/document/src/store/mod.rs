//! Stored form of a document, its versions by other writers, and texts that cannot be read.

pub(crate) mod lineage;
pub(crate) mod loading;
pub(crate) mod overwritten;
pub(crate) mod provenance;
pub(crate) mod reload;
pub(crate) mod saving;
pub(crate) mod stored_document;
pub(crate) mod stored_settings;
