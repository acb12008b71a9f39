//! Tools that align entities and distribute entities evenly.

use super::checks::invalid;
use super::measure::PlaceArg;
use super::measure_operand::MeasureOperand;
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use trammel_kernel::{Affine, Bounds, Path, Point, Vec2};
use trammel_language::{Bilingual, bilingual};
use trammel_scene::{Name, PartRef, check_coordinate};

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

/// Position across.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Across {
    Left,
    Center,
    Right,
}

/// Position up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Up {
    Bottom,
    Center,
    Top,
}

/// Move entities so that an edge or the center of their bounds is in line with that of them all together, or with that of a
/// reference, which stays. Returns the names of those that moved.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Align {
    /// Two entities or groups or more; with a target, one or more.
    entities: Vec<String>,
    /// "left", "right", "top", "bottom", or "center_x", "center_y" for the middles.
    edge: Option<Edge>,
    /// Reference: the name of an entity, group or part, or a point [x, y]. Default: the bounds of all together.
    target: Option<PlaceArg>,
    /// Instead of edge: "left", "center" or "right". With y, both directions in one call.
    x: Option<Across>,
    /// Instead of edge: "bottom", "center" or "top".
    y: Option<Up>,
    /// Move all by the same distance, so that their positions to each other stay. Needs a target. Default: false.
    as_one: Option<bool>,
}

impl Tool for Align {
    const NAME: &'static str = "align";
    const KOREAN: &'static str = "여러 항목의 가장자리나 가운데를 서로 또는 기준 항목이나 점에 맞춥니다.";
    const SYNONYMS: [&'static str; 2] = [
        "line up, center on, center in plate, center a pattern, same edge, centered, flush, left, right, top, bottom",
        "정렬, 맞추기, 가운데 맞춤, 판 가운데",
    ];
    const DOMAIN: Domain = Domain::Transforms;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Arrange;
    const POSITIONAL: &'static [&'static str] = &["entities", "edge"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'a', x: 0, y: 0, radius: 5 });\n\
        draw_circle({ name: 'b', x: 20, y: 3, radius: 2 });\nalign({ entities: ['a', 'b'], edge: 'bottom' });\n\
        draw_rect({ name: 'plate', x: 0, y: 10, width: 60, height: 30 });\n\
        align({ entities: ['a', 'b'], target: 'plate', x: 'center', y: 'center', as_one: true })";
    const RETURNS: &'static str = "string[]";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let lines = self.lines()?;
        let as_one = self.as_one.unwrap_or(false);
        if as_one && self.target.is_none() {
            return Err(ToolError::new(bilingual!(
                "align: as_one needs a target: the name of an entity, or a point [x, y]",
                "align: as_one에는 target이 필요해요. 항목의 이름이나 점 [x, y]를 주세요"
            )));
        }
        let least = if self.target.is_some() { 1 } else { 2 };
        let boxes = boxes(cx, "align", &self.entities, least)?;
        let Some(all) = Bounds::union_all(boxes.iter().map(|(_, bounds)| *bounds)) else {
            return Ok(Output::Data(json!([])));
        };
        let reference = match &self.target {
            None => all,
            Some(to) => reference(cx, to, &boxes)?,
        };
        let along = |bounds: &Bounds| lines.iter().fold(Vec2::ZERO, |sum, line| sum + line.of(bounds));
        let moves = boxes.iter().map(|(name, bounds)| {
            let from = if as_one { &all } else { bounds };
            (name.clone(), along(&reference) - along(from))
        });
        shift_all(cx, moves.collect())
    }
}

