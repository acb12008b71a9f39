//! Canvas logic without the page: camera, hit test, selection, canvas tools, actions and their keys, and the
//! mirror that converts scene diffs to minimal updates.
//!
//! Invariants: nothing here depends on the DOM, Leptos, or time, so everything is tested natively. Pixels are
//! CSS pixels from the top left corner of the canvas; drawing units have y up. Start with [`camera`], then read
//! [`canvas_tool`] and [`hit_test`]; [`mirror`] keeps the screen in step with the drawing.
//!
//! # Example
//!
//! ```
//! use trammel::editor::camera::{Camera, Viewport};
//! use trammel::geometry::Point;
//!
//! let viewport = Viewport::measured(800, 600).unwrap();
//! let camera = Camera::new(Point::new(10.0, 5.0), 2.0);
//! let screen = camera.to_screen(Point::new(11.0, 5.0), viewport);
//! assert_eq!((screen.x, screen.y), (402.0, 300.0));
//! assert_eq!(camera.to_world(screen, viewport), Point::new(11.0, 5.0));
//! ```

pub mod actions;
pub mod aliases;
pub mod arrangement;
pub mod bulk;
pub mod camera;
pub mod canvas_tool;
pub mod canvas_tools;
pub mod command_line;
pub mod composition;
pub mod coordinates;
pub mod draw;
pub mod edit_action;
pub mod expression;
pub mod extent;
pub mod family;
pub mod form_defaults;
pub mod form_pick;
pub mod free_names;
pub mod grips;
pub mod guide;
pub mod hand;
pub mod hit_test;
pub mod hover;
pub mod keys;
pub mod markdown;
pub mod markup;
pub mod markup_tool;
pub mod measure_tool;
mod measuring;
pub mod mirror;
pub mod modify;
pub mod moving;
pub mod navigation;
pub mod number_format;
pub mod palette;
pub mod plain_result;
pub mod point_ref;
pub mod preview;
pub mod properties;
pub mod ruler;
pub mod run_delay;
pub mod schema_form;
pub mod select;
mod select_keys;
pub mod selection;
pub mod shortcuts;
pub mod snapping;
pub mod statements;
pub mod synonyms;
pub mod text_offset;
pub mod tool_host;
pub mod tree_rows;
pub mod typed_character;
pub mod typed_error;

#[cfg(test)]
mod test_rig;
#[cfg(test)]
mod tests;
