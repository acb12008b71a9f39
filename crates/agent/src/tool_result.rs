//! Tool results for the model: length limit, wording, and the count of repeated failures.

use std::collections::BTreeMap;

use super::tool_offer;
use trammel_base::visible::escape_hidden;
use trammel_llm::{BadArgs, Content, ToolCall, ToolDef, ToolResult};
use trammel_tools::{Image, Reply};

/// Tool result for calls that the user stopped.
const ABORTED: &str =
    "Aborted by the user. The call may have taken effect: check the drawing before you continue.";

/// Tool result for the calls of a turn that was cut off at the output limit.
const CUT_OFF: &str = "Your output was cut off at the output limit, so no call of that turn was run. \
                       Send smaller batches: less code in one call, fewer calls in one turn.";

/// Converts a reply to content: its JSON without hidden characters as text of at most `limit` characters, followed by its
/// images.
pub(super) fn content(reply: &Reply, limit: usize) -> Vec<Content> {
    let text = reply.to_json_without_images().to_string();
    let text = cut(escape_hidden(&text).into_owned(), limit);
    let images = reply.images.iter().filter_map(|image| match image {
        Image::Base64 { mime, base64 } => Some(Content::Image {
            mime: mime.clone(),
            base64: base64.clone(),
        }),
        // An SVG image remains only if the host cannot rasterize; models do not accept SVG images.
        Image::Svg(_) => None,
    });
    std::iter::once(Content::Text(text)).chain(images).collect()
}

/// Returns the tool result of a finished call; its text has at most `limit` characters.
pub(super) fn of_reply(call: &ToolCall, reply: &Reply, limit: usize) -> ToolResult {
    ToolResult {
        call_id: call.id.clone(),
        content: content(reply, limit),
        is_error: !reply.is_ok(),
        offers: tool_offer::revealed(&call.name, reply),
    }
}

fn cut(text: String, limit: usize) -> String {
    let all = text.chars().count();
    if all <= limit {
        return text;
    }
    let head: String = text.chars().take(limit).collect();
    format!(
        "{head}\n[Cut off: {} of {all} characters omitted, the limit is {limit}. Ask for less: name an entity, a line \
         range or a filter.]",
        all - limit
    )
}

/// Returns the tool result of a call whose arguments cannot be parsed.
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

/// Returns the tool result of a call whose change the user rejected. `what` describes the change;
/// `user_changes` describes the user's own changes during the turn, as reported by the reply.
pub(super) fn reverted(call: &ToolCall, what: &str, user_changes: Option<&str>) -> ToolResult {
    let mut text = format!(
        "The user reverted this change ({what}), so the drawing and the files are as before this call. Do not change \
         those items again unless the user asks."
    );
    if let Some(user_changes) = user_changes {
        text.push(' ');
        text.push_str(user_changes);
    }
    error(call, text)
}

/// Returns the tool result of a call that the user stopped.
pub(super) fn aborted(call: &ToolCall) -> ToolResult {
    error(call, ABORTED.to_owned())
}

/// Returns the tool result of a call in a turn that was cut off.
pub(super) fn cut_off(call: &ToolCall) -> ToolResult {
    error(call, CUT_OFF.to_owned())
}

/// Returns the tool result of a call that was not run, because an earlier call of the same turn failed.
pub(super) fn skipped(call: &ToolCall, failed: &str) -> ToolResult {
    let text = format!(
        "Skipped: {failed} failed earlier in this turn, so this call was not run and changed nothing. Send it again if it still applies."
    );
    error(call, text)
}

fn error(call: &ToolCall, text: String) -> ToolResult {
    ToolResult {
        call_id: call.id.clone(),
        content: vec![Content::Text(text)],
        is_error: true,
        offers: Vec::new(),
    }
}

/// Returns the text of a result for display, with a marker in place of each image.
pub(super) fn text(result: &ToolResult) -> String {
    let parts: Vec<&str> = result
        .content
        .iter()
        .map(|part| part.text().unwrap_or("[image]"))
        .collect();
    parts.join("\n")
}

/// Counts of identical failures: same tool, same arguments, same error.
#[derive(Debug, Default)]
pub(super) struct Failures(BTreeMap<String, u32>);

impl Failures {
    /// Counts a failure and returns the number of identical failures so far.
    pub(super) fn count(&mut self, call: &ToolCall, error: &str) -> u32 {
        let args = call
            .args
            .as_ref()
            .map_or_else(|bad| bad.raw.clone(), ToString::to_string);
        let times = self
            .0
            .entry(format!("{}\0{args}\0{error}", call.name))
            .or_default();
        *times += 1;
        *times
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;
    use trammel_tools::Answer;

    #[test]
    fn images_are_separate_content_after_the_text() {
        let mut reply = Reply::done(Answer::Done);
        let (mime, base64) = ("image/png".to_owned(), "AAAA".to_owned());
        reply.images = vec![
            Image::Base64 {
                mime: mime.clone(),
                base64: base64.clone(),
            },
            Image::Svg("<svg/>".into()),
        ];
        let image = Content::Image { mime, base64 };
        let text = Content::Text("{\"success\":true}".into());
        assert_eq!(content(&reply, 99), [text, image]);
    }

    #[test]
    fn text_is_truncated_at_the_limit() {
        assert_eq!(cut("톱니".into(), 2), "톱니");
        let long = cut("톱니바퀴".into(), 3);
        assert!(
            long.starts_with("톱니바\n[Cut off: 1 of 4 characters omitted"),
            "{long}"
        );
    }

    #[test]
    fn malformed_arguments_are_answered_with_the_schema() {
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
