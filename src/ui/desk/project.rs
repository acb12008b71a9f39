//! The document as a whole: handed out to be shared, and replaced by another.

use super::{Desk, Origin};
use crate::formats::project::Project;
use crate::session::{Answer, Session};
use crate::ui::i18n::Msg;
use crate::ui::report::tell;
use crate::ui::state::App;
use crate::workspace::FileName;
use futures_channel::oneshot;
use gloo_timers::future::TimeoutFuture;
use serde_json::json;
use std::sync::Arc;

impl Desk {
    /// The document, with or without its memory.
    pub(crate) fn project(self, with_memory: bool) -> Project {
        self.inner().session.borrow().project(with_memory)
    }

    /// Waits until what was typed a moment ago is in the document.
    pub(crate) async fn settle_typing(self, app: App) {
        crate::ui::code::flush(app);
        // What was flushed is put into the queue by a task of its own, which comes first now.
        TimeoutFuture::new(0).await;
        let (done, turn) = oneshot::channel();
        let job = Box::new(move || -> futures_util::future::LocalBoxFuture<'static, ()> {
            Box::pin(async move {
                // Nobody waits any more when the page closes.
                let _ = done.send(());
            })
        });
        if self.inner().jobs.unbounded_send(job).is_ok() {
            // The queue only ends with the page.
            let _ = turn.await;
        }
    }

    /// Puts a project in the place of the document; one step back brings everything back.
    pub(crate) async fn take_over(self, app: App, project: Arc<Project>) {
        self.settle_typing(app).await;
        let start = move |session: &mut Session| match session.replace(&project) {
            Ok(pending) => Answer::Run(Box::new(pending)),
            Err(why) => Answer::Done(json!({ "success": false, "error": why })),
        };
        let reply = self.operate(app, Origin::Hand, start).await;
        crate::ui::code::open(app, FileName::MAIN, None);
        crate::ui::dispatch::first_fit(app);
        tell(app, &reply, Some(Msg::CopyMade));
    }
}
