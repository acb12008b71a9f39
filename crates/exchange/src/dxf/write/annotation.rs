//! Dimensions and leaders: DIMENSION with its block and LEADER, or their lines, arrowheads, and texts.
//!
//! Invariant: the block of a dimension is exactly the drawn dimension, so that a program that does not compute
//! dimensions shows the same picture.

use super::curves;
use super::names;
use super::tables::Pen;
use super::text::{self, Lettering};
use super::writer::Writer;
use trammel_kernel::{Affine, Path, Point, Seg, Vec2, norm};
use trammel_scene::annotate::{DimStyle, Dimension, Drawn, Leader, Measure};

/// Flags of the type of a dimension: the block belongs to one dimension, and the user placed the text.
const OWN_BLOCK: i64 = 32;
const PLACED_TEXT: i64 = 128;

/// Writes a dimension. `map` leads from its coordinates to the file.
pub(super) fn write_dimension(out: &mut Writer, pen: &Pen, dimension: &Dimension, map: &Affine) {
    let drawn = dimension.drawn_form();
    if drawn.lines.is_empty() && drawn.fills.is_empty() {
        out.report_drop(
            "DIMENSION",
            ["The dimension has no length.", "치수에 길이가 없어요."],
        );
        return;
    }
    if out.plan.is_r12 {
        out.report_change(
            "DIMENSION",
            [
                "The dimension is written as lines and text.",
                "치수를 선과 글자로 썼어요.",
            ],
        );
        write_drawn(out, pen, &drawn, map);
        return;
    }
    let measure = dimension.measure.map_points(map);
    let style = out.tables.dimension_style(&scale_style(&dimension.style, map));
    let middle = drawn
        .labels
        .first()
        .map_or(measure.position(), |label| *map * label.middle());
    let plain = Pen::by_block(&pen.layer);
    let block = out.anonymous_block(|out| write_drawn(out, &plain, &drawn, map));
    let form = Form::of(&measure);
    out.begin(pen, "DIMENSION", "AcDbDimension");
    out.tags.text(2, &block);
    out.tags.point(10, form.definition);
    out.tags.point(11, middle);
    let placed = dimension.marks.text_at.map_or(0, |_| PLACED_TEXT);
    out.tags.int(70, form.kind | OWN_BLOCK | placed);
    out.tags.text(1, &shown_text(dimension, &measure));
    out.tags.int(71, 5);
    out.tags.size(42, measure.value());
    out.tags.text(3, &style);
    form.write(out);
}

/// Writes a leader. `map` leads from its coordinates to the file.
pub(super) fn write_leader(out: &mut Writer, pen: &Pen, leader: &Leader, map: &Affine) {
    let drawn = leader.drawn_form();
    let mut points: Vec<Point> = drawn
        .lines
        .iter()
        .flat_map(|path| path.start().into_iter().chain(path.segs.iter().map(Seg::end)))
        .map(|point| *map * point)
        .collect();
    points.dedup_by(|a, b| norm(*a - *b) <= 1e-9);
    if out.plan.is_r12 || points.len() < 2 {
        if out.plan.is_r12 {
            out.report_change(
                "LEADER",
                [
                    "The leader is written as lines and text.",
                    "지시선을 선과 글자로 썼어요.",
                ],
            );
        }
        write_drawn(out, pen, &drawn, map);
        return;
    }
    out.include(&Path::from_points(&points, false));
    let style = scale_style(&leader.style, map);
    let name = out.tables.dimension_style(&style);
    out.begin(pen, "LEADER", "AcDbLeader");
    out.tags.text(3, &name);
    for (code, value) in [(71, 1), (72, 0), (73, 3), (74, 1), (75, 0)] {
        out.tags.int(code, value);
    }
    out.tags.size(40, style.text_height);
    out.tags.text(41, "0.0");
    out.tags.int(76, super::polyline::count(points.len()));
    for point in points {
        out.tags.point(10, point);
    }
    write_labels(out, pen, &drawn, map);
}

/// Writes the lines, arrowheads, and texts of an annotation.
fn write_drawn(out: &mut Writer, pen: &Pen, drawn: &Drawn, map: &Affine) {
    for path in &drawn.lines {
        curves::write(out, pen, &path.transformed(map));
    }
    let is_text = |at: usize| drawn.labels.iter().any(|label| label.outlines.contains(&at));
    for (_, arrow) in drawn.fills.iter().enumerate().filter(|(at, _)| !is_text(*at)) {
        write_arrow(out, pen, &arrow.transformed(map));
    }
    write_labels(out, pen, drawn, map);
}

