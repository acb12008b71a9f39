//! What the page asks the session about tools; nothing here changes the document.

use super::Desk;
use crate::tools::{Domain, Language, SandboxFunction};
use serde_json::Value;

impl Desk {
    /// Schemas that a conversation begins with, hints included.
    pub(crate) fn first_tools(self) -> Vec<Value> {
        self.inner().session.borrow().first_tools()
    }

    /// Schemas of every tool, hints included.
    pub(crate) fn every_tool(self) -> Vec<Value> {
        self.inner().session.borrow().tool_definitions(&Domain::every())
    }

    /// Every function that code can call, for completion.
    pub(crate) fn sandbox_functions(self) -> Vec<SandboxFunction> {
        self.inner().session.borrow().sandbox_functions()
    }

    /// What the tools of a conversation should know: the person's language and selection.
    pub(crate) fn tell_conversation(self, language: &str, selection: Vec<String>) {
        let inner = self.inner();
        let mut session = inner.session.borrow_mut();
        session.set_language(Language::from_tag(language));
        session.set_selection(selection);
    }

    /// The language in which tools describe themselves from now on.
    pub(crate) fn tell_language(self, language: &str) {
        let inner = self.inner();
        inner
            .session
            .borrow_mut()
            .set_language(Language::from_tag(language));
    }

    /// Names of the tools made from the document's own functions.
    pub(crate) fn custom_tool_names(self) -> Vec<String> {
        let inner = self.inner();
        let session = inner.session.borrow();
        session.custom_tools().map(|tool| tool.name.clone()).collect()
    }
}
