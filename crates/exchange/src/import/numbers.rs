//! Numbers of imported shapes: conversion to the unit of the drawing, and rounding to the precision of the file.
//!
//! Invariant: rounding never makes a shape invalid; such a shape keeps its numbers.

use super::super::imported::Precision;
use super::radii::with_short_radii;
use super::rounding::{MAX_DECIMALS, round_to_decimals};
use std::{f64::consts::TAU, sync::Arc};
use trammel_kernel::{Affine, Path, Point, Seg, Vec2, svg};
use trammel_scene::{
    PathData, Shape, Style, Text, TiedDimension, TiedHatch, TiedLeader, Transform, Units,
    annotate::{Dimension, Leader, Marks, Measure},
};

/// Number of decimals of angles in radians. Ends of arcs are as exact as their centers with it.
const ANGLE_DECIMALS: u8 = 12;

/// Number of decimals of an angle in degrees, and the difference in radians that is an error of a calculation.
const DEGREE_DECIMALS: u8 = 6;
const ROTATION_ERROR: f64 = 1e-12;

/// Number of decimals of the pieces of a region, which must stay connected.
const PIECE_DECIMALS: u8 = 9;

/// Number of decimals of a number that has more than the coordinates of its file.
const FINE_DECIMALS: u8 = 12;

/// Least number of decimals of a number in another unit than that of its file.
const CONVERTED_DECIMALS: u8 = 9;

/// Difference of the directions of a text in radians that is not another side.
const SIDE_ERROR: f64 = 1e-3;

/// Numbers of decimals between which places of a file are compared. A center that is computed from a bulge has an error of
/// several units of the ninth decimal.
const LEAST_EXACT_DECIMALS: u8 = 3;
const LEAST_COMPUTED_DECIMALS: u8 = 6;
const MOST_EXACT_DECIMALS: u8 = 8;

/// Largest difference that is an error of a calculation: a small part of the size of a number, or of a coordinate from
/// which the number was computed.
const ERROR: f64 = 1e-10;
const RELATIVE_ERROR: f64 = 1e-12;

/// Conversion of numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers {
    /// Length of the file's unit in units of the drawing.
    pub(super) factor: f64,
    decimals: u8,
    /// Whether a number with more decimals than those of its file keeps them.
    is_written: bool,
}

impl Numbers {
    /// Creates the conversion from the unit of a file whose numbers have this precision.
    pub(super) fn new(from: Units, to: Units, precision: Precision) -> Numbers {
        let factor = from.millimeters() / to.millimeters();
        let (decimals, is_written) = match precision {
            Precision::Written(decimals) => (decimals, from == to),
            Precision::Computed(decimals) => (decimals, false),
        };
        let mut decimals = decimals.min(MAX_DECIMALS);
        if from != to {
            // A smaller factor moves digits behind the point, and most factors add digits.
            let shift = (1..=6).find(|n| factor * 10f64.powi(i32::from(*n)) >= 1.0);
            let shift = if factor >= 1.0 { 0 } else { shift.unwrap_or(6) };
            decimals = (decimals + shift + 1).clamp(CONVERTED_DECIMALS, MAX_DECIMALS);
        }
        Numbers {
            factor,
            decimals,
            is_written,
        }
    }

    /// Returns a length in the unit of the drawing, rounded.
    pub(super) fn length(self, value: f64) -> f64 {
        self.shorten(value * self.factor, self.decimals)
    }

    /// Rounds a number to this many decimals; a number as written only as far as its error goes.
    fn shorten(self, value: f64, decimals: u8) -> f64 {
        let short = round_to_decimals(value, decimals);
        let is_error = (short - value).abs() <= ERROR.max(value.abs() * RELATIVE_ERROR);
        if self.is_written && !is_error {
            round_to_decimals(value, decimals.max(FINE_DECIMALS))
        } else {
            short
        }
    }

