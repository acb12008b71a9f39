//! Additions by one item and one line: a dummy item in the list of an extension point is found everywhere.

mod canvas_tool;
