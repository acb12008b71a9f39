//! Markup strokes: the stroke in progress, the finished stroke, and the list of strokes with its description for a model,
//! which is marked as rough.
//!
//! Invariant: the length of a description is bounded by the number of strokes, of points, and of names listed per stroke.

use super::recognize;
use super::recognize::{Direction, Form};
use super::relations::{Places, Relation};
use super::simplify::at_most;
use crate::number_format::{format_measured, format_number};
use crate::snapping::Snaps;
use std::fmt::Write;
use trammel_kernel::{Point, norm, snap::SnapKind};
use trammel_scene::{Name, Scene};

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

    pub(super) fn finish(self) -> Option<Stroke> {
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
        self.strokes.extend(ink.finish());
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

/// Distance in pixels within which a stroke end is described by a point of the drawing.
const SNAP_PX: f64 = 12.0;
/// Precision of freehand strokes in pixels.
const EXACT_PX: f64 = 4.0;
/// Maximum number of names listed for each relation of a stroke.
const MOST_NAMES: usize = 6;
/// Maximum number of crossings listed for each entity.
const MOST_CROSSINGS: usize = 2;

impl Markup {
    /// Returns the description of the strokes not sent yet; `None` if there are none.
    #[must_use]
    pub fn description(&self, scene: &Scene) -> Option<String> {
        let coarsest = self.strokes.iter().map(|stroke| stroke.pixel).reduce(f64::max)?;
        if self.is_sent() {
            return None;
        }
        let (places, snaps) = (Places::of(scene), Snaps::of(scene));
        let mut text = format!(
            "The user sketched over the drawing to show what they mean (strokes: {}; freehand, {}, y up, good to about {}). \
             It is rough and not part of the drawing: draw what is meant, exactly.",
            self.len(),
            scene.units().as_str(),
            format_measured(EXACT_PX * coarsest, coarsest),
        );
        for (at, stroke) in self.strokes.iter().enumerate() {
            let told = stroke.description(&places, &snaps);
            let written = write!(text, "\n{}. {told}", at + 1);
            debug_assert!(written.is_ok(), "writing to a string cannot fail");
        }
        Some(text)
    }
}

impl Stroke {
    fn description(&self, places: &Places<'_>, snaps: &Snaps) -> String {
        let Self { points, pixel } = self;
        let form = Form::of(points, *pixel);
        let mut parts = vec![self.look(form, snaps)];
        if let (false, [first, .., last]) = (form.is_closed(), points.as_slice()) {
            for (word, end) in [("starts", first), ("ends", last)] {
                parts.extend(self.near(*end, snaps).map(|near| format!("{word} {near}")));
            }
        }
        let around = places.around(points, form.is_closed(), *pixel);
        parts.extend(self.relations(&around));
        if !matches!(form, Form::Dot | Form::Straight(_)) {
            let points: Vec<String> = points.iter().map(|point| self.at(*point)).collect();
            parts.push(format!("points [{}]", points.join(", ")));
        }
        parts.join("; ")
    }

    fn look(&self, form: Form, snaps: &Snaps) -> String {
        let number = |value: f64| format_measured(value, self.pixel);
        let (first, last) = (self.points.first(), self.points.last());
        let ends = [first, last].map(|end| end.map_or_else(String::new, |end| self.at(*end)));
        let line = |meant: &str| format!("straight line, {meant}: {} to {}", ends[0], ends[1]);
        match form {
            Form::Dot => {
                let near = first.and_then(|first| self.near(*first, snaps));
                let near = near.map_or_else(String::new, |near| format!(", {near}"));
                format!("dot at {}{near}", ends[0])
            }
            Form::Straight(Direction::Horizontal) => line("meant horizontal"),
            Form::Straight(Direction::Vertical) => line("meant vertical"),
            Form::Straight(Direction::Slanted(degrees)) => line(&format!("at {degrees:.0} degrees")),
            Form::Open => "open line".to_owned(),
            Form::Closed => "closed line".to_owned(),
            Form::Circle { center, radius } => {
                let near = self.near(center, snaps);
                let near = near.map_or_else(String::new, |near| format!(" ({near})"));
                format!(
                    "closed, about a circle: center {}{near}, radius {}",
                    self.at(center),
                    number(radius)
                )
            }
            Form::Rect(bounds) => format!(
                "closed, about a rectangle: corner {}, width {}, height {}",
                self.at(bounds.min),
                number(bounds.width()),
                number(bounds.height())
            ),
        }
    }

    /// Describes the exact point of the drawing near `point`, and the entity to which it belongs.
    fn near(&self, point: Point, snaps: &Snaps) -> Option<String> {
        let found = snaps.at(point, SNAP_PX * self.pixel)?;
        let owner = quote_name(found.owner.as_ref()?);
        let exact = format!(
            "[{}, {}]",
            format_number(found.point.x),
            format_number(found.point.y)
        );
        Some(match found.kind {
            SnapKind::Nearest => format!("on {owner}"),
            kind => format!("near the {} {exact} of {owner}", kind.as_str()),
        })
    }

    fn relations(&self, around: &[(&Name, Relation)]) -> Vec<String> {
        let plain = |word: &str, wanted: &Relation| {
            let names = around.iter().filter(|(_, relation)| relation == wanted);
            join_items(word, names.map(|(name, _)| quote_name(name)).collect())
        };
        let crossed = around.iter().filter_map(|(name, relation)| match relation {
            Relation::Crosses(points) => Some(self.crossing(name, points)),
            _ => None,
        });
        [
            plain("follows", &Relation::Follows),
            join_items("crosses", crossed.collect()),
            plain("touches", &Relation::Touches),
            plain("surrounds", &Relation::Surrounds),
            plain("lies in", &Relation::Within),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    fn crossing(&self, name: &Name, points: &[Point]) -> String {
        let shown: Vec<String> = points
            .iter()
            .take(MOST_CROSSINGS)
            .map(|point| self.at(*point))
            .collect();
        let more = if points.len() > MOST_CROSSINGS {
            format!(" ({} times)", points.len())
        } else {
            String::new()
        };
        format!("{} at {}{more}", quote_name(name), shown.join(" and "))
    }

    fn at(&self, point: Point) -> String {
        let number = |value| format_measured(value, self.pixel);
        format!("[{}, {}]", number(point.x), number(point.y))
    }
}

/// Quotes a name as a JSON string.
fn quote_name(name: &Name) -> String {
    serde_json::Value::from(name.as_str()).to_string()
}

/// Joins a word and a list of items, of which at most [`MOST_NAMES`] are listed.
fn join_items(word: &str, mut what: Vec<String>) -> Option<String> {
    let more = what.len().saturating_sub(MOST_NAMES);
    what.truncate(MOST_NAMES);
    if more > 0 {
        what.push(format!("{more} more"));
    }
    (!what.is_empty()).then(|| format!("{word} {}", what.join(", ")))
}
