//! Tests of conversations that exceed the context window, and of images.

use expect_test::expect;

use super::voices::{FORMATS, answer_stream, connection, model};
use super::*;

/// Creates an agent whose model has a context window of `window` tokens.
fn narrow(provider: &str, window: u64) -> Host {
    Host::new(AgentConfig {
        connection: connection(provider),
        own_models: vec![model(provider, window)],
        ..config()
    })
}

/// Replaces the 10 input tokens in a response body with another number.
fn counting(body: &str, tokens: u64) -> String {
    let mut counted = body.to_owned();
    for field in ["input_tokens", "prompt_tokens", "promptTokenCount"] {
        counted = counted.replace(&format!("\"{field}\":10"), &format!("\"{field}\":{tokens}"));
    }
    counted
}

#[test]
fn compaction_starts_at_three_quarters_of_the_window_during_a_run() {
    let mut host = narrow("anthropic", 1_000);
    host.prompt("Draw a gear with 12 teeth");
    let look = answer_stream(
        "anthropic",
        &[Text("Look."), Call("a", "run", "{\"code\":\"gear()\"}")],
        "tool_use",
    );
    host.answer(&counting(&look, 744));
    host.tool(fine());
    assert_eq!(
        host.agent.gauge(),
        Gauge {
            used: 749,
            window: 1_000
        }
    );
    assert_eq!(host.agent.transcript().turns().len(), 3, "749 is not yet 750");
    host.take();
    host.answer(&counting(&look, 745));
    host.tool(fine());
    expect![[r#"
        usage 746 of 1495
        text "Look."
        preparing a run
        usage 750 of 1499
        started a run {"code":"gear()"}
        run a run {"code":"gear()"}
        finished a true "{\"success\":true}"
        compacting
        send"#]]
    .assert_eq(&host.take());
    let asked = host.body();
    assert!(asked.get("tools").is_none(), "{asked}");
    assert_eq!(host.sent().lines().count(), 1);
    for part in [
        "User: Draw a gear",
        "Assistant: Look.",
        "Call of run: {\\\"code",
        "Result: ",
    ] {
        assert!(host.sent().contains(part), "{part}: {}", host.sent());
    }
    host.answer(&answer_stream(
        "anthropic",
        &[Text("A gear is half drawn.")],
        "end_turn",
    ));
    expect![[r#"
        usage 11 of 1510
        usage 15 of 1514
        compacted "A gear is half drawn."
        turn 3.1
        send"#]]
    .assert_eq(&host.take());
    expect![[r#"
        {"role":"user","content":[{"type":"text","text":"[From the app, not from the user]\nThe conversation became too long and was summarized. The drawing and its files are unchanged: read them before relying on a detail.\n\nSummary:\nA gear is half drawn."},{"type":"text","text":"[From the app, not from the user]\nThe user's latest request, which is not finished:"},{"type":"text","text":"Draw a gear with 12 teeth"}]}
        {"role":"assistant","content":[{"type":"text","text":"Look."},{"type":"tool_use","id":"a","name":"run","input":{"code":"gear()"}}]}
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"{\"success\":true}"}]}
        {"role":"assistant","content":[{"type":"text","text":"Look."},{"type":"tool_use","id":"a","name":"run","input":{"code":"gear()"}}]}
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"{\"success\":true}"}]}
    "#]]
    .assert_eq(&host.sent());
    assert_eq!(host.body()["system"][0]["text"], "You draw.");
    host.answer(&done("Done."));
    assert_eq!(host.last, Some(Event::Done { stop: Stop::Done }));
}

#[test]
fn compaction_keeps_the_new_message_verbatim() {
    let mut host = narrow("anthropic", 1_000);
    host.prompt("Draw");
    host.answer(&counting(&done("Drawn."), 900));
    host.step(Op::Prompt(Prompt {
        text: "Bigger".into(),
        context: Some("Selected: gear".into()),
        ..Prompt::default()
    }));
    host.answer(&done("It is drawn."));
    let sent = host.sent();
    // The beginning, the newest answer, and the message.
    assert_eq!(sent.lines().count(), 3, "{sent}");
    assert!(
        sent.lines()
            .next()
            .unwrap()
            .contains("{\"type\":\"text\",\"text\":\"Draw\"}"),
        "{sent}"
    );
    assert!(
        sent.ends_with("{\"type\":\"text\",\"text\":\"[From the app, not from the user]\\nSelected: gear\"},{\"type\":\"text\",\"text\":\"Bigger\"}]}\n"),
        "{sent}"
    );
    // A second compaction does not include the first summary.
    host.answer(&counting(&done("Done."), 900));
    host.prompt("Smaller");
    host.answer(&done("Second summary."));
    assert!(!host.sent().contains("It is drawn."), "{}", host.sent());
}

