//! The canvas without a page: camera, hit test, selection, canvas tools, actions and their keys, and the mirror that
//! turns differences of the drawing into the smallest set of updates.
//!
//! Invariants: nothing here knows the DOM, Leptos or time, so all of it is tested natively. Pixels are CSS pixels
//! from the top left corner of the canvas; drawing units have y up. Start with [`camera`], then
//! [`canvas_tool`] and [`hit_test`]; [`mirror`] is how the screen follows the drawing.

pub mod actions;
pub mod camera;
pub mod canvas_tool;
pub mod canvas_tools;
pub mod composition;
pub mod guide;
pub mod hand;
pub mod hit_test;
pub mod keys;
pub mod markdown;
pub mod markup;
pub mod markup_tool;
pub mod mirror;
pub mod navigation;
pub mod number_format;
pub mod palette;
pub mod schema_form;
pub mod select;
pub mod selection;
pub mod snapping;
pub mod tool_host;
pub mod tree_rows;

#[cfg(test)]
mod tests;
