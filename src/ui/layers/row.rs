//! Rows of the Layers panel and their keys.
//!
//! Arrow keys move between rows, and between the controls of a row. On a row, Enter and Space make the layer current,
//! `h` hides it, `l` locks it, F2 renames it, and Delete deletes it. In the field of a line weight, Enter accepts the value and Escape restores it.

use super::rename::{self, LayerNameField};
use super::state::{LayersState, NO_LAYER_LABEL, Shown, hex};
use crate::ui::document::Flag;
use crate::ui::focus::target;
use crate::ui::i18n::Msg;
use crate::ui::icons::{Draw, Icon};
use leptos::prelude::*;
use serde_json::json;
use trammel_scene::{Color, Name};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, HtmlInputElement, KeyboardEvent};

const CURRENT_LABEL: [&str; 2] = ["Draw on {name}", "{name}에 그리기"];
const COLOR_LABEL: [&str; 2] = ["Color of {name}", "{name} 색"];
const INK_LABEL: [&str; 2] = ["Ink color for {name}", "{name}에 먹색 쓰기"];
/// Text beside the color of a layer with the color of the ink.
const INK_NAME: [&str; 2] = ["Ink", "먹색"];
const WEIGHT_LABEL: [&str; 2] = ["Line weight of {name}", "{name} 선 굵기"];

/// The row for figures without a layer.
#[component]
pub(super) fn NoLayerRow(state: LayersState) -> impl IntoView {
    let app = state.app;
    let is_current = move || {
        state
            .layers
            .with(|layers| layers.iter().all(|shown| !shown.is_current))
    };
    let name = move || app.prefs.lang.get().pick(NO_LAYER_LABEL).to_owned();
    let is_stop = move || state.stop.with(Option::is_none);
    view! {
        <div
            class="layer-row"
            role="row"
            data-testid="layer-row"
            data-name=""
            attr:aria-level="1"
            data-current=move || is_current().to_string()
            tabindex=move || if is_stop() { "0" } else { "-1" }
        >
            <CurrentCell layer=None shown=Signal::derive(name) is_current=Signal::derive(is_current) state />
            <div class="layer-name quiet" role="gridcell">{name}</div>
        </div>
    }
}

/// The row of a layer.
#[component]
pub(super) fn LayerRow(name: Name, state: LayersState) -> impl IntoView {
    let layer = {
        let name = name.clone();
        Memo::new(move |_| state.layer(&name))
    };
    let is_current =
        Signal::derive(move || layer.with(|layer| layer.as_ref().is_some_and(|shown| shown.is_current)));
    let is_stop = {
        let name = name.clone();
        move || state.stop.with(|stop| stop.as_ref() == Some(&name))
    };
    let is_selected = is_stop.clone();
    let is_renaming = {
        let name = name.clone();
        move || state.renaming.with(|renaming| renaming.as_ref() == Some(&name))
    };
    let (clicked, double, field) = (name.clone(), name.clone(), name.clone());
    let text = name.to_string();
    let text_of_name = text.clone();
    let shown = {
        let text = text.clone();
        Signal::derive(move || text.clone())
    };
    let count = move || layer.with(|layer| layer.as_ref().map_or(0, |shown| shown.count).to_string());
    view! {
        <div
            class="layer-row"
            role="row"
            data-testid="layer-row"
            data-name=text
            data-current=move || is_current.get().to_string()
            attr:aria-level="1"
            aria-selected=move || is_selected().to_string()
            tabindex=move || if is_stop() { "0" } else { "-1" }
            on:click=move |_| state.stop.set(Some(clicked.clone()))
            on:dblclick=move |event| {
                let on_name = target(&event).and_then(|target| target.closest(".layer-name").ok().flatten());
                if on_name.is_some() {
                    rename::begin(state, double.clone());
                }
            }
        >
            <CurrentCell layer=Some(name.clone()) shown is_current state />
            <div class="layer-name" role="gridcell">
                <Show when=is_renaming fallback=move || view! { <span class="name" title=text_of_name.clone()>{text_of_name.clone()}</span> }>
                    <LayerNameField name=field.clone() state />
                </Show>
                <span class="quiet numbers">{count}</span>
            </div>
            <FlagCell name=name.clone() flag=Flag::Hidden layer state />
            <FlagCell name=name.clone() flag=Flag::Locked layer state />
            <ColorCell name=name.clone() layer state />
            <WeightCell name layer state />
        </div>
    }
}

