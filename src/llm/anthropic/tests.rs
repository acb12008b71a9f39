//! The adapter against streams, errors and requests as the API makes and wants them.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use expect_test::{Expect, expect};
use serde_json::{Value, json};

use super::Anthropic;
use crate::llm::{
    ApiError, Block, Chat, Content, Endpoint, ErrorKind, HttpRequest, Role, Secret, Stop, StreamEvent,
    ToolDef, ToolResult, Transport, Turn, Usage, Wire,
};

const WIRE: Anthropic = Anthropic {
    provider: "anthropic",
};
const MODEL: &str = "claude-opus-5-5";

// --- Streams ---

/// An answer body with these blocks: start events around deltas, then the stop reason.
fn body(blocks: &[(Value, &[Value])], stop: &str) -> String {
    let start = json!({"type": "message_start", "message": {"id": "msg_1", "type": "message", "role": "assistant",
        "model": MODEL, "content": [], "stop_reason": null, "usage": {"input_tokens": 377, "output_tokens": 1}}});
    let mut events = vec![start, json!({"type": "ping"})];
    for (index, (block, deltas)) in blocks.iter().enumerate() {
        events.push(json!({"type": "content_block_start", "index": index, "content_block": block}));
        for delta in *deltas {
            events.push(json!({"type": "content_block_delta", "index": index, "delta": delta}));
        }
        events.push(json!({"type": "content_block_stop", "index": index}));
    }
    events.push(
        json!({"type": "message_delta", "delta": {"stop_reason": stop}, "usage": {"output_tokens": 65}}),
    );
    events.push(json!({"type": "message_stop"}));
    events
        .iter()
        .map(|e| format!("event: {}\ndata: {e}\n\n", e["type"].as_str().unwrap()))
        .collect()
}

fn text(pieces: &[&str]) -> (Value, Vec<Value>) {
    let deltas = pieces
        .iter()
        .map(|p| json!({"type": "text_delta", "text": p}))
        .collect();
    (json!({"type": "text", "text": ""}), deltas)
}

fn tool(id: &str, name: &str, pieces: &[&str]) -> (Value, Vec<Value>) {
    let deltas = pieces
        .iter()
        .map(|p| json!({"type": "input_json_delta", "partial_json": p}))
        .collect();
    (
        json!({"type": "tool_use", "id": id, "name": name, "input": {}}),
        deltas,
    )
}

fn thinking() -> (Value, Vec<Value>) {
    let deltas = vec![
        json!({"type": "thinking_delta", "thinking": "Two "}),
        json!({"type": "thinking_delta", "thinking": "circles."}),
        json!({"type": "signature_delta", "signature": "EqQBCgIYAhIM"}),
    ];
    (
        json!({"type": "thinking", "thinking": "", "signature": ""}),
        deltas,
    )
}

fn stream(blocks: &[(Value, Vec<Value>)], stop: &str) -> String {
    let blocks: Vec<_> = blocks
        .iter()
        .map(|(block, deltas)| (block.clone(), &deltas[..]))
        .collect();
    body(&blocks, stop)
}

/// Decodes in one piece and byte by byte, which must agree.
#[track_caller]
fn decode(body: &str) -> Vec<StreamEvent> {
    let run = |size: usize| {
        let mut decoder = WIRE.decoder(MODEL);
        let mut events: Vec<_> = body
            .as_bytes()
            .chunks(size)
            .flat_map(|c| decoder.push(c))
            .collect();
        events.extend(decoder.finish());
        assert!(
            decoder.push(b"data: {\"type\":\"message_stop\"}\n\n").is_empty(),
            "nothing after the end"
        );
        assert!(decoder.finish().is_empty(), "one end");
        events
    };
    let whole = run(usize::MAX);
    assert_eq!(run(1), whole, "byte by byte");
    assert_eq!(run(7), whole, "in sevens");
    whole
}

/// One line an event.
#[track_caller]
fn check(body: &str, expected: &Expect) {
    let lines: Vec<String> = decode(body).iter().map(line).collect();
    expected.assert_eq(&lines.join("\n"));
}

