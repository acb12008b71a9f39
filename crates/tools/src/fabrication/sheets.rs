//! Tool that places parts on sheets.

use crate::checks::check_point;
use crate::error::ToolError;
use crate::lengths::{above_zero, zero_or_more};
use crate::points::PointArg;
use crate::tool::{Domain, Kind, Output, Tool, ToolCx, Verb};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use trammel_fabrication::{MAX_PARTS, Placed, Sheet, nest};
use trammel_kernel::{Affine, Bounds, Path, Point, Vec2, affine, contains};
use trammel_language::bilingual;
use trammel_scene::{Entity, Name, Scene, check_coordinate};

/// Rotations that a part may have, at most.
const MAX_ROTATIONS: usize = 36;

/// Move parts onto sheets so that they do not overlap. What lies inside a part moves with it. Further sheets follow to
/// the right. Returns { sheets, placed: [{ part, sheet, rotation }], left: names that fit on no sheet }.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct Nest {
    /// Parts: groups or entities.
    entities: Vec<String>,
    /// Width and height of a sheet.
    sheet: [f64; 2],
    /// Smallest distance between two parts, 0 or more. Default: 2 mm.
    gap: Option<f64>,
    /// Smallest distance to the edge of the sheet. Default: gap.
    margin: Option<f64>,
    /// Allowed turns in degrees. Default: [0, 90].
    rotations: Option<Vec<f64>>,
    /// Lower left corner of the first sheet [x, y]. Default: [0, 0].
    at: Option<PointArg>,
}

impl Tool for Nest {
    const NAME: &'static str = "nest";
    const KOREAN: &'static str = "부품이 겹치지 않도록 판재 위에 배치합니다. 안에 있는 것은 함께 움직입니다.";
    const SYNONYMS: [&'static str; 2] = [
        "pack, arrange parts on a sheet, material, layout, save material",
        "배치, 판재, 네스팅",
    ];
    const DOMAIN: Domain = Domain::Fabrication;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Arrange;
    const POSITIONAL: &'static [&'static str] = &["entities", "sheet", "gap"];
    const EXAMPLE: &'static str = "draw_rect({ name: 'a', x: 0, y: 0, width: 80, height: 40 });\n\
        draw_circle({ name: 'b', x: 0, y: 0, radius: 15 });\n\
        nest({ entities: ['a', 'b'], sheet: [200, 100], gap: 2 })";
    const RETURNS: &'static str = "{ sheets: number; placed: object[]; left: string[] }";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let sheet = self.sheet(cx.edit)?;
        let rotations = self.rotations()?;
        let corner = self
            .at
            .map(|at| check_point("at", at))
            .transpose()?
            .unwrap_or_default();
        let parts = parts(cx.edit, &self.entities)?;
        let boxes: Vec<Vec<Bounds>> = parts
            .iter()
            .map(|part| {
                rotations
                    .iter()
                    .filter_map(|turn| turned_bounds(cx.edit, &part.name, *turn))
                    .collect()
            })
            .collect();
        let placed = nest(&boxes, &sheet);
        let mut list: Vec<Value> = Vec::new();
        for place in &placed {
            let part = &parts[place.part];
            let map = movement(&boxes, place, &sheet, corner, rotations[place.rotation]);
            for name in std::iter::once(&part.name).chain(&part.inside) {
                cx.edit.map_in_world(name, map)?;
            }
            list.push(json!({
                "part": part.name,
                "sheet": place.sheet + 1,
                "rotation": rotations[place.rotation],
            }));
        }
        let left: Vec<&Name> = (0..parts.len())
            .filter(|part| placed.iter().all(|place| place.part != *part))
            .map(|part| &parts[part].name)
            .collect();
        if !left.is_empty() {
            let names: Vec<String> = left.iter().take(5).map(|name| format!("'{name}'")).collect();
            cx.notes.warnings.push(bilingual!(
                "{} parts fit on no sheet and stay: {}. Use a larger sheet or a smaller gap.",
                "부품 {}개는 어느 판재에도 들어가지 않아 그대로 있어요: {}. 더 큰 판재나 더 작은 간격을 쓰세요.",
                left.len(),
                names.join(", ")
            ));
        }
        let sheets = placed.iter().map(|place| place.sheet + 1).max().unwrap_or(0);
        Ok(Output::Data(
            json!({ "sheets": sheets, "placed": list, "left": left }),
        ))
    }
}

impl Nest {
    fn sheet(&self, scene: &Scene) -> Result<Sheet, ToolError> {
        let two = 2.0 / scene.units().millimeters();
        let gap = self.gap.unwrap_or(two);
        let margin = self.margin.unwrap_or(gap);
        Ok(Sheet {
            width: above_zero("nest", "sheet[0]", self.sheet[0])?,
            height: above_zero("nest", "sheet[1]", self.sheet[1])?,
            gap: zero_or_more("nest", "gap", gap)?,
            margin: zero_or_more("nest", "margin", margin)?,
        })
    }

