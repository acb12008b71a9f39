//! Change to another document, which takes the place of the present one in the page.

use super::caller::Caller;
use super::handle::DocumentHandle;
use super::listeners::Change;
use super::request::{Kind, Request};
use crate::session::Session;
use crate::tools::{Answer, Reply};
use crate::ui::document_storage::BrowserStorage;
use futures_channel::oneshot;

impl DocumentHandle {
    /// Opens another document after the earlier requests, and draws it; if its code does not run, draws its last good
    /// version. The future completes when the drawing is shown. The present document must have been stored.
    pub(crate) fn switch(
        self,
        session: Session,
        storage: BrowserStorage,
    ) -> impl Future<Output = ()> + 'static {
        let (done, reached) = oneshot::channel();
        self.inner().push(Box::new(move || {
            Box::pin(async move {
                self.replace(session, storage);
                self.carry_out(Caller::User, Request::Open).await;
                if self.is_broken() {
                    self.carry_out(Caller::User, Request::OpenLastGood).await;
                }
                // The receiver is gone when the page closes.
                let _ = done.send(());
            })
        }));
        async move {
            // The sender is dropped only when the page closes.
            let _ = reached.await;
        }
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
        inner.listeners.changed(&Change {
            caller: Caller::User,
            kind: Kind::Switch,
            diff,
            reply: Reply::done(Answer::Done),
            is_latest: true,
        });
    }
}
