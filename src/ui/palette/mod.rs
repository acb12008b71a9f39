//! The command palette: every action, and every tool that draws, changes or measures, found by a few letters.
//!
//! Invariants: it lists only what can be carried out, from the one list of actions and the session's own tools; an
//! action that cannot be taken now says why instead; a tool opens a form made from its schema. It is a modal dialog of
//! the browser's own, so the focus stays in it and goes back afterwards. Start with [`Palette`], then [`form`].

mod form;

use self::form::ToolForm;
use super::actions::{act, focus_later, label, reason};
use super::dock;
use super::i18n::Msg;
use super::panel::Panel;
use super::panels::PANELS;
use super::state::{App, app};
use crate::editor::actions::{ActionId, ActionList};
use crate::editor::keys::Chord;
use crate::editor::palette::ranked;
use crate::tools::Language;
use leptos::{html, prelude::*};
use serde_json::Value;
use std::sync::Arc;
use web_sys::KeyboardEvent;

/// At most so many answers are shown; more letters find the rest.
const MOST: usize = 60;

/// Something that can be carried out.
#[derive(Clone)]
enum Command {
    /// An action of the page.
    Action(ActionId),
    /// A tool: `{name, description, parameters}`.
    Tool(Arc<Value>),
    /// A panel that is shown.
    Panel(&'static Panel),
}

impl Command {
    /// Its name, then what else says what it is.
    fn texts(&self, app: App) -> Vec<String> {
        match self {
            Command::Action(action) => vec![label(*action, app.lang()).to_owned()],
            Command::Tool(tool) => ["name", "description"]
                .map(|key| tool[key].as_str().unwrap_or_default().to_owned())
                .to_vec(),
            Command::Panel(panel) => vec![app.filled(Msg::ShowPanel, &[("name", panel.name(app.lang()))])],
        }
    }

    /// For tests.
    fn id(&self) -> String {
        match self {
            Command::Action(ActionId::CanvasTool(id)) => (*id).to_owned(),
            Command::Action(action) => format!("{action:?}"),
            Command::Tool(tool) => tool["name"].as_str().unwrap_or_default().to_owned(),
            Command::Panel(panel) => format!("panel-{}", panel.id),
        }
    }

