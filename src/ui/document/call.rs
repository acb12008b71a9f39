//! Calling tools: for the conversation, and for a person.

use super::{DocumentHandle, Origin};
use crate::session::{CallOutcome, Session};
use crate::text;
use crate::tools::Reply;
use crate::ui::feedback::tell;
use crate::ui::state::App;
use serde_json::Value;

impl DocumentHandle {
    /// Calls a tool for the conversation; its reply.
    pub(crate) async fn call(self, app: App, tool: &str, input: Value) -> Reply {
        self.call_as(app, Origin::Agent, tool, input).await
    }

    /// Calls a tool for a person, who hears why it failed.
    pub(crate) async fn call_and_tell(self, app: App, tool: &str, input: Value) {
        let reply = self.call_as(app, Origin::Hand, tool, input).await;
        tell(app, &reply, None);
    }

    /// Calls a tool, with the Hangul font in place if its text needs one.
    async fn call_as(self, app: App, origin: Origin, tool: &str, input: Value) -> Reply {
        let inner = self.inner();
        let turn = inner.session.borrow().turn();
        let needs_font = input["text"].as_str().is_some_and(text::needs_hangul);
        let runner = inner.runner.clone();
        let font = if needs_font {
            runner.load_hangul().await
        } else {
            Ok(())
        };
        let tool = tool.to_owned();
        let start = move |session: &mut Session| {
            if origin == Origin::Agent {
                if turn.is_none() || session.turn() != turn {
                    let why = "the run was stopped before this call began; nothing was changed";
                    return CallOutcome::Done(Reply::failed(why));
                }
                inner.call_begun.set(Some(inner.mark_of(session)));
            }
            session.call(&tool, input)
        };
        let mut reply = self.operate(app, origin, start).await;
        let inner = self.inner();
        if origin == Origin::Agent {
            let mut session = inner.session.borrow_mut();
            // Of a turn that is over nobody reads the reply.
            if session.turn() == turn {
                reply = session.with_user_changes(reply);
            }
        }
        if let (Err(why), true) = (font, reply.changes.is_some()) {
            reply.warnings.push(why);
        }
        reply
    }

    /// Where boxes stood for Hangul, it is painted once its font has come.
    pub(super) fn repaint_texts(self) {
        let inner = self.inner();
        if !text::hangul_is_here() || inner.had_hangul.replace(true) {
            return;
        }
        let session = inner.session.borrow();
        let in_hangul = |text: &str| text::has_hangul(text);
        let texts = session.scene().walk();
        inner
            .painter
            .repaint(texts.filter(|entity| entity.shape.wording().is_some_and(|text| in_hangul(&text))));
    }
}
