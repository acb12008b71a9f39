//! Tests of runs with failures, or with interventions of the user.

use super::*;
use expect_test::expect;
use trammel_tools::Failure;

mod retries;
mod stops;

const RATE: &str = r#"{"type":"error","error":{"type":"rate_limit_error","message":"Slow"}}"#;

#[test]
fn malformed_arguments_are_returned_to_the_model_as_an_error() {
    let mut host = Host::asked();
    host.answer(&answer(
        &[Call("a", "run", "{}"), Call("b", "run", "{\"code\": oops}")],
        "tool_use",
    ));
    host.take();
    host.tool(fine());
    expect![[r#"
        {"role":"user","content":[{"type":"text","text":"Draw a gear"}]}
        {"role":"assistant","content":[{"type":"tool_use","id":"a","name":"run","input":{}},{"type":"tool_use","id":"b","name":"run","input":{}}]}
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"{\"success\":true}"},{"type":"tool_result","tool_use_id":"b","is_error":true,"content":"The arguments of run are not valid JSON: expected value at line 1 column 10. Nothing was run. Expected an object of this schema: {\"type\":\"object\",\"properties\":{\"code\":{\"type\":\"string\"}},\"required\":[\"code\"]}"}]}
    "#]]
    .assert_eq(&host.sent());
}

#[test]
fn calls_after_a_failed_call_are_skipped_if_they_would_change_the_drawing() {
    let mut host = Host::asked();
    let calls = [
        Call("a", "draw_circle", "{}"),
        Call("b", "get_area", "{}"),
        Call("c", "draw_rect", "{}"),
        Call("d", "draw_house", "{}"),
        Call("e", "bash", "{\"command\": \"undo\"}"),
        Call("f", "bash", "{\"command\": \"tree\"}"),
    ];
    host.answer(&answer(&calls, "tool_use"));
    host.tool(Reply::of_message(trammel_language::Bilingual::same(
        "radius is missing",
    )));
    host.take();
    host.tool(fine());
    host.tool(fine());
    let told = host.take();
    assert!(
        ["run c", "run d", "run e"].iter().all(|run| !told.contains(run)),
        "{told}"
    );
    let sent = host.sent();
    let skipped = "\"is_error\":true,\"content\":\"Skipped: draw_circle failed earlier in this turn, so this call was not run and changed nothing.";
    assert_eq!(sent.matches(skipped).count(), 3, "{sent}");
    assert!(
        sent.contains("\"tool_use_id\":\"b\",\"content\":\"{\\\"success\\\":true}\""),
        "the query was run: {sent}"
    );
    // The next turn starts without the failure.
    host.answer(&answer(&[Call("g", "draw_circle", "{}")], "tool_use"));
    host.tool(fine());
    assert!(!host.sent().contains("\"tool_use_id\":\"g\",\"is_error\""));
}

#[test]
fn a_truncated_call_is_retried_with_a_higher_output_limit() {
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
fn truncated_text_pauses_the_run_and_can_continue() {
    let mut host = Host::asked();
    host.answer(&answer(&[Text("Once upon")], "max_tokens"));
    assert_eq!(host.last, Some(Event::Paused { why: Pause::Length }));
    host.step(Op::Continue);
    assert!(host.sent().ends_with("{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"Continue exactly where you stopped.\"}]}\n"), "{}", host.sent());
}

#[test]
fn refused_and_empty_answers_are_explained() {
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
fn three_identical_failing_turns_pause_the_run() {
    let mut host = Host::asked();
    for n in 1..=3 {
        host.answer(&answer(
            &[
                Call("a", "run", "{\"code\":\"x\"}"),
                Call("b", "get_scene_info", "{}"),
            ],
            "tool_use",
        ));
        host.tool(Reply::of_message(trammel_language::Bilingual::same(
            "x is not defined",
        )));
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
        reply.result = Err(Failure::new(trammel_language::Bilingual::same(
            "x is not defined",
        )));
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
        host.tool(Reply::of_message(trammel_language::Bilingual::same("no")));
    }
    assert!(host.agent.is_busy());
}
