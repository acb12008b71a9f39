//! Which tools a conversation has on offer: those it began with, then those it asked about.
//!
//! A conversation begins with a few tools (`tools::first_tools`) and widens itself: what `get_tool_schema` answered is
//! offered in full, what `list_tools` answered for one domain is offered in short. Invariants:
//! * The offer follows from the first tools and the transcript alone, so a stored conversation goes on with the same.
//! * It only grows, at its end, in the order of discovery; nothing in it changes. What comes before stays in the
//!   provider's cache, and a tool that was called can be called again.
//!
//! A tool that was never offered is run all the same when a model calls it: the host knows every tool.

use serde_json::{Map, Value, json};

use super::Transcript;
use crate::llm::{ToolCall, ToolDef, ToolResult};
use crate::tools::{self, Reveals};

/// The most tools on offer; some providers refuse more than 128.
const MOST: usize = 120;

/// The tools of the next request.
pub(super) fn offered(first: &[ToolDef], transcript: &Transcript) -> Vec<ToolDef> {
    let mut offer = first.to_vec();
    for pair in transcript.turns().windows(2) {
        for (call, result) in pair[0].calls().zip(pair[1].results()) {
            for def in discovered(call, result) {
                if offer.len() < MOST && offer.iter().all(|known| known.name != def.name) {
                    offer.push(def);
                }
            }
        }
    }
    offer
}

/// What the answer to a question about tools makes known.
fn discovered(call: &ToolCall, result: &ToolResult) -> Vec<ToolDef> {
    let known = tools::TOOLS.iter().find(|tool| tool.name == call.name);
    let reveals = known.map_or(Reveals::Nothing, |tool| tool.reveals);
    if result.is_error || reveals == Reveals::Nothing {
        return Vec::new();
    }
    // A text that was cut off is no JSON any more, and then offers nothing.
    let text = result.content.first().and_then(|part| part.text());
    let reply: Value = text
        .and_then(|text| serde_json::from_str(text).ok())
        .unwrap_or_default();
    let data = &reply["data"];
    if reveals == Reveals::Definition {
        return ToolDef::of(data.clone()).into_iter().collect();
    }
    // The list of everything is for reading; to offer everything would undo the narrow beginning.
    let rows = data["tools"].as_array().filter(|_| data["domain"].is_string());
    rows.into_iter().flatten().filter_map(in_short).collect()
}

/// A row of `list_tools` as a tool: its one line, and its parameters without their descriptions.
fn in_short(row: &Value) -> Option<ToolDef> {
    let tool = tools::find(row["name"].as_str()?).ok()?;
    let mut parameters = tool.canonical()["parameters"].take();
    for property in parameters["properties"].as_object_mut()?.values_mut() {
        shorten(property);
    }
    ToolDef::of(json!({ "name": tool.name, "description": row["description"], "parameters": parameters }))
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
