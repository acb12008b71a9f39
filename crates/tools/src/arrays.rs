//! Array tools: copies in rows, grids and circles.
//!
//! A count includes the original. Copies are added to the group of the original, in front, under the next free
//! names that derive from the name of the original: `hole_2`, `hole_3`.

use super::checks::invalid;
use super::copy::copy;
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use super::types::AngleUnit;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use std::f64::consts::TAU;
use trammel_kernel::affine::rotation_about;
use trammel_kernel::{Affine, Vec2};
use trammel_language::bilingual;
use trammel_scene::{MAX_ENTITIES, check_coordinate};

/// Repeat an entity or group along a line. Returns the names of the copies: entity_2, entity_3, ...
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ArrayLinear {
    /// The entity or group to repeat.
    entity: String,
    /// Number of items, including the original.
    count: i64,
    /// Shift in x from one to the next.
    dx: f64,
    /// Shift in y from one to the next.
    dy: f64,
}

impl Tool for ArrayLinear {
    const NAME: &'static str = "array_linear";
    const KOREAN: &'static str = "항목을 일정한 간격으로 한 줄로 반복합니다. 개수에는 원본도 들어갑니다.";
    const SYNONYMS: [&'static str; 2] = [
        "repeat, pattern, row, copies, series, evenly along a line, steps",
        "반복, 배열, 한 줄",
    ];
    const DOMAIN: Domain = Domain::Transforms;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Repeat;
    const POSITIONAL: &'static [&'static str] = &["entity", "count", "dx", "dy"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'hole', x: 0, y: 0, radius: 2 });\n\
        array_linear({ entity: 'hole', count: 5, dx: 10, dy: 0 })";
    const RETURNS: &'static str = "string[]";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let by = vector(Self::NAME, ("dx", self.dx), ("dy", self.dy))?;
        let count = whole("array_linear: count", self.count, 1)?;
        let maps = (1..count).map(|i| Affine::translate(by * f64::from(i)));
        repeat(cx, &self.entity, maps)
    }
}

/// Repeat an entity or group in columns and rows. Returns the names of the copies: entity_2, entity_3, ...
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ArrayGrid {
    /// The entity or group to repeat.
    entity: String,
    /// Number of columns, including the original.
    columns: i64,
    /// Number of rows, including the original.
    rows: i64,
    /// Shift in x from column to column.
    dx: f64,
    /// Shift in y from row to row.
    dy: f64,
}

impl Tool for ArrayGrid {
    const NAME: &'static str = "array_grid";
    const KOREAN: &'static str = "항목을 행과 열로 반복합니다.";
    const SYNONYMS: [&'static str; 2] = [
        "repeat, rectangular pattern, rows and columns, matrix, hole grid, perforation",
        "격자, 행과 열, 반복 배열",
    ];
    const DOMAIN: Domain = Domain::Transforms;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Repeat;
    const POSITIONAL: &'static [&'static str] = &["entity", "columns", "rows", "dx", "dy"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'hole', x: 0, y: 0, radius: 2 });\n\
        array_grid({ entity: 'hole', columns: 4, rows: 3, dx: 10, dy: 10 })";
    const RETURNS: &'static str = "string[]";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let by = vector(Self::NAME, ("dx", self.dx), ("dy", self.dy))?;
        let columns = whole("array_grid: columns", self.columns, 1)?;
        let rows = whole("array_grid: rows", self.rows, columns)?;
        let places = (0..rows).flat_map(move |row| (0..columns).map(move |column| (column, row)));
        let maps = places.skip(1).map(|(column, row)| {
            Affine::translate(Vec2::new(by.x * f64::from(column), by.y * f64::from(row)))
        });
        repeat(cx, &self.entity, maps)
    }
}

/// Repeat an entity or group around a center, counterclockwise. Returns the names of the copies: entity_2, entity_3, ...
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ArrayPolar {
    /// The entity or group to repeat.
    entity: String,
    /// x of the center.
    cx: f64,
    /// y of the center.
    cy: f64,
    /// Number of items, including the original.
    count: i64,
    /// Angle from the first to the last; negative is clockwise. Default: a full turn, evenly divided.
    angle: Option<f64>,
    /// Whether the copies turn as well. Default: true.
    rotate: Option<bool>,
    /// Unit of the angle. Default: radian.
    angle_unit: Option<AngleUnit>,
}

impl Tool for ArrayPolar {
    const NAME: &'static str = "array_polar";
    const KOREAN: &'static str = "항목을 중심 둘레에 반시계 방향으로 반복합니다.";
    const SYNONYMS: [&'static str; 2] = [
        "repeat, circular pattern, around a center, spokes, ring of copies",
        "원형 배열, 둘레 반복",
    ];
    const DOMAIN: Domain = Domain::Transforms;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Repeat;
    const POSITIONAL: &'static [&'static str] =
        &["entity", "cx", "cy", "count", "angle", "rotate", "angle_unit"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'hole', x: 10, y: 0, radius: 1 });\n\
        array_polar({ entity: 'hole', cx: 0, cy: 0, count: 6 })";
    const RETURNS: &'static str = "string[]";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let center = vector(Self::NAME, ("cx", self.cx), ("cy", self.cy))?.to_point();
        let count = whole("array_polar: count", self.count, 1)?;
        let angle = match self.angle {
            None => TAU,
            Some(angle) => self.angle_unit.unwrap_or_default().radians(angle),
        };
        check_coordinate("array_polar: angle", angle).map_err(invalid)?;
        // After a full turn, the last copy would coincide with the original.
        let full = (angle.abs() - TAU).abs() <= 1e-9;
        let steps = f64::from(count - u32::from(!full)).max(1.0);
        let turns = self.rotate.unwrap_or(true);
        let middle = cx.edit.require(&self.entity)?;
        let middle = cx.edit.world_bounds(&middle.name).map_or(center, |b| b.center());
        let maps = (1..count).map(|i| {
            let map = rotation_about(angle * (f64::from(i) / steps), center);
            if turns {
                map
            } else {
                Affine::translate(map * middle - middle)
            }
        });
        repeat(cx, &self.entity, maps)
    }
}

