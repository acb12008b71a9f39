//! Tool results for the model: length limit, wording, and the count of repeated failures.

use serde_json::Value;
use std::collections::BTreeMap;

use trammel_base::visible::escape_hidden;
use trammel_llm::{BadArgs, Content, Repair, ToolCall, ToolDef, ToolResult};
use trammel_tools::{Image, Reply, Told};

/// Tool result for calls that the user stopped.
const ABORTED: &str =
    "Aborted by the user. The call may have taken effect: check the drawing before you continue.";

/// Tool result for the calls of a turn that was cut off at the output limit.
const CUT_OFF: &str = "Your output was cut off at the output limit, so no call of that turn was run. \
                       Send smaller batches: less code in one call, fewer calls in one turn.";

/// Converts a reply, whose JSON is `json`, to content: the JSON without hidden characters as text of at most `limit`
/// characters, followed by the images.
pub(super) fn content(reply: &Reply, json: &Value, limit: usize) -> Vec<Content> {
    let text = json.to_string();
    let text = clip(escape_hidden(&text).into_owned(), limit);
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

/// Returns the tool result of a finished call for a model that knows `told`, which gets what the result tells; its text has
/// at most `limit` characters.
pub(super) fn of_reply(call: &ToolCall, reply: &Reply, told: &mut Told, limit: usize) -> ToolResult {
    ToolResult {
        call_id: call.id.clone(),
        content: content(reply, &reply.to_lean_json(told), limit),
        is_error: !reply.is_ok(),
    }
}

fn clip(text: String, limit: usize) -> String {
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
pub(super) fn malformed_result(call: &ToolCall, bad: &BadArgs, tools: &[ToolDef]) -> ToolResult {
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

/// Returns the tool result of a repaired call that is not run.
pub(super) fn unsafe_result(call: &ToolCall) -> ToolResult {
    let why = match call.repair {
        Repair::FromText => "It was text of your answer, not a tool call",
        _ => "The end of its arguments is missing",
    };
    let text = format!(
        "{} was not run. {why}, and a call that deletes or overwrites something is never guessed. Send it again as a complete \
         tool call.",
        call.name
    );
    error(call, text)
}

/// Returns the tool result of a call whose change the user rejected. `what` describes the change;
/// `user_changes` describes the user's own changes during the turn, as reported by the reply.
pub(super) fn reverted_result(call: &ToolCall, what: &str, user_changes: Option<&str>) -> ToolResult {
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
pub(super) fn aborted_result(call: &ToolCall) -> ToolResult {
    error(call, ABORTED.to_owned())
}

/// Returns the tool result of a call in a turn that was cut off.
pub(super) fn cut_off(call: &ToolCall) -> ToolResult {
    error(call, CUT_OFF.to_owned())
}

/// Returns the tool result of a call that was not run, because an earlier call of the same turn failed.
pub(super) fn skipped_result(call: &ToolCall, failed: &str) -> ToolResult {
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

/// Cause of a failed call.
#[derive(Debug)]
pub(super) struct Cause {
    /// All details of the error that do not vary between identical failures.
    pub(super) exact: String,
    /// Message, from which the kind of the error follows.
    pub(super) message: String,
}

impl From<&str> for Cause {
    fn from(message: &str) -> Self {
        Self {
            exact: message.to_owned(),
            message: message.to_owned(),
        }
    }
}

/// Failures of a run.
#[derive(Debug, Default)]
pub(super) struct Failures {
    /// Numbers of identical failures: same tool, same arguments, same error.
    same: BTreeMap<String, u32>,
    /// Kind of the latest error of each tool with the number of failures in a row.
    alike: BTreeMap<String, (String, u32)>,
}

/// Numbers of failures so far that resemble a call.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Number of identical failures.
    pub(super) same: u32,
    /// Number of failures of the tool in a row with the same kind of error.
    pub(super) alike: u32,
}

impl Failures {
    /// Counts a finished call. `error` is the cause if the call failed.
    pub(super) fn count(&mut self, call: &ToolCall, error: Option<&Cause>) -> Counts {
        let Some(Cause { exact, message }) = error else {
            self.alike.remove(&call.name);
            return Counts::default();
        };
        let args = call
            .args
            .as_ref()
            .map_or_else(|bad| bad.raw.clone(), ToString::to_string);
        let same = self
            .same
            .entry(format!("{}\0{args}\0{exact}", call.name))
            .or_default();
        *same += 1;
        let kind = kind_of(message);
        let alike = self.alike.entry(call.name.clone()).or_default();
        if alike.0 != kind {
            *alike = (kind, 0);
        }
        alike.1 += 1;
        Counts {
            same: *same,
            alike: alike.1,
        }
    }
}

/// Returns an error without its names, texts, and numbers, which differ between errors of one kind.
fn kind_of(error: &str) -> String {
    let mut kind = String::new();
    let mut quote = None;
    let mut before = ' ';
    for c in error.chars() {
        match quote {
            Some(end) if c == end => quote = None,
            Some(_) => {}
            // An apostrophe within a word begins no quotation.
            None if matches!(c, '\'' | '"' | '`') && !before.is_alphanumeric() => quote = Some(c),
            None if c.is_numeric() || matches!(c, '-' | '.') => {}
            None => kind.push(c),
        }
        before = c;
    }
    kind
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;
    use trammel_tools::Answer;

    #[test]
    fn images_are_separate_content_after_the_text() {
        let mut reply = Reply::of_answer(Answer::Done);
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
        assert_eq!(
            content(&reply, &reply.to_json_without_images(), 99),
            [text, image]
        );
    }

    #[test]
    fn text_is_truncated_at_the_limit() {
        assert_eq!(clip("톱니".into(), 2), "톱니");
        let long = clip("톱니바퀴".into(), 3);
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
        let said = text(&malformed_result(&call, call.args.as_ref().unwrap_err(), &[def]));
        assert!(
            said.contains("EOF") && said.contains(r#"{"type":"object"}"#),
            "{said}"
        );
    }

    #[test]
    fn failures_of_one_kind_are_counted_in_a_row() {
        let mut failures = Failures::default();
        let call = |tool: &str, n: u32| ToolCall::parse("c".into(), tool.into(), &format!("{{\"n\": {n}}}"));
        let mut count = |tool: &str, n: u32, error: Option<&str>| {
            let Counts { same, alike } = failures.count(&call(tool, n), error.map(Cause::from).as_ref());
            (same, alike)
        };
        assert_eq!(count("draw", 1, Some("Entity 'a' not found at 1.5")), (1, 1));
        assert_eq!(count("draw", 2, Some("Entity 'b c' not found at -20")), (1, 2));
        assert_eq!(
            count("look", 1, Some("Entity 'x' not found at 1")),
            (1, 1),
            "another tool"
        );
        assert_eq!(count("look", 1, None), (0, 0));
        assert_eq!(
            count("draw", 3, Some("Entity 'c' not found at 3")),
            (1, 3),
            "still in a row"
        );
        assert_eq!(
            count("draw", 4, Some("radius must be positive")),
            (1, 1),
            "another kind"
        );
        assert_eq!(count("draw", 4, Some("radius must be positive")), (2, 2));
        assert_eq!(count("draw", 5, None), (0, 0));
        assert_eq!(
            count("draw", 6, Some("radius must be positive")),
            (1, 1),
            "after a success"
        );
        assert_eq!(kind_of("the user's 'x' isn't \"y\""), "the user's  isn't ");
    }
}
