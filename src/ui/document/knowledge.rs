//! Changes that the user makes by hand to memory, requests for tools, and custom tools.
//!
//! Memory and requests are no part of the drawing and no step to undo, so a change of them waits for no run: it is made
//! between two awaits, stored, and shown.

use super::caller::Caller;
use super::handle::DocumentHandle;
use super::request::Kind;
use crate::knowledge::Memory;
use crate::session::Session;
use crate::tools::{Answer, CustomTool, Reply};

impl DocumentHandle {
    /// Reads what is remembered.
    pub(crate) fn memory<T>(self, read: impl FnOnce(&Memory) -> T) -> T {
        read(self.inner().session.borrow().memory())
    }

    /// The custom tools that exist at present, on or off.
    pub(crate) fn custom_tools(self) -> Vec<CustomTool> {
        let inner = self.inner();
        let session = inner.session.borrow();
        session.every_custom_tool().cloned().collect()
    }

    /// Changes the context of the drawing, and stores it.
    pub(crate) fn keep<T>(self, change: impl FnOnce(&mut Session) -> T) -> T {
        let result = change(&mut self.inner().session.borrow_mut());
        self.changed(Caller::User, Kind::Context, Reply::done(Answer::Done));
        result
    }
}
