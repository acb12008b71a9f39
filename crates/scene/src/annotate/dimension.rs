//! Dimensions: a measured value with its dimension line, extension lines, arrowheads and text.
//!
//! A [`Measure`] holds the measured points and the position of the dimension line; the drawn geometry is computed
//! from the measure and the style. Arrowheads and text that do not fit between the extension lines are placed
//! outside.

use super::dim_style::DimStyle;
use super::marks::Marks;
use super::parts::{Drawn, Label, unit};
use serde::{Deserialize, Serialize};
use std::f64::consts::{FRAC_PI_4, PI, TAU};
use trammel_kernel::{Affine, Conic, Path, Point, Seg, Vec2, norm};
use trammel_text as text;

/// Measured quantity with its definition points and the position of the dimension.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Measure {
    /// Distance between two points along a direction (horizontal, vertical, rotated or aligned).
    Linear {
        /// First measured point.
        from: Point,
        /// Second measured point.
        to: Point,
        /// Direction of the dimension line, in radians; `None` for the direction from `from` to `to` (aligned).
        angle: Option<f64>,
        /// A point on the dimension line.
        at: Point,
    },
    /// Angle between two rays.
    Angular {
        /// Common start point of the rays.
        vertex: Point,
        /// A point on the first ray.
        from: Point,
        /// A point on the second ray.
        to: Point,
        /// A point on the dimension arc; it also selects which of the two angles is measured.
        at: Point,
    },
    /// Radius of a circle.
    Radius {
        /// Center of the circle.
        center: Point,
        /// Radius of the circle.
        radius: f64,
        /// Position of the text, inside or outside the circle.
        at: Point,
    },
    /// Diameter of a circle.
    Diameter {
        /// Center of the circle.
        center: Point,
        /// Radius of the circle.
        radius: f64,
        /// Position of the text, inside or outside the circle.
        at: Point,
    },
}

impl Measure {
    /// Returns the measured value: a length in drawing units, or an angle in radians.
    pub fn value(&self) -> f64 {
        match *self {
            Measure::Linear {
                from,
                to,
                angle: None,
                ..
            } => norm(to - from),
            Measure::Linear {
                from,
                to,
                angle: Some(angle),
                ..
            } => (to - from).dot(along(angle)).abs(),
            Measure::Angular { vertex, from, to, at } => sector(vertex, from, to, at).1,
            Measure::Radius { radius, .. } => radius,
            Measure::Diameter { radius, .. } => 2.0 * radius,
        }
    }

    /// Returns the measure with its points mapped by `map` and its radius scaled by the square root of the area
    /// factor. The result measures lengths in world coordinates, for a dimension in a scaled group.
    #[must_use]
    pub fn map_points(&self, map: &Affine) -> Measure {
        let [a, b, c, d, ..] = map.as_coeffs();
        let grown = (a * d - b * c).abs().sqrt();
        match *self {
            Measure::Linear { from, to, angle, at } => {
                let turned = |angle: f64| {
                    let direction = (*map * (Point::ORIGIN + along(angle))) - (*map * Point::ORIGIN);
                    libm::atan2(direction.y, direction.x)
                };
                Measure::Linear {
                    from: *map * from,
                    to: *map * to,
                    angle: angle.map(turned),
                    at: *map * at,
                }
            }
            Measure::Angular { vertex, from, to, at } => Measure::Angular {
                vertex: *map * vertex,
                from: *map * from,
                to: *map * to,
                at: *map * at,
            },
            Measure::Radius { center, radius, at } => Measure::Radius {
                center: *map * center,
                radius: radius * grown,
                at: *map * at,
            },
            Measure::Diameter { center, radius, at } => Measure::Diameter {
                center: *map * center,
                radius: radius * grown,
                at: *map * at,
            },
        }
    }

    /// Returns all definition points of the measure.
    pub fn points(&self) -> Vec<Point> {
        match *self {
            Measure::Linear { from, to, at, .. } => vec![from, to, at],
            Measure::Angular { vertex, from, to, at } => vec![vertex, from, to, at],
            Measure::Radius { center, at, .. } | Measure::Diameter { center, at, .. } => vec![center, at],
        }
    }
}