impl Align {
    /// Returns the lines that the entities share with the reference: one for each direction.
    fn lines(&self) -> Result<Vec<Edge>, ToolError> {
        let x = self.x.map(|x| match x {
            Across::Left => Edge::Left,
            Across::Center => Edge::CenterX,
            Across::Right => Edge::Right,
        });
        let y = self.y.map(|y| match y {
            Up::Bottom => Edge::Bottom,
            Up::Center => Edge::CenterY,
            Up::Top => Edge::Top,
        });
        match (self.edge, x, y) {
            (None, None, None) => Err(ToolError::new(bilingual!(
                "align: needs edge, or x or y, for example x: \"center\"",
                "align: edge나 x 또는 y가 필요해요. 예: x: \"center\""
            ))),
            (Some(_), _, _) if x.is_some() || y.is_some() => Err(ToolError::new(bilingual!(
                "align: edge and x or y are both given. Leave out edge.",
                "align: edge와 x 또는 y를 함께 주었어요. edge를 빼세요."
            ))),
            (edge, x, y) => Ok(edge.into_iter().chain(x).chain(y).collect()),
        }
    }
}

impl Edge {
    /// Returns the position of this line of the bounds; the other coordinate is 0.
    fn of(self, bounds: &Bounds) -> Vec2 {
        match self {
            Edge::Left => Vec2::new(bounds.min.x, 0.0),
            Edge::Right => Vec2::new(bounds.max.x, 0.0),
            Edge::CenterX => Vec2::new(bounds.center().x, 0.0),
            Edge::Bottom => Vec2::new(0.0, bounds.min.y),
            Edge::Top => Vec2::new(0.0, bounds.max.y),
            Edge::CenterY => Vec2::new(0.0, bounds.center().y),
        }
    }
}