/// The button that makes the layer current.
#[component]
fn CurrentCell(
    layer: Option<Name>,
    shown: Signal<String>,
    is_current: Signal<bool>,
    state: LayersState,
) -> impl IntoView {
    let title = move || fill_name(state, CURRENT_LABEL, &shown.get());
    view! {
        <div role="gridcell">
            <button
                type="button"
                class="flag layer-current"
                tabindex="-1"
                data-testid="layer-current"
                aria-label=title
                title=title
                aria-pressed=move || is_current.get().to_string()
                on:click=move |_| state.set_current(layer.clone())
            >
                <Draw icon=Icon::Check />
            </button>
        </div>
    }
}

/// The visibility or lock button.
#[component]
fn FlagCell(name: Name, flag: Flag, layer: Memo<Option<Shown>>, state: LayersState) -> impl IntoView {
    let is_on = move || {
        let flags = layer
            .with(|layer| layer.as_ref().map(|shown| shown.flags))
            .unwrap_or_default();
        match flag {
            Flag::Hidden => flags.hidden,
            Flag::Locked => flags.locked,
        }
    };
    let look = move || match (flag, is_on()) {
        (Flag::Hidden, true) => (Icon::EyeOff, Msg::Show),
        (Flag::Hidden, false) => (Icon::Eye, Msg::Hide),
        (Flag::Locked, true) => (Icon::Lock, Msg::UnlockItem),
        (Flag::Locked, false) => (Icon::LockOpen, Msg::LockItem),
    };
    let test = match flag {
        Flag::Hidden => "layer-eye",
        Flag::Locked => "layer-lock",
    };
    let text = name.to_string();
    let title = move || state.app.text_with(look().1, &[("name", &text)]);
    view! {
        <div role="gridcell" class="tree-flag">
            <button
                type="button"
                class="flag"
                tabindex="-1"
                data-testid=test
                data-on=move || is_on().to_string()
                aria-label=title.clone()
                title=title
                on:click=move |_| state.set_flag(&name, flag)
            >
                {move || view! { <Draw icon=look().0 /> }}
            </button>
        </div>
    }
}

/// The color field, and the button that returns to ink.
#[component]
fn ColorCell(name: Name, layer: Memo<Option<Shown>>, state: LayersState) -> impl IntoView {
    let color = move || layer.with(|layer| layer.as_ref().map_or(Color::Ink, |shown| shown.layer.color));
    let value = move || hex(color(), state.app.prefs.ink_hex());
    let text = name.to_string();
    let (title, ink_title) = {
        let ink = text.clone();
        (
            move || fill_name(state, COLOR_LABEL, &text),
            move || fill_name(state, INK_LABEL, &ink),
        )
    };
    let own = name.clone();
    let change = move |event: Event| {
        if let Some(field) = input_of(&event)
            && !state.change(&own, "color", json!(field.value()))
        {
            field.set_value(&untrack(value));
        }
    };
    view! {
        <div role="gridcell" class="layer-color">
            <input
                type="color"
                tabindex="-1"
                data-testid="layer-color"
                aria-label=title.clone()
                title=title
                prop:value=value
                on:change=change
            />
            <button
                type="button"
                class="flag"
                tabindex="-1"
                data-testid="layer-ink"
                aria-label=ink_title.clone()
                title=ink_title
                hidden=move || color() == Color::Ink
                on:click=move |_| {
                    state.change(&name, "color", json!("ink"));
                }
            >
                <Draw icon=Icon::Close />
            </button>
            <span class="quiet layer-ink-name" hidden=move || color() != Color::Ink>
                {move || state.app.prefs.lang.get().pick(INK_NAME)}
            </span>
        </div>
    }
}

/// The field for the line weight.
#[component]
fn WeightCell(name: Name, layer: Memo<Option<Shown>>, state: LayersState) -> impl IntoView {
    let value = move || {
        let weight = layer.with(|layer| layer.as_ref().map_or(0.0, |shown| shown.layer.line_weight));
        trammel_canvas::number_format::format_number(weight)
    };
    let text = name.to_string();
    let title = move || fill_name(state, WEIGHT_LABEL, &text);
    let change = move |event: Event| {
        if let Some(field) = input_of(&event)
            && !state.set_weight(&name, &field.value())
        {
            field.set_value(&untrack(value));
        }
    };
    view! {
        <div role="gridcell">
            <input
                type="text"
                inputmode="decimal"
                class="input layer-weight"
                tabindex="-1"
                autocomplete="off"
                data-testid="layer-weight"
                aria-label=title.clone()
                title=title
                prop:value=value
                on:change=change
            />
        </div>
    }
}

