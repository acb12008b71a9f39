//! Calls of tools and runs of code, and their completion.

pub(crate) mod call;
pub(crate) mod code_runs;
pub(crate) mod exchange;
pub(crate) mod exchange_reply;
pub(crate) mod finish;
pub(crate) mod pending;
pub(crate) mod purpose;
pub(crate) mod querying;
pub(crate) mod reply;
pub(crate) mod snippet_failure;
