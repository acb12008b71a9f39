//! Queries about tools and about the document as a whole. No query changes the drawing.

use super::handle::DocumentHandle;
use serde_json::Value;
use trammel_formats::project::Project;
use trammel_scene::LayerSettings;
use trammel_tools::{Domain, Language, SandboxFunction, ToolParameter};

impl DocumentHandle {
    /// Returns the schemas of a conversation's initial tools, hints included.
    pub(crate) fn first_tools(self) -> Vec<Value> {
        self.inner().session.borrow().document().first_tools()
    }

    /// Returns the schemas of every tool in a language, hints included.
    pub(crate) fn every_tool(self, language: Language) -> Vec<Value> {
        let inner = self.inner();
        let session = inner.session.borrow();
        session.document().tool_definitions(&Domain::every(), language)
    }

    /// Returns every function that code can call, for completion.
    pub(crate) fn sandbox_functions(self) -> Vec<SandboxFunction> {
        self.inner().session.borrow().document().sandbox_functions()
    }

    /// Returns every function that code can call, with a snippet of its call.
    pub(crate) fn completions(self) -> Vec<(SandboxFunction, String)> {
        self.inner().session.borrow().document().completions()
    }

    /// Returns the parameters of a tool that code can call.
    pub(crate) fn tool_parameters(self, name: &str) -> Vec<ToolParameter> {
        self.inner().session.borrow().document().tool_parameters(name)
    }

    /// Returns every domain of tools with a one-line description, for the system prompt of a conversation.
    pub(crate) fn domain_lines(self) -> Vec<(&'static str, &'static str)> {
        self.inner().session.borrow().document().domain_lines()
    }

    /// Returns every tool of the command palette.
    pub(crate) fn drawing_tools(self, language: Language) -> Vec<Value> {
        self.inner().session.borrow().document().drawing_tools(language)
    }

    /// Returns the names of the enabled custom tools.
    pub(crate) fn custom_tool_names(self) -> Vec<String> {
        let inner = self.inner();
        let session = inner.session.borrow();
        session
            .document()
            .custom_tools()
            .map(|tool| tool.name.clone())
            .collect()
    }

    /// Sets the language of the tools' descriptions in the conversation.
    pub(crate) fn set_language(self, language: Language) {
        self.inner()
            .session
            .borrow_mut()
            .document_mut()
            .set_language(language);
    }

    /// Sets the user's selection, for the tools of the conversation.
    pub(crate) fn set_selection(self, selection: Vec<String>) {
        self.inner()
            .session
            .borrow_mut()
            .document_mut()
            .set_selection(selection);
    }

    /// Returns the hidden and locked layers, and the layer of new figures.
    pub(crate) fn layer_settings(self) -> LayerSettings {
        self.inner().session.borrow().document().layer_settings().clone()
    }

    /// Returns the document as a project, with or without its memory.
    pub(crate) fn project(self, with_memory: bool) -> Project {
        self.inner().session.borrow().document().project(with_memory)
    }

    /// Returns the document with the code of its last good drawing; `None` if nothing has been drawn yet.
    pub(crate) fn last_good_project(self, with_memory: bool) -> Option<Project> {
        self.inner()
            .session
            .borrow()
            .document()
            .last_good_project(with_memory)
    }

    /// Returns the custom tools with their provenance; `None` if there are none.
    pub(crate) fn tools_text(self) -> Option<String> {
        self.inner().session.borrow().document().tools_text()
    }
}