    /// Rounds a length in the unit of the drawing that was computed from places of the file.
    pub(super) fn computed_length(self, value: f64) -> f64 {
        round_to_decimals(
            value,
            self.decimals.clamp(LEAST_COMPUTED_DECIMALS, MOST_EXACT_DECIMALS),
        )
    }

    /// Returns the largest distance in the drawing between two places that the file may mean as one: its last decimal, at
    /// most a thousandth.
    pub(super) fn tolerance(self) -> f64 {
        0.6 * 10f64.powi(-i32::from(
            self.decimals.clamp(LEAST_EXACT_DECIMALS, MOST_EXACT_DECIMALS),
        ))
    }

    /// Returns a step between copies in the unit of the drawing, with more decimals because its error adds up.
    pub(super) fn step(self, value: f64) -> f64 {
        round_to_decimals(value * self.factor, self.decimals.max(ANGLE_DECIMALS))
    }

    /// Returns a factor, rounded.
    pub(super) fn ratio(value: f64) -> f64 {
        round_to_decimals(value, ANGLE_DECIMALS)
    }

    /// Returns a rotation in radians: of a whole number of millionths of a degree exactly, as code computes it from
    /// degrees, else rounded.
    pub(super) fn rotation(value: f64) -> f64 {
        let degrees = round_to_decimals(value.to_degrees(), DEGREE_DECIMALS).to_radians();
        if (degrees - value).abs() <= ROTATION_ERROR * value.abs().max(1.0) {
            return degrees;
        }
        round_to_decimals(value, ANGLE_DECIMALS)
    }

    /// Returns a style in the unit of the drawing.
    pub(super) fn style(self, style: &Style) -> Style {
        let mut style = style.clone();
        if let Some(stroke) = &mut style.stroke {
            stroke.width = self.width(stroke.width);
            stroke.dash = stroke.dash.iter().map(|length| self.width(*length)).collect();
        }
        style
    }

    /// Returns the width of a line or the length of a dash in the unit of the drawing.
    pub(super) fn width(self, value: f64) -> f64 {
        if self.factor == 1.0 {
            return value;
        }
        let exact = value * self.factor;
        let short = round_to_decimals(exact, 6);
        if short > 0.0 { short } else { exact }
    }

    /// Returns a transform in the unit of the drawing.
    pub(super) fn transform(self, transform: &Transform) -> Transform {
        Transform {
            translate: Vec2::new(self.step(transform.translate.x), self.step(transform.translate.y)),
            pivot: transform
                .pivot
                .map(|pivot| Point::new(self.step(pivot.x), self.step(pivot.y))),
            ..*transform
        }
    }

    /// Returns a shape in the unit of the drawing, rounded.
    pub(super) fn shape(self, shape: &Shape) -> Shape {
        let short = self.round_lengths(shape);
        if short.check().is_ok() && !is_collapsed(shape, &short) {
            return short;
        }
        let exact = Numbers {
            decimals: u8::MAX,
            ..self
        };
        exact.round_lengths(shape)
    }

