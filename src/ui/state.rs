//! Signals of the page, in one cheap handle that panels get from the Leptos context.
//!
//! Invariants: the session behind [`DocumentHandle`] holds the authoritative state of the drawing, and the signals only
//! follow it; signals are set by event handlers and by the document's subscribers, never by effects; this file imports
//! no view. [`App`] is `Copy`, so that closures can capture it.

use super::chat::state::Chat;
use super::cutting::state::CuttingState;
use super::document::DocumentHandle;
use super::editing::wording::Wording;
use super::folder::state::FolderLink;
use super::help::state::Help;
use super::hover_highlight::state::HighlightState;
use super::i18n::{Msg, fill};
use super::library::state::Library;
use super::painter::Painter;
use super::prefs::Prefs;
use super::review::state::Review;
use super::share::state::Share;
use super::tool_form::state::FormState;
use super::tool_state::ToolState;
use futures_channel::oneshot;
use leptos::prelude::*;
use std::sync::{Arc, Mutex};
use trammel_canvas::actions::ActionContext;
use trammel_canvas::camera::{Camera, Viewport};
use trammel_canvas::canvas_tool::Text;
use trammel_canvas::markup::Markup;
use trammel_canvas::selection::Selection;
use trammel_kernel::{Bounds, Point, Vec2};
use trammel_language::{Bilingual, Language};
use trammel_scene::{Name, Units};
use trammel_tools::CheckResult;

/// The handle to all state of the page.
#[derive(Clone, Copy)]
pub(crate) struct App {
    /// Document, and the only API that changes it.
    pub(crate) document: DocumentHandle,
    /// Signals of the document.
    pub(crate) doc: Doc,
    /// Camera, selection, and active tool.
    pub(crate) view: View,
    /// Language, colors, and panel widths.
    pub(crate) prefs: Prefs,
    /// Conversation.
    pub(crate) chat: Chat,
    /// Signals of sharing.
    pub(crate) share: Share,
    /// Library of drawings.
    pub(crate) library: Library,
    /// Folder on disk in which the open drawing is kept as well.
    pub(crate) folder: FolderLink,
    /// Review of the last turn of the model.
    pub(crate) review: Review,
    /// User guide.
    pub(crate) help: Help,
    /// Question that waits for the user's answer.
    pub(crate) question: RwSignal<Option<Question>>,
    /// Painter of the canvas.
    pub(crate) painter: StoredValue<Painter, LocalStorage>,
}

/// A question on screen.
#[derive(Clone)]
pub(crate) struct Question {
    pub(crate) heading: Msg,
    pub(crate) text: String,
    /// Label and `data-testid` of each answer. The first answer is the suggested one.
    pub(crate) answers: Vec<(Msg, &'static str)>,
    pub(crate) reply: Arc<Mutex<Option<oneshot::Sender<usize>>>>,
}

/// A notice on screen.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Notice {
    pub(crate) id: u64,
    pub(crate) text: String,
    pub(crate) refused: bool,
}

