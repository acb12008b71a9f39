//! Dimensions and leaders.

use super::super::super::imported::ImportedItem;
use super::context::Context;
use super::entity::Entity;
use super::mtext;
use super::tags::Tag;
use crate::annotate::{DimStyle, Dimension, Leader, Marks, Measure, Tolerance};
use crate::exchange::report::Reason;
use crate::geometry::{Affine, Point, Vec2, norm};
use crate::scene::{Shape, TiedDimension, TiedLeader};
use std::sync::Arc;

/// Dimension as a shape of the drawing.
#[derive(Debug)]
pub(super) struct Drawn {
    /// Shape.
    pub shape: Shape,
    /// Whether its text replaces the measured value, because the drawing has no such number format.
    pub is_typed: bool,
}

/// Returns the shape of a dimension whose block has the text `shown`; the reason if the drawing has no such dimension.
///
/// # Errors
/// Returns the reason for the use of the dimension's block instead.
pub(super) fn shape<'a>(
    cx: &Context<'_, 'a>,
    entity: &Entity<'a>,
    shown: Option<&str>,
) -> Result<Drawn, Reason> {
    let [x, y, z] = entity.extrusion();
    if x != 0.0 || y != 0.0 || z < 0.0 {
        return Err(["its plane is inclined", "평면이 기울어져 있어요"]);
    }
    let measure = measure(entity)?;
    let style_name = entity.tag(3).map(|tag| cx.coding.name(tag)).unwrap_or_default();
    let variables = Variables {
        style: cx.tables.dimension_style(&style_name),
        entity,
        cx,
    };
    let (mut style, prefix) = variables.style();
    let tolerance = variables.tolerance(style.factor);
    if matches!(measure, Measure::Angular { .. }) {
        let decimals = variables
            .number(179, "$DIMADEC")
            .filter(|decimals| *decimals >= 0.0);
        style.decimals = decimals.map_or(style.decimals, |decimals| decimals.clamp(0.0, 8.0) as u8);
        style.suffix = String::new();
    }
    let written = entity
        .raw(1)
        .map(|raw| cx.coding.decoded(raw))
        .unwrap_or_default();
    if !written.is_empty() && written.trim().is_empty() {
        return Err(["its text is suppressed", "글자를 쓰지 않게 돼 있어요"]);
    }
    let written = characters(&written);
    let is_measured = matches!(written.as_str(), "" | "<>");
    let text = match written.as_str() {
        "" | "<>" => prefix.map(|prefix| format!("{prefix}<>")),
        _ => Some(written),
    };
    let mut dimension = Dimension {
        value: measure.value(),
        measure,
        style,
        text,
        marks: Marks {
            tolerance,
            ..Marks::default()
        },
    };
    let typed = is_measured.then(|| variables.typed(&dimension, shown)).flatten();
    let is_typed = typed.is_some();
    if is_typed {
        dimension.text = typed;
        dimension.marks = Marks::default();
    }
    let shape = Shape::Dimension(Arc::new(TiedDimension {
        ties: vec![None; ties(&measure)],
        dimension,
        detached: false,
    }));
    Ok(Drawn { shape, is_typed })
}

/// Returns a text of a dimension for a comparison: without spaces and zeros at the ends of numbers, and with one sign for
/// diameters and for the decimal point.
fn comparable(text: &str) -> String {
    let mut out = String::new();
    let mut fraction = false;
    let end_number = |out: &mut String, fraction: &mut bool| {
        if *fraction {
            out.truncate(out.trim_end_matches('0').trim_end_matches('.').len());
        }
        *fraction = false;
    };
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        match c {
            '0'..='9' => out.push(c),
            '.' | ',' if !fraction && out.ends_with(|last: char| last.is_ascii_digit()) => {
                fraction = true;
                out.push('.');
            }
            c => {
                end_number(&mut out, &mut fraction);
                out.push(match c {
                    'Ø' | '∅' | 'ø' => '⌀',
                    '−' => '-',
                    c => c,
                });
            }
        }
    }
    end_number(&mut out, &mut fraction);
    out
}

