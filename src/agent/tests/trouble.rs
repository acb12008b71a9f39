//! Tests of runs with failures, or with interventions of the user.

use expect_test::expect;

use super::*;
use crate::tools::Failure;

const RATE: &str = r#"{"type":"error","error":{"type":"rate_limit_error","message":"Slow"}}"#;

#[test]
fn a_broken_stream_is_asked_for_again() {
    let mut host = Host::asked();
    let body = answer(&[Text("Half"), Call("a", "run", "{}")], "tool_use");
    for _ in 0..2 {
        host.bytes(&body[..body.len() - 40]);
        host.step(Op::HttpEnd { request: host.number });
        assert!((750..=2500).contains(&host.waited.unwrap()));
        host.tick();
    }
    host.bytes(&body[..200]);
    host.step(Op::HttpFailed {
        request: host.number,
        message: "network error".into(),
    });
    expect![[r#"
        turn 1.1
        send
        usage 11 of 11
        text "Half"
        preparing a run
        abort
        retrying 2: The response ended early.
        wait
        turn 1.2
        send
        usage 11 of 22
        text "Half"
        preparing a run
        abort
        retrying 3: The response ended early.
        wait
        turn 1.3
        send
        usage 11 of 33
        failed StreamTruncated: The response ended early. The drawing is kept; try again. [Retry]"#]]
    .assert_eq(&host.take());
    assert!(
        host.requests.iter().all(|r| *r == host.requests[0]),
        "the same request each time"
    );
    host.step(Op::Continue);
    host.answer(&done("There."));
    assert_eq!(host.last, Some(Event::Done { stop: Stop::Done }));
}

#[test]
fn hints_are_honored() {
    let mut host = Host::asked();
    for expected in [7_000, 7_000, 7_000, 7_000] {
        host.http_error(429, &[("retry-after", "7")], RATE);
        assert_eq!(host.waited.take(), Some(expected));
        host.tick();
    }
    host.http_error(429, &[("retry-after", "7")], RATE);
    assert!(
        matches!(
            host.last,
            Some(Event::Failed {
                kind: ErrorKind::RateLimited,
                ..
            })
        ),
        "four times, not five"
    );

    let mut host = Host::asked();
    host.http_error(429, &[("retry-after", "300")], RATE);
    host.take();
    let Some(Event::Failed {
        message,
        action,
        detail,
        ..
    }) = host.last
    else {
        panic!("{:?}", host.last)
    };
    assert_eq!(
        message.english,
        "Anthropic limits the requests of this key per minute. The drawing is kept; try again in 5 min."
    );
    assert_eq!(
        message.korean,
        "Anthropic에서 이 키의 분당 요청을 제한해요. 도면은 그대로 있으니 5분 뒤에 다시 시도하세요."
    );
    assert_eq!(action, Remedy::Retry);
    assert_eq!(detail, format!("HTTP 429\nSlow\n{RATE}"));
}

#[test]
fn a_person_may_not_want_to_wait() {
    let mut host = Host::asked();
    host.http_error(529, &[], "");
    host.take();
    let stale = host.number;
    host.step(Op::RetryNow);
    assert_eq!(host.take(), "abort\nturn 1.2\nsend");
    host.step(Op::Tick { request: stale });
    assert_eq!(host.take(), "", "a late tick does nothing");
    host.answer(&done("There."));
    assert_eq!(host.last, Some(Event::Done { stop: Stop::Done }));
}

#[test]
fn some_errors_are_final() {
    for (status, kind, action) in [
        (401, ErrorKind::Auth, Remedy::CheckKey),
        (400, ErrorKind::BadRequest, Remedy::CheckAddress),
        (403, ErrorKind::Permission, Remedy::CheckModel),
    ] {
        let mut host = Host::asked();
        host.http_error(
            status,
            &[],
            &format!("{{\"error\":{{\"message\":\"bad key {KEY}\"}}}}"),
        );
        let Some(Event::Failed {
            kind: got,
            action: offered,
            detail,
            ..
        }) = &host.last
        else {
            panic!()
        };
        assert_eq!((*got, *offered), (kind, action));
        assert!(detail.contains("bad key [key]"), "{detail}");
        assert_eq!(host.requests.len(), 1);
        assert!(!host.agent.is_busy());
    }
}

#[test]
fn no_network() {
    let mut host = Host::asked();
    for _ in 0..3 {
        host.step(Op::HttpFailed {
            request: host.number,
            message: "TypeError: Failed to fetch".into(),
        });
        host.tick();
    }
    host.take();
    host.step(Op::HttpFailed {
        request: host.number,
        message: "TypeError: Failed to fetch".into(),
    });
    expect!["failed Network: Anthropic could not be reached. The drawing is kept; check the connection and the base URL in the settings. The server may also block browser requests (CORS). [CheckAddress]"]
        .assert_eq(&host.take());
}

#[test]
fn no_key() {
    for (key, failure, why) in [
        ("", ErrorKind::NoKey, "The API key for Anthropic is missing."),
        (
            "sk-키",
            ErrorKind::BadKey,
            "The API key contains an invalid character.",
        ),
    ] {
        let mut connection = config().connection;
        connection.endpoint.key = Secret::new(key);
        let mut host = Host::new(AgentConfig {
            connection,
            ..config()
        });
        host.prompt("Draw");
        let Some(Event::Failed {
            kind,
            message,
            detail,
            ..
        }) = &host.last
        else {
            panic!()
        };
        assert_eq!((*kind, detail.as_str()), (failure, ""));
        assert!(message.english.starts_with(why), "{message:?}");
        assert!(message.korean.contains("도면은 그대로"), "{message:?}");
        assert!(host.requests.is_empty());
        host.agent.connect(config().connection).unwrap();
        host.step(Op::Continue);
        assert_eq!(host.requests.len(), 1);
    }
}

#[test]
fn the_key_is_nowhere() {
    let mut host = Host::asked();
    host.http_error(500, &[("x-request", KEY)], &format!("echo: {KEY}"));
    host.step(Op::Stop);
    let printed = format!(
        "{:?} {:?} {:?} {:?}",
        host.agent,
        config(),
        host.agent.connection(),
        host.requests
    );
    assert!(!printed.contains("canary"), "{printed}");
}

#[test]
fn malformed_arguments_are_told_to_the_model() {
    let mut host = Host::asked();
    host.answer(&answer(
        &[Call("a", "run", "{\"code\": oops}"), Call("b", "run", "{}")],
        "tool_use",
    ));
    host.take();
    host.tool(fine());
    expect![[r#"
        {"role":"user","content":[{"type":"text","text":"Draw a gear"}]}
        {"role":"assistant","content":[{"type":"tool_use","id":"a","name":"run","input":{}},{"type":"tool_use","id":"b","name":"run","input":{}}]}
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","is_error":true,"content":"The arguments of run are not valid JSON: expected value at line 1 column 10. Nothing was run. Expected an object of this schema: {\"type\":\"object\",\"properties\":{\"code\":{\"type\":\"string\"}},\"required\":[\"code\"]}"},{"type":"tool_result","tool_use_id":"b","content":"{\"success\":true}"}]}
    "#]]
    .assert_eq(&host.sent());
}

#[test]
fn cut_off_in_a_call() {
    let cut = answer(
        &[Text("Big."), Call("a", "run", "{\"code\": \"dra")],
        "max_tokens",
    );
    let mut host = Host::asked();
    host.answer(&cut);
    assert_eq!(host.body()["max_tokens"], 64_000, "asked again with more room");
    assert_eq!(host.sent().lines().count(), 1, "without the cut turn");
    host.answer(&cut);
    assert_eq!(host.body()["max_tokens"], 32_000);
    expect![[r#"
        {"role":"user","content":[{"type":"text","text":"Draw a gear"}]}
        {"role":"assistant","content":[{"type":"text","text":"Big."},{"type":"tool_use","id":"a","name":"run","input":{}}]}
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","is_error":true,"content":"Your output was cut off at the output limit, so no call of that turn was run. Send smaller batches: less code in one call, fewer calls in one turn."}]}
    "#]]
    .assert_eq(&host.sent());
    assert!(!host.take().contains("\nrun "), "no tool ran");
    // A model that repeatedly exceeds the output limit does not use up all 40 turns.
    host.answer(&cut);
    host.answer(&cut);
    host.answer(&cut);
    host.answer(&cut);
    assert_eq!(host.last, Some(Event::Paused { why: Pause::Length }));
    // A call that was cut off before its arguments looks complete but is not.
    let mut host = Host::asked();
    host.answer(&answer(&[Call("a", "run", "")], "max_tokens"));
    assert!(host.running.is_none());
}

#[test]
fn cut_off_in_text() {
    let mut host = Host::asked();
    host.answer(&answer(&[Text("Once upon")], "max_tokens"));
    assert_eq!(host.last, Some(Event::Paused { why: Pause::Length }));
    host.step(Op::Continue);
    assert!(host.sent().ends_with("{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"Continue exactly where you stopped.\"}]}\n"), "{}", host.sent());
}

#[test]
fn refused_and_empty() {
    let mut host = Host::asked();
    host.answer(&answer(&[Text("I"), Call("a", "run", "{}")], "refusal"));
    assert!(matches!(
        host.last,
        Some(Event::Failed {
            kind: ErrorKind::Refused,
            action: Remedy::Rephrase,
            ..
        })
    ));
    assert_eq!(
        host.agent.transcript().turns().len(),
        1,
        "the partial answer is gone"
    );
    host.prompt("Draw a wheel");
    assert_eq!(
        host.sent(),
        "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"Draw a gear\"},{\"type\":\"text\",\"text\":\"Draw a wheel\"}]}\n"
    );

    let mut host = Host::asked();
    host.answer(&answer(&[], "end_turn"));
    assert!(matches!(host.last, Some(Event::Retrying { attempt: 2, .. })));
    host.tick();
    host.answer(&answer(&[Text("\n")], "end_turn"));
    assert!(matches!(
        host.last,
        Some(Event::Failed {
            kind: ErrorKind::Empty,
            ..
        })
    ));

    let mut host = Host::asked();
    host.answer(&answer(&[Text("It was")], "model_context_window_exceeded"));
    assert!(matches!(
        host.last,
        Some(Event::Failed {
            action: Remedy::NewConversation,
            ..
        })
    ));
}

#[test]
fn going_in_circles() {
    let mut host = Host::asked();
    for n in 1..=3 {
        host.answer(&answer(
            &[Call("a", "run", "{\"code\":\"x\"}"), Call("b", "info", "{}")],
            "tool_use",
        ));
        host.tool(Reply::failed("x is not defined"));
        host.tool(fine());
        assert_eq!(host.agent.is_busy(), n < 3);
    }
    assert_eq!(
        host.last,
        Some(Event::Paused {
            why: Pause::Repeating {
                tool: "run".into(),
                times: 3
            }
        })
    );
    // Elapsed time and logs do not distinguish failures.
    let mut host = Host::asked();
    for n in 1..=3 {
        host.answer(&answer(&[Call("a", "run", "{\"code\":\"x\"}")], "tool_use"));
        let mut reply = changed(&[], &[], &[]);
        reply.result = Err(Failure::new("x is not defined"));
        reply.logs = vec![n.to_string()];
        if let Some(run) = &mut reply.run {
            run.elapsed_ms = f64::from(n);
        }
        host.tool(reply);
        assert_eq!(host.agent.is_busy(), n < 3);
    }
    // Different arguments or errors are different failures.
    let mut host = Host::asked();
    for args in ["{\"n\":1}", "{\"n\":2}", "{\"n\":3}", "{\"n\":1}"] {
        host.answer(&answer(&[Call("a", "run", args)], "tool_use"));
        host.tool(Reply::failed("no"));
    }
    assert!(host.agent.is_busy());
}

#[test]
fn stop_while_it_writes() {
    let mut host = Host::asked();
    let request = host.number;
    let body = answer(&[Text("Half"), Call("a", "run", "{}")], "tool_use");
    host.bytes(&body[..body.len() - 40]);
    host.take();
    host.step(Op::Stop);
    assert_eq!(host.take(), "abort\ndone Aborted");
    // Late data of the canceled request is ignored, before and after the next prompt.
    host.step(Op::Bytes {
        request,
        bytes: body.clone().into(),
    });
    host.step(Op::HttpEnd { request });
    host.prompt("Again");
    host.take();
    host.step(Op::Bytes {
        request,
        bytes: body.into(),
    });
    host.step(Op::HttpFailed {
        request,
        message: "AbortError".into(),
    });
    assert_eq!(host.take(), "");
    host.answer(&done("Fresh."));
    assert_eq!(host.last, Some(Event::Done { stop: Stop::Done }));
}

#[test]
fn stop_while_a_tool_runs() {
    let mut host = Host::asked();
    let calls = [
        Call("a", "run", "{}"),
        Call("b", "run", "{}"),
        Call("c", "run", "{}"),
    ];
    host.answer(&answer(&calls, "tool_use"));
    host.tool(fine());
    host.take();
    host.step(Op::Stop);
    host.step(Op::ToolDone {
        call_id: "b".into(),
        reply: Box::new(fine()),
    });
    expect![[r#"
        abort
        finished b false "Aborted by the user. The call may have taken effect: check the drawing before you continue."
        finished c false "Aborted by the user. The call may have taken effect: check the drawing before you continue."
        done Aborted"#]]
    .assert_eq(&host.take());
    host.prompt("Now a wheel");
    let last = host.body()["messages"][2]["content"].clone();
    let kinds: Vec<_> = last
        .as_array()
        .unwrap()
        .iter()
        .map(|b| b["type"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["tool_result", "tool_result", "tool_result", "text"]);
}

#[test]
fn stop_while_it_waits() {
    let mut host = Host::asked();
    host.http_error(529, &[], "");
    host.take();
    host.step(Op::Stop);
    assert_eq!(host.take(), "abort\ndone Aborted");
    host.tick();
    host.step(Op::Stop);
    assert_eq!(host.take(), "", "nothing to stop");
}

#[test]
fn operations_at_the_wrong_time() {
    let mut host = Host::new(config());
    host.step(Op::Continue);
    host.prompt("  ");
    host.prompt("Draw");
    host.prompt("Draw more");
    host.step(Op::Continue);
    host.step(Op::ToolDone {
        call_id: "x".into(),
        reply: Box::new(fine()),
    });
    expect![[r#"
        rejected: There is no unfinished answer to continue. Send a message.
        rejected: The message is empty. Describe what to draw.
        turn 1.1
        send
        rejected: The model is still working. Stop it first, or wait until it is done.
        rejected: The model is still working. Stop it first, or wait until it is done."#]]
    .assert_eq(&host.take());
    // Calls with the same id cannot be answered.
    host.answer(&answer(
        &[Call("a", "run", "{}"), Call("a", "run", "{}")],
        "tool_use",
    ));
    assert!(matches!(host.last, Some(Event::Retrying { .. })));
}
