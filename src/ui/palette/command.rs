//! Commands of the palette: actions, panels, commands of the page, and tools.
//!
//! Invariant: the commands come from the action list, the list of panels, [`PAGE_COMMANDS`], and the tools of the session.

use crate::ui::actions::{act, focus_later};
use crate::ui::dock;
use crate::ui::help::state::Help;
use crate::ui::help::{ABOUT_LABEL, FUNCTIONS_LABEL};
use crate::ui::i18n::Msg;
use crate::ui::panel::{CHAT, Panel};
use crate::ui::panels::PANELS;
use crate::ui::prefs::Theme;
use crate::ui::state::App;
use leptos::prelude::*;
use serde_json::Value;
use std::sync::Arc;
use trammel_canvas::actions::{Action, ActionId, ActionList};
use trammel_canvas::canvas_tool::Text;
use trammel_canvas::keys::Chord;
use trammel_canvas::{aliases, synonyms};
use trammel_language::Language;
use trammel_tools::synonyms_of;

/// An entry of the palette.
#[derive(Clone)]
pub(super) enum Command {
    /// An action of the page.
    Action(ActionId),
    /// A tool: `{name, description, parameters}`.
    Tool(Arc<Value>),
    /// A panel to show.
    Panel(&'static Panel),
    /// A command of the page without a shortcut.
    Page(&'static PageCommand),
}

/// A command of the page without a shortcut.
pub(super) struct PageCommand {
    id: &'static str,
    label: Text,
    run: fn(App),
}

/// Commands of the page without a shortcut.
const PAGE_COMMANDS: &[PageCommand] = &[
    PageCommand {
        id: "settings",
        label: ["Model settings", "모델 설정"],
        run: |app| {
            app.prefs.set_tab(CHAT);
            app.chat.open_settings();
            focus_later("tab-chat");
        },
    },
    PageCommand {
        id: "functions",
        label: FUNCTIONS_LABEL,
        run: |app| app.help.show(Help::FUNCTIONS),
    },
    PageCommand {
        id: "about",
        label: ABOUT_LABEL,
        run: |app| app.help.show(Help::ABOUT),
    },
    PageCommand {
        id: "theme-light",
        label: ["Theme: light", "테마: 밝게"],
        run: |app| app.prefs.set_theme(Theme::Light),
    },
    PageCommand {
        id: "theme-dark",
        label: ["Theme: dark", "테마: 어둡게"],
        run: |app| app.prefs.set_theme(Theme::Dark),
    },
    PageCommand {
        id: "theme-system",
        label: ["Theme: system", "테마: 시스템"],
        run: |app| app.prefs.set_theme(Theme::System),
    },
    PageCommand {
        id: "language-en",
        label: ["Language: English", "언어: English"],
        run: |app| app.prefs.set_lang(Language::English),
    },
    PageCommand {
        id: "language-ko",
        label: ["Language: 한국어", "언어: 한국어"],
        run: |app| app.prefs.set_lang(Language::Korean),
    },
];

/// Returns all current commands. The last used one is the first.
pub(super) fn commands(app: App) -> Vec<Command> {
    let actions = ActionList::standard()
        .palette_actions()
        .map(|action| Command::Action(action.id));
    let tools = app.document.drawing_tools(app.lang());
    let tools = tools.into_iter().map(|tool| Command::Tool(Arc::new(tool)));
    let panels = PANELS.iter().map(Command::Panel);
    let commands = PAGE_COMMANDS.iter().map(Command::Page);
    let mut all: Vec<Command> = actions.chain(panels).chain(commands).chain(tools).collect();
    let last = app.view.palette_last.get_value();
    if let Some(at) = all.iter().position(|command| Some(command.id()) == last) {
        all[..=at].rotate_right(1);
    }
    all
}

impl Command {
    /// Returns the displayed name.
    pub(super) fn name(&self, app: App) -> String {
        let lang = app.lang();
        match self {
            Command::Action(action) => lang.pick(action.label()).to_owned(),
            Command::Tool(tool) => tool["name"].as_str().unwrap_or_default().to_owned(),
            Command::Panel(panel) => app.say(Msg::ShowPanel, &[("name", panel.name(lang))]),
            Command::Page(command) => lang.pick(command.label).to_owned(),
        }
    }

    /// Returns the description of a tool.
    pub(super) fn about(&self) -> Option<String> {
        match self {
            Command::Tool(tool) => tool["description"].as_str().map(str::to_owned),
            Command::Action(_) | Command::Panel(_) | Command::Page(_) => None,
        }
    }

    /// Returns the searched texts: the name, then synonyms, the name in the other language, and the description.
    pub(super) fn texts(&self, app: App) -> Vec<String> {
        let mut texts = vec![self.name(app)];
        match self {
            Command::Action(action) => {
                texts.extend(action.find().into_iter().flat_map(Action::search_texts));
            }
            Command::Panel(panel) => texts.extend(panel.label.map(str::to_owned)),
            Command::Page(command) => {
                texts.push(synonyms::of(command.id).join(" "));
                texts.extend(command.label.map(str::to_owned));
            }
            Command::Tool(_) => {
                texts.push(synonyms_of(&self.id()));
                texts.extend(self.about());
            }
        }
        texts
    }

    /// Returns the id of the command, for tests and synonyms.
    pub(super) fn id(&self) -> String {
        match self {
            Command::Action(ActionId::CanvasTool(id)) => (*id).to_owned(),
            Command::Action(action) => format!("{action:?}"),
            Command::Tool(tool) => tool["name"].as_str().unwrap_or_default().to_owned(),
            Command::Panel(panel) => format!("panel-{}", panel.id),
            Command::Page(command) => command.id.to_owned(),
        }
    }

    /// Returns the shortcut.
    pub(super) fn key(&self) -> Option<Chord> {
        match self {
            Command::Action(action) => action.keys().first().copied(),
            Command::Panel(panel) => panel.key,
            Command::Tool(_) | Command::Page(_) => None,
        }
    }

    /// Returns the name on the command line.
    pub(super) fn alias(&self) -> Option<&'static str> {
        self.action().and_then(aliases::of)
    }

    /// Returns the action, if the command is one.
    pub(super) fn action(&self) -> Option<ActionId> {
        match self {
            Command::Action(action) => Some(*action),
            Command::Tool(_) | Command::Panel(_) | Command::Page(_) => None,
        }
    }

    /// Runs the command. Returns a tool instead of running it, because the form of the tool replaces the palette. A
    /// disabled action shows its reason, and the palette stays open.
    pub(super) fn run(self, app: App) -> Option<Arc<Value>> {
        app.view.palette_last.set_value(Some(self.id()));
        let run: Box<dyn FnOnce()> = match self {
            Command::Tool(tool) => return Some(tool),
            Command::Panel(panel) => Box::new(move || dock::show(app, panel)),
            Command::Page(command) => Box::new(move || (command.run)(app)),
            Command::Action(action) => {
                if action.check(untrack(move || app.action_context())).is_err() {
                    act(app, action);
                    return None;
                }
                Box::new(move || act(app, action))
            }
        };
        app.view.palette.set(false);
        // Deferred until the closed dialog has restored the focus, because the command may move the focus.
        request_animation_frame(run);
        None
    }
}
