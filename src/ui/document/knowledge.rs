//! What a person does by hand with memory, requests, custom tools and single tools.
//!
//! Memory and requests are no part of the drawing and no step to undo, so a change of them waits for no run: it is made
//! between two awaits, stored, and shown.

use super::{DocumentHandle, Origin};
use crate::knowledge::Memory;
use crate::session::Session;
use crate::tools::{CustomTool, Reply};
use crate::ui::state::App;
use leptos::prelude::*;
use serde_json::Value;

impl DocumentHandle {
    /// Reads what is remembered.
    pub(crate) fn memory<T>(self, read: impl FnOnce(&Memory) -> T) -> T {
        read(self.inner().session.borrow().memory())
    }

    /// The custom tools that exist at present, on or off.
    pub(crate) fn custom_tools(self) -> Vec<CustomTool> {
        self.inner()
            .session
            .borrow()
            .every_custom_tool()
            .cloned()
            .collect()
    }

    /// Changes what is kept around the drawing, and stores it.
    pub(crate) fn keep<T>(self, app: App, change: impl FnOnce(&mut Session) -> T) -> T {
        let result = change(&mut self.inner().session.borrow_mut());
        app.doc.context_revision.update(|count| *count += 1);
        self.save(app);
        result
    }

    /// Calls a tool for a person who wants to see the reply; one step to undo.
    pub(crate) async fn call_by_hand(self, app: App, tool: String, input: Value) -> Reply {
        self.operate(app, Origin::Hand, move |session| session.call(&tool, input))
            .await
    }
}
