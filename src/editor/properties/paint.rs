//! Fields of the layer, the stroke, and the fill.

use super::field::{Field, Kind, color_text};
use crate::editor::number_format::trimmed;
use crate::scene::{Entity, Name, Scene};

/// Returns the fields of the layer and of the style. A group has none of its own.
#[must_use]
pub fn paint_fields(scene: &Scene, entity: &Entity) -> Vec<Field> {
    if entity.shape.is_group() {
        return Vec::new();
    }
    let none = || "none".to_owned();
    let stroke = entity.style.stroke.as_ref();
    let mut fields = vec![
        layer(scene, entity.layer.as_ref()),
        Field::new(
            "style.stroke.color",
            ["Stroke color", "선 색"],
            Kind::Color,
            stroke.map_or_else(none, |stroke| color_text(stroke.color)),
        ),
    ];
    if let Some(stroke) = stroke {
        let dash: Vec<String> = stroke.dash.iter().map(|length| trimmed(*length)).collect();
        fields.extend([
            Field::new(
                "style.stroke.width",
                ["Line weight", "선 두께"],
                Kind::Width,
                trimmed(stroke.width),
            ),
            Field::new(
                "style.stroke.dash",
                ["Line type", "선 종류"],
                Kind::Dashes,
                dash.join(" "),
            ),
        ]);
    }
    fields.push(Field::new(
        "style.fill.color",
        ["Fill", "채우기"],
        Kind::Color,
        entity.style.fill.map_or_else(none, |fill| color_text(fill.color)),
    ));
    fields
}

fn layer(scene: &Scene, now: Option<&Name>) -> Field {
    let layers = scene.definitions().layers.iter();
    let names = std::iter::once(String::new()).chain(layers.map(|layer| layer.name.to_string()));
    Field::new(
        "layer",
        ["Layer", "레이어"],
        Kind::Choice(names.collect()),
        now.map(Name::to_string).unwrap_or_default(),
    )
}
