//! Texts: one TEXT entity for each line, or outlines.

use super::curves;
use super::names;
use super::tables::Pen;
use super::writer::Writer;
use crate::geometry::{Affine, Path, Point, Seg, Vec2, norm};
use crate::language::bilingual;
use crate::text::{self, Align, LINE_STEP, Setting, Valign};

/// Ratios of width and height that programs accept.
const WIDTH_FACTORS: std::ops::RangeInclusive<f64> = 0.01..=100.0;

/// Maximum slant in degrees.
const MAX_SLANT: f64 = 80.0;

/// Text with its placement in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lettering<'a> {
    /// Characters; `\n` begins a new line.
    pub(super) text: &'a str,
    /// Placement and size in local coordinates.
    pub(super) setting: Setting,
    /// Map from local coordinates to the file.
    pub(super) map: Affine,
}

/// Writes a text as TEXT entities, or as outlines if the user wants that or if TEXT cannot represent it.
pub(super) fn write(out: &mut Writer, pen: &Pen, lettering: &Lettering<'_>) {
    if !out.plan.outlines_text {
        match Frame::of(lettering).filter(|_| names::is_writable(lettering.text)) {
            Some(frame) => {
                out.changed(
                    "TEXT",
                    [
                        "The reading program draws the text with its own font.",
                        "파일을 읽는 프로그램이 자기 글꼴로 글자를 그려요.",
                    ],
                );
                out.has_other_scripts |= !lettering.text.is_ascii();
                write_lines(out, pen, lettering, &frame);
                return;
            }
            None => out.changed(
                "TEXT",
                [
                    "DXF text cannot represent it, so it is written as outlines.",
                    "DXF 글자로 나타낼 수 없어서 윤곽으로 썼어요.",
                ],
            ),
        }
    }
    let missing = text::missing(lettering.text);
    if !missing.is_empty() {
        let shown: String = missing.iter().take(5).collect();
        let reason = bilingual!(
            "The font has no character for {shown}, which is written as a box.",
            "글꼴에 {shown} 문자가 없어서 네모로 썼어요."
        );
        out.changed("text", reason);
    }
    for path in text::layout(lettering.text, &lettering.setting) {
        curves::write(out, pen, &path.transformed(&lettering.map));
    }
}

/// Returns a vector mapped without the translation.
pub(super) fn linear(map: &Affine, v: Vec2) -> Vec2 {
    let [a, b, c, d, ..] = map.as_coeffs();
    Vec2::new(a * v.x + c * v.y, b * v.x + d * v.y)
}

/// Placement of a text in the file.
struct Frame {
    /// Unit vector along the lines.
    along: Vec2,
    /// Vector of one cap height from the baseline upward.
    up: Vec2,
    /// Length of a cap height, across the lines.
    height: f64,
    /// Width of the characters relative to their height.
    width_factor: f64,
    /// Slant in degrees.
    slant: f64,
    /// Whether the text is mirrored about its baseline.
    is_flipped: bool,
}

impl Frame {
    /// Returns the placement of a text; `None` if the map is too uneven for TEXT.
    fn of(lettering: &Lettering<'_>) -> Option<Frame> {
        let Setting { size, angle, .. } = lettering.setting;
        let (sin, cos) = libm::sincos(angle);
        let along = linear(&lettering.map, Vec2::new(cos, sin));
        let up = linear(&lettering.map, Vec2::new(-sin, cos)) * size;
        let width = norm(along);
        let unit = along / width;
        let height = unit.cross(up).abs();
        let slant = libm::atan2(unit.dot(up), height).to_degrees();
        let width_factor = width * size / height;
        let is_plain = unit.is_finite()
            && height > 0.0
            && height.is_finite()
            && WIDTH_FACTORS.contains(&width_factor)
            && slant.abs() <= MAX_SLANT;
        is_plain.then_some(Frame {
            along: unit,
            up,
            height,
            width_factor,
            slant,
            is_flipped: unit.cross(up) < 0.0,
        })
    }
}

fn write_lines(out: &mut Writer, pen: &Pen, lettering: &Lettering<'_>, frame: &Frame) {
    let setting = &lettering.setting;
    let anchor = lettering.map * setting.at;
    let lines: Vec<&str> = lettering.text.split('\n').collect();
    let last = lines.len().saturating_sub(1) as f64;
    // Distance of the anchor of the first line above the anchor of the text, in cap heights.
    let first = match setting.valign {
        Valign::Baseline | Valign::Top => 0.0,
        Valign::Middle => LINE_STEP * last / 2.0,
        Valign::Bottom => LINE_STEP * last,
    };
    for (row, line) in lines.iter().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let at = anchor + frame.up * (first - LINE_STEP * row as f64);
        write_line(
            out,
            pen,
            &Line {
                text: line,
                at,
                setting,
            },
            frame,
        );
    }
}

/// Line of a text with its anchor in the file.
struct Line<'a> {
    text: &'a str,
    at: Point,
    setting: &'a Setting,
}

fn write_line(out: &mut Writer, pen: &Pen, line: &Line<'_>, frame: &Frame) {
    let (horizontal, shift) = match line.setting.align {
        Align::Left => (0, 0.0),
        Align::Center => (1, 0.5),
        Align::Right => (2, 1.0),
    };
    let (vertical, drop) = match line.setting.valign {
        Valign::Baseline => (0, 0.0),
        Valign::Bottom => (1, -0.25),
        Valign::Middle => (2, 0.5),
        Valign::Top => (3, 1.0),
    };
    // Start of the baseline. Reading programs compute it again with their own font.
    let width = text::advance(line.text, frame.height) * frame.width_factor;
    let start = line.at - frame.along * (width * shift) - frame.up * drop;
    let is_anchored = horizontal != 0 || vertical != 0;
    out.include(&Path::new(vec![Seg::line(line.at, line.at)], false));
    out.begin(pen, "TEXT", "AcDbText");
    out.tags.point(10, if is_anchored { start } else { line.at });
    out.tags.size(40, frame.height);
    out.tags.text(1, &names::content(line.text));
    let angle = libm::atan2(frame.along.y, frame.along.x).to_degrees();
    out.tags.angle(50, angle.rem_euclid(360.0));
    if (frame.width_factor - 1.0).abs() > 1e-12 {
        out.tags.ratio(41, frame.width_factor);
    }
    if frame.slant.abs() > 1e-12 {
        out.tags.angle(51, frame.slant);
    }
    out.tags.text(7, "Standard");
    if frame.is_flipped {
        out.tags.int(71, 4);
    }
    if is_anchored {
        out.tags.int(72, horizontal);
        out.tags.point(11, line.at);
    }
    out.class("AcDbText");
    if vertical != 0 {
        out.tags.int(73, vertical);
    }
}
