//! Tool calls that a model has written as text of its answer.
//!
//! Weak and local models write the syntax of their chat template when a server does not recognize it. The forms are those of
//! Hermes and Qwen (`<tool_call>{...}</tool_call>`), Qwen Coder and Llama (`<function=name>...</function>`), Mistral
//! (`[TOOL_CALLS]`), and a JSON object with a name and arguments as the whole answer.
//!
//! Invariant: text is a call only if the answer ends with it, so that an example in an explanation is none.

use super::chat::{BadArgs, Block, Role, ToolCall, Turn};
use super::repair::{Repair, read_value, without_fence};
use serde_json::{Map, Value};

/// Markers that begin a call, and of which no explanation consists by chance.
const MARKERS: [&str; 4] = ["<tool_call>", "<function=", "[TOOL_CALLS]", "<|python_tag|>"];

/// Calls in the text of an answer.
#[derive(Debug, PartialEq)]
pub enum TextCalls {
    /// The text has no syntax of a call.
    Absent,
    /// The text has the syntax of a call that cannot be read.
    Unreadable,
    /// The answer with its calls in place of their text.
    Found(Turn),
}

/// Looks for calls in the text of an answer that has no other calls. `schema` returns the parameters of a tool, `None` if
/// there is no such tool; `id` begins the ids of the calls.
pub fn find_text_calls(turn: &Turn, id: &str, schema: &dyn Fn(&str) -> Option<Value>) -> TextCalls {
    let text = turn.text();
    let (before, calls) = match marked_at(&text) {
        Some(at) => match marked_calls(&text[at..], schema) {
            Some(calls) => (&text[..at], calls),
            None => return TextCalls::Unreadable,
        },
        None => match whole_calls(&text, schema) {
            Some(calls) => ("", calls),
            None => return TextCalls::Absent,
        },
    };
    let mut blocks: Vec<Block> = turn
        .blocks
        .iter()
        .filter(|block| matches!(block, Block::Reasoning(_)))
        .cloned()
        .collect();
    let before = before
        .trim()
        .trim_end_matches("```json")
        .trim_end_matches("```")
        .trim_end();
    if !before.is_empty() {
        blocks.push(Block::Text(before.to_owned()));
    }
    blocks.extend(calls.into_iter().enumerate().map(|(at, (name, args))| {
        Block::ToolCall(ToolCall {
            id: format!("{id}_{}", at + 1),
            name,
            args,
            repair: Repair::FromText,
        })
    }));
    TextCalls::Found(Turn {
        role: Role::Assistant,
        blocks,
        // The verbatim answer has text instead of calls, which have results.
        raw: None,
    })
}

/// Name and arguments of a call.
type Written = (String, Result<Value, BadArgs>);

/// Returns the place of the first marker outside of inline code.
fn marked_at(text: &str) -> Option<usize> {
    let places = MARKERS.iter().filter_map(|marker| text.find(marker));
    let at = places.min()?;
    (!text[..at].ends_with('`')).then_some(at)
}

/// Reads a sequence of marked calls that fills the text.
fn marked_calls(text: &str, schema: &dyn Fn(&str) -> Option<Value>) -> Option<Vec<Written>> {
    let mut calls = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() && rest != "```" {
        if let Some(body) = rest.strip_prefix("<tool_call>") {
            let (inside, after) = body.split_once("</tool_call>").unwrap_or((body, ""));
            let inside = inside.trim();
            if inside.starts_with("<function=") {
                calls.push(function_call(inside, schema)?.0);
            } else {
                calls.extend(json_calls(inside)?);
            }
            rest = after;
        } else if rest.starts_with("<function=") {
            let (call, after) = function_call(rest, schema)?;
            calls.push(call);
            rest = after.trim_start().strip_prefix("</tool_call>").unwrap_or(after);
        } else if let Some(body) = rest.strip_prefix("[TOOL_CALLS]") {
            let (inside, after) = body
                .split_once("[TOOL_CALLS]")
                .map_or((body, ""), |(inside, _)| (inside, &body[inside.len()..]));
            calls.extend(mistral_calls(inside.trim())?);
            rest = after;
        } else if let Some(body) = rest.strip_prefix("<|python_tag|>") {
            calls.extend(json_calls(body.trim_end_matches("<|eom_id|>"))?);
            rest = "";
        } else {
            return None;
        }
        rest = rest.trim_start();
    }
    (!calls.is_empty()).then_some(calls)
}