    fn round_lengths(self, shape: &Shape) -> Shape {
        let length = |value: f64| self.length(value);
        let point = |point: Point| Point::new(length(point.x), length(point.y));
        let points = |points: &[Point]| points.iter().copied().map(point).collect::<Vec<_>>();
        match shape {
            Shape::Line { points: all, closed } => Shape::Line {
                points: points(all),
                closed: *closed,
            },
            Shape::Circle { center, radius } => Shape::Circle {
                center: point(*center),
                radius: length(*radius),
            },
            Shape::Rect {
                corner,
                width,
                height,
                corner_radius,
            } => Shape::Rect {
                corner: point(*corner),
                width: length(*width),
                height: length(*height),
                corner_radius: length(*corner_radius),
            },
            Shape::Arc {
                center,
                radius,
                start_angle,
                end_angle,
            } => Shape::Arc {
                center: point(*center),
                radius: length(*radius),
                start_angle: self.angle(*start_angle),
                end_angle: self.end_angle(*start_angle, *end_angle),
            },
            Shape::Polygon { points: all, holes } => Shape::Polygon {
                points: points(all),
                holes: holes.iter().map(|hole| points(hole)).collect(),
            },
            Shape::Ellipse {
                center,
                rx,
                ry,
                rotation,
                start_angle,
                end_angle,
            } => Shape::Ellipse {
                center: point(*center),
                rx: self.step(*rx),
                ry: self.step(*ry),
                rotation: self.angle(*rotation),
                start_angle: self.angle(*start_angle),
                end_angle: self.end_angle(*start_angle, *end_angle),
            },
            Shape::Point { at } => Shape::Point { at: point(*at) },
            Shape::Text(text) => Shape::Text(Arc::new(Text {
                at: point(text.at),
                size: length(text.size),
                angle: self.angle(text.angle),
                ..(**text).clone()
            })),
            Shape::Bezier(data) => Shape::Bezier(self.path(data)),
            Shape::Region { paths } => Shape::Region {
                paths: self.pieces(paths),
            },
            Shape::Dimension(_) | Shape::Leader(_) | Shape::Hatch(_) => self.annotation(shape),
            Shape::Group => Shape::Group,
        }
    }

    /// Returns a point in the unit of the drawing, rounded.
    pub(super) fn point(self, point: Point) -> Point {
        Point::new(self.length(point.x), self.length(point.y))
    }

    /// Returns an angle, rounded unless the numbers are exact.
    pub(super) fn angle(self, value: f64) -> f64 {
        if self.decimals > MAX_DECIMALS {
            return value;
        }
        Numbers::rotation(value)
    }

    /// Returns the end of a sweep, which stays a whole turn.
    fn end_angle(self, start: f64, end: f64) -> f64 {
        if (end - start - TAU).abs() <= ROTATION_ERROR * TAU {
            return self.angle(start) + TAU;
        }
        self.angle(end)
    }

    /// Returns a path. The numbers of a path with arcs are not rounded: a radius that is off by a little turns the end
    /// of a half circle by much more.
    fn path(self, data: &PathData) -> PathData {
        let has_arcs = data.text().contains(['A', 'a']);
        if self.factor == 1.0 && self.decimals > MAX_DECIMALS {
            return data.clone();
        }
        if self.factor == 1.0 && has_arcs {
            return with_short_radii(data).unwrap_or_else(|| data.clone());
        }
        let scaled: Vec<Path> = data
            .paths()
            .iter()
            .map(|path| path.transformed(&Affine::scale(self.factor)))
            .collect();
        let paths = if has_arcs {
            scaled
        } else {
            scaled
                .iter()
                .map(|path| self.rounded_path(path, self.decimals))
                .collect()
        };
        PathData::new(&svg::write(&paths, false)).unwrap_or_else(|_| data.clone())
    }

    /// Returns outlines in the unit of the drawing, with their points rounded.
    pub(super) fn pieces(self, paths: &[Path]) -> Vec<Path> {
        let scale = Affine::scale(self.factor);
        let decimals = self.decimals.max(PIECE_DECIMALS);
        paths
            .iter()
            .map(|path| self.rounded_path(&path.transformed(&scale), decimals))
            .collect()
    }

    /// Returns a path with its points rounded. Arcs stay exact, so that they end on their neighbors.
    fn rounded_path(self, path: &Path, decimals: u8) -> Path {
        let point = |point: Point| {
            let short = |value| self.shorten(value, decimals);
            Point::new(short(point.x), short(point.y))
        };
        let segs = path.segs.iter().map(|seg| match seg {
            Seg::Line { a, b } => Seg::Line {
                a: point(*a),
                b: point(*b),
            },
            Seg::Cubic(c) => {
                let mut c = *c;
                (c.p0, c.p1, c.p2, c.p3) = (point(c.p0), point(c.p1), point(c.p2), point(c.p3));
                Seg::Cubic(c)
            }
            Seg::Conic(conic) => Seg::Conic(*conic),
        });
        Path::new(segs.collect(), path.closed)
    }
}

