//! Fields of the layer, the stroke, and the fill.

use super::field::{Field, FieldKind, color_text};
use super::placed::stroke_scale;
use crate::number_format::format_number;
use trammel_scene::{Entity, Name, Scene};

/// Returns the fields of the layer and of the style, whose line weight and dashes are those of the drawing. A group has none of its own. The layers to choose from are added
/// by [`offer_layers`].
#[must_use]
pub fn paint_fields(scene: &Scene, entity: &Entity) -> Vec<Field> {
    if entity.shape.is_group() {
        return Vec::new();
    }
    let scale = stroke_scale(scene, entity);
    let none = || "none".to_owned();
    let stroke = entity.style.stroke.as_ref();
    let mut fields = vec![
        layer(entity.layer.as_ref()),
        Field::new(
            "style.stroke.color",
            ["Stroke color", "선 색"],
            FieldKind::Color,
            stroke.map_or_else(none, |stroke| color_text(stroke.color)),
        ),
    ];
    if let Some(stroke) = stroke {
        let dash: Vec<String> = stroke
            .dash
            .iter()
            .map(|length| format_number(length * scale))
            .collect();
        fields.extend([
            Field::new(
                "style.stroke.width",
                ["Line weight", "선 굵기"],
                FieldKind::Width,
                format_number(stroke.width * scale),
            ),
            Field::new(
                "style.stroke.dash",
                ["Line type", "선 종류"],
                FieldKind::Dashes,
                dash.join(" "),
            ),
        ]);
    }
    fields.push(Field::new(
        "style.fill.color",
        ["Fill", "채우기"],
        FieldKind::Color,
        entity.style.fill.map_or_else(none, |fill| color_text(fill.color)),
    ));
    fields
}

/// Adds the layers of the drawing to the choice of the layer.
pub fn offer_layers(scene: &Scene, fields: &mut [Field]) {
    let layers = scene.definitions().layers.iter();
    let names = std::iter::once(String::new()).chain(layers.map(|layer| layer.name.to_string()));
    if let Some(field) = fields.iter_mut().find(|field| field.key == "layer") {
        field.kind = FieldKind::Choice(names.collect());
    }
}

fn layer(now: Option<&Name>) -> Field {
    Field::new(
        "layer",
        ["Layer", "레이어"],
        FieldKind::Choice(Vec::new()),
        now.map(Name::to_string).unwrap_or_default(),
    )
}
