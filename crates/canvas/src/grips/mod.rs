//! Grips: points of a selected entity that the user drags to change its shape.
//!
//! A grip has a [`handle`]; [`reshape`] computes the shape that results from a drag, and [`arguments`] the arguments of the
//! drawing call that differ. [`grip`] places the grips in the drawing, and [`dragging`] is the gesture. Invariants: points
//! that a grip does not change keep their positions in the drawing, under every transform; an invalid shape is refused.

pub mod arguments;
pub mod dragging;
pub mod grip;
pub mod handle;
pub mod reshape;

#[cfg(test)]
mod tests;
