//! Helpers shared by the tests of all adapters (decoding in chunks of every size, one line per event, requests of a
//! chat), and tests of all providers.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod all;
mod probe;

use serde_json::{Value, json};

use super::*;

/// Canary key that no output may contain.
pub(crate) const KEY: &str = "sk-canary-0123456789";

/// Returns the events of a body, delivered at once, byte by byte and in random pieces; all three must agree.
#[track_caller]
pub(crate) fn decode(adapter: &dyn Adapter, model: &str, body: &str) -> Vec<StreamEvent> {
    let run = |mut size: Box<dyn FnMut() -> usize>| {
        let mut decoder = adapter.decoder(model);
        let mut events = Vec::new();
        let mut rest = body.as_bytes();
        while !rest.is_empty() {
            let (head, tail) = rest.split_at(size().clamp(1, rest.len()));
            events.extend(decoder.push(head));
            rest = tail;
        }
        events.extend(decoder.finish());
        assert!(
            decoder.push(b"data: {}\n\ndata: [DONE]\n\n").is_empty(),
            "nothing after the end"
        );
        assert!(decoder.finish().is_empty(), "one end");
        events
    };
    let whole = run(Box::new(|| usize::MAX));
    let ends = whole
        .iter()
        .filter(|event| matches!(event, StreamEvent::End { .. } | StreamEvent::Error(_)));
    assert_eq!(ends.count(), 1, "one end: {whole:?}");
    assert_eq!(run(Box::new(|| 1)), whole, "byte by byte");
    for seed in 1..8_u64 {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let sizes = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % 61) as usize
        };
        assert_eq!(run(Box::new(sizes)), whole, "in random pieces, seed {seed}");
    }
    whole
}

/// Returns the events of a body, one per line.
#[track_caller]
pub(crate) fn lines(adapter: &dyn Adapter, model: &str, body: &str) -> String {
    let lines: Vec<String> = decode(adapter, model, body).iter().map(line).collect();
    lines.join("\n")
}

fn line(event: &StreamEvent) -> String {
    match event {
        StreamEvent::TextDelta { index, text } => format!("{index} text {text:?}"),
        StreamEvent::ReasoningDelta { index, text } => format!("{index} reasoning {text:?}"),
        StreamEvent::ToolStart { index, id, name } => format!("{index} tool {id} {name}"),
        StreamEvent::Usage(u) => format!(
            "usage in {} read {} write {} out {} ({} reasoning)",
            u.input_uncached, u.cache_read, u.cache_write, u.output, u.reasoning
        ),
        StreamEvent::End { stop, turn } => {
            let raw = turn.raw.as_ref().map(|raw| raw.value.to_string());
            let mut lines: Vec<String> = turn.blocks.iter().enumerate().filter_map(call_line).collect();
            lines.push(format!("end {stop:?} raw {}", raw.unwrap_or_default()));
            lines.join("\n")
        }
        StreamEvent::Error(error) => format!("error {:?}: {}", error.kind, error.message),
    }
}

/// Returns the line of a block of the turn that is a call.
fn call_line((index, block): (usize, &Block)) -> Option<String> {
    let Block::ToolCall(call) = block else { return None };
    Some(match &call.args {
        Ok(args) => format!("{index} call {} {args}", call.name),
        Err(bad) => format!("{index} bad call {} {:?}: {}", call.name, bad.raw, bad.message),
    })
}

/// Returns the stop reason and the turn of a body that ends successfully.
#[track_caller]
pub(crate) fn end(adapter: &dyn Adapter, model: &str, body: &str) -> (Stop, Turn) {
    match decode(adapter, model, body).pop() {
        Some(StreamEvent::End { stop, turn }) => (stop, turn),
        other => panic!("{other:?}"),
    }
}

/// Returns the error of a body that fails.
#[track_caller]
pub(crate) fn error(adapter: &dyn Adapter, model: &str, body: &str) -> ApiError {
    match decode(adapter, model, body).pop() {
        Some(StreamEvent::Error(error)) => error,
        other => panic!("{other:?}"),
    }
}

