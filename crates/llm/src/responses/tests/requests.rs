//! Tests of the exact text of requests.

use expect_test::expect;

use super::*;
use crate::Chat;
use crate::tests::{begun_elsewhere, chat, continued, end, request, sent, shown, tool, user_with_image};

#[test]
fn the_first_request_has_headers_tools_and_input() {
    let tools = [tool()];
    let turns = [user_with_image()];
    let full = Chat {
        system: "You draw.",
        tools: &tools,
        max_tokens: 32_000,
        ..chat(MODEL, &turns)
    };
    expect![[r#"
        POST https://api.openai.com/v1/responses
        content-type: application/json
        authorization: Bearer sk-canary-0123456789

        {"model":"gpt-6.1-sol","instructions":"You draw.","stream":true,"store":false,"max_output_tokens":32000,"truncation":"disabled","prompt_cache_key":"trammel-a31d918b9b4faa16","include":["reasoning.encrypted_content"],"reasoning":{"effort":"medium","summary":"auto"},"tools":[{"type":"function","name":"run_cad_code","description":"Runs code.","strict":false,"parameters":{"type":"object","properties":{"code":{"type":"string"}},"required":["code"]}}],"tool_choice":"auto","parallel_tool_calls":true,"input":[{"role":"user","content":[{"type":"input_image","image_url":"data:image/png;base64,iVBOR","detail":"auto"},{"type":"input_text","text":"Draw this"}]}]}"#]].assert_eq(&shown(&request(&ADAPTER, "https://api.openai.com/v1", &full)));
    let plain = request(
        &ADAPTER,
        "https://api.openai.com/v1/responses",
        &chat("gpt-4.1", &turns),
    );
    assert_eq!(plain.url, "https://api.openai.com/v1/responses");
    assert!(
        !plain.body.contains("reasoning") && !plain.body.contains("tools"),
        "{}",
        plain.body
    );
}

#[test]
fn the_second_request_repeats_the_streamed_answer() {
    let items = [
        reasoning(Some("gAAAA")),
        message(&["I'll draw it."]),
        call("call_1", "draw", &["{\"x1\": 1.0, \"b\": 1e2,", " \"a\": [0.1]}"]),
        call("call_2", "capture", &[]),
        call("call_3", "draw", &["{oops"]),
    ];
    let (_, answer) = end(&ADAPTER, MODEL, &completed(&items));
    let turns = continued(answer, ["call_1", "call_2", "call_3"]);
    expect![[r#"
        {"role":"user","content":[{"type":"input_text","text":"Draw"}]}
        {"id":"rs_1","type":"reasoning","summary":[{"type":"summary_text","text":"Two circles."},{"type":"summary_text","text":"Then a line."}],"encrypted_content":"gAAAA"}
        {"id":"msg_1","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"I'll draw it.","annotations":[]}]}
        {"id":"fc_call_1","type":"function_call","status":"completed","call_id":"call_1","name":"draw","arguments":"{\"x1\": 1.0, \"b\": 1e2, \"a\": [0.1]}"}
        {"id":"fc_call_2","type":"function_call","status":"completed","call_id":"call_2","name":"capture","arguments":""}
        {"id":"fc_call_3","type":"function_call","status":"completed","call_id":"call_3","name":"draw","arguments":"{oops"}
        {"type":"function_call_output","call_id":"call_1","output":"{\"id\":\"e7\"}"}
        {"type":"function_call_output","call_id":"call_2","output":[{"type":"input_text","text":"viewport 800x600"},{"type":"input_image","image_url":"data:image/png;base64,iVBOR","detail":"auto"}]}
        {"type":"function_call_output","call_id":"call_3","output":"Error: not valid JSON"}
        {"role":"user","content":[{"type":"input_text","text":"Stop, make it red"}]}
    "#]].assert_eq(&sent(&ADAPTER, MODEL, "input", &turns));
    // Another model gets the same turn without reasoning.
    let rebuilt = sent(&ADAPTER, "gpt-6-luna", "input", &turns);
    assert!(
        !rebuilt.contains("reasoning") && !rebuilt.contains("gAAAA"),
        "{rebuilt}"
    );
    assert!(
        rebuilt.contains(r#""call_id":"call_2","name":"capture","arguments":"{}""#),
        "{rebuilt}"
    );
}

#[test]
fn turns_of_other_providers_are_converted() {
    let turns = begun_elsewhere(MODEL, true);
    expect![[r#"
        {"role":"user","content":[{"type":"input_text","text":"Draw"}]}
        {"type":"function_call","call_id":"call_1__","name":"run","arguments":"{\"a\":1}"}
        {"type":"function_call_output","call_id":"call_1__","output":[{"type":"input_text","text":"Error:"}]}
    "#]]
    .assert_eq(&sent(&ADAPTER, MODEL, "input", &turns));
}