/// Handles a key of the grid.
pub(super) fn key(state: LayersState, event: &KeyboardEvent) {
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    let Some(target) = event
        .target()
        .and_then(|target| target.dyn_into::<HtmlElement>().ok())
    else {
        return;
    };
    let Some(row) = target.closest("[role=row]").ok().flatten() else {
        return;
    };
    let on_row = *row == **target;
    let is_text = target.matches("input[type=text]").unwrap_or(false);
    let pressed = event.key();
    let to = match pressed.as_str() {
        "ArrowDown" if !is_text => row.next_element_sibling(),
        "ArrowUp" if !is_text => row.previous_element_sibling(),
        "Home" if !is_text => row.parent_element().and_then(|grid| grid.first_element_child()),
        "End" if !is_text => row.parent_element().and_then(|grid| grid.last_element_child()),
        "ArrowRight" if !is_text => beside(&row, &target, 1),
        "ArrowLeft" if !is_text => beside(&row, &target, -1),
        "Escape" if is_text => {
            restore(state, &row, &target);
            Some(row)
        }
        // The browser reports the change of the field when it loses the focus.
        "Enter" if is_text => Some(row),
        "Enter" | " " if on_row => {
            state.set_current(name_of(state, &row));
            None
        }
        "F2" => {
            if let Some(name) = name_of(state, &row) {
                rename::begin(state, name);
            }
            None
        }
        "Delete" | "Backspace" if on_row => {
            if let Some(name) = name_of(state, &row) {
                rename::delete(state, &name);
            }
            None
        }
        "h" | "l" if on_row => {
            let flag = if pressed == "h" {
                Flag::Hidden
            } else {
                Flag::Locked
            };
            if let Some(name) = name_of(state, &row) {
                state.set_flag(&name, flag);
            }
            None
        }
        _ => return,
    };
    event.prevent_default();
    event.stop_propagation();
    let Some(to) = to.and_then(|to| to.dyn_into::<HtmlElement>().ok()) else {
        return;
    };
    if let Some(row) = to.closest("[role=row]").ok().flatten() {
        state.stop.set(name_of(state, &row));
    }
    let _ = to.focus();
}

/// Returns the control after or before the focused one; before the first control is the row itself.
fn beside(row: &Element, target: &HtmlElement, step: i32) -> Option<Element> {
    let found = row.query_selector_all("button:not([hidden]), input").ok()?;
    let controls: Vec<Element> = (0..found.length())
        .filter_map(|index| found.item(index)?.dyn_into().ok())
        .collect();
    let now = controls.iter().position(|control| **control == ***target);
    match (now, step) {
        (None, 1) => controls.into_iter().next(),
        (Some(now), 1) => controls.into_iter().nth(now + 1),
        (Some(0), _) => Some(row.clone()),
        (Some(now), _) => controls.into_iter().nth(now - 1),
        (None, _) => None,
    }
}

/// Restores the line weight in a field whose text the user has changed.
fn restore(state: LayersState, row: &Element, target: &HtmlElement) {
    let name = name_of(state, row);
    let layer = name.and_then(|name| untrack(|| state.layer(&name)));
    if let (Some(field), Some(shown)) = (target.dyn_ref::<HtmlInputElement>(), layer) {
        field.set_value(&trammel_canvas::number_format::format_number(
            shown.layer.line_weight,
        ));
    }
}

/// Returns the layer of a row.
fn name_of(state: LayersState, row: &Element) -> Option<Name> {
    let name = row.get_attribute("data-name")?;
    let layers = untrack(|| state.layers.get());
    let found = layers.into_iter().find(|shown| shown.layer.name.as_str() == name);
    found.map(|shown| shown.layer.name)
}

fn input_of(event: &Event) -> Option<HtmlInputElement> {
    event.target()?.dyn_into().ok()
}

fn fill_name(state: LayersState, label: [&'static str; 2], name: &str) -> String {
    state.app.prefs.lang.get().pick(label).replace("{name}", name)
}
