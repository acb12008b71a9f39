//! Hatch: one click inside a closed area, which keeps its holes free.
//!
//! The hatch follows the entities that bound the area: a closed one with its holes, or several that enclose the area only
//! together around the click. If they do not, the hatch has its own outline.

use crate::canvas_tool::CanvasCx;
use crate::canvas_tool::Text;
use crate::expression::TypedError;
use crate::keys::Chord;
use crate::number_format::round_to;
use crate::steps::procedure::{
    ChoiceUse, DrawCall, Entry, Procedure, ProcedureKind, ProcedureStep, Subject, Target, Task,
};
use crate::steps::value::StepValue;
use serde_json::json;
use trammel_kernel::{Path, Point, Seg, svg};

/// A hatch of an area.
#[derive(Debug)]
pub struct Hatch;

/// Patterns in the order of the choices; the first one is that of the drawing tool.
const PATTERNS: [&str; 4] = ["ansi31", "ansi37", "dots", "solid"];

impl Procedure for Hatch {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "hatch",
            subject: Subject::New("hatch"),
            keys: &[Chord("Shift+x")],
            icon: "M4 5h16v14H4zM4 13l8-8M5 19L19 5M13 19l7-7",
            label: ["Hatch", "해칭"],
            choice: ChoiceUse::KeptValue,
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        task.next(&[ProcedureStep::new(
            Entry::Pick(Target::Area),
            ["Click inside a closed area", "닫힌 영역의 안쪽을 클릭하세요"],
        )])
    }

    fn choices(&self, _: &Task<'_>) -> &'static [(&'static str, Text)] {
        &[
            ("x", ["Lines", "빗금"]),
            ("x", ["Crossed lines", "교차 빗금"]),
            ("x", ["Dots", "점"]),
            ("x", ["Solid", "단색"]),
        ]
    }

    fn ghosts(&self, task: &Task<'_>, _: &CanvasCx<'_>) -> Vec<Path> {
        match task.values {
            [StepValue::Area(area)] => area.outlines.clone(),
            _ => Vec::new(),
        }
    }

    fn draw_call(&self, values: &[StepValue]) -> Result<DrawCall, TypedError> {
        let [StepValue::Area(area)] = values else {
            return Err(TypedError::NoArea);
        };
        let mut input = if area.names.is_empty() {
            json!({ "outline": path_data(&area.outlines) })
        } else {
            json!({ "entities": area.names })
        };
        if let Some(seed) = area.seed {
            input["at"] = json!([seed.x, seed.y]);
        }
        if let Some(pattern) = PATTERNS.get(area.choice).filter(|_| area.choice > 0) {
            input["pattern"] = json!(pattern);
        }
        Ok(("hatch", input))
    }

    fn note(&self, values: &[StepValue]) -> Option<Text> {
        let is_own = matches!(values, [StepValue::Area(area)] if area.names.is_empty());
        is_own.then_some([
            "More than 64 items bound this area, or they alone do not enclose it. The hatch keeps its own outline and does not follow them.",
            "이 영역을 둘러싼 항목이 64개를 넘거나, 그 항목만으로는 영역이 닫히지 않아요. 해칭은 자기 외곽선을 따로 갖고, 항목을 따라 바뀌지 않아요.",
        ])
    }
}

/// Returns outlines as path data with a space before each command. Corners of straight outlines lose the digits in which
/// the error of an intersection is; the ends of an arc keep them, because they determine its center.
fn path_data(outlines: &[Path]) -> String {
    let is_round = |path: &Path| path.segs.iter().any(|seg| matches!(seg, Seg::Conic(_)));
    let size = Path::bounds_of(outlines).map_or(1.0, |bounds| bounds.magnitude());
    let step = libm::pow(10.0, libm::ceil(libm::log10(size.max(f64::MIN_POSITIVE))) - 9.0);
    let near = |at: Point| Point::new(round_to(at.x, step), round_to(at.y, step));
    let rounded = |path: &Path| {
        let seg = |seg: &Seg| match seg {
            Seg::Line { a, b } => Seg::line(near(*a), near(*b)),
            other => *other,
        };
        match is_round(path) {
            true => path.clone(),
            false => Path::new(path.segs.iter().map(seg).collect(), path.closed),
        }
    };
    let paths: Vec<Path> = outlines.iter().map(rounded).collect();
    let mut text = String::new();
    for letter in svg::write(&paths, false).chars() {
        if "MLACZ".contains(letter) && !text.is_empty() {
            text.push(' ');
        }
        text.push(letter);
    }
    text
}