#[test]
fn a_context_overflow_error_triggers_compaction_once() {
    for provider in FORMATS {
        let mut host = narrow(provider, 1_000_000);
        host.prompt("Draw");
        let full = answer_stream(provider, &[Text("Half")], "model_context_window_exceeded");
        let look = answer_stream(provider, &[Call("a", "run", "{}")], "tool_use");
        host.answer(&look);
        host.tool(fine());
        if provider == "gemini" {
            let error = json!({"error": {"code": 400, "status": "INVALID_ARGUMENT", "message": "The input token count (9) exceeds the maximum"}});
            host.http_error(400, &[], &error.to_string());
        } else {
            host.answer(&full);
        }
        assert!(host.take().ends_with("compacting\nsend"), "{provider}");
        host.answer(&answer_stream(provider, &[Text("Summary.")], "end_turn"));
        host.answer(&answer_stream(provider, &[Text("Done.")], "end_turn"));
        assert_eq!(host.last, Some(Event::Done { stop: Stop::Done }), "{provider}");
        for request in &host.requests {
            trammel_judge::judge(&request.url, &request.body);
        }
    }
    // If there is nothing to summarize, the user must start a new conversation.
    let mut host = narrow("anthropic", 1_000);
    host.prompt("Draw");
    host.http_error(
        400,
        &[],
        r#"{"error":{"type":"invalid_request_error","message":"prompt is too long"}}"#,
    );
    assert!(matches!(
        host.last,
        Some(Event::Failed {
            action: Remedy::NewConversation,
            ..
        })
    ));
}

#[test]
fn a_summary_request_that_is_too_long_is_halved() {
    let mut host = narrow("anthropic", 100_000);
    host.prompt("Draw the holes 3 mm from the edge");
    for _ in 0..40 {
        host.answer(&answer(&[Call("a", "run", "{}")], "tool_use"));
        host.tool(Reply::of_message(trammel_language::Bilingual::same(
            "x".repeat(3_000),
        )));
        if matches!(host.last, Some(Event::Paused { .. })) {
            host.step(Op::Continue);
        }
    }
    let too_long = r#"{"error":{"type":"invalid_request_error","message":"prompt is too long"}}"#;
    host.take();
    host.http_error(400, &[], too_long);
    assert_eq!(host.take(), "compacting\nsend");
    let mut sizes = vec![host.sent().len()];
    host.http_error(400, &[], too_long);
    assert_eq!(host.take(), "send");
    sizes.push(host.sent().len());
    assert!(sizes[1] < sizes[0] * 2 / 3, "{sizes:?}");
    assert!(
        host.sent().contains("holes 3 mm from the edge"),
        "{}",
        host.sent()
    );
    host.answer(&done("Holes."));
    assert!(
        host.sent().contains("holes 3 mm from the edge"),
        "{}",
        host.sent()
    );
    // It ends: a provider that refuses every length gets few requests.
    host.answer(&counting(&done("Done."), 99_000));
    host.prompt("More");
    for _ in 0..9 {
        host.http_error(400, &[], too_long);
    }
    assert!(matches!(host.last, Some(Event::Failed { .. })), "{:?}", host.last);
}

#[test]
fn a_failed_compaction_leaves_the_transcript_unchanged() {
    let mut host = narrow("anthropic", 1_000);
    host.prompt("Draw");
    host.answer(&counting(&done("Drawn."), 900));
    host.prompt("More");
    let before = host.agent.transcript().clone();
    host.answer(&done(" "));
    host.tick();
    host.take();
    host.http_error(401, &[], "");
    assert!(matches!(
        host.last,
        Some(Event::Failed {
            kind: ErrorKind::Auth,
            ..
        })
    ));
    assert_eq!(host.agent.transcript(), &before);
    host.step(Op::Continue);
    host.take();
    host.step(Op::Stop { decision: None });
    assert_eq!(host.take(), "abort\ndone Aborted");
    assert_eq!(host.agent.transcript(), &before);
    host.step(Op::Continue);
    host.answer(&done("Summary."));
    assert!(host.agent.transcript() != &before);
    host.answer(&done("Done."));
    assert_eq!(host.last, Some(Event::Done { stop: Stop::Done }));
}

#[test]
fn pictures_are_sent_only_to_models_with_image_input() {
    let picture = Image {
        mime: "image/png".into(),
        base64: "iVBOR".into(),
    };
    for provider in FORMATS {
        for sees in [true, false] {
            let mut host = narrow(provider, 100_000);
            if sees {
                let model = if provider == "deepseek" {
                    "openrouter"
                } else {
                    provider
                };
                host.agent
                    .connect(Connection {
                        model: "x".into(),
                        ..connection(model)
                    })
                    .unwrap();
            }
            host.step(Op::Prompt(Prompt {
                images: vec![picture.clone()],
                ..Prompt::default()
            }));
            let body = &host.requests.last().unwrap().body;
            assert_eq!(body.contains("iVBOR"), sees, "{body}");
            let kept = host.agent.transcript();
            assert!(kept.has_images() && !kept.without_images().has_images());
            assert_eq!(
                body.contains("image was omitted, because this model"),
                !sees,
                "{body}"
            );
        }
    }
}
