//! Property tests: after any sequence of operations, the transcript is valid to send, the agent does not hang,
//! and the key does not leak.

use proptest::prelude::*;

use super::voices::{ALL, answer_stream, connection, model, overloaded};
use super::*;
use trammel_judge::{judge, judge_prompt};

/// A random operation; the numbers select among the possible variants.
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
    Stop(Option<Decision>),
    Continue,
    Stale(usize),
    Switch(usize),
    Decide(Decision),
    Queue(u64),
    Unqueue(u64),
}

fn decision() -> impl Strategy<Value = Decision> {
    let keep = |always| Decision::Keep { always };
    prop_oneof![
        any::<bool>().prop_map(keep),
        Just(Decision::Reverted),
        Just(Decision::TooLate)
    ]
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
        2 => prop::option::of(decision()).prop_map(Happening::Stop),
        2 => Just(Happening::Continue),
        1 => (0usize..12).prop_map(Happening::Stale),
        1 => (0usize..5).prop_map(Happening::Switch),
        3 => decision().prop_map(Happening::Decide),
        3 => (0u64..4).prop_map(Happening::Queue),
        1 => (0u64..4).prop_map(Happening::Unqueue),
    ]
}

/// Returns all kinds of answers of a provider, in its own format. Call ids are unique across rounds, except in
/// one answer that uses an id twice.
fn answers(provider: &str, round: usize) -> Vec<String> {
    let look = [
        Text("Look."),
        Call("a", "run", "{}"),
        Call("b", "run", "{\"n\":1}"),
    ];
    let stream = |parts: &[Part], stop| answer_stream(provider, parts, stop);
    let answers = [
        stream(&[Text("Done.")], "end_turn"),
        stream(&look, "tool_use"),
        stream(&[Call("a", "run", "")], "tool_use"),
        stream(&[Call("a", "run", "{oops"), Call("b", "run", "[]")], "tool_use"),
        stream(&[Call("a", "run", "{\"x\":")], "max_tokens"),
        stream(&[Text("Once")], "max_tokens"),
        stream(&[], "end_turn"),
        stream(&[Text("No"), Call("a", "run", "{}")], "refusal"),
        stream(&[Text("Wait")], "pause_turn"),
        stream(&[Call("a", "run", "{}"), Call("a", "run", "{}")], "tool_use"),
        stream(&[Text("Full")], "model_context_window_exceeded"),
        overloaded(provider),
    ];
    let own = |body: String| {
        let body = body.replace("\"a\"", &format!("\"a{round}\""));
        body.replace("\"b\"", &format!("\"b{round}\""))
    };
    answers.map(own).to_vec()
}

fn perform(host: &mut Host, happening: Happening) {
    let request = host.number;
    // A compaction keeps turns, so only the number of the request never comes again.
    let round = usize::try_from(request).unwrap();
    let answers = answers(host.agent.provider().id, round);
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
                // Every second successful call deletes an entity.
                let removed = if request % 2 == 1 { &["wall"][..] } else { &[] };
                host.tool(if ok {
                    changed(&[], &[], removed)
                } else {
                    Reply::of_message(trammel_language::Bilingual::same("no"))
                });
            }
        }
        Happening::WrongTool => host.step(Op::ToolDone {
            call_id: "z".into(),
            reply: Box::new(fine()),
        }),
        Happening::Tick => host.tick(),
        Happening::RetryNow => host.step(Op::RetryNow),
        Happening::Stop(decision) => host.step(Op::Stop { decision }),
        Happening::Continue => host.step(Op::Continue),
        Happening::Decide(decision) => host.step(Op::Decide(decision)),
        Happening::Queue(id) => {
            let prompt = Prompt::about(Vec::new(), "And red".into());
            host.step(Op::Queue { id, prompt });
        }
        Happening::Unqueue(id) => host.step(Op::Unqueue { id }),
        Happening::Switch(i) => {
            // The agent refuses to switch while busy.
            let _ = host.agent.connect(connection(ALL[i]));
        }
        Happening::Stale(i) => {
            let bytes = answers[i].clone().into();
            host.step(Op::Bytes {
                request: request.saturating_sub(1),
                bytes,
            });
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_transcript_is_sendable_after_any_sequence_of_operations(format in 0usize..5, narrow in any::<bool>(), happenings in prop::collection::vec(happening(), 0..60)) {
        let limits = Limits { max_turns: 5, ..Limits::default() };
        // With a small window, compaction follows every turn.
        let own_models = if narrow { ALL.map(|provider| model(provider, 20)).to_vec() } else { Vec::new() };
        let mut host = Host::new(AgentConfig { limits, own_models, ask: true, connection: connection(ALL[format]), ..config() });
        for happening in happenings {
            let before = host.agent.transcript().turns().to_vec();
            host.take();
            prop_assert_eq!(host.agent.transcript_if_stopped().check(), Ok(()));
            // The host asserts that the transcript is valid to send and that no printed effect contains the key.
            perform(&mut host, happening);
            let compacted = host.take().contains("compacted");
            prop_assert!(compacted || host.agent.transcript().turns().starts_with(&before), "append-only");
        }
        host.step(Op::Stop { decision: None });
        prop_assert!(!host.agent.is_busy());
        host.prompt("Last");
        for request in &host.requests {
            judge(&request.url, &request.body);
        }
        for prompt in &host.prompts {
            let initial = prompt.initial.iter().map(|message| (message.role, message.content.as_str()));
            judge_prompt(initial, &prompt.message, &prompt.constraint);
        }
        if host.take().ends_with("compacting\nsend") {
            host.answer(&answers(host.agent.provider().id, 0)[0]);
        }
        host.answer(&answers(host.agent.provider().id, 0)[0]);
        prop_assert_eq!(host.last, Some(Event::Done { stop: Stop::Done }));
    }
}
