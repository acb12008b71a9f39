//! The search of the palette: a field for a query or a command line, and the list of results.
//!
//! Invariants: without a query, no result is preselected, so that Enter has no effect; a line with an error stays in the
//! field, with the wrong word selected.

use super::command::{Command, commands};
use super::line::{LineOption, line_options};
use crate::ui::actions::focus_later;
use crate::ui::i18n::Msg;
use crate::ui::state::{App, app};
use crate::ui::{tool_form, tool_input};
use leptos::{html, prelude::*};
use trammel_canvas::actions::ActionId;
use trammel_canvas::command_line::LineError;
use trammel_page_model::palette::{near, rank};
use web_sys::KeyboardEvent;

/// Maximum number of results on screen.
const MOST: usize = 60;

/// A result of the search.
#[derive(Clone)]
enum Found {
    /// A command line to enter.
    Line(LineOption),
    /// A command.
    Command(Command),
}

/// State of the search.
#[derive(Clone, Copy)]
struct Search {
    app: App,
    query: RwSignal<String>,
    /// Position of the active result; `None` while there is no query and the user has not chosen a result.
    at: RwSignal<Option<usize>>,
    found: Memo<Vec<usize>>,
    all: StoredValue<Vec<Command>>,
    lines: Memo<Vec<LineOption>>,
    error: RwSignal<Option<LineError>>,
    dialog: NodeRef<html::Dialog>,
    field: NodeRef<html::Input>,
}

impl Search {
    /// Returns the results: command lines, then commands.
    fn results(self) -> Vec<Found> {
        let lines = self.lines.get();
        let is_line = |command: &Command| {
            let action = command.action();
            action.is_some() && lines.iter().any(|line| line.action() == action)
        };
        let commands = self.all.with_value(|all| {
            let found = self
                .found
                .with(|found| found.iter().map(|at| all[*at].clone()).collect::<Vec<_>>());
            found
                .into_iter()
                .filter(|command| !is_line(command))
                .collect::<Vec<_>>()
        });
        let lines = lines.iter().cloned().map(Found::Line);
        lines.chain(commands.into_iter().map(Found::Command)).collect()
    }

    fn take(self, found: Found) {
        match found {
            Found::Command(command) => {
                if let Some(tool) = command.run(self.app) {
                    // The closed dialog restores the focus before the form takes the focus.
                    if let Some(dialog) = self.dialog.get_untracked() {
                        dialog.close();
                    }
                    self.app.view.palette.set(false);
                    tool_form::open(self.app, tool, true);
                }
            }
            Found::Line(LineOption::Complete { text, .. }) => {
                self.set_query(format!("{text} "));
                focus_later("palette-input");
            }
            Found::Line(LineOption::Enter { command, .. }) => {
                let entered = self
                    .query
                    .with_untracked(|line| tool_input::enter_line(self.app, line));
                match (entered, command) {
                    (Err(error), _) => self.fail(error),
                    (Ok(true), _) => {
                        self.app.view.palette.set(false);
                        // Deferred until the closed dialog has restored the focus.
                        request_animation_frame(|| focus_later("drawing"));
                    }
                    (Ok(false), Some(command)) => {
                        command.run(self.app);
                    }
                    (Ok(false), None) => {}
                }
            }
        }
    }

    fn set_query(self, text: String) {
        self.at.set((!text.trim().is_empty()).then_some(0));
        self.error.set(None);
        self.query.set(text);
    }

    /// Shows an error of the line, and selects the wrong word.
    fn fail(self, error: LineError) {
        if let Some(field) = self.field.get_untracked() {
            let line = field.value();
            let units = |end: usize| {
                let before = line.chars().take(end).map(char::len_utf16).sum::<usize>();
                u32::try_from(before).unwrap_or(u32::MAX)
            };
            let end = error.at + error.word.chars().count();
            let _ = field.set_selection_range(units(error.at), units(end));
        }
        self.error.set(Some(error));
    }

    fn key(self, event: &KeyboardEvent) {
        if event.is_composing() {
            return;
        }
        let results = untrack(move || self.results());
        if results.is_empty() {
            return;
        }
        let (count, now) = (results.len(), self.at.get_untracked());
        match event.key().as_str() {
            "ArrowDown" => self.at.set(Some(now.map_or(0, |now| (now + 1) % count))),
            "ArrowUp" => self
                .at
                .set(Some(now.map_or(count - 1, |now| (now + count - 1) % count))),
            "Enter" => {
                if let Some(found) = now.and_then(|now| results.get(now.min(count - 1)).cloned()) {
                    self.take(found);
                }
            }
            _ => return,
        }
        event.prevent_default();
        let at = self.at;
        request_animation_frame(move || {
            // The signal may be disposed by then, because Enter closes the list.
            let option = at.try_get_untracked().flatten().map(option_id);
            if let Some(option) = option.and_then(|id| document().get_element_by_id(&id)) {
                option.scroll_into_view_with_bool(false);
            }
        });
    }
}

