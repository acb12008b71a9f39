//! Which tools a conversation has on offer: those it began with, then those it asked about.
//!
//! A conversation begins with a few tools (`tools::first_tools`) and widens itself: what `get_tool_schema` answered is
//! offered in full, what `list_tools` answered for one domain is offered in short. Invariants:
//! * The offer follows from the first tools and the transcript alone, so a stored conversation goes on with the same.
//! * It only grows, at its end, in the order of discovery; nothing in it changes. What comes before stays in the
//!   provider's cache, and a tool that was called can be called again.
//!
//! Each result holds the tools that it makes known. A result that was stored by a version that did not keep them yet has
//! those that the arguments of its call name, as the registry describes them.
//!
//! A tool that was never offered is run all the same when a model calls it: the host knows every tool.

use serde_json::{Map, Value, json};

use super::transcript::Transcript;
use crate::llm::{ToolCall, ToolDef};
use crate::tools::{self, Domain, Reply, Reveals, ToolSpec};

/// The most tools on offer; some providers refuse more than 128.
const MOST: usize = 120;

/// The tools of the next request.
pub(super) fn offered(first: &[ToolDef], transcript: &Transcript) -> Vec<ToolDef> {
    let mut offer = first.to_vec();
    for pair in transcript.turns().windows(2) {
        for (call, result) in pair[0].calls().zip(pair[1].results()) {
            let named = if result.is_error || !result.offers.is_empty() {
                Vec::new()
            } else {
                named(call)
            };
            for def in result.offers.iter().chain(&named) {
                if offer.len() < MOST && offer.iter().all(|known| known.name != def.name) {
                    offer.push(def.clone());
                }
            }
        }
    }
    offer
}

/// The tools that the reply to a question about tools makes known.
pub(super) fn discovered(call: &ToolCall, reply: &Reply) -> Vec<ToolDef> {
    let Some(data) = reply.data() else {
        return Vec::new();
    };
    match reveals(call) {
        Reveals::Definition => ToolDef::of(data.clone()).into_iter().collect(),
        // The list of everything is for reading; to offer everything would undo the narrow beginning.
        Reveals::Listed if data["domain"].is_string() => {
            let rows = data["tools"].as_array().into_iter().flatten();
            let in_short =
                |row: &Value| in_short(tools::find(row["name"].as_str()?).ok()?, &row["description"]);
            rows.filter_map(in_short).collect()
        }
        Reveals::Listed | Reveals::Nothing => Vec::new(),
    }
}

fn reveals(call: &ToolCall) -> Reveals {
    let known = tools::TOOLS.iter().find(|tool| tool.name == call.name);
    known.map_or(Reveals::Nothing, |tool| tool.reveals)
}

/// The tools of the registry that the arguments of a question about tools name.
fn named(call: &ToolCall) -> Vec<ToolDef> {
    let word = |key: &str| call.args.as_ref().ok().and_then(|args| args[key].as_str());
    match reveals(call) {
        Reveals::Definition => {
            let tool = word("name").and_then(|name| tools::find(name).ok());
            tool.and_then(|tool| ToolDef::of(tool.canonical()))
                .into_iter()
                .collect()
        }
        Reveals::Listed => {
            let domain = word("domain").and_then(Domain::find);
            let listed = domain.map(|domain| [domain]);
            let listed = listed.iter().flat_map(|domain| tools::tools_for_domains(domain));
            listed
                .filter_map(|tool| in_short(tool, &tool.canonical()["description"]))
                .collect()
        }
        Reveals::Nothing => Vec::new(),
    }
}

/// A tool with one line about it, and its parameters without their descriptions.
fn in_short(tool: &ToolSpec, description: &Value) -> Option<ToolDef> {
    let mut parameters = tool.canonical()["parameters"].take();
    for property in parameters["properties"].as_object_mut()?.values_mut() {
        shorten(property);
    }
    ToolDef::of(json!({ "name": tool.name, "description": description, "parameters": parameters }))
}

/// Leaves the kinds of values: no descriptions, and objects without their parts.
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
