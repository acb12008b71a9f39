//! The signals of the page, in one cheap handle that every panel gets from the context.
//!
//! Invariants: nothing in here is the truth about the drawing (that is the session, behind [`DocumentHandle`]); signals are set
//! by event handlers and by the subscribers of the document, never by effects; this file imports no view. [`App`] is `Copy`,
//! so closures simply take it.

use super::chat::state::Chat;
use super::document::DocumentHandle;
use super::i18n::{Lang, Msg, fill};
use super::painter::Painter;
use super::prefs::Prefs;
use super::share::state::Share;
use super::tool_state::ToolState;
use crate::editor::actions::ActionContext;
use crate::editor::camera::{Camera, Viewport};
use crate::editor::markup::Markup;
use crate::editor::selection::Selection;
use crate::geometry::{Bounds, Point};
use crate::scene::Units;
use futures_channel::oneshot;
use leptos::prelude::*;
use std::sync::{Arc, Mutex};

/// Everything a panel needs.
#[derive(Clone, Copy)]
pub(crate) struct App {
    /// The drawing and the files, and the only way to change them.
    pub(crate) document: DocumentHandle,
    /// What the session says about itself.
    pub(crate) doc: Doc,
    /// Where the person looks and what is selected.
    pub(crate) view: View,
    /// Language, colors, widths of panels.
    pub(crate) prefs: Prefs,
    /// The conversation.
    pub(crate) chat: Chat,
    /// What of sharing is on screen.
    pub(crate) share: Share,
    /// Previous drawings.
    pub(crate) previous: Previous,
    /// The question that waits for the user's answer.
    pub(crate) question: RwSignal<Option<Question>>,
    /// The drawing on the canvas.
    pub(crate) painter: StoredValue<Painter, LocalStorage>,
}

/// State of the list of previous drawings.
#[derive(Clone, Copy)]
pub(crate) struct Previous {
    /// The dialog is open.
    pub(crate) shown: RwSignal<bool>,
}

impl Previous {
    /// The dialog is closed.
    pub(crate) fn new() -> Self {
        Self {
            shown: RwSignal::new(false),
        }
    }
}

/// A question on screen.
#[derive(Clone)]
pub(crate) struct Question {
    pub(crate) heading: Msg,
    pub(crate) text: String,
    /// The answers: label and `data-testid`. The first is the one that is suggested.
    pub(crate) answers: Vec<(Msg, &'static str)>,
    pub(crate) reply: Arc<Mutex<Option<oneshot::Sender<usize>>>>,
}

/// A message on screen.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Notice {
    pub(crate) id: u64,
    pub(crate) text: String,
    pub(crate) refused: bool,
}

/// The document as panels see it. Set by the subscribers of the document after every change.
#[derive(Clone, Copy)]
pub(crate) struct Doc {
    /// Counts changes of the drawing.
    pub(crate) revision: RwSignal<u64>,
    /// Counts changes of files that did not come from typing.
    pub(crate) files_revision: RwSignal<u64>,
    /// Counts operations, after which memory, requests and custom tools may be others.
    pub(crate) context_revision: RwSignal<u64>,
    /// Names of the files, `main` first.
    pub(crate) files: RwSignal<Arc<[String]>>,
    /// The open file.
    pub(crate) current: RwSignal<String>,
    /// Number of requests to show a line of the open file, and the last line.
    pub(crate) reveal: RwSignal<(u64, u32)>,
    /// Title and unit of the drawing.
    pub(crate) title: RwSignal<(Arc<str>, Units)>,
    /// How many entities there are.
    pub(crate) entities: RwSignal<usize>,
    /// There is something to undo.
    pub(crate) can_undo: RwSignal<bool>,
    /// There is something to redo.
    pub(crate) can_redo: RwSignal<bool>,
    /// What is wrong with the code; the drawing then is the last good one.
    pub(crate) problem: RwSignal<Option<Problem>>,
    /// Lines the code logged in its last run.
    pub(crate) logs: RwSignal<Arc<[String]>>,
    /// The last run.
    pub(crate) run: RwSignal<RunState>,
    /// Whether the work is stored.
    pub(crate) saved: RwSignal<SaveState>,
    /// Another tab has changed the stored drawing; this one is not stored until a person has decided.
    pub(crate) changed_elsewhere: RwSignal<bool>,
    /// Which trouble with storing was dismissed; when storing works again, the same trouble is news.
    pub(crate) dismissed: RwSignal<Option<String>>,
    /// Why the drawing and the conversation are not stored, if so.
    pub(crate) troubles: RwSignal<[Option<String>; 2]>,
    /// The page is about to be loaded again on purpose, with everything kept.
    pub(crate) leaving: RwSignal<bool>,
    /// Stored texts that could not be read when the page was opened.
    pub(crate) unread: RwSignal<Vec<UnreadText>>,
    /// What the live region says.
    pub(crate) live_message: RwSignal<String>,
    /// Messages on screen, oldest first.
    pub(crate) notices: RwSignal<Vec<Notice>>,
    /// The message under the pointer.
    pub(crate) hovered_notice: RwSignal<Option<u64>>,
    /// The first drawing is on screen.
    pub(crate) ready: RwSignal<bool>,
}

