//! Tool that draws the holes of a bolt circle.

use crate::checks::{self, invalid};
use crate::draw::{Options, draw};
use crate::lengths::above_zero;
use crate::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use crate::types::{AngleUnit, StyleArg};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use std::f64::consts::TAU;
use trammel_kernel::Point;
use trammel_kernel::affine::rotation;
use trammel_language::bilingual;
use trammel_scene::{Shape, check_coordinate};

/// Largest number of holes.
const MOST: i64 = 1_000;

/// Draw equal holes evenly around a center, counterclockwise. Returns their names: name_1, name_2, ...
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct BoltCircle {
    /// Start of the names of the holes.
    name: String,
    /// x of the center of the circle.
    x: f64,
    /// y of the center of the circle.
    y: f64,
    /// Diameter of the circle through the centers of the holes.
    diameter: f64,
    /// Number of holes.
    count: i64,
    /// Diameter of a hole.
    hole_diameter: f64,
    /// Direction of the first hole from the center. Default: 0, to the right.
    start_angle: Option<f64>,
    /// Unit of start_angle. Default: radian.
    angle_unit: Option<AngleUnit>,
    /// Stroke and fill. Default: ink outline 0.35 mm wide, no fill.
    style: Option<StyleArg>,
    /// Layer to draw on; its color and line weight are the stroke's defaults.
    layer: Option<String>,
    /// Replace entities of these names, keeping their places in the order, instead of refusing.
    replace: Option<bool>,
}

impl Tool for BoltCircle {
    const NAME: &'static str = "bolt_circle";
    const KOREAN: &'static str = "중심 둘레에 같은 크기의 구멍을 고르게 그립니다.";
    const SYNONYMS: [&'static str; 2] = [
        "hole circle, circular pattern of holes, flange holes, pitch circle diameter, pcd, bolt holes",
        "볼트 원, 볼트 구멍, 플랜지 구멍, 피치원",
    ];
    const DOMAIN: Domain = Domain::Parts;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Draw;
    const POSITIONAL: &'static [&'static str] = &["name", "x", "y", "diameter", "count", "hole_diameter"];
    const EXAMPLE: &'static str =
        "bolt_circle({ name: 'bolt', x: 0, y: 0, diameter: 80, count: 6, hole_diameter: 9 })";
    const RETURNS: &'static str = "string[]";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        check_coordinate("bolt_circle: x", self.x).map_err(invalid)?;
        check_coordinate("bolt_circle: y", self.y).map_err(invalid)?;
        let diameter = above_zero(Self::NAME, "diameter", self.diameter)?;
        let radius = 0.5 * above_zero(Self::NAME, "hole_diameter", self.hole_diameter)?;
        if !(1..=MOST).contains(&self.count) {
            return Err(ToolError::new(bilingual!(
                "bolt_circle: count must be from 1 to {MOST}, got {}",
                "bolt_circle: count는 1~{MOST}이어야 하는데 {}을(를) 받았어요",
                self.count
            )));
        }
        let count = self.count as f64;
        let between = diameter * libm::sin(0.5 * TAU / count);
        if self.count > 1 && between <= 2.0 * radius {
            cx.notes.warnings.push(bilingual!(
                "bolt_circle: the holes overlap: their centers are {between:.3} apart, and each is {} wide",
                "bolt_circle: 구멍이 서로 겹쳐요: 중심 사이의 거리 {between:.3}, 구멍의 지름 {}",
                2.0 * radius
            ));
        }
        let start = self
            .angle_unit
            .unwrap_or_default()
            .radians(self.start_angle.unwrap_or(0.0));
        check_coordinate("bolt_circle: start_angle", start).map_err(invalid)?;
        let mut names = Vec::new();
        for hole in 0..self.count {
            let turn = rotation(start + TAU * hole as f64 / count);
            let center = Point::new(self.x, self.y) + (turn * Point::new(0.5 * diameter, 0.0)).to_vec2();
            let options = Options {
                style: self.style.clone(),
                layer: self.layer.clone(),
                replace: self.replace,
                ..Options::default()
            };
            let name = checks::name("bolt_circle: name", &format!("{}_{}", self.name, hole + 1))?;
            draw(
                cx.edit,
                Self::NAME,
                name.as_str(),
                Shape::Circle { center, radius },
                options,
            )?;
            names.push(name);
        }
        Ok(Output::Data(json!(names)))
    }
}
