//! Layer tools: named sets of entities with a common color and line weight.

use super::checks;
use super::tool::{Assignment, Domain, Kind, Output, Placing, Tool, ToolCx, ToolError, Verb};
use super::types::ColorArg;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use trammel_scene::{Color, Layer};

/// Make a layer, or give one a new color and line weight, which the entities on it follow unless they have their own.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct CreateLayer {
    /// Name of the layer.
    name: String,
    /// Stroke color of its entities. Default: ink.
    color: Option<ColorArg>,
    /// Stroke width of its entities in drawing units. Default: 0.35 mm.
    line_weight: Option<f64>,
}

impl Tool for CreateLayer {
    const NAME: &'static str = "create_layer";
    const KOREAN: &'static str = "레이어를 만들거나 색과 선 굵기를 바꿉니다.";
    const SYNONYMS: [&'static str; 2] = ["layer, level, color by layer", "레이어 만들기, 도면층"];
    const DOMAIN: Domain = Domain::Layers;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Layer;
    const POSITIONAL: &'static [&'static str] = &["name", "color", "line_weight"];
    const EXAMPLE: &'static str = "create_layer({ name: 'walls', color: '#333333', line_weight: 2 })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let name = checks::name("create_layer: name", &self.name)?;
        let present = cx.edit.definitions().layer(&name);
        let color = self
            .color
            .map(|color| color.0)
            .or(present.map(|layer| layer.color));
        let line_weight = self.line_weight.or(present.map(|layer| layer.line_weight));
        cx.edit.set_layer_paint(Layer {
            name: name.clone(),
            color: color.unwrap_or(Color::Ink),
            line_weight: line_weight.unwrap_or(cx.edit.units().line_weight()),
        })?;
        Ok(Output::Data(json!(name)))
    }
}

/// Give a layer another name. Its entities stay on it.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct RenameLayer {
    /// The layer.
    layer: String,
    /// Its new name; must be free.
    new_name: String,
}

impl Tool for RenameLayer {
    const NAME: &'static str = "rename_layer";
    const KOREAN: &'static str = "레이어의 이름을 바꿉니다.";
    const SYNONYMS: [&'static str; 2] = ["layer name", "레이어 이름"];
    const DOMAIN: Domain = Domain::Layers;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Layer;
    const POSITIONAL: &'static [&'static str] = &["layer", "new_name"];
    const EXAMPLE: &'static str =
        "create_layer({ name: 'walls' });\nrename_layer({ layer: 'walls', new_name: 'outer walls' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let new_name = checks::name("rename_layer: new_name", &self.new_name)?;
        cx.edit.rename_layer(&self.layer, &new_name)?;
        Ok(Output::Data(json!(new_name)))
    }
}

/// Delete a layer. A layer with entities needs move_to; no entity is deleted.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DeleteLayer {
    /// The layer.
    layer: String,
    /// Layer that takes its entities, "" for no layer. Strokes that follow the layer change with it. Default: a layer with
    /// entities is refused.
    move_to: Option<String>,
}

impl Tool for DeleteLayer {
    const NAME: &'static str = "delete_layer";
    const KOREAN: &'static str =
        "레이어를 지웁니다. 항목이 있으면 옮길 레이어를 정해야 하며 항목은 지우지 않습니다.";
    const SYNONYMS: [&'static str; 2] = ["remove a layer, purge, merge layers", "레이어 지우기"];
    const DOMAIN: Domain = Domain::Layers;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Layer;
    const POSITIONAL: &'static [&'static str] = &["layer", "move_to"];
    const EXAMPLE: &'static str = "create_layer({ name: 'walls' });\ncreate_layer({ name: 'doors' });\n\
        draw_line({ name: 'door', points: [0, 0, 9, 0], layer: 'doors' });\ndelete_layer({ layer: 'doors', move_to: 'walls' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let to = self.move_to.as_deref();
        let to = to.map(|layer| Some(layer).filter(|layer| !layer.is_empty()));
        cx.edit.delete_layer(&self.layer, to)?;
        Ok(Output::Data(json!(self.layer)))
    }
}

/// Put an entity, or all of a group, on a layer.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct SetLayer {
    /// The entity or group.
    entity: String,
    /// The layer; leave out to take it off its layer.
    layer: Option<String>,
}

impl Tool for SetLayer {
    const NAME: &'static str = "set_layer";
    const KOREAN: &'static str = "항목이나 그룹 전체를 레이어에 올립니다.";
    const SYNONYMS: [&'static str; 2] = [
        "move to a layer, assign a layer, put on a layer",
        "레이어 지정, 레이어로 옮기기",
    ];
    const DOMAIN: Domain = Domain::Layers;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Change;
    const PLACING: Placing = Placing::Keeps;
    const ASSIGNS: Assignment = Assignment::States("layer");
    const POSITIONAL: &'static [&'static str] = &["entity", "layer"];
    const EXAMPLE: &'static str = "create_layer({ name: 'walls', color: '#333333', line_weight: 2 });\n\
        draw_line({ name: 'north', points: [0, 100, 200, 100] });\nset_layer({ entity: 'north', layer: 'walls' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        cx.edit.set_layer(&self.entity, self.layer.as_deref())?;
        cx.entity(&self.entity)
    }
}

/// List the layers: name, color, line weight and number of entities.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListLayers {}

impl Tool for ListLayers {
    const NAME: &'static str = "list_layers";
    const KOREAN: &'static str = "레이어를 나열합니다.";
    const SYNONYMS: [&'static str; 2] = ["which layers, layers of the drawing", "레이어 목록"];
    const DOMAIN: Domain = Domain::Layers;
    const KIND: Kind = Kind::Query;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &[];
    const EXAMPLE: &'static str = "list_layers()";
    const RETURNS: &'static str = "object[]";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let count = |layer: &Layer| {
            cx.edit
                .walk()
                .filter(|e| e.layer.as_ref() == Some(&layer.name))
                .count()
        };
        let row = |layer: &Layer| json!({ "name": layer.name, "color": layer.color, "line_weight": layer.line_weight, "entities": count(layer) });
        Ok(Output::Data(
            cx.edit.definitions().layers.iter().map(row).collect(),
        ))
    }
}
