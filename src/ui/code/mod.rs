//! The Code tab: files, editor, problems, log.
//!
//! Invariants: typed text is in memory at once, is stored a moment later whatever else runs, and runs 400 ms after the
//! last key; no operation of anybody else starts before typed text has been handed over ([`flush`]). The text of a file in the
//! session is the truth; the editor follows it unless typed text waits.

mod editor;
mod external;
mod files;
mod problems;

use self::editor::Editor;
use self::files::FileBar;
use self::problems::{LogPanel, Problems};
use super::button::ActionButton;
use super::i18n::Msg;
use super::icons::Icon;
use super::state::{App, Problem, app};
use crate::editor::actions::ActionId;
use crate::workspace::FileName;
use gloo_timers::callback::Timeout;
use leptos::{html, prelude::*, task::spawn_local};
use std::{cell::RefCell, rc::Rc};

/// Typed text runs this long after the last key, in milliseconds.
const DEBOUNCE_MS: u32 = 400;

/// Typed text that waits, and the editor it was typed into. One per page, kept in the desk.
#[derive(Default)]
pub(crate) struct Typing {
    waiting: RefCell<Option<(String, String)>>,
    timer: RefCell<Option<Timeout>>,
    editor: RefCell<Option<Rc<Editor>>>,
}

impl Typing {
    fn is_waiting_for(&self, file: &str) -> bool {
        self.waiting
            .borrow()
            .as_ref()
            .is_some_and(|(waiting, _)| waiting == file)
    }
}

/// The Code tab.
#[component]
pub(crate) fn CodePanel() -> impl IntoView {
    let app = app();
    let area = NodeRef::<html::Textarea>::new();
    let host = NodeRef::<html::Div>::new();
    let failed = RwSignal::new(false);
    let loaded = RwSignal::new(false);

    // Outward effect: the editor is a foreign thing that follows the session.
    Effect::new(move |_| {
        let (Some(area), Some(host)) = (area.get(), host.get()) else {
            return;
        };
        let editor = Rc::new(Editor::new(area, host.into()));
        *app.document.typing().editor.borrow_mut() = Some(editor.clone());
        spawn_local(async move {
            let done = editor::load(app, &editor).await;
            loaded.set(done.is_ok());
            failed.set(done.is_err());
            follow(app);
        });
    });
    Effect::new(move |_| {
        app.doc.files_revision.track();
        app.doc.current.track();
        follow(app);
    });
    Effect::new(move |_| {
        let (problem, current) = (app.doc.problem.get(), app.doc.current.get());
        if let Some(editor) = app.document.typing().editor.borrow().as_ref() {
            editor.show_problem(problem.filter(|problem| is_in(problem, &current)).as_ref());
        }
    });
    Effect::new(move |_| {
        app.prefs.theme.track();
        if let Some(editor) = app.document.typing().editor.borrow().as_ref() {
            editor.set_theme(app.prefs.is_dark());
        }
    });

    let label = move || app.filled(Msg::CodeOf, &[("file", &app.doc.current.get())]);
    view! {
        <div class="code-bar">
            <FileBar />
            <span class="spacer"></span>
            <ActionButton action=ActionId::Run icon=Icon::Play test="run" wide=true />
            <ActionButton action=ActionId::Stop icon=Icon::Stop test="stop-run" />
        </div>
        <div class="code-body">
            <div node_ref=host class="code-editor" data-testid="code-editor" hidden=move || !loaded.get()></div>
            <textarea
                node_ref=area
                class="code-text"
                data-testid="code-textarea"
                aria-label=label
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                hidden=move || loaded.get()
                on:input=move |event| typed(app, event_target_value(&event))
            ></textarea>
            <Show when=move || failed.get()>
                <p class="quiet" data-testid="editor-fallback">{move || app.text(Msg::EditorFallback)}</p>
            </Show>
        </div>
        <Problems />
        <LogPanel />
    }
    .into_any()
}

/// A person changed the text of the open file.
fn typed(app: App, text: String) {
    let file = app.doc.current.get_untracked();
    let typing = app.document.typing();
    app.document.note_typing(app, &file, &text);
    *typing.waiting.borrow_mut() = Some((file, text));
    *typing.timer.borrow_mut() = Some(Timeout::new(DEBOUNCE_MS, move || flush(app)));
}

/// Hands typed text to the session now, if any waits.
pub(crate) fn flush(app: App) {
    let typing = app.document.typing();
    typing.timer.borrow_mut().take();
    let Some((file, text)) = typing.waiting.borrow_mut().take() else {
        return;
    };
    hand_over(app, &file, text);
}

/// Runs the code now, whether or not anything was typed.
pub(crate) fn run_now(app: App) {
    let typing = app.document.typing();
    if typing.waiting.borrow().is_some() {
        flush(app);
        return;
    }
    let file = app.doc.current.get_untracked();
    let text = app.document.file_text(&file).unwrap_or_default();
    hand_over(app, &file, text.to_string());
}

fn hand_over(app: App, file: &str, text: String) {
    // Every open file has a name that was checked when it was made.
    if let Ok(file) = FileName::new(file) {
        spawn_local(async move { app.document.type_in(app, file, Some(text)).await });
    }
}

/// Opens a file in the editor, and shows a line of it.
pub(crate) fn open(app: App, file: &str, line: Option<u32>) {
    flush(app);
    app.doc.current.set(file.to_owned());
    follow(app);
    if let (Some(line), Some(editor)) = (line, app.document.typing().editor.borrow().as_ref()) {
        editor.reveal(line);
    }
}

/// Gives the editor the text of the open file, unless typed text waits.
fn follow(app: App) {
    let file = app.doc.current.get_untracked();
    let typing = app.document.typing();
    if typing.is_waiting_for(&file) {
        return;
    }
    let Some(text) = app.document.file_text(&file) else {
        return;
    };
    if let Some(editor) = typing.editor.borrow().as_ref() {
        editor.set_text(&text);
    }
}

fn is_in(problem: &Problem, file: &str) -> bool {
    problem.file.as_deref().is_none_or(|at| at == file)
}
