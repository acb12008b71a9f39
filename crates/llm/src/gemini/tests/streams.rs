//! Tests of streamed answers.

use expect_test::expect;
use serde_json::json;

use super::*;
use crate::tests::{check_answers_of_others, check_cuts, decode, end, error, lines, usage};
use crate::{Block, ErrorKind, Stop, Usage};

#[test]
fn a_text_stream_is_decoded() {
    expect![[r#"
        0 text "톱니"
        0 text "바퀴 ⚙"
        usage in 100 read 20 write 0 out 94 (64 reasoning)
        end Done raw [{"text":"톱니"},{"text":"바퀴 ⚙"}]"#]]
    .assert_eq(&lines(
        &ADAPTER,
        MODEL,
        &body(&[vec![text("톱니")], vec![text("바퀴 ⚙")]], "STOP"),
    ));
}

#[test]
fn a_stream_with_thoughts_text_and_two_calls_is_decoded() {
    let pieces = [
        vec![json!({"text": "Planning", "thought": true})],
        vec![json!({"text": "…", "thought": true}), text("I'll draw it.")],
        vec![
            call(Some("fc1"), "add_line", &json!({"x1": 10}), Some("CiQB")),
            json!({"functionCall": {"name": "render"}}),
        ],
        vec![json!({"text": "", "thoughtSignature": "Cx"})],
    ];
    expect![[r#"
        0 reasoning "Planning"
        0 reasoning "…"
        1 text "I'll draw it."
        2 tool fc1 add_line
        3 tool call_2 render
        usage in 100 read 20 write 0 out 94 (64 reasoning)
        2 call add_line {"x1":10}
        3 call render {}
        end ToolCalls raw [{"text":"Planning","thought":true},{"text":"…","thought":true},{"text":"I'll draw it."},{"functionCall":{"name":"add_line","args":{"x1":10},"id":"fc1"},"thoughtSignature":"CiQB"},{"functionCall":{"name":"render"}},{"text":"","thoughtSignature":"Cx"}]"#]].assert_eq(&lines(&ADAPTER, MODEL, &body(&pieces, "STOP")));
}

#[test]
fn sse_framing_does_not_change_the_events() {
    let plain = body(
        &[
            vec![text("원 12개")],
            vec![call(None, "run", &json!({"a": 1}), Some("S"))],
        ],
        "STOP",
    );
    let expected = decode(&ADAPTER, MODEL, &plain);
    for (what, body) in [
        ("CRLF", plain.replace('\n', "\r\n")),
        ("CR", plain.replace('\n', "\r")),
        ("comments", plain.replace("data: ", ": ping\n\ndata: ")),
        ("padding", plain.replace("}\n\n", "}     \n\n")),
        ("no blank line at the end", plain.trim_end().to_owned()),
    ] {
        assert_eq!(decode(&ADAPTER, MODEL, &body), expected, "{what}");
    }
}

#[test]
fn a_stream_cut_at_any_byte_is_truncated() {
    let whole = body(
        &[vec![text("Half")], vec![call(None, "run", &json!({}), None)]],
        "STOP",
    );
    let last = whole.rfind("data: ").unwrap();
    check_cuts(&ADAPTER, MODEL, &whole, last);
}

#[test]
fn errors_inside_the_stream_are_classified() {
    let begun = sse(&[chunk(&[text("Half")])]);
    let said = json!({"error": {"code": 503, "message": "Overloaded", "status": "UNAVAILABLE"}});
    for after in [
        format!("data: {said}\n\n"),
        said.to_string(),
        serde_json::to_string_pretty(&said).unwrap(),
        format!("[{said}]"),
    ] {
        let got = error(&ADAPTER, MODEL, &format!("{begun}{after}"));
        assert_eq!(
            (got.kind, &got.message[..]),
            (ErrorKind::Overloaded, "Overloaded"),
            "{after}"
        );
    }
    assert_eq!(
        error(&ADAPTER, MODEL, &format!("{begun}data: {{\"candi\n\n")).kind,
        ErrorKind::StreamTruncated
    );
}

#[test]
fn finish_reasons_map_to_stop_reasons() {
    let said = vec![text("x")];
    let refused = |category: &str| Stop::Refused {
        category: Some(category.into()),
        explanation: None,
    };
    for (reason, expected) in [
        ("STOP", Stop::Done),
        ("MAX_TOKENS", Stop::Length),
        ("SAFETY", refused("SAFETY")),
        ("RECITATION", refused("RECITATION")),
        ("IMAGE_SAFETY", refused("IMAGE_SAFETY")),
        ("LANGUAGE", Stop::Other("LANGUAGE".into())),
        ("BRAND_NEW", Stop::Other("BRAND_NEW".into())),
    ] {
        assert_eq!(
            end(&ADAPTER, MODEL, &body(std::slice::from_ref(&said), reason)).0,
            expected,
            "{reason}"
        );
    }
    // Calls take precedence over the finish reason, except over an output limit.
    let called = vec![call(None, "run", &json!({}), None)];
    assert_eq!(
        end(&ADAPTER, MODEL, &body(std::slice::from_ref(&called), "OTHER")).0,
        Stop::ToolCalls
    );
    assert_eq!(
        end(&ADAPTER, MODEL, &body(&[called], "MAX_TOKENS")).0,
        Stop::Length
    );
    for reason in ["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL"] {
        assert_eq!(
            error(&ADAPTER, MODEL, &body(&[], reason)).kind,
            ErrorKind::BadCall
        );
    }
}

#[test]
fn a_blocked_prompt_is_a_refusal() {
    let blocked =
        json!({"promptFeedback": {"blockReason": "SAFETY"}, "usageMetadata": {"promptTokenCount": 4}});
    let (stop, turn) = end(&ADAPTER, MODEL, &sse(&[blocked]));
    assert_eq!(
        stop,
        Stop::Refused {
            category: Some("SAFETY".into()),
            explanation: None
        }
    );
    assert!(turn.is_empty());
}

#[test]
fn the_raw_turn_keeps_every_part_separately() {
    let future = json!({"hologram": {"depth": 3}});
    let pieces = [
        vec![text("A"), text("B")],
        vec![
            future.clone(),
            json!({"text": "", "thoughtSignature": "S"}),
            text(""),
        ],
    ];
    let (_, turn) = end(&ADAPTER, MODEL, &body(&pieces, "STOP"));
    assert_eq!(turn.blocks, [Block::Text("AB".into())]);
    let raw = turn.raw.unwrap().value;
    assert_eq!(
        raw,
        json!([{"text": "A"}, {"text": "B"}, future, {"text": "", "thoughtSignature": "S"}])
    );
}

#[test]
fn calls_without_id_or_with_invalid_arguments_are_decoded() {
    let pieces = [vec![
        json!({"functionCall": {"name": "a"}}),
        json!({"functionCall": {"name": "b", "args": null, "id": ""}}),
        json!({"functionCall": {"name": "c", "args": [1]}}),
    ]];
    let (_, turn) = end(&ADAPTER, MODEL, &body(&pieces, "STOP"));
    let calls: Vec<_> = turn
        .calls()
        .map(|call| (call.id.as_str(), call.args.is_ok()))
        .collect();
    assert_eq!(calls, [("call_1", true), ("call_2", true), ("call_3", false)]);
}

#[test]
fn usage_counts_tokens_of_every_kind() {
    let counted = usage(&ADAPTER, MODEL, &body(&[vec![text("x")]], "STOP"));
    let expected = Usage {
        input_uncached: 100,
        cache_read: 20,
        output: 94,
        reasoning: 64,
        ..Usage::default()
    };
    assert_eq!(counted, expected);
}

#[test]
fn answers_without_a_stream_are_decoded_or_explained() {
    let mut whole = chunk(&[text("Hi"), call(None, "run", &json!({"a": 1}), None)]);
    whole["candidates"][0]["finishReason"] = json!("STOP");
    for body in [
        whole.to_string(),
        json!([chunk(&[text("Hi")]), whole]).to_string(),
    ] {
        let (stop, turn) = end(&ADAPTER, MODEL, &body);
        assert_eq!((stop, turn.calls().count()), (Stop::ToolCalls, 1));
    }
    check_answers_of_others(&ADAPTER, MODEL);
}
