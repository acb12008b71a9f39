//! Tests of the extension points: for each list, one added entry and everything derived from the list.

mod canvas_tool;
mod format;
mod provider;
mod tools;
