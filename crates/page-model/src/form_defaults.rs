//! Initial texts of a tool's form: a free name for a new entity, and the names of the selected entities.
//!
//! Invariants: only required fields and the entities of a hatch are filled; a proposed name is free. Start with [`defaults`].

use super::schema_form::{Field, FieldKind};
use trammel_base::free_name::free_name;

/// Returns the texts with which the form of `tool` opens, one for each field. `is_taken` tells whether a name exists.
#[must_use]
pub fn defaults(
    tool: &str,
    fields: &[Field],
    selection: &[&str],
    is_taken: impl Fn(&str) -> bool,
) -> Vec<String> {
    let free = |prefix: &str| free_name(prefix, 1, &is_taken);
    let list = selection.join(", ");
    let is_pair = fields.iter().any(|field| field.name == "entity");
    let text = |field: &Field| {
        let first = selection.first().copied();
        let is_new = ["Name of the new", "Name of the result", "Name of the copy"]
            .iter()
            .any(|start| field.description.starts_with(start));
        // The parameters of custom tools have other descriptions, so that their names may be those of new entities.
        let exists = ["The ", "One "]
            .iter()
            .any(|start| field.description.starts_with(start));
        match (field.name.as_str(), &field.kind) {
            ("entities", FieldKind::Data) if tool == "hatch" => list.clone(),
            _ if !field.required => String::new(),
            _ if field.description.starts_with("Name of the copy") => free(first.unwrap_or("copy")),
            (_, FieldKind::Text) if is_new => free(prefix(tool)),
            ("name" | "entity", FieldKind::Text) if exists => first.unwrap_or_default().to_owned(),
            ("target", FieldKind::Text) if exists && is_pair => {
                selection.get(1).copied().unwrap_or_default().to_owned()
            }
            ("entities" | "children", FieldKind::Data) => list.clone(),
            _ => String::new(),
        }
    };
    fields.iter().map(text).collect()
}

/// Returns the start of the names that a tool proposes, such as `rect` for `draw_rect`.
fn prefix(tool: &str) -> &str {
    match tool.split_once('_') {
        Some(("draw" | "create", rest)) => rest,
        Some((first, _)) => first,
        None => tool,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema_form::fields;
    use serde_json::json;

    const NEW: &str = "Name of the new entity; unique in the drawing.";

    fn texts(tool: &str, required: &[(&str, &str, &str)], selection: &[&str]) -> Vec<String> {
        let property = |(name, kind, about): &(&str, &str, &str)| {
            ((*name).to_owned(), json!({ "type": kind, "description": about }))
        };
        let properties: serde_json::Map<_, _> = required.iter().map(property).collect();
        let names: Vec<&str> = required.iter().map(|(name, ..)| *name).collect();
        let schema = json!({ "properties": properties, "required": names });
        defaults(tool, &fields(&schema), selection, |name| name == "rect_1")
    }

    #[test]
    fn a_new_entity_gets_a_free_name() {
        assert_eq!(
            texts(
                "draw_rect",
                &[("name", "string", NEW), ("x", "number", "")],
                &["hub"]
            ),
            ["rect_2", ""]
        );
        assert_eq!(
            texts("dimension_linear", &[("name", "string", NEW)], &[]),
            ["dimension_1"]
        );
        assert_eq!(texts("hatch", &[("name", "string", NEW)], &[]), ["hatch_1"]);
    }

    #[test]
    fn existing_entities_are_those_of_the_selection() {
        let entity = [("name", "string", "The entity."), ("dx", "number", "")];
        assert_eq!(texts("translate", &entity, &["hub", "rim"]), ["hub", ""]);
        assert_eq!(texts("translate", &entity, &[]), ["", ""]);
        assert_eq!(texts("draw_house", &[("name", "string", "")], &["hub"]), [""]);
        let names = [("entities", "array", "Two entities or groups or more.")];
        assert_eq!(texts("align", &names, &["hub", "rim"]), ["hub, rim"]);
        let hatch = json!({ "properties": {
            "name": { "type": "string", "description": NEW },
            "entities": { "type": "array", "description": "The entities that bound the area." },
        }, "required": ["name"] });
        let texts_of = |selection: &[&str]| defaults("hatch", &fields(&hatch), selection, |_| false);
        assert_eq!(texts_of(&["hub"]), ["hatch_1", "hub"]);
        assert_eq!(texts_of(&[]), ["hatch_1", ""]);
        let copy = [
            ("entity", "string", "The entity."),
            ("result", "string", "Name of the copy."),
        ];
        assert_eq!(texts("duplicate", &copy, &["rect"]), ["rect", "rect_2"]);
    }
}
