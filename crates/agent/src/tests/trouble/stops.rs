//! Tests of Stop, and of operations in a state that does not allow them.

use super::*;

#[test]
fn stop_during_a_stream_ignores_late_data() {
    let mut host = Host::asked();
    let request = host.number;
    let body = answer(&[Text("Half"), Call("a", "run", "{}")], "tool_use");
    host.bytes(&body[..body.len() - 40]);
    host.take();
    host.step(Op::Stop { decision: None });
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
fn stop_during_a_tool_call_aborts_the_remaining_calls() {
    let mut host = Host::asked();
    let calls = [
        Call("a", "run", "{}"),
        Call("b", "run", "{}"),
        Call("c", "run", "{}"),
    ];
    host.answer(&answer(&calls, "tool_use"));
    host.tool(fine());
    host.take();
    host.step(Op::Stop { decision: None });
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
fn stop_during_backoff_ends_the_run() {
    let mut host = Host::asked();
    host.http_error(529, &[], "");
    host.take();
    host.step(Op::Stop { decision: None });
    assert_eq!(host.take(), "abort\ndone Aborted");
    host.tick();
    host.step(Op::Stop { decision: None });
    assert_eq!(host.take(), "", "nothing to stop");
}

#[test]
fn operations_in_an_invalid_state_are_rejected() {
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

#[test]
fn operations_while_a_change_waits_for_approval_name_the_decision() {
    let mut host = Host::new(AgentConfig {
        ask: true,
        ..config()
    });
    host.prompt("Draw");
    host.answer(&answer(&[Call("a", "run", "{}")], "tool_use"));
    host.tool(changed(&[], &[], &["wall"]));
    assert!(host.agent.awaits_approval());
    host.take();
    host.prompt("More");
    host.step(Op::Continue);
    host.step(Op::RetryNow);
    expect![[r#"
        rejected: A change waits for your approval. Keep or revert it first.
        rejected: A change waits for your approval. Keep or revert it first.
        rejected: A change waits for your approval. Keep or revert it first."#]]
    .assert_eq(&host.take());
    assert_eq!(
        host.agent.connect(config().connection),
        Err("A change waits for your approval. Keep or revert it first.".to_owned())
    );
    assert!(host.agent.awaits_approval(), "the approval is still open");
}
