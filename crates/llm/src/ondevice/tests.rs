//! Tests of the built-in model's prompts and answers.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use expect_test::expect;

use super::*;
use crate::tests::{chat, end, error, foreign, judge_prompt, lines, result, tool, user};
use crate::{Block, Content, Role, Stop, ToolCall, Turn};

fn prompt(chat: &Chat<'_>) -> Prompt {
    match OnDevice.request(chat, &Endpoint::default()) {
        Transport::OnDevice(prompt) => prompt,
        other => panic!("{other:?}"),
    }
}

fn shown(prompt: &Prompt) -> String {
    let initial: String = prompt
        .initial
        .iter()
        .map(|message| format!("{}: {}\n", message.role, message.content))
        .collect();
    format!("{initial}> {}\n{}", prompt.message, prompt.constraint)
}

fn call(id: &str, args: Value) -> Block {
    Block::ToolCall(ToolCall {
        id: id.into(),
        name: "run_cad_code".into(),
        args: Ok(args),
        repair: crate::Repair::None,
    })
}

fn assistant(blocks: Vec<Block>) -> Turn {
    Turn {
        role: Role::Assistant,
        blocks,
        raw: None,
    }
}

#[test]
fn a_conversation_becomes_a_prompt_with_initial_messages() {
    let tools = [tool()];
    let turns = [
        user("Draw a circle"),
        assistant(vec![
            Block::Text("I draw.".into()),
            call("a", json!({"code": "x"})),
        ]),
        Turn::user(vec![result(
            "a",
            vec![Content::Text("{\"success\":true}".into())],
            false,
        )]),
        assistant(vec![Block::Text("Done.".into())]),
        user("Thanks"),
    ];
    let asked = prompt(&Chat {
        system: "You draw.",
        tools: &tools,
        ..chat("built-in", &turns)
    });
    expect![[r#"
        system: You draw.

        Answer with one JSON object, nothing else. To call a tool: {"tool": "its name", "args": {...}}; its result comes next. When the work is done, or to ask: {"say": "your words"}. One call at a time. Tools:
        run_cad_code(code: string): Runs code.
        user: Draw a circle
        assistant: {"tool":"run_cad_code","args":{"code":"x"}}
        user: Result of run_cad_code: {"success":true}
        assistant: {"say":"Done."}
        > Thanks
        {"anyOf":[{"type":"object","properties":{"say":{"type":"string"}},"required":["say"],"additionalProperties":false},{"type":"object","properties":{"tool":{"type":"string","enum":["run_cad_code"]},"args":{"type":"object"}},"required":["tool","args"],"additionalProperties":false}]}"#]]
    .assert_eq(&shown(&asked));
    judge_prompt(&asked);
}

#[test]
fn turns_of_other_providers_and_long_results_are_converted() {
    let both = assistant(vec![call("a", json!({"n": 1})), call("b", json!({}))]);
    let long = "짧지 않은 결과 ".repeat(200);
    let results = Turn::user(vec![
        result("a", vec![Content::Text(long)], false),
        result("b", vec![], true),
        Block::Text("And now?".into()),
    ]);
    let turns = [
        foreign("m"),
        Turn::user(vec![result("call.1/ü", vec![], false)]),
        both,
        results,
    ];
    let asked = prompt(&chat("built-in", &turns));
    judge_prompt(&asked);
    let roles: Vec<&str> = asked.initial.iter().map(|message| message.role).collect();
    assert_eq!(
        roles.join(" "),
        "system user assistant user assistant user assistant"
    );
    assert!(asked.initial[5].content.len() < 1_300 && asked.initial[5].content.ends_with("[…]"));
    assert_eq!(
        asked.message,
        "Error of run_cad_code: nothing to read\n\nAnd now?"
    );
    assert!(asked.constraint.get("anyOf").is_none(), "nothing to call");
}

#[test]
fn each_prompt_extends_the_previous_one() {
    let mut turns = vec![user("Draw")];
    let mut before: Vec<Message> = Vec::new();
    for round in 0..4 {
        let asked = prompt(&chat("built-in", &turns));
        judge_prompt(&asked);
        assert!(asked.initial.starts_with(&before));
        before.clone_from(&asked.initial);
        before.push(Message {
            role: "user",
            content: asked.message,
        });
        let id = format!("c{round}");
        turns.push(assistant(vec![call(&id, json!({"round": round}))]));
        turns.push(Turn::user(vec![result(
            &id,
            vec![Content::Text("ok".into())],
            round == 2,
        )]));
    }
}

/// Returns a response body with these pieces.
fn body(pieces: &[&str], tokens: u64) -> String {
    let mut bytes: Vec<u8> = pieces.iter().flat_map(|text| piece(text)).collect();
    bytes.extend(usage(tokens));
    bytes.extend(super::end());
    String::from_utf8(bytes).unwrap()
}

#[test]
fn text_is_streamed_as_soon_as_its_escapes_are_complete() {
    let pieces = [
        "{\"sa",
        "y\": \"A \\",
        "\"circ",
        "le\\\" 원 \\ud8",
        "3d\\ude00",
        "!",
        "\"",
        "}",
    ];
    expect![[r#"
        0 text "A "
        0 text "\"circ"
        0 text "le\" 원 "
        0 text "😀"
        0 text "!"
        usage in 40 read 0 write 0 out 0 (0 reasoning)
        end Done raw "#]]
    .assert_eq(&lines(&OnDevice, "built-in", &body(&pieces, 40)));
}

#[test]
fn a_call_is_emitted_when_it_is_complete() {
    let pieces = [
        "{\"tool\":\"run_cad_code\",",
        "\"args\":{\"code\":\"drawCircle('a',0,0,5)\"}}",
    ];
    let told = lines(&OnDevice, "built-in", &body(&pieces, 40));
    assert!(
        told.contains("0 call run_cad_code {\"code\":\"drawCircle('a',0,0,5)\"}"),
        "{told}"
    );
    assert!(told.ends_with("end ToolCalls raw "), "{told}");
    let id = |tokens| {
        let (_, turn) = end(&OnDevice, "built-in", &body(&pieces, tokens));
        match turn.blocks.as_slice() {
            [Block::ToolCall(call)] => call.id.clone(),
            other => panic!("{other:?}"),
        }
    };
    assert_ne!(id(40), id(80), "the same call again has another id");
    for (odd, seen) in [
        ("{\"tool\":\"list_tools\"}", "0 call list_tools {}"),
        (
            "{\"tool\":\"x\",\"args\":[1]}",
            "0 bad call x \"[1]\": the arguments must be one JSON object",
        ),
        ("Plain words.", "0 text \"Plain words.\""),
        ("{\"say\":\"Now.\",\"tool\":\"x\",\"args\":{}}", "1 call x {}"),
        ("", "end Done"),
        ("{}", "end Done"),
    ] {
        let told = lines(&OnDevice, "built-in", &body(&[odd], 1));
        assert!(told.contains(seen), "{odd}: {told}");
    }
}

#[test]
fn invalid_escapes_are_errors() {
    for odd in [
        "\\원",
        "\\ud83dab원원",
        "\\ud83d원a원",
        "\\ud83d\\ude0원",
        "\\u원원",
    ] {
        let said = format!("{{\"say\":\"A{odd}\"}}");
        // Pieces of one character, so that each character is the last one once.
        let pieces: Vec<String> = said.chars().map(String::from).collect();
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        let error = error(&OnDevice, "built-in", &body(&pieces, 1));
        assert_eq!(error.kind, ErrorKind::BadCall, "{odd}");
    }
}

#[test]
fn dom_exceptions_are_classified() {
    let of = |name: &str, message: &str| {
        let error = error(
            &OnDevice,
            "built-in",
            &String::from_utf8(super::error(name, message)).unwrap(),
        );
        format!("{:?}: {}", error.kind, error.message)
    };
    assert_eq!(of("QuotaExceededError", "too long"), "ContextOverflow: too long");
    assert_eq!(of("NotAllowedError", ""), "BadRequest: NotAllowedError");
    assert_eq!(of("UnknownError", "crashed"), "Server: crashed");
    let cut = body(&["{\"say\":\"Half"], 1);
    assert_eq!(error(&OnDevice, "built-in", &cut).kind, ErrorKind::BadCall);
    let lost = String::from_utf8(piece("{\"say\":\"Half")).unwrap();
    assert_eq!(
        error(&OnDevice, "built-in", &lost).kind,
        ErrorKind::StreamTruncated
    );
    let (stop, turn) = crate::tests::end(&OnDevice, "built-in", &body(&["{\"say\":\"Whole\"}"], 1));
    assert_eq!((stop, turn.text().as_str()), (Stop::Done, "Whole"));
}
