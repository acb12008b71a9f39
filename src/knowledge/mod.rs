//! What outlives a conversation: decisions and how they turned out, checkpoints, hints, and requests for tools.
//!
//! Invariants: no clock and no service; recency is order, relevance is words (see `relevance.rs`). Everything is text
//! of bounded size that the user can read, change and delete; what is stored or imported is checked by the rules by which
//! it is added (see `part.rs`). Every entry knows whether it is the user's own or imported; imported ones are off until
//! the user turns them on, and never enter a tool's description (see `origin.rs`, `imports.rs`). Nothing here is undone
//! with the drawing, but for imported entries that are as the opening of their project brought them. Hints name only
//! functions that exist (see `hints.rs`). Start at [`Memory`].

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
mod part;
mod relevance;
mod requests;
mod text;

pub use checkpoints::{Checkpoint, Checkpoints};
pub use decisions::{Decision, Decisions, Found, Outcome};
pub use error::MemoryError;
pub use hints::{Hint, Hints, MAX_HINT_LINES};
pub use imports::EntryRef;
pub use known::KnownTools;
pub use memory::Memory;
pub use origin::{Imported, Sourced, brief, one_line};
pub use requests::{Requests, Status, ToolRequest};
pub use text::MAX_TEXT;