fn repeat(cx: &mut ToolCx<'_>, name: &str, maps: impl Iterator<Item = Affine>) -> Result<Output, ToolError> {
    let name = cx.edit.require(name)?.name.clone();
    let mut names = Vec::new();
    for map in maps {
        let made = copy(cx, &name, &cx.edit.free_name(&name))?;
        cx.edit.map_in_world(&made, map)?;
        names.push(made);
    }
    Ok(Output::Data(json!(names)))
}

/// Returns the vector of two parameters of a tool, after a range check.
fn vector(tool: &str, (x_name, x): (&str, f64), (y_name, y): (&str, f64)) -> Result<Vec2, ToolError> {
    check_coordinate(&format!("{tool}: {x_name}"), x).map_err(invalid)?;
    check_coordinate(&format!("{tool}: {y_name}"), y).map_err(invalid)?;
    Ok(Vec2::new(x, y))
}

/// Checks a count for a tool that creates `times` entities for each counted element, so that the result fits into a
/// drawing.
fn whole(parameter: &str, count: i64, times: u32) -> Result<u32, ToolError> {
    let most = MAX_ENTITIES as u32 / times;
    let fits = u32::try_from(count)
        .ok()
        .filter(|count| (1..=most).contains(count));
    fits.ok_or_else(|| {
        ToolError::new(bilingual!(
            "{parameter} must be from 1 to {most}, got {count} (a drawing has at most {MAX_ENTITIES} entities)", "{parameter}은(는) 1~{most}이어야 하는데 {count}을(를) 받았어요(도면의 항목은 최대 {MAX_ENTITIES}개)"
        ))
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::super::tests::{call, center, data, drawn, square};
    use super::*;
    use serde_json::Value;
    use trammel_kernel::Point;

    fn near(a: Point, x: f64, y: f64) -> bool {
        (a.x - x).abs() < 1e-9 && (a.y - y).abs() < 1e-9
    }

    #[test]
    fn array_counts_include_the_original() {
        let mut edit = drawn(&[square("r", 0.0, 0.0, 2.0), square("r_3", 50.0, 50.0, 2.0)]);
        let made = data(
            &mut edit,
            "array_linear",
            json!({"entity": "r", "count": 3, "dx": 10, "dy": 1}),
        );
        assert_eq!(made, json!(["r_2", "r_4"]));
        assert!(near(center(&edit, "r_4"), 21.0, 3.0));
        let mut edit = drawn(&[square("r", 0.0, 0.0, 2.0)]);
        let grid = json!({"name": "r", "columns": 3, "rows": 2, "dx": 10, "dy": -5});
        assert_eq!(data(&mut edit, "array_grid", grid).as_array().unwrap().len(), 5);
        assert!(near(center(&edit, "r_3"), 21.0, 1.0));
        assert!(near(center(&edit, "r_6"), 21.0, -4.0));
    }

    #[test]
    fn polar_copies_are_rotated_or_stay_upright() {
        let polar = |input: Value| {
            let mut edit = drawn(&[square("r", 9.0, -1.0, 2.0)]);
            data(&mut edit, "array_polar", input);
            edit
        };
        let edit = polar(json!({"name": "r", "cx": 0, "cy": 0, "count": 8}));
        let bounds = edit.world_bounds("r_2").unwrap();
        assert!(
            (bounds.max.x - bounds.min.x - 8.0_f64.sqrt()).abs() < 1e-9,
            "{bounds:?}"
        );
        assert!(near(center(&edit, "r_3"), 0.0, 10.0));
        let upright = json!({"name": "r", "cx": 0, "cy": 0, "count": 8, "rotate": false});
        let bounds = polar(upright).world_bounds("r_2").unwrap();
        assert!((bounds.max.x - bounds.min.x - 2.0).abs() < 1e-9);
        // In less than a full turn, the last copy is at the given angle.
        let part = json!({"name": "r", "cx": 0, "cy": 0, "count": 3, "angle": -180, "angle_unit": "degree"});
        let edit = polar(part);
        assert!(near(center(&edit, "r_2"), 0.0, -10.0) && near(center(&edit, "r_3"), -10.0, 0.0));
    }

    #[test]
    fn arrays_copy_groups_with_their_children() {
        let mut edit = drawn(&[square("r", 0.0, 0.0, 2.0)]);
        call(&mut edit, "create_group", json!({"name": "g", "children": ["r"]})).unwrap();
        data(
            &mut edit,
            "array_linear",
            json!({"entity": "g", "count": 2, "dx": 5, "dy": 0}),
        );
        assert!(near(center(&edit, "g_2/r"), 6.0, 1.0));
    }

    #[test]
    fn errors_state_the_allowed_range() {
        let mut edit = drawn(&[square("a", 0.0, 0.0, 2.0)]);
        let mut error = |tool: &str, input: Value| call(&mut edit, tool, input).unwrap_err().message.english;
        let none = json!({"name": "a", "count": 0, "dx": 1, "dy": 1});
        assert!(error("array_linear", none).contains("from 1 to 10000"));
        let huge = json!({"name": "a", "columns": 1000, "rows": 1000, "dx": 1, "dy": 1});
        assert!(error("array_grid", huge).contains("from 1 to 10, got 1000"));
        let missing = json!({"name": "z", "cx": 0, "cy": 0, "count": 3});
        assert!(error("array_polar", missing).contains("'z' not found"));
    }
}
