//! Calls of the tools that draw dimensions and leaders, attached to the entities that were written.
//!
//! Invariant: the text of a dimension stays that of the file. A dimension that no tool draws with this text, such as one
//! along another direction or of a circle that the file does not have, has no call.

use super::marks::separate_marks;
use super::numbers::Numbers;
use super::places::{Places, Reference};
use super::statement::name_expression;
use serde_json::{Map, Value, json};
use std::f64::consts::{FRAC_PI_2, PI};
use trammel_base::numbers::number_text;
use trammel_code::write::{self, literal, literals, quote};
use trammel_kernel::{Point, Vec2, norm};
use trammel_scene::annotate::{DimStyle, Dimension, Leader, Measure, Tolerance};
use trammel_scene::{Part, Shape, between};

/// Height of the text that the tools use by default.
const TEXT_HEIGHT: f64 = 2.5;

/// Number of decimals that the tools use by default.
const DECIMALS: u8 = 2;

/// Difference of two directions in radians that is an error of a calculation.
const TURN_ERROR: f64 = 1e-9;

/// Scope of a call: the entities that it can refer to, and the form of its numbers and names.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site<'s, 'a> {
    pub(super) places: &'s Places<'a>,
    pub(super) numbers: Numbers,
    /// Whether names begin with the name of an insert.
    pub(super) in_block: bool,
}

/// Call that draws an annotation.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct AnnotationCall {
    /// Statement.
    pub(super) text: String,
    /// Index of the last statement that draws an entity to which the annotation is attached.
    pub(super) after: Option<usize>,
}

/// Arguments of a call in their order.
struct Arguments {
    tool: &'static str,
    fields: Vec<(&'static str, String)>,
    after: Option<usize>,
}

impl Arguments {
    fn new(tool: &'static str) -> Arguments {
        Arguments {
            tool,
            fields: Vec::new(),
            after: None,
        }
    }

    fn add(&mut self, field: &'static str, text: impl Into<String>) {
        self.fields.push((field, text.into()));
    }
}

impl Site<'_, '_> {
    /// Returns the call that draws a dimension or a leader with this expression as its name. `rest` has the style and the
    /// layer. Returns `None` if no tool draws the annotation with the same text.
    pub(super) fn call(
        &self,
        shape: &Shape,
        name: &str,
        rest: &Map<String, Value>,
    ) -> Option<AnnotationCall> {
        let arguments = match shape {
            Shape::Dimension(tied) => self.dimension(&tied.dimension)?,
            Shape::Leader(tied) => self.leader(&tied.leader)?,
            _ => return None,
        };
        let mut fields = vec![("name", name.to_owned())];
        fields.extend(arguments.fields);
        fields.extend(
            literals(rest)
                .into_iter()
                .filter(|(field, _)| matches!(*field, "style" | "layer")),
        );
        Some(AnnotationCall {
            text: write::call(arguments.tool, &fields),
            after: arguments.after,
        })
    }

    fn dimension(&self, dimension: &Dimension) -> Option<Arguments> {
        let shown = dimension.label();
        let style = DimStyle {
            arrow_size: dimension.style.arrow_size,
            decimals: dimension.style.decimals,
            suffix: dimension.style.suffix.clone(),
            ..DimStyle::for_text(dimension.style.text_height)
        };
        let (text, marks) = separate_marks(dimension);
        // A reference may be off by the error of the file, and a text by its last decimal.
        let is_shown = |measure: Measure| {
            let drawn = Dimension {
                value: measure.value(),
                measure,
                style: style.clone(),
                text: text.clone(),
                marks: marks.clone(),
            };
            drawn.measure.value() > 0.0 && drawn.label() == shown
        };
        let mut out = match dimension.measure {
            Measure::Linear { .. } => self.linear(&dimension.measure, is_shown)?,
            Measure::Angular { .. } => self.angular(&dimension.measure, is_shown)?,
            Measure::Radius { center, radius, at } => {
                self.round("dimension_radius", (center, radius, at), |center, radius| {
                    is_shown(Measure::Radius { center, radius, at })
                })?
            }
            Measure::Diameter { center, radius, at } => {
                self.round("dimension_diameter", (center, radius, at), |center, radius| {
                    is_shown(Measure::Diameter { center, radius, at })
                })?
            }
        };
        if let Some(text) = &text {
            out.add("text", quote(text));
        }
        look(&style, &mut out);
        if style.decimals != DECIMALS {
            out.add("decimals", style.decimals.to_string());
        }
        if !style.suffix.is_empty() {
            out.add("suffix", quote(&style.suffix));
        }
        if let Some(at) = marks.text_at {
            out.add("text_at", point(at));
        }
        match marks.tolerance {
            Some(Tolerance::Symmetric(deviation)) => out.add("tolerance", number_text(deviation)),
            Some(Tolerance::Deviations { upper, lower }) => {
                out.add("tolerance", literal(&json!({ "upper": upper, "lower": lower })));
            }
            None => {}
        }
        if let Some(fit) = &marks.fit {
            out.add("fit", quote(fit));
        }
        Some(out)
    }

