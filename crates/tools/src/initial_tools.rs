//! Tool definitions that are offered to a model. The app selects the definitions, because every request carries
//! them: each unneeded tool costs attention and tokens in every request.
//!
//! A conversation has the eight tools of the domains code and registry that declare [`Tool::INITIAL`]. With
//! `run_cad_code` a model draws, as every drawing tool is a function there, and with `query_code` it measures. With
//! `read`, `edit` and `write` a model changes the code of the drawing. With `list_tools` and `get_tool_schema` a model
//! finds all other tools, which it then calls in code, or with `call_tool` if code cannot call them. So the list is the
//! same in every request, and caches of prompts stay valid. The system prompt adds one line for each domain, and the
//! signatures of the common queries (`query_signatures.rs`).
//!
//! [`Tool::INITIAL`]: super::tool::Tool::INITIAL

use super::domain::Domain;
use super::registry::AnyTool;
use super::spec::ToolEnv;
use serde_json::Value;
use trammel_language::Language;

impl ToolEnv {
    /// Returns the definitions that a conversation starts with, including hints, in the current language. Callers
    /// request the definitions once and reuse them, so that prompt caches stay valid.
    pub fn first_definitions(&self) -> Vec<Value> {
        let first = self.catalog.tools.iter().filter(|tool| tool.initial);
        self.definitions_of(first.map(AnyTool::Ours), self.language)
    }

    /// Returns the definitions of the given domains, including hints, in `language`.
    pub fn definitions(&self, domains: &[Domain], language: Language) -> Vec<Value> {
        let tools = self.tools().filter(|tool| domains.contains(&tool.domain()));
        self.definitions_of(tools, language)
    }
}
