//! Rejection of changed items, as one operation of the queue with all its attempts.

use super::caller::Caller;
use super::handle::DocumentHandle;
use super::request::Kind;
use futures_channel::oneshot;
use std::sync::Arc;
use trammel_document::{Baseline, CallOutcome};
use trammel_language::bilingual;
use trammel_scene::Name;
use trammel_tools::Reply;

impl DocumentHandle {
    /// Gives items the state that they have in an earlier version, after the earlier requests.
    pub(crate) async fn reject(self, base: Arc<Baseline>, names: Vec<Name>) -> Reply {
        self.flush();
        let (done, reply) = oneshot::channel();
        self.inner().push(Box::new(move || {
            Box::pin(async move {
                let _ = done.send(self.try_rejection(&base, &names).await);
            })
        }));
        reply.await.unwrap_or_else(|_| {
            // The queue ends only when the page closes.
            Reply::of_message(bilingual!(
                "the page is closing; nothing was changed",
                "페이지가 닫히고 있어서 아무것도 바뀌지 않았어요"
            ))
        })
    }

    async fn try_rejection(self, base: &Baseline, names: &[Name]) -> Reply {
        let inner = self.inner();
        self.store_waiting();
        inner.count_step(Caller::User);
        let mut last_run = None;
        let begun = inner.session.borrow_mut().begin_rejection(base, names);
        let reply = match begun {
            Err(failure) => Reply::of_failure(failure),
            Ok(mut rejection) => loop {
                let outcome = inner.session.borrow_mut().continue_rejection(&mut rejection);
                match outcome {
                    CallOutcome::Done(mut reply) => {
                        // The page shows the end of the run of the last attempt.
                        reply.run = reply.run.or(last_run);
                        break reply;
                    }
                    CallOutcome::Run(pending) => {
                        let outcome = inner.run_code(Caller::User, &pending).await;
                        let reply = inner.finish_run(Caller::User, *pending, outcome);
                        if reply.is_ok() {
                            break reply;
                        }
                        last_run = reply.run;
                    }
                }
            },
        };
        self.publish_change(Caller::User, Kind::Adjust, reply)
    }
}
