//! Properties of the selection: fields with their values, facts, and the conversion of a typed value to a change.
//!
//! Invariants: nothing here changes the drawing; a field of several entities exists in each of them; numbers are
//! those of the drawing, in its coordinates and units, and the text of an angle is in degrees. Start with
//! [`sheet::sheet`], then read [`field::Field::values`].

pub mod error;
pub mod extent;
pub mod facts;
pub mod field;
pub mod mark;
pub mod paint;
pub mod placed;
pub mod shape;
pub mod sheet;

#[cfg(test)]
mod placed_tests;
#[cfg(test)]
mod tests;
