//! Contents of a document: drawing, files, memory, custom tools, and the flags of the user.

pub(crate) mod calls;
pub(crate) mod checks;
pub(crate) mod context;
pub(crate) mod document;
pub(crate) mod document_settings;
pub(crate) mod file_texts;
pub(crate) mod flags;
pub(crate) mod following;
pub(crate) mod last_good;
pub(crate) mod origins;
pub(crate) mod run_state;
pub(crate) mod settings_exchange;
