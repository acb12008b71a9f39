//! What the page asks the session about tools; nothing here changes the document.

use super::Desk;
use crate::tools::{Domain, Language, SandboxFunction};
use serde_json::Value;

impl Desk {
    /// Schemas of some domains, hints included: what a conversation begins with.
    pub(crate) fn tool_definitions(self, domains: &[Domain]) -> Vec<Value> {
        self.inner().session.borrow().tool_definitions(domains)
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
}
