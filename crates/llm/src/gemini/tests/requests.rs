//! Tests of the exact text of requests.

use expect_test::expect;

use super::*;
use crate::Chat;
use crate::ToolDef;
use crate::tests::{begun_elsewhere, chat, continued, end, request, sent, shown, tool, user_with_image};

#[test]
fn the_first_request_has_headers_tools_and_contents() {
    let nothing = ToolDef {
        name: "undo".into(),
        description: "Takes back.".into(),
        parameters: json!({"type": "object", "properties": {}, "required": []}),
    };
    let tools = [tool(), nothing];
    let turns = [user_with_image()];
    let full = Chat {
        system: "You draw.",
        tools: &tools,
        max_tokens: 32_000,
        ..chat(MODEL, &turns)
    };
    expect![[r#"
        POST https://generativelanguage.googleapis.com/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse
        content-type: application/json
        x-goog-api-key: sk-canary-0123456789

        {"systemInstruction":{"parts":[{"text":"You draw."}]},"tools":[{"functionDeclarations":[{"name":"run_cad_code","description":"Runs code.","parametersJsonSchema":{"type":"object","properties":{"code":{"type":"string"}},"required":["code"]}},{"name":"undo","description":"Takes back."}]}],"toolConfig":{"functionCallingConfig":{"mode":"AUTO"}},"generationConfig":{"maxOutputTokens":32000,"thinkingConfig":{"includeThoughts":true}},"contents":[{"role":"user","parts":[{"inlineData":{"mimeType":"image/png","data":"iVBOR"}},{"text":"Draw this"}]}]}"#]].assert_eq(&shown(&request(
        &ADAPTER,
        "https://generativelanguage.googleapis.com/v1beta",
        &full,
    )));
    let listed = request(
        &ADAPTER,
        "https://x/v1beta/models/",
        &chat("models/gemini-2.0-flash", &turns),
    );
    assert_eq!(
        listed.url,
        "https://x/v1beta/models/gemini-2.0-flash:streamGenerateContent?alt=sse"
    );
    assert!(!listed.body.contains("thinking"), "{}", listed.body);
}

/// Tests the second request of a conversation, after a streamed answer.
#[test]
fn the_second_request_repeats_the_streamed_answer() {
    let pieces = [
        vec![json!({"text": "Hm", "thought": true}), text("I'll draw it.")],
        vec![
            call(
                Some("fc1"),
                "draw",
                &json!({"x1": 1.0, "b": 1e2, "a": [0.1]}),
                Some("CiQB"),
            ),
            call(None, "capture", &json!({}), None),
            json!({"functionCall": {"name": "draw"}}),
        ],
        vec![json!({"text": "", "thoughtSignature": "Cx"})],
    ];
    let (_, answer) = end(&ADAPTER, MODEL, &body(&pieces, "STOP"));
    let turns = continued(answer, ["fc1", "call_2", "call_3"]);
    expect![[r#"
        {"role":"user","parts":[{"text":"Draw"}]}
        {"role":"model","parts":[{"text":"Hm","thought":true},{"text":"I'll draw it."},{"functionCall":{"name":"draw","args":{"x1":1.0,"b":100.0,"a":[0.1]},"id":"fc1"},"thoughtSignature":"CiQB"},{"functionCall":{"name":"capture","args":{}}},{"functionCall":{"name":"draw"}},{"text":"","thoughtSignature":"Cx"}]}
        {"role":"user","parts":[{"functionResponse":{"id":"fc1","name":"draw","response":{"output":{"id":"e7"}}}},{"functionResponse":{"name":"capture","response":{"output":"viewport 800x600"},"parts":[{"inlineData":{"mimeType":"image/png","data":"iVBOR"}}]}},{"functionResponse":{"name":"draw","response":{"error":"not valid JSON"}}},{"text":"Stop, make it red"}]}
    "#]].assert_eq(&sent(&ADAPTER, MODEL, "contents", &turns));
    // Another model gets the same turn without thoughts, with a placeholder for the signature.
    let rebuilt = sent(&ADAPTER, "gemini-4-argon", "contents", &turns);
    assert!(!rebuilt.contains("CiQB") && !rebuilt.contains("Hm"), "{rebuilt}");
    assert_eq!(
        rebuilt.matches("skip_thought_signature_validator").count(),
        1,
        "{rebuilt}"
    );
    assert!(!rebuilt.contains("\"id\":\"fc1\""), "{rebuilt}");
    // Older models get images after the tool results.
    let older = sent(&ADAPTER, "gemini-2.5-pro", "contents", &turns);
    assert!(
        older.contains(r#"{"inlineData":{"mimeType":"image/png","data":"iVBOR"}},{"text":"Stop"#),
        "{older}"
    );
    assert!(!older.contains("thoughtSignature"), "{older}");
}

#[test]
fn turns_of_other_providers_are_converted() {
    let turns = begun_elsewhere(MODEL, false);
    expect![[r#"
        {"role":"user","parts":[{"text":"Draw"}]}
        {"role":"model","parts":[{"functionCall":{"name":"run","args":{"a":1}},"thoughtSignature":"skip_thought_signature_validator"}]}
        {"role":"user","parts":[{"functionResponse":{"name":"run","response":{"output":""}}}]}
    "#]].assert_eq(&sent(&ADAPTER, MODEL, "contents", &turns));
}
