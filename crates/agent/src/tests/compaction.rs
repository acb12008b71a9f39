//! Property tests of compaction: the messages of the user survive it word for word.

use crate::compaction::{beginning, question, room};
use crate::digest::messages_of;
use crate::message::from_app;
use crate::transcript::Transcript;
use proptest::prelude::*;
use serde_json::json;
use trammel_llm::{Block, Content, Raw, Role, ToolCall, ToolResult, Turn};

/// A random part of a conversation.
#[derive(Debug, Clone)]
enum Part {
    Message(String, bool),
    Answer(String),
    /// Lengths of the arguments and of the result, and whether the turn has signed reasoning.
    Call(usize, usize, bool),
}

fn part() -> impl Strategy<Value = Part> {
    let words = prop_oneof!["[a-zA-Z0-9 .]{1,60}", "[가-힣 ]{1,40}", "[a-z가-힣]{200,900}"];
    prop_oneof![
        3 => (words, any::<bool>()).prop_map(|(text, note)| Part::Message(format!("m{text}"), note)),
        2 => "[a-z]{1,200}".prop_map(Part::Answer),
        6 => (0usize..4_000, 0usize..8_000, prop::bool::weighted(0.2)).prop_map(|(a, b, c)| Part::Call(a, b, c)),
    ]
}

fn conversation(parts: &[Part]) -> Transcript {
    let mut turns = vec![Turn::user(vec![Block::Text("first request".into())])];
    for (at, part) in parts.iter().enumerate() {
        match part {
            Part::Message(text, note) => {
                let note = note.then(|| from_app("Selected: gear"));
                turns.push(Turn::user(
                    note.into_iter().chain([Block::Text(text.clone())]).collect(),
                ));
            }
            Part::Answer(text) => turns.push(Turn {
                role: Role::Assistant,
                blocks: vec![Block::Text(text.clone())],
                raw: None,
            }),
            Part::Call(args, result, signed) => {
                let id = format!("c{at}");
                let call = ToolCall {
                    id: id.clone(),
                    name: "run".into(),
                    args: Ok(json!({"code": "x".repeat(*args)})),
                    repair: trammel_llm::Repair::None,
                };
                let value = json!([{"type": "thinking", "thinking": "hm", "signature": "s"}]);
                turns.push(Turn {
                    role: Role::Assistant,
                    blocks: vec![Block::ToolCall(call)],
                    raw: signed.then(|| Raw {
                        provider: "anthropic".into(),
                        model: "m".into(),
                        value,
                    }),
                });
                turns.push(Turn::user(vec![Block::ToolResult(ToolResult {
                    call_id: id,
                    content: vec![Content::Text("r".repeat(*result))],
                    is_error: false,
                })]));
            }
        }
    }
    Transcript::try_from(turns).unwrap()
}

#[test]
fn checks_survive_compaction_word_for_word() {
    let code =
        "drawCircle('hole', 9, 9, 3);\n  expectClearance('hole', 'plate', 3, 'holes 3 mm from the edge');\n";
    let mut transcript = conversation(&[Part::Call(5_000, 8_000, true), Part::Call(5_000, 8_000, true)]);
    let call = |id: &str| ToolCall::parse(id.into(), "run".into(), &json!({ "code": code }).to_string());
    let result = |id: &str| ToolResult {
        call_id: id.into(),
        content: vec![Content::Text("r".repeat(8_000))],
        is_error: false,
    };
    for id in ["x", "y"] {
        let turn = Turn {
            role: Role::Assistant,
            blocks: vec![Block::ToolCall(call(id))],
            raw: None,
        };
        transcript.push_exchange(turn, vec![result(id)]);
    }
    let check = "expectClearance('hole', 'plate', 3, 'holes 3 mm from the edge');";
    for _ in 0..2 {
        let room = room(1_000, 0);
        assert!(question(&transcript, room).text().contains(check));
        let after = beginning(&transcript, "Summary.", room);
        assert!(after[0].text().contains(check), "{after:?}");
        transcript = Transcript::try_from(after).unwrap();
    }
}

/// Returns all text of the user's turns without results.
fn text_of_user(turns: &[Turn]) -> String {
    messages_of(turns).join("\n")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_message_of_the_user_survives_compaction(
        parts in prop::collection::vec(part(), 1..40),
        more in prop::collection::vec(part(), 1..20),
        window in 500u64..60_000,
        halvings in 0u32..5,
    ) {
        let room = room(window, halvings);
        let mut parts = parts;
        let mut transcript = conversation(&parts);
        for round in 0..2 {
            let messages: Vec<&str> = messages_of(transcript.turns());
            let fits = messages.iter().map(|text| text.len()).sum::<usize>() <= room;
            let asked = question(&transcript, room).text();
            let after = beginning(&transcript, "The summary.", room);
            let kept = text_of_user(&after);
            for message in &messages {
                prop_assert!(!fits || asked.contains(message), "round {round}: request without {message:?}");
                prop_assert!(!fits || kept.contains(message), "round {round}: beginning without {message:?}");
            }
            if let Some(newest) = messages.last().filter(|text| text.len() <= room / 2) {
                prop_assert!(asked.contains(newest) && kept.contains(newest), "the newest");
            }
            if !fits {
                prop_assert!(asked.contains("The app left out") || asked.len() < room, "no mark: {asked}");
            }
            // Markers and labels are short; an image, an open message, or a mark of omission may add to the room.
            prop_assert!(asked.len() <= room + room / 8 + 12 * messages.len() + 500, "{} of {room}", asked.len());
            let next = Transcript::try_from(after).unwrap();
            prop_assert!(next.turns().iter().all(|turn| turn.raw.is_none()), "no signature moves");
            // The conversation goes on, and is compacted again.
            parts.clone_from(&more);
            let rest = conversation(&parts).turns()[1..].to_vec();
            let glued = next.turns().iter().cloned().chain(rest).collect::<Vec<_>>();
            transcript = Transcript::try_from(glued).unwrap();
        }
    }
}
