//! Tests of streamed answers.

use expect_test::expect;
use serde_json::json;

use super::*;
use crate::tests::{check_answers_of_others, check_cuts, decode, end, error, lines, sse, usage};
use crate::{Block, ErrorKind, Stop, Usage};

#[test]
fn a_text_stream_is_decoded() {
    expect![[r#"
        0 text "톱니"
        0 text "바퀴 ⚙"
        usage in 100 read 128 write 100 out 52 (20 reasoning)
        end Done raw [{"id":"msg_1","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"톱니바퀴 ⚙","annotations":[]}]}]"#]].assert_eq(&lines(&ADAPTER, MODEL, &completed(&[message(&["톱니", "바퀴 ⚙"])])));
}

#[test]
fn a_stream_with_reasoning_text_and_two_calls_is_decoded() {
    let items = [
        reasoning(Some("gAAAA")),
        message(&["I'll draw it."]),
        call("call_1", "draw_circle", &["{\"x\": 1", "0}"]),
        call("call_2", "get_scene_info", &[]),
    ];
    expect![[r#"
        0 reasoning "Two "
        0 reasoning "circles."
        0 reasoning "\n\n"
        0 reasoning "Then a line."
        1 text "I'll draw it."
        2 tool call_1 draw_circle
        3 tool call_2 get_scene_info
        usage in 100 read 128 write 100 out 52 (20 reasoning)
        2 call draw_circle {"x":10}
        3 call get_scene_info {}
        end ToolCalls raw [{"id":"rs_1","type":"reasoning","summary":[{"type":"summary_text","text":"Two circles."},{"type":"summary_text","text":"Then a line."}],"encrypted_content":"gAAAA"},{"id":"msg_1","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"I'll draw it.","annotations":[]}]},{"id":"fc_call_1","type":"function_call","status":"completed","call_id":"call_1","name":"draw_circle","arguments":"{\"x\": 10}"},{"id":"fc_call_2","type":"function_call","status":"completed","call_id":"call_2","name":"get_scene_info","arguments":""}]"#]].assert_eq(&lines(&ADAPTER, MODEL, &completed(&items)));
}

#[test]
fn sse_framing_does_not_change_the_events() {
    let items = [
        reasoning(Some("g")),
        message(&["원 12개"]),
        call("c", "run", &["{\"a\":1}"]),
    ];
    let plain = completed(&items);
    let expected = decode(&ADAPTER, MODEL, &plain);
    for (what, body) in [
        ("CRLF", plain.replace('\n', "\r\n")),
        ("comments", plain.replace("event: ", ": keep-alive\n\nevent: ")),
        ("padding", plain.replace("}\n\n", "}     \n\n")),
        ("no blank line at the end", plain.trim_end().to_owned()),
        (
            "unknown events",
            plain.replace(
                "event: response.in_progress",
                "data: {\"type\":\"response.brand_new\"}\n\nevent: response.in_progress",
            ),
        ),
    ] {
        assert_eq!(decode(&ADAPTER, MODEL, &body), expected, "{what}");
    }
}

#[test]
fn item_ids_may_change_during_the_stream() {
    let plain = completed(&[call("call_1", "run", &["{\"a\":", "1}"])]);
    let rotated = plain
        .replacen("\"item_id\":\"fc\"", "\"item_id\":\"other\"", 1)
        .replacen("\"id\":\"fc_call_1\"", "\"id\":\"zzz\"", 1);
    assert_ne!(rotated, plain);
    assert_eq!(decode(&ADAPTER, MODEL, &rotated), decode(&ADAPTER, MODEL, &plain));
}

#[test]
fn a_stream_cut_at_any_byte_is_truncated() {
    let whole = completed(&[message(&["Half"]), call("c", "run", &["{}"])]);
    let last = whole.rfind("event: response.completed").unwrap();
    check_cuts(&ADAPTER, MODEL, &whole, last);
}

#[test]
fn errors_inside_the_stream_are_classified() {
    let whole = completed(&[message(&["Half"])]);
    let begun = &whole[..whole.find("event: response.output_item.done").unwrap()];
    let failed = |code: &str, message: &str| json!({"type": "response.failed", "response": {"id": "resp_1", "status": "failed", "error": {"code": code, "message": message}}});
    for (event, kind) in [
        (failed("server_error", "Oops"), ErrorKind::Server),
        (
            failed("context_length_exceeded", "Too long"),
            ErrorKind::ContextOverflow,
        ),
        (failed("insufficient_quota", "Pay"), ErrorKind::Billing),
        (
            failed("rate_limit_exceeded", "Please try again in 1.2s."),
            ErrorKind::RateLimited,
        ),
        (
            json!({"type": "error", "code": "server_is_overloaded", "message": "Busy", "param": null}),
            ErrorKind::Overloaded,
        ),
        (
            json!({"type": "error", "error": {"type": "server_error", "code": "slow_down", "message": "Busy"}}),
            ErrorKind::Overloaded,
        ),
        (
            json!({"type": "error", "error": {"type": "invalid_request_error", "code": null, "message": "No"}}),
            ErrorKind::BadRequest,
        ),
        (json!({"type": "error", "message": "?"}), ErrorKind::Server),
    ] {
        let got = error(
            &ADAPTER,
            MODEL,
            &format!("{begun}{}", sse(std::slice::from_ref(&event))),
        );
        assert_eq!(got.kind, kind, "{event}");
        assert!(!got.message.is_empty());
        assert_eq!(
            got.retry_after_ms,
            (kind == ErrorKind::RateLimited).then_some(1_200)
        );
    }
    let garbage = error(&ADAPTER, MODEL, &format!("{begun}data: {{\"type\": \n\n"));
    assert_eq!(garbage.kind, ErrorKind::StreamTruncated);
}

#[test]
fn response_status_maps_to_stop_reasons() {
    let (call, text) = (call("c", "run", &["{\"code\": \"dra"]), message(&["Half"]));
    for (body, expected) in [
        (body(std::slice::from_ref(&text), "completed", None), Stop::Done),
        (
            body(
                std::slice::from_ref(&text),
                "incomplete",
                Some("max_output_tokens"),
            ),
            Stop::Length,
        ),
        (
            body(
                &[text.clone(), call.clone()],
                "incomplete",
                Some("max_output_tokens"),
            ),
            Stop::Length,
        ),
        (body(&[text.clone(), call], "completed", None), Stop::ToolCalls),
        (
            body(std::slice::from_ref(&text), "incomplete", Some("content_filter")),
            Stop::Refused {
                category: Some("content_filter".into()),
                explanation: None,
            },
        ),
        (
            body(std::slice::from_ref(&text), "incomplete", None),
            Stop::Length,
        ),
        (
            body(std::slice::from_ref(&text), "incomplete", Some("brand_new")),
            Stop::Other("brand_new".into()),
        ),
    ] {
        assert_eq!(end(&ADAPTER, MODEL, &body).0, expected);
    }
    let refusal = json!({"id": "m", "type": "message", "role": "assistant", "content": [{"type": "refusal", "refusal": "I can't."}]});
    let delta = json!({"type": "response.refusal.delta", "delta": "I can't."});
    let refused = Stop::Refused {
        category: None,
        explanation: Some("I can't.".into()),
    };
    assert_eq!(
        end(&ADAPTER, MODEL, &completed(&[(refusal, vec![delta])])).0,
        refused
    );
}

#[test]
fn malformed_arguments_are_kept_verbatim() {
    let items = [
        call("a", "run", &["{\"x\": ten}"]),
        call("b", "run", &["[1]"]),
        call("c", "run", &["{}"]),
    ];
    let (stop, turn) = end(&ADAPTER, MODEL, &completed(&items));
    assert_eq!(stop, Stop::ToolCalls);
    let readable: Vec<bool> = turn.calls().map(|call| call.args.is_ok()).collect();
    assert_eq!(readable, [false, false, true]);
    assert_eq!(turn.raw.unwrap().value[0]["arguments"], "{\"x\": ten}");
}

#[test]
fn the_raw_turn_keeps_encrypted_reasoning_and_unknown_items() {
    // Reasoning without encrypted content is left out; unknown items are kept.
    let odd = (json!({"type": "hologram", "id": "h", "depth": 3}), vec![]);
    let items = [reasoning(None), reasoning(Some("gAAAA")), odd, message(&["x"])];
    let (_, turn) = end(&ADAPTER, MODEL, &completed(&items));
    let kinds: Vec<Value> = turn
        .raw
        .unwrap()
        .value
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["type"].clone())
        .collect();
    assert_eq!(kinds, ["reasoning", "hologram", "message"]);
    assert_eq!(turn.blocks.len(), 3);
    assert_eq!(
        turn.blocks[1],
        Block::Reasoning("Two circles.\n\nThen a line.".into())
    );
}

#[test]
fn items_without_a_done_event_are_completed() {
    let whole = completed(&[message(&["Hello"]), call("c", "run", &["{\"a\":", "1}"])]);
    let kept: String = whole
        .split_inclusive("\n\n")
        .filter(|event| !event.contains("output_item.done"))
        .collect();
    let at = kept.find("event: response.completed").unwrap();
    let last = json!({"type": "response.completed", "response": {"status": "completed", "output": []}});
    let (stop, turn) = end(&ADAPTER, MODEL, &format!("{}{}", &kept[..at], sse(&[last])));
    assert_eq!((stop, turn.text()), (Stop::ToolCalls, "Hello".to_owned()));
    assert_eq!(turn.calls().next().unwrap().args, Ok(json!({"a": 1})));
    // Items that appear only in the terminal event are taken from there.
    let only: String = whole
        .split_inclusive("\n\n")
        .filter(|event| event.contains("response.created") || event.contains("response.completed"))
        .collect();
    let (stop, turn) = end(&ADAPTER, MODEL, &only);
    assert_eq!(
        (stop, turn.text(), turn.calls().count()),
        (Stop::ToolCalls, "Hello".to_owned(), 1)
    );
}

#[test]
fn usage_counts_tokens_of_every_kind() {
    let counted = usage(&ADAPTER, MODEL, &completed(&[message(&["x"])]));
    let expected = Usage {
        input_uncached: 100,
        cache_read: 128,
        cache_write: 100,
        output: 52,
        reasoning: 20,
        billed: None,
    };
    assert_eq!(counted, expected);
    let bare = completed(&[message(&["x"])]).replace(
        "\"input_tokens_details\":{\"cached_tokens\":128,\"cache_write_tokens\":100}",
        "\"input_tokens_details\":null",
    );
    assert_eq!(usage(&ADAPTER, MODEL, &bare).input_uncached, 328);
}

#[test]
fn answers_without_a_stream_are_decoded_or_explained() {
    let (item, _) = message(&["Hi"]);
    let (called, _) = call("c", "run", &["{\"a\":1}"]);
    let response = json!({"object": "response", "id": "resp_1", "status": "completed", "model": MODEL, "output": [item, called]});
    let (stop, turn) = end(&ADAPTER, MODEL, &serde_json::to_string_pretty(&response).unwrap());
    assert_eq!((stop, turn.text()), (Stop::ToolCalls, "Hi".to_owned()));
    let failed =
        json!({"error": {"message": "Busy", "type": "server_error", "code": "server_is_overloaded"}});
    assert_eq!(
        error(&ADAPTER, MODEL, &failed.to_string()).kind,
        ErrorKind::Overloaded
    );
    check_answers_of_others(&ADAPTER, MODEL);
}
