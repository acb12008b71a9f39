//! Copies in rows, grids and circles, and putting entities in line.
//!
//! A count includes the original. Copies stand in the original's group, in front, and take the next free names of its
//! kind: `hole_2`, `hole_3`.

use super::copy::copy;
use super::types::AngleUnit;
use super::{Domain, Kind, Output, Tool, ToolCx, ToolError, invalid};
use crate::geometry::affine::rotation_about;
use crate::geometry::{Affine, Bounds, Point, Vec2};
use crate::scene::{MAX_ENTITIES, Name, check_coordinate};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use std::f64::consts::TAU;

/// Repeat an entity or group along a line. Answers the names of the copies: name_2, name_3, ...
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ArrayLinear {
    /// The entity or group to repeat.
    name: String,
    /// How many there are then, the original included.
    count: i64,
    /// Shift in x from one to the next.
    dx: f64,
    /// Shift in y from one to the next.
    dy: f64,
}

impl Tool for ArrayLinear {
    const NAME: &'static str = "array_linear";
    const DOMAIN: Domain = Domain::Transforms;
    const KIND: Kind = Kind::Action;
    const POSITIONAL: &'static [&'static str] = &["name", "count", "dx", "dy"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'hole', x: 0, y: 0, radius: 2 });\n\
        array_linear({ name: 'hole', count: 5, dx: 10, dy: 0 })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let by = shift("array_linear", self.dx, self.dy)?;
        let count = whole("array_linear: count", self.count, 1)?;
        let maps = (1..count).map(|i| Affine::translate(by * f64::from(i)));
        repeat(cx, &self.name, maps)
    }
}

/// Repeat an entity or group in columns and rows. Answers the names of the copies: name_2, name_3, ...
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ArrayGrid {
    /// The entity or group to repeat.
    name: String,
    /// How many stand side by side, the original included.
    columns: i64,
    /// How many stand one above the other, the original included.
    rows: i64,
    /// Shift in x from column to column.
    dx: f64,
    /// Shift in y from row to row.
    dy: f64,
}

impl Tool for ArrayGrid {
    const NAME: &'static str = "array_grid";
    const DOMAIN: Domain = Domain::Transforms;
    const KIND: Kind = Kind::Action;
    const POSITIONAL: &'static [&'static str] = &["name", "columns", "rows", "dx", "dy"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'hole', x: 0, y: 0, radius: 2 });\n\
        array_grid({ name: 'hole', columns: 4, rows: 3, dx: 10, dy: 10 })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let by = shift("array_grid", self.dx, self.dy)?;
        let columns = whole("array_grid: columns", self.columns, 1)?;
        let rows = whole("array_grid: rows", self.rows, columns)?;
        let places = (0..rows).flat_map(move |row| (0..columns).map(move |column| (column, row)));
        let maps = places.skip(1).map(|(column, row)| {
            Affine::translate(Vec2::new(by.x * f64::from(column), by.y * f64::from(row)))
        });
        repeat(cx, &self.name, maps)
    }
}

/// Repeat an entity or group around a center, counter-clockwise. Answers the names of the copies: name_2, name_3, ...
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ArrayPolar {
    /// The entity or group to repeat.
    name: String,
    /// x of the center.
    cx: f64,
    /// y of the center.
    cy: f64,
    /// How many there are then, the original included.
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
    const DOMAIN: Domain = Domain::Transforms;
    const KIND: Kind = Kind::Action;
    const POSITIONAL: &'static [&'static str] = &["name", "cx", "cy", "count", "angle", "rotate"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'hole', x: 10, y: 0, radius: 1 });\n\
        array_polar({ name: 'hole', cx: 0, cy: 0, count: 6 })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let center = shift("array_polar", self.cx, self.cy)?.to_point();
        let count = whole("array_polar: count", self.count, 1)?;
        let angle = match self.angle {
            None => TAU,
            Some(angle) => self.angle_unit.unwrap_or_default().radians(angle),
        };
        check_coordinate("array_polar: angle", angle).map_err(invalid)?;
        // After a full turn the last would cover the first.
        let full = (angle.abs() - TAU).abs() <= 1e-9;
        let steps = f64::from(count - u32::from(!full)).max(1.0);
        let turns = self.rotate.unwrap_or(true);
        let middle = cx.edit.require(&self.name)?;
        let middle = cx.edit.world_bounds(&middle.name).map_or(center, |b| b.center());
        let maps = (1..count).map(|i| {
            let map = rotation_about(angle * (f64::from(i) / steps), center);
            if turns {
                map
            } else {
                Affine::translate(map * middle - middle)
            }
        });
        repeat(cx, &self.name, maps)
    }
}

