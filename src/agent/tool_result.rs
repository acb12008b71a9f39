//! Tool results on their way to the model: size, wording, and noticing a model that goes in circles.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::llm::{BadArgs, Content, ToolCall, ToolDef, ToolResult};

/// What the model is told about calls that a person stopped.
const ABORTED: &str = "Aborted by the user. It may or may not have taken effect; look before going on.";

/// What the model is told about calls of a turn that was cut off.
const CUT_OFF: &str = "Your output was cut off at the output limit, so nothing of that turn was run. \
                       Send smaller batches: less code in one call, fewer calls in one turn.";

/// What a tool's reply says, as [`Op::ToolDone`](super::Op::ToolDone) wants it: whether it succeeded, the reply as
/// compact JSON text, and its pictures beside it.
pub fn reply_content(reply: &Value) -> (bool, Vec<Content>) {
    let ok = reply.get("success").and_then(Value::as_bool) == Some(true);
    let mut rest = reply.clone();
    let blocks = rest
        .as_object_mut()
        .and_then(|fields| fields.shift_remove("content"))
        .unwrap_or_default();
    let text = |block: &Value, key: &str| block[key].as_str().map(str::to_owned);
    let image = |block: &Value| {
        Some(Content::Image {
            mime: text(block, "mime")?,
            base64: text(block, "base64")?,
        })
    };
    let images = blocks.as_array().into_iter().flatten().filter_map(image);
    (
        ok,
        std::iter::once(Content::Text(rest.to_string()))
            .chain(images)
            .collect(),
    )
}

/// A tool's reply as the Model Context Protocol says it: `{content, isError}`, the text at most `limit` characters.
pub fn mcp_result(reply: &Value, limit: usize) -> Value {
    let (ok, content) = reply_content(reply);
    let block = |part: &Content| match part {
        Content::Text(text) => json!({ "type": "text", "text": text }),
        Content::Image { mime, base64 } => json!({ "type": "image", "data": base64, "mimeType": mime }),
    };
    let content = result("", ok, content, limit).content;
    json!({ "content": content.iter().map(block).collect::<Value>(), "isError": !ok })
}

/// A result whose text is at most `limit` characters in all, with at least something in it.
pub(super) fn result(call_id: &str, ok: bool, content: Vec<Content>, limit: usize) -> ToolResult {
    let mut left = limit;
    let mut kept: Vec<Content> = content
        .into_iter()
        .filter_map(|part| cap(part, &mut left, limit))
        .collect();
    if kept.is_empty() {
        kept.push(Content::Text(
            if ok {
                "Done, without output."
            } else {
                "Failed without a message."
            }
            .to_owned(),
        ));
    }
    ToolResult {
        call_id: call_id.to_owned(),
        content: kept,
        is_error: !ok,
    }
}

fn cap(part: Content, left: &mut usize, limit: usize) -> Option<Content> {
    let Content::Text(text) = part else {
        return Some(part);
    };
    if text.is_empty() {
        return None;
    }
    let all = text.chars().count();
    if all <= *left {
        *left -= all;
        return Some(Content::Text(text));
    }
    let note = format!(
        "\n[Cut off: {} of {all} characters left out, the limit is {limit}. Ask for less: name an entity, a line \
         range or a filter.]",
        all - *left
    );
    let head: String = text.chars().take(*left).collect();
    *left = 0;
    Some(Content::Text(head + &note))
}

/// The result of a call whose arguments cannot be read.
pub(super) fn malformed(call: &ToolCall, bad: &BadArgs, tools: &[ToolDef]) -> ToolResult {
    let mut text = format!(
        "The arguments of {} are not valid JSON: {}. Nothing was run.",
        call.name, bad.message
    );
    if let Some(def) = tools.iter().find(|def| def.name == call.name) {
        let schema = def.parameters.to_string();
        if schema.len() <= 2_000 {
            text.push_str(&format!(" Expected an object of this schema: {schema}"));
        }
    }
    error(call, text)
}

/// The result of a call whose change a person did not want; `news` is what its reply told besides.
pub(super) fn taken_back(call: &ToolCall, what: &str, news: Option<&str>) -> ToolResult {
    let mut text = format!(
        "The person took this change back ({what}). Drawing and files are as before this call. Leave those items alone, or \
         ask what is wanted."
    );
    if let Some(news) = news {
        text.push(' ');
        text.push_str(news);
    }
    error(call, text)
}

/// The result of a call that a person stopped.
pub(super) fn aborted(call: &ToolCall) -> ToolResult {
    error(call, ABORTED.to_owned())
}

