//! The Code tab: files, editor, problems, and log.
//!
//! Invariant: the document holds the authoritative text of a file; the editor follows it, except while typed text waits
//! (`document/typing.rs`).

mod editor;
mod external;
mod files;
pub(in crate::ui) mod highlight;
mod problems;

use self::editor::Editor;
use self::files::FileBar;
use self::problems::{LogPanel, Problems, Warnings};
use super::actions::{act, undo_or_redo};
use super::button::ActionButton;
use super::hover_highlight;
use super::i18n::Msg;
use super::icons::{Draw, Icon};
use super::panel::{CODE, CODE_LABEL, Dock, Panel};
use super::state::{App, Problem, app};
use leptos::{html, prelude::*, task::spawn_local};
use std::rc::Rc;
use trammel_canvas::actions::ActionId;
use trammel_scene::Name;
use web_sys::KeyboardEvent;

/// Name of the button for line wrapping, in English and Korean.
const WRAP_LABEL: [&str; 2] = ["Wrap lines", "줄 바꿈"];

/// The Code panel.
pub(crate) const CODE_PANEL: Panel = Panel {
    id: CODE,
    label: CODE_LABEL,
    dock: Dock::Left,
    key: None,
    view: || view! { <CodePanel /> }.into_any(),
    badge: None,
};

/// Way out of the editor, where Tab indents. The label of the editor says the same to screen readers.
const LEAVE: [&str; 2] = [
    "Tab indents. Esc, then Tab, leaves the editor.",
    "Tab은 들여쓰기예요. Esc를 누른 다음 Tab을 누르면 편집기를 나가요.",
];

/// The content of the Code tab.
#[component]
pub(crate) fn CodePanel() -> impl IntoView {
    let app = app();
    let area = NodeRef::<html::Textarea>::new();
    let host = NodeRef::<html::Div>::new();
    let failed = RwSignal::new(false);
    let loaded = RwSignal::new(false);
    let shown = RwSignal::new_local(None::<Rc<Editor>>);

    // Outward effect: the editor is an external component that follows the document.
    Effect::new(move |_| {
        let (Some(area), Some(host)) = (area.get(), host.get()) else {
            return;
        };
        let editor = Rc::new(Editor::new(area, host.into()));
        shown.set(Some(editor.clone()));
        spawn_local(async move {
            let done = editor::load(app, &editor).await;
            loaded.set(done.is_ok());
            failed.set(done.is_err());
            follow(app, &editor);
        });
    });
    Effect::new(move |revealed: Option<u64>| {
        app.doc.files_revision.track();
        app.doc.current.track();
        let (count, line) = app.doc.reveal.get();
        let revealed = revealed.unwrap_or_default();
        let Some(editor) = shown.get() else {
            return revealed;
        };
        follow(app, &editor);
        if count > revealed {
            editor.reveal(line);
        }
        count
    });
    Effect::new(move |_| {
        let (problem, current) = (app.doc.problem.get(), app.doc.current.get());
        if let Some(editor) = shown.get() {
            editor.show_problem(
                problem.filter(|problem| is_in(problem, &current)).as_ref(),
                app.prefs.lang.get(),
            );
        }
    });
    // Outward effect: the marks follow the selection, the entity under the pointer, and the document.
    Effect::new(move |_| {
        app.doc.context_revision.track();
        app.doc.current.track();
        app.view.selection.track();
        app.view.highlight.hovered.track();
        loaded.track();
        if let Some(editor) = shown.get() {
            mark_links(app, &editor);
        }
    });
    follow_settings(app, shown);

    let label = move || app.text_with(Msg::CodeOf, &[("file", &app.doc.current.get())]);
    view! {
        <div class="code-bar">
            <FileBar />
            <span class="spacer"></span>
            <WrapButton />
            <ActionButton action=ActionId::Run test="run" wide=true />
            <ActionButton action=ActionId::Stop test="stop-run" />
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
                on:input=move |event| app.record_typing(event_target_value(&event))
                on:keydown=move |event| undo_or_redo_key(app, &event)
            ></textarea>
            <p class="leave-hint" aria-hidden="true">{move || app.prefs.lang.get().pick(LEAVE)}</p>
            <Show when=move || failed.get()>
                <p class="quiet" data-testid="editor-fallback">{move || app.text(Msg::EditorFallback)}</p>
            </Show>
        </div>
        <Problems />
        <Warnings />
        <LogPanel />
    }
    .into_any()
}

/// Undoes or redoes a step of the drawing by a key in the plain text area. Its own history serves text that has no step yet.
fn undo_or_redo_key(app: App, event: &KeyboardEvent) {
    if let Some(action) = undo_or_redo(app, event).filter(|_| app.document.is_settled()) {
        event.prevent_default();
        event.stop_propagation();
        act(app, action);
    }
}

/// The button that turns line wrapping on and off.
#[component]
fn WrapButton() -> impl IntoView {
    let prefs = app().prefs;
    let name = move || prefs.lang.get().pick(WRAP_LABEL);
    view! {
        <button
            type="button"
            class="icon-button"
            data-testid="wrap"
            aria-label=name
            title=name
            aria-pressed=move || prefs.wrap.get().to_string()
            on:click=move |_| prefs.set_wrap(!prefs.wrap.get_untracked())
        >
            <Draw icon=Icon::Path("M3 6h18M3 12h15a3 3 0 0 1 0 6h-5M15.5 15.5 13 18l2.5 2.5M3 18h6") />
        </button>
    }
}

/// Updates the editor to the text of the open file, unless typed text waits.
fn follow(app: App, editor: &Editor) {
    let file = app.doc.current.get_untracked();
    if app.document.is_typing_in(&file) {
        return;
    }
    if let Some(text) = app.document.file_text(&file) {
        editor.set_text(&text, &format!("{}/{file}", app.library.open_id()));
    }
}

/// Keeps the language, the theme, and the line wrapping of the editor in step with the settings.
fn follow_settings(app: App, shown: RwSignal<Option<Rc<Editor>>, LocalStorage>) {
    // Outward effects: the editor is an external component.
    Effect::new(move |_| {
        let language = app.prefs.lang.get();
        if let Some(editor) = shown.get() {
            editor.set_language(language);
        }
    });
    Effect::new(move |_| {
        app.prefs.theme.track();
        if let Some(editor) = shown.get() {
            editor.set_theme(app.prefs.is_dark());
        }
    });
    Effect::new(move |_| {
        let wrap = app.prefs.wrap.get();
        if let Some(editor) = shown.get() {
            editor.set_wrap(wrap);
        }
    });
}

/// Marks the calls of the selected entities and of the entity under the pointer. While typed text waits, the editor moves
/// the present marks with the text.
fn mark_links(app: App, editor: &Editor) {
    // The positions belong to the present text, so the editor must show that text first.
    follow(app, editor);
    let selected: Vec<Name> = app
        .view
        .selection
        .with_untracked(|selection| selection.iter().cloned().collect());
    let hovered: Vec<Name> = app.view.highlight.hovered.get_untracked().into_iter().collect();
    let marks =
        hover_highlight::call_positions(app, &selected).zip(hover_highlight::call_positions(app, &hovered));
    if let Some((selected, hovered)) = marks {
        editor.set_links(&selected, &hovered);
    }
}

fn is_in(problem: &Problem, file: &str) -> bool {
    problem.file.as_deref().is_none_or(|at| at == file)
}
