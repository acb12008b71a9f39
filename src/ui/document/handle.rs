//! The handle to the document: its parts, its queue, and what views read.

use super::caller::{Caller, TurnMark};
use super::listeners::{Change, Listeners, Progress};
use super::waiting::Typing;
use crate::sandbox::Limits;
use crate::sandbox::browser::Runner;
use crate::scene::Scene;
use crate::session::{Session, Snapshot};
use crate::ui::document_storage::{self, BrowserStorage};
use futures_channel::mpsc;
use futures_util::{StreamExt, future::LocalBoxFuture};
use leptos::{prelude::*, task::spawn_local};
use std::{cell::Cell, cell::RefCell, rc::Rc, sync::Arc};

/// An operation in the queue.
pub(super) type Job = Box<dyn FnOnce() -> LocalBoxFuture<'static, ()>>;

/// A handle to the document of the page; cheap to copy.
#[derive(Clone, Copy)]
pub(crate) struct DocumentHandle {
    inner: StoredValue<Rc<Inner>, LocalStorage>,
}

pub(super) struct Inner {
    pub(super) session: RefCell<Session>,
    pub(super) snapshot: RefCell<Snapshot>,
    pub(super) runner: Runner,
    pub(super) storage: RefCell<BrowserStorage>,
    pub(super) typing: Typing,
    pub(super) listeners: Listeners,
    jobs: mpsc::UnboundedSender<Job>,
    /// Caller whose code runs now.
    pub(super) runs: Cell<Option<Caller>>,
    /// Where in the history the last call of the conversation began.
    pub(super) call_begun: Cell<Option<TurnMark>>,
    /// Number of beginnings and ends of the user's operations; an agent's turn with one in between is not one step.
    pub(super) user_steps: Cell<u64>,
}

impl Inner {
    /// Puts an operation into the queue. When the page closes, nothing takes it out any more and it is dropped.
    pub(super) fn push(&self, job: Job) {
        let _ = self.jobs.unbounded_send(job);
    }

    /// Counts the beginning or the end of an operation.
    pub(super) fn count_step(&self, caller: Caller) {
        if caller.is_step_of_user() {
            self.user_steps.set(self.user_steps.get() + 1);
        }
    }
}

impl DocumentHandle {
    /// The stored document, not yet drawn: [`Request::Open`](super::Request::Open) does that. Also the reasons why parts
    /// of it, or all of it, could not be read.
    pub(crate) fn new() -> (Self, Vec<String>) {
        let (jobs, mut queue) = mpsc::unbounded::<Job>();
        spawn_local(async move {
            while let Some(job) = queue.next().await {
                job().await;
            }
        });
        let mut storage = BrowserStorage::work();
        let (mut session, problems) = document_storage::load(&mut storage, Limits::default());
        let mut snapshot = Snapshot::default();
        let _ = snapshot.follow(&mut session);
        let inner = Inner {
            session: RefCell::new(session),
            snapshot: RefCell::new(snapshot),
            runner: Runner::new(),
            storage: RefCell::new(storage),
            typing: Typing::default(),
            listeners: Listeners::default(),
            jobs,
            runs: Cell::new(None),
            call_begun: Cell::new(None),
            user_steps: Cell::new(0),
        };
        let handle = Self {
            inner: StoredValue::new_local(Rc::new(inner)),
        };
        (handle, problems)
    }

    pub(super) fn inner(self) -> Rc<Inner> {
        self.inner.get_value()
    }

    /// Calls this after every operation, once the snapshot has followed; subscribers are called in the order in which they
    /// came.
    pub(crate) fn on_change(self, subscriber: impl Fn(&Change) + 'static) {
        self.inner().listeners.on_change(subscriber);
    }

    /// Calls this at moments before and between changes.
    pub(crate) fn on_progress(self, subscriber: impl Fn(Progress) + 'static) {
        self.inner().listeners.on_progress(subscriber);
    }

    /// Reads the drawing.
    pub(crate) fn scene<T>(self, read: impl FnOnce(&Scene) -> T) -> T {
        read(self.inner().snapshot.borrow().scene())
    }

    /// The text of a file, as it was typed last.
    pub(crate) fn file_text(self, file: &str) -> Option<Arc<str>> {
        self.inner().snapshot.borrow().text(file)
    }

    /// Names of the files, `main` first.
    pub(crate) fn file_names(self) -> Vec<String> {
        self.inner().snapshot.borrow().file_names()
    }

    /// Reads the labels of the next steps of undo and redo.
    pub(crate) fn undo_labels<T>(self, read: impl FnOnce(Option<&str>, Option<&str>) -> T) -> T {
        let inner = self.inner();
        let snapshot = inner.snapshot.borrow();
        let (undo, redo) = snapshot.labels();
        read(undo, redo)
    }

    /// Reads why the present code does not run, if it does not.
    pub(crate) fn broken<T>(self, read: impl FnOnce(Option<&crate::sandbox::Failure>) -> T) -> T {
        read(self.inner().snapshot.borrow().broken())
    }

    /// Whether the present code does not run.
    pub(crate) fn is_broken(self) -> bool {
        self.broken(|failure| failure.is_some())
    }

    /// Starts loading the engine that runs code.
    pub(crate) fn prepare(self) {
        self.inner().runner.prepare();
    }

    /// Loads the Hangul font, so that Korean text can be drawn offline as well. A failure shows up in what needs the font.
    pub(crate) async fn load_hangul(self) {
        let runner = self.inner().runner.clone();
        let _ = runner.load_hangul().await;
    }

    /// Stops the code that runs, if any does.
    pub(crate) fn stop(self) {
        self.inner().runner.stop();
    }

    /// Stops the code of the conversation's call, and leaves alone what the user runs.
    pub(crate) fn stop_call(self) {
        let inner = self.inner();
        if matches!(inner.runs.get(), Some(Caller::Agent { .. })) {
            inner.runner.stop();
        }
    }
}
