//! Additions by one item and one line: for each kind of addition, a list with one more entry, and everything that is
//! derived from the list.

mod canvas_tool;
mod format;
mod provider;
mod tools;
