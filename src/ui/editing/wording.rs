//! Text of an entity that the user edits on the drawing.

use trammel_canvas::properties::field::Field;
use trammel_canvas::properties::sheet::sheet;
use trammel_canvas::protection::Protection;
use trammel_kernel::Point;
use trammel_kernel::affine::mean_scale;
use trammel_scene::{Name, Scene, Shape};

/// Text of an entity that is edited on the drawing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Wording {
    /// The entity.
    pub(crate) name: Name,
    /// The field of Properties with the text.
    pub(crate) field: Field,
    /// Anchor of the text in the drawing.
    pub(crate) at: Point,
    /// Height of a capital letter in the drawing.
    pub(crate) height: f64,
}

/// Returns the text of an entity; `None` if it has none.
///
/// # Errors
/// Returns the reason why the text cannot be changed, in English and Korean.
pub(crate) fn wording_of(scene: &Scene, name: &Name) -> Result<Option<Wording>, [String; 2]> {
    let Some(sheet) = sheet(scene, std::slice::from_ref(name)) else {
        return Ok(None);
    };
    let (Some(field), Some((at, height))) = (sheet.field("text"), place(scene, name)) else {
        return Ok(None);
    };
    if let Some(protection) = &sheet.protection {
        return Err(Protection::reason(protection));
    }
    Ok(Some(Wording {
        name: name.clone(),
        field: field.clone(),
        at,
        height,
    }))
}

/// Returns the anchor and the height of the text of an entity in the drawing.
fn place(scene: &Scene, name: &Name) -> Option<(Point, f64)> {
    let entity = scene.get(name)?;
    let map = scene.world_transform(name)?;
    let growth = mean_scale(&map);
    match &entity.shape {
        Shape::Text(text) => Some((map * text.at, text.size * growth)),
        Shape::Leader(tied) => {
            let end = tied.leader.points.last()?;
            Some((map * *end, tied.leader.style.text_height * growth))
        }
        Shape::Dimension(tied) => {
            let center = scene.world_bounds(name)?.center();
            Some((center, tied.dimension.style.text_height * growth))
        }
        _ => None,
    }
}
