//! Tool that draws walls with doors, windows and openings.

use super::wall_error::{round_length, wall_error};
use crate::checks::{self, invalid};
use crate::draw::{Options, draw};
use crate::lengths::above_zero;
use crate::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use crate::types::{Points, StyleArg};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use std::f64::consts::FRAC_PI_2;
use trammel_kernel::wall::{Gap, GapError, Jambs, Wall};
use trammel_kernel::{Point, Vec2, norm};
use trammel_language::bilingual;
use trammel_scene::{PathData, Shape, check_coordinate};

/// Largest number of points.
const MOST_POINTS: usize = 1_000;

/// Largest number of openings.
const MOST_OPENINGS: usize = 200;

/// Place of the line of points in the thickness.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Justify {
    #[default]
    Center,
    Left,
    Right,
}

/// Type of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum OpeningType {
    Door,
    Window,
    Opening,
}

impl OpeningType {
    fn name(self) -> &'static str {
        match self {
            OpeningType::Door => "door",
            OpeningType::Window => "window",
            OpeningType::Opening => "opening",
        }
    }
}

/// End of an opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Hinge {
    #[default]
    Start,
    End,
}

/// Side of a wall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Swing {
    #[default]
    Left,
    Right,
}

/// Opening in a wall.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(inline)]
struct OpeningArg {
    /// Distance along the points to the middle of the opening; negative: from the end.
    at: f64,
    /// Width, above 0.
    width: f64,
    /// "door" (leaf and swing), "window" (three lines) or "opening" (only a gap).
    #[serde(rename = "type")]
    kind: OpeningType,
    /// Side of a door on which it is hung: "start" (default) or "end" in the direction of travel.
    hinge: Option<Hinge>,
    /// Side to which a door opens: "left" (default) or "right" of the direction of travel.
    swing: Option<Swing>,
    /// Name of the door or window, instead of name_door_1 or name_window_1.
    name: Option<String>,
}

/// Draw a wall of one thickness along a polyline as one exact area with mitered corners, interrupted at doors, windows and
/// openings. Returns the names of all parts: name, name_door_1_leaf, name_door_1_swing, name_window_1, ...
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct DrawWall {
    /// Name of the new entity; unique in the drawing. The names of doors and windows begin with it.
    name: String,
    /// Coordinates [x1, y1, x2, y2, ...] of the line of the wall, two points or more.
    points: Points,
    /// Thickness of the wall, above 0.
    thickness: f64,
    /// Join the last point to the first, for a room. Default: false.
    closed: Option<bool>,
    /// Face on which the points lie: "center" (default, halfway), or "left" or "right" in the direction of travel.
    justify: Option<Justify>,
    /// Doors, windows and openings, each clear of the corners.
    openings: Option<Vec<OpeningArg>>,
    /// Stroke and fill; the fill is that of the wall. Default: ink outline 0.35 mm wide, no fill.
    style: Option<StyleArg>,
    /// Layer to draw on; its color and line weight are the stroke's defaults.
    layer: Option<String>,
    /// Replace entities of these names, keeping their places in the order, instead of refusing.
    replace: Option<bool>,
}

impl Tool for DrawWall {
    const NAME: &'static str = "draw_wall";
    const KOREAN: &'static str = "문, 창, 개구부가 있는 일정한 두께의 벽을 그립니다.";
    const SYNONYMS: [&'static str; 2] = [
        "wall with door, wall with window, floor plan, room, house, partition, door swing, doorway, thick polyline, double line",
        "벽, 문 달린 벽, 창, 평면도, 방, 문, 칸막이, 개구부",
    ];
    const DOMAIN: Domain = Domain::Parts;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Draw;
    const POSITIONAL: &'static [&'static str] = &["name", "points", "thickness", "openings", "style"];
    const EXAMPLE: &'static str = "draw_wall({ name: 'room', points: [0, 0, 4000, 0, 4000, 3000, 0, 3000], closed: true, \
        thickness: 150,\n  openings: [{ type: 'door', at: 1000, width: 900 }, { type: 'window', at: 8500, width: 1500 }] })";
    const RETURNS: &'static str = "string[]";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let wall = self.wall()?;
        let list = self.openings.as_deref().unwrap_or_default();
        if list.len() > MOST_OPENINGS {
            return Err(ToolError::new(bilingual!(
                "draw_wall: openings has {} entries, at most {MOST_OPENINGS}",
                "draw_wall: openings가 {}개이고 최대 {MOST_OPENINGS}개예요",
                list.len()
            )));
        }
        let mut openings = Vec::with_capacity(list.len());
        for (index, given) in list.iter().enumerate() {
            openings.push(Opening::of(&wall, index, given)?);
        }
        let paths = wall.outlines(&in_order(&wall, &openings)?);
        if paths.is_empty() {
            return Err(ToolError::new(bilingual!(
                "draw_wall: the openings use up the whole wall. Make one of them narrower.",
                "draw_wall: 개구부가 벽 전체를 차지해요. 하나를 좁히세요."
            )));
        }
        let mut parts = vec![(self.name.clone(), Shape::Region { paths })];
        let mut counts = [0; 2];
        for opening in &openings {
            parts.extend(opening.parts(&self.name, &mut counts, &wall)?);
        }
        let mut names = Vec::new();
        for (i, (name, shape)) in parts.into_iter().enumerate() {
            let name = checks::name("draw_wall: name", &name)?;
            if names.contains(&name) {
                return Err(ToolError::new(bilingual!(
                    "draw_wall: two parts would be called '{name}'. Give each opening its own name.",
                    "draw_wall: 두 부분의 이름이 '{name}'(으)로 같아져요. 개구부마다 다른 이름을 주세요."
                )));
            }
            let style = self.style.clone();
            let options = Options {
                style: if i == 0 {
                    style
                } else {
                    style.map(StyleArg::without_fill)
                },
                layer: self.layer.clone(),
                replace: self.replace,
                ..Options::default()
            };
            draw(cx.edit, Self::NAME, name.as_str(), shape, options)?;
            names.push(name);
        }
        Ok(Output::Data(json!(names)))
    }
}

