//! Tools that align entities and distribute entities evenly.

use super::checks::invalid;
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use crate::geometry::{Affine, Bounds, Point, Vec2};
use crate::scene::{Name, check_coordinate};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

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
    entities: Vec<String>,
    /// "left", "right", "top", "bottom", or "center_x", "center_y" for the middles.
    edge: Edge,
}

impl Tool for Align {
    const NAME: &'static str = "align";
    const KOREAN: &'static str = "여러 엔티티의 가장자리나 가운데를 한 줄로 맞춥니다.";
    const SYNONYMS: [&'static str; 2] = [
        "line up, center on, same edge, centered, flush, left, right, top, bottom",
        "정렬, 맞추기, 가운데 맞춤",
    ];
    const DOMAIN: Domain = Domain::Transforms;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Arrange;
    const POSITIONAL: &'static [&'static str] = &["entities", "edge"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'a', x: 0, y: 0, radius: 5 });\n\
        draw_circle({ name: 'b', x: 20, y: 3, radius: 2 });\nalign({ entities: ['a', 'b'], edge: 'bottom' })";
    const RETURNS: &'static str = "string[]";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let boxes = boxes(cx, "align", &self.entities, 2)?;
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
    entities: Vec<String>,
    /// "x" (left to right) or "y" (bottom to top).
    direction: Direction,
    /// Gap between neighbors; negative overlaps. Default: what the outer two leave.
    gap: Option<f64>,
}

impl Tool for Distribute {
    const NAME: &'static str = "distribute";
    const KOREAN: &'static str = "여러 엔티티의 간격을 고르게 합니다.";
    const SYNONYMS: [&'static str; 2] = [
        "even spacing, equal gaps, spread, space out",
        "고르게, 등간격, 간격 맞추기",
    ];
    const DOMAIN: Domain = Domain::Transforms;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Arrange;
    const POSITIONAL: &'static [&'static str] = &["entities", "direction", "gap"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'a', x: 0, y: 0, radius: 5 });\n\
        draw_circle({ name: 'b', x: 12, y: 0, radius: 2 });\ndistribute({ entities: ['a', 'b'], direction: 'x', gap: 10 })";
    const RETURNS: &'static str = "string[]";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let least = if self.gap.is_some() { 2 } else { 3 };
        let mut boxes = boxes(cx, "distribute", &self.entities, least)?;
        let axis = match self.direction {
            Direction::X => Vec2::new(1.0, 0.0),
            Direction::Y => Vec2::new(0.0, 1.0),
        };
        let along = |point: Point| point.to_vec2().dot(axis);
        crate::sort::by(&mut boxes, |(_, a), (_, b)| {
            along(a.center()).total_cmp(&along(b.center()))
        });
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

fn shift_all(cx: &mut ToolCx<'_>, moves: Vec<(Name, Vec2)>) -> Result<Output, ToolError> {
    let mut moved = Vec::new();
    for (name, by) in moves.into_iter().filter(|(_, by)| *by != Vec2::ZERO) {
        cx.edit.map_in_world(&name, Affine::translate(by))?;
        moved.push(name);
    }
    Ok(Output::Data(json!(moved)))
}

/// Returns the bounds of each named entity. Every entity must have bounds, no entity may be named twice or contain
/// another one, and at least `least` entities are required.
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
                "{tool}: '{name}' and '{other}' are the same entity, or one contains the other. Name each entity once."
            )));
        }
        let bounds = cx.edit.world_bounds(&entity);
        let bounds = bounds
            .ok_or_else(|| ToolError::new(format!("{tool}: '{name}' is an empty group and has no bounds")))?;
        out.push((entity, bounds));
    }
    if out.len() < least {
        return Err(ToolError::new(format!(
            "{tool}: entities needs at least {least} entities, got {}",
            out.len()
        )));
    }
    Ok(out)
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
    fn align_moves_edges_to_a_common_line() {
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
                json!({"entities": ["a", "b", "c"], "edge": edge}),
            )
            .unwrap();
            for (name, (x, y)) in ["a", "b", "c"].into_iter().zip(expected) {
                assert!(near(center(&edit, name), x, y), "{edge} {name}");
            }
        }
    }

    #[test]
    fn distribute_makes_gaps_equal() {
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
    fn errors_state_the_required_arguments() {
        let mut edit = scene(&[square("a", 0.0, 0.0, 2.0), square("b", 5.0, 0.0, 2.0)]);
        let mut error = |tool: &str, input: Value| call(&mut edit, tool, input).unwrap_err().message;
        assert!(error("align", json!({"entities": ["a"], "edge": "left"})).contains("at least 2"));
        assert!(error("align", json!({"entities": ["a", "a"], "edge": "left"})).contains("once"));
        let two = json!({"names": ["a", "b"], "direction": "x"});
        assert!(error("distribute", two).contains("at least 3"));
    }
}