/// The search field with its results. Choosing a tool closes the dialog of the palette and opens the form of the tool.
#[component]
pub(super) fn SearchView(dialog: NodeRef<html::Dialog>) -> impl IntoView {
    let app = app();
    let query = RwSignal::new(String::new());
    let all = commands(app);
    let texts: Vec<Vec<String>> = all.iter().map(|command| command.texts(app)).collect();
    let texts = StoredValue::new(texts);
    let found = Memo::new(move |_| {
        let best = query.with(|query| texts.with_value(|texts| rank(query, texts)));
        best.into_iter().take(MOST).collect::<Vec<_>>()
    });
    let search = Search {
        app,
        query,
        at: RwSignal::new(None),
        found,
        all: StoredValue::new(all),
        lines: Memo::new(move |_| query.with(|query| line_options(app, query))),
        error: RwSignal::new(None),
        dialog,
        field: NodeRef::new(),
    };
    let results = Signal::derive(move || search.results());
    let active = move || {
        search
            .at
            .get()
            .filter(|at| *at < results.with(Vec::len))
            .map(option_id)
    };
    let options = move || {
        let option = |(place, found): (usize, Found)| option(search, place, found);
        results.get().into_iter().enumerate().map(option).collect_view()
    };
    let prompt = tool_input::active_prompt(app);
    let nothing = move || {
        let is_empty = results.with(Vec::is_empty);
        is_empty.then(|| {
            let near = query.with(|query| texts.with_value(|texts| near(query, texts)));
            let names = search
                .all
                .with_value(|all| near.iter().map(|at| all[*at].name(app)).collect::<Vec<_>>());
            let none = app.text_with(Msg::PaletteEmpty, &[("query", &query.get())]);
            let near = app.text_with(Msg::DidYouMean, &[("names", &names.join(", "))]);
            if names.is_empty() {
                none
            } else {
                format!("{none} {near}")
            }
        })
    };
    view! {
        {prompt.map(|text| view! { <p class="palette-prompt" role="status" data-testid="palette-prompt">{text}</p> })}
        <input
            node_ref=search.field
            id="palette-input"
            class="input"
            data-testid="palette-input"
            role="combobox"
            aria-label=move || app.text(ActionId::OpenPalette.label())
            placeholder=move || app.prefs.lang.get().pick(PLACEHOLDER)
            aria-expanded="true"
            aria-controls="palette-list"
            aria-autocomplete="list"
            aria-activedescendant=active
            aria-invalid=move || search.error.get().is_some().to_string()
            aria-describedby="palette-error"
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            prop:value=move || query.get()
            on:input=move |event| search.set_query(event_target_value(&event))
            on:keydown=move |event| search.key(&event)
        />
        <p class="field-error" role="alert" id="palette-error" data-testid="palette-error" hidden=move || search.error.with(Option::is_none)>
            {move || search.error.with(|error| error.as_ref().map(|error| app.prefs.lang.get().pick(error.message())))}
        </p>
        <ul id="palette-list" class="palette-list" role="listbox" aria-label=move || app.text(ActionId::OpenPalette.label())>
            {options}
        </ul>
        <p class="hint" role="status" data-testid="palette-none">{nothing}</p>
    }
    .into_any()
}

/// Placeholder of the field.
const PLACEHOLDER: [&str; 2] = [
    "Search, or type a command such as L 0,0 100,0",
    "찾거나 L 0,0 100,0 같은 명령 입력",
];

fn option_id(place: usize) -> String {
    format!("palette-{place}")
}

fn option(search: Search, place: usize, found: Found) -> impl IntoView {
    let (app, at) = (search.app, search.at);
    let (id, name, about, alias, command) = match &found {
        Found::Command(command) => {
            let (name, about) = (command.name(app), command.about());
            (command.id(), name, about, command.alias(), Some(command.clone()))
        }
        Found::Line(line) => {
            let id = line
                .command()
                .map_or_else(|| "active-tool".to_owned(), Command::id);
            (
                id,
                line.name(app),
                line.about(app),
                line.alias(),
                line.command().cloned(),
            )
        }
    };
    let is_line = matches!(found, Found::Line(_));
    let is_tool = matches!(command, Some(Command::Tool(_)));
    let keys = command.as_ref().and_then(Command::key);
    let keys = keys.map(|chord| view! { <kbd class="quiet">{chord.display(app.prefs.mac)}</kbd> });
    let action = command.as_ref().and_then(Command::action);
    let refusal = move || action.and_then(|action| action.check(app.action_context()).err());
    let why = move || refusal().map(|refusal| app.text(refusal));
    view! {
        <li
            id=option_id(place)
            class="palette-option"
            role="option"
            data-testid="palette-option"
            data-command=id
            data-line=is_line.to_string()
            aria-selected=move || (at.get() == Some(place)).to_string()
            aria-disabled=move || refusal().map(|_| "true")
            on:pointermove=move |_| {
                if at.try_get_untracked().is_some_and(|now| now != Some(place)) {
                    at.set(Some(place));
                }
            }
            on:click=move |_| search.take(found.clone())
        >
            <span class="palette-name" class:code=is_tool>{name}</span>
            {alias.map(|alias| view! { <span class="palette-alias code">{alias}</span> })}
            <span class="quiet palette-about">{about}{why}</span>
            {keys}
        </li>
    }
}