/// A dimension with its displayed value, style and text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dimension {
    /// Measured quantity and its points.
    pub measure: Measure,
    /// Displayed value: a length in drawing units, or an angle in radians. In a scaled group, this value differs
    /// from `measure.value()`.
    pub value: f64,
    /// Style of the lines, arrowheads and text.
    pub style: DimStyle,
    /// Text that replaces the value; each `<>` in it stands for the formatted value with fit and tolerance.
    pub text: Option<String>,
    /// Tolerance, fit, and a custom position of the text.
    pub marks: Marks,
}

impl Dimension {
    /// Returns the displayed text: the formatted value, or the override text with the value inserted.
    pub fn label(&self) -> String {
        let value = self.value;
        let style = DimStyle {
            suffix: format!("{}{}", self.additions(), self.style.suffix),
            ..self.style.clone()
        };
        let number = match self.measure {
            Measure::Linear { .. } => style.length(value),
            Measure::Angular { .. } => style.angle(value),
            Measure::Radius { .. } => format!("R{}", style.length(value)),
            Measure::Diameter { .. } => format!("⌀{}", style.length(value)),
        };
        match &self.text {
            Some(text) => text.replace("<>", &number),
            None => number,
        }
    }

    /// Returns the fit and the tolerance as they stand between the value and the suffix; empty without both.
    pub fn additions(&self) -> String {
        let is_angle = matches!(self.measure, Measure::Angular { .. });
        self.marks.text(&self.style, is_angle)
    }

    /// Returns the lines and fills of the dimension. A text with a custom position is neither between the extension
    /// lines nor beside the dimension line; the lines and arrowheads are then those without a text.
    pub fn drawn_form(&self) -> Drawn {
        let mut out = Drawn::in_style(&self.style);
        let label = self.label();
        match self.measure {
            Measure::Linear { from, to, angle, at } => {
                let angle = angle.unwrap_or_else(|| libm::atan2(to.y - from.y, to.x - from.x));
                self.linear([from, to], along(angle), at, &label, &mut out);
            }
            Measure::Angular { vertex, from, to, at } => {
                self.angular(vertex, [from, to], at, &label, &mut out);
            }
            Measure::Radius { center, radius, at } => {
                self.round(
                    &Round {
                        center,
                        radius,
                        at,
                        whole: false,
                    },
                    &label,
                    &mut out,
                );
            }
            Measure::Diameter { center, radius, at } => {
                self.round(
                    &Round {
                        center,
                        radius,
                        at,
                        whole: true,
                    },
                    &label,
                    &mut out,
                );
            }
        }
        out
    }

    /// Returns the middle of the drawn text; `None` if no text is drawn.
    pub fn text_middle(&self) -> Option<Point> {
        self.drawn_form().labels.first().map(Label::middle)
    }

    fn linear(&self, points: [Point; 2], d: Vec2, at: Point, label: &str, out: &mut Drawn) {
        let style = &self.style;
        let across = Vec2::new(-d.y, d.x);
        let [a, b] = points.map(|point| {
            let foot = point + across * (at - point).dot(across);
            if let Some(towards) = unit(foot - point)
                && norm(foot - point) > style.extension_offset
            {
                out.line(
                    point + towards * style.extension_offset,
                    foot + towards * style.extension_beyond,
                );
            }
            foot
        });
        let along = if (b - a).dot(d) < 0.0 { -d } else { d };
        let (length, arrow) = (norm(b - a), style.arrow_size);
        let width = text::advance(label, style.text_height);
        let middle = a.midpoint(b);
        let text_fits = self.marks.text_at.is_some() || width + 2.0 * style.gap <= length;
        if length >= 2.0 * arrow && text_fits {
            out.line(a, b);
            out.arrow(a, -along, arrow);
            out.arrow(b, along, arrow);
            self.above(label, middle, along, out);
            return;
        }
        // Too narrow: the arrowheads point inward from outside, and the text also moves outside when it does not
        // fit.
        let tail = if text_fits {
            2.0 * arrow
        } else {
            2.0 * arrow + width + style.gap
        };
        out.line(a - along * (2.0 * arrow), b + along * tail);
        out.arrow(a, along, arrow);
        out.arrow(b, -along, arrow);
        let text_at = if text_fits {
            middle
        } else {
            b + along * (2.0 * arrow + width / 2.0)
        };
        self.above(label, text_at, along, out);
    }

