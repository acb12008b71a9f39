//! Calls from outside the page's own conversation. They go the way of a person's: each is one step back, and an agent's
//! turn with one of them in between is not one step.

use super::{DocumentHandle, Origin};
use crate::tools::Reply;
use crate::ui::state::App;
use crate::ui::{code, picture};
use serde_json::Value;

impl DocumentHandle {
    /// Calls a tool for somebody outside, on what the person sees; its reply, with pictures as PNG.
    pub(crate) async fn call_from_outside(self, app: App, tool: &str, input: Value) -> Reply {
        code::flush(app);
        let tool = tool.to_owned();
        let mut reply = self
            .operate(app, Origin::Hand, move |session| session.call(&tool, input))
            .await;
        picture::paint(&mut reply).await;
        reply
    }
}
