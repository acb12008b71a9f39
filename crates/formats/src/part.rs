//! Part of a drawing, for an export of the selection or of some layers.

use super::error::FormatError;
use trammel_language::bilingual;
use trammel_scene::{Edit, Entity, Name, Scene};

/// Returns the part of a drawing that consists of these entities with their children, and of the entities on these
/// layers; the whole drawing for an empty list. Entities keep their places, groups, and layers.
///
/// # Errors
/// Returns an error if a name is neither an entity nor a layer of the drawing.
pub fn part_of(scene: &Scene, only: &[Name]) -> Result<Scene, FormatError> {
    if only.is_empty() {
        return Ok(scene.clone());
    }
    let unknown = only
        .iter()
        .find(|name| scene.get(name).is_none() && scene.definitions().layer(name).is_none());
    if let Some(name) = unknown {
        return Err(FormatError(bilingual!(
            "There is no entity or layer '{name}'. Name entities or layers of the drawing.",
            "이름이 '{name}'인 항목이나 레이어가 없어요. 도면의 항목이나 레이어를 쓰세요."
        )));
    }
    let is_chosen = |entity: &Entity| {
        let is_on_layer = entity.layer.as_ref().is_some_and(|layer| only.contains(layer));
        is_on_layer
            || only
                .iter()
                .any(|name| *name == entity.name || scene.is_within(&entity.name, name))
    };
    let others: Vec<Name> = scene
        .walk()
        .filter(|entity| !entity.shape.is_group() && !is_chosen(entity))
        .map(|entity| entity.name.clone())
        .collect();
    let mut edit = Edit::by_user(scene.clone());
    for name in others {
        edit.remove(&name).map_err(|error| FormatError(error.into()))?;
    }
    Ok(edit.finish().0)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use trammel_scene::{Color, Layer, Shape};

    fn drawing() -> Scene {
        let name = |text: &str| Name::new(text).unwrap();
        let mut edit = Edit::by_user(Scene::new("plan"));
        edit.set_layer_paint(Layer {
            name: name("cut"),
            color: Color::Ink,
            line_weight: 0.35,
        })
        .unwrap();
        for text in ["a", "b", "c"] {
            let shape = Shape::Circle {
                center: (1.0, 2.0).into(),
                radius: 3.0,
            };
            edit.insert(&name(text), shape, std::sync::Arc::default(), false)
                .unwrap();
        }
        edit.set_layer("b", Some("cut")).unwrap();
        edit.group(&name("g"), &[name("a"), name("b")]).unwrap();
        edit.finish().0
    }

    fn names(only: &[&str]) -> Vec<String> {
        let only: Vec<Name> = only.iter().map(|name| Name::new(name).unwrap()).collect();
        let part = part_of(&drawing(), &only).unwrap();
        let shapes = part.walk().filter(|entity| !entity.shape.is_group());
        shapes.map(|entity| entity.name.to_string()).collect()
    }

    #[test]
    fn a_part_has_the_named_entities_their_children_and_the_entities_on_the_named_layers() {
        assert_eq!(names(&[]).len(), 3);
        assert_eq!(names(&["c"]), ["c"]);
        assert_eq!(names(&["g"]), ["a", "b"]);
        assert_eq!(names(&["cut"]), ["b"]);
    }

    #[test]
    fn an_unknown_name_is_refused() {
        let error = part_of(&drawing(), &[Name::new("x").unwrap()]).unwrap_err();
        assert!(error.to_string().starts_with("There is no entity or layer 'x'."));
    }
}
