//! Tests of successful runs and of the requests sent.

use expect_test::expect;

use super::*;

#[test]
fn a_run_alternates_text_tool_calls_and_text() {
    let mut host = Host::asked();
    host.answer(&answer(
        &[
            Text("Look."),
            Call("a", "run", "{\"code\":\"1\"}"),
            Call("b", "info", ""),
        ],
        "tool_use",
    ));
    host.tool(fine());
    host.tool(Reply::of_message(trammel_language::Bilingual::same(
        "Unknown tool",
    )));
    host.answer(&done("A gear."));
    expect![[r#"
        turn 1.1
        send
        usage 11 of 11
        text "Look."
        preparing a run
        preparing b info
        usage 15 of 15
        started a run {"code":"1"}
        run a run {"code":"1"}
        finished a true "{\"success\":true}"
        started b info {}
        run b info {}
        finished b false "{\"success\":false,\"error\":\"Unknown tool\"}"
        turn 2.1
        send
        usage 11 of 26
        text "A gear."
        usage 15 of 30
        done Done"#]]
    .assert_eq(&host.take());
    expect![[r#"
        {"role":"user","content":[{"type":"text","text":"Draw a gear"}]}
        {"role":"assistant","content":[{"type":"text","text":"Look."},{"type":"tool_use","id":"a","name":"run","input":{"code":"1"}},{"type":"tool_use","id":"b","name":"info","input":{}}]}
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"{\"success\":true}"},{"type":"tool_result","tool_use_id":"b","is_error":true,"content":"{\"success\":false,\"error\":\"Unknown tool\"}"}]}
    "#]]
    .assert_eq(&host.sent());
    assert!(!host.agent.is_busy());
    // An idle agent rejects `Continue`.
    host.step(Op::Continue);
    assert!(!host.agent.is_busy());
}

#[test]
fn tools_run_only_after_the_end_of_the_message() {
    let mut host = Host::asked();
    let body = answer(&[Call("a", "run", "{}")], "tool_use");
    let (almost, rest) = body.split_at(body.find("data: {\"type\":\"message_stop").unwrap());
    host.bytes(almost);
    assert!(host.running.is_none());
    host.bytes(rest);
    assert!(host.running.is_some());
}

/// Prompt caches and signed reasoning require that each request extends the previous one.
#[test]
fn each_request_extends_the_previous_one() {
    let mut host = Host::asked();
    for _ in 0..25 {
        host.answer(&answer(
            &[Text("Next."), Call("a", "run", "{\"code\":\"draw 톱니\"}")],
            "tool_use",
        ));
        host.tool(fine());
    }
    host.answer(&done("Done."));
    host.step(Op::Prompt(Prompt {
        text: "And now?".into(),
        context: Some("Selected: gear".into()),
        ..Prompt::default()
    }));
    assert_eq!(host.requests.len(), 27);
    for pair in host.requests.windows(2) {
        let before = pair[0].body.strip_suffix("]}").unwrap();
        assert!(
            pair[1].body.starts_with(&format!("{before},")),
            "{}\n{}",
            pair[0].body,
            pair[1].body
        );
        assert_eq!(pair[0].headers, pair[1].headers);
    }
    let sent = host.sent();
    let last = sent.lines().last().unwrap();
    assert_eq!(
        last,
        r#"{"role":"user","content":[{"type":"text","text":"[From the app, not from the user]\nSelected: gear"},{"type":"text","text":"And now?"}]}"#
    );
}

#[test]
fn long_tool_results_are_truncated_when_they_are_created() {
    let mut host = Host::asked();
    host.answer(&answer(&[Call("a", "run", "{}")], "tool_use"));
    host.tool(Reply::of_answer(Answer::Data("톱".repeat(9_000).into())));
    let content = host.body()["messages"][2]["content"][0]["content"]
        .as_str()
        .unwrap()
        .to_owned();
    let head = "{\"success\":true,\"data\":\"";
    let kept = 8_000 - head.len();
    assert!(content.starts_with(&format!("{head}{}\n[", "톱".repeat(kept))));
    assert!(
        content.contains(&format!(
            "{} of {} characters omitted",
            9_002 - kept,
            9_002 + head.len()
        )),
        "{}",
        &content[3 * kept..]
    );
}

#[test]
fn the_demo_runs_without_key_and_network() {
    let connection = Connection {
        provider: "demo".into(),
        model: "recorded-flange".into(),
        ..Connection::default()
    };
    let mut agent = Agent::new(AgentConfig {
        connection,
        ..config()
    })
    .unwrap();
    assert!(agent.provider().recorded);
    let mut tools = Vec::new();
    let mut todo = agent.step(Op::Prompt(Prompt {
        text: "Hello".into(),
        ..Prompt::default()
    }));
    let mut end = None;
    while !todo.is_empty() {
        for effect in std::mem::take(&mut todo) {
            match effect {
                Effect::Send {
                    request,
                    transport: Transport::Recorded(chunks),
                } => {
                    for chunk in chunks {
                        todo.extend(agent.step(Op::Bytes {
                            request,
                            bytes: chunk.bytes,
                        }));
                    }
                    todo.extend(agent.step(Op::HttpEnd { request }));
                }
                Effect::RunTool { call_id, name, .. } => {
                    tools.push(name);
                    let reply = Box::new(fine());
                    todo.extend(agent.step(Op::ToolDone { call_id, reply }));
                }
                Effect::Emit(event) => end = Some(event),
                other => panic!("{other:?}"),
            }
        }
    }
    assert_eq!(tools, ["run_cad_code", "get_scene_info"]);
    assert_eq!(end, Some(Event::Done { stop: Stop::Done }));
    // After a switch to another model, the request contains the recorded conversation.
    agent.connect(config().connection).unwrap();
    let effects = agent.step(Op::Prompt(Prompt {
        text: "Bigger".into(),
        ..Prompt::default()
    }));
    let Some(Effect::Send {
        transport: Transport::Http(request),
        ..
    }) = effects.last()
    else {
        panic!("{effects:?}")
    };
    assert!(request.body.contains("demo_plate") && request.body.contains("Bigger"));
}

#[test]
fn switching_the_model_drops_reasoning() {
    let mut host = Host::asked();
    let thought = json!({"type": "content_block_start", "index": 0, "content_block": {"type": "thinking", "thinking": "Hm", "signature": "SIG"}});
    let body = done("x").replace("\"index\":0", "\"index\":1");
    let at = body.find("data: {\"type\":\"content_block_start").unwrap();
    host.answer(&format!("{}data: {thought}\n\n{}", &body[..at], &body[at..]));
    host.prompt("more");
    assert!(host.sent().contains("SIG"), "{}", host.sent());
    assert!(host.agent.connect(config().connection).is_err(), "not while busy");
    host.answer(&done("y"));
    let mut connection = config().connection;
    connection.model = "claude-sonnet-5-5".into();
    host.agent.connect(connection.clone()).unwrap();
    host.prompt("more");
    assert!(
        !host.sent().contains("SIG") && host.sent().contains("\"x\""),
        "{}",
        host.sent()
    );
    host.step(Op::Stop { decision: None });
    connection.provider = "nope".into();
    let said = host.agent.connect(connection).unwrap_err();
    assert!(
        said.starts_with("There is no provider 'nope'. Choose one of: anthropic, openai, "),
        "{said}"
    );
    assert_eq!(host.agent.provider().id, "anthropic");
}

#[test]
fn a_stored_conversation_continues_with_the_same_request() {
    let mut host = Host::asked();
    host.answer(&answer(
        &[Text("Look."), Call("a", "run", "{\"n\":1.0}")],
        "tool_use",
    ));
    host.tool(fine());
    host.answer(&done("A gear."));
    let saved = serde_json::to_string(host.agent.transcript()).unwrap();
    assert!(!saved.contains("canary"));
    let transcript: Transcript = serde_json::from_str(&saved).unwrap();
    host.prompt("more");
    let mut again = Host::new(config());
    again.agent = Agent::restore(config(), transcript).unwrap();
    again.prompt("more");
    assert_eq!(again.requests.last(), host.requests.last());
}

#[test]
fn the_turn_limit_pauses_the_run() {
    let limits = Limits {
        max_turns: 2,
        ..Limits::default()
    };
    let mut host = Host::new(AgentConfig { limits, ..config() });
    host.prompt("Draw");
    for _ in 0..2 {
        host.answer(&answer(&[Call("a", "run", "{}")], "tool_use"));
        host.tool(fine());
    }
    assert_eq!(
        host.last,
        Some(Event::Paused {
            why: Pause::TurnLimit(2)
        })
    );
    assert!(!host.agent.is_busy());
    host.step(Op::Continue);
    assert_eq!(host.last, Some(Event::TurnStarted { turn: 1, attempt: 1 }));
    host.answer(&done("Done."));
    assert_eq!(host.last, Some(Event::Done { stop: Stop::Done }));

    let limits = Limits {
        max_run_tokens: Some(15),
        ..Limits::default()
    };
    let mut host = Host::new(AgentConfig { limits, ..config() });
    host.prompt("Draw");
    host.answer(&answer(&[Call("a", "run", "{}")], "tool_use"));
    host.tool(fine());
    assert_eq!(
        host.last,
        Some(Event::Paused {
            why: Pause::TokenLimit(15)
        })
    );
    host.prompt("Something else");
    assert_eq!(host.sent().lines().count(), 3);
}
