//! The one door of the page to the session: operations in a queue, one at a time, and what follows each of them.
//!
//! Invariants: operations run in the order in which they were asked for, and never two at once; the session is borrowed
//! only between two awaits; after each operation the mirror, the signals and the storage have followed. Typing that
//! comes while typed code runs stops that run: nobody waits for code that is out of date.

mod call;
mod external;
mod knowledge;
mod open;
mod project;
mod queries;
mod revert;
mod saving;
mod turn;

pub(crate) use turn::TurnMark;

use super::actions::Flag;
use super::code::Typing;
use super::document_storage::BrowserStorage;
use super::feedback::{problem_of, report_run, set_if_new, tell};
use super::i18n::Msg;
use super::painter::Painter;
use super::state::{App, RunState};
use super::tree;
use crate::geometry::Bounds;
use crate::sandbox::Limits;
use crate::sandbox::browser::Runner;
use crate::scene::{Diff, Name, Scene};
use crate::session::{Actor, CallOutcome, Session};
use crate::tools::Reply;
use crate::workspace::FileName;
use futures_channel::{mpsc, oneshot};
use futures_util::{StreamExt, future::LocalBoxFuture};
use gloo_timers::callback::Timeout;
use leptos::{prelude::*, task::spawn_local};
use std::{cell::Cell, cell::RefCell, rc::Rc, sync::Arc};
use web_sys::SvgElement;

type Job = Box<dyn FnOnce() -> LocalBoxFuture<'static, ()>>;

/// A handle to the session; cheap to copy.
#[derive(Clone, Copy)]
pub(crate) struct DocumentHandle {
    inner: StoredValue<Rc<Inner>, LocalStorage>,
}

struct Inner {
    session: RefCell<Session>,
    runner: Runner,
    painter: Painter,
    storage: RefCell<BrowserStorage>,
    typing: Rc<Typing>,
    jobs: mpsc::UnboundedSender<Job>,
    /// The code that runs now was typed.
    typed_runs: Cell<bool>,
    /// The code that runs now is a call's of the conversation.
    call_runs: Cell<bool>,
    /// Where in the history the last call of the conversation began.
    call_begun: Cell<Option<TurnMark>>,
    /// How many typed texts wait for their run.
    typed_waiting: Cell<u32>,
    /// Whether the Hangul font was here when texts were painted.
    had_hangul: Cell<bool>,
    /// How many operations of a person began or ended; an agent's turn with one in between is not one step.
    by_hand: Cell<u64>,
    /// Why the drawing and the conversation are not stored, if so.
    troubles: RefCell<[Option<String>; 2]>,
    /// Stores typed text a moment after it was typed.
    typing_timer: RefCell<Option<Timeout>>,
    /// The drawing is fitted into the view when the code runs again: it was opened with code that does not run.
    fit_when_good: Cell<bool>,
    /// The page is about to be loaded again on purpose, with everything kept.
    leaving: Cell<bool>,
}

/// Who asked for an operation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// A person typed.
    Typed,
    /// A person did something else.
    Hand,
    /// A tool of the conversation.
    Agent,
}

impl Inner {
    fn count_hand(&self, origin: Origin) {
        if origin != Origin::Agent {
            self.by_hand.set(self.by_hand.get() + 1);
        }
    }
}

impl DocumentHandle {
    /// The stored document, not yet drawn: [`open`](Self::open) does that. Also the reasons why parts of it, or all of it,
    /// could not be read.
    pub(crate) fn new() -> (Self, Vec<String>) {
        let (jobs, mut queue) = mpsc::unbounded::<Job>();
        spawn_local(async move {
            while let Some(job) = queue.next().await {
                job().await;
            }
        });
        let mut storage = BrowserStorage::work();
        let (session, problems) = super::document_storage::load(&mut storage, Limits::default());
        let inner = Inner {
            session: RefCell::new(session),
            runner: Runner::new(),
            painter: Painter::default(),
            storage: RefCell::new(storage),
            typing: Rc::default(),
            jobs,
            typed_runs: Cell::new(false),
            call_runs: Cell::new(false),
            call_begun: Cell::new(None),
            typed_waiting: Cell::new(0),
            had_hangul: Cell::new(false),
            by_hand: Cell::new(0),
            troubles: RefCell::default(),
            typing_timer: RefCell::default(),
            fit_when_good: Cell::new(false),
            leaving: Cell::new(false),
        };
        (
            Self {
                inner: StoredValue::new_local(Rc::new(inner)),
            },
            problems,
        )
    }

