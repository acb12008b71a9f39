//! Markup: freehand strokes over the drawing that illustrate the user's next message.
//!
//! Invariants: markup is never part of the drawing. Its strokes are in drawing units, so they keep their place
//! when the view moves. There are at most [`MOST_STROKES`] strokes of at most [`MOST_POINTS`] points each; a
//! further stroke is refused, and no older one is dropped. Markup that was sent is only displayed; the next
//! stroke starts new markup.
//!
//! Start with [`StrokeBuilder`], then `Markup::description`. `recognize.rs` determines the form of
//! a stroke, and `relations.rs` its relations to the drawing.

mod recognize;
mod relations;
mod simplify;
mod strokes;
#[cfg(test)]
mod tests;

pub use strokes::{MOST_POINTS, MOST_STROKES, Markup, Stroke, StrokeBuilder};