/// Reads `<function=name>...</function>`, whose content is a JSON object or a list of `<parameter=key>` elements, and
/// returns it with the text after it.
fn function_call<'t>(text: &'t str, schema: &dyn Fn(&str) -> Option<Value>) -> Option<(Written, &'t str)> {
    let (name, rest) = text.strip_prefix("<function=")?.split_once('>')?;
    let (body, after) = rest.split_once("</function>").unwrap_or((rest, ""));
    let name = name.trim().trim_matches('"').to_owned();
    let body = body.trim();
    if body.is_empty() || body.starts_with('{') {
        let args = ToolCall::parse(String::new(), String::new(), body).args;
        return Some(((name, args), after));
    }
    let known = schema(&name).unwrap_or_default();
    let mut fields = Map::new();
    let mut rest = body;
    while let Some(parameter) = rest.strip_prefix("<parameter=") {
        let (key, value) = parameter.split_once('>')?;
        let (value, next) = value.split_once("</parameter>")?;
        let key = key.trim().trim_matches('"');
        let value = value.strip_prefix('\n').unwrap_or(value);
        let value = value.strip_suffix('\n').unwrap_or(value);
        let is_text = known["properties"][key]["type"] == "string";
        let read = serde_json::from_str(value.trim()).ok().filter(|_| !is_text);
        let read = read.unwrap_or_else(|| Value::String(value.to_owned()));
        if fields.insert(key.to_owned(), read).is_some() {
            return None;
        }
        rest = next.trim_start();
    }
    rest.is_empty()
        .then_some(((name, Ok(Value::Object(fields))), after))
}

/// Reads the calls after `[TOOL_CALLS]`: a JSON list, or a name with its arguments.
fn mistral_calls(text: &str) -> Option<Vec<Written>> {
    if text.starts_with(['[', '{']) {
        return json_calls(text);
    }
    let at = text.find(['[', '{'])?;
    let (name, args) = text.split_at(at);
    let args = args.strip_prefix("[ARGS]").unwrap_or(args);
    let args = ToolCall::parse(String::new(), String::new(), args).args;
    Some(vec![(name.trim().to_owned(), args)])
}

/// Reads an answer that is nothing but a call, or a list of calls, of known tools.
fn whole_calls(text: &str, schema: &dyn Fn(&str) -> Option<Value>) -> Option<Vec<Written>> {
    let text = without_fence(text.trim());
    let calls = text.starts_with(['{', '[']).then(|| json_calls(text)).flatten()?;
    calls
        .iter()
        .all(|(name, _)| schema(name).is_some())
        .then_some(calls)
}

/// Reads one call or a list of calls in JSON.
fn json_calls(text: &str) -> Option<Vec<Written>> {
    let value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(_) => read_value(text)?.0,
    };
    match value {
        Value::Array(calls) => calls.into_iter().map(json_call).collect(),
        call => json_call(call).map(|call| vec![call]),
    }
}

