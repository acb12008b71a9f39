#![doc = include_str!("../README.md")]

pub mod actions;
pub mod aliases;
pub mod arrangement;
pub mod bulk;
pub mod camera;
pub mod canvas_tool;
pub mod canvas_tools;
pub mod command_line;
pub mod coordinates;
pub mod draw;
pub mod expression;
pub mod extent;
pub mod family;
pub mod free_names;
pub mod grips;
pub mod hand;
pub mod hit_test;
pub mod hover;
pub mod keys;
pub mod markup;
pub mod markup_tool;
pub mod measure_tool;
pub mod measuring;
pub mod mirror;
pub mod modify;
pub mod moving;
pub mod navigation;
pub mod number_format;
pub mod order_steps;
pub mod picked;
pub mod point_ref;
mod precision;
pub mod preview;
pub mod properties;
pub mod protection;
pub mod ruler;
pub mod select;
mod select_keys;
pub mod selection;
pub mod shortcuts;
pub mod snapping;
pub mod steps;
pub mod synonyms;
pub mod tool_host;
pub mod typed_character;
pub mod typed_error;

#[cfg(test)]
mod test_rig;
#[cfg(test)]
mod tests;
