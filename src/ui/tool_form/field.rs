//! The field of one parameter.

use super::call::Form;
use super::pick::{PICK_HINT, field_id};
use crate::ui::i18n::Msg;
use leptos::prelude::*;
use trammel_page_model::schema_form::{Field, FieldKind, Why};

fn text(why: Why) -> Msg {
    match why {
        Why::Missing => Msg::FormMissing,
        Why::NoNumber => Msg::FormNumber,
        Why::NoWhole => Msg::FormWhole,
        Why::NoData => Msg::FormData,
    }
}

/// The field of one parameter, with its description and its error.
#[component]
pub(super) fn FieldView(at: usize, field: Field, form: Form) -> impl IntoView {
    let app = form.app;
    let state = app.view.form;
    let id = field_id(at);
    let (hint_id, error_id) = (format!("{id}-hint"), format!("{id}-error"));
    let wrong = move || {
        form.wrong
            .with(|wrong| wrong.iter().find(|(place, _)| *place == at).map(|(_, why)| *why))
    };
    let described = {
        let (hint_id, error_id) = (hint_id.clone(), error_id.clone());
        move || match wrong() {
            Some(_) => format!("{hint_id} {error_id} {PICK_HINT}"),
            None => format!("{hint_id} {PICK_HINT}"),
        }
    };
    let set = move |text: String| state.texts.update(|texts| texts[at] = text);
    let value = move || {
        state
            .texts
            .with(|texts| texts.get(at).cloned().unwrap_or_default())
    };
    let test = format!("tool-field-{}", field.name);
    let control = match &field.kind {
        FieldKind::Choice(options) => view! {
            <select
                id=id.clone()
                class="select"
                data-testid=test
                aria-describedby=described
                aria-invalid=move || wrong().is_some().to_string()
                on:change=move |event| set(event_target_value(&event))
            >
                <option value="">{move || app.text(Msg::FormDefault)}</option>
                {options.iter().map(|option| view! { <option value=option.clone()>{option.clone()}</option> }).collect_view()}
            </select>
        }
        .into_any(),
        kind => {
            let decimal = matches!(kind, FieldKind::Number | FieldKind::Whole);
            let leave = move |_| {
                // The field is disposed when the form closes.
                if state.focused.try_get_untracked().flatten() == Some(at) {
                    state.focused.set(None);
                }
            };
            view! {
                <input
                    id=id.clone()
                    class="input"
                    data-testid=test
                    type="text"
                    inputmode=if decimal { "decimal" } else { "text" }
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    aria-describedby=described
                    aria-invalid=move || wrong().is_some().to_string()
                    prop:value=value
                    on:input=move |event| set(event_target_value(&event))
                    on:focus=move |_| state.focused.set(Some(at))
                    on:blur=leave
                />
            }
            .into_any()
        }
    };
    view! {
        <div class="field">
            <label for=id><code>{field.name}</code></label>
            {control}
            <p class="hint" id=hint_id>{field.description}</p>
            <p class="field-error" id=error_id data-testid="tool-field-error" hidden=move || wrong().is_none()>
                {move || wrong().map(|why| app.text(text(why)))}
            </p>
        </div>
    }
    .into_any()
}
