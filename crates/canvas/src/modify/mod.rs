//! Modify tools: each operation has a file; [`modifying`] picks entities, then handles points, typed fields, and keys for
//! the operations on whole entities; [`piece`] and [`corner`] do so for those on pieces and corners.
//!
//! Invariants: a finished operation is one undo step and one readable statement per call; refused input changes nothing.
//! Start with [`operation`].

pub mod array;
pub mod break_at;
pub mod chamfer;
pub mod copying;
pub mod corner;
pub mod corner_operation;
mod edge;
pub mod explode;
pub mod extend;
pub mod fields;
pub mod fillet;
pub mod join;
mod key_input;
pub mod mirror;
pub mod modifying;
pub mod moving;
pub mod offset;
pub mod operation;
mod picking;
pub mod piece;
mod readout;
pub mod rotate;
pub mod scale;
pub mod statement;
pub mod trim;

#[cfg(test)]
mod tests;
