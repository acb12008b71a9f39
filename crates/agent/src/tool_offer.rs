//! Tools offered to the model: the initial tools, then the tools that the conversation discovered.
//!
//! A conversation begins with a few tools (`tools::first_tools`). A result of `get_tool_schema` adds its tools
//! with their full definitions; a result of `list_tools` for one domain or for a search adds the listed tools with
//! shortened definitions.
//!
//! Invariants:
//! * The offer depends only on the initial tools and the transcript, so a stored conversation continues with
//!   the same offer.
//! * The offer only grows at its end, in the order of discovery, and no entry changes. The prefix of the
//!   request stays in the provider's cache, and the model can call each tool again.
//!
//! * Every definition comes from the registry: those of built-in tools from the list of tools, those of custom tools
//!   from the host ([`Definitions`]). A tool result stores only the names of the tools that it reveals, so a stored
//!   conversation brings no definition. For results stored without names, the names come from the arguments of the call.
//!
//! The host runs a tool that was never offered as well, because the host looks tools up in the registry.

use serde_json::{Map, Value, json};

use super::transcript::Transcript;
use trammel_language::Language;
use trammel_llm::{ToolCall, ToolDef, ToolResult};
use trammel_tools::{self as tools, Domain, Reply, Reveals, ToolSpec};

/// Maximum number of offered tools; some providers reject more than 128.
const MOST: usize = 120;

/// Definitions of the tools that a conversation can discover.
#[derive(Debug, Clone, Default)]
pub(super) struct Definitions {
    language: Language,
    custom: Vec<ToolDef>,
}

impl Definitions {
    /// Creates the definitions of a conversation in this language, with those of the custom tools.
    pub(super) fn new(language: Language, custom: Vec<ToolDef>) -> Definitions {
        Definitions { language, custom }
    }

    /// Adds the custom tools that the reply of a lookup defines. A known definition stays the same.
    pub(super) fn learn(&mut self, tool: &str, reply: &Reply) {
        for found in discovered(tool, reply) {
            let is_known = self.custom.iter().any(|known| known.name == found.name);
            if !is_known && tools::find(&found.name).is_err() {
                self.custom.push(found);
            }
        }
    }

    /// Returns the definition of a tool in the form that a lookup reveals.
    fn of(&self, name: &str, form: Reveals) -> Option<ToolDef> {
        let described = |spec: &ToolSpec| {
            let mut definition = spec.canonical();
            if self.language == Language::Korean {
                definition["description"] = spec.korean.into();
            }
            definition
        };
        match (form, tools::find(name)) {
            (Reveals::Nothing, _) => None,
            (Reveals::Definition, Ok(spec)) => ToolDef::of(described(spec)),
            (Reveals::Definition, Err(_)) => self.custom.iter().find(|def| def.name == name).cloned(),
            (Reveals::Listed, Ok(spec)) => in_short(spec, &described(spec)["description"]),
            (Reveals::Listed, Err(_)) => None,
        }
    }
}

/// Returns the tools of the next request.
pub(super) fn offered(first: &[ToolDef], transcript: &Transcript, definitions: &Definitions) -> Vec<ToolDef> {
    let mut offer = first.to_vec();
    for pair in transcript.turns().windows(2) {
        for (call, result) in pair[0].calls().zip(pair[1].results()) {
            for name in names(call, result) {
                if offer.len() < MOST
                    && offer.iter().all(|known| known.name != name)
                    && let Some(def) = definitions.of(&name, reveals(&call.name))
                {
                    offer.push(def);
                }
            }
        }
    }
    offer
}

/// Returns the names of the tools that a stored result reveals.
fn names(call: &ToolCall, result: &ToolResult) -> Vec<String> {
    match result.offers.is_empty() && !result.is_error {
        true => named(call),
        false => result.offers.clone(),
    }
}

/// Returns the names of the tools that the reply of a tool reveals, for a host whose list of tools grows.
pub fn revealed(tool: &str, reply: &Reply) -> Vec<String> {
    let found = discovered(tool, reply).into_iter();
    found.map(|definition| definition.name).collect()
}

/// Returns the definitions that the reply of a lookup of tools reveals.
pub(super) fn discovered(tool: &str, reply: &Reply) -> Vec<ToolDef> {
    let Some(data) = reply.data() else {
        return Vec::new();
    };
    match reveals(tool) {
        Reveals::Definition => tools::definitions_in(data)
            .into_iter()
            .filter_map(ToolDef::of)
            .collect(),
        // The list of all domains adds nothing: offering every tool would defeat the small initial set.
        Reveals::Listed if data["domain"].is_string() || data["search"].is_string() => {
            let rows = data["tools"].as_array().into_iter().flatten();
            let in_short =
                |row: &Value| in_short(tools::find(row["name"].as_str()?).ok()?, &row["description"]);
            rows.filter_map(in_short).collect()
        }
        Reveals::Listed | Reveals::Nothing => Vec::new(),
    }
}

fn reveals(name: &str) -> Reveals {
    let known = tools::TOOLS.iter().find(|tool| tool.name == name);
    known.map_or(Reveals::Nothing, |tool| tool.reveals)
}

/// Returns the names of the built-in tools that the arguments of a lookup name.
fn named(call: &ToolCall) -> Vec<String> {
    let word = |key: &str| call.args.as_ref().ok().and_then(|args| args[key].as_str());
    match reveals(&call.name) {
        Reveals::Definition => {
            let tool = word("name").and_then(|name| tools::find(name).ok());
            tool.map(|tool| tool.name.to_owned()).into_iter().collect()
        }
        Reveals::Listed => {
            let listed = word("domain").and_then(Domain::find).map(|domain| [domain]);
            let listed = listed.iter().flat_map(|domain| tools::tools_for_domains(domain));
            listed.map(|tool| tool.name.to_owned()).collect()
        }
        Reveals::Nothing => Vec::new(),
    }
}

/// Returns a definition with a one-line description and with parameters without descriptions.
fn in_short(tool: &ToolSpec, description: &Value) -> Option<ToolDef> {
    let mut parameters = tool.canonical()["parameters"].take();
    for property in parameters["properties"].as_object_mut()?.values_mut() {
        shorten(property);
    }
    ToolDef::of(json!({ "name": tool.name, "description": description, "parameters": parameters }))
}

/// Keeps only the types of a schema: removes descriptions, and the properties of nested objects.
fn shorten(schema: &mut Value) {
    let Value::Object(fields) = schema else { return };
    let kept = ["type", "enum", "items", "anyOf"];
    *fields = std::mem::take(fields)
        .into_iter()
        .filter(|(key, _)| kept.contains(&key.as_str()))
        .collect::<Map<_, _>>();
    for inner in fields.values_mut() {
        match inner {
            Value::Array(options) => options.iter_mut().for_each(shorten),
            inner => shorten(inner),
        }
    }
}
