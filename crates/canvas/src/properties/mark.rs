//! Field of the mark that an item is cut as drawn, so that a kerf does not move its contours.

use super::field::{Field, FieldKind};
use crate::canvas_tool::Text;
use crate::extent::ItemChange;
use serde_json::json;
use trammel_code::Call;
use trammel_scene::{Entity, Name, Scene, Shape};

const KEY: &str = "as_drawn";
const AS_DRAWN_LABEL: Text = ["Cut as drawn", "그린 대로 절단"];

/// Returns the field of an entity that has contours.
#[must_use]
pub fn mark_field(scene: &Scene, entity: &Entity) -> Option<Field> {
    let is_marked = is_marked(scene, entity)?;
    Some(Field::new(
        KEY,
        AS_DRAWN_LABEL,
        FieldKind::Flag,
        is_marked.to_string(),
    ))
}

/// Whether all contours of an entity are marked; `None` if it has none.
fn is_marked(scene: &Scene, entity: &Entity) -> Option<bool> {
    match entity.shape {
        Shape::Group => {
            let children = scene.children(Some(&entity.name));
            let marks = children.filter_map(|child| is_marked(scene, child));
            marks.reduce(|all, one| all && one)
        }
        Shape::Text(_) | Shape::Point { .. } | Shape::Dimension(_) | Shape::Leader(_) | Shape::Hatch(_) => {
            None
        }
        _ => Some(entity.as_drawn),
    }
}

/// Converts the text of the field to the call that changes the mark; `None` for any other field.
#[must_use]
pub fn mark_change(names: &[Name], field: &Field, text: &str) -> Option<ItemChange> {
    if field.key != KEY {
        return None;
    }
    let mark = Call::new("cut_as_drawn").with("entities", json!(names));
    Some(ItemChange::Call(if text == "true" {
        mark
    } else {
        mark.with(KEY, false)
    }))
}