/// Returns the bounds of the reference, which must not be one of the entities that move.
fn reference(cx: &ToolCx<'_>, to: &PlaceArg, boxes: &[(Name, Bounds)]) -> Result<Bounds, ToolError> {
    if let PlaceArg::Name(name) = to {
        let entity = PartRef::entity_of_part(name).filter(|_| cx.edit.get(name).is_none());
        let stays = entity.map_or_else(|| name.clone(), |entity| entity.to_string());
        let meets = |moved: &str| cx.edit.is_within(moved, &stays) || cx.edit.is_within(&stays, moved);
        if let Some((moved, _)) = boxes.iter().find(|(moved, _)| meets(moved)) {
            return Err(ToolError::new(bilingual!(
                "align: '{moved}' and the reference '{name}' are the same entity, or one contains the other. Leave it out of \
                 entities.",
                "align: '{moved}'과(와) 기준 '{name}'이(가) 같은 항목이거나 하나가 다른 하나를 담고 있어요. entities에서 빼세요."
            )));
        }
        if cx.edit.get(name).is_some() {
            let bounds = cx.edit.world_bounds(name);
            return bounds.ok_or_else(|| {
                ToolError::new(bilingual!(
                    "align: the reference '{name}' is an empty group and has no bounds",
                    "align: 기준 '{name}'은(는) 빈 그룹이라 경계가 없어요"
                ))
            });
        }
    }
    let bounds = match to.resolve(cx.edit, "align: target")? {
        MeasureOperand::Point(point) => Bounds::new(point, point),
        MeasureOperand::Paths(paths) => Path::bounds_of(&paths),
    };
    bounds.ok_or_else(|| {
        ToolError::new(bilingual!(
            "align: the target has no bounds",
            "align: target에 경계가 없어요"
        ))
    })
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
/// Returns the names of those that moved.
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
    const KOREAN: &'static str = "여러 항목의 간격을 고르게 합니다.";
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
        trammel_base::sort::by(&mut boxes, |(_, a), (_, b)| {
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
            return Err(ToolError::new(bilingual!(
                "{tool}: '{name}' and '{other}' are the same entity, or one contains the other. Name each entity once.",
                "{tool}: '{name}'과(와) '{other}'이(가) 같은 항목이거나 하나가 다른 하나를 담고 있어요. 항목마다 한 번만 쓰세요."
            )));
        }
        let bounds = cx.edit.world_bounds(&entity);
        let bounds = bounds.ok_or_else(|| {
            ToolError::new(bilingual!(
                "{tool}: '{name}' is an empty group and has no bounds",
                "{tool}: '{name}'은(는) 빈 그룹이라 경계가 없어요"
            ))
        })?;
        out.push((entity, bounds));
    }
    if out.len() < least {
        let noun = if least == 1 { "entity" } else { "entities" };
        let given = out.len();
        return Err(ToolError::new(Bilingual::format(
            format_args!("{tool}: entities needs at least {least} {noun}, got {given}"),
            format_args!("{tool}: entities에는 항목이 최소 {least}개 있어야 하는데 {given}개를 받았어요"),
        )));
    }
    Ok(out)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::super::tests::{call, center, data, drawn, square};
    use super::*;
    use serde_json::Value;
    use trammel_scene::Edit;

    fn near(a: Point, x: f64, y: f64) -> bool {
        (a.x - x).abs() < 1e-9 && (a.y - y).abs() < 1e-9
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
            let mut edit = drawn(&three);
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

    fn plate() -> Edit {
        drawn(&[
            square("plate", 100.0, 50.0, 40.0),
            square("a", 0.0, 0.0, 2.0),
            square("b", 6.0, 2.0, 4.0),
        ])
    }

    #[test]
    fn align_moves_entities_to_a_reference_that_stays() {
        for (input, a, b) in [
            (
                json!({"target": "plate", "x": "left"}),
                (101.0, 1.0),
                (102.0, 4.0),
            ),
            (
                json!({"target": "plate", "x": "center", "y": "center"}),
                (120.0, 70.0),
                (120.0, 70.0),
            ),
            (
                json!({"target": "plate", "x": "right", "y": "top"}),
                (139.0, 89.0),
                (138.0, 88.0),
            ),
            (
                json!({"target": "plate", "y": "bottom"}),
                (1.0, 51.0),
                (8.0, 52.0),
            ),
            (
                json!({"target": "plate", "edge": "center_y"}),
                (1.0, 70.0),
                (8.0, 70.0),
            ),
            (
                json!({"target": [10, 20], "x": "left", "y": "bottom"}),
                (11.0, 21.0),
                (12.0, 22.0),
            ),
            (
                json!({"target": "plate.edge[1]", "x": "center"}),
                (140.0, 1.0),
                (140.0, 4.0),
            ),
            (
                json!({"target": "plate.point[0]", "x": "center"}),
                (100.0, 1.0),
                (100.0, 4.0),
            ),
            // The bounds of both together are 10 wide and 6 high.
            (
                json!({"target": "plate", "x": "center", "y": "center", "as_one": true}),
                (116.0, 68.0),
                (123.0, 71.0),
            ),
            (
                json!({"target": "plate", "edge": "right", "as_one": true}),
                (131.0, 1.0),
                (138.0, 4.0),
            ),
        ] {
            let mut edit = plate();
            let mut input = input.clone();
            input["entities"] = json!(["a", "b"]);
            assert_eq!(data(&mut edit, "align", input.clone()), json!(["a", "b"]));
            assert!(near(center(&edit, "a"), a.0, a.1), "{input}");
            assert!(near(center(&edit, "b"), b.0, b.1), "{input}");
            assert!(near(center(&edit, "plate"), 120.0, 70.0));
            assert_eq!(
                data(&mut edit, "align", input),
                json!([]),
                "a second call moves nothing"
            );
        }
        // One entity at a reference, and x and y among each other.
        let mut edit = plate();
        let one = json!({"entities": ["a"], "target": "plate", "x": "center", "y": "top"});
        assert_eq!(data(&mut edit, "align", one), json!(["a"]));
        assert!(near(center(&edit, "a"), 120.0, 89.0));
        let mut edit = plate();
        data(
            &mut edit,
            "align",
            json!({"entities": ["a", "b"], "x": "left", "y": "top"}),
        );
        assert!(near(center(&edit, "a"), 1.0, 5.0) && near(center(&edit, "b"), 2.0, 4.0));
        call(
            &mut edit,
            "create_group",
            json!({"name": "g", "children": ["a", "b"]}),
        )
        .unwrap();
        let group = json!({"entities": ["g"], "target": "plate", "x": "center"});
        assert_eq!(data(&mut edit, "align", group), json!(["g"]));
        assert!(near(center(&edit, "g"), 120.0, 4.0));
    }

    #[test]
    fn align_refuses_what_has_no_reference_or_two_meanings() {
        let mut edit = plate();
        call(&mut edit, "create_group", json!({"name": "g", "children": ["b"]})).unwrap();
        call(&mut edit, "create_group", json!({"name": "none", "children": []})).unwrap();
        for (input, message) in [
            (
                json!({"entities": ["a", "b"]}),
                "align: needs edge, or x or y, for example x: \"center\"",
            ),
            (
                json!({"entities": ["a", "b"], "edge": "left", "x": "left"}),
                "align: edge and x or y are both given. Leave out edge.",
            ),
            (
                json!({"entities": ["a", "b"], "x": "left", "as_one": true}),
                "align: as_one needs a target: the name of an entity, or a point [x, y]",
            ),
            (
                json!({"entities": ["a"], "x": "left"}),
                "align: entities needs at least 2 entities, got 1",
            ),
            (
                json!({"entities": [], "x": "left", "target": "plate"}),
                "align: entities needs at least 1 entity, got 0",
            ),
            (
                json!({"entities": ["a", "plate"], "x": "left", "target": "plate"}),
                "align: 'plate' and the reference 'plate' are the same entity, or one contains the other. Leave it out of \
                 entities.",
            ),
            (
                json!({"entities": ["g"], "x": "left", "target": "b.edge[0]"}),
                "align: 'g' and the reference 'b.edge[0]' are the same entity, or one contains the other. Leave it out of \
                 entities.",
            ),
            (
                json!({"entities": ["b"], "x": "left", "target": "g"}),
                "align: 'b' and the reference 'g' are the same entity, or one contains the other. Leave it out of entities.",
            ),
            (
                json!({"entities": ["a"], "x": "left", "target": "none"}),
                "align: the reference 'none' is an empty group and has no bounds",
            ),
            (
                json!({"entities": ["a"], "x": "left", "target": [1e10, 0]}),
                "align: target must be a number within ±1e9, got 10000000000",
            ),
        ] {
            assert_eq!(
                call(&mut edit, "align", input).unwrap_err().message.english,
                message
            );
        }
        for (input, part) in [
            (
                json!({"entities": ["a"], "x": "left", "target": "plat"}),
                "'plat' not found",
            ),
            (
                json!({"entities": ["a"], "x": "left", "target": "plate.edge[9]"}),
                "edge[9]",
            ),
            (json!({"entities": ["a"], "x": "top", "target": "plate"}), "x"),
            (json!({"entities": ["a"], "y": "left", "target": "plate"}), "y"),
        ] {
            let message = call(&mut edit, "align", input).unwrap_err().message.english;
            assert!(message.contains(part), "{message}");
        }
    }

    #[test]
    fn distribute_makes_gaps_equal() {
        let three = [
            square("c", 20.0, 1.0, 6.0),
            square("a", 0.0, 0.0, 2.0),
            square("b", 5.0, 3.0, 4.0),
        ];
        let mut edit = drawn(&three);
        let input = json!({"entities": ["c", "a", "b"], "direction": "x"});
        assert_eq!(data(&mut edit, "distribute", input), json!(["b"]));
        assert!(near(center(&edit, "b"), 11.0, 5.0));
        let mut edit = drawn(&three);
        let input = json!({"entities": ["c", "a", "b"], "direction": "x", "gap": 1});
        assert_eq!(data(&mut edit, "distribute", input), json!(["b", "c"]));
        assert!(near(center(&edit, "b"), 5.0, 5.0) && near(center(&edit, "c"), 11.0, 4.0));
    }

    #[test]
    fn errors_state_the_required_arguments() {
        let mut edit = drawn(&[square("a", 0.0, 0.0, 2.0), square("b", 5.0, 0.0, 2.0)]);
        let mut error = |tool: &str, input: Value| call(&mut edit, tool, input).unwrap_err().message.english;
        assert!(error("align", json!({"entities": ["a"], "edge": "left"})).contains("at least 2"));
        assert!(error("align", json!({"entities": ["a", "a"], "edge": "left"})).contains("once"));
        let two = json!({"entities": ["a", "b"], "direction": "x"});
        assert!(error("distribute", two).contains("at least 3"));
    }
}