/// A side or middle line of the bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
enum Edge {
    Left,
    Right,
    Top,
    Bottom,
    CenterX,
    CenterY,
}

/// Move entities so that one edge of their bounds is in line with that of them all together. Answers the names of those
/// that moved.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Align {
    /// Two entities or groups or more.
    names: Vec<String>,
    /// "left", "right", "top", "bottom", or "center_x", "center_y" for the middles.
    edge: Edge,
}

impl Tool for Align {
    const NAME: &'static str = "align";
    const DOMAIN: Domain = Domain::Transforms;
    const KIND: Kind = Kind::Action;
    const POSITIONAL: &'static [&'static str] = &["names", "edge"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'a', x: 0, y: 0, radius: 5 });\n\
        draw_circle({ name: 'b', x: 20, y: 3, radius: 2 });\nalign({ names: ['a', 'b'], edge: 'bottom' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let boxes = boxes(cx, "align", &self.names, 2)?;
        let Some(all) = Bounds::union_all(boxes.iter().map(|(_, bounds)| *bounds)) else {
            return Ok(Output::Data(json!([])));
        };
        let along = |bounds: &Bounds| match self.edge {
            Edge::Left => Vec2::new(bounds.min.x, 0.0),
            Edge::Right => Vec2::new(bounds.max.x, 0.0),
            Edge::CenterX => Vec2::new(bounds.center().x, 0.0),
            Edge::Bottom => Vec2::new(0.0, bounds.min.y),
            Edge::Top => Vec2::new(0.0, bounds.max.y),
            Edge::CenterY => Vec2::new(0.0, bounds.center().y),
        };
        let moves = boxes
            .iter()
            .map(|(name, bounds)| (name.clone(), along(&all) - along(bounds)));
        shift_all(cx, moves.collect())
    }
}

/// A direction of the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Direction {
    X,
    Y,
}

/// Space entities evenly: equal gaps between their bounds. Without a gap the outer two stay; with one the first stays.
/// Answers the names of those that moved.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Distribute {
    /// Three entities or groups or more (two with a gap).
    names: Vec<String>,
    /// "x" (left to right) or "y" (bottom to top).
    direction: Direction,
    /// Gap between neighbors; negative overlaps. Default: what the outer two leave.
    gap: Option<f64>,
}

impl Tool for Distribute {
    const NAME: &'static str = "distribute";
    const DOMAIN: Domain = Domain::Transforms;
    const KIND: Kind = Kind::Action;
    const POSITIONAL: &'static [&'static str] = &["names", "direction", "gap"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'a', x: 0, y: 0, radius: 5 });\n\
        draw_circle({ name: 'b', x: 12, y: 0, radius: 2 });\ndistribute({ names: ['a', 'b'], direction: 'x', gap: 10 })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let least = if self.gap.is_some() { 2 } else { 3 };
        let mut boxes = boxes(cx, "distribute", &self.names, least)?;
        let axis = match self.direction {
            Direction::X => Vec2::new(1.0, 0.0),
            Direction::Y => Vec2::new(0.0, 1.0),
        };
        let along = |point: Point| point.to_vec2().dot(axis);
        boxes.sort_by(|(_, a), (_, b)| along(a.center()).total_cmp(&along(b.center())));
        let (Some((_, first)), Some((_, last))) = (boxes.first(), boxes.last()) else {
            return Ok(Output::Data(json!([])));
        };
        let gap = match self.gap {
            Some(gap) => gap,
            None => {
                let used: f64 = boxes.iter().map(|(_, b)| along(b.max) - along(b.min)).sum();
                (along(last.max) - along(first.min) - used) / (boxes.len() - 1) as f64
            }
        };
        check_coordinate("distribute: gap", gap).map_err(invalid)?;
        let mut at = along(first.min);
        let mut moves = Vec::new();
        for (i, (name, bounds)) in boxes.iter().enumerate() {
            let stays = i == 0 || (self.gap.is_none() && i + 1 == boxes.len());
            let by = if stays { 0.0 } else { at - along(bounds.min) };
            moves.push((name.clone(), axis * by));
            at += along(bounds.max) - along(bounds.min) + gap;
        }
        shift_all(cx, moves)
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

