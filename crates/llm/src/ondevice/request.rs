//! Conversion of a chat to a compact session of the Prompt API.
//!
//! Invariants: the system prompt comes first; then user and assistant alternate, the user first and last. An
//! assistant message contains either text or one tool call, in the JSON form required of answers. A call is followed
//! by its result. The same chat gives the same messages, and a longer chat begins with those of the shorter one.

use serde_json::{Value, json};

use super::prompt::{Message, Prompt};
use crate::error::clip;
use crate::{Block, Chat, Content, Role, ToolCall, ToolDef, ToolResult, Turn};

/// Maximum number of tools described to the model; more do not fit.
const TOOLS: usize = 8;

/// Maximum length of a tool's description, in bytes.
const DESCRIPTION: usize = 200;
/// Maximum length of one tool result, in bytes.
const RESULT: usize = 1_200;

/// User message inserted between two assistant messages.
const GO_ON: &str = "Go on.";

pub(super) fn build(chat: &Chat<'_>) -> Prompt {
    let tools = &chat.tools[..chat.tools.len().min(TOOLS)];
    let mut all = messages(chat.turns);
    let message = all
        .pop_if(|last| last.role == "user")
        .map_or_else(|| GO_ON.to_owned(), |last| last.content);
    let mut initial = vec![Message {
        role: "system",
        content: system(chat.system, tools),
    }];
    initial.append(&mut all);
    Prompt {
        initial,
        message,
        constraint: constraint(tools),
    }
}

fn constraint(tools: &[ToolDef]) -> Value {
    let answer = |properties: Value, required: Value| {
        json!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        })
    };
    let say = answer(json!({"say": {"type": "string"}}), json!(["say"]));
    if tools.is_empty() {
        return say;
    }
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
    let call = json!({"tool": {"type": "string", "enum": names}, "args": {"type": "object"}});
    json!({"anyOf": [say, answer(call, json!(["tool", "args"]))]})
}

fn system(system: &str, tools: &[ToolDef]) -> String {
    let mut text = system.trim_end().to_owned();
    if tools.is_empty() {
        text.push_str("\n\nAnswer with one JSON object: {\"say\": \"your words\"}.");
        return text.trim_start().to_owned();
    }
    text.push_str(
        "\n\nAnswer with one JSON object, nothing else. To call a tool: {\"tool\": \"its name\", \"args\": {...}}; its \
         result comes next. When the work is done, or to ask: {\"say\": \"your words\"}. One call at a time. Tools:",
    );
    for tool in tools {
        text.push_str(&format!(
            "\n{}({}): {}",
            tool.name,
            arguments(&tool.parameters),
            first_sentence(&tool.description)
        ));
    }
    text.trim_start().to_owned()
}

/// Returns the names and types of the arguments; optional ones have a question mark.
fn arguments(schema: &Value) -> String {
    let required = |name: &str| {
        schema["required"]
            .as_array()
            .is_some_and(|names| names.iter().any(|needed| needed == name))
    };
    let kind = |property: &Value| match (&property["enum"], &property["type"]) {
        (Value::Array(values), _) => values
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("|"),
        (_, Value::String(kind)) => kind.clone(),
        _ => "any".to_owned(),
    };
    let one = |(name, property): (&String, &Value)| {
        let mark = if required(name) { "" } else { "?" };
        format!("{name}{mark}: {}", kind(property))
    };
    let all = schema["properties"].as_object().into_iter().flatten().map(one);
    all.collect::<Vec<_>>().join(", ")
}

fn first_sentence(text: &str) -> &str {
    let line = text.trim().lines().next().unwrap_or_default();
    let end = line.find(". ").map_or(line.len(), |at| at + 1);
    clip(&line[..end], DESCRIPTION)
}

fn messages(turns: &[Turn]) -> Vec<Message> {
    let mut all = Vec::new();
    let mut open: Vec<&ToolCall> = Vec::new();
    for turn in turns {
        match turn.role {
            Role::User => {
                for (at, result) in turn.results().enumerate() {
                    let call = open.iter().find(|call| call.id == result.call_id);
                    // The first of several calls has already been written.
                    if let Some(call) = call.filter(|_| at > 0) {
                        answer(call_text(call), &mut all);
                    }
                    say(result_text(call.map_or("", |call| &call.name), result), &mut all);
                }
                for block in &turn.blocks {
                    if let Block::Text(text) = block
                        && !text.trim().is_empty()
                    {
                        say(text.clone(), &mut all);
                    }
                }
                open.clear();
            }
            Role::Assistant => {
                open = turn.calls().collect();
                let text = turn.text();
                if let Some(call) = open.first() {
                    answer(call_text(call), &mut all);
                } else if !text.trim().is_empty() {
                    answer(json!({ "say": text }).to_string(), &mut all);
                }
            }
        }
    }
    all
}

/// Appends user text, merged with a preceding user message.
fn say(text: String, all: &mut Vec<Message>) {
    match all.last_mut().filter(|last| last.role == "user") {
        Some(last) => {
            last.content.push_str("\n\n");
            last.content.push_str(&text);
        }
        None => all.push(Message {
            role: "user",
            content: text,
        }),
    }
}

/// Appends an assistant message, after a user message.
fn answer(content: String, all: &mut Vec<Message>) {
    if all.last().is_none_or(|last| last.role != "user") {
        say(GO_ON.to_owned(), all);
    }
    all.push(Message {
        role: "assistant",
        content,
    });
}

fn call_text(call: &ToolCall) -> String {
    let args = call.args.as_ref().cloned().unwrap_or_else(|_| json!({}));
    json!({ "tool": call.name, "args": args }).to_string()
}

fn result_text(name: &str, result: &ToolResult) -> String {
    let texts: Vec<&str> = result.content.iter().filter_map(Content::text).collect();
    let text = texts.join("\n");
    let text = match text.trim() {
        "" => "nothing to read",
        text => text,
    };
    let cut = clip(text, RESULT);
    let mark = if cut.len() < text.len() { " […]" } else { "" };
    let outcome = if result.is_error { "Error of" } else { "Result of" };
    format!("{outcome} {name}: {cut}{mark}")
}
