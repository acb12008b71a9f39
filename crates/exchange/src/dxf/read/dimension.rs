//! Dimensions.

use super::context::Context;
use super::mtext;
use super::reasons;
use crate::report::Reason;
use std::sync::Arc;
use trammel_dxf::Entity;
use trammel_dxf::Tag;
use trammel_kernel::{Point, Vec2, norm};
use trammel_scene::annotate::{
    DimStyle, Dimension, DxfSetting, Marks, Measure, SettingRole, SettingValue, Tolerance,
};
use trammel_scene::{Shape, TiedDimension};

/// Dimension as a shape of the drawing.
#[derive(Debug)]
pub(super) struct Drawn {
    /// Shape.
    pub shape: Shape,
    /// Difference of its text from that of the file, or of its number from a measured one.
    pub difference: Option<Reason>,
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
    let variables = Variables::of(cx, entity);
    let (mut style, prefix) = variables.style();
    let tolerance = variables.tolerance(style.factor);
    if matches!(measure, Measure::Angular { .. }) {
        let decimals = variables
            .number(179, "$DIMADEC")
            .filter(|decimals| *decimals >= 0.0);
        style.decimals = decimals.map_or(style.decimals, |decimals| decimals.clamp(0.0, 8.0) as u8);
        style.suffix = String::new();
    }
    let written = entity.raw(1).map(|raw| cx.coding.decode(raw)).unwrap_or_default();
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
    place_text(entity, &mut dimension);
    let typed = is_measured
        .then(|| variables.replacement_text(&dimension, shown))
        .flatten();
    let is_typed = typed.is_some();
    let has_other_digits = match shown {
        Some(shown) => !is_typed && is_measured && signs(shown) != signs(&dimension.label()),
        None => is_measured && variables.have_other_digits(&dimension),
    };
    if is_typed {
        dimension.text = typed;
        dimension.marks = Marks::default();
    }
    let shape = Shape::Dimension(Arc::new(TiedDimension {
        ties: vec![None; ties(&measure)],
        dimension,
        detached: false,
    }));
    let difference = match (is_typed, has_other_digits) {
        (true, _) => Some(reasons::TYPED_TEXT),
        (false, true) => Some(reasons::OTHER_DIGITS),
        (false, false) => None,
    };
    Ok(Drawn { shape, difference })
}

/// Returns the characters of a text of a dimension without spaces, with one sign for diameters and for minus.
fn signs(text: &str) -> String {
    let sign = |c| match c {
        'Ø' | '∅' | 'ø' => '⌀',
        '−' => '-',
        c => c,
    };
    let shown = text.chars().filter(|c| !c.is_whitespace());
    shown.map(sign).collect()
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
    for c in signs(text).chars() {
        match c {
            '0'..='9' => out.push(c),
            '.' | ',' if !fraction && out.ends_with(|last: char| last.is_ascii_digit()) => {
                fraction = true;
                out.push('.');
            }
            c => {
                end_number(&mut out, &mut fraction);
                out.push(c);
            }
        }
    }
    end_number(&mut out, &mut fraction);
    out
}

/// Distance in the numbers of the file between two places of a text that are one.
const TEXT_ERROR: f64 = 1e-6;

/// Places the text and the end of the dimension line as in the file. The position of a text that the user placed is its
/// own, unless the dimension has its text there anyway.
fn place_text(entity: &Entity<'_>, dimension: &mut Dimension) {
    let Some(middle) = entity.point(11) else { return };
    let is_there = |dimension: &Dimension| {
        dimension
            .text_middle()
            .is_some_and(|own| norm(own - middle) <= TEXT_ERROR)
    };
    if let Measure::Radius { center, radius, at } | Measure::Diameter { center, radius, at } =
        &mut dimension.measure
        && entity.real(40).is_none_or(|leader| leader <= 0.0)
        && norm(middle - *center) > *radius
    {
        // A text outside of the circle without a length of its line belongs to the inside if it does not fit there.
        let inner = std::mem::replace(at, middle);
        let inside = Dimension {
            measure: match dimension.measure {
                Measure::Diameter { center, radius, .. } => Measure::Diameter {
                    center,
                    radius,
                    at: inner,
                },
                Measure::Radius { center, radius, .. } => Measure::Radius {
                    center,
                    radius,
                    at: inner,
                },
                other => other,
            },
            ..dimension.clone()
        };
        if is_there(&inside) {
            dimension.measure = inside.measure;
        }
        return;
    }
    if entity.has_flag(70, 128) && !is_there(dimension) {
        dimension.marks.text_at = Some(middle);
    }
}

/// Returns the end of the line of a radius or diameter: beyond the point on the circle by its length in the file, or inside
/// the circle.
fn end_of_line(entity: &Entity<'_>, center: Point, near: Point) -> Point {
    let (ray, leader) = (near - center, entity.real(40).unwrap_or(0.0));
    let length = norm(ray);
    if leader > 0.0 && length > 0.0 {
        near + ray * (leader / length)
    } else {
        center.midpoint(near)
    }
}