fn shift_all(cx: &mut ToolCx<'_>, moves: Vec<(Name, Vec2)>) -> Result<Output, ToolError> {
    let mut moved = Vec::new();
    for (name, by) in moves.into_iter().filter(|(_, by)| *by != Vec2::ZERO) {
        cx.edit.map_in_world(&name, Affine::translate(by))?;
        moved.push(name);
    }
    Ok(Output::Data(json!(moved)))
}

/// The bounds of each entity; every one has some, and none is named twice or inside another.
fn boxes(
    cx: &ToolCx<'_>,
    tool: &str,
    names: &[String],
    least: usize,
) -> Result<Vec<(Name, Bounds)>, ToolError> {
    let mut out: Vec<(Name, Bounds)> = Vec::new();
    for name in names {
        let entity = cx.edit.require(name)?.name.clone();
        if let Some((other, _)) = out
            .iter()
            .find(|(other, _)| cx.edit.is_within(&entity, other) || cx.edit.is_within(other, &entity))
        {
            return Err(ToolError::new(format!(
                "{tool}: '{name}' and '{other}' are the same, or one is in the other: name each once"
            )));
        }
        let bounds = cx.edit.world_bounds(&entity);
        let bounds = bounds
            .ok_or_else(|| ToolError::new(format!("{tool}: '{name}' is an empty group and has no bounds")))?;
        out.push((entity, bounds));
    }
    if out.len() < least {
        return Err(ToolError::new(format!(
            "{tool}: names needs at least {least} entities, got {}",
            out.len()
        )));
    }
    Ok(out)
}

fn shift(tool: &str, x: f64, y: f64) -> Result<Vec2, ToolError> {
    let (x_name, y_name) = if tool == "array_polar" {
        ("cx", "cy")
    } else {
        ("dx", "dy")
    };
    check_coordinate(&format!("{tool}: {x_name}"), x).map_err(invalid)?;
    check_coordinate(&format!("{tool}: {y_name}"), y).map_err(invalid)?;
    Ok(Vec2::new(x, y))
}