impl DrawWall {
    /// Checks the points and the thickness and returns the wall without openings.
    fn wall(&self) -> Result<Wall, ToolError> {
        let thickness = above_zero(Self::NAME, "thickness", self.thickness)?;
        let points = &self.points.0;
        for (i, point) in points.iter().enumerate() {
            check_coordinate(&format!("draw_wall: points[{i}].x"), point.x).map_err(invalid)?;
            check_coordinate(&format!("draw_wall: points[{i}].y"), point.y).map_err(invalid)?;
        }
        if points.len() > MOST_POINTS {
            return Err(ToolError::new(bilingual!(
                "draw_wall: points has {} points, at most {MOST_POINTS}",
                "draw_wall: points에 점이 {}개 있고 최대 {MOST_POINTS}개예요",
                points.len()
            )));
        }
        let closed = self.closed.unwrap_or(false);
        let faces = match self.justify.unwrap_or_default() {
            Justify::Center => [0.5 * thickness, 0.5 * thickness],
            Justify::Left => [0.0, thickness],
            Justify::Right => [thickness, 0.0],
        };
        let count = points.len();
        Wall::new(points, closed, faces).map_err(|error| wall_error(&error, (count, closed), thickness))
    }
}

/// Opening with its place in the wall.
struct Opening {
    gap: Gap,
    kind: OpeningType,
    hinge: Hinge,
    swing: Swing,
    name: Option<String>,
    /// Description for errors: `openings[0] (door, 1 to 2)`.
    label: String,
}

impl Opening {
    fn of(wall: &Wall, index: usize, given: &OpeningArg) -> Result<Opening, ToolError> {
        let kind = given.kind;
        let parameter = |name: &str| format!("openings[{index}].{name}");
        let width = above_zero(DrawWall::NAME, &parameter("width"), given.width)?;
        check_coordinate(&format!("draw_wall: {}", parameter("at")), given.at).map_err(invalid)?;
        let is_door = kind == OpeningType::Door;
        let misplaced = [
            ("hinge", given.hinge.is_some() && !is_door),
            ("swing", given.swing.is_some() && !is_door),
            ("name", given.name.is_some() && kind == OpeningType::Opening),
        ];
        if let Some((name, _)) = misplaced.iter().find(|(_, is)| *is) {
            let only = if *name == "name" {
                bilingual!("a door or window", "문이나 창")
            } else {
                bilingual!("a door", "문")
            };
            return Err(ToolError::new(bilingual!(
                "draw_wall: {} is for {only}, but this opening has the type \"{}\". Leave the parameter out.",
                "draw_wall: {}은(는) {only:#}에만 쓰는데 이 개구부는 \"{}\" 유형이에요. 이 매개변수를 빼세요.",
                parameter(name),
                kind.name()
            )));
        }
        let center = if given.at < 0.0 {
            wall.length() + given.at
        } else {
            given.at
        };
        let range = [center - 0.5 * width, center + 0.5 * width].map(round_length);
        let label = format!(
            "openings[{index}] ({}, {} to {})",
            kind.name(),
            range[0],
            range[1]
        );
        let gap = wall.gap(center, width).map_err(|error| {
            ToolError::new(match error {
                GapError::Outside => bilingual!(
                    "draw_wall: {label} lies outside the wall, which is {} long. Change at or width.",
                    "draw_wall: {label}이(가) 길이 {}인 벽 밖에 있어요. at이나 width를 바꾸세요.",
                    round_length(wall.length())
                ),
                GapError::Corner { at, room } if room[1] - room[0] >= width => bilingual!(
                    "draw_wall: {label} reaches into the corner at {}. Move it into {} to {}.",
                    "draw_wall: {label}이(가) {}의 모서리에 닿아요. {}~{} 사이로 옮기세요.",
                    round_length(at),
                    round_length(room[0]),
                    round_length(room[1])
                ),
                GapError::Corner { at, room } => bilingual!(
                    "draw_wall: {label} reaches into the corner at {}. This side has room for a width of {}.",
                    "draw_wall: {label}이(가) {}의 모서리에 닿아요. 이 변에는 너비 {}까지 들어가요.",
                    round_length(at),
                    round_length((room[1] - room[0]).max(0.0))
                ),
            })
        })?;
        Ok(Opening {
            gap,
            kind,
            hinge: given.hinge.unwrap_or_default(),
            swing: given.swing.unwrap_or_default(),
            name: given.name.clone(),
            label,
        })
    }