/// Signals of the document, which its subscribers set after every change.
#[derive(Clone, Copy)]
pub(crate) struct Doc {
    /// Number of changes of the drawing.
    pub(crate) revision: RwSignal<u64>,
    /// Number of changes of files other than by typing.
    pub(crate) files_revision: RwSignal<u64>,
    /// Results of the checks that the code declares, set by the Checks panel.
    pub(crate) checks: RwSignal<Vec<CheckResult>>,
    /// Number of operations, each of which may have changed memory, tool requests, and custom tools.
    pub(crate) context_revision: RwSignal<u64>,
    /// Names of the files, `main` first.
    pub(crate) files: RwSignal<Arc<[String]>>,
    /// Name of the open file.
    pub(crate) current: RwSignal<String>,
    /// Number of requests to show a line of the open file, and the last requested line.
    pub(crate) reveal: RwSignal<(u64, u32)>,
    /// Title and unit of the drawing.
    pub(crate) title: RwSignal<(Arc<str>, Units)>,
    /// Number of entities.
    pub(crate) entities: RwSignal<usize>,
    /// Whether undo is available.
    pub(crate) can_undo: RwSignal<bool>,
    /// Whether redo is available.
    pub(crate) can_redo: RwSignal<bool>,
    /// Error of the code. While there is one, the canvas shows the last good drawing.
    pub(crate) problem: RwSignal<Option<Problem>>,
    /// Lines that the code logged in its last run.
    pub(crate) logs: RwSignal<Arc<[String]>>,
    /// Warnings about the last run and the present drawing.
    pub(crate) warnings: RwSignal<Arc<[Bilingual]>>,
    /// Whether the list of warnings is open.
    pub(crate) warnings_open: RwSignal<bool>,
    /// State of the last run.
    pub(crate) run: RwSignal<RunState>,
    /// Whether the work is stored.
    pub(crate) saved: RwSignal<SaveState>,
    /// Whether another tab has changed the stored drawing. This tab stores nothing until the user has decided.
    pub(crate) changed_elsewhere: RwSignal<bool>,
    /// Storage failure that the user dismissed. Cleared when storing succeeds, so that the same failure is shown again.
    pub(crate) dismissed: RwSignal<Option<String>>,
    /// Failures of localStorage and of the database, in this order.
    pub(crate) troubles: RwSignal<[Option<String>; 2]>,
    /// Whether the loading of what another tab has stored is scheduled.
    pub(crate) follow_asked: StoredValue<bool>,
    /// Whether the page is about to reload intentionally, with all work kept.
    pub(crate) leaving: RwSignal<bool>,
    /// Stored texts that could not be read when the page was opened.
    pub(crate) unread: RwSignal<Vec<UnreadText>>,
    /// Text of the live region.
    pub(crate) live_message: RwSignal<String>,
    /// Notices on screen, oldest first.
    pub(crate) notices: RwSignal<Vec<Notice>>,
    /// Id of the next notice. Ids are never reused, because the timer of a dismissed notice still refers to its id.
    pub(crate) next_notice: StoredValue<u64>,
    /// Id of the notice under the pointer.
    pub(crate) hovered_notice: RwSignal<Option<u64>>,
    /// Whether the first drawing is on screen.
    pub(crate) ready: RwSignal<bool>,
}

/// An error of a run, as shown below the editor.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Problem {
    /// Error message.
    pub(crate) message: Bilingual,
    /// File of the error.
    pub(crate) file: Option<String>,
    /// Line of the error, from 1.
    pub(crate) line: Option<u32>,
    /// Column of the error, from 1.
    pub(crate) column: Option<u32>,
    /// Names that the user may have meant.
    pub(crate) suggestions: Vec<String>,
    /// Whether the code has not run because the script engine is missing. The code may be correct.
    pub(crate) lacks_engine: bool,
}

/// State of the last run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum RunState {
    /// No run yet.
    Never,
    /// A run waits for the files of the script engine.
    Loading,
    /// A run is in progress.
    Busy,
    /// Duration of the last run, in milliseconds.
    Took(f64),
}

/// An unreadable stored text, which the user can download.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct UnreadText {
    /// Name of the downloaded file.
    pub(crate) file: String,
    /// Reason, for the user.
    pub(crate) why: String,
    /// Stored text.
    pub(crate) text: String,
}

/// Storage state of the work in this browser.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum SaveState {
    /// Everything is stored.
    Saved,
    /// Typed text is about to be stored.
    Pending,
    /// Storing has failed for this reason.
    Failed(String),
}