fn line(event: &StreamEvent) -> String {
    match event {
        StreamEvent::Start { model, id } => format!("start {model} {id}"),
        StreamEvent::TextDelta { index, text } => format!("{index} text {text:?}"),
        StreamEvent::ReasoningDelta { index, text } => format!("{index} reasoning {text:?}"),
        StreamEvent::ToolStart { index, id, name } => format!("{index} tool {id} {name}"),
        StreamEvent::ToolArgsDelta { index, text } => format!("{index} args {text:?}"),
        StreamEvent::ToolEnd { index, call } => match &call.args {
            Ok(args) => format!("{index} call {} {args}", call.name),
            Err(bad) => format!("{index} bad call {} {:?}: {}", call.name, bad.raw, bad.message),
        },
        StreamEvent::Usage(u) => {
            format!(
                "usage in {} read {} write {} out {}",
                u.input_uncached, u.cache_read, u.cache_write, u.output
            )
        }
        StreamEvent::End { stop, turn } => format!("end {stop:?} raw {}", turn.raw.as_ref().unwrap().value),
        StreamEvent::Error(error) => format!("error {:?}: {}", error.kind, error.message),
    }
}

fn end(body: &str) -> (Stop, Turn) {
    match decode(body).pop() {
        Some(StreamEvent::End { stop, turn }) => (stop, turn),
        other => panic!("{other:?}"),
    }
}

