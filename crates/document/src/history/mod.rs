//! History of a document: its steps in memory and in their stored form.

pub(crate) mod attaching;
pub(crate) mod commit;
pub(crate) mod document_history;
pub(crate) mod history_log;
pub(crate) mod step;
pub mod step_label;
pub(crate) mod steps;
pub(crate) mod stored_run;
pub(crate) mod stored_step;
pub(crate) mod typing;
