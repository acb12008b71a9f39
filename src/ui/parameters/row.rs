//! One parameter: its name, its description, and the control of its kind.

use super::change;
use super::number::number_field;
use crate::ui::state::App;
use leptos::prelude::*;
use trammel_code::parameters::{Change, Parameter, Setting};

/// Name of a parameter and kind of its value. A parameter with another kind gets another control.
pub(super) type Key = (String, u8);

/// Returns the keys of the parameters. A repeated name, which the code cannot have when it runs, is left out.
pub(super) fn keys(list: &[Parameter]) -> Vec<Key> {
    let mut keys: Vec<Key> = Vec::new();
    for parameter in list {
        if !keys.iter().any(|(name, _)| *name == parameter.name) {
            keys.push((parameter.name.clone(), kind(&parameter.value)));
        }
    }
    keys
}

/// Returns a number for the kind of a value.
fn kind(value: &Setting) -> u8 {
    match value {
        Setting::Number { .. } => 0,
        Setting::Switch(_) => 1,
        Setting::Choice { .. } => 2,
    }
}

/// The row of a parameter.
pub(super) fn row(app: App, list: Memo<Vec<Parameter>>, (name, kind): Key) -> AnyView {
    let parameter = {
        let name = name.clone();
        Memo::new(move |earlier: Option<&Option<Parameter>>| {
            let found = list.with(|list| list.iter().find(|parameter| parameter.name == name).cloned());
            // A row whose parameter is gone keeps its last value until it is removed.
            found.or_else(|| earlier.cloned().flatten())
        })
    };
    let id = format!("parameter-{name}");
    let note =
        move || parameter.with(|parameter| parameter.as_ref().map(|p| p.note.clone()).unwrap_or_default());
    let control = match kind {
        0 => number_field(app, parameter, name.clone(), id.clone()),
        1 => switch(app, parameter, name.clone(), id.clone()),
        _ => choice(app, parameter, name.clone(), id.clone()),
    };
    let note_id = format!("{id}-note");
    view! {
        <div class="parameter" data-testid="parameter" data-name=name.clone()>
            <div class="parameter-name">
                <label for=id>{name.clone()}</label>
                <span class="hint" id=note_id>{note}</span>
            </div>
            {control}
        </div>
    }
    .into_any()
}

/// The check box of a boolean.
fn switch(app: App, parameter: Memo<Option<Parameter>>, name: String, id: String) -> AnyView {
    let is_on = move || parameter.with(|p| matches!(p, Some(p) if p.value == Setting::Switch(true)));
    let note_id = format!("{id}-note");
    view! {
        <input
            type="checkbox"
            id=id
            data-testid="parameter-switch"
            aria-describedby=note_id
            prop:checked=is_on
            on:change=move |event| change::set(app, &name, &Change::Switch(event_target_checked(&event)), false)
        />
    }
    .into_any()
}

/// The list of a string with choices.
fn choice(app: App, parameter: Memo<Option<Parameter>>, name: String, id: String) -> AnyView {
    let options = Memo::new(move |_| {
        parameter.with(|p| match p.as_ref().map(|p| &p.value) {
            Some(Setting::Choice { options, .. }) => options.clone(),
            _ => Vec::new(),
        })
    });
    let value = Memo::new(move |_| {
        parameter.with(|p| match p.as_ref().map(|p| &p.value) {
            Some(Setting::Choice { value, .. }) => value.clone(),
            _ => String::new(),
        })
    });
    let option = move |option: String| {
        let this = option.clone();
        view! {
            <option value=option.clone() selected=move || value.with(|value| *value == this)>
                {option.clone()}
            </option>
        }
    };
    let note_id = format!("{id}-note");
    view! {
        <select
            class="select"
            id=id
            data-testid="parameter-choice"
            aria-describedby=note_id
            prop:value=move || value.get()
            on:change=move |event| change::set(app, &name, &Change::Choice(event_target_value(&event)), false)
        >
            <For each=move || options.get() key=Clone::clone let(name)>
                {option(name)}
            </For>
        </select>
    }
    .into_any()
}
