//! Tool definitions in the format of each provider, for the adapters and for `trammel tools --format`.
//!
//! The canonical schema stays in the subset that every provider accepts, so only the envelope differs. Schemas are
//! sent as non-strict: the strict modes of the providers are mutually incompatible, and the program checks the
//! arguments anyway.

use super::ToolDef;
use serde_json::{Value, json};

/// Returns a tool of the Anthropic Messages API.
pub fn anthropic(def: &ToolDef) -> Value {
    json!({ "name": def.name, "description": def.description, "input_schema": def.parameters })
}

/// Returns a tool of the OpenAI Responses API. `strict` is set explicitly, because omitting it means strict whenever
/// the schema allows.
pub fn openai(def: &ToolDef) -> Value {
    json!({
        "type": "function",
        "name": def.name,
        "description": def.description,
        "strict": false,
        "parameters": def.parameters,
    })
}

/// Returns a tool of a Chat Completions server. `strict` is omitted, because many servers do not support it.
pub fn chat(def: &ToolDef) -> Value {
    json!({
        "type": "function",
        "function": { "name": def.name, "description": def.description, "parameters": def.parameters },
    })
}

/// Returns the tools of a Gemini request: one object with all declarations.
pub fn gemini(defs: &[ToolDef]) -> Value {
    json!([{ "functionDeclarations": defs.iter().map(gemini_declaration).collect::<Value>() }])
}

/// Returns a declaration of the Gemini API, which rejects an object without properties, so `parametersJsonSchema` is
/// omitted for a tool without parameters.
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

/// Returns a tool of the Model Context Protocol. `is_read_only` marks a tool whose calls change nothing, and `only_adds` one
/// whose calls change nothing that was there before.
pub fn mcp(def: &ToolDef, is_read_only: bool, only_adds: bool) -> Value {
    json!({
        "name": def.name,
        "description": def.description,
        "inputSchema": def.parameters,
        "annotations": {
            "readOnlyHint": is_read_only,
            "destructiveHint": !is_read_only && !only_adds,
            "openWorldHint": false,
        },
    })
}

/// Returns a tool that a page offers to its browser (WebMCP). The hints are those of `ToolAnnotations` in that proposal.
/// Every result may quote names, texts, and code of a drawing that another author made, so all of it is marked as
/// untrusted content.
pub fn web_mcp(def: &ToolDef, is_read_only: bool) -> Value {
    json!({
        "name": def.name,
        "description": def.description,
        "inputSchema": def.parameters,
        "annotations": { "readOnlyHint": is_read_only, "untrustedContentHint": true },
    })
}
