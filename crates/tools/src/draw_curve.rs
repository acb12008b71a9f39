//! Tool that draws smooth curves through points or near samples.

use super::draw::{Options, draw};
use super::lengths::above_zero;
use super::operand::new_shape;
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use super::types::{Points, StyleArg};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use trammel_kernel::curve_fit::{Fit, fit_curves, through};
use trammel_kernel::{CubicBez, Path, Seg};
use trammel_language::bilingual;
use trammel_scene::check_coordinate;

/// Largest number of points.
const MOST: usize = 20_000;

/// Draw a smooth curve through points, or with a tolerance few Bézier curves near them: for functions, measured points, airfoils,
/// cams. Returns { entity, curves, deviation }.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DrawCurve {
    /// Name of the new entity; unique in the drawing.
    name: String,
    /// Coordinates [x1, y1, x2, y2, ...], two points or more, in order.
    points: Points,
    /// Return to the first point. Default: false.
    closed: Option<bool>,
    /// Largest distance of a point from the curve. Default: the curve runs through all points with continuous curvature.
    tolerance: Option<f64>,
    /// Stroke and fill. Default: ink outline 0.35 mm wide, no fill.
    style: Option<StyleArg>,
    /// Layer to draw on; its color and line weight are the stroke's defaults.
    layer: Option<String>,
    /// Replace an entity of this name, keeping its place in the order, instead of refusing.
    replace: Option<bool>,
}

impl Tool for DrawCurve {
    const NAME: &'static str = "draw_curve";
    const KOREAN: &'static str = "점들을 지나거나 허용 오차 안에서 가까이 가는 매끄러운 곡선을 그립니다.";
    const SYNONYMS: [&'static str; 2] = [
        "spline through points, interpolate, fit a curve, function graph, sample, airfoil, cam, smooth, parabola, sine",
        "점을 지나는 곡선, 보간, 함수 그래프, 매끄러운 곡선, 곡선 맞춤",
    ];
    const DOMAIN: Domain = Domain::Primitives;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Draw;
    const POSITIONAL: &'static [&'static str] = &["name", "points", "closed", "tolerance", "style"];
    const EXAMPLE: &'static str = "draw_curve({ name: 'wave', points: [0, 0, 10, 8, 20, 0, 30, -8, 40, 0] })";
    const RETURNS: &'static str = "{ entity: string; curves: number; deviation: number }";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let (points, closed) = (&self.points.0, self.closed.unwrap_or(false));
        if points.len() > MOST {
            return Err(ToolError::new(bilingual!(
                "draw_curve: points has {} points, at most {MOST}",
                "draw_curve: points에 점이 {}개 있고 최대 {MOST}개예요",
                points.len()
            )));
        }
        for (i, point) in points.iter().enumerate() {
            for (axis, value) in [("x", point.x), ("y", point.y)] {
                let parameter = format!("{}: points[{i}].{axis}", Self::NAME);
                check_coordinate(&parameter, value).map_err(ToolError::new)?;
            }
        }
        let tolerance = self
            .tolerance
            .map(|tolerance| above_zero(Self::NAME, "tolerance", tolerance))
            .transpose()?;
        let drawn = match tolerance {
            Some(tolerance) => fit_curves(points, closed, tolerance),
            None => Some(Fit {
                curves: through(points, closed),
                deviation: 0.0,
            }),
        };
        let Fit { curves, deviation } = drawn.filter(|fit| !fit.curves.is_empty()).ok_or_else(|| {
            let least = if closed {
                bilingual!("three different points", "서로 다른 점 세 개")
            } else {
                bilingual!("two different points", "서로 다른 점 두 개")
            };
            ToolError::new(bilingual!(
                "draw_curve: a curve needs at least {least}",
                "draw_curve: 곡선에는 최소한 {least:#}가 필요해요"
            ))
        })?;
        let count = curves.len();
        let segs = curves
            .into_iter()
            .map(|curve: CubicBez| Seg::Cubic(curve))
            .collect();
        let shape = new_shape(&Path::new(segs, closed))?;
        let options = Options {
            style: self.style,
            layer: self.layer,
            replace: self.replace,
            ..Options::default()
        };
        draw(cx.edit, Self::NAME, &self.name, shape, options)?;
        Ok(Output::Data(
            json!({ "entity": self.name, "curves": count, "deviation": deviation }),
        ))
    }
}
