//! Texts: TEXT for one line, MTEXT for several lines or one TEXT for each of them, or outlines.

use super::curves;
use super::names;
use super::tables::Pen;
use super::writer::Writer;
use crate::report::Reason;
use trammel_kernel::{Affine, Path, Point, Seg, Vec2, norm};
use trammel_language::bilingual;
use trammel_text::{self as text, Align, LINE_STEP, Setting, Valign};

/// Ratios of width and height that programs accept.
const WIDTH_FACTORS: std::ops::RangeInclusive<f64> = 0.01..=100.0;

/// Maximum slant in degrees.
const MAX_SLANT: f64 = 80.0;

/// Reason for writing the lines of a text as texts of their own.
const NO_LINES: Reason = [
    "DXF R12 has no text of several lines, so each line is a text of its own.",
    "DXF R12에는 여러 줄 글자가 없어서 줄마다 따로 썼어요.",
];
const NO_MTEXT: Reason = [
    "MTEXT cannot represent it, so each line is a text of its own.",
    "MTEXT로 나타낼 수 없어서 줄마다 따로 썼어요.",
];

/// Distance of the lines of MTEXT with the factor 1, in cap heights.
const UNIT_STEP: f64 = 5.0 / 3.0;

/// Difference of a ratio from 1, or of a slant from 0, that is an error of a calculation.
const ERROR: f64 = 1e-12;

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

/// Writes a text as TEXT or MTEXT, or as outlines if the user wants that or if they cannot represent it.
pub(super) fn write(out: &mut Writer, pen: &Pen, lettering: &Lettering<'_>) {
    if !out.plan.outlines_text {
        match Frame::of(lettering).filter(|_| names::is_writable(lettering.text)) {
            Some(frame) => {
                out.report_change(
                    "TEXT",
                    [
                        "The reading program draws the text with its own font.",
                        "파일을 읽는 프로그램이 자기 글꼴로 글자를 그려요.",
                    ],
                );
                out.has_other_scripts |= !lettering.text.is_ascii();
                write_text(out, pen, lettering, &frame);
                return;
            }
            None => out.report_change(
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
        out.report_change("text", reason);
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

    /// Returns the direction of the lines in degrees.
    fn angle(&self) -> f64 {
        libm::atan2(self.along.y, self.along.x)
            .to_degrees()
            .rem_euclid(360.0)
    }

    /// Whether MTEXT can represent the placement: upright characters of the width of their font.
    fn is_regular(&self) -> bool {
        !self.is_flipped && self.slant.abs() <= ERROR && (self.width_factor - 1.0).abs() <= ERROR
    }
}

/// Writes the lines of a text as one entity, or as one entity each with a reason.
fn write_text(out: &mut Writer, pen: &Pen, lettering: &Lettering<'_>, frame: &Frame) {
    let is_blank = |line: &&str| line.trim().is_empty();
    let has_lines = lettering.text.contains('\n') && !is_blank(&lettering.text);
    let is_several = lettering.text.split('\n').filter(|line| !is_blank(line)).count() > 1;
    let is_mtext = frame.is_regular() && names::is_formattable(lettering.text);
    if has_lines && is_mtext && !out.plan.is_r12 {
        return write_paragraph(out, pen, lettering, frame);
    }
    if is_several {
        out.report_change("TEXT", if out.plan.is_r12 { NO_LINES } else { NO_MTEXT });
    }
    write_lines(out, pen, lettering, frame);
}

/// Writes a text of several lines as MTEXT, whose lines are as far apart as those of this program.
fn write_paragraph(out: &mut Writer, pen: &Pen, lettering: &Lettering<'_>, frame: &Frame) {
    let Setting {
        at, align, valign, ..
    } = lettering.setting;
    let anchor = lettering.map * at;
    let (at, row) = match valign {
        // MTEXT has no anchor on a baseline. The first line is as high as a capital letter.
        Valign::Baseline => (anchor + frame.up, 0),
        Valign::Top => (anchor, 0),
        Valign::Middle => (anchor, 1),
        Valign::Bottom => (anchor, 2),
    };
    let column = match align {
        Align::Left => 1,
        Align::Center => 2,
        Align::Right => 3,
    };
    out.include(&Path::new(vec![Seg::line(at, at)], false));
    out.begin(pen, "MTEXT", "AcDbMText");
    out.tags.point(10, at);
    out.tags.size(40, frame.height);
    // A frame without width does not break lines.
    out.tags.text(41, "0.0");
    out.tags.int(71, 3 * row + column);
    out.tags.int(72, 1);
    let content = names::escape_formatting(lettering.text);
    let mut rest = content.as_str();
    while let Some((chunk, after)) = names::chunk(rest) {
        out.tags.text(3, chunk);
        rest = after;
    }
    out.tags.text(1, rest);
    out.tags.text(7, "Standard");
    out.tags.angle(50, frame.angle());
    out.tags.int(73, 2);
    out.tags.ratio(44, LINE_STEP / UNIT_STEP);
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
    out.tags.angle(50, frame.angle());
    if (frame.width_factor - 1.0).abs() > ERROR {
        out.tags.ratio(41, frame.width_factor);
    }
    if frame.slant.abs() > ERROR {
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
