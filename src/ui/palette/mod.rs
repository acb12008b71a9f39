//! The command palette: a fuzzy search over all actions, panels, and tools that draw, change, or measure.
//!
//! Invariants: the entries come from the action registry, the list of panels, and the session's tools; a disabled
//! action shows its reason instead of running; a tool opens a form generated from its schema. The palette is a modal
//! `<dialog>`, so the browser traps the focus and restores it afterward. Start with [`Palette`], then [`form`].

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
use leptos::{html, prelude::*};
use serde_json::Value;
use std::sync::Arc;
use web_sys::KeyboardEvent;

/// Maximum number of results on screen.
const MOST: usize = 60;

/// An entry of the palette.
#[derive(Clone)]
enum Command {
    /// An action of the page.
    Action(ActionId),
    /// A tool: `{name, description, parameters}`.
    Tool(Arc<Value>),
    /// A panel to show.
    Panel(&'static Panel),
}

impl Command {
    /// Returns the searched texts: the name, then the description if there is one.
    fn texts(&self, app: App) -> Vec<String> {
        match self {
            Command::Action(action) => vec![label(*action, app.lang()).to_owned()],
            Command::Tool(tool) => ["name", "description"]
                .map(|key| tool[key].as_str().unwrap_or_default().to_owned())
                .to_vec(),
            Command::Panel(panel) => vec![app.filled(Msg::ShowPanel, &[("name", panel.name(app.lang()))])],
        }
    }

    /// Returns the id of the command, for tests.
    fn id(&self) -> String {
        match self {
            Command::Action(ActionId::CanvasTool(id)) => (*id).to_owned(),
            Command::Action(action) => format!("{action:?}"),
            Command::Tool(tool) => tool["name"].as_str().unwrap_or_default().to_owned(),
            Command::Panel(panel) => format!("panel-{}", panel.id),
        }
    }

    /// Returns the shortcut.
    fn key(&self) -> Option<Chord> {
        match self {
            Command::Action(action) => action.keys().first().copied(),
            Command::Tool(_) => None,
            Command::Panel(panel) => panel.key,
        }
    }
}

/// Returns all current commands.
fn commands(app: App) -> Vec<Command> {
    let actions = ActionList::standard()
        .listed()
        .map(|action| Command::Action(action.id));
    let tools = app.document.drawing_tools(app.lang());
    let tools = tools.into_iter().map(|tool| Command::Tool(Arc::new(tool)));
    let panels = PANELS.iter().map(Command::Panel);
    actions.chain(panels).chain(tools).collect()
}

/// Returns the tool with this name, if the palette lists it.
fn tool_named(app: App, name: &str) -> Option<Arc<Value>> {
    let tools = app.document.drawing_tools(app.lang());
    tools.into_iter().find(|tool| tool["name"] == name).map(Arc::new)
}

/// The dialog of the palette. The dialog stays mounted, and is empty while closed.
#[component]
pub(crate) fn Palette() -> impl IntoView {
    let app = app();
    let open = app.view.palette;
    let dialog = NodeRef::<html::Dialog>::new();
    let tool = RwSignal::new(None::<Arc<Value>>);
    // Outward effect: the browser owns the modal state of a dialog.
    Effect::new(move |_| {
        let (Some(dialog), open) = (dialog.get(), open.get()) else {
            return;
        };
        if open && !dialog.open() {
            let wanted = app.view.palette_tool.get_untracked();
            app.view.palette_tool.set(None);
            let chosen = wanted.and_then(|name| tool_named(app, name));
            // A tool's form focuses its first field itself.
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
                // The `close` event is asynchronous: the dialog may be open again when the event arrives.
                if dialog.get_untracked().is_none_or(|dialog| !dialog.open()) {
                    open.set(false);
                }
            }
            on:keydown=escape
            on:click=move |event| {
                // A click on the backdrop has the dialog element itself as its target.
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

/// The search field with its results.
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
            // Deferred until the closed dialog has restored the focus.
            request_animation_frame(move || dock::show(app, panel));
        }
        Command::Action(action) => {
            if action.check(untrack(move || app.action_context())).is_ok() {
                app.view.palette.set(false);
                // Deferred until the closed dialog has restored the focus, because the action may move the focus.
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
            // The signal may be disposed by then, because Enter closes the list.
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