    /// Adds the text at its custom position, or else above a line through `at` along `direction`.
    fn above(&self, label: &str, at: Point, direction: Vec2, out: &mut Drawn) {
        match self.marks.text_at {
            Some(own) => out.text_centered(label, own, direction, &self.style),
            None => out.text_above(label, at, direction, &self.style),
        }
    }

    fn angular(&self, vertex: Point, points: [Point; 2], at: Point, label: &str, out: &mut Drawn) {
        let style = &self.style;
        let radius = norm(at - vertex);
        let (start, sweep) = sector(vertex, points[0], points[1], at);
        if !(radius > 0.0 && sweep > 0.0 && radius.is_finite()) {
            return;
        }
        for point in points {
            let reach = norm(point - vertex);
            if let Some(ray) = unit(point - vertex)
                && reach + style.extension_offset < radius
            {
                out.line(
                    point + ray * style.extension_offset,
                    vertex + ray * (radius + style.extension_beyond),
                );
            }
        }
        let arc = Conic {
            t0: start,
            dt: sweep,
            ..Conic::circle(vertex, radius)
        };
        let arrow = style.arrow_size;
        // The arrowhead lies along a chord of the arc, so that both its ends are on the arc.
        let chord = 2.0 * libm::asin((arrow / (2.0 * radius)).min(1.0));
        let inside = radius * sweep >= 2.0 * arrow + text::advance(label, style.text_height).min(arrow);
        let drawn = if inside {
            arc
        } else {
            Conic {
                t0: start - 2.0 * chord,
                dt: sweep + 4.0 * chord,
                ..arc
            }
        };
        out.lines.push(Path::new(vec![Seg::Conic(drawn)], false));
        for (tip, inward) in [(start, 1.0), (start + sweep, -1.0)] {
            let back = arc.point(tip + if inside { inward } else { -inward } * chord);
            if let Some(direction) = unit(arc.point(tip) - back) {
                out.arrow(arc.point(tip), direction, arrow);
            }
        }
        let middle = start + sweep / 2.0;
        let tangent = along(middle + PI / 2.0);
        // The text stands above the arc in reading direction: on the outer side in the upper half, on the inner
        // side in the lower half.
        let upper = along(middle).y >= 0.0;
        let bulge = radius
            - (radius * radius - libm::pow(text::advance(label, style.text_height) / 2.0, 2.0))
                .max(0.0)
                .sqrt();
        let at = arc.point(middle) - if upper { Vec2::ZERO } else { along(middle) * bulge };
        self.above(label, at, tangent, out);
    }

    fn round(&self, round: &Round, label: &str, out: &mut Drawn) {
        let Round {
            center,
            radius,
            at,
            whole,
        } = *round;
        let style = &self.style;
        let ray = unit(at - center).unwrap_or_else(|| along(FRAC_PI_4));
        let (near, far) = (center + ray * radius, center - ray * radius);
        let reach = norm(at - center);
        let begin = if whole { far } else { center };
        if whole {
            out.arrow(far, -ray, style.arrow_size);
        }
        if reach > radius {
            // The text is outside the circle: the arrowhead of a radius then points inward from the text.
            let begin = if whole { far } else { near };
            out.line(begin, at);
            out.arrow(near, if whole { ray } else { -ray }, style.arrow_size);
            match self.marks.text_at {
                Some(own) => out.text_centered(label, own, Vec2::new(1.0, 0.0), style),
                None => out.text_beside(label, at, ray.x, style),
            }
        } else {
            out.line(begin, near);
            out.arrow(near, ray, style.arrow_size);
            self.above(label, begin.midpoint(near), ray, out);
        }
    }
}

