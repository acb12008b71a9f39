//! Opening: the stored document when the page starts, and another drawing in the place of the present one.
//!
//! Invariant: work that is replaced is first added to the previous drawings; when it cannot be, the user is asked, and
//! nothing is replaced without an answer.

use super::{DocumentHandle, Origin};
use crate::formats::project::Project;
use crate::session::previous::Replaced;
use crate::session::{CallOutcome, Pending, Session};
use crate::tools::{Answer, Reply};
use crate::ui::examples::{BLANK, Example};
use crate::ui::feedback::tell;
use crate::ui::i18n::Msg;
use crate::ui::state::App;
use crate::workspace::FileName;
use leptos::{prelude::*, task::spawn_local};
use std::sync::Arc;

impl DocumentHandle {
    /// Draws the stored document and shows all of it. When its code does not run, shows its last good drawing.
    pub(crate) fn open(self, app: App) {
        self.inner().runner.prepare();
        self.refresh(app);
        spawn_local(async move {
            self.operate(app, Origin::Hand, |session| {
                CallOutcome::Run(Box::new(session.open()))
            })
            .await;
            if self.is_broken() {
                self.operate(app, Origin::Hand, |session| match session.open_last_good() {
                    Some(pending) => CallOutcome::Run(Box::new(pending)),
                    None => CallOutcome::Done(Reply::done(Answer::Done)),
                })
                .await;
                self.inner().fit_when_good.set(true);
            }
            crate::ui::actions::first_fit(app);
            app.doc.ready.set(true);
            // In time, so that Korean text can be drawn offline as well. Trouble shows up in what needs the font.
            let _ = self.inner().runner.load_hangul().await;
            self.repaint_texts();
        });
    }

    /// Opens an example as a drawing of its own.
    pub(crate) async fn open_example(self, app: App, example: &'static Example) {
        let start = |session: &mut Session| session.replace(&Project::of_code(example.code));
        let text = app.say(Msg::ExampleLoaded, &[("name", example.title.text(app.lang()))]);
        if self.replace(app, start, text).await {
            // The user did not write these lines.
            self.inner().session.borrow_mut().disown(&FileName::main());
        }
    }

    /// Begins a drawing and a conversation with nothing in them.
    pub(crate) async fn new_drawing(self, app: App) {
        let start = |session: &mut Session| session.replace(&Project::of_code(BLANK));
        if self.replace(app, start, app.say(Msg::NewDrawingMade, &[])).await {
            self.inner().session.borrow_mut().disown(&FileName::main());
            app.chat.clear(app);
        }
    }

    /// Opens a project that came from a link or a file in the place of the document.
    pub(crate) async fn take_over(self, app: App, project: Arc<Project>) {
        let start = move |session: &mut Session| session.replace(&project);
        self.replace(app, start, app.say(Msg::CopyMade, &[])).await;
    }

    /// Puts another document in the place of this one, as one undo step, after the present drawing was kept. Whether that
    /// was done.
    pub(crate) async fn replace(
        self,
        app: App,
        plan: impl FnOnce(&mut Session) -> Result<Pending, String> + 'static,
        done: String,
    ) -> bool {
        self.flush_typing(app).await;
        if !app.previous.keep_present(app, Replaced::Drawing).await {
            return false;
        }
        let start = move |session: &mut Session| match plan(session) {
            Ok(pending) => CallOutcome::Run(Box::new(pending)),
            Err(why) => CallOutcome::Done(Reply::failed(why)),
        };
        let reply = self.operate(app, Origin::Hand, start).await;
        let opened = reply.changes.is_some();
        crate::ui::code::open(app, FileName::MAIN, None);
        crate::ui::actions::first_fit(app);
        if opened {
            app.announce(done);
        } else {
            tell(app, &reply, None);
        }
        opened
    }

    /// Whether the present code does not run.
    pub(crate) fn is_broken(self) -> bool {
        self.inner().session.borrow().broken().is_some()
    }

    /// Fits the drawing into the view when code that did not run at the start of the page runs again.
    pub(super) fn fit_repaired(self, app: App) {
        let inner = self.inner();
        if inner.fit_when_good.get() && app.doc.ready.get_untracked() && !self.is_broken() {
            inner.fit_when_good.set(false);
            app.view.fit(self.scene(crate::scene::Scene::bounds));
        }
    }
}