    /// Returns the arguments of a distance: of attached points if the text stays, else of plain points.
    fn linear(&self, measure: &Measure, is_shown: impl Fn(Measure) -> bool) -> Option<Arguments> {
        let Measure::Linear { from, to, angle, at } = *measure else {
            return None;
        };
        let axis = match angle {
            Some(angle) => Some(Axis::of(angle, to - from)?),
            None => None,
        };
        let found = self.places.pair([from, to]);
        let of = |points: [Point; 2]| Measure::Linear {
            from: points[0],
            to: points[1],
            angle: match axis {
                Some(Axis::Horizontal) => Some(0.0),
                Some(Axis::Vertical) => Some(FRAC_PI_2),
                Some(Axis::Aligned) | None => None,
            },
            at,
        };
        let attached = [
            found[0].map_or(from, |(_, point)| point),
            found[1].map_or(to, |(_, point)| point),
        ];
        if found.iter().all(Option::is_none)
            && let Some(out) = self.extent(axis, [from, to], at)
        {
            return is_shown(of([from, to])).then_some(out);
        }
        let is_attached = is_shown(of(attached));
        let points = if is_attached { attached } else { [from, to] };
        if !is_attached && !is_shown(of(points)) {
            return None;
        }
        let (tool, offset) = match axis {
            Some(Axis::Horizontal) => ("dimension_linear", beyond(points[0].y, points[1].y, at.y)?),
            Some(Axis::Vertical) => ("dimension_linear", beyond(points[0].x, points[1].x, at.x)?),
            Some(Axis::Aligned) | None => {
                let along = points[1] - points[0];
                let across = Vec2::new(-along.y, along.x) / norm(along);
                ("dimension_aligned", (at - points[0]).dot(across))
            }
        };
        let mut out = Arguments::new(tool);
        for (field, place) in [("from", 0), ("to", 1)] {
            let reference = found[place]
                .filter(|_| is_attached)
                .map(|(reference, _)| reference);
            self.anchor(field, points[place], reference, &mut out);
        }
        out.add("offset", number_text(self.numbers.computed_length(offset)));
        match axis {
            Some(Axis::Horizontal) => out.add("direction", quote("horizontal")),
            Some(Axis::Vertical) => out.add("direction", quote("vertical")),
            Some(Axis::Aligned) | None => {}
        }
        Some(out)
    }

    /// Returns the arguments of the width or height of an entity whose bounds have these corners.
    fn extent(&self, axis: Option<Axis>, corners: [Point; 2], at: Point) -> Option<Arguments> {
        let (reference, bounds) = self.places.extent(corners)?;
        let middle = corners[0].midpoint(corners[1]);
        let (direction, offset, is_above) = match axis? {
            Axis::Horizontal => ("horizontal", at.y - middle.y, middle.y > bounds.center().y),
            Axis::Vertical => ("vertical", at.x - middle.x, middle.x > bounds.center().x),
            Axis::Aligned => return None,
        };
        // The tool measures at the side on which the dimension line is.
        if (offset >= 0.0) != is_above {
            return None;
        }
        let mut out = Arguments::new("dimension_extent");
        out.add("entity", self.entity(&reference));
        out.after = Some(reference.placed.statement);
        out.add("direction", quote(direction));
        out.add("offset", number_text(self.numbers.computed_length(offset)));
        Some(out)
    }

    /// Returns the arguments of an angle: of two straight edges if there are any, else of three points.
    fn angular(&self, measure: &Measure, is_shown: impl Fn(Measure) -> bool) -> Option<Arguments> {
        let Measure::Angular { vertex, from, to, at } = *measure else {
            return None;
        };
        if from == vertex || to == vertex || !is_shown(*measure) {
            return None;
        }
        let mut out = Arguments::new("dimension_angular");
        let (one, other) = (self.places.edges(from), self.places.edges(to));
        let pairs = one.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
        let fits = |a: [Point; 2], b: [Point; 2]| {
            let tolerance = self.places.tolerance();
            matches!(between([a.into(), b.into()], at, None), Some(Measure::Angular { vertex: v, from: f, to: t, .. })
                if norm(v - vertex) <= tolerance && norm(f - from) <= tolerance && norm(t - to) <= tolerance)
        };
        let found = pairs.into_iter().find(|((_, a), (_, b))| fits(*a, *b));
        match found {
            Some(((a, _), (b, _))) => {
                for (field, reference) in [("entity", a), ("target", b)] {
                    out.after = out.after.max(Some(reference.placed.statement));
                    out.add(field, self.entity(reference));
                }
            }
            None => {
                let [first, second] = self.places.pair([from, to]);
                let corner = self.places.point(vertex);
                let moved = Measure::Angular {
                    vertex: corner.map_or(vertex, |(_, point)| point),
                    from: first.map_or(from, |(_, point)| point),
                    to: second.map_or(to, |(_, point)| point),
                    at,
                };
                let is_attached = is_shown(moved);
                for (field, point, found) in [
                    ("entity", from, first),
                    ("target", to, second),
                    ("vertex", vertex, corner),
                ] {
                    let reference = found.filter(|_| is_attached).map(|(reference, _)| reference);
                    self.anchor(field, point, reference, &mut out);
                }
            }
        }
        out.add("at", point(at));
        Some(out)
    }

