//! Rewriting of calls: text in, text out.
//!
//! A [`Source`] finds a call and its arguments by the tokens of the text, and [`edits`] changes the value of an
//! argument. Invariants: everything outside the changed value stays as the author wrote it (comments, spacing, quotes,
//! names); a value that is not understood is left alone and reported as an [`Obstacle`](trammel_scene::Obstacle). A
//! caller runs the new text and compares the drawings, so a wrong guess here costs a run and nothing else.
//!
//! `strategies.rs` has the list of ways to change a value, tried in order.

mod constants;
mod insertion;
mod layout;
mod literal;
mod mentions;
mod path_text;
mod source;
mod span;
mod statement;
mod strategies;
mod texts;

pub(super) use insertion::insertions;
pub(super) use literal::sum;
pub(super) use path_text::shifted_path;
pub(super) use source::{Call, Source};
pub(super) use span::Span;
pub(super) use statement::{removals, statement, whole_statement};
pub(super) use strategies::{NewValue, coordinates, edits, list_edits};
pub(super) use texts::{TextEdit, Texts};
