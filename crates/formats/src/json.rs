//! Scene JSON, version 1.
//!
//! `{"format":"trammel-scene","version":1,"name","units","layers","entities","constraints"}`; entities are
//! listed from back to front, each group before its children. The references of a constraint are text, or pairs
//! where the text is ambiguous (see [`WrittenRef`]). See `json_in.rs` for the strict reader.

pub use super::annotation::from_json as annotation;
pub use super::json_in::{FORMAT, VERSION, read};

use serde_json::{Map, Value, json};
use trammel_kernel::Point;
use trammel_scene::params::params;
use trammel_scene::{Constraint, Entity, Scene, Shape, Transform, WrittenRef};

/// Returns the whole drawing as text, one entity per line.
pub fn write(scene: &Scene) -> String {
    let entities: Vec<String> = scene
        .walk()
        .map(|e| format!("  {}", entity_json(scene, e, e.transform.pivot)))
        .collect();
    let list = if entities.is_empty() {
        "[]".to_owned()
    } else {
        format!("[\n{}\n ]", entities.join(",\n"))
    };
    let (name, units) = (json!(scene.name()), json!(scene.units()));
    let layers = json!(scene.definitions().layers);
    let constraints = scene.definitions().constraints.iter();
    let constraints: Value = constraints.map(|c| constraint(scene, c)).collect();
    format!(
        "{{\"format\":\"{FORMAT}\",\"version\":{VERSION},\"name\":{name},\"units\":{units},\"layers\":{layers},\n \
         \"entities\":{list},\n \"constraints\":{constraints}}}\n"
    )
}

/// Returns all properties of an entity; a default pivot is written out.
pub fn entity(scene: &Scene, entity: &Entity) -> Value {
    let pivot = entity.transform.pivot.unwrap_or_else(|| entity.shape.center());
    entity_json(scene, entity, Some(pivot))
}

/// Returns a constraint in the form of tools and files.
pub fn constraint(scene: &Scene, constraint: &Constraint) -> Value {
    let refs = constraint.refs.iter();
    let refs: Vec<WrittenRef> = refs.map(|reference| WrittenRef::of(scene, reference)).collect();
    json!({ "id": format!("c{}", constraint.id), "kind": constraint.kind, "refs": refs, "value": constraint.value })
}

fn entity_json(scene: &Scene, entity: &Entity, pivot: Option<Point>) -> Value {
    let children: Vec<&str> = scene
        .children(Some(&entity.name))
        .map(|child| child.name.as_str())
        .collect();
    let mut row = json!({
        "name": entity.name,
        "type": entity.shape.kind(),
        "geometry": geometry(&entity.shape),
        "style": *entity.style,
        "transform": transform(&entity.transform, pivot),
        "layer": entity.layer,
        "locked": entity.locked,
        "hidden": entity.hidden,
        "parent": entity.parent,
        "children": children,
    });
    if entity.as_drawn {
        row["as_drawn"] = true.into();
    }
    row
}

/// Returns the geometry of a shape, with the parameter names of its drawing tool.
pub fn geometry(shape: &Shape) -> Value {
    super::annotation::geometry_json(shape).unwrap_or_else(|| params(shape).into())
}

fn transform(transform: &Transform, pivot: Option<Point>) -> Value {
    let mut out = Map::new();
    out.insert(
        "translate".into(),
        json!([transform.translate.x, transform.translate.y]),
    );
    out.insert("rotate".into(), json!(transform.rotate));
    if transform.shear != 0.0 {
        out.insert("shear".into(), json!(transform.shear));
    }
    out.insert("scale".into(), json!([transform.scale.x, transform.scale.y]));
    out.insert("pivot".into(), json!(pivot.map(|p| [p.x, p.y])));
    Value::Object(out)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::sync::Arc;
    use trammel_arbitrary as arbitrary;
    use trammel_kernel::{Affine, Vec2};
    use trammel_scene::{Edit, Name, check_invariants};

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(128) })]

        #[test]
        fn a_written_scene_reads_back_exactly(
            shapes in prop::collection::vec((arbitrary::shape(), arbitrary::style(), arbitrary::number(), -3.0..3.0), 0..8),
        ) {
            let mut edit = Edit::new(Scene::new("\"><img src=x> 도면"));
            for (i, (shape, style, shift, turn)) in shapes.into_iter().enumerate() {
                let name = Name::new(&format!("e\"{i}")).unwrap();
                if edit.insert(&name, shape, Arc::new(style), false).is_err() {
                    continue;
                }
                let turn = trammel_kernel::affine::rotation(turn);
                edit.map_in_world(&name, Affine::translate(Vec2::new(shift, -shift)) * turn).unwrap();
                if i % 3 == 2 {
                    edit.group(&Name::new(&format!("g{i}")).unwrap(), &[name]).unwrap();
                }
            }
            let (scene, _) = edit.finish();
            let text = write(&scene);
            let read = read(&text).unwrap();
            prop_assert_eq!(check_invariants(&read), Vec::<String>::new());
            prop_assert_eq!(write(&read), text);
            prop_assert_eq!(read, scene);
        }
    }

    #[test]
    fn invalid_files_are_refused_with_the_reason() {
        let error = |text: &str| read(text).unwrap_err();
        assert!(error("{").english.contains("JSON"));
        assert!(error(r#"{"format":"x","version":1}"#).english.contains("format"));
        let newer = write(&Scene::default()).replace("\"version\":1", "\"version\":2");
        assert!(error(&newer).english.contains("version 2"), "{}", error(&newer));
        let extra = write(&Scene::default()).replace("\"layers\"", "\"onclick\":1,\"layers\"");
        assert!(error(&extra).english.contains("onclick"), "{}", error(&extra));
    }
}