/// The result of a call in a turn that was cut off.
pub(super) fn cut_off(call: &ToolCall) -> ToolResult {
    error(call, CUT_OFF.to_owned())
}

fn error(call: &ToolCall, text: String) -> ToolResult {
    ToolResult {
        call_id: call.id.clone(),
        content: vec![Content::Text(text)],
        is_error: true,
    }
}

/// The text parts of a result, for people.
pub(super) fn text(result: &ToolResult) -> String {
    let parts: Vec<&str> = result
        .content
        .iter()
        .map(|part| part.text().unwrap_or("[image]"))
        .collect();
    parts.join("\n")
}

/// What a failed call says went wrong, without what differs from run to run (its time, its log).
fn why(result: &ToolResult) -> String {
    let said = text(result);
    let reply: Option<Value> = serde_json::from_str(&said).ok();
    let error = reply.as_ref().and_then(|reply| reply.get("error"));
    error.map_or(said, ToString::to_string)
}

/// Counts calls that fail the same way: same tool, same arguments, same error.
#[derive(Debug, Default)]
pub(super) struct Failures(BTreeMap<String, u32>);

impl Failures {
    /// Counts a result; returns how often this same failure has happened, 0 for a success.
    pub(super) fn count(&mut self, call: &ToolCall, result: &ToolResult) -> u32 {
        if !result.is_error {
            return 0;
        }
        let args = call
            .args
            .as_ref()
            .map_or_else(|bad| bad.raw.clone(), ToString::to_string);
        let times = self
            .0
            .entry(format!("{}\0{args}\0{}", call.name, why(result)))
            .or_default();
        *times += 1;
        *times
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn pictures_stand_beside_the_text() {
        let reply = serde_json::json!({"success": true, "content": [
            {"type": "image", "mime": "image/png", "base64": "AAAA"}, {"type": "image", "mime": "image/svg+xml", "text": "<svg/>"}]});
        let (ok, content) = reply_content(&reply);
        let image = Content::Image {
            mime: "image/png".into(),
            base64: "AAAA".into(),
        };
        assert_eq!(
            (ok, content),
            (true, vec![Content::Text("{\"success\":true}".into()), image])
        );
    }

    #[test]
    fn a_reply_in_the_words_of_mcp() {
        let reply =
            json!({"success": true, "content": [{"type": "image", "mime": "image/png", "base64": "AAAA"}]});
        assert_eq!(
            mcp_result(&reply, 99),
            json!({"content": [{"type": "text", "text": "{\"success\":true}"}, {"type": "image", "data": "AAAA", "mimeType": "image/png"}],
                "isError": false})
        );
        let refused = mcp_result(&json!({"success": false, "error": "Entity 'x' not found"}), 20);
        assert_eq!(refused["isError"], true);
        let text = refused["content"][0]["text"].as_str().unwrap();
        assert!(text.starts_with("{\"success\":false,\"er\n[Cut off: "), "{text}");
    }

    #[test]
    fn text_is_capped() {
        let short = result("c", true, vec![Content::Text("톱니".into())], 2);
        assert_eq!(text(&short), "톱니");
        let long = result(
            "c",
            true,
            vec![Content::Text("톱니바퀴".into()), Content::Text("more".into())],
            3,
        );
        assert!(
            text(&long).starts_with("톱니바\n[Cut off: 1 of 4 characters left out"),
            "{}",
            text(&long)
        );
        assert!(text(&long).contains("4 of 4"), "{}", text(&long));
        let image = Content::Image {
            mime: "image/png".into(),
            base64: "A".repeat(99),
        };
        assert_eq!(result("c", true, vec![image.clone()], 3).content, [image]);
    }

    #[test]
    fn never_empty() {
        assert_eq!(text(&result("c", true, vec![], 9)), "Done, without output.");
        assert_eq!(
            text(&result("c", false, vec![Content::Text(String::new())], 9)),
            "Failed without a message."
        );
    }

    #[test]
    fn malformed_names_the_schema() {
        let call = ToolCall::parse("c".into(), "draw".into(), "{\"x\": ");
        let def = ToolDef {
            name: "draw".into(),
            description: String::new(),
            parameters: serde_json::json!({"type": "object"}),
        };
        let said = text(&malformed(&call, call.args.as_ref().unwrap_err(), &[def]));
        assert!(
            said.contains("EOF") && said.contains(r#"{"type":"object"}"#),
            "{said}"
        );
    }
}
