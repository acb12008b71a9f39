//! Tests of streamed answers.

use crate::tests::{check_answers_of_others, check_cuts};
use expect_test::{Expect, expect};

use super::*;
use crate::tests;
use crate::{ApiError, Block, ErrorKind, Stop, StreamEvent, Turn, Usage};

fn decode(body: &str) -> Vec<StreamEvent> {
    tests::decode(&ADAPTER, MODEL, body)
}

/// Compares the events of a body, one per line.
#[track_caller]
fn check(body: &str, expected: &Expect) {
    expected.assert_eq(&tests::lines(&ADAPTER, MODEL, body));
}

fn end(body: &str) -> (Stop, Turn) {
    tests::end(&ADAPTER, MODEL, body)
}

fn error(body: &str) -> ApiError {
    tests::error(&ADAPTER, MODEL, body)
}

#[test]
fn a_text_stream_is_decoded() {
    check(
        &stream(&[text(&["톱니", "바퀴 ⚙"])], "end_turn"),
        &expect![[r#"
            usage in 377 read 0 write 0 out 1 (0 reasoning)
            0 text "톱니"
            0 text "바퀴 ⚙"
            usage in 377 read 0 write 0 out 65 (0 reasoning)
            end Done raw [{"type":"text","text":"톱니바퀴 ⚙"}]"#]],
    );
}

#[test]
fn a_stream_with_thinking_text_and_two_calls_is_decoded() {
    let blocks = [
        thinking(),
        text(&["I'll draw it."]),
        call("toolu_1", "draw_circle", &["", "{\"x\": 1", "0}"]),
        call("toolu_2", "get_scene_info", &[""]),
    ];
    check(
        &stream(&blocks, "tool_use"),
        &expect![[r#"
            usage in 377 read 0 write 0 out 1 (0 reasoning)
            0 reasoning "Two "
            0 reasoning "circles."
            1 text "I'll draw it."
            2 tool toolu_1 draw_circle
            3 tool toolu_2 get_scene_info
            usage in 377 read 0 write 0 out 65 (0 reasoning)
            2 call draw_circle {"x":10}
            3 call get_scene_info {}
            end ToolCalls raw [{"type":"thinking","thinking":"Two circles.","signature":"EqQBCgIYAhIM"},{"type":"text","text":"I'll draw it."},{"type":"tool_use","id":"toolu_1","name":"draw_circle","input":{"x":10}},{"type":"tool_use","id":"toolu_2","name":"get_scene_info","input":{}}]"#]],
    );
}

#[test]
fn sse_framing_does_not_change_the_events() {
    let plain = stream(
        &[thinking(), text(&["원 12개"]), call("t", "run", &["{\"a\":1}"])],
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
fn a_stream_cut_at_any_byte_is_truncated() {
    let whole = stream(&[text(&["Half"]), call("t", "run", &["{}"])], "tool_use");
    let last = whole.rfind("event: message_stop").unwrap();
    check_cuts(&ADAPTER, MODEL, &whole, last);
}

#[test]
fn an_error_inside_the_stream_is_classified() {
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
fn a_repeated_message_start_is_ignored() {
    let whole = stream(&[text(&["Once"])], "end_turn");
    let (start, rest) = whole.split_at(whole.find("event: ping").unwrap());
    assert_eq!(decode(&format!("{start}{start}{rest}")), decode(&whole));
}

#[test]
fn answers_without_a_stream_are_decoded_or_explained() {
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
    check_answers_of_others(&ADAPTER, MODEL);
}

#[test]
fn malformed_arguments_are_decoded_as_errors() {
    check(
        &stream(
            &[
                call("a", "run", &["{\"x\": ten}"]),
                call("b", "run", &["[1]"]),
                call("c", "run", &["{}"]),
            ],
            "tool_use",
        ),
        &expect![[r#"
            usage in 377 read 0 write 0 out 1 (0 reasoning)
            0 tool a run
            1 tool b run
            2 tool c run
            usage in 377 read 0 write 0 out 65 (0 reasoning)
            0 bad call run "{\"x\": ten}": expected ident at line 1 column 8
            1 bad call run "[1]": the arguments must be one JSON object
            2 call run {}
            end ToolCalls raw [{"type":"tool_use","id":"a","name":"run","input":{}},{"type":"tool_use","id":"b","name":"run","input":{}},{"type":"tool_use","id":"c","name":"run","input":{}}]"#]],
    );
}

#[test]
fn deep_arguments_do_not_overflow_the_stack() {
    let deep = format!("{{\"a\":{}1{}}}", "[".repeat(5000), "]".repeat(5000));
    let (_, turn) = end(&stream(&[call("a", "run", &[&deep])], "tool_use"));
    assert!(turn.calls().next().unwrap().args.is_err());
}

#[test]
fn stop_reasons_are_mapped() {
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
    // Calls take precedence over the stop reason, except over an output limit.
    assert_eq!(
        end(&stream(&[call("t", "run", &["{}"])], "end_turn")).0,
        Stop::ToolCalls
    );
    let (stop, turn) = end(&stream(&[call("t", "run", &["{\"code\": \"dra"])], "max_tokens"));
    assert_eq!(stop, Stop::Length);
    assert!(turn.calls().next().unwrap().args.is_err());
}

#[test]
fn a_refusal_reports_category_and_explanation() {
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
fn unknown_blocks_are_kept_and_unknown_deltas_are_skipped() {
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
fn later_usage_replaces_earlier_usage() {
    let body = stream(&[text(&["x"])], "end_turn")
        .replace(
            r#"{"input_tokens":377,"output_tokens":1}"#,
            r#"{"input_tokens":12,"cache_creation_input_tokens":50,"cache_read_input_tokens":4000,"output_tokens":1}"#,
        )
        .replace(
            r#"{"output_tokens":65}"#,
            r#"{"input_tokens":12,"cache_read_input_tokens":null,"output_tokens":65,"output_tokens_details":{"thinking_tokens":20}}"#,
        );
    let last = tests::usage(&ADAPTER, MODEL, &body);
    let expected = Usage {
        input_uncached: 12,
        cache_read: 4000,
        cache_write: 50,
        output: 65,
        reasoning: 20,
        billed: None,
    };
    assert_eq!(last, expected);
    assert_eq!(expected.total(), 4127);
}