    /// Returns the names and shapes of the parts. `counts` has the numbers of the doors and windows before this one.
    fn parts(
        &self,
        wall_name: &str,
        counts: &mut [usize; 2],
        wall: &Wall,
    ) -> Result<Vec<(String, Shape)>, ToolError> {
        let jambs = wall.jambs(&self.gap);
        let slot = match self.kind {
            OpeningType::Opening => return Ok(Vec::new()),
            OpeningType::Door => 0,
            OpeningType::Window => 1,
        };
        counts[slot] += 1;
        let derived = || format!("{wall_name}_{}_{}", self.kind.name(), counts[slot]);
        let stem = self.name.clone().unwrap_or_else(derived);
        if self.kind == OpeningType::Window {
            return Ok(vec![(stem, window(&jambs)?)]);
        }
        let [leaf, swing] = door(&jambs, self.hinge, self.swing);
        Ok(vec![
            (format!("{stem}_leaf"), leaf),
            (format!("{stem}_swing"), swing),
        ])
    }
}

/// Returns the gaps in the order along the wall.
///
/// # Errors
/// Returns an error if two openings overlap.
fn in_order(wall: &Wall, openings: &[Opening]) -> Result<Vec<Gap>, ToolError> {
    let mut sorted: Vec<&Opening> = openings.iter().collect();
    trammel_base::sort::by(&mut sorted, |a, b| a.gap.from.total_cmp(&b.gap.from));
    for pair in sorted.windows(2) {
        if pair[1].gap.from < pair[0].gap.to - wall.tolerance() {
            return Err(ToolError::new(bilingual!(
                "draw_wall: {} overlaps {}. Move one of them, or make it narrower.",
                "draw_wall: {}이(가) {}과(와) 겹쳐요. 하나를 옮기거나 좁히세요.",
                pair[1].label,
                pair[0].label
            )));
        }
    }
    Ok(sorted.iter().map(|opening| opening.gap).collect())
}

/// Returns the three lines of a window: both faces, and the pane halfway between.
fn window(jambs: &Jambs) -> Result<Shape, ToolError> {
    let line = |[a, b]: [Point; 2]| format!("M{},{} L{},{}", a.x, a.y, b.x, b.y);
    let lines = [jambs.left, jambs.middle, jambs.right].map(line);
    PathData::new(&lines.join(" "))
        .map(Shape::Bezier)
        .map_err(ToolError::new)
}

/// Returns the leaf of a door, opened by a right angle, and the arc on which its end swings.
fn door(jambs: &Jambs, hinge: Hinge, swing: Swing) -> [Shape; 2] {
    let [start, end] = match swing {
        Swing::Left => jambs.left,
        Swing::Right => jambs.right,
    };
    let (center, shut) = match hinge {
        Hinge::Start => (start, end),
        Hinge::End => (end, start),
    };
    let aside = Vec2::new(-jambs.along.y, jambs.along.x);
    let radius = norm(shut - center);
    let open = if swing == Swing::Left { aside } else { -aside };
    let leaf = Shape::Line {
        points: vec![center, center + open * radius],
        closed: false,
    };
    // The arc runs counterclockwise from one of the two ends to the other one.
    let shut = match hinge {
        Hinge::Start => jambs.along,
        Hinge::End => -jambs.along,
    };
    let from = if shut.cross(open) > 0.0 { shut } else { open };
    let start_angle = libm::atan2(from.y, from.x);
    let swing = Shape::Arc {
        center,
        radius,
        start_angle,
        end_angle: start_angle + FRAC_PI_2,
    };
    [leaf, swing]
}
