//! Tests of the exact text of requests.

use expect_test::expect;

use super::*;
use crate::tests::{
    begun_elsewhere, chat, continued, end, picture, request, result, sent, shown, tool, user, user_with_image,
};
use crate::{Content, Turn};

#[test]
fn the_first_request_has_headers_tools_and_messages() {
    let tools = [tool()];
    let turns = [user("Draw a bracket")];
    let full = Chat {
        system: "You draw.",
        tools: &tools,
        max_tokens: 16_000,
        ..chat(MODEL, &turns)
    };
    expect![[r#"
        POST https://groq/openai/v1/chat/completions
        content-type: application/json
        authorization: Bearer sk-canary-0123456789

        {"model":"some-model","stream":true,"max_tokens":16000,"stream_options":{"include_usage":true},"tools":[{"type":"function","function":{"name":"run_cad_code","description":"Runs code.","parameters":{"type":"object","properties":{"code":{"type":"string"}},"required":["code"]}}}],"messages":[{"role":"system","content":"You draw."},{"role":"user","content":"Draw a bracket"}]}"#]].assert_eq(&shown(&request(&ADAPTER, "https://groq/openai/v1", &full)));
    let mistral = request(&*provider_adapter(&MISTRAL), "https://api.mistral.ai/v1", &full);
    assert!(!mistral.body.contains("stream_options"), "{}", mistral.body);
    let claude = Chat {
        model: "anthropic/claude-sonnet-5.5",
        ..full
    };
    let marked = request(
        &*provider_adapter(&OPENROUTER),
        "https://openrouter.ai/api/v1",
        &claude,
    );
    assert!(marked.body.contains(r#"{"role":"system","content":[{"type":"text","text":"You draw.","cache_control":{"type":"ephemeral"}}]}"#), "{}", marked.body);
}

#[test]
fn images_are_sent_as_content_parts() {
    let turns = [user_with_image()];
    expect![[r#"
        {"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBOR","detail":"auto"}},{"type":"text","text":"Draw this"}]}
    "#]].assert_eq(&sent(&ADAPTER, MODEL, "messages", &turns));
}

/// Tests the second request of a conversation, after a streamed answer.
#[test]
fn the_second_request_repeats_the_streamed_answer() {
    let deltas = [
        json!({"role": "assistant", "reasoning_content": "Hm"}),
        text("I'll draw it."),
        call(
            &json!({"index": 0, "id": "call_1", "function": {"name": "draw", "arguments": "{\"x1\": 1.0, \"b\": 1e2}"}}),
        ),
        call(&json!({"index": 1, "id": "call_2", "function": {"name": "capture", "arguments": ""}})),
        call(&json!({"index": 2, "id": "call_3", "function": {"name": "draw", "arguments": "{oops"}})),
    ];
    let (_, answer) = end(&ADAPTER, MODEL, &body(&deltas, "tool_calls"));
    let turns = continued(answer, ["call_1", "call_2", "call_3"]);
    expect![[r#"
        {"role":"user","content":"Draw"}
        {"role":"assistant","content":"I'll draw it.","tool_calls":[{"id":"call_1","type":"function","function":{"name":"draw","arguments":"{\"x1\": 1.0, \"b\": 1e2}"}},{"id":"call_2","type":"function","function":{"name":"capture","arguments":"{}"}},{"id":"call_3","type":"function","function":{"name":"draw","arguments":"{}"}}]}
        {"role":"tool","tool_call_id":"call_1","content":"{\"id\":\"e7\"}"}
        {"role":"tool","tool_call_id":"call_2","content":"viewport 800x600"}
        {"role":"tool","tool_call_id":"call_3","content":"Error: not valid JSON"}
        {"role":"user","content":[{"type":"text","text":"Image returned by call_2:"},{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBOR","detail":"auto"}},{"type":"text","text":"Stop, make it red"}]}
    "#]].assert_eq(&sent(&ADAPTER, MODEL, "messages", &turns));
}

#[test]
fn reasoning_is_sent_back_only_to_providers_that_require_it() {
    let deltas = [
        json!({"reasoning_content": "H", "reasoning_details": [{"type": "reasoning.encrypted", "data": "a", "index": 0}]}),
        json!({"reasoning_content": "m", "reasoning_details": [{"type": "reasoning.text", "text": "b", "index": 1}]}),
        call(&json!({"index": 0, "id": "x", "function": {"name": "a", "arguments": "{}"}})),
    ];
    for (provider, expected) in [
        (&DEEPSEEK, r#""reasoning_content":"Hm"}"#),
        (
            &OPENROUTER,
            r#""reasoning_details":[{"type":"reasoning.encrypted","data":"a","index":0},{"type":"reasoning.text","text":"b","index":1}]}"#,
        ),
        (&GROQ, r#""function":{"name":"a","arguments":"{}"}}]}"#),
    ] {
        let adapter = provider_adapter(provider);
        let (_, answer) = end(&*adapter, MODEL, &body(&deltas, "tool_calls"));
        let done = Turn::user(vec![result("x", vec![Content::Text("ok".into())], false)]);
        let turns = [user("Draw"), answer, done];
        let messages = sent(&*adapter, MODEL, "messages", &turns);
        let echoed = messages.lines().nth(1).unwrap();
        assert!(echoed.ends_with(expected), "{}: {echoed}", provider.id);
        // Reasoning is sent back only to the model that produced it.
        let rebuilt = sent(&*adapter, "another-model", "messages", &turns);
        assert!(!rebuilt.contains("reasoning"), "{rebuilt}");
    }
}

#[test]
fn turns_of_other_providers_are_converted() {
    let turns = begun_elsewhere(MODEL, false);
    expect![[r#"
        {"role":"user","content":"Draw"}
        {"role":"assistant","content":null,"tool_calls":[{"id":"call_1__","type":"function","function":{"name":"run","arguments":"{\"a\":1}"}}]}
        {"role":"tool","tool_call_id":"call_1__","content":"No output."}
    "#]].assert_eq(&sent(&ADAPTER, MODEL, "messages", &turns));
    let mistral = sent(&*provider_adapter(&MISTRAL), MODEL, "messages", &turns);
    assert_eq!(
        mistral.matches(&call_ids::nine("call.1/ü")).count(),
        2,
        "{mistral}"
    );
}

#[test]
fn mistral_gets_an_assistant_turn_between_results_and_user_text() {
    let (_, answer) = end(
        &ADAPTER,
        MODEL,
        &body(
            &[call(
                &json!({"index": 0, "id": "abcdefgh1", "function": {"name": "a"}}),
            )],
            "stop",
        ),
    );
    let seen = Turn::user(vec![result("abcdefgh1", vec![picture()], false)]);
    let turns = [user("Draw"), answer, seen, user("And now?")];
    expect![[r#"
        {"role":"user","content":"Draw"}
        {"role":"assistant","content":null,"tool_calls":[{"id":"abcdefgh1","type":"function","function":{"name":"a","arguments":"{}"}}]}
        {"role":"tool","tool_call_id":"abcdefgh1","content":"See the image."}
        {"role":"assistant","content":"I have the results."}
        {"role":"user","content":[{"type":"text","text":"Image returned by abcdefgh1:"},{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBOR","detail":"auto"}},{"type":"text","text":"And now?"}]}
    "#]].assert_eq(&sent(&*provider_adapter(&MISTRAL), MODEL, "messages", &turns));
}
