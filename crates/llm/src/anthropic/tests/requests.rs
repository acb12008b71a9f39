//! Tests of the exact text of requests.

use expect_test::expect;

use super::*;
use crate::Chat;
use crate::tests::{
    begun_elsewhere, chat, continued, end, request, sent, shown, tool, user, user_with_image,
};

const BASE: &str = "https://api.anthropic.com/v1";

#[test]
fn the_first_request_has_headers_tools_and_messages() {
    let tools = [tool()];
    let turns = [user("Draw a bracket")];
    let full = Chat {
        system: "You draw.",
        tools: &tools,
        max_tokens: 32_000,
        ..chat(MODEL, &turns)
    };
    expect![[r#"
        POST https://api.anthropic.com/v1/messages
        content-type: application/json
        x-api-key: sk-canary-0123456789
        anthropic-version: 2023-06-01
        anthropic-dangerous-direct-browser-access: true
        anthropic-beta: thinking-binding-controls-2026-08-01

        {"model":"claude-opus-5-5","max_tokens":32000,"stream":true,"cache_control":{"type":"ephemeral"},"system":[{"type":"text","text":"You draw.","cache_control":{"type":"ephemeral"}}],"tools":[{"name":"run_cad_code","description":"Runs code.","input_schema":{"type":"object","properties":{"code":{"type":"string"}},"required":["code"]}}],"tool_choice":{"type":"auto"},"thinking":{"type":"adaptive","display":"summarized","block_binding":{"prefix_mismatch_behavior":"drop_block"}},"messages":[{"role":"user","content":[{"type":"text","text":"Draw a bracket"}]}]}"#]].assert_eq(&shown(&request(&ADAPTER, BASE, &full)));

    let plain = request(&ADAPTER, BASE, &chat("claude-haiku-4-5", &turns));
    assert!(plain.headers.iter().all(|(name, _)| name != "anthropic-beta"));
    expect![[r#"{"model":"claude-haiku-4-5","max_tokens":1000,"stream":true,"cache_control":{"type":"ephemeral"},"messages":[{"role":"user","content":[{"type":"text","text":"Draw a bracket"}]}]}"#]].assert_eq(&plain.body);
}

#[test]
fn images_are_sent_as_content_blocks() {
    let turns = [user_with_image()];
    expect![[r#"
        {"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBOR"}},{"type":"text","text":"Draw this"}]}
    "#]].assert_eq(&sent(&ADAPTER, MODEL, "messages", &turns));
}

/// Tests the second request of a conversation, after a streamed answer.
#[test]
fn the_second_request_repeats_the_streamed_answer() {
    let empty_thinking = (
        json!({"type": "thinking", "thinking": "", "signature": ""}),
        vec![json!({"type": "signature_delta", "signature": "SIG=="})],
    );
    let redacted = (json!({"type": "redacted_thinking", "data": "Emw"}), vec![]);
    let blocks = [
        empty_thinking,
        redacted,
        text(&["I'll draw it."]),
        call(
            "toolu_1",
            "draw",
            &["{\"x1\": 1.0, \"b\": 1e2,", " \"a\": [0.1]}"],
        ),
        call("toolu_2", "capture", &[""]),
        call("toolu_3", "draw", &["{oops"]),
    ];
    let (_, answer) = end(&ADAPTER, MODEL, &stream(&blocks, "tool_use"));
    let turns = continued(answer, ["toolu_1", "toolu_2", "toolu_3"]);
    expect![[r#"
        {"role":"user","content":[{"type":"text","text":"Draw"}]}
        {"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"SIG=="},{"type":"redacted_thinking","data":"Emw"},{"type":"text","text":"I'll draw it."},{"type":"tool_use","id":"toolu_1","name":"draw","input":{"x1":1.0,"b":100.0,"a":[0.1]}},{"type":"tool_use","id":"toolu_2","name":"capture","input":{}},{"type":"tool_use","id":"toolu_3","name":"draw","input":{}}]}
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"{\"id\":\"e7\"}"},{"type":"tool_result","tool_use_id":"toolu_2","content":[{"type":"text","text":"viewport 800x600"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBOR"}}]},{"type":"tool_result","tool_use_id":"toolu_3","is_error":true,"content":"not valid JSON"},{"type":"text","text":"Stop, make it red"}]}
    "#]].assert_eq(&sent(&ADAPTER, MODEL, "messages", &turns));

    // Another model gets the same turn without reasoning.
    let rebuilt = sent(&ADAPTER, "claude-sonnet-5-5", "messages", &turns);
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
fn turns_of_other_providers_are_converted() {
    let turns = begun_elsewhere(MODEL, false);
    expect![[r#"
        {"role":"user","content":[{"type":"text","text":"Draw"}]}
        {"role":"assistant","content":[{"type":"tool_use","id":"call_1__","name":"run","input":{"a":1}}]}
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"call_1__"}]}
    "#]]
    .assert_eq(&sent(&ADAPTER, MODEL, "messages", &turns));
}
