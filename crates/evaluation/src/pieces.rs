//! Drawing as a list of pieces: lines, arcs, curves, and annotations in world coordinates.
//!
//! Invariants: a piece does not depend on the way it was drawn. A rectangle, a polygon, and four lines give the same
//! pieces; consecutive pieces on one line or one circle are joined, and the direction of a piece does not count.

use super::label::misleading;
use std::f64::consts::TAU;
use trammel_kernel::{Affine, Conic, Path, Point, Seg, Vec2, norm};
use trammel_scene::annotate::Measure;
use trammel_scene::{Scene, Shape};

/// Kind of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Line,
    Arc,
    Circle,
    /// Full ellipse.
    Ellipse,
    /// Elliptic arc or Bézier curve.
    Curve,
    Point,
    Text,
    Leader,
    Hatch,
    Dimension,
}

/// Piece of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Piece {
    /// Name of the entity.
    pub(super) name: String,
    pub(super) form: Form,
    /// Points that determine the piece, from one end to the other.
    points: Vec<Point>,
    /// Value of a dimension, or 0.
    value: f64,
    /// Text of a text, a leader, or a dimension with a misleading label; pattern of a hatch.
    words: String,
}

/// Comparison of a drawing with the one of the reference.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Likeness {
    /// Harmonic mean of precision and recall of the geometric pieces.
    pub(super) line_f1: f64,
    /// Share of the reference's dimensions that the drawing has; `None` without dimensions.
    pub(super) dimension_ratio: Option<f64>,
}

impl Piece {
    fn new(name: &str, form: Form, points: Vec<Point>) -> Piece {
        Piece {
            name: name.to_owned(),
            form,
            points,
            value: 0.0,
            words: String::new(),
        }
    }

    /// Whether this is geometry, not an annotation.
    fn is_geometry(&self) -> bool {
        !matches!(self.form, Form::Leader | Form::Hatch | Form::Dimension)
    }

    /// Whether both pieces look the same within the tolerance of checks. Names do not count.
    pub(super) fn is_like(&self, other: &Piece) -> bool {
        let pairs = |points: &mut dyn Iterator<Item = &Point>| {
            points
                .zip(&other.points)
                .all(|(a, b)| near(a.x, b.x) && near(a.y, b.y))
        };
        self.form == other.form
            && self.points.len() == other.points.len()
            && near(self.value, other.value)
            && self.words == other.words
            && (pairs(&mut self.points.iter()) || pairs(&mut self.points.iter().rev()))
    }

    /// Returns a sum of the coordinates that does not depend on the direction, and by how much the sums of two pieces
    /// that look the same may differ.
    fn key(&self) -> (f64, f64) {
        let sum = self.points.iter().map(|point| point.x + 0.37 * point.y).sum();
        let size: f64 = self
            .points
            .iter()
            .map(|point| point.x.abs() + point.y.abs())
            .sum();
        (sum, 1e-5_f64.max(1e-8 * size))
    }

    /// Describes the piece for a message.
    pub(super) fn describe(&self) -> String {
        let points: Vec<String> = self
            .points
            .iter()
            .map(|point| format!("({:.6}, {:.6})", point.x, point.y))
            .collect();
        let form = format!("{:?}", self.form).to_lowercase();
        format!("{form} of '{}' {}", self.name, points.join(" "))
    }
}

/// Whether two numbers are equal within 1e-6, or 1e-9 of their size.
fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-6_f64.max(1e-9 * a.abs().max(b.abs()))
}

/// Returns the pieces of a drawing, hidden entities included.
pub(super) fn pieces(scene: &Scene) -> Vec<Piece> {
    let mut out = Vec::new();
    for entity in scene.walk() {
        let name = entity.name.as_str();
        let map = scene.parent_transform(entity) * entity.matrix();
        match &entity.shape {
            Shape::Group => {}
            Shape::Point { at } => out.push(Piece::new(name, Form::Point, vec![map * *at])),
            Shape::Text(text) => {
                let corners = entity.shape.bounds(&map);
                let corners = corners.map_or_else(Vec::new, |bounds| vec![bounds.min, bounds.max]);
                let words = text.text.clone();
                out.push(Piece {
                    words,
                    ..Piece::new(name, Form::Text, corners)
                });
            }
            Shape::Leader(tied) => out.push(Piece {
                words: tied.leader.text.clone(),
                ..Piece::new(
                    name,
                    Form::Leader,
                    tied.leader.points.iter().take(1).map(|p| map * *p).collect(),
                )
            }),
            Shape::Hatch(tied) => {
                let paths: Vec<Path> = tied.boundary.iter().map(|path| path.transformed(&map)).collect();
                let corners = Path::bounds_of(&paths);
                let corners = corners.map_or_else(Vec::new, |bounds| vec![bounds.min, bounds.max]);
                out.push(Piece {
                    value: tied.scale + tied.angle,
                    words: tied.pattern.clone(),
                    ..Piece::new(name, Form::Hatch, corners)
                });
            }
            Shape::Dimension(tied) => out.push(Piece {
                value: tied.dimension.value,
                words: misleading(&tied.dimension),
                ..Piece::new(
                    name,
                    Form::Dimension,
                    measured_points(&tied.dimension.measure, &map),
                )
            }),
            shape => {
                for path in shape.paths() {
                    out.extend(of_path(name, &path.transformed(&map)));
                }
            }
        }
    }
    out
}

