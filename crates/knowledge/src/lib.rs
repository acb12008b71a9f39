#![doc = include_str!("../README.md")]

mod checkpoints;
mod decisions;
mod error;
mod hints;
mod id;
mod imports;
mod known;
mod memory;
mod origin;
mod outcome;
mod part;
mod relevance;
mod requests;
mod text;
mod written_entry;

pub use checkpoints::{Checkpoint, Checkpoints};
pub use decisions::{Decision, Decisions, Found};
pub use error::MemoryError;
pub use hints::{Hint, Hints, MAX_HINT_LINES};
pub use imports::EntryRef;
pub use known::KnownTools;
pub use memory::Memory;
pub use origin::{Imported, Sourced, UNVERIFIED, brief};
pub use outcome::{Outcome, Report};
pub use requests::{Requests, Status, ToolRequest};
pub use text::MAX_TEXT;
pub use written_entry::WrittenEntry;