/// Whether rounding moved two different points of a shape to one place, or the text of an annotation to another side.
fn is_collapsed(exact: &Shape, short: &Shape) -> bool {
    let met = |a: &[Point], b: &[Point]| {
        let pairs = a.windows(2).zip(b.windows(2));
        pairs.into_iter().any(|(a, b)| a[0] != a[1] && b[0] == b[1])
    };
    match (exact, short) {
        (Shape::Line { points: a, .. }, Shape::Line { points: b, .. }) => met(a, b),
        (Shape::Polygon { points: a, holes: c }, Shape::Polygon { points: b, holes: d }) => {
            met(a, b) || c.iter().zip(d).any(|(a, b)| met(a, b))
        }
        (Shape::Bezier(a), Shape::Bezier(b)) => a.paths().len() != b.paths().len(),
        (Shape::Leader(a), Shape::Leader(b)) if met(&a.leader.points, &b.leader.points) => true,
        (Shape::Dimension(_) | Shape::Leader(_), _) => {
            let settings = |shape: &Shape| {
                let labels = shape.drawn_form().map(|drawn| drawn.labels).unwrap_or_default();
                labels.first().map(|label| label.setting)
            };
            settings(exact)
                .zip(settings(short))
                .is_some_and(|(a, b)| a.align != b.align || (a.angle - b.angle).abs() > SIDE_ERROR)
        }
        _ => false,
    }
}

impl Numbers {
    fn measure(self, measure: &Measure) -> Measure {
        let (length, point) = (|value: f64| self.length(value), |at: Point| self.point(at));
        match *measure {
            Measure::Linear { from, to, angle, at } => Measure::Linear {
                from: point(from),
                to: point(to),
                angle: angle.map(|angle| self.angle(angle)),
                at: point(at),
            },
            Measure::Angular { vertex, from, to, at } => Measure::Angular {
                vertex: point(vertex),
                from: point(from),
                to: point(to),
                at: point(at),
            },
            Measure::Radius { center, radius, at } => Measure::Radius {
                center: point(center),
                radius: length(radius),
                at: point(at),
            },
            Measure::Diameter { center, radius, at } => Measure::Diameter {
                center: point(center),
                radius: length(radius),
                at: point(at),
            },
        }
    }

    /// Returns an annotation in the unit of the drawing, rounded.
    pub(super) fn annotation(self, shape: &Shape) -> Shape {
        match shape {
            Shape::Dimension(tied) => Shape::Dimension(Arc::new(TiedDimension {
                dimension: Dimension {
                    measure: self.measure(&tied.dimension.measure),
                    value: match tied.dimension.measure {
                        Measure::Angular { .. } => tied.dimension.value,
                        _ => self.length(tied.dimension.value),
                    },
                    style: tied.dimension.style.map_lengths(|length| self.width(length)),
                    text: tied.dimension.text.clone(),
                    marks: self.marks(&tied.dimension),
                },
                ..(**tied).clone()
            })),
            Shape::Leader(tied) => Shape::Leader(Arc::new(TiedLeader {
                leader: Leader {
                    points: tied
                        .leader
                        .points
                        .iter()
                        .map(|point| self.point(*point))
                        .collect(),
                    style: tied.leader.style.map_lengths(|length| self.width(length)),
                    text: tied.leader.text.clone(),
                },
                ..(**tied).clone()
            })),
            Shape::Hatch(tied) => Shape::Hatch(Arc::new(TiedHatch {
                boundary: self.pieces(&tied.boundary),
                scale: tied.scale * self.factor,
                ..(**tied).clone()
            })),
            other => other.clone(),
        }
    }