/// Returns the measured points of a dimension. Points of a length are projected on its direction, because the place
/// beside that direction does not change what is measured.
fn measured_points(measure: &Measure, map: &Affine) -> Vec<Point> {
    match measure.map_points(map) {
        Measure::Linear { from, to, angle, .. } => {
            let direction = match angle {
                Some(angle) => {
                    let (sin, cos) = libm::sincos(angle);
                    Vec2::new(cos, sin)
                }
                None => (to - from) / norm(to - from).max(f64::MIN_POSITIVE),
            };
            let on = |point: Point| (direction * direction.dot(point.to_vec2())).to_point();
            vec![on(from), on(to)]
        }
        Measure::Angular { vertex, .. } => vec![vertex],
        Measure::Radius { center, .. } | Measure::Diameter { center, .. } => vec![center],
    }
}

/// Circular arc with its signed sweep.
#[derive(Clone, Copy)]
struct Turn {
    center: Point,
    radius: f64,
    start: f64,
    sweep: f64,
}

impl Turn {
    fn of(conic: &Conic) -> Option<Turn> {
        let radius = conic.radius()?;
        let from = conic.start() - conic.c;
        let sweep = if conic.is_ccw() {
            conic.dt.abs()
        } else {
            -conic.dt.abs()
        };
        Some(Turn {
            center: conic.c,
            radius,
            start: libm::atan2(from.y, from.x),
            sweep,
        })
    }

    fn at(&self, u: f64) -> Point {
        let (sin, cos) = libm::sincos(self.start + u * self.sweep);
        self.center + Vec2::new(cos, sin) * self.radius
    }

    fn same_circle(&self, other: &Turn) -> bool {
        near(self.center.x, other.center.x)
            && near(self.center.y, other.center.y)
            && near(self.radius, other.radius)
            && self.sweep * other.sweep > 0.0
    }
}

/// Part of a path between two corners.
#[derive(Clone, Copy)]
enum Run {
    Line(Point, Point),
    Turn(Turn),
    Other(Seg),
}

impl Run {
    fn of(seg: &Seg) -> Option<Run> {
        match seg {
            Seg::Line { a, b } if norm(*b - *a) <= 1e-9 => None,
            Seg::Line { a, b } => Some(Run::Line(*a, *b)),
            Seg::Conic(conic) => Some(Turn::of(conic).map_or(Run::Other(*seg), Run::Turn)),
            Seg::Cubic(_) => Some(Run::Other(*seg)),
        }
    }

    /// Returns this part and the next as one, if they lie on one line or one circle.
    fn join(&self, next: &Run) -> Option<Run> {
        match (self, next) {
            (Run::Line(a, b), Run::Line(c, d)) if same(*b, *c) => {
                let (first, second, all) = (*b - *a, *d - *c, *d - *a);
                let is_straight = first.dot(second) > 0.0 && near(first.cross(all) / norm(all), 0.0);
                is_straight.then_some(Run::Line(*a, *d))
            }
            (Run::Turn(a), Run::Turn(b)) if a.same_circle(b) && same(a.at(1.0), b.at(0.0)) => {
                Some(Run::Turn(Turn {
                    sweep: (a.sweep + b.sweep).clamp(-TAU, TAU),
                    ..*a
                }))
            }
            _ => None,
        }
    }