    fn inner(self) -> Rc<Inner> {
        self.inner.get_value()
    }

    /// Draws into this svg from now on.
    pub(crate) fn attach(self, picture: &SvgElement) {
        self.inner().painter.attach(picture);
    }

    /// Reads the drawing.
    pub(crate) fn scene<T>(self, read: impl FnOnce(&Scene) -> T) -> T {
        read(self.inner().session.borrow().scene())
    }

    /// The text of a file.
    pub(crate) fn file_text(self, file: &str) -> Option<Arc<str>> {
        self.inner().session.borrow().files().get(file).cloned()
    }

    /// What was typed and not yet handed over.
    pub(crate) fn typing(self) -> Rc<Typing> {
        self.inner().typing.clone()
    }

    /// A person typed: the text is kept even if it does not run. `None` removes the file.
    pub(crate) async fn type_in(self, app: App, file: FileName, text: Option<String>) {
        let inner = self.inner();
        inner.typed_waiting.set(inner.typed_waiting.get() + 1);
        if inner.typed_runs.get() {
            inner.runner.stop();
        }
        let start = move |session: &mut Session| {
            inner
                .typed_waiting
                .set(inner.typed_waiting.get().saturating_sub(1));
            CallOutcome::Run(Box::new(session.type_in(&file, text.as_deref())))
        };
        self.operate(app, Origin::Typed, start).await;
    }

    /// Takes the last step back.
    pub(crate) async fn undo(self, app: App) {
        self.flush_typing(app).await;
        let reply = self
            .operate(app, Origin::Hand, |session| CallOutcome::Done(session.undo()))
            .await;
        tell(app, &reply, Some(Msg::Undone));
    }

    /// Takes the last step that was taken back again.
    pub(crate) async fn redo(self, app: App) {
        let reply = self
            .operate(app, Origin::Hand, |session| CallOutcome::Done(session.redo()))
            .await;
        tell(app, &reply, Some(Msg::Redone));
    }

    /// Hides or locks an entity, or takes it back.
    pub(crate) async fn set_flag(self, app: App, name: &Name, flag: Flag, on: bool) {
        let name = name.clone();
        let start = move |session: &mut Session| {
            let now = session
                .scene()
                .get(&name)
                .map_or((false, false), |entity| (entity.locked, entity.hidden));
            let (locked, hidden) = match flag {
                Flag::Locked => (on, now.1),
                Flag::Hidden => (now.0, on),
            };
            CallOutcome::Done(session.set_flags(&name, locked, hidden))
        };
        let reply = self.operate(app, Origin::Hand, start).await;
        tell(app, &reply, None);
    }

    /// Stops the code that runs, if any does.
    pub(crate) fn stop(self) {
        self.inner().runner.stop();
    }

    /// Stops the code of the conversation's call, and leaves alone what a person runs.
    pub(crate) fn stop_call(self) {
        let inner = self.inner();
        if inner.call_runs.get() {
            inner.runner.stop();
        }
    }

    /// A new conversation begins: its model has read nothing yet.
    pub(crate) fn forget_reading(self) {
        self.inner().session.borrow_mut().forget_reading();
    }

    /// Puts an operation into the queue and waits for its reply.
    async fn operate(
        self,
        app: App,
        origin: Origin,
        start: impl FnOnce(&mut Session) -> CallOutcome + 'static,
    ) -> Reply {
        let (done, reply) = oneshot::channel();
        let job: Job = Box::new(move || {
            Box::pin(async move {
                let reply = self.carry_out(app, origin, start).await;
                // If nobody waits any more, the operation itself is done and shown all the same.
                let _ = done.send(reply);
            })
        });
        let closed = || Reply::failed("The page is closing; nothing was changed.");
        if self.inner().jobs.unbounded_send(job).is_err() {
            return closed();
        }
        reply.await.unwrap_or_else(|_| closed())
    }

