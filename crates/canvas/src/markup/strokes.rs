//! Markup strokes: the stroke in progress, the finished stroke, and the list of strokes.

use super::recognize;
use super::simplify::at_most;
use trammel_kernel::{Point, norm};

/// Maximum number of strokes.
pub const MOST_STROKES: usize = 16;

/// Maximum number of points of one stroke.
pub const MOST_POINTS: usize = 40;

/// Simplification tolerance in pixels.
const TOLERANCE_PX: f64 = 2.0;

/// Maximum number of points of a stroke in progress, above which the stroke is simplified.
pub(super) const MOST_RAW: usize = 1024;

/// A stroke that is being drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct StrokeBuilder {
    pub(super) points: Vec<Point>,
    pub(super) pixel: f64,
}

/// A finished stroke.
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    /// A single point (a dot), or the vertices of a polyline.
    pub(super) points: Vec<Point>,
    /// Drawing units per pixel when the stroke was drawn; smaller distances are insignificant.
    pub(super) pixel: f64,
}

/// The strokes that wait to be sent, or that were sent last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Markup {
    pub(super) strokes: Vec<Stroke>,
    pub(super) sent: bool,
}

impl StrokeBuilder {
    /// Starts a stroke at a point, at a zoom in pixels per drawing unit.
    #[must_use]
    pub fn begin(at: Point, zoom: f64) -> Self {
        let pixel = if zoom > 0.0 && zoom.is_finite() {
            1.0 / zoom
        } else {
            1.0
        };
        let points = Some(at).filter(|at| at.is_finite()).into_iter().collect();
        Self { points, pixel }
    }

    /// Adds a point. Movements of less than half a pixel are ignored.
    pub fn push(&mut self, at: Point) {
        let moves = self
            .points
            .last()
            .is_none_or(|last| norm(at - *last) > self.pixel / 2.0);
        if !at.is_finite() || !moves {
            return;
        }
        self.points.push(at);
        if self.points.len() >= MOST_RAW {
            self.points = at_most(&self.points, self.pixel / 2.0, MOST_RAW / 2);
        }
    }

    /// Returns the points so far.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    pub(super) fn finished(self) -> Option<Stroke> {
        let Self { points, pixel } = self;
        let points = if recognize::is_dot(&points, pixel) {
            points.into_iter().take(1).collect()
        } else {
            at_most(&points, TOLERANCE_PX * pixel, MOST_POINTS)
        };
        (!points.is_empty()).then_some(Stroke { points, pixel })
    }
}

impl Stroke {
    /// Returns the single point of a dot, or the vertices of a polyline.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }
}

impl Markup {
    /// Adds a stroke; returns `false` if there is no room.
    pub fn add(&mut self, ink: StrokeBuilder) -> bool {
        if self.is_full() {
            return false;
        }
        if self.sent {
            *self = Self::default();
        }
        self.strokes.extend(ink.finished());
        true
    }

    /// Whether there is no room for another stroke.
    #[must_use]
    pub fn is_full(&self) -> bool {
        !self.sent && self.strokes.len() >= MOST_STROKES
    }

    /// Removes the last stroke.
    pub fn remove_last(&mut self) {
        self.strokes.pop();
        if self.strokes.is_empty() {
            *self = Self::default();
        }
    }

    /// Marks the strokes as sent with a message.
    pub fn set_sent(&mut self) {
        self.sent = !self.strokes.is_empty();
    }

    /// Whether the strokes were sent with a message.
    #[must_use]
    pub fn is_sent(&self) -> bool {
        self.sent
    }

    /// Returns the number of visible strokes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.strokes.len()
    }

    /// Whether there are no strokes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.strokes.is_empty()
    }

    /// Returns the number of strokes that will be sent with the next message.
    #[must_use]
    pub fn waiting(&self) -> usize {
        if self.sent { 0 } else { self.strokes.len() }
    }

    /// Returns the strokes, oldest first.
    #[must_use]
    pub fn strokes(&self) -> &[Stroke] {
        &self.strokes
    }
}