    /// Returns the optional parts of a dimension: a position and a tolerance are lengths, except the tolerance of an angle.
    fn marks(self, dimension: &Dimension) -> Marks {
        let is_angle = matches!(dimension.measure, Measure::Angular { .. });
        let factor = if is_angle { 1.0 } else { self.factor };
        Marks {
            text_at: dimension.marks.text_at.map(|at| self.point(at)),
            tolerance: dimension
                .marks
                .tolerance
                .map(|tolerance| tolerance.scale_lengths(factor)),
            fit: dimension.marks.fit.clone(),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn circle(x: f64, radius: f64) -> Shape {
        Shape::Circle {
            center: Point::new(x, 0.0),
            radius,
        }
    }

    #[test]
    fn numbers_are_rounded_to_the_decimals_of_the_file() {
        let numbers = Numbers::new(Units::Mm, Units::Mm, Precision::Computed(3));
        assert_eq!(numbers.shape(&circle(0.1 + 0.2, 2.500_04)), circle(0.3, 2.5));
    }

    #[test]
    fn a_number_as_written_loses_no_digit() {
        for decimals in 0..=15 {
            let numbers = Numbers::new(Units::Mm, Units::Mm, Precision::Written(decimals));
            for value in [2.5, 0.18, 0.000_123, 1_000.25, 100_000.062_5, -0.123_456_789] {
                assert_eq!(numbers.length(value), value, "{decimals} decimals");
            }
        }
        let whole = Numbers::new(Units::Mm, Units::Mm, Precision::Written(1));
        assert_eq!(whole.length(1_000.3 - 1_000.1), 0.2);
        let inches = Numbers::new(Units::Mm, Units::In, Precision::Written(0));
        assert_eq!(inches.length(2.5), 0.098_425_197);
    }

    #[test]
    fn the_radius_of_a_bulge_is_short_unless_its_arc_would_move() {
        let numbers = Numbers::new(Units::Mm, Units::Mm, Precision::Written(9));
        let path = |text: &str| {
            let Shape::Bezier(path) = numbers.shape(&Shape::Bezier(PathData::new(text).unwrap())) else {
                panic!("not a path");
            };
            path.text().to_owned()
        };
        assert_eq!(
            path("M0 0A0.5000000000933402 0.5000000000933402 0 0 1 0.5 0.5L3 0"),
            "M0 0A0.5 0.5 0 0 1 0.5 0.5L3 0"
        );
        let half = "M0 0A0.5000000009 0.5000000009 0 0 1 1 0";
        assert_eq!(path(half), half);
    }

    #[test]
    fn an_angle_in_degrees_is_exact() {
        let exact = 30.0_f64.to_radians();
        assert_eq!(Numbers::rotation(exact + 3e-13), exact);
        assert_eq!(Numbers::rotation(1.234_567_890_123_456), 1.234_567_890_123);
    }

    #[test]
    fn a_shape_that_rounding_would_collapse_keeps_its_numbers() {
        let numbers = Numbers::new(Units::Mm, Units::Mm, Precision::Computed(2));
        assert_eq!(numbers.shape(&circle(1.0, 0.001)), circle(1.0, 0.001));
        let line = Shape::Line {
            points: vec![Point::new(0.0, 0.0), Point::new(0.001, 0.0)],
            closed: false,
        };
        assert_eq!(numbers.shape(&line), line);
    }

    #[test]
    fn lengths_are_converted_between_units() {
        let inches = Numbers::new(Units::In, Units::Mm, Precision::Written(4));
        assert_eq!(inches.shape(&circle(1.0, 0.125)), circle(25.4, 3.175));
        let meters = Numbers::new(Units::Mm, Units::M, Precision::Written(3));
        assert_eq!(meters.length(12.345), 0.012_345);
        let text = PathData::new("M 0 0 A 1 1 0 0 1 2 0").unwrap();
        let Shape::Bezier(path) = inches.shape(&Shape::Bezier(text)) else {
            panic!("not a path");
        };
        let end = path.paths()[0].end().unwrap();
        assert!((end.x - 50.8).abs() < 1e-9 && end.y.abs() < 1e-9, "{end:?}");
    }
}