    fn piece(&self, name: &str) -> Piece {
        match self {
            Run::Line(a, b) => Piece::new(name, Form::Line, vec![*a, *b]),
            Run::Turn(turn) if turn.sweep.abs() >= TAU - 1e-9 => Piece {
                value: turn.radius,
                ..Piece::new(name, Form::Circle, vec![turn.center])
            },
            Run::Turn(turn) => Piece::new(name, Form::Arc, vec![turn.at(0.0), turn.at(0.5), turn.at(1.0)]),
            // The sums of squares of two conjugate half diameters are the same for every pair of them.
            Run::Other(Seg::Conic(conic)) if conic.is_full() => {
                let (p, q) = (conic.p, conic.q);
                let (xx, yy) = (p.x * p.x + q.x * q.x, p.y * p.y + q.y * q.y);
                let size = (xx + yy).sqrt().max(f64::MIN_POSITIVE);
                Piece {
                    value: (p.x * p.y + q.x * q.y) / size,
                    ..Piece::new(
                        name,
                        Form::Ellipse,
                        vec![conic.c, Point::new(xx.sqrt(), yy.sqrt()), conic.c],
                    )
                }
            }
            Run::Other(seg) => {
                let points = [0.0, 0.25, 0.5, 0.75, 1.0].map(|u| seg.point_at(u));
                Piece::new(name, Form::Curve, points.to_vec())
            }
        }
    }
}

fn same(a: Point, b: Point) -> bool {
    near(a.x, b.x) && near(a.y, b.y)
}

fn of_path(name: &str, path: &Path) -> Vec<Piece> {
    let mut runs: Vec<Run> = Vec::new();
    for run in path.segs.iter().filter_map(Run::of) {
        match runs.last().and_then(|last| last.join(&run)) {
            Some(joined) => {
                runs.pop();
                runs.push(joined);
            }
            None => runs.push(run),
        }
    }
    // The start of a closed path may lie within a line or an arc.
    if let [first, .., last] = runs[..]
        && let Some(joined) = last.join(&first)
    {
        runs.pop();
        runs[0] = joined;
    }
    runs.iter().map(|run| run.piece(name)).collect()
}

/// Matches pieces one to one and returns those of either drawing that the other does not have. `alike` decides about
/// a pair.
pub(super) fn differences<'a>(
    drawn: &[&'a Piece],
    wanted: &[&'a Piece],
    alike: impl Fn(&Piece, &Piece) -> bool,
) -> (Vec<&'a Piece>, Vec<&'a Piece>) {
    let mut extra = Vec::new();
    // Pieces that look the same have nearly the same sum of coordinates, so only few pairs are compared.
    let mut missing: Vec<(f64, &Piece)> = wanted.iter().map(|piece| (piece.key().0, *piece)).collect();
    missing.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    for piece in drawn {
        let (key, slack) = piece.key();
        let first = missing.partition_point(|(other, _)| *other < key - slack);
        let near = missing[first..]
            .iter()
            .take_while(|(other, _)| *other <= key + slack);
        match near
            .map(|(_, other)| *other)
            .position(|other| alike(piece, other))
        {
            Some(at) => {
                missing.remove(first + at);
            }
            None => extra.push(*piece),
        }
    }
    (extra, missing.into_iter().map(|(_, piece)| piece).collect())
}

/// Whether two drawings have the same pieces.
pub(super) fn equal(drawn: &[Piece], wanted: &[Piece]) -> bool {
    let [drawn, wanted] = [drawn, wanted].map(|pieces| pieces.iter().collect::<Vec<_>>());
    let (extra, missing) = differences(&drawn, &wanted, Piece::is_like);
    extra.is_empty() && missing.is_empty()
}

/// Compares a drawing with the one of the reference.
pub(super) fn likeness(drawn: &[Piece], wanted: &[Piece]) -> Likeness {
    let geometry = |pieces: &'_ [Piece]| -> Vec<Piece> {
        pieces
            .iter()
            .filter(|piece| piece.is_geometry())
            .cloned()
            .collect()
    };
    let (lines, wanted_lines) = (geometry(drawn), geometry(wanted));
    let total = lines.len() + wanted_lines.len();
    let matched = count_matches(&lines, &wanted_lines);
    let dimensions = |pieces: &[Piece]| -> Vec<Piece> {
        let all = pieces.iter().filter(|piece| piece.form == Form::Dimension);
        all.cloned().collect()
    };
    let (shown, asked) = (dimensions(drawn), dimensions(wanted));
    Likeness {
        line_f1: if total == 0 {
            1.0
        } else {
            ratio(2 * matched, total)
        },
        dimension_ratio: (!asked.is_empty()).then(|| ratio(self::count_matches(&shown, &asked), asked.len())),
    }
}