    fn round(
        &self,
        tool: &'static str,
        (center, radius, at): (Point, f64, Point),
        is_shown: impl Fn(Point, f64) -> bool,
    ) -> Option<Arguments> {
        let reach = norm(at - center);
        let on = if reach > 0.0 {
            center + (at - center) * (radius / reach)
        } else {
            center + Vec2::new(radius, 0.0)
        };
        let (reference, center, radius) = self.places.round(center, radius, on)?;
        if !is_shown(center, radius) {
            return None;
        }
        let mut out = Arguments::new(tool);
        out.after = Some(reference.placed.statement);
        out.add("target", self.entity(&reference));
        // The end of the line is computed from its length.
        let at = Point::new(
            self.numbers.computed_length(at.x),
            self.numbers.computed_length(at.y),
        );
        out.add("at", point(at));
        Some(out)
    }

    fn leader(&self, leader: &Leader) -> Option<Arguments> {
        let [tip, next, ..] = *leader.points.as_slice() else {
            return None;
        };
        let mut out = Arguments::new("leader");
        let at_point = self.places.point(tip).map(|(reference, _)| reference);
        let reference = at_point.or_else(|| self.places.outline(tip, next));
        self.anchor("target", tip, reference, &mut out);
        let rest: Vec<Value> = leader.points[1..]
            .iter()
            .flat_map(|p| [p.x.into(), p.y.into()])
            .collect();
        out.add("points", literal(&Value::Array(rest)));
        out.add("text", quote(&leader.text));
        look(&leader.style, &mut out);
        Some(out)
    }

    /// Adds a point, as a reference if there is one.
    fn anchor(&self, field: &'static str, at: Point, reference: Option<Reference<'_>>, out: &mut Arguments) {
        match reference {
            Some(reference) => {
                out.after = out.after.max(Some(reference.placed.statement));
                out.add(field, self.entity(&reference));
            }
            None => out.add(field, point(at)),
        }
    }

    /// Returns the expression of a reference.
    fn entity(&self, reference: &Reference<'_>) -> String {
        let part = |part: Part| format!("{}.{part}", reference.placed.name);
        let text = reference.part.map_or_else(|| reference.placed.name.clone(), part);
        name_expression(&text, self.in_block)
    }
}

/// Direction of a dimension line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Axis {
    Horizontal,
    Vertical,
    /// Along the measured points.
    Aligned,
}

impl Axis {
    /// Returns the direction of an angle, if a tool measures along it.
    fn of(angle: f64, along: Vec2) -> Option<Axis> {
        let turn = angle.rem_euclid(PI);
        if turn <= TURN_ERROR || turn >= PI - TURN_ERROR {
            return Some(Axis::Horizontal);
        }
        if (turn - FRAC_PI_2).abs() <= TURN_ERROR {
            return Some(Axis::Vertical);
        }
        let (sin, cos) = libm::sincos(angle);
        let off = Vec2::new(cos, sin).cross(along).abs();
        (off <= TURN_ERROR * norm(along)).then_some(Axis::Aligned)
    }
}

/// Returns the offset of a dimension line from two points; `None` between them.
fn beyond(a: f64, b: f64, line: f64) -> Option<f64> {
    let (low, high) = (a.min(b), a.max(b));
    if line >= high {
        return Some(line - high);
    }
    (line < low).then_some(line - low)
}

/// Adds the sizes of a style that differ from the default.
fn look(style: &DimStyle, out: &mut Arguments) {
    if style.text_height != TEXT_HEIGHT {
        out.add("text_height", number_text(style.text_height));
    }
    if style.arrow_size != style.text_height {
        out.add("arrow_size", number_text(style.arrow_size));
    }
}

fn point(at: Point) -> String {
    format!("[{}, {}]", number_text(at.x), number_text(at.y))
}
