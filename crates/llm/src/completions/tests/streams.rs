//! Tests of streamed answers and HTTP errors.

use expect_test::expect;

use super::*;
use crate::tests::{check_answers_of_others, check_cuts, decode, end, error, failures, lines, usage};
use crate::{ErrorKind, Stop, Usage};

#[test]
fn a_text_stream_is_decoded() {
    let deltas = [
        json!({"role": "assistant", "content": ""}),
        text("톱니"),
        text("바퀴 ⚙"),
    ];
    expect![[r#"
        0 text "톱니"
        0 text "바퀴 ⚙"
        usage in 50 read 32 write 0 out 17 (5 reasoning)
        end Done raw {"role":"assistant","content":"톱니바퀴 ⚙"}"#]]
    .assert_eq(&lines(&ADAPTER, MODEL, &body(&deltas, "stop")));
}

#[test]
fn a_stream_with_text_and_two_calls_is_decoded() {
    let deltas = [
        json!({"role": "assistant", "content": "I'll draw it."}),
        call(
            &json!({"index": 0, "id": "call_1", "type": "function", "function": {"name": "add_line", "arguments": ""}}),
        ),
        call(&json!({"index": 0, "function": {"arguments": "{\"x1\":"}})),
        call(&json!({"index": 0, "function": {"arguments": "10}"}})),
        call(
            &json!({"index": 1, "id": "call_2", "type": "function", "function": {"name": "render", "arguments": ""}}),
        ),
    ];
    expect![[r#"
        0 text "I'll draw it."
        1 tool call_1 add_line
        2 tool call_2 render
        usage in 50 read 32 write 0 out 17 (5 reasoning)
        1 call add_line {"x1":10}
        2 call render {}
        end ToolCalls raw {"role":"assistant","content":"I'll draw it.","tool_calls":[{"id":"call_1","type":"function","function":{"name":"add_line","arguments":"{\"x1\":10}"}},{"id":"call_2","type":"function","function":{"name":"render","arguments":"{}"}}]}"#]].assert_eq(&lines(&ADAPTER, MODEL, &body(&deltas, "tool_calls")));
}

#[test]
fn sse_framing_does_not_change_the_events() {
    let entry = json!({"index": 0, "id": "a", "function": {"name": "run", "arguments": "{\"a\":1}"}});
    let plain = body(&[text("원 12개"), call(&entry)], "tool_calls");
    let expected = decode(&ADAPTER, MODEL, &plain);
    for (what, body) in [
        ("CRLF", plain.replace('\n', "\r\n")),
        (
            "comments",
            plain.replace("data: {", ": OPENROUTER PROCESSING\n\ndata: {"),
        ),
        ("padding", plain.replace("}\n\n", "}     \n\n")),
        ("no blank line at the end", plain.trim_end().to_owned()),
        ("no mark of the end", plain.replace("data: [DONE]\n\n", "")),
    ] {
        assert_eq!(decode(&ADAPTER, MODEL, &body), expected, "{what}");
    }
}

#[test]
fn a_stream_cut_at_any_byte_is_truncated() {
    let entry = json!({"index": 0, "id": "a", "function": {"name": "run", "arguments": "{}"}});
    let whole = body(&[text("Half"), call(&entry)], "tool_calls");
    let last = whole.find(",\"finish_reason\":\"tool_calls\"").unwrap();
    check_cuts(&ADAPTER, MODEL, &whole, last);
}

#[test]
fn errors_inside_the_stream_are_classified() {
    let begun = begun(&[text("Half")]);
    for (event, kind) in [
        (
            json!({"error": {"code": 502, "message": "Upstream"}, "choices": [{"finish_reason": "error"}]}),
            ErrorKind::Overloaded,
        ),
        (
            json!({"error": {"code": 402, "message": "No credits"}}),
            ErrorKind::Billing,
        ),
        (
            json!({"error": {"message": "Rate limit", "code": "rate_limit_exceeded"}}),
            ErrorKind::RateLimited,
        ),
        (
            json!({"error": {"message": "the request exceeds the available context size", "code": 400}}),
            ErrorKind::ContextOverflow,
        ),
        (json!({"error": "out of memory"}), ErrorKind::Server),
        (
            json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "error"}]}),
            ErrorKind::Server,
        ),
        (
            json!({"choices": [{"index": 0, "error": {"code": 429, "message": "x"}, "finish_reason": "error"}]}),
            ErrorKind::RateLimited,
        ),
    ] {
        assert_eq!(
            error(
                &ADAPTER,
                MODEL,
                &format!("{begun}{}", sse(std::slice::from_ref(&event)))
            )
            .kind,
            kind,
            "{event}"
        );
    }
    assert_eq!(
        error(&ADAPTER, MODEL, &format!("{begun}data: {{\"cho\n\n")).kind,
        ErrorKind::StreamTruncated
    );
}