/// Returns the last usage of a body.
pub(crate) fn usage(adapter: &dyn Adapter, model: &str, body: &str) -> Usage {
    let events = decode(adapter, model, body);
    let count = |event: &StreamEvent| match event {
        StreamEvent::Usage(usage) => Some(*usage),
        _ => None,
    };
    events.iter().rev().find_map(count).unwrap()
}

/// Returns an HTTP error on one line: kind, retry delay, message.
#[track_caller]
pub(crate) fn failure(adapter: &dyn Adapter, status: u16, headers: &[(&str, &str)], body: &str) -> String {
    let headers: Vec<_> = headers
        .iter()
        .map(|(n, v)| ((*n).to_owned(), (*v).to_owned()))
        .collect();
    let error = adapter.error(status, &headers, body);
    assert!(error.raw.len() <= ApiError::RAW_LIMIT && error.message.len() <= 1000);
    assert_eq!(error.status, Some(status));
    let hint = error
        .retry_after_ms
        .map(|ms| format!(" after {ms} ms"))
        .unwrap_or_default();
    let never = if error.never_retry { " never again" } else { "" };
    format!("{:?}{hint}{never}: {}", error.kind, error.message)
}

/// Returns HTTP errors, each on a line after its status.
#[track_caller]
pub(crate) fn failures(adapter: &dyn Adapter, errors: &[(u16, String)]) -> String {
    let line = |(status, body): &(u16, String)| format!("{status} {}", failure(adapter, *status, &[], body));
    errors.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Checks that a web page and an empty body instead of an HTTP error are explained.
#[track_caller]
pub(crate) fn check_bodies_without_errors(adapter: &dyn Adapter) {
    let page = format!("<html>{}</html>", "x".repeat(9_000));
    assert_eq!(
        failures(adapter, &[(502, page), (400, String::new())]),
        "502 Overloaded: The server answered 502 with a web page instead of an API error.\n\
         400 BadRequest: The server answered 400 without an explanation."
    );
}

/// Checks that answers which are no stream and no JSON of the provider are explained.
#[track_caller]
pub(crate) fn check_answers_of_others(adapter: &dyn Adapter, model: &str) {
    let page = error(adapter, model, "<!DOCTYPE html>\n<html><body>Hello</body></html>");
    assert_eq!(page.kind, ErrorKind::BadRequest);
    assert!(page.message.contains("web page"), "{}", page.message);
    assert_eq!(error(adapter, model, "hello").kind, ErrorKind::BadRequest);
    assert_eq!(
        error(adapter, model, "{\"hello\": 1}").kind,
        ErrorKind::BadRequest
    );
    assert_eq!(error(adapter, model, "").kind, ErrorKind::StreamTruncated);
}

/// Checks that a stream which ends at any byte up to `last` is truncated.
#[track_caller]
pub(crate) fn check_cuts(adapter: &dyn Adapter, model: &str, whole: &str, last: usize) {
    for cut in (0..=last).filter(|&at| whole.is_char_boundary(at)) {
        let kind = error(adapter, model, &whole[..cut]).kind;
        assert_eq!(kind, ErrorKind::StreamTruncated, "cut at {cut}");
    }
}

/// Returns the body of an event stream without event names.
pub(crate) fn sse(events: &[Value]) -> String {
    events.iter().map(|event| format!("data: {event}\n\n")).collect()
}

/// Returns the HTTP request for a chat.
pub(crate) fn request(adapter: &dyn Adapter, base_url: &str, chat: &Chat<'_>) -> HttpRequest {
    let endpoint = Endpoint {
        base_url: base_url.into(),
        key: Secret::new(KEY),
    };
    match adapter.request(chat, &endpoint) {
        Transport::Http(request) => request,
        Transport::Recorded(_) | Transport::OnDevice(_) => panic!("http"),
    }
}

/// Returns a request as text: method and URL, headers, body.
pub(crate) fn shown(request: &HttpRequest) -> String {
    let headers: String = request
        .headers
        .iter()
        .map(|(n, v)| format!("{n}: {v}\n"))
        .collect();
    format!("{} {}\n{headers}\n{}", request.method, request.url, request.body)
}

/// Returns the array under `key` of the request body for these turns, one entry per line.
pub(crate) fn sent(adapter: &dyn Adapter, model: &str, key: &str, turns: &[Turn]) -> String {
    let body = request(adapter, "https://x/v1", &chat(model, turns)).body;
    let body: Value = serde_json::from_str(&body).unwrap();
    body[key]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| format!("{entry}\n"))
        .collect()
}

