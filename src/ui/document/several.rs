//! Several adjustments as one undo step.

use super::caller::{Caller, TurnMark};
use super::handle::DocumentHandle;
use super::request::{Kind, Request};
use crate::scene::Adjustment;
use crate::session::step_label;
use crate::tools::{Answer, Reply};
use futures_channel::oneshot;
use std::{cell::Cell, rc::Rc};

impl DocumentHandle {
    /// Carries out adjustments in order, as one undo step, and returns their replies. If one is refused, all are
    /// reverted.
    pub(crate) fn adjust_all(
        self,
        adjustments: Vec<Adjustment>,
    ) -> impl Future<Output = Vec<Reply>> + 'static {
        self.flush();
        let requests: Vec<Request> = adjustments.into_iter().map(Request::Adjust).collect();
        async move {
            if requests.iter().any(Request::needs_hangul) {
                self.load_hangul().await;
            }
            self.enqueue_all(requests).await.unwrap_or_default()
        }
    }

    /// Puts the requests and the end of their common step into the queue without a gap.
    fn enqueue_all(self, requests: Vec<Request>) -> oneshot::Receiver<Vec<Reply>> {
        let inner = self.inner();
        let begun = Rc::new(Cell::new(None::<TurnMark>));
        let begins = begun.clone();
        inner.push(Box::new(move || {
            Box::pin(async move {
                let inner = self.inner();
                begins.set(Some(inner.mark_of(&inner.session.borrow())));
            })
        }));
        let waiting: Vec<_> = requests
            .into_iter()
            .map(|request| self.enqueue(Caller::Form, request))
            .collect();
        let (done, replies) = oneshot::channel();
        inner.push(Box::new(move || {
            Box::pin(async move {
                let mut replies = Vec::with_capacity(waiting.len());
                for reply in waiting {
                    replies.extend(reply.await);
                }
                if let Some(begun) = begun.get() {
                    self.end_step(begun, replies.iter().all(Reply::is_ok)).await;
                }
                // The caller may have dropped the receiver; the operation is complete in either case.
                let _ = done.send(replies);
            })
        }));
        replies
    }

    /// Merges the steps since `begun` into one step, which is reverted unless it is complete.
    async fn end_step(self, begun: TurnMark, is_complete: bool) {
        let inner = self.inner();
        if inner.session.borrow().mark() == begun.mark {
            return;
        }
        inner
            .session
            .borrow_mut()
            .squash_to(begun.mark, step_label::PROPERTIES);
        if is_complete {
            self.changed(Caller::Form, Kind::Context, Reply::done(Answer::Done));
        } else {
            self.carry_out(Caller::Form, Request::Undo).await;
        }
    }
}
