//! Rewriting of calls: text in, text out.
//!
//! A [`Source`] finds a call and its arguments by the tokens of the text, and [`edits`] changes the value of an
//! argument. Invariants: everything outside the changed value stays as the author wrote it (comments, spacing, quotes,
//! names); a value that is not understood is left alone and reported as an [`Obstacle`](crate::Obstacle). A
//! caller runs the new text and compares the drawings, so a wrong guess here costs a run and nothing else.
//!
//! `strategies.rs` has the list of ways to change a value, tried in order.

mod insertion;
mod layout;
mod path_text;
mod signature;
mod source;
mod span;
mod statement;
mod strategies;
mod texts;

pub use insertion::insertions;
pub use path_text::shifted_path;
pub use signature::Signature;
pub use source::{CallSpan, Source};
pub use span::Span;
pub use statement::{removals, statement, whole_statement};
pub use strategies::{NewValue, coordinates, edits, list_edits};
pub use texts::{TextEdit, Texts};
