//! What the canvas does, without a canvas: camera, picking, selection, gestures, actions and their keys, and the
//! mirror that turns differences of the drawing into the smallest set of updates.
//!
//! Invariants: nothing here knows the DOM, Leptos or time, so all of it is tested natively. Pixels are CSS pixels
//! from the top left corner of the canvas; drawing units have y up. Start with [`camera`], then [`gesture`] and
//! [`pick`]; [`mirror`] is how the screen follows the drawing.

pub mod actions;
pub mod camera;
pub mod composition;
pub mod gesture;
pub mod hit_test;
pub mod keys;
pub mod markdown;
pub mod markup;
pub mod mirror;
pub mod number_format;
pub mod palette;
pub mod schema_form;
pub mod selection;
pub mod snapping;
pub mod tree_rows;
