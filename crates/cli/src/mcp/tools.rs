//! List of the server's tools.
//!
//! Every tool is an MCP tool with the same name and schema, but the list begins with the few that a conversation in the
//! app begins with, because hosts send the whole list with every request. A tool that the client looks up joins the list.

use rmcp::model::Tool;
use serde_json::Value;
use std::collections::BTreeSet;
use trammel_agent::mcp_output;
use trammel_document::Session;
use trammel_llm::{ToolDef, schema};
use trammel_tools::{Domain, Language, Reply, find};

/// Tools in the list of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Listed {
    /// Tools for code and for finding tools; each tool that is looked up joins them
    Core,
    /// Every tool
    All,
}

/// Tools that the client sees.
#[derive(Debug)]
pub(super) struct ToolList {
    listed: Listed,
    /// Names of the tools that the client has looked up.
    found: BTreeSet<String>,
}

impl ToolList {
    pub(super) fn new(listed: Listed) -> ToolList {
        ToolList {
            listed,
            found: BTreeSet::new(),
        }
    }

    /// Returns the descriptions of the tools, in the order of the registry.
    pub(super) fn describe(&self, session: &Session) -> Vec<Tool> {
        session
            .document()
            .tool_definitions(&Domain::every(), Language::English)
            .into_iter()
            .filter(|definition| definition["name"].as_str().is_some_and(|name| self.has(name)))
            .filter_map(mcp_tool)
            .collect()
    }

    fn has(&self, name: &str) -> bool {
        // A tool that is not built in was made from a function of the drawing.
        self.listed == Listed::All
            || self.found.contains(name)
            || find(name).map_or(true, |tool| tool.initial)
    }

    /// Adds the tools that a reply reveals. Returns whether the list grew.
    pub(super) fn reveal(&mut self, tool: &str, reply: &Reply) -> bool {
        let before = self.found.len();
        self.found.extend(revealed_names(tool, reply));
        self.listed == Listed::Core && self.found.len() > before
    }
}

/// Returns the names of the tools that the reply of a look-up reveals. A list of names alone reveals none.
fn revealed_names(tool: &str, reply: &Reply) -> Vec<String> {
    let reveals = find(tool).is_ok_and(|tool| tool.reveals);
    let (Some(data), true) = (reply.data(), reveals) else {
        return Vec::new();
    };
    let rows = data["tools"]
        .as_array()
        .map_or(std::slice::from_ref(data), Vec::as_slice);
    let names = rows.iter().filter_map(|row| row["name"].as_str());
    names.map(str::to_owned).collect()
}

fn mcp_tool(definition: Value) -> Option<Tool> {
    let def = ToolDef::of(definition)?;
    // A function of the drawing may change anything.
    let spec = find(&def.name);
    let is_read_only = spec.as_ref().is_ok_and(|spec| spec.is_read_only());
    let only_adds = spec.as_ref().is_ok_and(|spec| spec.only_adds());
    let mut tool = schema::mcp(&def, is_read_only, only_adds);
    tool["outputSchema"] = mcp_output();
    serde_json::from_value(tool).ok()
}
