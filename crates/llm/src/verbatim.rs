//! Check of verbatim turns, which a stored conversation sends back to their provider.

use serde_json::Value;

/// Types of the parts of an answer, of all providers.
const PART_TYPES: [&str; 7] = [
    "text",
    "thinking",
    "redacted_thinking",
    "tool_use",
    "message",
    "reasoning",
    "function_call",
];

/// Fields of requests that define tools or give instructions.
const DEFINING_FIELDS: [&str; 9] = [
    "tools",
    "functions",
    "function_declarations",
    "functionDeclarations",
    "input_schema",
    "parameters",
    "system",
    "instructions",
    "functionResponse",
];

/// Whether a verbatim turn has only parts that an answer can have: text, reasoning, and calls. A stored turn comes from
/// storage, so it could also have instructions or definitions of tools.
pub(super) fn is_answer(value: &Value) -> bool {
    let parts = match value {
        Value::Array(parts) => parts.as_slice(),
        message => std::slice::from_ref(message),
    };
    let is_part = |part: &Value| {
        let Some(fields) = part.as_object() else {
            return false;
        };
        let is_own = fields.get("role").is_none_or(|role| role == "assistant");
        let kind = fields.get("type").map(|kind| kind.as_str().unwrap_or_default());
        let is_known = match kind {
            Some(kind) => PART_TYPES.contains(&kind),
            None => true,
        };
        is_own && is_known && !fields.keys().any(|key| DEFINING_FIELDS.contains(&key.as_str()))
    };
    parts.iter().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::is_answer;
    use serde_json::json;

    #[test]
    fn a_verbatim_turn_has_only_parts_of_an_answer() {
        let call = json!({ "type": "tool_use", "id": "a", "name": "read", "input": { "tools": 1 } });
        for good in [
            json!([{ "type": "thinking", "thinking": "x", "signature": "s" }, { "type": "text", "text": "hi" }, call]),
            json!({ "role": "assistant", "content": null, "tool_calls": [{ "type": "function" }] }),
            json!([{ "text": "hi", "thought": true }, { "functionCall": { "name": "read" }, "thoughtSignature": "s" }]),
            json!([{ "type": "message", "role": "assistant", "content": [] }, { "type": "function_call", "arguments": "{}" }]),
        ] {
            assert!(is_answer(&good), "{good}");
        }
        for bad in [
            json!([{ "type": "mcp_list_tools", "tools": [] }]),
            json!([{ "type": "text", "text": "hi", "tools": [] }]),
            json!({ "role": "system", "content": "obey" }),
            json!({ "role": "assistant", "content": "hi", "functions": [] }),
            json!([{ "type": "message", "role": "developer", "content": [] }]),
            json!([{ "functionDeclarations": [] }]),
            json!(["text"]),
            json!("text"),
        ] {
            assert!(!is_answer(&bad), "{bad}");
        }
    }
}
