//! Definitions that a model is offered. The app filters, not the model: every request carries its tools, so each that is
//! not needed costs attention and money in all of them.
//!
//! A conversation begins with six tools of the domains code and registry, which declare it with [`Tool::INITIAL`]. With
//! `run_cad_code` a model draws anything, as every drawing tool is a function there; with `read`, `edit` and `write` it
//! changes what is drawn; with `list_tools` and `get_tool_schema` it finds everything else, and what it finds is then
//! offered as well (`agent` keeps the offer). The system prompt adds one line for each domain.
//!
//! [`Tool::INITIAL`]: super::tool::Tool::INITIAL

use super::domain::Domain;
use super::registry::AnyTool;
use super::spec::ToolEnv;
use serde_json::Value;

impl ToolEnv {
    /// The schemas that a conversation begins with, with their hints, in the present language. Ask once and keep the
    /// answer, so that prompt caches hold.
    pub fn first_definitions(&self) -> Vec<Value> {
        let first = self.list.iter().filter(|tool| tool.initial);
        self.all_described(first.map(AnyTool::Ours))
    }

    /// The schemas of some domains, with their hints, in the present language.
    pub fn definitions(&self, domains: &[Domain]) -> Vec<Value> {
        self.all_described(self.tools().filter(|tool| domains.contains(&tool.domain())))
    }
}
