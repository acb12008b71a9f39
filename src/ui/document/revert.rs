//! Taking back what an agent did, as far as a person has not gone on from there.

use super::{DocumentHandle, Origin, TurnMark};
use crate::session::{CallOutcome, Session};
use crate::tools::{Answer, Reply};
use crate::ui::state::App;

impl DocumentHandle {
    /// Takes back what an agent's call changed. False, and nothing happens, if a person has changed something since, or if
    /// the question does not stand any more when it comes to it.
    pub(crate) async fn take_back(self, app: App, begun: TurnMark, stands: impl Fn() -> bool) -> bool {
        self.flush_typing(app).await;
        if self.inner().by_hand.get() != begun.by_hand || !stands() {
            return false;
        }
        let start = move |session: &mut Session| {
            let mut reply = Reply::done(Answer::Done);
            while reply.is_ok() && session.mark() > begun.mark {
                reply = session.undo();
            }
            CallOutcome::Done(reply)
        };
        self.operate(app, Origin::Agent, start).await.is_ok()
    }
}
