//! Unit of a DXF file, and the factor of its numbers.
//!
//! A file in inches becomes a drawing in inches with the same numbers. A unit that drawings do not have becomes the
//! nearest one of its system, and the numbers are multiplied: feet become inches. `$INSUNITS` decides. If it is 0 or
//! missing, a `$MEASUREMENT` of 1 means millimeters, which the report says; 0 is the default of many programs and means no unit, as it only chooses
//! the files of hatches and line types. Without a unit, the user decides.

use crate::report::Reason;
use trammel_dxf::Document;
use trammel_formats::ImportQuestion;
use trammel_kernel::Bounds;
use trammel_language::bilingual;
use trammel_scene::Units;

/// Unit of a file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FileUnit {
    /// Unit of the drawing.
    pub units: Units,
    /// Factor of the numbers of the file.
    pub factor: f64,
    /// Name of the unit in the file, if the drawing has another one.
    pub converted: Option<Reason>,
    /// Whether the file only states the metric system, and millimeters are assumed.
    pub is_assumed: bool,
}

impl FileUnit {
    /// Returns a unit without conversion.
    pub(super) fn exactly(units: Units) -> FileUnit {
        FileUnit {
            units,
            factor: 1.0,
            converted: None,
            is_assumed: false,
        }
    }
}

/// Returns the unit that a file states; `None` if it states none.
pub(super) fn stated_unit(document: &Document<'_>) -> Option<FileUnit> {
    let variable = |name| document.variable(name).and_then(trammel_dxf::Tag::int);
    if let Some(unit) = variable("$INSUNITS").and_then(of_code) {
        return Some(unit);
    }
    (variable("$MEASUREMENT")? == 1).then(|| FileUnit {
        is_assumed: true,
        ..FileUnit::exactly(Units::Mm)
    })
}

/// Returns the unit of a value of `$INSUNITS`; `None` for a value without a unit.
fn of_code(code: i64) -> Option<FileUnit> {
    let converted = |units, factor, name| {
        Some(FileUnit {
            units,
            factor,
            converted: Some(name),
            is_assumed: false,
        })
    };
    // A survey foot is 1200/3937 m.
    let survey_inch = 1200.0 / 3937.0 / 12.0 / 0.0254;
    match code {
        1 => Some(FileUnit::exactly(Units::In)),
        2 => converted(Units::In, 12.0, ["feet", "피트"]),
        3 => converted(Units::In, 63_360.0, ["miles", "마일"]),
        4 => Some(FileUnit::exactly(Units::Mm)),
        5 => Some(FileUnit::exactly(Units::Cm)),
        6 => Some(FileUnit::exactly(Units::M)),
        7 => converted(Units::M, 1_000.0, ["kilometers", "킬로미터"]),
        8 => converted(Units::In, 1e-6, ["microinches", "마이크로인치"]),
        9 => converted(Units::In, 1e-3, ["mils", "밀"]),
        10 => converted(Units::In, 36.0, ["yards", "야드"]),
        11 => converted(Units::Mm, 1e-7, ["angstroms", "옹스트롬"]),
        12 => converted(Units::Mm, 1e-6, ["nanometers", "나노미터"]),
        13 => converted(Units::Mm, 1e-3, ["microns", "마이크로미터"]),
        14 => converted(Units::Cm, 10.0, ["decimeters", "데시미터"]),
        15 => converted(Units::M, 10.0, ["decameters", "데카미터"]),
        16 => converted(Units::M, 100.0, ["hectometers", "헥토미터"]),
        17 => converted(Units::M, 1e9, ["gigameters", "기가미터"]),
        21 => converted(
            Units::In,
            12.0 * survey_inch,
            ["US survey feet", "미국 측량 피트"],
        ),
        22 => converted(Units::In, survey_inch, ["US survey inches", "미국 측량 인치"]),
        23 => converted(
            Units::In,
            36.0 * survey_inch,
            ["US survey yards", "미국 측량 야드"],
        ),
        24 => converted(
            Units::In,
            63_360.0 * survey_inch,
            ["US survey miles", "미국 측량 마일"],
        ),
        _ => None,
    }
}

/// Returns the question for the unit, with a suggestion from the size of the drawing in numbers of the file.
pub(super) fn question(extent: Option<Bounds>) -> ImportQuestion {
    let size = extent.map_or(0.0, |bounds| bounds.width().max(bounds.height()));
    let shown = format!("{size:.4}");
    let shown = shown.trim_end_matches('0').trim_end_matches('.');
    // Parts up to 12 inches are drawn in inches more often than parts of a few millimeters in millimeters.
    let (suggested, [english, korean]) = if size > 0.0 && size <= 12.0 {
        (
            Units::In,
            [
                "a part of this size is more often drawn in inches.",
                "이 크기의 부품은 인치로 그릴 때가 더 많아요.",
            ],
        )
    } else {
        (
            Units::Mm,
            [
                "most files without a unit are in millimeters.",
                "단위가 없는 파일은 대부분 밀리미터로 돼 있어요.",
            ],
        )
    };
    ImportQuestion::Units {
        suggested,
        reason: bilingual!(
            "The drawing is {shown} wide or high, and {english}",
            "도면의 너비나 높이가 {shown}이고, {korean}"
        ),
    }
}
