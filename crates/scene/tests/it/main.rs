//! Tests of drawings through the interface of the crate, with the crates that depend on it.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

mod edits;
mod units;
