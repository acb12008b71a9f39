//! A sketch: what a person draws freehand over the drawing to show a model what they mean.
//!
//! Invariants: a sketch is never a part of the drawing; its strokes are in drawing units, so they stay where they were
//! drawn when the view moves; there are at most [`MOST_STROKES`], of at most [`MOST_POINTS`] points each, and a stroke too
//! many is refused, never an older one dropped. Once sent, a sketch is only shown; the next stroke begins another one.
//! Start with [`StrokeBuilder`], then [`Markup::told`] in `describe.rs`; what a stroke looks like is found in `recognize.rs`, what it means
//! for the drawing in `relations.rs`.

mod describe;
mod recognize;
mod relations;
mod simplify;
mod strokes;

pub use strokes::{MOST_POINTS, MOST_STROKES, Markup, Stroke, StrokeBuilder};

#[cfg(test)]
mod tests;
