//! Description of markup as text for a model: compact, marked as rough, and with quoted names.
//!
//! Invariant: the length is bounded by the number of strokes, of points, and of names listed per stroke.

use super::recognize::{Direction, Form};
use super::relations::{Places, Relation};
use super::strokes::{Markup, Stroke};
use crate::number_format::{measured, trimmed};
use crate::snapping::Snaps;
use std::fmt::Write;
use trammel_kernel::Point;
use trammel_kernel::snap::SnapKind;
use trammel_scene::{Name, Scene};

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
    pub fn told(&self, scene: &Scene) -> Option<String> {
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
            measured(EXACT_PX * coarsest, coarsest),
        );
        for (at, stroke) in self.strokes.iter().enumerate() {
            let told = stroke.told(&places, &snaps);
            let written = write!(text, "\n{}. {told}", at + 1);
            debug_assert!(written.is_ok(), "writing to a string cannot fail");
        }
        Some(text)
    }
}

impl Stroke {
    fn told(&self, places: &Places<'_>, snaps: &Snaps) -> String {
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
        let number = |value: f64| measured(value, self.pixel);
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
        let owner = quoted(found.owner.as_ref()?);
        let exact = format!("[{}, {}]", trimmed(found.point.x), trimmed(found.point.y));
        Some(match found.kind {
            SnapKind::Nearest => format!("on {owner}"),
            kind => format!("near the {} {exact} of {owner}", kind.as_str()),
        })
    }

    fn relations(&self, around: &[(&Name, Relation)]) -> Vec<String> {
        let plain = |word: &str, wanted: &Relation| {
            let names = around.iter().filter(|(_, relation)| relation == wanted);
            listed(word, names.map(|(name, _)| quoted(name)).collect())
        };
        let crossed = around.iter().filter_map(|(name, relation)| match relation {
            Relation::Crosses(points) => Some(self.crossing(name, points)),
            _ => None,
        });
        [
            plain("follows", &Relation::Follows),
            listed("crosses", crossed.collect()),
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
        format!("{} at {}{more}", quoted(name), shown.join(" and "))
    }

    fn at(&self, point: Point) -> String {
        let number = |value| measured(value, self.pixel);
        format!("[{}, {}]", number(point.x), number(point.y))
    }
}

/// Quotes a name as a JSON string.
fn quoted(name: &Name) -> String {
    serde_json::Value::from(name.as_str()).to_string()
}

/// Joins a word and a list of items, of which at most [`MOST_NAMES`] are listed.
fn listed(word: &str, mut what: Vec<String>) -> Option<String> {
    let more = what.len().saturating_sub(MOST_NAMES);
    what.truncate(MOST_NAMES);
    if more > 0 {
        what.push(format!("{more} more"));
    }
    (!what.is_empty()).then(|| format!("{word} {}", what.join(", ")))
}
