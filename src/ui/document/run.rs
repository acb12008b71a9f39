//! Execution of requests, one after the other.

use super::caller::Caller;
use super::handle::{DocumentHandle, Inner};
use super::listeners::{Change, Progress};
use super::request::{Flag, Kind, Replacement, Request};
use crate::ui::clock::now_ms;
use crate::ui::document_storage::BrowserStorage;
use crate::ui::picture;
use futures_channel::oneshot;
use gloo_timers::future::TimeoutFuture;
use leptos::task::spawn_local;
use trammel_code::FileName;
use trammel_document::{Actor, CallOutcome, Pending, Session};
use trammel_language::{Bilingual, bilingual};
use trammel_run::RunOutcome;
use trammel_scene::Flags;
use trammel_tools::{Answer, Reply};

/// Number of entities of a drawing whose adjustment is not planned in the task of the user's action.
const MANY_ENTITIES: usize = 1_000;

impl DocumentHandle {
    /// Carries out a request after the earlier ones, and returns its reply. Unless the request waits for the Hangul
    /// font, the request is in the queue when this function returns, and is carried out even if the future is dropped.
    pub(crate) fn run(self, caller: Caller, request: Request) -> impl Future<Output = Reply> + 'static {
        if caller.waits_for_typing() {
            self.flush();
        }
        let runner = self.inner().runner.clone();
        let queued = if request.needs_hangul() {
            Err(request)
        } else {
            Ok(self.enqueue(caller, request))
        };
        async move {
            let (answer, font) = match queued {
                Ok(answer) => (answer, Ok(())),
                Err(request) => {
                    let font = runner.load_hangul().await;
                    (self.enqueue(caller, request), font)
                }
            };
            let mut reply = answer.await.unwrap_or_else(|_| {
                // The queue ends only when the page closes.
                Reply::of_message(bilingual!(
                    "the page is closing; nothing was changed",
                    "페이지가 닫히고 있어서 아무것도 바뀌지 않았어요"
                ))
            });
            if let (Err(why), true) = (font, reply.changes.is_some()) {
                reply.warnings.push(why);
            }
            if caller.needs_png_pictures() {
                picture::paint(&mut reply).await;
            }
            reply
        }
    }

    /// Carries out a request and discards its reply.
    pub(crate) fn submit(self, caller: Caller, request: Request) {
        let reply = self.run(caller, request);
        spawn_local(async move {
            reply.await;
        });
    }

    /// Puts a request into the queue.
    pub(super) fn enqueue(self, caller: Caller, request: Request) -> oneshot::Receiver<Reply> {
        let inner = self.inner();
        if let Request::Type { file, text, .. } = &request {
            inner.supersede(file, text.as_deref());
        }
        let (done, reply) = oneshot::channel();
        inner.push(Box::new(move || {
            Box::pin(async move {
                let reply = self.carry_out(caller, request).await;
                // The caller may have dropped the receiver; the operation is complete in either case.
                let _ = done.send(reply);
            })
        }));
        reply
    }

    pub(super) async fn carry_out(self, caller: Caller, request: Request) -> Reply {
        let inner = self.inner();
        let began = now_ms();
        self.store_waiting();
        inner.count_step(caller);
        let kind = request.kind();
        if matches!(request, Request::Adjust(_)) && inner.snapshot.borrow().scene().len() > MANY_ENTITIES {
            // The preview of the adjustment is shown before its code is written.
            TimeoutFuture::new(0).await;
        }
        let outcome = inner.start(caller, request);
        let reply = match outcome {
            CallOutcome::Done(reply) => reply,
            CallOutcome::Run(pending) => {
                let outcome = inner.run_code(caller, &pending).await;
                // The drawing of the outcome can take long to show.
                self.store_waiting();
                inner.finish_run(caller, *pending, outcome)
            }
        };
        let is_typed = caller == Caller::Typing;
        if is_typed && !reply.is_ok() && inner.snapshot.borrow().has_queued() {
            // Canceled or failed, and newer text runs next: only the newer result is reported.
            inner.took(began, false);
            return reply;
        }
        let reply = self.publish_change(caller, kind, reply);
        if is_typed {
            inner.took(began, reply.is_ok());
        }
        if kind != Kind::Call {
            return reply;
        }
        let mut session = inner.session.borrow_mut();
        match caller {
            // The reply of a finished turn is not read, so the user's changes are kept for the next turn.
            Caller::Agent { turn } if session.parties().turn() == turn => {
                session.parties_mut().with_user_changes(reply)
            }
            _ => reply,
        }
    }

    /// Updates the snapshot, notifies the subscribers, and returns the reply.
    pub(super) fn publish_change(self, caller: Caller, kind: Kind, reply: Reply) -> Reply {
        let inner = self.inner();
        let diff = inner
            .snapshot
            .borrow_mut()
            .follow(&mut inner.session.borrow_mut());
        let change = Change {
            caller,
            kind,
            diff,
            reply,
            is_latest: !inner.snapshot.borrow().has_queued(),
        };
        inner.listeners.notify_change(&change);
        change.reply
    }
}

impl Inner {
    /// Adds typed text to the snapshot, and cancels the run of older text, whose result would be out of date.
    pub(super) fn supersede(&self, file: &FileName, text: Option<&str>) {
        self.snapshot.borrow_mut().queue(file, text);
        if self.runs.get() == Some(Caller::Typing) {
            self.runner.stop();
        }
    }

    /// Adapts the delay after typing to a run of typed text that began at this time.
    fn took(&self, began: f64, drew: bool) {
        let delay = &self.typing.delay;
        delay.set(delay.get().after_run(now_ms() - began, drew));
    }