/// Returns the number of references of a dimension.
fn ties(measure: &Measure) -> usize {
    match measure {
        Measure::Linear { .. } => 2,
        Measure::Angular { .. } => 3,
        Measure::Radius { .. } | Measure::Diameter { .. } => 1,
    }
}

fn measure(entity: &Entity<'_>) -> Result<Measure, Reason> {
    const MISSING: Reason = ["a definition point is missing", "정의점이 없어요"];
    let point = |code| entity.point(code).ok_or(MISSING);
    if entity.real(52).is_some_and(|oblique| oblique != 0.0) {
        return Err(["its extension lines are oblique", "치수 보조선이 비스듬해요"]);
    }
    // The bits from 32 on are flags.
    match entity.int(70) & 7 {
        kind @ (0 | 1) => Ok(Measure::Linear {
            from: point(13)?,
            to: point(14)?,
            angle: (kind == 0).then(|| entity.real(50).unwrap_or(0.0).to_radians()),
            at: point(10)?,
        }),
        2 => {
            let lines = [[point(13)?, point(14)?], [point(15)?, point(10)?]];
            angle_of_lines(lines, point(16)?).ok_or(["its lines are parallel", "두 선이 평행해요"])
        }
        3 => {
            let (far, near) = (point(10)?, point(15)?);
            Ok(Measure::Diameter {
                center: far.midpoint(near),
                radius: norm(near - far) / 2.0,
                at: entity.point(11).unwrap_or(near),
            })
        }
        4 => {
            let (center, near) = (point(10)?, point(15)?);
            Ok(Measure::Radius {
                center,
                radius: norm(near - center),
                at: entity.point(11).unwrap_or(near),
            })
        }
        5 => Ok(Measure::Angular {
            vertex: point(15)?,
            from: point(13)?,
            to: point(14)?,
            at: point(10)?,
        }),
        6 => Err(["it is an ordinate dimension", "좌표 치수예요"]),
        _ => Err(["its type is unknown", "알 수 없는 유형이에요"]),
    }
}

/// Returns the angle between two lines on the side of `at`.
fn angle_of_lines([a, b]: [[Point; 2]; 2], at: Point) -> Option<Measure> {
    let (u, v) = (a[1] - a[0], b[1] - b[0]);
    let area = u.cross(v);
    if area.abs() <= 1e-12 * norm(u) * norm(v) {
        return None;
    }
    let vertex = a[0] + u * ((b[0] - a[0]).cross(v) / area);
    // The position in directions of the lines selects one of the four angles.
    let towards = at - vertex;
    let side = |along: f64, [start, end]: [Point; 2], direction: Vec2| {
        let direction = if along < 0.0 { -direction } else { direction };
        let reach = [start, end]
            .map(|point| (point - vertex).dot(direction) / direction.hypot2())
            .into_iter()
            .fold(0.0, f64::max);
        vertex + direction * if reach > 0.0 { reach } else { 1.0 }
    };
    Some(Measure::Angular {
        vertex,
        from: side(towards.cross(v) / area, a, u),
        to: side(u.cross(towards) / area, b, v),
        at,
    })
}

/// Returns the item of a leader.
pub(super) fn leader<'a>(
    cx: &mut Context<'_, 'a>,
    entity: &Entity<'a>,
    map: &Affine,
) -> Option<ImportedItem> {
    let points: Vec<Point> = entity
        .points3(10)
        .iter()
        .map(|[x, y, _]| Point::new(*x, *y))
        .collect();
    if entity.int(72) == 1 && points.len() > 2 {
        cx.change(
            entity,
            [
                "Its spline is straight between its points.",
                "스플라인을 점 사이의 직선으로 이었어요.",
            ],
        );
    }
    let has_arrow = entity.tag(71).is_none_or(|_| entity.int(71) == 1);
    if !has_arrow {
        return cx.item(
            entity,
            Shape::Line {
                points,
                closed: false,
            },
            map,
        );
    }
    let style_name = entity.tag(3).map(|tag| cx.coding.name(tag)).unwrap_or_default();
    let variables = Variables {
        style: cx.tables.dimension_style(&style_name),
        entity,
        cx,
    };
    let leader = Leader {
        points,
        text: String::new(),
        style: variables.style().0,
    };
    let shape = Shape::Leader(Arc::new(TiedLeader {
        leader,
        tie: None,
        detached: false,
    }));
    cx.item(entity, shape, map)
}