fn write_labels(out: &mut Writer, pen: &Pen, drawn: &Drawn, map: &Affine) {
    for label in &drawn.labels {
        let lettering = Lettering {
            text: &label.text,
            setting: label.setting,
            map: *map,
        };
        text::write(out, pen, &lettering);
    }
}

/// Writes an arrowhead as a filled triangle.
fn write_arrow(out: &mut Writer, pen: &Pen, path: &Path) {
    let corners: Vec<Point> = path.segs.iter().map(Seg::start).collect();
    let [a, b, c] = corners.as_slice() else { return };
    out.include(path);
    out.begin(pen, "SOLID", "AcDbTrace");
    for (code, corner) in [(10, a), (11, b), (12, c), (13, c)] {
        out.tags.point(code, *corner);
    }
}

/// Returns a style with the lengths of the file.
fn scale_style(style: &DimStyle, map: &Affine) -> DimStyle {
    let [a, b, c, d, ..] = map.as_coeffs();
    style.scale_lengths((a * d - b * c).abs().sqrt())
}

/// Returns the text of a DIMENSION entity: empty if the reading program computes the same text.
fn shown_text(dimension: &Dimension, measure: &Measure) -> String {
    let is_measured = (dimension.value - measure.value()).abs() <= 1e-9 * measure.value().abs().max(1.0);
    let additions = dimension.additions();
    let is_marked = !additions.is_empty();
    let is_template = is_measured && dimension.style.suffix.is_empty();
    let text = match &dimension.text {
        // Fit and tolerance stand before the suffix, which the reading program adds to the value.
        _ if is_marked && !is_template => dimension.label(),
        Some(text) if is_measured => text.replace("<>", &format!("<>{additions}")),
        None if is_measured && additions.is_empty() => return String::new(),
        None if is_measured => format!("<>{additions}"),
        _ => dimension.label(),
    };
    names::escape_formatting(&text)
}

/// Definition points of a DIMENSION entity.
struct Form {
    /// Type of the dimension.
    kind: i64,
    /// Point with group code 10.
    definition: Point,
    /// Tags of the type.
    specific: Specific,
}

enum Specific {
    Linear {
        points: [Point; 2],
        angle: Option<f64>,
    },
    Angular {
        points: [Point; 2],
        vertex: Point,
    },
    Round {
        on_circle: Point,
        leader: f64,
        class: &'static str,
    },
}

impl Form {
    fn of(measure: &Measure) -> Form {
        match *measure {
            Measure::Linear { from, to, angle, at } => {
                let turn = angle.unwrap_or_else(|| libm::atan2(to.y - from.y, to.x - from.x));
                let (sin, cos) = libm::sincos(turn);
                let across = Vec2::new(-sin, cos);
                Form {
                    kind: i64::from(angle.is_none()),
                    definition: to + across * (at - to).dot(across),
                    specific: Specific::Linear {
                        points: [from, to],
                        angle,
                    },
                }
            }
            Measure::Angular { vertex, from, to, at } => Form {
                kind: 5,
                definition: at,
                specific: Specific::Angular {
                    points: [from, to],
                    vertex,
                },
            },
            Measure::Radius { center, radius, at } => Form::round(center, radius, at, false),
            Measure::Diameter { center, radius, at } => Form::round(center, radius, at, true),
        }
    }

    fn round(center: Point, radius: f64, at: Point, is_diameter: bool) -> Form {
        let reach = norm(at - center);
        let ray = if reach > 0.0 {
            (at - center) / reach
        } else {
            Vec2::new(std::f64::consts::FRAC_1_SQRT_2, std::f64::consts::FRAC_1_SQRT_2)
        };
        let (kind, definition, class) = if is_diameter {
            (3, center - ray * radius, "AcDbDiametricDimension")
        } else {
            (4, center, "AcDbRadialDimension")
        };
        Form {
            kind,
            definition,
            specific: Specific::Round {
                on_circle: center + ray * radius,
                leader: (reach - radius).max(0.0),
                class,
            },
        }
    }

    fn write(&self, out: &mut Writer) {
        match self.specific {
            Specific::Linear { points, angle } => {
                out.class("AcDbAlignedDimension");
                out.tags.point(13, points[0]);
                out.tags.point(14, points[1]);
                if let Some(angle) = angle {
                    out.tags.angle(50, angle.to_degrees().rem_euclid(360.0));
                    out.class("AcDbRotatedDimension");
                }
            }
            Specific::Angular { points, vertex } => {
                out.class("AcDb3PointAngularDimension");
                out.tags.point(13, points[0]);
                out.tags.point(14, points[1]);
                out.tags.point(15, vertex);
            }
            Specific::Round {
                on_circle,
                leader,
                class,
            } => {
                out.class(class);
                out.tags.point(15, on_circle);
                out.tags.number(40, leader);
            }
        }
    }
}