    /// Starts an operation of the session.
    fn start(&self, caller: Caller, request: Request) -> CallOutcome {
        let mut session = self.session.borrow_mut();
        if let Some(why) = caller.refusal(session.parties().turn()) {
            return CallOutcome::Done(Reply::of_message(Bilingual::english_only(why)));
        }
        let actor = caller.actor();
        match request {
            Request::Call { tool, input } => {
                if actor == Actor::Agent {
                    self.call_begun.set(Some(self.mark_of(&session)));
                }
                let conversation = match caller {
                    Caller::Agent { .. } => Some(self.conversation.borrow().clone()),
                    Caller::BrowserAgent => Some(String::new()),
                    Caller::User | Caller::Form | Caller::Typing => None,
                };
                session.call_in(conversation.as_deref(), actor, &tool, input)
            }
            Request::Adjust(adjustment) => session.adjust(actor, &adjustment),
            Request::Type {
                file,
                text,
                continues,
            } => {
                let text = text.as_deref();
                let pending = if continues {
                    session.continue_typing(&file, text)
                } else {
                    session.type_in(&file, text)
                };
                let mut snapshot = self.snapshot.borrow_mut();
                snapshot.unqueue(&file);
                snapshot.follow_files(&session);
                CallOutcome::Run(Box::new(pending))
            }
            Request::Undo => session.step_back(actor),
            Request::Redo => session.step_forward(actor),
            Request::SetFlag { names, flag, on } => {
                CallOutcome::Done(session.set_flags_of(&names, |flags| with_flag(flags, flag, on)))
            }
            Request::SetLayerFlag { layer, flag, on } => {
                let flags = with_flag(session.document().layer_settings().flags(Some(&layer)), flag, on);
                CallOutcome::Done(session.set_layer_flags(&layer, flags))
            }
            Request::SetCurrentLayer(layer) => {
                CallOutcome::Done(session.document_mut().set_current_layer(layer.as_deref()))
            }
            Request::Open => CallOutcome::Run(Box::new(session.open())),
            Request::OpenLastGood => match session.open_last_good() {
                Some(pending) => CallOutcome::Run(Box::new(pending)),
                None => CallOutcome::Done(Reply::of_answer(Answer::Done)),
            },
            Request::Follow => self.follow(&mut session),
            Request::Replace(Replacement { project, tools }) => {
                match session.restore(&project, tools.as_deref()) {
                    Ok(pending) => CallOutcome::Run(Box::new(pending)),
                    Err(why) => CallOutcome::Done(Reply::of_message(why)),
                }
            }
            Request::Import(code) => session.import(actor, (*code).clone()),
            Request::TakeBack { begun, stands } => {
                let is_last = self.user_steps.get() == begun.user_steps;
                CallOutcome::Done(if stands() && session.has_undone_proposal() {
                    // The user has undone the change already.
                    session.end_rejection();
                    Reply::of_answer(Answer::Done)
                } else if is_last && stands() {
                    session.reject_since(actor, begun.mark)
                } else {
                    Reply::of_message(bilingual!(
                        "the document was changed after the call, so nothing was reverted",
                        "호출 뒤에 문서가 바뀌어서 아무것도 되돌리지 않았어요"
                    ))
                })
            }
        }
    }

    /// Loads what another tab has stored, unless this tab has changes that the other one has not seen. The save after
    /// this request then reports them.
    fn follow(&self, session: &mut Session) -> CallOutcome {
        let storage = self.storage.borrow();
        let has_unseen = |storage: &BrowserStorage| {
            session.has_changes() || session.store().is_overwritten(storage).unwrap_or_default()
        };
        let Some(storage) = storage.as_ref().filter(|storage| !has_unseen(storage)) else {
            return CallOutcome::Done(Reply::of_answer(Answer::Done));
        };
        match session.reload(storage).map(|reloaded| reloaded.pending) {
            Ok(Some(pending)) => CallOutcome::Run(Box::new(pending)),
            Ok(None) => CallOutcome::Done(Reply::of_answer(Answer::Done)),
            Err(why) => CallOutcome::Done(Reply::of_message(why)),
        }
    }

    /// Runs code, and returns the outcome with its duration in milliseconds.
    pub(super) async fn run_code(&self, caller: Caller, pending: &Pending) -> (RunOutcome, f64) {
        if caller == Caller::Typing {
            // Stored before the run, so that code that crashes the browser is not lost.
            self.listeners.notify_progress(Progress::StoreNow);
        }
        self.listeners.notify_progress(Progress::RunBegins);
        self.runs.set(Some(caller));
        let began = now_ms();
        let outcome = self.runner.run(pending.request()).await;
        self.runs.set(None);
        (outcome, now_ms() - began)
    }

    /// Completes the operation of a run.
    pub(super) fn finish_run(
        &self,
        caller: Caller,
        pending: Pending,
        (outcome, elapsed): (RunOutcome, f64),
    ) -> Reply {
        // Counted at the end as well: a turn that began during the run began before this change.
        self.count_step(caller);
        let pending = if caller.reads_warnings() {
            pending
        } else {
            pending.without_examination()
        };
        self.session.borrow_mut().finish(pending, outcome, elapsed)
    }
}

fn with_flag(flags: Flags, flag: Flag, on: bool) -> Flags {
    match flag {
        Flag::Locked => Flags { locked: on, ..flags },
        Flag::Hidden => Flags { hidden: on, ..flags },
    }
}