/// An error of a run, as the problems strip shows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Problem {
    /// What happened.
    pub(crate) message: String,
    /// In which file.
    pub(crate) file: Option<String>,
    /// In which line, from 1.
    pub(crate) line: Option<u32>,
    /// In which column, from 1.
    pub(crate) column: Option<u32>,
    /// What may have been meant.
    pub(crate) suggestions: Vec<String>,
}

/// The last run of the code.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum RunState {
    /// None yet.
    Never,
    /// One lasts.
    Busy,
    /// How long it took, in milliseconds.
    Took(f64),
}

/// A stored text that could not be read, for the user to download.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct UnreadText {
    /// Name of the file that a download makes.
    pub(crate) file: String,
    /// The reason, in words.
    pub(crate) why: String,
    /// The text.
    pub(crate) text: String,
}

/// Whether the work is stored in this browser.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum SaveState {
    /// It is.
    Saved,
    /// It will be in a moment.
    Pending,
    /// It is not, and why.
    Failed(String),
}

/// The view of the drawing.
#[derive(Clone, Copy)]
pub(crate) struct View {
    /// Where the person looks, in every frame of a gesture.
    pub(crate) camera: RwSignal<Camera>,
    /// For which camera the picture was drawn.
    pub(crate) rendered_camera: RwSignal<Camera>,
    /// Where the whole drawing was shown last; as long as the person looks there, the view follows the canvas' size.
    pub(crate) fitted: RwSignal<Option<Camera>>,
    /// The size of the canvas.
    pub(crate) viewport: RwSignal<Viewport>,
    /// The drawing point under the pointer.
    pub(crate) cursor: RwSignal<Option<Point>>,
    /// What the person has sketched for a model. Not a part of the drawing, and not stored.
    pub(crate) sketch: RwSignal<Markup>,
    /// The selected entities.
    pub(crate) selection: RwSignal<Selection>,
    /// The active canvas tool.
    pub(crate) tools: ToolState,
    /// The command palette is open.
    pub(crate) palette: RwSignal<bool>,
    /// The tool whose form the command palette opens with the next time.
    pub(crate) palette_tool: RwSignal<Option<&'static str>>,
}

impl Doc {
    /// Nothing loaded yet.
    pub(crate) fn new() -> Self {
        Self {
            revision: RwSignal::new(0),
            files_revision: RwSignal::new(0),
            context_revision: RwSignal::new(0),
            files: RwSignal::new(Arc::from([])),
            current: RwSignal::new("main".to_owned()),
            reveal: RwSignal::new((0, 0)),
            title: RwSignal::new((Arc::from(""), Units::default())),
            entities: RwSignal::new(0),
            can_undo: RwSignal::new(false),
            can_redo: RwSignal::new(false),
            problem: RwSignal::new(None),
            logs: RwSignal::new(Arc::from([])),
            run: RwSignal::new(RunState::Never),
            saved: RwSignal::new(SaveState::Saved),
            changed_elsewhere: RwSignal::new(false),
            dismissed: RwSignal::new(None),
            troubles: RwSignal::new([None, None]),
            leaving: RwSignal::new(false),
            unread: RwSignal::new(Vec::new()),
            live_message: RwSignal::new(String::new()),
            notices: RwSignal::new(Vec::new()),
            hovered_notice: RwSignal::new(None),
            ready: RwSignal::new(false),
        }
    }
}