#[test]
fn finish_reasons_map_to_stop_reasons() {
    for (reason, expected) in [
        ("stop", Stop::Done),
        ("length", Stop::Length),
        ("model_length", Stop::Length),
        (
            "content_filter",
            Stop::Refused {
                category: Some("content_filter".into()),
                explanation: None,
            },
        ),
        ("brand_new", Stop::Other("brand_new".into())),
    ] {
        assert_eq!(
            end(&ADAPTER, MODEL, &body(&[text("x")], reason)).0,
            expected,
            "{reason}"
        );
    }
    let entry =
        call(&json!({"index": 0, "id": "a", "function": {"name": "run", "arguments": "{\"code\": \"dra"}}));
    for (reason, expected) in [
        ("stop", Stop::ToolCalls),
        ("function_call", Stop::ToolCalls),
        ("length", Stop::Length),
    ] {
        let (stop, turn) = end(&ADAPTER, MODEL, &body(std::slice::from_ref(&entry), reason));
        assert_eq!(stop, expected);
        assert!(turn.calls().next().unwrap().args.is_err());
    }
    let refusal = json!({"refusal": "I can't."});
    let refused = Stop::Refused {
        category: None,
        explanation: Some("I can't.".into()),
    };
    assert_eq!(end(&ADAPTER, MODEL, &body(&[refusal], "stop")).0, refused);
    // Either `[DONE]` or a finish reason suffices as the end.
    assert_eq!(
        end(
            &ADAPTER,
            MODEL,
            &format!("{}data: [DONE]\n\n", begun(&[text("x")]))
        )
        .0,
        Stop::Done
    );
}

#[test]
fn usage_counts_tokens_of_every_kind() {
    let counted = usage(&ADAPTER, MODEL, &body(&[text("x")], "stop"));
    let expected = Usage {
        input_uncached: 50,
        cache_read: 32,
        output: 17,
        reasoning: 5,
        ..Usage::default()
    };
    assert_eq!(counted, expected);
    // DeepSeek uses another field for cached tokens, OpenRouter reports the cost, and Groq nests usage in `x_groq`.
    let with =
        |usage: Value| sse(&[json!({"choices": [{"delta": {}, "finish_reason": "stop"}], "usage": usage})]);
    let deepseek = json!({"prompt_tokens": 100, "prompt_cache_hit_tokens": 60, "completion_tokens": 1});
    let counted = usage(&ADAPTER, MODEL, &with(deepseek));
    assert_eq!((counted.input_uncached, counted.cache_read), (40, 60));
    let openrouter = json!({"prompt_tokens": 1, "completion_tokens": 1, "cost": 0.00095});
    assert_eq!(usage(&ADAPTER, MODEL, &with(openrouter)).billed, Some(950_000));
    let groq = json!({"choices": [{"delta": {}, "finish_reason": "stop"}], "x_groq": {"id": "r", "usage": {"prompt_tokens": 9, "completion_tokens": 2}}});
    assert_eq!(usage(&ADAPTER, MODEL, &sse(&[groq])).total(), 11);
}

#[test]
fn answers_without_a_stream_are_decoded_or_explained() {
    let message = json!({"role": "assistant", "content": "Hi",
        "tool_calls": [{"id": "a", "type": "function", "function": {"name": "run", "arguments": "{\"a\":1}"}}]});
    let whole = json!({"id": "c1", "model": MODEL, "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}],
        "usage": {"prompt_tokens": 1, "completion_tokens": 2}});
    let (stop, turn) = end(&ADAPTER, MODEL, &serde_json::to_string_pretty(&whole).unwrap());
    assert_eq!((stop, turn.text()), (Stop::ToolCalls, "Hi".to_owned()));
    assert_eq!(turn.calls().next().unwrap().args, Ok(json!({"a": 1})));
    let failed = json!({"error": {"message": "Busy", "code": 503}});
    assert_eq!(
        error(&ADAPTER, MODEL, &failed.to_string()).kind,
        ErrorKind::Overloaded
    );
    check_answers_of_others(&ADAPTER, MODEL);
}

#[test]
fn http_errors_are_classified() {
    let said = |error: Value| json!({"error": error}).to_string();
    let all = [
        (401, said(json!({"code": 401, "message": "No auth credentials found"}))),
        (402, said(json!({"code": 402, "message": "Insufficient credits"}))),
        (403, said(json!({"code": 403, "message": "Moderated", "metadata": {}}))),
        (404, said(json!({"message": "model \"x\" not found, try pulling it first"}))),
        (404, "404 page not found".to_owned()),
        (400, said(json!({"code": 400, "message": "x is not a valid model ID"}))),
        (400, said(json!({"type": "exceed_context_size_error", "message": "the request exceeds the available context size"}))),
        (413, said(json!({"message": "Request too large for model on tokens per minute", "code": "rate_limit_exceeded"}))),
        (422, json!({"object": "error", "message": "Extra inputs are not permitted", "type": "invalid_request_error"}).to_string()),
        (422, json!({"detail": "Bad field"}).to_string()),
        (429, said(json!({"message": "Rate limit reached. Please try again in 7.66s.", "code": "rate_limit_exceeded"}))),
        (429, said(json!({"message": "Please try again in 2m59.5s", "code": "rate_limit_exceeded"}))),
        (500, json!({"error": "llama runner process has terminated"}).to_string()),
        (503, said(json!({"code": 503, "message": "No provider available"}))),
    ];
    expect![[r#"
        401 Auth: No auth credentials found
        402 Billing: Insufficient credits
        403 Permission: Moderated
        404 ModelNotFound: model "x" not found, try pulling it first
        404 BadRequest: The server answered 404: 404 page not found
        400 ModelNotFound: x is not a valid model ID
        400 ContextOverflow: the request exceeds the available context size
        413 ContextOverflow: Request too large for model on tokens per minute
        422 BadRequest: Extra inputs are not permitted
        422 BadRequest: Bad field
        429 RateLimited after 7660 ms: Rate limit reached. Please try again in 7.66s.
        429 RateLimited after 179500 ms: Please try again in 2m59.5s
        500 Server: llama runner process has terminated
        503 Overloaded: No provider available"#]]
    .assert_eq(&failures(&ADAPTER, &all));
}