/// A whole number of things, each of which comes `times`.
fn whole(parameter: &str, count: i64, times: u32) -> Result<u32, ToolError> {
    let most = MAX_ENTITIES as u32 / times;
    let fits = u32::try_from(count)
        .ok()
        .filter(|count| (1..=most).contains(count));
    fits.ok_or_else(|| {
        ToolError::new(format!(
            "{parameter} must be from 1 to {most}, got {count} (a drawing may hold {MAX_ENTITIES} entities)"
        ))
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::super::tests::call;
    use super::*;
    use crate::scene::{Edit, Scene};
    use serde_json::Value;

    fn scene(calls: &[(&str, Value)]) -> Edit {
        let mut edit = Edit::new(Scene::default());
        for (tool, input) in calls {
            call(&mut edit, tool, input.clone()).unwrap();
        }
        edit
    }

    fn data(edit: &mut Edit, tool: &str, input: Value) -> Value {
        match call(edit, tool, input).unwrap() {
            Output::Data(value) => value,
            other => panic!("{other:?}"),
        }
    }

    fn center(edit: &Edit, name: &str) -> Point {
        edit.world_bounds(name).unwrap().center()
    }

    fn near(a: Point, x: f64, y: f64) -> bool {
        (a.x - x).abs() < 1e-9 && (a.y - y).abs() < 1e-9
    }

    fn square(name: &str, x: f64, y: f64, size: f64) -> (&'static str, Value) {
        (
            "draw_rect",
            json!({"name": name, "x": x, "y": y, "width": size, "height": size}),
        )
    }

    #[test]
    fn rows_and_grids_count_the_original() {
        let mut edit = scene(&[square("r", 0.0, 0.0, 2.0), square("r_3", 50.0, 50.0, 2.0)]);
        let made = data(
            &mut edit,
            "array_linear",
            json!({"name": "r", "count": 3, "dx": 10, "dy": 1}),
        );
        assert_eq!(made, json!(["r_2", "r_4"]));
        assert!(near(center(&edit, "r_4"), 21.0, 3.0));
        let mut edit = scene(&[square("r", 0.0, 0.0, 2.0)]);
        let grid = json!({"name": "r", "columns": 3, "rows": 2, "dx": 10, "dy": -5});
        assert_eq!(data(&mut edit, "array_grid", grid).as_array().unwrap().len(), 5);
        assert!(near(center(&edit, "r_3"), 21.0, 1.0));
        assert!(near(center(&edit, "r_6"), 21.0, -4.0));
    }

    #[test]
    fn polar_copies_turn_or_stay_upright() {
        let polar = |input: Value| {
            let mut edit = scene(&[square("r", 9.0, -1.0, 2.0)]);
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
        // Part of a turn ends at its angle.
        let part = json!({"name": "r", "cx": 0, "cy": 0, "count": 3, "angle": -180, "angle_unit": "degree"});
        let edit = polar(part);
        assert!(near(center(&edit, "r_2"), 0.0, -10.0) && near(center(&edit, "r_3"), -10.0, 0.0));
    }

    #[test]
    fn groups_are_repeated_with_what_is_in_them() {
        let mut edit = scene(&[square("r", 0.0, 0.0, 2.0)]);
        call(&mut edit, "create_group", json!({"name": "g", "children": ["r"]})).unwrap();
        data(
            &mut edit,
            "array_linear",
            json!({"name": "g", "count": 2, "dx": 5, "dy": 0}),
        );
        assert!(near(center(&edit, "g_2/r"), 6.0, 1.0));
    }

    #[test]
    fn edges_are_put_in_line() {
        let three = [
            square("a", 0.0, 0.0, 2.0),
            square("b", 5.0, 3.0, 4.0),
            square("c", 20.0, 1.0, 6.0),
        ];
        for (edge, expected) in [
            ("bottom", [(1.0, 1.0), (7.0, 2.0), (23.0, 3.0)]),
            ("top", [(1.0, 6.0), (7.0, 5.0), (23.0, 4.0)]),
            ("left", [(1.0, 1.0), (2.0, 5.0), (3.0, 4.0)]),
            ("right", [(25.0, 1.0), (24.0, 5.0), (23.0, 4.0)]),
            ("center_x", [(13.0, 1.0), (13.0, 5.0), (13.0, 4.0)]),
            ("center_y", [(1.0, 3.5), (7.0, 3.5), (23.0, 3.5)]),
        ] {
            let mut edit = scene(&three);
            call(
                &mut edit,
                "align",
                json!({"names": ["a", "b", "c"], "edge": edge}),
            )
            .unwrap();
            for (name, (x, y)) in ["a", "b", "c"].into_iter().zip(expected) {
                assert!(near(center(&edit, name), x, y), "{edge} {name}");
            }
        }
    }

    #[test]
    fn gaps_are_made_equal() {
        let three = [
            square("c", 20.0, 1.0, 6.0),
            square("a", 0.0, 0.0, 2.0),
            square("b", 5.0, 3.0, 4.0),
        ];
        let mut edit = scene(&three);
        let input = json!({"names": ["c", "a", "b"], "direction": "x"});
        assert_eq!(data(&mut edit, "distribute", input), json!(["b"]));
        assert!(near(center(&edit, "b"), 11.0, 5.0));
        let mut edit = scene(&three);
        let input = json!({"names": ["c", "a", "b"], "direction": "x", "gap": 1});
        assert_eq!(data(&mut edit, "distribute", input), json!(["b", "c"]));
        assert!(near(center(&edit, "b"), 5.0, 5.0) && near(center(&edit, "c"), 11.0, 4.0));
    }

    #[test]
    fn errors_say_what_fits() {
        let mut edit = scene(&[square("a", 0.0, 0.0, 2.0), square("b", 5.0, 0.0, 2.0)]);
        let mut error = |tool: &str, input: Value| call(&mut edit, tool, input).unwrap_err().message;
        let none = json!({"name": "a", "count": 0, "dx": 1, "dy": 1});
        assert!(error("array_linear", none).contains("from 1 to 10000"));
        let huge = json!({"name": "a", "columns": 1000, "rows": 1000, "dx": 1, "dy": 1});
        assert!(error("array_grid", huge).contains("from 1 to 10, got 1000"));
        assert!(error("align", json!({"names": ["a"], "edge": "left"})).contains("at least 2"));
        assert!(error("align", json!({"names": ["a", "a"], "edge": "left"})).contains("once"));
        let two = json!({"names": ["a", "b"], "direction": "x"});
        assert!(error("distribute", two).contains("at least 3"));
        let missing = json!({"name": "z", "cx": 0, "cy": 0, "count": 3});
        assert!(error("array_polar", missing).contains("'z' not found"));
    }
}