impl View {
    /// The middle of an empty paper.
    pub(crate) fn new() -> Self {
        Self {
            camera: RwSignal::new(Camera::default()),
            rendered_camera: RwSignal::new(Camera::default()),
            fitted: RwSignal::new(None),
            viewport: RwSignal::new(Viewport {
                width: 800.0,
                height: 600.0,
            }),
            cursor: RwSignal::new(None),
            sketch: RwSignal::new(Markup::default()),
            selection: RwSignal::new(Selection::default()),
            tools: ToolState::new(),
            palette: RwSignal::new(false),
            palette_tool: RwSignal::new(None),
        }
    }

    /// Looks elsewhere, and draws for it at once (buttons and keys; gestures set `camera` alone).
    pub(crate) fn set_camera(self, camera: Camera) {
        self.camera.set(camera);
        self.rendered_camera.set(camera);
    }

    /// Draws the picture for the present camera.
    pub(crate) fn commit_camera(self) {
        let camera = self.camera.get_untracked();
        if self.rendered_camera.get_untracked() != camera {
            self.rendered_camera.set(camera);
        }
    }

    /// Opens the command palette with the form of a tool.
    pub(crate) fn open_form(self, tool: &'static str) {
        self.palette_tool.set(Some(tool));
        self.palette.set(true);
    }

    /// Shows all of these bounds.
    pub(crate) fn show(self, bounds: Option<Bounds>) {
        if let Some(bounds) = bounds {
            self.set_camera(Camera::fit(&bounds, self.viewport.get_untracked()));
        }
    }

    /// Shows the whole drawing, whose bounds these are.
    pub(crate) fn fit(self, bounds: Option<Bounds>) {
        self.show(bounds);
        self.fitted.set(Some(self.camera.get_untracked()));
    }

    /// The canvas has another size.
    pub(crate) fn resize(self, size: Viewport, bounds: impl FnOnce() -> Option<Bounds>) {
        if self.viewport.get_untracked() == size {
            return;
        }
        self.viewport.set(size);
        if self.fitted.get_untracked() == Some(self.camera.get_untracked()) {
            self.fit(bounds());
        }
    }
}

impl App {
    /// The text for a key in the language of the page. Tracks the language.
    pub(crate) fn text(self, key: Msg) -> &'static str {
        key.text(self.prefs.lang.get())
    }

    /// The text for a key with its placeholders filled. Tracks the language.
    pub(crate) fn filled(self, key: Msg, values: &[(&str, &str)]) -> String {
        fill(self.text(key), values)
    }

    /// The same without tracking, for event handlers.
    pub(crate) fn say(self, key: Msg, values: &[(&str, &str)]) -> String {
        fill(key.text(self.lang()), values)
    }

    /// The language, without tracking.
    pub(crate) fn lang(self) -> Lang {
        self.prefs.lang.get_untracked()
    }

    /// Takes the text of the open file as the user has just typed it.
    pub(crate) fn typed(self, text: String) {
        let file = self.doc.current.get_untracked();
        self.document.typed(&file, text);
    }

    /// Opens a file in the editor, and shows a line of it. Typed text is handed over first.
    pub(crate) fn open_file(self, file: &str, line: Option<u32>) {
        self.document.flush();
        self.doc.current.set(file.to_owned());
        if let Some(line) = line {
            self.doc.reveal.update(|reveal| *reveal = (reveal.0 + 1, line));
        }
    }

    /// What decides which actions can be taken. Tracks everything it reads.
    pub(crate) fn action_context(self) -> ActionContext {
        ActionContext {
            can_undo: self.doc.can_undo.get(),
            can_redo: self.doc.can_redo.get(),
            entities: self.doc.entities.get(),
            selected: self.view.selection.with(Selection::len),
            busy: self.doc.run.get() == RunState::Busy || self.chat.working.get(),
        }
    }
}

/// The handle, from the context.
pub(crate) fn app() -> App {
    expect_context::<App>()
}
