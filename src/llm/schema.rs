//! A tool as each provider wants it in a request: the adapters use these, and `trammel tools --format` prints them.
//!
//! The canonical schema keeps to what every provider takes, so here only the envelope differs. Schemas are sent
//! non-strict: strict modes of the providers exclude each other, and arguments are checked on our side anyway.

use super::ToolDef;
use serde_json::{Value, json};

/// A tool of the Anthropic Messages API.
pub fn anthropic(def: &ToolDef) -> Value {
    json!({ "name": def.name, "description": def.description, "input_schema": def.parameters })
}

/// A tool of the OpenAI Responses API. `strict` is said, because leaving it out means "strict if it fits".
pub fn openai(def: &ToolDef) -> Value {
    json!({
        "type": "function",
        "name": def.name,
        "description": def.description,
        "strict": false,
        "parameters": def.parameters,
    })
}

/// A tool of a Chat Completions server. `strict` is not said: many servers do not know it.
pub fn chat(def: &ToolDef) -> Value {
    json!({
        "type": "function",
        "function": { "name": def.name, "description": def.description, "parameters": def.parameters },
    })
}

/// All tools of a Gemini request: one object that holds every declaration.
pub fn gemini(defs: &[ToolDef]) -> Value {
    json!([{ "functionDeclarations": defs.iter().map(gemini_declaration).collect::<Value>() }])
}

/// A declaration of the Gemini API, which refuses an object without properties: a tool without parameters has none.
fn gemini_declaration(def: &ToolDef) -> Value {
    let mut declaration = json!({ "name": def.name, "description": def.description });
    let takes_something = def.parameters["properties"]
        .as_object()
        .is_some_and(|properties| !properties.is_empty());
    if takes_something {
        declaration["parametersJsonSchema"] = def.parameters.clone();
    }
    declaration
}

/// A tool of the Model Context Protocol, which is also what a page offers its browser. `only_reads` tells a client that a
/// call changes nothing.
pub fn mcp(def: &ToolDef, only_reads: bool) -> Value {
    let mut annotations = json!({ "openWorldHint": false });
    if only_reads {
        annotations["readOnlyHint"] = Value::Bool(true);
    }
    json!({
        "name": def.name,
        "description": def.description,
        "inputSchema": def.parameters,
        "annotations": annotations,
    })
}
