//! Tool that draws offset curves and offset areas.

use super::boolean::areas_of;
use super::lengths::above_zero;
use super::made::DerivedShape;
use super::operand::new_shape;
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use super::types::StyleArg;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use trammel_base::numbers::number_text;
use trammel_kernel::Path;
use trammel_kernel::boolean::{Op, boolean};
use trammel_kernel::offset::{Join, OffsetError, Side, offset_open, offset_region, thicken};
use trammel_language::bilingual;
use trammel_scene::{Edit, Shape};

/// Draw the parallel at a distance; the originals stay. Beside one open outline it is a line, arc or path (several, named
/// result_1, result_2, ..., where bends cut it apart); around closed shapes and groups, and for both sides, a region: grow an
/// area with side "outside" or shrink it with "inside", holes included. Ellipses and Béziers are followed by arcs to a
/// millionth of their size.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Offset {
    /// One open entity, or closed entities and groups, which count as one area.
    entities: Vec<String>,
    /// Distance, above 0.
    distance: f64,
    /// Name of the result.
    result: String,
    /// Open: "left" (default) or "right" of the direction of travel; closed: "outside" (default) or "inside". "both":
    /// the band between the two.
    side: Option<SideArg>,
    /// Corners that open: "round", "miter" or "bevel". Default: miter. "round" also rounds the ends of a band.
    join: Option<JoinArg>,
    /// Stroke and fill. Default: those of the first entity.
    style: Option<StyleArg>,
    /// Layer of the result, which gives the stroke. Default: that of the first entity.
    layer: Option<String>,
    /// Keep the originals. Default: true.
    keep: Option<bool>,
}

/// Join of corners.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum JoinArg {
    Round,
    Miter,
    Bevel,
}

impl From<JoinArg> for Join {
    fn from(join: JoinArg) -> Join {
        match join {
            JoinArg::Round => Join::Round,
            JoinArg::Miter => Join::Miter,
            JoinArg::Bevel => Join::Bevel,
        }
    }
}

/// Side of the offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum SideArg {
    Left,
    Right,
    Outside,
    Inside,
    Both,
}

impl Tool for Offset {
    const NAME: &'static str = "offset";
    const KOREAN: &'static str =
        "도형에서 일정한 거리만큼 떨어진 평행선을 그리거나, 영역을 넓히거나 좁힙니다. 원본은 남습니다.";
    const SYNONYMS: [&'static str; 2] = [
        "parallel line, contour at a distance, wall thickness, inset, outset, both sides, grow or shrink an area, margin, \
         kerf, clearance around an area, offset polygon",
        "간격 띄우기, 평행선, 오프셋, 넓히기, 좁히기, 여유",
    ];
    const DOMAIN: Domain = Domain::Edit;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Reshape;
    const POSITIONAL: &'static [&'static str] = &["entities", "distance", "result"];
    const EXAMPLE: &'static str = "draw_line({ name: 'axis', points: [0, 0, 100, 0, 100, 40] });\n\
        offset({ entities: ['axis'], distance: 5, result: 'edge', side: 'left' })";
    const RETURNS: &'static str = "string | { entities: string[] }";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let d = self.distance;
        if !(d > 0.0 && d.is_finite()) {
            let d = number_text(d);
            let message = bilingual!(
                "offset: distance must be above 0, got {d}. Choose the side with 'side'.",
                "offset: distance는 0보다 커야 하는데 {d}을(를) 받았어요. 방향은 'side'로 고르세요."
            );
            return Err(ToolError::new(message));
        }
        above_zero(Self::NAME, "distance", d)?;
        let made = DerivedShape {
            entities: &self.entities,
            result: &self.result,
            style: self.style.as_ref(),
            layer: self.layer.as_deref(),
            keep: self.keep.unwrap_or(true),
        };
        made.check(Self::NAME, 1)?;
        match open_outline(cx.edit, &self.entities)? {
            Some(path) => self.beside(cx, &made, &path),
            None => self.around(cx, &made),
        }
    }
}

/// Returns the outline of the only entity, if it is open.
fn open_outline(edit: &Edit, names: &[String]) -> Result<Option<Path>, ToolError> {
    let [name] = names else { return Ok(None) };
    if edit.require(name)?.shape.is_group() {
        return Ok(None);
    }
    let mut outlines = edit.world_paths(name);
    let is_one = outlines.len() == 1;
    Ok(outlines.pop().filter(|path| is_one && !path.closed))
}

impl Offset {
    fn beside(&self, cx: &mut ToolCx<'_>, made: &DerivedShape<'_>, path: &Path) -> Result<Output, ToolError> {
        let join = self.join();
        let side = match self.side.unwrap_or(SideArg::Left) {
            SideArg::Left => Side::Left,
            SideArg::Right => Side::Right,
            SideArg::Both => {
                let paths = thicken(path, self.distance, join).map_err(|error| not_offset(&error))?;
                return made.draw(cx, Self::NAME, Shape::Region { paths });
            }
            SideArg::Outside | SideArg::Inside => {
                return Err(ToolError::new(bilingual!(
                    "offset: {} is open, so side must be \"left\", \"right\" or \"both\"",
                    "offset: {}이(가) 열려 있어서 side는 \"left\", \"right\", \"both\" 중 하나여야 해요",
                    made.source_names()
                )));
            }
        };
        let curves = offset_open(path, self.distance, side, join).map_err(|error| not_offset(&error))?;
        if let [curve] = curves.as_slice() {
            return made.draw(cx, Self::NAME, new_shape(curve)?);
        }
        let mut names = Vec::with_capacity(curves.len());
        for (i, curve) in curves.iter().enumerate() {
            names.push(made.draw_numbered(cx, Self::NAME, i + 1, new_shape(curve)?)?);
        }
        made.use_up(cx.edit)?;
        Ok(Output::Data(json!({ "entities": names })))
    }

    fn around(&self, cx: &mut ToolCx<'_>, made: &DerivedShape<'_>) -> Result<Output, ToolError> {
        let join = self.join();
        let area = areas_of(cx.edit, Self::NAME, &self.entities)?;
        let at = |distance: f64| offset_region(&area, distance, join).map_err(|error| not_offset(&error));
        let paths = match self.side.unwrap_or(SideArg::Outside) {
            SideArg::Outside => at(self.distance)?,
            SideArg::Inside => at(-self.distance)?,
            SideArg::Both => boolean(&at(self.distance)?, &at(-self.distance)?, Op::Difference)
                .map_err(|error| ToolError::of_geometry(Self::NAME, &error))?,
            SideArg::Left | SideArg::Right => {
                return Err(ToolError::new(bilingual!(
                    "offset: {} is closed, so side must be \"outside\", \"inside\" or \"both\"",
                    "offset: {}이(가) 닫혀 있어서 side는 \"outside\", \"inside\", \"both\" 중 하나여야 해요",
                    made.source_names()
                )));
            }
        };
        made.draw(cx, Self::NAME, Shape::Region { paths })
    }

    fn join(&self) -> Join {
        self.join.unwrap_or(JoinArg::Miter).into()
    }
}

fn not_offset(error: &OffsetError) -> ToolError {
    ToolError::new(match error {
        OffsetError::Swallowed { limit } => {
            bilingual!(
                "offset: the result would be empty; distance must be below {limit}",
                "offset: 결과가 남지 않아요. distance가 {limit}보다 작아야 해요"
            )
        }
        other => return ToolError::of_geometry("offset", other),
    })
}