/// State of the canvas view.
#[derive(Clone, Copy)]
pub(crate) struct View {
    /// Camera of the current frame, also during a gesture.
    pub(crate) camera: RwSignal<Camera>,
    /// Camera for which the SVG was last rendered.
    pub(crate) rendered_camera: RwSignal<Camera>,
    /// Camera of the last fit to the whole drawing. While the camera equals this one, a resize of the canvas fits the
    /// drawing again.
    pub(crate) fitted: RwSignal<Option<Camera>>,
    /// Size of the canvas.
    pub(crate) viewport: RwSignal<Viewport>,
    /// Point of the drawing under the pointer.
    pub(crate) cursor: RwSignal<Option<Point>>,
    /// The user's sketch for a model. Not a part of the drawing, and not stored.
    pub(crate) sketch: RwSignal<Markup>,
    /// Text that the user edits on the drawing.
    pub(crate) wording: RwSignal<Option<Wording>>,
    /// Selected entities.
    pub(crate) selection: RwSignal<Selection>,
    /// Highlights that link code, drawing, and entity list.
    pub(crate) highlight: HighlightState,
    /// Place of the open context menu, in pixels of the window.
    pub(crate) context_menu: RwSignal<Option<Point>>,
    /// Entity whose name is being edited in the tree.
    pub(crate) renaming: RwSignal<Option<Name>>,
    /// Active canvas tool.
    pub(crate) tools: ToolState,
    /// Whether the command palette is open.
    pub(crate) palette: RwSignal<bool>,
    /// Open form of a tool.
    pub(crate) form: FormState,
    /// Cutting check.
    pub(crate) cutting: CuttingState,
    /// Id of the last command of the palette.
    pub(crate) palette_last: StoredValue<Option<String>>,
}

impl Doc {
    /// Creates the signals for a document that is not loaded yet.
    pub(crate) fn new() -> Self {
        Self {
            revision: RwSignal::new(0),
            files_revision: RwSignal::new(0),
            checks: RwSignal::new(Vec::new()),
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
            warnings: RwSignal::new(Arc::from([])),
            warnings_open: RwSignal::new(false),
            run: RwSignal::new(RunState::Never),
            saved: RwSignal::new(SaveState::Saved),
            changed_elsewhere: RwSignal::new(false),
            dismissed: RwSignal::new(None),
            troubles: RwSignal::new([None, None]),
            follow_asked: StoredValue::new(false),
            leaving: RwSignal::new(false),
            unread: RwSignal::new(Vec::new()),
            live_message: RwSignal::new(String::new()),
            notices: RwSignal::new(Vec::new()),
            next_notice: StoredValue::new(0),
            hovered_notice: RwSignal::new(None),
            ready: RwSignal::new(false),
        }
    }
}

impl View {
    /// Creates the view of an empty drawing.
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
            wording: RwSignal::new(None),
            selection: RwSignal::new(Selection::default()),
            highlight: HighlightState::new(),
            context_menu: RwSignal::new(None),
            renaming: RwSignal::new(None),
            tools: ToolState::new(),
            palette: RwSignal::new(false),
            form: FormState::new(),
            cutting: CuttingState::new(),
            palette_last: StoredValue::new(None),
        }
    }

    /// Sets the camera and renders for it at once, for buttons and keys; gestures set only `camera`.
    pub(crate) fn set_camera(self, camera: Camera) {
        self.camera.set(camera);
        self.rendered_camera.set(camera);
    }

    /// Renders the drawing for the current camera.
    pub(crate) fn commit_camera(self) {
        let camera = self.camera.get_untracked();
        if self.rendered_camera.get_untracked() != camera {
            self.rendered_camera.set(camera);
        }
    }

    /// Fits the view to these bounds.
    pub(crate) fn show(self, bounds: Option<Bounds>) {
        if let Some(bounds) = bounds {
            self.set_camera(Camera::fit(&bounds, self.viewport.get_untracked()));
        }
    }

    /// Fits the view to the bounds of the whole drawing.
    pub(crate) fn fit_to(self, bounds: Option<Bounds>) {
        self.show(bounds);
        self.fitted.set(Some(self.camera.get_untracked()));
    }

    /// Sets the size of the canvas whose upper edge has moved down by `lowered` pixels while the lower one stays. The drawing
    /// stays where it is on the screen, because the user may be drawing.
    pub(crate) fn lower(self, size: Viewport, lowered: f64) {
        if self.viewport.get_untracked() == size {
            return;
        }
        self.viewport.set(size);
        let camera = self.camera.get_untracked();
        let is_fitted = self.fitted.get_untracked() == Some(camera);
        let center = camera.center - Vec2::new(0.0, lowered / 2.0 / camera.zoom);
        self.set_camera(Camera::new(center, camera.zoom));
        if is_fitted {
            self.fitted.set(Some(self.camera.get_untracked()));
        }
    }

    /// Sets the size of the canvas. Fits the drawing again if the camera is unchanged since the last fit.
    pub(crate) fn resize(self, size: Viewport, bounds: impl FnOnce() -> Option<Bounds>) {
        if self.viewport.get_untracked() == size {
            return;
        }
        self.viewport.set(size);
        if self.fitted.get_untracked() == Some(self.camera.get_untracked()) {
            self.fit_to(bounds());
        }
    }
}