/// Returns a chat without system prompt and tools.
pub(crate) fn chat<'a>(model: &'a str, turns: &'a [Turn]) -> Chat<'a> {
    Chat {
        system: "",
        tools: &[],
        turns,
        model,
        max_tokens: 1_000,
    }
}

/// Returns a tool definition.
pub(crate) fn tool() -> ToolDef {
    ToolDef {
        name: "run_cad_code".into(),
        description: "Runs code.".into(),
        parameters: json!({"type": "object", "properties": {"code": {"type": "string"}}, "required": ["code"]}),
    }
}

/// Returns a user message.
pub(crate) fn user(text: &str) -> Turn {
    Turn::user(vec![Block::Text(text.into())])
}

/// Returns a user message with an image.
pub(crate) fn user_with_image() -> Turn {
    Turn::user(vec![
        Block::Image {
            mime: "image/png".into(),
            base64: "iVBOR".into(),
        },
        Block::Text("Draw this".into()),
    ])
}

/// Returns a placeholder image.
pub(crate) fn picture() -> Content {
    Content::Image {
        mime: "image/png".into(),
        base64: "iVBOR".into(),
    }
}

/// Returns a tool result.
pub(crate) fn result(id: &str, content: Vec<Content>, is_error: bool) -> Block {
    Block::ToolResult(ToolResult {
        call_id: id.into(),
        content,
        is_error,
    })
}

/// Returns the results of three calls: data, text with an image, an error.
fn three_results(ids: [&str; 3]) -> Turn {
    Turn::user(vec![
        result(ids[0], vec![Content::Text("{\"id\":\"e7\"}".into())], false),
        result(
            ids[1],
            vec![Content::Text("viewport 800x600".into()), picture()],
            false,
        ),
        result(ids[2], vec![Content::Text("not valid JSON".into())], true),
    ])
}

/// Returns a conversation that continues after the results of the three calls of an answer.
pub(crate) fn continued(answer: Turn, ids: [&str; 3]) -> [Turn; 4] {
    [
        user("Draw"),
        answer,
        three_results(ids),
        user("Stop, make it red"),
    ]
}

/// Returns a conversation that began with another provider; the result of its call is empty.
pub(crate) fn begun_elsewhere(model: &str, is_error: bool) -> [Turn; 3] {
    let result = result("call.1/ü", vec![], is_error);
    [user("Draw"), foreign(model), Turn::user(vec![result])]
}

/// Returns a turn of another provider: reasoning, blank text, a call with an unusual id.
pub(crate) fn foreign(model: &str) -> Turn {
    let call = ToolCall {
        id: "call.1/ü".into(),
        name: "run".into(),
        args: Ok(json!({"a": 1})),
        repair: crate::Repair::None,
    };
    let raw = Raw {
        provider: "other".into(),
        model: model.into(),
        value: json!([{"secret": 1}]),
    };
    Turn {
        role: Role::Assistant,
        blocks: vec![
            Block::Reasoning("hm".into()),
            Block::Text("\n".into()),
            Block::ToolCall(call),
        ],
        raw: Some(raw),
    }
}

/// Panics if the browser's own model would reject the prompt.
#[track_caller]
pub(crate) fn judge_prompt(prompt: &crate::ondevice::Prompt) {
    let initial = prompt
        .initial
        .iter()
        .map(|message| (message.role, message.content.as_str()));
    trammel_judge::judge_prompt(initial, &prompt.message, &prompt.constraint);
}