/// Parameters of a radius or diameter dimension.
struct Round {
    center: Point,
    radius: f64,
    /// A point on the dimension line.
    at: Point,
    /// Whether the dimension line spans the whole diameter.
    whole: bool,
}

/// Returns the angle between the rays from `vertex` through `from` and `to` that contains `at`, as its start angle
/// and its counterclockwise sweep. Both are in radians; the sweep is between 0 and a full turn.
pub fn sector(vertex: Point, from: Point, to: Point, at: Point) -> (f64, f64) {
    let angle = |point: Point| libm::atan2(point.y - vertex.y, point.x - vertex.x);
    let (a, b) = (angle(from), angle(to));
    let turn = (b - a).rem_euclid(TAU);
    if (angle(at) - a).rem_euclid(TAU) <= turn {
        (a, turn)
    } else {
        (b, TAU - turn)
    }
}

fn along(angle: f64) -> Vec2 {
    let m = trammel_kernel::affine::rotation(angle).as_coeffs();
    Vec2::new(m[0], m[1])
}

impl Measure {
    /// Returns the point on the dimension line or arc, or the position of the text.
    pub fn position(&self) -> Point {
        let (Measure::Linear { at, .. }
        | Measure::Angular { at, .. }
        | Measure::Radius { at, .. }
        | Measure::Diameter { at, .. }) = *self;
        at
    }

    /// Whether the position is a distance from the measured points, as opposed to a point.
    pub fn has_offset(&self) -> bool {
        matches!(self, Measure::Linear { .. })
    }

    /// Returns the signed distance of a dimension line through a point from the measured points, as the tools state it;
    /// `None` if the line passes between the points or if the measure has no such distance.
    pub fn offset_of(&self, to: Point) -> Option<f64> {
        let Measure::Linear {
            from, to: end, angle, ..
        } = *self
        else {
            return None;
        };
        let Some(angle) = angle else {
            let along = end - from;
            return Some((to - from).dot(Vec2::new(-along.y, along.x)) / norm(along));
        };
        let (a, b, to) = if angle == 0.0 {
            (from.y, end.y, to.y)
        } else {
            (from.x, end.x, to.x)
        };
        let (low, high) = (a.min(b), a.max(b));
        match () {
            () if to >= high => Some(to - high),
            () if to < low => Some(to - low),
            () => None,
        }
    }

