//! Change to another document, which takes the place of the present one in the page.

use super::caller::Caller;
use super::handle::DocumentHandle;
use super::listeners::Change;
use super::request::{Kind, Request};
use crate::ui::document_storage::BrowserStorage;
use futures_channel::oneshot;
use trammel_document::Session;
use trammel_language::bilingual;
use trammel_run::{Failure, RunOutcome};
use trammel_tools::{Answer, Reply};

impl DocumentHandle {
    /// Opens another document after the earlier requests, and draws it; if its code does not run, draws its last good
    /// version. The future completes when the drawing is shown. The present document must have been stored.
    pub(crate) fn switch(
        self,
        session: Session,
        storage: BrowserStorage,
    ) -> impl Future<Output = ()> + 'static {
        self.in_queue(async move || {
            self.replace(session, storage);
            self.carry_out(Caller::User, Request::Open).await;
            if self.is_broken() {
                self.carry_out(Caller::User, Request::OpenLastGood).await;
            }
        })
    }

    /// Opens another document like [`DocumentHandle::switch`], but runs no code.
    pub(crate) fn switch_without_run(
        self,
        session: Session,
        storage: BrowserStorage,
    ) -> impl Future<Output = ()> + 'static {
        self.in_queue(async move || {
            self.replace(session, storage);
            self.open_without_run();
        })
    }

    /// Carries out an operation after the earlier requests. The future completes at its end.
    fn in_queue(self, operation: impl AsyncFnOnce() + 'static) -> impl Future<Output = ()> + 'static {
        let (done, reached) = oneshot::channel();
        self.inner().push(Box::new(move || {
            Box::pin(async move {
                operation().await;
                // The receiver is gone when the page closes.
                let _ = done.send(());
            })
        }));
        async move {
            // The sender is dropped only when the page closes.
            let _ = reached.await;
        }
    }

    /// Completes the opening of a document whose code is not run: its code is broken until the user runs it.
    fn open_without_run(self) {
        let inner = self.inner();
        let reply = {
            let mut session = inner.session.borrow_mut();
            let pending = session.open();
            let why = Failure::new(bilingual!(
                "the code was not run, because the page did not finish its last start. Check it, then press Run.",
                "페이지가 지난 시작을 끝내지 못해서 코드를 실행하지 않았어요. 코드를 확인하고 실행을 누르세요."
            ));
            session.finish(pending, RunOutcome::of_failure(why), 0.0)
        };
        self.publish_change(Caller::User, Kind::Open, reply);
    }

    fn replace(self, session: Session, storage: BrowserStorage) {
        let inner = self.inner();
        inner.typing.end();
        inner.call_begun.set(None);
        *inner.session.borrow_mut() = session;
        *inner.storage.borrow_mut() = Some(storage);
        let diff = inner
            .snapshot
            .borrow_mut()
            .switch(&mut inner.session.borrow_mut());
        inner.listeners.notify_change(&Change {
            caller: Caller::User,
            kind: Kind::Switch,
            diff,
            reply: Reply::of_answer(Answer::Done),
            is_latest: true,
        });
    }
}
