//! The form of a tool, with one field per parameter of its schema, and the result of the call.

use crate::editor::canvas_tool::Text;
use crate::editor::form_defaults::defaults;
use crate::editor::schema_form::{Field, FieldKind, Why, arguments, fields};
use crate::scene::Name;
use crate::tools::{Changes, Kind, Reply, Verb, find};
use crate::ui::actions;
use crate::ui::button::IconButton;
use crate::ui::document::{Caller, Request};
use crate::ui::i18n::Msg;
use crate::ui::icons::Icon;
use crate::ui::selecting::SPOKEN_NAMES;
use crate::ui::state::{App, app};
use leptos::{prelude::*, task::spawn_local};
use serde_json::Value;
use std::sync::Arc;

/// Maximum length of a displayed result, in characters.
const MOST: usize = 4_000;

fn text(why: Why) -> Msg {
    match why {
        Why::Missing => Msg::FormMissing,
        Why::NoNumber => Msg::FormNumber,
        Why::NoWhole => Msg::FormWhole,
        Why::NoData => Msg::FormData,
    }
}

/// State of the form, shared by its fields.
#[derive(Clone, Copy)]
struct Form {
    app: App,
    fields: StoredValue<Vec<Field>>,
    texts: RwSignal<Vec<String>>,
    wrong: RwSignal<Vec<(usize, Why)>>,
    answer: RwSignal<Option<Reply>>,
    busy: RwSignal<bool>,
}

impl Form {
    fn call(self, tool: String) {
        if self.busy.get_untracked() {
            return;
        }
        let texts = self.texts.get_untracked();
        match self.fields.with_value(|fields| arguments(fields, &texts)) {
            Err(wrong) => {
                if let Some((first, _)) = wrong.first() {
                    actions::focus_later(field_id(*first));
                }
                self.wrong.set(wrong);
            }
            Ok(input) => {
                let app = self.app;
                self.wrong.set(Vec::new());
                self.answer.set(None);
                self.busy.set(true);
                let is_action = find(&tool).map_or(true, |tool| tool.kind == Kind::Action);
                let reply = app.document.run(Caller::Form, Request::Call { tool, input });
                spawn_local(async move {
                    let reply = reply.await;
                    // The form may have been closed in the meantime.
                    if self.busy.try_set(false).is_some() {
                        return;
                    }
                    if reply.failure().is_none() && is_action {
                        app.view.palette.set(false);
                        app.announce(done(app, &reply.changes.unwrap_or_default()));
                    } else {
                        self.answer.set(Some(reply));
                    }
                });
            }
        }
    }
}

/// Returns the initial texts of a form.
fn defaults_of(app: App, tool: &str, fields: &[Field]) -> Vec<String> {
    let selection = app.view.selection.get_untracked();
    let names: Vec<&str> = selection.iter().map(Name::as_str).collect();
    app.document
        .scene(|scene| defaults(tool, fields, &names, |name| scene.get(name).is_some()))
}

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

const DRAW_LABEL: Text = ["Draw", "그리기"];
const COPY_LABEL: Text = ["Copy", "복사"];
const DELETE_LABEL: Text = ["Delete", "삭제"];
const SHOW_LABEL: Text = ["Show", "보기"];
const APPLY_LABEL: Text = ["Apply", "적용"];

/// Returns the result of a call in plain words.
fn done(app: App, changes: &Changes) -> String {
    let lang = app.lang();
    let parts = [
        (["Added", "추가"], &changes.added),
        (["Changed", "변경"], &changes.updated),
        (["Deleted", "삭제"], &changes.removed),
    ];
    let part = |(verb, names): (Text, &Vec<Name>)| {
        let first: Vec<&str> = names.iter().take(SPOKEN_NAMES).map(Name::as_str).collect();
        let rest = names.len() - first.len();
        let rest = if rest > 0 {
            format!(" (+{rest})")
        } else {
            String::new()
        };
        (!names.is_empty()).then(|| format!("{}: {}{rest}.", lang.pick(verb), first.join(", ")))
    };
    let texts: Vec<String> = parts.into_iter().filter_map(part).collect();
    if texts.is_empty() {
        app.say(Msg::FormDone, &[])
    } else {
        texts.join(" ")
    }
}

fn field_id(at: usize) -> String {
    format!("tool-field-{at}")
}