    fn rotations(&self) -> Result<Vec<f64>, ToolError> {
        let rotations = self.rotations.clone().unwrap_or_else(|| vec![0.0, 90.0]);
        for (at, turn) in rotations.iter().enumerate() {
            check_coordinate(&format!("nest: rotations[{at}]"), *turn).map_err(ToolError::new)?;
        }
        if rotations.is_empty() || rotations.len() > MAX_ROTATIONS {
            return Err(ToolError::new(bilingual!(
                "nest: rotations needs 1 to {MAX_ROTATIONS} angles in degrees",
                "nest: rotations에는 도 단위의 각도가 1~{MAX_ROTATIONS}개 있어야 해요"
            )));
        }
        Ok(rotations)
    }
}

/// Part to place, and the top-level entities inside it.
struct Part {
    name: Name,
    inside: Vec<Name>,
}

fn parts(scene: &Scene, names: &[String]) -> Result<Vec<Part>, ToolError> {
    if names.is_empty() || names.len() > MAX_PARTS {
        return Err(ToolError::new(bilingual!(
            "nest: entities needs 1 to {MAX_PARTS} names",
            "nest: entities에는 이름이 1~{MAX_PARTS}개 있어야 해요"
        )));
    }
    let mut parts: Vec<Part> = Vec::new();
    for name in names {
        let entity = scene.require(name)?;
        let within = |other: &Part| scene.is_within(name, &other.name) || scene.is_within(&other.name, name);
        if let Some(other) = parts.iter().find(|other| within(other)) {
            return Err(ToolError::new(bilingual!(
                "nest: '{name}' and '{}' are the same part. Name each part once.",
                "nest: '{name}'과(와) '{}'은(는) 같은 부품이에요. 부품마다 한 번만 쓰세요.",
                other.name
            )));
        }
        if scene.world_bounds(name).is_none() {
            return Err(ToolError::new(bilingual!(
                "nest: '{name}' is an empty group",
                "nest: '{name}'은(는) 빈 그룹이에요"
            )));
        }
        parts.push(Part {
            name: entity.name.clone(),
            inside: Vec::new(),
        });
    }
    let is_part = |entity: &Entity| {
        let within = |part: &Part| {
            scene.is_within(&entity.name, &part.name) || scene.is_within(&part.name, &entity.name)
        };
        parts.iter().any(within)
    };
    let free: Vec<Name> = scene
        .children(None)
        .filter(|entity| !is_part(entity))
        .map(|entity| entity.name.clone())
        .collect();
    let outlines: Vec<Vec<Path>> = parts.iter().map(|part| outline(scene, &part.name)).collect();
    for name in free {
        let home = outlines
            .iter()
            .position(|outline| is_inside(scene, outline, &name));
        if let Some(home) = home {
            parts[home].inside.push(name);
        }
    }
    Ok(parts)
}

/// Returns the closed contours of a part.
fn outline(scene: &Scene, name: &Name) -> Vec<Path> {
    let contours = trammel_fabrication::contours(scene, &[name.to_string()]).unwrap_or_default();
    let closed = contours.into_iter().filter(|contour| contour.path.closed);
    closed.map(|contour| contour.path).collect()
}

/// Whether the bounds of an entity lie within one closed contour of a part.
fn is_inside(scene: &Scene, outline: &[Path], name: &Name) -> bool {
    let Some(bounds) = scene.world_bounds(name) else {
        return false;
    };
    outline.iter().any(|path| {
        let path = std::slice::from_ref(path);
        bounds.corners().iter().all(|corner| contains(path, *corner))
    })
}

/// Returns the bounds of a part after a turn about the origin.
fn turned_bounds(scene: &Scene, name: &Name, degrees: f64) -> Option<Bounds> {
    let turn = rotation(degrees);
    if turn == Affine::IDENTITY {
        return scene.world_bounds(name);
    }
    let within: Vec<&std::sync::Arc<Entity>> = scene
        .walk()
        .filter(|entity| scene.is_within(&entity.name, name))
        .collect();
    let boxes = within.into_iter().filter_map(|entity| {
        let map = turn * scene.world_transform(&entity.name)?;
        entity.shape.bounds(&map)
    });
    Bounds::union_all(boxes)
}

/// Returns the rotation; quarter turns are exact.
fn rotation(degrees: f64) -> Affine {
    let quarter = |x: f64, y: f64| Affine::new([x, y, -y, x, 0.0, 0.0]);
    match degrees.rem_euclid(360.0) {
        0.0 => Affine::IDENTITY,
        90.0 => quarter(0.0, 1.0),
        180.0 => quarter(-1.0, 0.0),
        270.0 => quarter(0.0, -1.0),
        other => affine::rotation(other.to_radians()),
    }
}

fn movement(boxes: &[Vec<Bounds>], place: &Placed, sheet: &Sheet, corner: Point, degrees: f64) -> Affine {
    let from = boxes[place.part][place.rotation].min;
    // Sheets lie side by side, a tenth of their width apart.
    let x = corner.x + place.corner[0] + place.sheet as f64 * 1.1 * sheet.width;
    let to = Vec2::new(x, corner.y + place.corner[1]);
    Affine::translate(to - from.to_vec2()) * rotation(degrees)
}
