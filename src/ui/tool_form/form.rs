//! The form with its fields.

use super::answer::Answer;
use super::call::Form;
use super::field::FieldView;
use super::pick::{PICK_HINT, field_id, instruction};
use super::window::{back, close};
use crate::ui::button::IconButton;
use crate::ui::focus::focus_later;
use crate::ui::i18n::Msg;
use crate::ui::icons::Icon;
use crate::ui::state::app;
use leptos::prelude::*;
use trammel_canvas::canvas_tool::Text;
use trammel_page_model::schema_form::{Field, fields};
use trammel_tools::{Verb, find};
use web_sys::KeyboardEvent;

const DRAW_LABEL: Text = ["Draw", "그리기"];
const COPY_LABEL: Text = ["Copy", "복사"];
const DELETE_LABEL: Text = ["Delete", "삭제"];
const SHOW_LABEL: Text = ["Show", "보기"];
const APPLY_LABEL: Text = ["Apply", "적용"];

/// Returns the label of the button that calls a tool.
fn button(tool: &str) -> Text {
    match find(tool).map_or(Verb::Change, |tool| tool.verb) {
        Verb::Draw | Verb::Annotate => DRAW_LABEL,
        Verb::Repeat => COPY_LABEL,
        Verb::Delete => DELETE_LABEL,
        Verb::Inspect => SHOW_LABEL,
        _ => APPLY_LABEL,
    }
}

/// The form of the tool in the state.
#[component]
pub(super) fn ToolForm() -> impl IntoView {
    let app = app();
    let state = app.view.form;
    let Some(tool) = state.tool.get_untracked() else {
        return ().into_any();
    };
    let form = Form {
        app,
        wrong: RwSignal::new(Vec::new()),
        answer: RwSignal::new(None),
        busy: RwSignal::new(false),
    };
    let word = |key: &str| tool[key].as_str().unwrap_or_default().to_owned();
    let (name, description) = (word("name"), word("description"));
    let (required, optional): (Vec<_>, Vec<_>) = fields(&tool["parameters"])
        .into_iter()
        .enumerate()
        .partition(|(_, field)| field.required);
    // The first field that has no text yet.
    let texts = state.texts.get_untracked();
    let empty = required.iter().find(|(at, _)| texts[*at].is_empty());
    let first = empty.or(required.first()).or(optional.first());
    focus_later(first.map_or_else(|| "tool-run".to_owned(), |(at, _)| field_id(*at)));
    let (any_required, any_optional) = (!required.is_empty(), !optional.is_empty());
    let is_filled = optional.iter().any(|(at, _)| !texts[*at].is_empty());
    let wrong_option = {
        let places: Vec<usize> = optional.iter().map(|(at, _)| *at).collect();
        move || {
            form.wrong
                .with(|wrong| wrong.iter().any(|(at, _)| places.contains(at)))
        }
    };
    let show = move |fields: Vec<(usize, Field)>| {
        let field = move |(at, field)| view! { <FieldView at field form /> };
        fields.into_iter().map(field).collect_view()
    };
    let escape = move |event: KeyboardEvent| {
        if event.key() == "Escape" && !event.is_composing() {
            event.prevent_default();
            event.stop_propagation();
            back(app);
        }
    };
    let all_commands = move || {
        close(app);
        app.view.palette.set(true);
    };
    let called = name.clone();
    let button = button(&name);
    view! {
        <form
            class="tool-form"
            data-testid="tool-form"
            data-tool=name.clone()
            aria-labelledby="tool-form-name"
            on:keydown=escape
            on:submit=move |event| {
                event.prevent_default();
                form.call(called.clone());
            }
        >
            <div class="settings-head">
                <IconButton icon=Icon::ChevronLeft name=Msg::PaletteBack test="form-back" press=Callback::new(move |()| all_commands()) />
                <h2 id="tool-form-name"><code>{name.clone()}</code></h2>
                <span class="spacer"></span>
                <IconButton icon=Icon::Close name=Msg::Close test="form-close" press=Callback::new(move |()| close(app)) />
            </div>
            <div class="tool-form-body">
                <p class="hint">{description}</p>
                {show(required)}
                {any_optional.then(|| view! {
                    <details class="more" prop:open=move || !any_required || is_filled || wrong_option()>
                        <summary>{move || app.text(Msg::FormMore)}</summary>
                        {show(optional)}
                    </details>
                })}
                <Answer form />
            </div>
            <div class="record-foot tool-form-foot">
                <button
                    type="submit"
                    id="tool-run"
                    class="button primary"
                    data-testid="tool-run"
                    aria-disabled=move || form.busy.get().then_some("true")
                >
                    {move || app.prefs.lang.get().pick(button)}
                </button>
                // The place is constant, so that the button does not move when it takes the focus from a field.
                <p class="hint" id=PICK_HINT data-testid="pick-hint">{move || instruction(app)}</p>
            </div>
        </form>
    }
    .into_any()
}