/// The form of the chosen tool. Setting `chosen` to `None` returns to the list.
#[component]
pub(super) fn ToolForm(chosen: RwSignal<Option<Arc<Value>>>) -> impl IntoView {
    let app = app();
    let Some(tool) = chosen.get_untracked() else {
        return ().into_any();
    };
    let all = fields(&tool["parameters"]);
    let word = |key: &str| tool[key].as_str().unwrap_or_default().to_owned();
    let (name, description) = (word("name"), word("description"));
    let texts = defaults_of(app, &name, &all);
    let form = Form {
        app,
        texts: RwSignal::new(texts.clone()),
        fields: StoredValue::new(all.clone()),
        wrong: RwSignal::new(Vec::new()),
        answer: RwSignal::new(None),
        busy: RwSignal::new(false),
    };
    let (required, optional): (Vec<_>, Vec<_>) =
        all.into_iter().enumerate().partition(|(_, field)| field.required);
    // The first field that has no text yet.
    let empty = required.iter().find(|(at, _)| texts[*at].is_empty());
    let first = empty.or(required.first()).or(optional.first());
    actions::focus_later(first.map_or_else(|| "tool-run".to_owned(), |(at, _)| field_id(*at)));
    let (any_required, any_optional) = (!required.is_empty(), !optional.is_empty());
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
    let back = move || {
        chosen.set(None);
        actions::focus_later("palette-input");
    };
    let called = name.clone();
    let button = button(&name);
    view! {
        <form
            class="tool-form"
            data-testid="tool-form"
            data-tool=name
            aria-labelledby="tool-form-name"
            on:submit=move |event| {
                event.prevent_default();
                form.call(called.clone());
            }
        >
            <div class="settings-head">
                <IconButton icon=Icon::ChevronLeft name=Msg::PaletteBack test="palette-back" press=Callback::new(move |()| back()) />
                <h2 id="tool-form-name"><code>{name.clone()}</code></h2>
                <span class="spacer"></span>
                <IconButton
                    icon=Icon::Close
                    name=Msg::Close
                    test="palette-close"
                    press=Callback::new(move |()| app.view.palette.set(false))
                />
            </div>
            <p class="hint">{description}</p>
            {show(required)}
            {any_optional.then(|| view! {
                <details class="more" prop:open=move || !any_required || wrong_option()>
                    <summary>{move || app.text(Msg::FormMore)}</summary>
                    {show(optional)}
                </details>
            })}
            <Answer form />
            <div class="record-foot">
                <button
                    type="submit"
                    id="tool-run"
                    class="button primary"
                    data-testid="tool-run"
                    aria-disabled=move || form.busy.get().then_some("true")
                >
                    {move || app.prefs.lang.get().pick(button)}
                </button>
            </div>
        </form>
    }
    .into_any()
}

/// The field of one parameter.
#[component]
fn FieldView(at: usize, field: Field, form: Form) -> impl IntoView {
    let app = form.app;
    let id = field_id(at);
    let (hint_id, error_id) = (format!("{id}-hint"), format!("{id}-error"));
    let wrong = move || {
        form.wrong
            .with(|wrong| wrong.iter().find(|(place, _)| *place == at).map(|(_, why)| *why))
    };
    let described = {
        let (hint_id, error_id) = (hint_id.clone(), error_id.clone());
        move || match wrong() {
            Some(_) => format!("{hint_id} {error_id}"),
            None => hint_id.clone(),
        }
    };
    let set = move |text: String| form.texts.update(|texts| texts[at] = text);
    let value = move || form.texts.with(|texts| texts[at].clone());
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

/// The result of the call.
#[component]
fn Answer(form: Form) -> impl IntoView {
    let app = form.app;
    let shown = move |reply: Reply| {
        let Some(failure) = reply.failure() else {
            let data = data_of(&reply);
            return view! {
                <div class="tool-answer" role="status" data-testid="tool-answer" data-ok="true">
                    <p>{app.text(Msg::FormDone)}</p>
                    {data.map(|data| view! { <pre tabindex="0">{data}</pre> })}
                </div>
            }
            .into_any();
        };
        let near = failure.suggestions.join(", ");
        let near = (!near.is_empty()).then(|| app.filled(Msg::DidYouMean, &[("names", &near)]));
        view! {
            <div class="tool-answer" role="alert" data-testid="tool-answer" data-ok="false">
                <p class="field-error">{failure.message.clone()}</p>
                <p class="hint">{near}</p>
            </div>
        }
        .into_any()
    };
    move || form.answer.get().map(shown)
}

/// Returns the content of a successful reply as text: the data, or else the changes.
fn data_of(reply: &Reply) -> Option<String> {
    let text = match (reply.data(), &reply.changes) {
        (Some(Value::String(text)), _) => text.clone(),
        (Some(data), _) if !data.is_null() => serde_json::to_string_pretty(data).ok()?,
        (_, Some(changes)) => serde_json::to_string_pretty(&changes.to_json()).ok()?,
        _ => return None,
    };
    if text.chars().count() <= MOST {
        return Some(text);
    }
    Some(text.chars().take(MOST).chain(['…']).collect())
}