/// Returns a radius that was computed from points as the file states it, if both agree.
fn stated_radius(entity: &Entity<'_>, radius: f64, factor: f64) -> f64 {
    let stated = entity.real(42).map(|value| value * factor);
    let agrees = |stated: &f64| (stated - radius).abs() <= TEXT_ERROR * radius.max(1.0);
    stated.filter(agrees).unwrap_or(radius)
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
            let center = far.midpoint(near);
            Ok(Measure::Diameter {
                center,
                radius: stated_radius(entity, norm(near - far) / 2.0, 0.5),
                at: end_of_line(entity, center, near),
            })
        }
        4 => {
            let (center, near) = (point(10)?, point(15)?);
            Ok(Measure::Radius {
                center,
                radius: stated_radius(entity, norm(near - center), 1.0),
                at: end_of_line(entity, center, near),
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

/// Variables of dimensions: those that the entity overrides, then those of a style, or of the header.
pub(super) struct Variables<'v, 'd, 'a> {
    entity: &'v Entity<'a>,
    style: Option<&'v Entity<'a>>,
    cx: &'v Context<'d, 'a>,
}

impl<'v, 'd, 'a> Variables<'v, 'd, 'a> {
    /// Returns the variables of a dimension or a leader.
    pub(super) fn of(cx: &'v Context<'d, 'a>, entity: &'v Entity<'a>) -> Variables<'v, 'd, 'a> {
        let name = entity.tag(3).map(|tag| cx.coding.name(tag)).unwrap_or_default();
        Variables {
            style: cx.tables.dimension_style(&name),
            entity,
            cx,
        }
    }

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
    fn replacement_text(&self, dimension: &Dimension, shown: Option<&str>) -> Option<String> {
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

    /// Whether the file, which has no block for a dimension, states other zeros or another decimal sign than its own.
    fn have_other_digits(&self, dimension: &Dimension) -> bool {
        let (Some(zeros), false) = (
            self.number(78, "$DIMZIN"),
            matches!(dimension.measure, Measure::Angular { .. }),
        ) else {
            return false;
        };
        // The bits suppress the zero before the sign, and the zeros at the end.
        let zeros = zeros as u32;
        let decimals = usize::from(dimension.style.decimals);
        let number = format!("{:.decimals$}", dimension.value * dimension.style.factor);
        let shortened = number.trim_end_matches('0').trim_end_matches('.');
        let has_fraction = decimals > 0;
        let other_end = has_fraction && zeros & 8 == 0 && shortened.len() < number.len();
        let other_start = has_fraction && zeros & 4 != 0 && number.starts_with("0.");
        let is_comma = has_fraction && self.number(278, "$DIMDSEP") == Some(44.0) && shortened.contains('.');
        other_end || other_start || is_comma
    }

    /// Returns the style, and the text before the number if there is any.
    pub(super) fn style(&self) -> (DimStyle, Option<String>) {
        let positive = |code, name| self.number(code, name).filter(|number| *number > 0.0);
        let scale = positive(40, "$DIMSCALE").unwrap_or(1.0);
        let height = positive(140, "$DIMTXT").unwrap_or(if self.cx.is_imperial { 0.18 } else { 2.5 });
        let mut style = DimStyle::for_text(height * scale);
        let mut prefix = None;
        for setting in DimStyle::SETTINGS {
            let DxfSetting {
                code,
                name,
                is_signed,
                ..
            } = setting.dxf;
            let number = self.number(code, name);
            let number = match setting.role {
                SettingRole::Size(_) => number.filter(|size| *size > 0.0).map(|size| size * scale),
                SettingRole::Length(_) => {
                    let length = number.map(|length| if is_signed { length.abs() } else { length });
                    length
                        .filter(|length| *length >= 0.0)
                        .map(|length| length * scale)
                }
                SettingRole::Factor => number.filter(|factor| *factor > 0.0),
                SettingRole::Count { most, .. } => number.map(|count| count.clamp(0.0, most.into())),
                SettingRole::Text(most) => {
                    let post = self.tag(code, name).map(Tag::raw);
                    let post = post
                        .map(|raw| characters(&self.cx.coding.decode(raw)))
                        .unwrap_or_default();
                    let (before, after) = post.split_once("<>").unwrap_or(("", &post));
                    prefix = (!before.is_empty()).then(|| before.to_owned());
                    (setting.set)(&mut style, SettingValue::Text(after.chars().take(most).collect()));
                    None
                }
            };
            if let Some(number) = number {
                (setting.set)(&mut style, SettingValue::Number(number));
            }
        }
        (style, prefix)
    }
}

/// Returns the characters of a text with codes.
fn characters(text: &str) -> String {
    mtext::plain(&trammel_dxf::coding::without_percent_codes(text)).text
}