    async fn carry_out(
        self,
        app: App,
        origin: Origin,
        start: impl FnOnce(&mut Session) -> CallOutcome,
    ) -> Reply {
        let inner = self.inner();
        inner.count_hand(origin);
        inner.session.borrow_mut().act_as(match origin {
            Origin::Agent => Actor::Agent,
            Origin::Typed | Origin::Hand => Actor::Person,
        });
        let answer = start(&mut inner.session.borrow_mut());
        let reply = match answer {
            CallOutcome::Done(reply) => reply,
            CallOutcome::Run(pending) => {
                if origin == Origin::Typed {
                    // Stored before it runs: code that takes the browser down is not lost.
                    self.save(app);
                }
                app.doc.run.set(RunState::Busy);
                inner.typed_runs.set(origin == Origin::Typed);
                inner.call_runs.set(origin == Origin::Agent);
                let began = now_ms();
                let outcome = inner.runner.run(pending.request()).await;
                inner.typed_runs.set(false);
                inner.call_runs.set(false);
                // Once more: what began meanwhile did so before this change.
                inner.count_hand(origin);
                inner
                    .session
                    .borrow_mut()
                    .finish(*pending, outcome, now_ms() - began)
            }
        };
        self.follow(app, origin, &reply);
        reply
    }

    /// Makes everything that shows the document follow it.
    fn follow(self, app: App, origin: Origin, reply: &Reply) {
        let inner = self.inner();
        let changed = inner
            .session
            .borrow_mut()
            .take_diffs()
            .into_iter()
            .reduce(|mut all, next| {
                all.then(next);
                all
            });
        if let Some(diff) = changed.filter(|diff| !diff.is_empty()) {
            inner.painter.apply(&diff, inner.session.borrow().scene());
            app.doc.revision.update(|count| *count += 1);
            tree::drop_gone(app);
            self.keep_in_sight(app, &diff);
        }
        self.fit_repaired(app);
        self.repaint_texts();
        self.refresh(app);
        report_run(app, reply);
        if inner.typed_waiting.get() == 0 {
            let problem = inner.session.borrow().broken().map(problem_of);
            if let Some(problem) = problem.as_ref().filter(|_| origin == Origin::Typed) {
                app.speak(problem.message.clone());
            }
            set_if_new(app.doc.problem, problem);
        }
        if origin != Origin::Typed {
            app.doc.files_revision.update(|count| *count += 1);
        }
        self.save(app);
    }

    /// Sets the signals of the document to what the session says.
    fn refresh(self, app: App) {
        let inner = self.inner();
        let session = inner.session.borrow();
        let (doc, scene) = (app.doc, session.scene());
        let title = (Arc::from(scene.name()), scene.units());
        let files: Vec<String> = session
            .files()
            .files()
            .map(|(name, _)| name.as_str().to_owned())
            .collect();
        let (undo, redo) = session.undo_labels();
        doc.context_revision.update(|count| *count += 1);
        set_if_new(doc.entities, scene.len());
        set_if_new(doc.can_undo, undo.is_some());
        set_if_new(doc.can_redo, redo.is_some());
        set_if_new(doc.title, title);
        if doc.current.with_untracked(|open| !files.contains(open)) {
            doc.current.set(FileName::MAIN.to_owned());
        }
        if doc.files.with_untracked(|now| **now != *files) {
            doc.files.set(Arc::from(files));
        }
    }

    /// What was added beyond the edge of the view would look like nothing happened: then the whole drawing is shown.
    fn keep_in_sight(self, app: App, diff: &Diff) {
        if !app.doc.ready.get_untracked() {
            return;
        }
        let visible = app
            .view
            .camera
            .get_untracked()
            .visible(app.view.viewport.get_untracked());
        let (added, all) = self.scene(|scene| {
            let bounds = diff.added().filter_map(|entity| scene.world_bounds(&entity.name));
            (Bounds::union_all(bounds), scene.bounds())
        });
        if added.is_some_and(|added| !added.intersects(&visible)) {
            app.view.fit(all);
        }
    }
}

/// Milliseconds of the page's own clock.
fn now_ms() -> f64 {
    web_sys::window()
        .and_then(|window| window.performance())
        .map_or(0.0, |performance| performance.now())
}
