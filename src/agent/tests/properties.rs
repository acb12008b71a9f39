//! Whatever happens, in whatever order: the conversation can be sent, nothing hangs, nothing leaks.

use proptest::prelude::*;

use super::*;

/// Something that happens; the numbers choose among what is possible.
#[derive(Debug, Clone, Copy)]
enum Happening {
    Prompt,
    Answer(usize),
    Piece(usize, usize),
    End,
    Lost,
    Status(usize),
    Tool(bool),
    WrongTool,
    Tick,
    RetryNow,
    Stop,
    Continue,
    Stale(usize),
}

fn happening() -> impl Strategy<Value = Happening> {
    prop_oneof![
        3 => Just(Happening::Prompt),
        8 => (0usize..12).prop_map(Happening::Answer),
        3 => (0usize..12, 1usize..900).prop_map(|(a, n)| Happening::Piece(a, n)),
        1 => Just(Happening::End),
        1 => Just(Happening::Lost),
        2 => (0usize..5).prop_map(Happening::Status),
        6 => any::<bool>().prop_map(Happening::Tool),
        1 => Just(Happening::WrongTool),
        3 => Just(Happening::Tick),
        1 => Just(Happening::RetryNow),
        1 => Just(Happening::Stop),
        2 => Just(Happening::Continue),
        1 => (0usize..12).prop_map(Happening::Stale),
    ]
}

fn answers() -> Vec<String> {
    vec![
        done("Done."),
        answer(
            &[
                Text("Look."),
                Call("a", "run", "{}"),
                Call("b", "run", "{\"n\":1}"),
            ],
            "tool_use",
        ),
        answer(&[Call("a", "run", "")], "tool_use"),
        answer(&[Call("a", "run", "{oops"), Call("b", "run", "[]")], "tool_use"),
        answer(&[Call("a", "run", "{\"x\":")], "max_tokens"),
        answer(&[Text("Once")], "max_tokens"),
        answer(&[], "end_turn"),
        answer(&[Text("No"), Call("a", "run", "{}")], "refusal"),
        answer(&[Text("Wait")], "pause_turn"),
        answer(&[Call("a", "run", "{}"), Call("a", "run", "{}")], "tool_use"),
        answer(&[Text("Full")], "model_context_window_exceeded"),
        "data: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"x\"}}\n\n".into(),
    ]
}

fn perform(host: &mut Host, answers: &[String], happening: Happening) {
    let request = host.number;
    match happening {
        Happening::Prompt => host.prompt("Draw"),
        Happening::Answer(i) => host.answer(&answers[i]),
        Happening::Piece(i, n) => {
            let bytes = answers[i].as_bytes();
            host.step(Op::Bytes {
                request,
                bytes: bytes[..n.min(bytes.len())].to_vec(),
            });
        }
        Happening::End => host.step(Op::HttpEnd { request }),
        Happening::Lost => host.step(Op::HttpFailed {
            request,
            message: format!("lost {KEY}"),
        }),
        Happening::Status(i) => host.http_error([400, 401, 429, 500, 529][i], &[("retry-after", "3")], KEY),
        Happening::Tool(ok) => {
            if host.running.is_some() {
                host.tool(ok, "said");
            }
        }
        Happening::WrongTool => host.step(Op::ToolDone {
            call_id: "z".into(),
            ok: true,
            content: vec![],
        }),
        Happening::Tick => host.tick(),
        Happening::RetryNow => host.step(Op::RetryNow),
        Happening::Stop => host.step(Op::Stop),
        Happening::Continue => host.step(Op::Continue),
        Happening::Stale(i) => {
            let bytes = answers[i].clone().into();
            host.step(Op::Bytes {
                request: request.saturating_sub(1),
                bytes,
            });
        }
    }
}

/// The request as the API would judge it: roles alternate, each call has one result, in the next message, first.
fn judge(request: &HttpRequest) {
    let body: Value = serde_json::from_str(&request.body).unwrap();
    let messages = body["messages"].as_array().unwrap();
    let ids = |message: &Value, kind: &str, key: &str| -> Vec<String> {
        let blocks = message["content"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|b| b["type"] == kind);
        blocks.map(|b| b[key].as_str().unwrap().to_owned()).collect()
    };
    let mut open = Vec::new();
    for (i, message) in messages.iter().enumerate() {
        assert_eq!(
            message["role"],
            if i % 2 == 0 { "user" } else { "assistant" },
            "{}",
            request.body
        );
        assert!(!message["content"].as_array().unwrap().is_empty());
        let answered = ids(message, "tool_result", "tool_use_id");
        assert_eq!(answered, open, "{}", request.body);
        let first = message["content"].as_array().unwrap().iter().take(answered.len());
        assert!(
            first
                .into_iter()
                .all(|b| answered.is_empty() || b["type"] == "tool_result")
        );
        open = ids(message, "tool_use", "id");
    }
    assert!(open.is_empty(), "{}", request.body);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn always_sendable(happenings in prop::collection::vec(happening(), 0..60)) {
        let answers = answers();
        let limits = Limits { max_turns: 5, ..Limits::default() };
        let mut host = Host::new(AgentConfig { limits, ..config() });
        for happening in happenings {
            let before = host.agent.transcript().turns().to_vec();
            // The host asserts that the transcript is sendable and that nothing printed holds the key.
            perform(&mut host, &answers, happening);
            prop_assert!(host.agent.transcript().turns().starts_with(&before), "append-only");
        }
        host.step(Op::Stop);
        prop_assert!(!host.agent.is_busy());
        host.prompt("Last");
        host.requests.iter().for_each(judge);
        host.answer(&answers[0]);
        prop_assert_eq!(host.last, Some(Event::Done { stop: Stop::Done }));
    }
}
