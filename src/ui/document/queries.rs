//! What the page asks the session about tools; nothing here changes the document.

use super::DocumentHandle;
use crate::tools::{Domain, Language, SandboxFunction};
use serde_json::Value;

impl DocumentHandle {
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

    /// Every domain with one line about it, for the prompt of a conversation.
    pub(crate) fn domain_lines(self) -> Vec<(&'static str, &'static str)> {
        self.inner().session.borrow().domain_lines()
    }

    /// Every tool that the command palette offers.
    pub(crate) fn drawing_tools(self, language: Language) -> Vec<Value> {
        self.inner().session.borrow().drawing_tools(language)
    }

    /// The language in which tools describe themselves to the conversation.
    pub(crate) fn speak(self, language: Language) {
        self.inner().session.borrow_mut().set_language(language);
    }

    /// What the person has selected, for the tools of the conversation.
    pub(crate) fn tell_selection(self, selection: Vec<String>) {
        self.inner().session.borrow_mut().set_selection(selection);
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