/// Variables of dimensions: those that the entity overrides, then those of a style, or of the header.
struct Variables<'v, 'd, 'a> {
    entity: &'v Entity<'a>,
    style: Option<&'v Entity<'a>>,
    cx: &'v Context<'d, 'a>,
}

impl Variables<'_, '_, '_> {
    fn number(&self, code: u16, name: &str) -> Option<f64> {
        self.tag(code, name).and_then(Tag::real)
    }

    fn tag(&self, code: u16, name: &str) -> Option<&Tag<'_>> {
        match (self.entity.override_of(code), self.style) {
            (Some(tag), _) => Some(tag),
            (None, Some(style)) => style.tag(code),
            (None, None) => self.cx.document.variable(name),
        }
    }

    /// Returns the tolerance. Its numbers are those of the text, which are multiplied by `factor`.
    fn tolerance(&self, factor: f64) -> Option<Tolerance> {
        if self.number(71, "$DIMTOL") != Some(1.0) {
            return None;
        }
        let deviation = |code, name| self.number(code, name).unwrap_or(0.0) / factor;
        let (upper, lower) = (deviation(47, "$DIMTP"), deviation(48, "$DIMTM"));
        if upper == lower {
            return (upper > 0.0).then_some(Tolerance::Symmetric(upper));
        }
        (upper > -lower).then_some(Tolerance::Deviations { upper, lower: -lower })
    }

    /// Returns the text that replaces the measured value: that of the block if it differs, or the rounded number if the
    /// file has no block; `None` if the text of the dimension is that of the file.
    fn typed(&self, dimension: &Dimension, shown: Option<&str>) -> Option<String> {
        let own = dimension.label();
        if let Some(shown) = shown {
            return (comparable(shown) != comparable(&own)).then(|| shown.to_owned());
        }
        let step = self.number(45, "$DIMRND").filter(|step| *step > 0.0)?;
        let factor = dimension.style.factor;
        let rounded = Dimension {
            value: (dimension.value * factor / step).round() * step / factor,
            ..dimension.clone()
        };
        let is_length = !matches!(dimension.measure, Measure::Angular { .. });
        (is_length && comparable(&rounded.label()) != comparable(&own)).then(|| rounded.label())
    }

    /// Returns the style, and the text before the number if there is any.
    fn style(&self) -> (DimStyle, Option<String>) {
        let positive = |code, name| self.number(code, name).filter(|number| *number > 0.0);
        let scale = positive(40, "$DIMSCALE").unwrap_or(1.0);
        let height = positive(140, "$DIMTXT").unwrap_or(if self.cx.is_imperial { 0.18 } else { 2.5 });
        let usual = DimStyle::for_text(height * scale);
        let length = |code, name, usual: f64| {
            let stated = self.number(code, name).filter(|length| *length >= 0.0);
            stated.map_or(usual, |length| length * scale)
        };
        let post = self.tag(3, "$DIMPOST").map(Tag::raw);
        let post = post.map(|raw| characters(&self.cx.coding.decoded(raw)));
        let post = post.unwrap_or_default();
        let (prefix, suffix) = post.split_once("<>").unwrap_or(("", &post));
        let style = DimStyle {
            arrow_size: positive(41, "$DIMASZ").map_or(usual.arrow_size, |size| size * scale),
            extension_offset: length(42, "$DIMEXO", usual.extension_offset),
            extension_beyond: length(44, "$DIMEXE", usual.extension_beyond),
            gap: self
                .number(147, "$DIMGAP")
                .map_or(usual.gap, |gap| gap.abs() * scale),
            decimals: self
                .number(271, "$DIMDEC")
                .map_or(2, |decimals| decimals.clamp(0.0, 8.0) as u8),
            factor: positive(144, "$DIMLFAC").unwrap_or(1.0),
            suffix: suffix.chars().take(40).collect(),
            ..usual
        };
        (style, (!prefix.is_empty()).then(|| prefix.to_owned()))
    }
}

/// Returns the characters of a text with codes.
fn characters(text: &str) -> String {
    mtext::plain(&super::coding::without_percent_codes(text)).text
}