fn error(body: &str) -> ApiError {
    match decode(body).pop() {
        Some(StreamEvent::Error(error)) => error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn text_only() {
    check(
        &stream(&[text(&["톱니", "바퀴 ⚙"])], "end_turn"),
        &expect![[r#"
            start claude-opus-5-5 msg_1
            usage in 377 read 0 write 0 out 1
            0 text "톱니"
            0 text "바퀴 ⚙"
            usage in 377 read 0 write 0 out 65
            end Done raw [{"type":"text","text":"톱니바퀴 ⚙"}]"#]],
    );
}

#[test]
fn thinking_text_and_two_calls() {
    let blocks = [
        thinking(),
        text(&["I'll draw it."]),
        tool("toolu_1", "draw_circle", &["", "{\"x\": 1", "0}"]),
        tool("toolu_2", "get_scene_info", &[""]),
    ];
    check(
        &stream(&blocks, "tool_use"),
        &expect![[r#"
            start claude-opus-5-5 msg_1
            usage in 377 read 0 write 0 out 1
            0 reasoning "Two "
            0 reasoning "circles."
            1 text "I'll draw it."
            2 tool toolu_1 draw_circle
            2 args "{\"x\": 1"
            2 args "0}"
            2 call draw_circle {"x":10}
            3 tool toolu_2 get_scene_info
            3 call get_scene_info {}
            usage in 377 read 0 write 0 out 65
            end ToolCalls raw [{"type":"thinking","thinking":"Two circles.","signature":"EqQBCgIYAhIM"},{"type":"text","text":"I'll draw it."},{"type":"tool_use","id":"toolu_1","name":"draw_circle","input":{"x":10}},{"type":"tool_use","id":"toolu_2","name":"get_scene_info","input":{}}]"#]],
    );
}

#[test]
fn framing_does_not_matter() {
    let plain = stream(
        &[thinking(), text(&["원 12개"]), tool("t", "run", &["{\"a\":1}"])],
        "tool_use",
    );
    let expected = decode(&plain);
    assert_eq!(decode(&plain.replace('\n', "\r\n")), expected, "CRLF");
    assert_eq!(decode(&plain.replace('\n', "\r")), expected, "CR");
    assert_eq!(
        decode(&plain.replace("event: ", ": keep-alive\n\nevent: ")),
        expected,
        "comments"
    );
    assert_eq!(decode(&plain.replace("}\n\n", "}     \n\n")), expected, "padding");
    assert_eq!(decode(&format!("\u{feff}{plain}")), expected, "BOM");
    assert_eq!(decode(plain.trim_end()), expected, "no blank line at the end");
    let nameless: String = plain
        .lines()
        .filter(|l| !l.starts_with("event:"))
        .map(|l| format!("{l}\n"))
        .collect();
    assert_eq!(decode(&nameless), expected, "no event names");
}

#[test]
fn truncated_anywhere() {
    let whole = stream(&[text(&["Half"]), tool("t", "run", &["{}"])], "tool_use");
    let last = whole.rfind("event: message_stop").unwrap();
    for cut in (0..=last).filter(|&i| whole.is_char_boundary(i)) {
        let error = error(&whole[..cut]);
        assert!(
            matches!(error.kind, ErrorKind::StreamTruncated),
            "cut at {cut}: {error:?}"
        );
    }
}

#[test]
fn error_inside_the_stream() {
    let whole = stream(&[text(&["Half"])], "end_turn");
    let at = whole.find("event: message_delta").unwrap();
    for (kind, expected) in [
        ("overloaded_error", ErrorKind::Overloaded),
        ("rate_limit_error", ErrorKind::RateLimited),
        ("api_error", ErrorKind::Server),
        ("something_new", ErrorKind::Server),
        ("invalid_request_error", ErrorKind::BadRequest),
    ] {
        let event = json!({"type": "error", "error": {"type": kind, "message": "Overloaded"}});
        let got = error(&format!("{}event: error\ndata: {event}\n\n", &whole[..at]));
        assert_eq!((got.kind, &got.message[..]), (expected, "Overloaded"));
    }
    let garbage = error(&format!("{}data: {{\"type\": \n\n{}", &whole[..at], &whole[at..]));
    assert_eq!(garbage.kind, ErrorKind::StreamTruncated);
    let spliced = whole.replace("msg_1", "msg_2");
    assert_eq!(
        error(&format!("{}{spliced}", &whole[..at])).kind,
        ErrorKind::StreamTruncated
    );
}

#[test]
fn repeated_start_is_ignored() {
    let whole = stream(&[text(&["Once"])], "end_turn");
    let (start, rest) = whole.split_at(whole.find("event: ping").unwrap());
    assert_eq!(decode(&format!("{start}{start}{rest}")), decode(&whole));
}

#[test]
fn answers_that_are_no_stream() {
    let message = json!({"type": "message", "id": "msg_1", "model": MODEL, "stop_reason": "tool_use",
        "content": [{"type": "text", "text": "Hi"}, {"type": "tool_use", "id": "t", "name": "run", "input": {"a": 1}}],
        "usage": {"input_tokens": 1, "output_tokens": 2}});
    for body in [
        message.to_string(),
        serde_json::to_string_pretty(&message).unwrap(),
    ] {
        let (stop, turn) = end(&body);
        assert_eq!((stop, turn.text()), (Stop::ToolCalls, "Hi".to_owned()));
        assert_eq!(turn.calls().next().unwrap().args, Ok(json!({"a": 1})));
        assert_eq!(turn.raw.unwrap().value, message["content"]);
    }
    let overloaded = json!({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}});
    assert_eq!(error(&overloaded.to_string()).kind, ErrorKind::Overloaded);
    let page = error("<!DOCTYPE html>\n<html><body>Hello</body></html>");
    assert_eq!(page.kind, ErrorKind::BadRequest);
    assert!(page.message.contains("web page"), "{}", page.message);
    assert_eq!(error("hello").kind, ErrorKind::BadRequest);
    assert_eq!(error("").kind, ErrorKind::StreamTruncated);
}

#[test]
fn malformed_arguments() {
    check(
        &stream(
            &[
                tool("a", "run", &["{\"x\": ten}"]),
                tool("b", "run", &["[1]"]),
                tool("c", "run", &["{}"]),
            ],
            "tool_use",
        ),
        &expect![[r#"
            start claude-opus-5-5 msg_1
            usage in 377 read 0 write 0 out 1
            0 tool a run
            0 args "{\"x\": ten}"
            0 bad call run "{\"x\": ten}": expected ident at line 1 column 8
            1 tool b run
            1 args "[1]"
            1 bad call run "[1]": the arguments must be one JSON object
            2 tool c run
            2 args "{}"
            2 call run {}
            usage in 377 read 0 write 0 out 65
            end ToolCalls raw [{"type":"tool_use","id":"a","name":"run","input":{}},{"type":"tool_use","id":"b","name":"run","input":{}},{"type":"tool_use","id":"c","name":"run","input":{}}]"#]],
    );
}

#[test]
fn deep_arguments_do_not_overflow_the_stack() {
    let deep = format!("{{\"a\":{}1{}}}", "[".repeat(5000), "]".repeat(5000));
    let (_, turn) = end(&stream(&[tool("a", "run", &[&deep])], "tool_use"));
    assert!(turn.calls().next().unwrap().args.is_err());
}

#[test]
fn stop_reasons() {
    for (reason, expected) in [
        ("end_turn", Stop::Done),
        ("stop_sequence", Stop::Done),
        ("max_tokens", Stop::Length),
        ("model_context_window_exceeded", Stop::ContextFull),
        ("pause_turn", Stop::Pause),
        ("compaction", Stop::Other("compaction".into())),
        ("brand_new", Stop::Other("brand_new".into())),
    ] {
        assert_eq!(end(&stream(&[text(&["x"])], reason)).0, expected);
    }
    // Calls decide, not the reason; but a cut is a cut.
    assert_eq!(
        end(&stream(&[tool("t", "run", &["{}"])], "end_turn")).0,
        Stop::ToolCalls
    );
    let (stop, turn) = end(&stream(&[tool("t", "run", &["{\"code\": \"dra"])], "max_tokens"));
    assert_eq!(stop, Stop::Length);
    assert!(turn.calls().next().unwrap().args.is_err());
}

#[test]
fn refusal() {
    let body = stream(&[text(&["I"])], "refusal").replace(
        r#""stop_reason":"refusal""#,
        r#""stop_reason":"refusal","stop_details":{"type":"refusal","category":"cyber","explanation":"No."}"#,
    );
    let refused = Stop::Refused {
        category: Some("cyber".into()),
        explanation: Some("No.".into()),
    };
    assert_eq!(end(&body).0, refused);
    assert_eq!(
        end(&stream(&[text(&["I"])], "refusal")).0,
        Stop::Refused {
            category: None,
            explanation: None
        }
    );
}

#[test]
fn unknown_things_are_kept_or_skipped() {
    let redacted = json!({"type": "redacted_thinking", "data": "EmwKAhgB"});
    let future = json!({"type": "hologram", "depth": 3, "nested": {"b": 1, "a": 2}});
    let citation = json!({"type": "citations_delta", "citation": {"cited_text": "x"}});
    let mut quoted = text(&["T"]);
    quoted
        .1
        .extend([citation, json!({"type": "sparkle_delta", "sparkle": 1})]);
    let body = stream(
        &[(redacted.clone(), vec![]), (future.clone(), vec![]), quoted],
        "end_turn",
    )
    .replace(
        "event: ping",
        "event: brand_new\ndata: {\"type\":\"brand_new\",\"index\":0}\n\nevent: ping",
    );
    let (stop, turn) = end(&body);
    assert_eq!(stop, Stop::Done);
    assert_eq!(turn.blocks, [Block::Text("T".into())]);
    let quoted = json!({"type": "text", "text": "T", "citations": [{"cited_text": "x"}]});
    assert_eq!(
        turn.raw.unwrap().value.to_string(),
        json!([redacted, future, quoted]).to_string()
    );
}

#[test]
fn usage_is_replaced_not_added() {
    let body = stream(&[text(&["x"])], "end_turn")
        .replace(
            r#"{"input_tokens":377,"output_tokens":1}"#,
            r#"{"input_tokens":12,"cache_creation_input_tokens":50,"cache_read_input_tokens":4000,"output_tokens":1}"#,
        )
        .replace(
            r#"{"output_tokens":65}"#,
            r#"{"input_tokens":12,"cache_read_input_tokens":null,"output_tokens":65,"output_tokens_details":{"thinking_tokens":20}}"#,
        );
    let last = decode(&body)
        .into_iter()
        .filter_map(|e| {
            if let StreamEvent::Usage(u) = e {
                Some(u)
            } else {
                None
            }
        })
        .next_back();
    let expected = Usage {
        input_uncached: 12,
        cache_read: 4000,
        cache_write: 50,
        output: 65,
        reasoning: 20,
        billed: None,
    };
    assert_eq!(last, Some(expected));
    assert_eq!(expected.total(), 4127);
}

// --- Errors ---

#[track_caller]
fn check_error(status: u16, headers: &[(&str, &str)], body: &str, expected: &Expect) {
    let headers: Vec<_> = headers
        .iter()
        .map(|(n, v)| ((*n).to_owned(), (*v).to_owned()))
        .collect();
    let error = WIRE.error(status, &headers, body);
    let hint = error
        .retry_after_ms
        .map(|ms| format!(" after {ms} ms"))
        .unwrap_or_default();
    let never = if error.never_retry { " never again" } else { "" };
    assert!(error.raw.len() <= ApiError::RAW_LIMIT && error.message.len() <= 1000);
    expected.assert_eq(&format!("{:?}{hint}{never}: {}", error.kind, error.message));
}

fn said(kind: &str, message: &str) -> String {
    json!({"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_1"}).to_string()
}

#[test]
fn http_errors() {
    check_error(
        401,
        &[],
        &said("authentication_error", "invalid x-api-key"),
        &expect!["Auth: invalid x-api-key"],
    );
    let cors = "CORS requests are not allowed for this Organization because of its data retention settings.";
    check_error(
        401,
        &[],
        &said("authentication_error", cors),
        &expect![
            "CorsForbidden: CORS requests are not allowed for this Organization because of its data retention settings."
        ],
    );
    check_error(402, &[], &said("billing_error", "Pay"), &expect!["Billing: Pay"]);
    let credit = "Your credit balance is too low to access the Anthropic API.";
    check_error(
        400,
        &[],
        &said("invalid_request_error", credit),
        &expect!["Billing: Your credit balance is too low to access the Anthropic API."],
    );
    check_error(
        403,
        &[],
        &said("permission_error", "No"),
        &expect!["Permission: No"],
    );
    check_error(
        404,
        &[],
        &said("not_found_error", "model: nope"),
        &expect!["ModelNotFound: model: nope"],
    );
    check_error(
        404,
        &[],
        "404 page not found",
        &expect!["BadRequest: The server answered 404: 404 page not found"],
    );
    check_error(
        400,
        &[],
        &said("invalid_request_error", "max_tokens: too large"),
        &expect!["BadRequest: max_tokens: too large"],
    );
    let long = "prompt is too long: 212345 tokens > 200000 maximum";
    check_error(
        400,
        &[],
        &said("invalid_request_error", long),
        &expect!["ContextOverflow: prompt is too long: 212345 tokens > 200000 maximum"],
    );
    check_error(
        413,
        &[],
        &said("request_too_large", "Too large"),
        &expect!["ContextOverflow: Too large"],
    );
    check_error(
        529,
        &[],
        &said("overloaded_error", "Overloaded"),
        &expect!["Overloaded: Overloaded"],
    );
    check_error(500, &[], &said("api_error", "Oops"), &expect!["Server: Oops"]);
    check_error(504, &[], &said("timeout_error", "Late"), &expect!["Server: Late"]);
    check_error(
        409,
        &[],
        &said("conflict_error", "Twice"),
        &expect!["Server: Twice"],
    );
    check_error(
        418,
        &[],
        "",
        &expect!["BadRequest: The server answered 418 without an explanation."],
    );
    check_error(400, &[], r#"{"error": "plain"}"#, &expect!["BadRequest: plain"]);
    check_error(500, &[], r#"{"message": "gateway"}"#, &expect!["Server: gateway"]);
}

#[test]
fn pages_and_hints() {
    let page = format!(
        "\n<html><head><title>502</title></head>{}</html>",
        "톱".repeat(5000)
    );
    check_error(
        502,
        &[],
        &page,
        &expect!["Overloaded: The server answered 502 with a web page instead of an API error."],
    );
    let slow = said("rate_limit_error", "Slow down");
    check_error(
        429,
        &[("retry-after", "7")],
        &slow,
        &expect!["RateLimited after 7000 ms: Slow down"],
    );
    check_error(
        429,
        &[("Retry-After", " 0.5 ")],
        &slow,
        &expect!["RateLimited after 500 ms: Slow down"],
    );
    check_error(
        429,
        &[("retry-after", "9"), ("retry-after-ms", "120")],
        &slow,
        &expect!["RateLimited after 120 ms: Slow down"],
    );
    check_error(
        429,
        &[("retry-after", "Wed, 21 Oct 2026 07:28:00 GMT")],
        &slow,
        &expect!["RateLimited: Slow down"],
    );
    check_error(
        429,
        &[("retry-after", "-1")],
        &slow,
        &expect!["RateLimited: Slow down"],
    );
    check_error(
        429,
        &[("retry-after", "NaN"), ("x-should-retry", "false")],
        &slow,
        &expect!["RateLimited never again: Slow down"],
    );
}

// --- Requests ---

fn request(chat: &Chat<'_>) -> HttpRequest {
    let endpoint = Endpoint {
        base_url: "https://api.anthropic.com/v1".into(),
        key: Secret::new("sk-ant-canary"),
    };
    match WIRE.request(chat, &endpoint) {
        Transport::Http(request) => request,
        Transport::Recorded(_) => panic!("http"),
    }
}

fn user(text: &str) -> Turn {
    Turn::user(vec![Block::Text(text.into())])
}

fn result(id: &str, content: Vec<Content>, is_error: bool) -> Block {
    Block::ToolResult(ToolResult {
        call_id: id.into(),
        content,
        is_error,
    })
}

#[test]
fn first_request() {
    let tools = [ToolDef {
        name: "run_cad_code".into(),
        description: "Runs code.".into(),
        parameters: json!({"type": "object", "properties": {"code": {"type": "string"}}, "required": ["code"]}),
    }];
    let turns = [user("Draw a bracket")];
    let chat = Chat {
        system: "You draw.",
        tools: &tools,
        turns: &turns,
        model: MODEL,
        max_tokens: 32000,
    };
    let request = request(&chat);
    let headers: String = request
        .headers
        .iter()
        .map(|(n, v)| format!("{n}: {v}\n"))
        .collect();
    expect![[r#"
        POST https://api.anthropic.com/v1/messages
        content-type: application/json
        x-api-key: sk-ant-canary
        anthropic-version: 2023-06-01
        anthropic-dangerous-direct-browser-access: true
        anthropic-beta: thinking-binding-controls-2026-08-01

        {"model":"claude-opus-5-5","max_tokens":32000,"stream":true,"cache_control":{"type":"ephemeral"},"system":[{"type":"text","text":"You draw.","cache_control":{"type":"ephemeral"}}],"tools":[{"name":"run_cad_code","description":"Runs code.","input_schema":{"type":"object","properties":{"code":{"type":"string"}},"required":["code"]}}],"tool_choice":{"type":"auto"},"thinking":{"type":"adaptive","display":"summarized","block_binding":{"prefix_mismatch_behavior":"drop_block"}},"messages":[{"role":"user","content":[{"type":"text","text":"Draw a bracket"}]}]}"#]]
    .assert_eq(&format!("{} {}\n{headers}\n{}", request.method, request.url, request.body));

    let plain = Chat {
        model: "claude-haiku-4-5",
        system: "",
        tools: &[],
        ..chat
    };
    let request = super::tests::request(&plain);
    assert!(request.headers.iter().all(|(name, _)| name != "anthropic-beta"));
    expect![[r#"{"model":"claude-haiku-4-5","max_tokens":32000,"stream":true,"cache_control":{"type":"ephemeral"},"messages":[{"role":"user","content":[{"type":"text","text":"Draw a bracket"}]}]}"#]]
        .assert_eq(&request.body);
}

/// The second request of a conversation, after an answer that came in as a stream.
#[test]
fn echo() {
    let empty_thinking = (
        json!({"type": "thinking", "thinking": "", "signature": ""}),
        vec![json!({"type": "signature_delta", "signature": "SIG=="})],
    );
    let redacted = (json!({"type": "redacted_thinking", "data": "Emw"}), vec![]);
    let blocks = [
        empty_thinking,
        redacted,
        text(&["I'll draw it."]),
        tool(
            "toolu_1",
            "draw",
            &["{\"x1\": 1.0, \"b\": 1e2,", " \"a\": [0.1]}"],
        ),
        tool("toolu_2", "capture", &[""]),
        tool("toolu_3", "draw", &["{oops"]),
    ];
    let (_, answer) = end(&stream(&blocks, "tool_use"));
    let results = Turn::user(vec![
        result("toolu_1", vec![Content::Text("{\"id\":\"e7\"}".into())], false),
        result(
            "toolu_2",
            vec![
                Content::Text("viewport 800x600".into()),
                Content::Image {
                    mime: "image/png".into(),
                    base64: "iVBOR".into(),
                },
            ],
            false,
        ),
        result("toolu_3", vec![Content::Text("not valid JSON".into())], true),
    ]);
    let turns = [user("Draw"), answer, results, user("Stop, make it red")];
    let chat = Chat {
        system: "",
        tools: &[],
        turns: &turns,
        model: MODEL,
        max_tokens: 1,
    };
    let messages = |chat: &Chat<'_>| -> String {
        let body: Value = serde_json::from_str(&request(chat).body).unwrap();
        body["messages"]
            .as_array()
            .unwrap()
            .iter()
            .map(|m| format!("{m}\n"))
            .collect()
    };
    expect![[r#"
        {"role":"user","content":[{"type":"text","text":"Draw"}]}
        {"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"SIG=="},{"type":"redacted_thinking","data":"Emw"},{"type":"text","text":"I'll draw it."},{"type":"tool_use","id":"toolu_1","name":"draw","input":{"x1":1.0,"b":100.0,"a":[0.1]}},{"type":"tool_use","id":"toolu_2","name":"capture","input":{}},{"type":"tool_use","id":"toolu_3","name":"draw","input":{}}]}
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"{\"id\":\"e7\"}"},{"type":"tool_result","tool_use_id":"toolu_2","content":[{"type":"text","text":"viewport 800x600"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBOR"}}]},{"type":"tool_result","tool_use_id":"toolu_3","is_error":true,"content":"not valid JSON"},{"type":"text","text":"Stop, make it red"}]}
    "#]]
    .assert_eq(&messages(&chat));

    // Another model gets the same turn without reasoning, ids made safe.
    let other = Chat {
        model: "claude-sonnet-5-5",
        ..chat
    };
    let rebuilt = messages(&other);
    assert!(
        !rebuilt.contains("thinking") && !rebuilt.contains("SIG"),
        "{rebuilt}"
    );
    assert!(
        rebuilt.contains(r#"{"type":"tool_use","id":"toolu_2","name":"capture","input":{}}"#),
        "{rebuilt}"
    );
}

#[test]
fn turns_of_other_providers() {
    let call = crate::llm::ToolCall {
        id: "call.1/ü".into(),
        name: "run".into(),
        args: Ok(json!({"a": 1})),
    };
    let raw = crate::llm::Raw {
        provider: "other".into(),
        model: MODEL.into(),
        value: json!([{"secret": 1}]),
    };
    let blocks = vec![
        Block::Reasoning("hm".into()),
        Block::Text("\n".into()),
        Block::ToolCall(call),
    ];
    let turns = [
        user("Draw"),
        Turn {
            role: Role::Assistant,
            blocks,
            raw: Some(raw),
        },
        Turn::user(vec![result("call.1/ü", vec![], false)]),
    ];
    let chat = Chat {
        system: "",
        tools: &[],
        turns: &turns,
        model: MODEL,
        max_tokens: 1,
    };
    let body: Value = serde_json::from_str(&request(&chat).body).unwrap();
    expect![[r#"[{"role":"user","content":[{"type":"text","text":"Draw"}]},{"role":"assistant","content":[{"type":"tool_use","id":"call_1__","name":"run","input":{"a":1}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"call_1__"}]}]"#]]
        .assert_eq(&body["messages"].to_string());
}