    /// Returns the measure with another position.
    #[must_use]
    pub fn with_position(mut self, to: Point) -> Measure {
        let (Measure::Linear { at, .. }
        | Measure::Angular { at, .. }
        | Measure::Radius { at, .. }
        | Measure::Diameter { at, .. }) = &mut self;
        *at = to;
        self
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use trammel_kernel::{Bounds, Path};

    fn dimension(measure: Measure) -> Dimension {
        Dimension {
            value: measure.value(),
            measure,
            style: DimStyle::default(),
            text: None,
            marks: Marks::default(),
        }
    }

    fn linear(from: (f64, f64), to: (f64, f64), degrees: f64, at: (f64, f64)) -> Dimension {
        dimension(Measure::Linear {
            from: from.into(),
            to: to.into(),
            angle: (!degrees.is_nan()).then(|| degrees.to_radians()),
            at: at.into(),
        })
    }

    fn bounds(paths: &[Path]) -> Bounds {
        Path::bounds_of(paths).unwrap()
    }

    #[test]
    fn a_linear_dimension_measures_along_its_direction() {
        let label = |d: &Dimension| (d.measure.value(), d.label());
        let (a, b) = ((0.0, 0.0), (40.0, 30.0));
        assert_eq!(label(&linear(a, b, 0.0, (0.0, 50.0))), (40.0, "40".to_owned()));
        assert_eq!(label(&linear(a, b, 90.0, (60.0, 0.0))), (30.0, "30".to_owned()));
        assert_eq!(
            label(&linear(a, b, f64::NAN, (0.0, 50.0))),
            (50.0, "50".to_owned())
        );
        assert_eq!(
            linear(b, a, libm::atan2(30.0, 40.0).to_degrees(), (0.0, 50.0)).label(),
            "50"
        );
    }

    #[test]
    fn a_linear_dimension_has_extension_lines_arrows_and_text_above() {
        let drawn = linear((0.0, 0.0), (40.0, 0.0), 0.0, (7.0, 10.0)).drawn_form();
        let style = DimStyle::default();
        let ends: Vec<_> = drawn
            .lines
            .iter()
            .map(|l| (l.start().unwrap(), l.end().unwrap()))
            .collect();
        let top = 10.0 + style.extension_beyond;
        assert_eq!(
            ends,
            [
                (Point::new(0.0, style.extension_offset), Point::new(0.0, top)),
                (Point::new(40.0, style.extension_offset), Point::new(40.0, top)),
                (Point::new(0.0, 10.0), Point::new(40.0, 10.0)),
            ]
        );
        let arrows = bounds(&drawn.fills[..2]);
        assert_eq!((arrows.min.x, arrows.max.x), (0.0, 40.0));
        let text = bounds(&drawn.fills[2..]);
        assert!((text.center().x - 20.0).abs() < 1.0);
        assert!(text.min.y > 10.0 && text.max.y < 10.0 + style.gap + 1.2 * style.text_height);
    }

    #[test]
    fn arrows_and_text_that_do_not_fit_are_drawn_outside() {
        let drawn = linear((0.0, 0.0), (3.0, 0.0), 0.0, (0.0, 10.0)).drawn_form();
        let arrows = bounds(&drawn.fills[..2]);
        assert!(arrows.min.x < -2.0 && arrows.max.x > 5.0);
        assert!(bounds(&drawn.fills[2..]).min.x > 5.0, "the text is beside");
    }

    #[test]
    fn dimension_text_reads_from_below_or_from_the_right() {
        for (degrees, at) in [(90.0, (50.0, 0.0)), (-90.0, (50.0, 0.0))] {
            let drawn = linear((0.0, 0.0), (0.0, 40.0), degrees, at).drawn_form();
            let text = bounds(&drawn.fills[2..]);
            assert!(
                text.max.x < 50.0,
                "left of a vertical line, so that it reads upward"
            );
        }
        let upside_down = linear((0.0, 0.0), (40.0, 0.0), 180.0, (0.0, 10.0)).drawn_form();
        assert!(bounds(&upside_down.fills[2..]).min.y > 10.0);
    }

    #[test]
    fn an_angular_dimension_measures_the_angle_containing_its_arc() {
        let angle = |at: (f64, f64)| {
            dimension(Measure::Angular {
                vertex: Point::ZERO,
                from: Point::new(10.0, 0.0),
                to: Point::new(0.0, 10.0),
                at: at.into(),
            })
        };
        assert_eq!(angle((5.0, 5.0)).label(), "90°");
        assert_eq!(angle((-5.0, 5.0)).label(), "270°");
        let drawn = angle((14.0, 14.0)).drawn_form();
        let arc = drawn.lines.last().unwrap();
        let radius = 14.0 * 2_f64.sqrt();
        assert!((arc.length() - radius * PI / 2.0).abs() < 1e-9);
        assert_eq!(drawn.lines.len(), 3, "two extension lines and the arc");
        assert_eq!(
            angle((5.0, 5.0)).drawn_form().lines.len(),
            1,
            "the rays reach the arc"
        );
    }

    #[test]
    fn radius_and_diameter_dimensions_are_labeled_and_drawn() {
        let (center, radius) = (Point::new(5.0, 5.0), 10.0);
        let r = |at: (f64, f64)| {
            dimension(Measure::Radius {
                center,
                radius,
                at: at.into(),
            })
        };
        let d = |at: (f64, f64)| {
            dimension(Measure::Diameter {
                center,
                radius,
                at: at.into(),
            })
        };
        assert_eq!(
            (r((30.0, 5.0)).label(), d((30.0, 5.0)).label()),
            ("R10".to_owned(), "⌀20".to_owned())
        );
        let outside = r((30.0, 5.0)).drawn_form();
        assert_eq!(outside.lines[0].start(), Some(Point::new(15.0, 5.0)));
        assert!(bounds(&outside.fills[1..]).min.x > 30.0);
        let inside = d((6.0, 5.0)).drawn_form();
        assert!((inside.lines[0].length() - 20.0).abs() < 1e-12);
        assert_eq!(bounds(&inside.fills[..2]).width(), 20.0);
        assert!(!r((5.0, 5.0)).drawn_form().lines.is_empty());
    }

    #[test]
    fn dimension_style_formats_numbers_and_texts() {
        let style = DimStyle {
            decimals: 1,
            suffix: " mm".to_owned(),
            factor: 10.0,
            ..DimStyle::default()
        };
        assert_eq!(style.length(1.25), "12.5 mm");
        assert_eq!(style.length(-0.0001), "0 mm");
        let whole = DimStyle {
            decimals: 0,
            ..DimStyle::default()
        };
        assert_eq!(
            (whole.length(100.0), whole.length(99.6)),
            ("100".to_owned(), "100".to_owned())
        );
        let mut d = linear((0.0, 0.0), (40.0, 0.0), 0.0, (0.0, 9.0));
        d.text = Some("4 x <> =".to_owned());
        assert_eq!(d.label(), "4 x 40 =");
    }

    #[test]
    fn a_text_with_an_own_position_has_its_middle_there() {
        let at = Point::new(-30.0, 17.0);
        let moved = |mut d: Dimension| {
            d.marks.text_at = Some(at);
            d.drawn_form()
        };
        let (center, radius) = (Point::ZERO, 10.0);
        let round = |x: f64| Measure::Radius {
            center,
            radius,
            at: Point::new(x, 0.0),
        };
        let corner = Measure::Angular {
            vertex: Point::ZERO,
            from: Point::new(10.0, 0.0),
            to: Point::new(0.0, 10.0),
            at: Point::new(14.0, 14.0),
        };
        let mut narrow = linear((0.0, 0.0), (6.0, 0.0), 0.0, (0.0, 10.0));
        narrow.text = Some("a long text".to_owned());
        for d in [
            linear((0.0, 0.0), (40.0, 0.0), 0.0, (0.0, 10.0)),
            narrow.clone(),
            dimension(round(30.0)),
            dimension(round(5.0)),
            dimension(corner),
        ] {
            let drawn = moved(d.clone());
            let setting = drawn.labels[0].setting;
            assert_eq!(
                (setting.at, setting.align, setting.valign),
                (at, text::Align::Center, text::Valign::Middle)
            );
            let height = text::advance(&d.label(), 2.5) + 2.5;
            assert!(bounds(&drawn.fills[drawn.labels[0].outlines.clone()]).distance_to(at) < height);
        }
        // The arrowheads of a narrow dimension stay between the extension lines, because the text needs no place there.
        let arrows = bounds(&moved(narrow).fills[..2]);
        assert_eq!((arrows.min.x, arrows.max.x), (0.0, 6.0));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(128) })]

        #[test]
        fn any_dimension_draws_finite_geometry(n in prop::array::uniform8(prop_oneof![-1e6..1e6, Just(0.0)]), kind in 0..4) {
            let point = |i: usize| Point::new(n[i], n[i + 1]);
            let (vertex, from, to, at, angle, radius) =
                (point(6), point(0), point(2), point(4), n[6], n[7].abs());
            let measure = match kind {
                0 => Measure::Linear { from, to, angle: Some(angle).filter(|angle| *angle != 0.0), at },
                1 => Measure::Angular { vertex, from, to, at },
                2 => Measure::Radius { center: from, radius, at },
                _ => Measure::Diameter { center: from, radius, at },
            };
            let d = dimension(measure);
            prop_assert!(d.measure.value() >= 0.0);
            prop_assert!(d.drawn_form().paths().all(Path::is_finite));
        }
    }

    #[test]
    fn every_measure_has_a_position() {
        let center = Point::new(1.0, 2.0);
        let at = Point::new(5.0, 5.0);
        let radius = Measure::Radius {
            center,
            radius: 3.0,
            at,
        };
        let moved = radius.with_position(center);
        assert_eq!(
            (radius.position(), moved.position(), moved.value()),
            (at, center, 3.0)
        );
    }
}
