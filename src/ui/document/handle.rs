//! The handle to the document: its parts, its queue, and the queries of views.

use super::caller::{Caller, TurnMark};
use super::listeners::{Change, Listeners, Progress};
use super::waiting::Typing;
use crate::runner::Runner;
use crate::ui::document_storage::BrowserStorage;
use futures_channel::mpsc;
use futures_util::{StreamExt, future::LocalBoxFuture};
use leptos::{prelude::*, task::spawn_local};
use std::{cell::Cell, cell::RefCell, rc::Rc, sync::Arc};
use trammel_document::{CallSite, Session, Snapshot};
use trammel_scene::{Name, Scene};

/// An operation in the queue.
pub(super) type Job = Box<dyn FnOnce() -> LocalBoxFuture<'static, ()>>;

/// A handle to the page's document; cheap to copy.
#[derive(Clone, Copy)]
pub(crate) struct DocumentHandle {
    inner: StoredValue<Rc<Inner>, LocalStorage>,
}

pub(super) struct Inner {
    pub(super) session: RefCell<Session>,
    pub(super) snapshot: RefCell<Snapshot>,
    pub(super) runner: Runner,
    /// Storage of the open drawing; `None` before the first drawing is open.
    pub(super) storage: RefCell<Option<BrowserStorage>>,
    pub(super) typing: Typing,
    pub(super) listeners: Listeners,
    jobs: mpsc::UnboundedSender<Job>,
    /// Caller of the code that is running.
    pub(super) runs: Cell<Option<Caller>>,
    /// Point in the history at which the conversation's last call began.
    pub(super) call_begun: Cell<Option<TurnMark>>,
    /// Id of the conversation whose model calls tools.
    pub(super) conversation: RefCell<String>,
    /// Count of starts and ends of the user's operations. A turn during which the count changes is not merged into one
    /// undo step.
    pub(super) user_steps: Cell<u64>,
}

impl Inner {
    /// Puts an operation into the queue. When the page closes, the operation is dropped.
    pub(super) fn push(&self, job: Job) {
        self.typing.last_queued.borrow_mut().take();
        let _ = self.jobs.unbounded_send(job);
    }

    /// Counts the start or the end of an operation of the user.
    pub(super) fn count_step(&self, caller: Caller) {
        if caller.is_step_of_user() {
            self.user_steps.set(self.user_steps.get() + 1);
        }
    }
}

impl DocumentHandle {
    /// Creates an empty document; [`DocumentHandle::switch`] opens the first drawing.
    pub(crate) fn new() -> Self {
        let (jobs, mut queue) = mpsc::unbounded::<Job>();
        spawn_local(async move {
            while let Some(job) = queue.next().await {
                job().await;
            }
        });
        let inner = Inner {
            session: RefCell::new(Session::default()),
            snapshot: RefCell::new(Snapshot::default()),
            runner: Runner::new(),
            storage: RefCell::new(None),
            typing: Typing::default(),
            listeners: Listeners::default(),
            jobs,
            runs: Cell::new(None),
            call_begun: Cell::new(None),
            conversation: RefCell::default(),
            user_steps: Cell::new(0),
        };
        Self {
            inner: StoredValue::new_local(Rc::new(inner)),
        }
    }

    pub(super) fn inner(self) -> Rc<Inner> {
        self.inner.get_value()
    }

    /// Registers a subscriber that is called after every operation, once the snapshot is up to date. Subscribers are
    /// called in the order of registration.
    pub(crate) fn on_change(self, subscriber: impl Fn(&Change) + 'static) {
        self.inner().listeners.on_change(subscriber);
    }

    /// Registers a subscriber for events before and between changes.
    pub(crate) fn on_progress(self, subscriber: impl Fn(Progress) + 'static) {
        self.inner().listeners.on_progress(subscriber);
    }

    /// Sets the conversation whose model calls tools from now on; what it writes into the memory is marked with this id.
    pub(crate) fn set_conversation(self, id: String) {
        *self.inner().conversation.borrow_mut() = id;
    }

    /// Reads the session, between two operations.
    pub(crate) fn session<T>(self, read: impl FnOnce(&Session) -> T) -> T {
        read(&self.inner().session.borrow())
    }

    /// Changes data of the session that no view shows.
    pub(crate) fn session_mut<T>(self, change: impl FnOnce(&mut Session) -> T) -> T {
        change(&mut self.inner().session.borrow_mut())
    }

    /// Reads the scene of the snapshot.
    pub(crate) fn scene<T>(self, read: impl FnOnce(&Scene) -> T) -> T {
        read(self.inner().snapshot.borrow().scene())
    }

    /// Returns the text of a file, including typed text that is still in the queue.
    pub(crate) fn file_text(self, file: &str) -> Option<Arc<str>> {
        self.inner().snapshot.borrow().text(file)
    }

    /// Returns the calls in the code that made and changed an entity, in order; empty if they are not known.
    pub(crate) fn origins(self, name: &str) -> Vec<CallSite> {
        self.inner().snapshot.borrow().origins(name)
    }

    /// Returns the calls of each of these entities, in the order of the names.
    pub(crate) fn origins_of(self, names: &[Name]) -> Vec<Vec<CallSite>> {
        let names = names.iter().map(Name::as_str);
        self.inner().snapshot.borrow().origins_of(names)
    }

    /// Returns the names of the files, `main` first.
    pub(crate) fn file_names(self) -> Vec<String> {
        self.inner().snapshot.borrow().file_names()
    }

    /// Reads the labels of the next undo and redo steps.
    pub(crate) fn undo_labels<T>(self, read: impl FnOnce(Option<&str>, Option<&str>) -> T) -> T {
        let inner = self.inner();
        let snapshot = inner.snapshot.borrow();
        let (undo, redo) = snapshot.labels();
        read(undo, redo)
    }

    /// Reads the error of the current code, if the code is broken.
    pub(crate) fn with_failure<T>(self, read: impl FnOnce(Option<&trammel_run::Failure>) -> T) -> T {
        read(self.inner().snapshot.borrow().broken())
    }

    /// Whether the current code is broken.
    pub(crate) fn is_broken(self) -> bool {
        self.with_failure(|failure| failure.is_some())
    }

    /// Starts loading the JavaScript engine.
    pub(crate) fn prepare(self) {
        self.inner().runner.prepare();
    }

    /// Loads the Hangul font, so that Korean text can be drawn offline. Operations that need the font report a failure.
    pub(crate) async fn load_hangul(self) {
        let runner = self.inner().runner.clone();
        let _ = runner.load_hangul().await;
    }

    /// Whether the JavaScript engine is loaded.
    pub(crate) fn has_engine(self) -> bool {
        self.inner().runner.is_loaded()
    }

    /// Stops the running code, if any.
    pub(crate) fn stop(self) {
        self.inner().runner.stop();
    }

    /// Stops the code of the conversation's call, but not code that the user runs.
    pub(crate) fn stop_call(self) {
        let inner = self.inner();
        if matches!(inner.runs.get(), Some(Caller::Agent { .. })) {
            inner.runner.stop();
        }
    }
}