    /// Its shortcut.
    fn key(&self) -> Option<Chord> {
        match self {
            Command::Action(action) => action.keys().first().copied(),
            Command::Tool(_) => None,
            Command::Panel(panel) => panel.key,
        }
    }
}

/// Everything that can be carried out at present.
fn commands(app: App) -> Vec<Command> {
    let actions = ActionList::standard()
        .listed()
        .map(|action| Command::Action(action.id));
    let tools = app.document.drawing_tools(Language::from_tag(app.lang().tag()));
    let tools = tools.into_iter().map(|tool| Command::Tool(Arc::new(tool)));
    let panels = PANELS.iter().map(Command::Panel);
    actions.chain(panels).chain(tools).collect()
}

/// The tool of that name, if the palette offers it.
fn tool_named(app: App, name: &str) -> Option<Arc<Value>> {
    let tools = app.document.drawing_tools(Language::from_tag(app.lang().tag()));
    tools.into_iter().find(|tool| tool["name"] == name).map(Arc::new)
}

/// The dialog; it is there all the time, and empty while it is closed.
#[component]
pub(crate) fn Palette() -> impl IntoView {
    let app = app();
    let open = app.view.palette;
    let dialog = NodeRef::<html::Dialog>::new();
    let tool = RwSignal::new(None::<Arc<Value>>);
    // Outward effect: whether a dialog is modal is the browser's.
    Effect::new(move |_| {
        let (Some(dialog), open) = (dialog.get(), open.get()) else {
            return;
        };
        if open && !dialog.open() {
            let wanted = app.view.palette_tool.get_untracked();
            app.view.palette_tool.set(None);
            let chosen = wanted.and_then(|name| tool_named(app, name));
            // The form moves the focus to its first field by itself.
            let is_search = chosen.is_none();
            tool.set(chosen);
            let _ = dialog.show_modal();
            if is_search {
                focus_later("palette-input");
            }
        } else if !open && dialog.open() {
            dialog.close();
        }
    });
    let escape = move |event: KeyboardEvent| {
        if event.key() != "Escape" || event.is_composing() {
            return;
        }
        event.prevent_default();
        if tool.get_untracked().is_some() {
            tool.set(None);
            focus_later("palette-input");
        } else {
            open.set(false);
        }
    };
    view! {
        <dialog
            node_ref=dialog
            class="palette"
            data-testid="palette"
            aria-label=move || app.text(Msg::OpenPalette)
            on:close=move |_| {
                // The event comes a moment after closing, when the dialog may be open again.
                if dialog.get_untracked().is_none_or(|dialog| !dialog.open()) {
                    open.set(false);
                }
            }
            on:keydown=escape
            on:click=move |event| {
                // A click beside the dialog is a click on its backdrop, which is the dialog itself.
                if event.target() == event.current_target() {
                    open.set(false);
                }
            }
        >
            <Show when=move || open.get()>
                {move || match tool.get() {
                    Some(_) => view! { <ToolForm chosen=tool /> }.into_any(),
                    None => view! { <Search tool /> }.into_any(),
                }}
            </Show>
        </dialog>
    }
    .into_any()
}

/// The field and what it finds.
#[component]
fn Search(tool: RwSignal<Option<Arc<Value>>>) -> impl IntoView {
    let app = app();
    let query = RwSignal::new(String::new());
    let at = RwSignal::new(0_usize);
    let all = commands(app);
    let texts: Vec<Vec<String>> = all.iter().map(|command| command.texts(app)).collect();
    let all = StoredValue::new(all);
    let places = Memo::new(move |_| {
        let best = query.with(|query| ranked(query, &texts));
        best.into_iter().take(MOST).collect::<Vec<_>>()
    });
    let found = Signal::derive(move || {
        let places = places.get();
        all.with_value(|all| places.iter().map(|at| all[*at].clone()).collect::<Vec<_>>())
    });
    let take = move |command: Command| match command {
        Command::Tool(chosen) => tool.set(Some(chosen)),
        Command::Panel(panel) => {
            app.view.palette.set(false);
            // The focus goes back first.
            request_animation_frame(move || dock::show(app, panel));
        }
        Command::Action(action) => {
            if action.check(untrack(move || app.action_context())).is_ok() {
                app.view.palette.set(false);
                // The focus goes back first: the action may move it elsewhere.
                request_animation_frame(move || act(app, action));
            } else {
                act(app, action);
            }
        }
    };
    let key = move |event: KeyboardEvent| {
        if event.is_composing() {
            return;
        }
        let count = found.with(Vec::len);
        if count == 0 {
            return;
        }
        let now = at.get_untracked().min(count - 1);
        match event.key().as_str() {
            "ArrowDown" => at.set((now + 1) % count),
            "ArrowUp" => at.set((now + count - 1) % count),
            "Enter" => {
                if let Some(command) = found.with(|found| found.get(now).cloned()) {
                    take(command);
                }
            }
            _ => return,
        }
        event.prevent_default();
        request_animation_frame(move || {
            // Enter has closed the list by then.
            let option = at.try_get_untracked().map(option_id);
            if let Some(option) = option.and_then(|id| document().get_element_by_id(&id)) {
                option.scroll_into_view_with_bool(false);
            }
        });
    };
    let active = move || (found.with(|found| !found.is_empty())).then(|| option_id(at.get()));
    let options = move || {
        let option = |(place, command): (usize, Command)| option(app, at, place, command, take);
        found.get().into_iter().enumerate().map(option).collect_view()
    };
    view! {
        <input
            id="palette-input"
            class="input"
            data-testid="palette-input"
            role="combobox"
            aria-label=move || app.text(Msg::OpenPalette)
            placeholder=move || app.text(Msg::OpenPalette)
            aria-expanded="true"
            aria-controls="palette-list"
            aria-autocomplete="list"
            aria-activedescendant=active
            autocomplete="off"
            spellcheck="false"
            prop:value=move || query.get()
            on:input=move |event| {
                query.set(event_target_value(&event));
                at.set(0);
            }
            on:keydown=key
        />
        <ul id="palette-list" class="palette-list" role="listbox" aria-label=move || app.text(Msg::OpenPalette)>
            {options}
        </ul>
        <p class="hint" role="status">
            {move || {
                found.with(Vec::is_empty).then(|| app.filled(Msg::PaletteEmpty, &[("query", &query.get())]))
            }}
        </p>
    }
    .into_any()
}

fn option_id(place: usize) -> String {
    format!("palette-{place}")
}

fn option(
    app: App,
    at: RwSignal<usize>,
    place: usize,
    command: Command,
    take: impl Fn(Command) + Copy + 'static,
) -> impl IntoView {
    let (id, texts) = (command.id(), command.texts(app));
    let mut texts = texts.into_iter();
    let (name, about) = (texts.next().unwrap_or_default(), texts.next());
    let action = match &command {
        Command::Action(action) => Some(*action),
        Command::Tool(_) | Command::Panel(_) => None,
    };
    let is_tool = matches!(command, Command::Tool(_));
    let keys = command.key();
    let keys = keys.map(|chord| view! { <kbd class="quiet">{chord.display(app.prefs.mac)}</kbd> });
    let refusal = move || action.and_then(|action| action.check(app.action_context()).err());
    let why = move || refusal().map(|refusal| app.text(reason(refusal)));
    view! {
        <li
            id=option_id(place)
            class="palette-option"
            role="option"
            data-testid="palette-option"
            data-command=id
            aria-selected=move || (at.get() == place).to_string()
            aria-disabled=move || refusal().map(|_| "true")
            on:pointermove=move |_| {
                if at.try_get_untracked().is_some_and(|now| now != place) {
                    at.set(place);
                }
            }
            on:click=move |_| take(command.clone())
        >
            <span class="palette-name" class:code=is_tool>{name}</span>
            <span class="quiet palette-about">{about}{why}</span>
            {keys}
        </li>
    }
}
