//! Memory that outlives a conversation: decisions and their outcomes, checkpoints, hints, and requests for tools.
//!
//! Invariants:
//! * There is no clock and no external service: recency is the order of the entries, and relevance is computed from
//!   words (see `relevance.rs`).
//! * All entries are texts of bounded size that the user can read, change and delete. Stored and imported entries
//!   are checked by the same rules as new entries (see `part.rs`).
//! * Every entry is the user's own, or marked as written by a model or as imported. Marked entries are off until the user
//!   turns them on (see `origin.rs` and `imports.rs`). A model changes and deletes only its own entries that are off.
//! * Undo of the drawing leaves the memory unchanged, with one exception: undoing the opening of a project
//!   removes the entries that came with that project and that the user has not turned on or edited.
//! * Hints name only functions that exist (see `hints.rs`).
//!
//! Start reading at [`Memory`].
//!
//! # Example
//!
//! ```
//! use trammel::knowledge::Memory;
//!
//! let mut memory = Memory::default();
//! memory.decisions.add("gear:teeth", "12 teeth", "fits the pinion").unwrap();
//! assert_eq!(memory.decisions.search("gear").len(), 1);
//! ```

mod checkpoints;
mod decisions;
mod error;
mod hint_lines;
mod hints;
mod id;
mod imports;
mod known;
mod memory;
mod origin;
mod outcome;
mod part;
mod relevance;
mod reports;
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