/// Returns the number of pieces that both drawings have.
fn count_matches(drawn: &[Piece], wanted: &[Piece]) -> usize {
    let [drawn, wanted] = [drawn, wanted].map(|pieces| pieces.iter().collect::<Vec<_>>());
    wanted.len() - differences(&drawn, &wanted, Piece::is_like).1.len()
}

#[allow(clippy::cast_precision_loss, reason = "numbers of pieces are small")]
fn ratio(part: usize, all: usize) -> f64 {
    part as f64 / all as f64
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use trammel_host::Document;
    use trammel_host::Runner;

    fn drawn(code: &str) -> Vec<Piece> {
        let texts = [("main".to_owned(), code.to_owned())];
        let (document, problems) = Document::of_texts(texts, Runner::Thread).unwrap();
        assert!(problems.is_empty(), "{problems:?}");
        pieces(document.session.scene())
    }

    #[test]
    fn pieces_do_not_depend_on_the_way_they_are_drawn() {
        for (one, other) in [
            (
                "draw_rect({ name: 'a', x: 0, y: 0, width: 8, height: 5 });",
                "draw_line({ name: 'a', points: [4, 5, 0, 5, 0, 0] });\n\
                 draw_line({ name: 'b', points: [0, 0, 3, 0, 8, 0, 8, 5] });\ndraw_line({ name: 'c', points: [8, 5, 4, 5] });\n\
                 delete_entity({ name: 'c' });\ndelete_entity({ name: 'a' });\n\
                 draw_line({ name: 'd', points: [8, 5, 0, 5, 0, 0] });",
            ),
            (
                "draw_circle({ name: 'a', x: 1, y: 2, radius: 3 });",
                "draw_bezier({ name: 'a', path: 'M4,2 A3,3 0 0 1 -2,2 A3,3 0 0 1 4,2 Z' });",
            ),
            (
                "draw_polygon({ name: 'a', points: [0, 0, 4, 0, 0, 3] });",
                "draw_polygon({ name: 'a', points: [2, 0, 0, 0, 0, 3, 4, 0] });",
            ),
            (
                "draw_ellipse({ name: 'a', cx: 0, cy: 0, rx: 5, ry: 3 });",
                "draw_ellipse({ name: 'a', cx: 0, cy: 0, rx: 3, ry: 5, rotation: Math.PI / 2 });",
            ),
        ] {
            assert!(equal(&drawn(one), &drawn(other)), "{one}\n{other}");
        }
        let rect = drawn("draw_rect({ name: 'a', x: 0, y: 0, width: 8, height: 5 });");
        let moved = drawn("draw_rect({ name: 'a', x: 0, y: 0, width: 8, height: 5.00001 });");
        assert!(!equal(&rect, &moved));
    }

    #[test]
    fn likeness_counts_pieces_and_dimensions() {
        let plate = "draw_rect({ name: 'a', x: 0, y: 0, width: 8, height: 5 });\n";
        let sized = format!(
            "{plate}dimension_linear({{ name: 'd', from: [0, 0], to: [8, 0], offset: -3 }});\n\
             dimension_linear({{ name: 'e', from: [8, 0], to: [8, 5], offset: 3 }});"
        );
        let other = format!(
            "{plate}draw_line({{ name: 'l', points: [0, 0, 8, 5] }});\n\
             dimension_linear({{ name: 'd', from: [0, 5], to: [8, 5], offset: 9 }});"
        );
        let found = likeness(&drawn(&other), &drawn(&sized));
        // Four of five pieces match four: 2 * 4 / (5 + 4).
        assert_eq!((found.line_f1, found.dimension_ratio), (8.0 / 9.0, Some(0.5)));
        let same = likeness(&drawn(plate), &drawn(plate));
        assert_eq!((same.line_f1, same.dimension_ratio), (1.0, None));
        let share = |label: &str| {
            let relabeled = sized.replace("name: 'd',", &format!("name: 'd', {label},"));
            likeness(&drawn(&relabeled), &drawn(&sized)).dimension_ratio
        };
        for honest in ["text: '<> wide'", "suffix: ' mm'", "decimals: 3", "text: '2x <>'"] {
            assert_eq!(share(honest), Some(1.0), "{honest}");
        }
        for misleading in [
            "text: '999'",
            "text: '999 <>'",
            "text: 'wide'",
            "suffix: '0'",
            "tolerance: 0.5",
            "fit: 'H7'",
        ] {
            assert_eq!(share(misleading), Some(0.5), "{misleading}");
        }
    }
}
