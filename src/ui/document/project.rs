//! The document as a whole, to be shared or exported.

use super::DocumentHandle;
use crate::formats::project::Project;
use crate::ui::state::App;
use futures_channel::oneshot;
use gloo_timers::future::TimeoutFuture;

impl DocumentHandle {
    /// The document, with or without its memory.
    pub(crate) fn project(self, with_memory: bool) -> Project {
        self.inner().session.borrow().project(with_memory)
    }

    /// The document with the code of its last good drawing; `None` when nothing has been drawn yet.
    pub(crate) fn last_good_project(self, with_memory: bool) -> Option<Project> {
        self.inner().session.borrow().last_good_project(with_memory)
    }

    /// The custom tools with their provenance; `None` without any.
    pub(crate) fn tools_text(self) -> Option<String> {
        self.inner().session.borrow().tools_text()
    }

    /// Waits until what was typed a moment ago is in the document.
    pub(crate) async fn flush_typing(self, app: App) {
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
}