fn json_call(call: Value) -> Option<Written> {
    let call = match &call["function"] {
        inner @ Value::Object(_) => inner.clone(),
        _ => call,
    };
    let name = ["name", "tool", "tool_name", "function"]
        .iter()
        .find_map(|key| call[*key].as_str())?;
    let args = ["arguments", "parameters", "args", "input"]
        .iter()
        .find_map(|key| call.get(*key))?;
    let args = match args {
        Value::Object(_) => Ok(args.clone()),
        Value::String(text) => ToolCall::parse(String::new(), String::new(), text).args,
        Value::Null => Ok(Value::Object(Map::new())),
        _ => return None,
    };
    Some((name.to_owned(), args))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn schema(name: &str) -> Option<Value> {
        let properties = json!({"code": {"type": "string"}, "size": {"type": "number"}});
        (name == "run").then(|| json!({ "properties": properties }))
    }

    fn look_for_calls(text: &str) -> Result<Vec<String>, TextCalls> {
        let turn = Turn {
            role: Role::Assistant,
            blocks: vec![Block::Text(text.to_owned())],
            raw: None,
        };
        match find_text_calls(&turn, "t", &schema) {
            TextCalls::Found(turn) => {
                let call = |call: &ToolCall| {
                    format!(
                        "{} {} {}",
                        call.id,
                        call.name,
                        call.args.clone().unwrap_or_else(|bad| bad.message.into())
                    )
                };
                Ok(std::iter::once(turn.text())
                    .chain(turn.calls().map(call))
                    .collect())
            }
            other => Err(other),
        }
    }

    #[test]
    fn calls_in_the_syntax_of_chat_templates_are_read() {
        let one = ["", "t_1 run {\"code\":\"1\"}"];
        for text in [
            "<tool_call>\n{\"name\": \"run\", \"arguments\": {\"code\": \"1\"}}\n</tool_call>",
            "<tool_call>{\"name\": \"run\", \"arguments\": {\"code\": \"1\"}}",
            "<tool_call>{\"name\": \"run\", \"arguments\": {\"code\": \"1\"}</tool_call>",
            "<tool_call>\n<function=run>\n<parameter=code>\n1\n</parameter>\n</function>\n</tool_call>",
            "<function=run>{\"code\": \"1\"}</function>",
            "[TOOL_CALLS][{\"name\": \"run\", \"arguments\": {\"code\": \"1\"}}]",
            "[TOOL_CALLS]run{\"code\": \"1\"}",
            "[TOOL_CALLS]run[ARGS]{\"code\": \"1\"}",
            "<|python_tag|>{\"name\": \"run\", \"parameters\": {\"code\": \"1\"}}<|eom_id|>",
            "{\"name\": \"run\", \"arguments\": {\"code\": \"1\"}}",
            "```json\n{\"name\": \"run\", \"arguments\": \"{\\\"code\\\": \\\"1\\\"}\"}\n```",
            "[{\"type\": \"function\", \"function\": {\"name\": \"run\", \"arguments\": {\"code\": \"1\"}}}]",
            "{tool: 'run', input: {code: '1'}}",
        ] {
            assert_eq!(
                look_for_calls(text),
                Ok(one.map(str::to_owned).to_vec()),
                "{text}"
            );
        }
    }

    #[test]
    fn text_before_calls_stays_and_several_calls_keep_their_order() {
        let text = "I draw it.\n<tool_call>{\"name\":\"run\",\"arguments\":{\"size\":1}}</tool_call>\n\
                    <tool_call><function=run><parameter=size>2</parameter></function></tool_call>";
        let calls = ["I draw it.", "t_1 run {\"size\":1}", "t_2 run {\"size\":2}"];
        assert_eq!(look_for_calls(text), Ok(calls.map(str::to_owned).to_vec()));
    }

    #[test]
    fn an_explanation_is_not_a_call() {
        for text in [
            "The syntax is {\"name\": \"run\", \"arguments\": {}} for example.",
            "{\"name\": \"other\", \"arguments\": {}}",
            "{\"name\": \"run\"}",
            "Done.",
            "Write `<tool_call>` around it.",
        ] {
            assert_eq!(look_for_calls(text), Err(TextCalls::Absent), "{text}");
        }
        for text in [
            "<tool_call>{\"name\": \"run\", \"arguments\": {\"code\": \"1\"}}</tool_call> deletes everything, so I do not.",
            "<tool_call>run it</tool_call>",
            "<tool_call>{\"name\": \"run\", \"arguments\": {\"code\": \"dra",
        ] {
            assert_eq!(look_for_calls(text), Err(TextCalls::Unreadable), "{text}");
        }
    }
}
