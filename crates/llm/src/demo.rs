//! Demo provider: replays a recorded conversation, for users without a key.
//!
//! The recordings are response bodies in the Anthropic wire format and pass through the same decoder as real
//! responses; their tool calls are really executed. The recording does not depend on the user's message, and the app
//! must say so ([`Provider::recorded`]). Each message of the user replays the recording from its start. A host may
//! supply another conversation to replay: [`RecordedTurn`].

mod chunks;
mod recording;

use super::anthropic::Anthropic;
use super::{
    Adapter, ApiError, Block, Chat, Decoder, Endpoint, HttpRequest, KeyNeed, ModelDefaults, Provider, Reach,
    Role, Transport, Turn,
};

pub use recording::{RecordedCall, RecordedTurn};

use chunks::chunks;

/// Provider entry.
pub(crate) const PROVIDER: Provider = Provider {
    id: "demo",
    label: "Demo (recorded)",
    base_url: "",
    models: &["recorded-flange"],
    key: KeyNeed::None,
    reach: Reach::Plain,
    defaults: ModelDefaults {
        window: u64::MAX,
        output: 32_000,
        images: true,
    },
    recorded: true,
    key_variable: None,
    sign_in: None,
    adapter: || Box::new(Demo),
};

/// Recorded answers, in order.
const ANSWERS: [&str; 3] = [
    include_str!("demo/1-draw.sse"),
    include_str!("demo/2-check.sse"),
    include_str!("demo/3-done.sse"),
];

/// Recorded answer after a tool failed.
const FAILED: &str = include_str!("demo/failed.sse");

const ANTHROPIC: Anthropic = Anthropic { provider: "demo" };

#[derive(Debug)]
struct Demo;

impl Adapter for Demo {
    fn request(&self, chat: &Chat<'_>, _endpoint: &Endpoint) -> Transport {
        let asked = chat.turns.iter().rposition(is_prompt).unwrap_or(0);
        let since = &chat.turns[asked..];
        let answered = since.iter().filter(|turn| turn.role == Role::Assistant).count();
        let failed = since.iter().flat_map(Turn::results).any(|result| result.is_error);
        let answer = if failed {
            FAILED
        } else {
            ANSWERS[answered.min(ANSWERS.len() - 1)]
        };
        // Ids must be unique in a conversation that replays the recording more than once.
        let answer = answer.replace("_recorded_", &format!("_recorded_{}_", chat.turns.len()));
        Transport::Recorded(chunks(&answer))
    }

    fn decoder(&self, model: &str) -> Box<dyn Decoder> {
        ANTHROPIC.decoder(model)
    }

    fn list(&self, _endpoint: &Endpoint) -> Option<HttpRequest> {
        None
    }

    fn error(&self, status: u16, headers: &[(String, String)], body: &str) -> ApiError {
        ANTHROPIC.error(status, headers, body)
    }
}

fn is_prompt(turn: &Turn) -> bool {
    turn.role == Role::User && turn.blocks.iter().any(|block| matches!(block, Block::Text(_)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::{Content, Stop, StreamEvent, ToolResult};

    fn answer(turns: &[Turn]) -> (Stop, Turn) {
        let chat = Chat {
            system: "",
            tools: &[],
            turns,
            model: "recorded-flange",
            max_tokens: 1,
        };
        let Transport::Recorded(chunks) = Demo.request(&chat, &Endpoint::default()) else {
            panic!("recorded")
        };
        let total: u64 = chunks.iter().map(|c| c.delay_ms).sum();
        assert!(total < 6_000, "a visitor waits {total} ms");
        let mut decoder = Demo.decoder("recorded-flange");
        let mut events: Vec<_> = chunks.iter().flat_map(|c| decoder.push(&c.bytes)).collect();
        events.extend(decoder.finish());
        match events.pop() {
            Some(StreamEvent::End { stop, turn }) => (stop, turn),
            other => panic!("{other:?}"),
        }
    }

    fn prompt() -> Turn {
        Turn::user(vec![Block::Text("anything".into())])
    }

    fn results(of: &Turn, is_error: bool) -> Turn {
        let result = |call_id: String| {
            Block::ToolResult(ToolResult {
                call_id,
                content: vec![Content::Text("{}".into())],
                is_error,
            })
        };
        Turn::user(of.calls().map(|call| result(call.id.clone())).collect())
    }

    #[test]
    fn the_demo_calls_two_tools_and_then_ends() {
        let mut turns = vec![prompt()];
        let mut ids = Vec::new();
        for _ in 0..2 {
            for expected in [Some("run_cad_code"), Some("get_scene_info"), None] {
                let (stop, turn) = answer(&turns);
                let names: Vec<_> = turn.calls().map(|call| call.name.clone()).collect();
                assert_eq!(names, expected.into_iter().map(str::to_owned).collect::<Vec<_>>());
                assert_eq!(
                    stop,
                    if expected.is_some() {
                        Stop::ToolCalls
                    } else {
                        Stop::Done
                    }
                );
                assert!(!turn.text().trim().is_empty());
                ids.extend(turn.calls().map(|call| call.id.clone()));
                let answer = if expected.is_some() {
                    results(&turn, false)
                } else {
                    prompt()
                };
                turns.extend([turn, answer]);
            }
        }
        let unique: std::collections::BTreeSet<_> = ids.iter().collect();
        assert_eq!(unique.len(), ids.len(), "{ids:?}");
    }

    #[test]
    fn the_demo_code_can_run_again() {
        let (_, turn) = answer(&[prompt()]);
        let call = turn.calls().next().unwrap();
        let args = call.args.as_ref().unwrap();
        let code = args["code"].as_str().unwrap();
        assert!(
            code.contains("delete_entity") && code.contains("demo_plate"),
            "{code}"
        );
    }

    #[test]
    fn the_demo_reports_a_failed_tool() {
        let (_, turn) = answer(&[prompt()]);
        let failed = results(&turn, true);
        let (stop, turn) = answer(&[prompt(), turn, failed]);
        assert_eq!((stop, turn.calls().count()), (Stop::Done, 0));
        assert!(turn.text().contains("error"));
    }
}
