//! Tool that draws the offset curve of an entity.

use super::boolean::{JoinArg, ResultShape, area_of, put, refused};
use super::operand::new_shape;
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use crate::geometry::Path;
use crate::geometry::boolean::{Op, boolean};
use crate::geometry::offset::{OffsetError, Side, offset_open, offset_region, thickened};
use crate::scene::Shape;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

/// Draw the parallel of an entity at a distance; the original stays. Beside an open outline it is a line, arc or path
/// (several, named result_1, result_2, ..., where bends cut it apart); around a closed one, and for both sides, a region.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Offset {
    /// The entity.
    entity: String,
    /// Distance, above 0.
    distance: f64,
    /// Name of the result.
    result: String,
    /// Open: "left" (default) or "right" of the direction of travel; closed: "outside" (default) or "inside". "both":
    /// the band between the two.
    side: Option<SideArg>,
    /// Corners that open: "round", "miter" or "bevel". Default: miter. "round" also rounds the ends of a band.
    join: Option<JoinArg>,
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
    const KOREAN: &'static str = "도형에서 일정한 거리만큼 떨어진 평행선을 그립니다. 원본은 남습니다.";
    const SYNONYMS: [&'static str; 2] = [
        "parallel line, contour at a distance, wall thickness, inset, outset, both sides",
        "간격 띄우기, 평행선, 오프셋",
    ];
    const DOMAIN: Domain = Domain::Edit;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Reshape;
    const POSITIONAL: &'static [&'static str] = &["entity", "distance", "result"];
    const EXAMPLE: &'static str = "draw_line({ name: 'axis', points: [0, 0, 100, 0, 100, 40] });\n\
        offset({ entity: 'axis', distance: 5, result: 'edge', side: 'left' })";
    const RETURNS: &'static str = "string | { entities: string[] }";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let d = self.distance;
        if !(d > 0.0 && d.is_finite()) {
            let message = format!("offset: distance must be above 0, got {d}. Choose the side with 'side'.");
            return Err(ToolError::new(message));
        }
        let entity = cx.edit.require(&self.entity)?;
        if entity.shape.is_group() {
            let message = format!("offset: '{}' is a group. Name one of its children.", self.entity);
            return Err(ToolError::new(message));
        }
        let outlines = cx.edit.world_paths(&self.entity);
        match outlines.as_slice() {
            [path] if !path.closed => self.beside(cx, path),
            _ => self.around(cx),
        }
    }
}

impl Offset {
    fn beside(&self, cx: &mut ToolCx<'_>, path: &Path) -> Result<Output, ToolError> {
        let join = self.join.unwrap_or(JoinArg::Miter).into();
        let side = match self.side.unwrap_or(SideArg::Left) {
            SideArg::Left => Side::Left,
            SideArg::Right => Side::Right,
            SideArg::Both => {
                let paths = thickened(path, self.distance, join).map_err(|error| self.refused(&error))?;
                return self.one(cx, &self.result, Shape::Region { paths });
            }
            SideArg::Outside | SideArg::Inside => {
                return Err(ToolError::new(format!(
                    "offset: '{}' is open, so side must be \"left\", \"right\" or \"both\"",
                    self.entity
                )));
            }
        };
        let curves = offset_open(path, self.distance, side, join).map_err(|error| self.refused(&error))?;
        if let [curve] = curves.as_slice() {
            return self.one(cx, &self.result, new_shape(curve)?);
        }
        let mut names = Vec::with_capacity(curves.len());
        for (i, curve) in curves.iter().enumerate() {
            let result = format!("{}_{}", self.result, i + 1);
            names.push(put(
                cx.edit,
                ResultShape {
                    tool: Self::NAME,
                    model: &self.entity,
                    result: &result,
                    shape: new_shape(curve)?,
                },
                &[],
            )?);
        }
        Ok(Output::Data(json!({ "entities": names })))
    }

    fn around(&self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let join = self.join.unwrap_or(JoinArg::Miter).into();
        let area = area_of(cx.edit, Self::NAME, &self.entity)?;
        let at = |distance: f64| offset_region(&area, distance, join).map_err(|error| self.refused(&error));
        let paths = match self.side.unwrap_or(SideArg::Outside) {
            SideArg::Outside => at(self.distance)?,
            SideArg::Inside => at(-self.distance)?,
            SideArg::Both => boolean(&at(self.distance)?, &at(-self.distance)?, Op::Difference)
                .map_err(|error| ToolError::new(format!("offset: {error}")))?,
            SideArg::Left | SideArg::Right => {
                return Err(ToolError::new(format!(
                    "offset: '{}' is closed, so side must be \"outside\", \"inside\" or \"both\"",
                    self.entity
                )));
            }
        };
        self.one(cx, &self.result, Shape::Region { paths })
    }

    fn one(&self, cx: &mut ToolCx<'_>, result: &str, shape: Shape) -> Result<Output, ToolError> {
        let name = put(
            cx.edit,
            ResultShape {
                tool: Self::NAME,
                model: &self.entity,
                result,
                shape,
            },
            &[],
        )?;
        cx.entity(&name)
    }

    fn refused(&self, error: &OffsetError) -> ToolError {
        refused(Self::NAME, "distance", error)
    }
}
