//! State of the Layers panel: the layers as shown, and the operations of the panel.

use super::refusal::layer_name_refusal;
use crate::ui::document::{Caller, Flag, Request};
use crate::ui::i18n::Msg;
use crate::ui::state::App;
use crate::ui::tool_input;
use leptos::prelude::*;
use serde_json::{Value, json};
use std::sync::Arc;
use trammel_canvas::canvas_tool::Effect;
use trammel_canvas::expression::evaluate;
use trammel_scene::{Color, Entity, Flags, Layer, Name, Scene};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Name of the row for figures without a layer.
pub(super) const NO_LAYER_LABEL: [&str; 2] = ["No layer", "레이어 없음"];
/// Start of the announcement of the layer of new figures.
const CURRENT: [&str; 2] = ["Current layer", "현재 레이어"];

/// A layer as shown in the panel.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shown {
    pub(super) layer: Layer,
    pub(super) flags: Flags,
    pub(super) is_current: bool,
    /// Number of entities on the layer.
    pub(super) count: usize,
}

/// State of the panel.
#[derive(Clone, Copy)]
pub(super) struct LayersState {
    pub(super) app: App,
    pub(super) layers: Memo<Vec<Shown>>,
    /// Layer of the row with the tab stop; `None` for the row without a layer.
    pub(super) stop: RwSignal<Option<Name>>,
    /// Layer whose name is being edited.
    pub(super) renaming: RwSignal<Option<Name>>,
}

/// Returns the layers of the drawing in order of creation.
pub(super) fn layer_rows(app: App) -> Vec<Shown> {
    let settings = app.document.layer_settings();
    app.document.scene(|scene| {
        let row = |layer: &Layer| Shown {
            flags: settings.flags(Some(&layer.name)),
            is_current: settings.current() == Some(&layer.name),
            count: count(scene, &layer.name),
            layer: layer.clone(),
        };
        scene.definitions().layers.iter().map(row).collect()
    })
}

fn count(scene: &Scene, layer: &Name) -> usize {
    let is_on = |entity: &&Arc<Entity>| entity.layer.as_ref() == Some(layer);
    scene.walk().filter(is_on).count()
}

impl LayersState {
    /// Returns a layer of the panel. Tracks the layers.
    pub(super) fn layer(self, name: &Name) -> Option<Shown> {
        self.layers
            .with(|layers| layers.iter().find(|shown| shown.layer.name == *name).cloned())
    }

    /// Adds a layer. Returns whether the call was made.
    pub(super) fn add(self, name: &str) -> bool {
        let name = name.trim();
        let is_taken = |name: &str| {
            let layers = untrack(|| self.layers.get());
            layers.iter().any(|shown| shown.layer.name.as_str() == name)
        };
        let refusal = if name.is_empty() {
            [
                "A layer needs a name. Type a name.".to_owned(),
                "레이어에는 이름이 있어야 해요. 이름을 입력하세요.".to_owned(),
            ]
        } else if is_taken(name) {
            layer_name_refusal(name)
        } else {
            self.create(json!({ "name": name }));
            return true;
        };
        self.app.refuse(self.app.lang().pick(refusal));
        false
    }

    /// Changes the color or the line weight of a layer, unless entities on the layer may not be changed.
    pub(super) fn change(self, name: &Name, key: &str, value: Value) -> bool {
        let flags = untrack(|| self.layer(name))
            .map(|shown| shown.flags)
            .unwrap_or_default();
        if flags != Flags::default() {
            self.app.refuse(self.app.lang().pick([
                format!("The layer \"{name}\" is hidden or locked. Show and unlock the layer first."),
                format!(
                    "\"{name}\" 레이어가 숨겨져 있거나 잠겨 있어요. 먼저 레이어를 보이게 하고 잠금을 푸세요."
                ),
            ]));
            return false;
        }
        let mut input = json!({ "name": name });
        input[key] = value;
        self.create(input);
        true
    }

    fn create(self, input: Value) {
        let tool = "create_layer";
        tool_input::perform(self.app, Effect::Call { tool, input });
    }

    /// Sets the line weight that the user typed. Returns whether the text is a weight.
    pub(super) fn set_weight(self, name: &Name, text: &str) -> bool {
        let units = self.app.doc.title.with_untracked(|(_, units)| *units);
        let weight = evaluate(&text.replace(',', "."), Some(units));
        let valid = weight.ok().filter(|weight| (0.0..=1e9).contains(weight));
        let Some(weight) = valid else {
            self.app.refuse(
                self.app
                    .lang()
                    .pick([
                        "The line weight must be a number from 0 in drawing units. Type another value.",
                        "선 굵기는 도면 단위로 0 이상인 수여야 해요. 다른 값을 입력하세요.",
                    ])
                    .to_owned(),
            );
            return false;
        };
        let now = untrack(|| self.layer(name)).map(|shown| shown.layer.line_weight);
        now == Some(weight) || self.change(name, "line_weight", json!(weight))
    }

    /// Sets a flag of a layer.
    pub(super) fn set_flag(self, name: &Name, flag: Flag) {
        let flags = untrack(|| self.layer(name))
            .map(|shown| shown.flags)
            .unwrap_or_default();
        let on = !match flag {
            Flag::Hidden => flags.hidden,
            Flag::Locked => flags.locked,
        };
        let layer = name.clone();
        let request = Request::SetLayerFlag { layer, flag, on };
        self.app.document.submit(Caller::User, request);
        let message = match (flag, on) {
            (Flag::Hidden, true) => Msg::Hide,
            (Flag::Hidden, false) => Msg::Show,
            (Flag::Locked, true) => Msg::LockItem,
            (Flag::Locked, false) => Msg::UnlockItem,
        };
        self.app.speak(self.app.say(message, &[("name", name)]));
    }

    /// Makes a layer, or none, the layer of new figures.
    pub(super) fn set_current(self, layer: Option<Name>) {
        let name = layer
            .as_deref()
            .unwrap_or(self.app.lang().pick(NO_LAYER_LABEL))
            .to_owned();
        self.app
            .speak(format!("{}: {name}", self.app.lang().pick(CURRENT)));
        let request = Request::SetCurrentLayer(layer);
        self.app.document.submit(Caller::User, request);
    }
}

/// Focuses the row of a layer; the name of the row without a layer is empty.
pub(super) fn focus_row(name: &str) {
    let Ok(rows) = document().query_selector_all("[data-testid=layer-row]") else {
        return;
    };
    let rows = (0..rows.length()).filter_map(|index| rows.item(index)?.dyn_into::<HtmlElement>().ok());
    let mut named = rows.filter(|row| row.get_attribute("data-name").as_deref() == Some(name));
    if let Some(row) = named.next() {
        let _ = row.focus();
    }
}

/// Returns the color as `#rrggbb` for a color field; `ink` is the color for ink.
pub(super) fn hex(color: Color, ink: &str) -> String {
    let Color::Rgba([r, g, b, _]) = color else {
        return ink.to_owned();
    };
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to 0..=255 and rounded"
    )]
    let byte = |channel: f64| (channel.clamp(0.0, 1.0) * 255.0).round() as u8;
    format!("#{:02x}{:02x}{:02x}", byte(r), byte(g), byte(b))
}