impl App {
    /// Returns the text of a key in the language of the page. Tracks the language.
    pub(crate) fn text(self, key: impl Into<Text>) -> &'static str {
        self.prefs.lang.get().pick(key.into())
    }

    /// Returns the text of a key with its placeholders replaced. Tracks the language.
    pub(crate) fn text_with(self, key: Msg, values: &[(&str, &str)]) -> String {
        fill(self.text(key), values)
    }

    /// Returns the text of a key with its placeholders replaced, without tracking, for event handlers.
    pub(crate) fn say(self, key: Msg, values: &[(&str, &str)]) -> String {
        fill(key.text(self.lang()), values)
    }

    /// Returns a message in the language of the page, without tracking.
    pub(crate) fn words(self, message: &Bilingual) -> String {
        message.text(self.lang()).to_owned()
    }

    /// Returns a message in the language of the page. Tracks the language.
    pub(crate) fn reads(self, message: &Bilingual) -> String {
        message.text(self.prefs.lang.get()).to_owned()
    }

    /// Returns the language, without tracking.
    pub(crate) fn lang(self) -> Language {
        self.prefs.lang.get_untracked()
    }

    /// Records the text of the open file that the user has just typed.
    pub(crate) fn record_typing(self, text: String) {
        let file = self.doc.current.get_untracked();
        self.document.record_typing(&file, text);
    }

    /// Records the text of the open file in which the user has dragged or stepped a number. `continues` joins the change
    /// to the one before it.
    pub(crate) fn record_scrub(self, text: String, continues: bool) {
        let file = self.doc.current.get_untracked();
        self.document.set_parameter_text(&file, text, continues);
    }

    /// Opens a file in the editor and optionally reveals a line. Flushes typed text first.
    pub(crate) fn open_file(self, file: &str, line: Option<u32>) {
        self.document.flush();
        self.doc.current.set(file.to_owned());
        if let Some(line) = line {
            self.doc.reveal.update(|reveal| *reveal = (reveal.0 + 1, line));
        }
    }

    /// Returns the state that decides which actions are enabled. Tracks every signal that it reads.
    pub(crate) fn action_context(self) -> ActionContext {
        ActionContext {
            can_undo: self.doc.can_undo.get(),
            can_redo: self.doc.can_redo.get(),
            entities: self.doc.entities.get(),
            selected: self.view.selection.with(Selection::len),
            busy: matches!(self.doc.run.get(), RunState::Loading | RunState::Busy) || self.chat.working.get(),
            in_review: self.review.items.with(|items| !items.is_empty()),
        }
    }
}

/// Returns the handle from the Leptos context.
pub(crate) fn app() -> App {
    expect_context::<App>()
}
