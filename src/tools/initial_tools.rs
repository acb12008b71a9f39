//! What a model is shown first. The app filters, not the model: every request carries its tools, so each that is not needed
//! costs attention and money in all of them.
//!
//! A conversation begins with six tools of the domains code and registry. With `run_cad_code` a model draws anything, as
//! every drawing tool is a function there; with `read`, `edit` and `write` it changes what is drawn; with `list_tools` and
//! `get_tool_schema` it finds everything else, and what it finds is then offered as well (`agent` keeps the offer). The
//! system prompt adds one line for each domain.

use super::{AnyTool, Domain, TOOLS, ToolEnv, ToolSpec};
use serde_json::Value;

/// The domains that a conversation begins with.
const FIRST_DOMAINS: [Domain; 2] = [Domain::Code, Domain::Registry];

/// Of those, what is needed before anything has been asked.
const FIRST: [&str; 6] = [
    "read",
    "edit",
    "write",
    "run_cad_code",
    "list_tools",
    "get_tool_schema",
];

/// The tools of some domains: the app's filter before a model.
pub fn tools_for_domains(domains: &[Domain]) -> impl Iterator<Item = &'static ToolSpec> {
    TOOLS.iter().filter(move |tool| domains.contains(&tool.domain))
}

/// The tools that a conversation begins with.
pub fn first_tools() -> impl Iterator<Item = &'static ToolSpec> {
    tools_for_domains(&FIRST_DOMAINS).filter(|tool| FIRST.contains(&tool.name))
}

impl ToolEnv {
    /// The schemas that a conversation begins with, with their hints, in the present language. Ask once and keep the
    /// answer, so that prompt caches hold.
    pub fn first_definitions(&self) -> Vec<Value> {
        self.all_described(first_tools().map(AnyTool::Ours))
    }

    /// The schemas of some domains, with their hints, in the present language.
    pub fn definitions(&self, domains: &[Domain]) -> Vec<Value> {
        let custom = self.custom_tools().filter(|_| domains.contains(&Domain::Custom));
        self.all_described(
            tools_for_domains(domains)
                .map(AnyTool::Ours)
                .chain(custom.map(AnyTool::Custom)),
        )
    }
}
