//! Tests of whole conversations with a scripted model, and of random operations against the invariants.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod approval;
mod compaction;
mod exposure;
mod lean;
mod long;
mod money;
mod properties;
mod requirements;
mod runs;
mod steering;
mod tool_offer;
mod trouble;
mod voices;
mod weak_models;

use serde_json::{Value, json};
use std::collections::BTreeMap;

use super::*;
use trammel_llm::{Endpoint, ErrorKind, HttpRequest, Secret, Stop, ToolDef, Transport, Usage};
use trammel_scene::Name;
use trammel_tools::{Answer, Changes, Impact, Reply, RunFacts};

/// API key that must not occur in any output.
const KEY: &str = "sk-ant-canary-0123456789";

fn config() -> AgentConfig {
    let schema = json!({"type": "object", "properties": {"code": {"type": "string"}}, "required": ["code"]});
    AgentConfig {
        connection: Connection {
            provider: "anthropic".into(),
            model: "claude-opus-5-5".into(),
            endpoint: Endpoint {
                base_url: "http://127.0.0.1:1/v1".into(),
                key: Secret::new(KEY),
            },
        },
        system: "You draw.".into(),
        tools: vec![ToolDef {
            name: "run".into(),
            description: "Runs code.".into(),
            parameters: schema,
        }],
        limits: Limits::default(),
        seed: 1,
        ..AgentConfig::default()
    }
}

/// Returns the reply to a call that succeeded.
fn fine() -> Reply {
    Reply::of_answer(Answer::Done)
}

/// Returns the reply to a run that leaves 100 entities and changed the given ones. Since the beginning of the run, the
/// updated and removed ones are different.
pub(super) fn changed(added: &[&str], updated: &[&str], removed: &[&str]) -> Reply {
    let names = |names: &[&str]| names.iter().map(|name| Name::new(name).unwrap()).collect();
    let mut reply = fine();
    reply.changes = Some(Changes {
        added: names(added),
        updated: names(updated),
        removed: names(removed),
    });
    reply.entities = Some(100);
    reply.impact = Some(Box::new(Impact {
        deleted: names(removed),
        changed: names(updated),
        entities: 100,
        ..Impact::default()
    }));
    reply.run = Some(RunFacts {
        types: BTreeMap::new(),
        bounds: None,
        elapsed_ms: 1.0,
        overlaps: None,
    });
    reply
}

/// Part of an answer body: a text, or a call given as `("id", "tool", "arguments")`.
enum Part {
    Text(&'static str),
    Call(&'static str, &'static str, &'static str),
}
use Part::{Call, Text};

fn answer(parts: &[Part], stop: &str) -> String {
    let mut events = vec![
        json!({"type": "message_start", "message": {"id": "m", "model": "x", "usage": {"input_tokens": 10, "output_tokens": 1}}}),
    ];
    for (index, part) in parts.iter().enumerate() {
        let (block, delta) = match part {
            Text(text) => (
                json!({"type": "text", "text": ""}),
                json!({"type": "text_delta", "text": text}),
            ),
            Call(id, name, args) => (
                json!({"type": "tool_use", "id": id, "name": name, "input": {}}),
                json!({"type": "input_json_delta", "partial_json": args}),
            ),
        };
        events.push(json!({"type": "content_block_start", "index": index, "content_block": block}));
        events.push(json!({"type": "content_block_delta", "index": index, "delta": delta}));
        events.push(json!({"type": "content_block_stop", "index": index}));
    }
    events.push(
        json!({"type": "message_delta", "delta": {"stop_reason": stop}, "usage": {"output_tokens": 5}}),
    );
    events.push(json!({"type": "message_stop"}));
    events.iter().map(|e| format!("data: {e}\n\n")).collect()
}

fn done(text: &'static str) -> String {
    answer(&[Text(text)], "end_turn")
}

/// An agent with a scripted host that records the effects.
struct Host {
    agent: Agent,
    log: Vec<String>,
    requests: Vec<HttpRequest>,
    /// Prompts sent to the browser's built-in model.
    prompts: Vec<trammel_llm::ondevice::Prompt>,
    /// Number of the current request or wait.
    number: u64,
    running: Option<(String, String, Value)>,
    waited: Option<u64>,
    last: Option<Event>,
}

impl Host {
    fn new(config: AgentConfig) -> Self {
        let agent = Agent::new(config).unwrap();
        Self {
            agent,
            log: vec![],
            requests: vec![],
            prompts: vec![],
            number: 0,
            running: None,
            waited: None,
            last: None,
        }
    }

    /// Creates a host whose agent has received a prompt.
    fn asked() -> Self {
        let mut host = Self::new(config());
        host.prompt("Draw a gear");
        host
    }

    fn step(&mut self, op: Op) {
        for effect in self.agent.step(op) {
            let printed = format!("{effect:?}");
            assert!(!printed.contains("canary"), "{printed}");
            match effect {
                Effect::Send { request, transport } => {
                    assert!(self.running.is_none());
                    self.number = request;
                    self.log.push("send".into());
                    match transport {
                        Transport::Http(request) => self.requests.push(request),
                        Transport::OnDevice(prompt) => self.prompts.push(prompt),
                        Transport::Recorded(_) => {}
                    }
                }
                Effect::Abort => {
                    self.running = None;
                    self.log.push("abort".into());
                }
                Effect::RunTool { call_id, name, input } => {
                    assert!(self.running.is_none(), "one tool at a time");
                    self.log.push(format!("run {call_id} {name} {input}"));
                    self.running = Some((call_id, name, input));
                }
                Effect::Wait { request, ms } => {
                    self.number = request;
                    self.waited = Some(ms);
                    self.log.push("wait".into());
                }
                Effect::Emit(event) => {
                    self.log.push(line(&event));
                    self.last = Some(event);
                }
            }
        }
        assert_eq!(self.agent.transcript().check(), Ok(()));
    }

    fn prompt(&mut self, text: &str) {
        self.step(Op::Prompt(Prompt {
            text: text.into(),
            ..Prompt::default()
        }));
    }

    fn head(&mut self, status: u16, headers: &[(&str, &str)]) {
        let headers = headers.iter().map(|(n, v)| ((*n).into(), (*v).into())).collect();
        self.step(Op::HttpHead {
            request: self.number,
            status,
            headers,
        });
    }

    fn bytes(&mut self, body: &str) {
        self.step(Op::Bytes {
            request: self.number,
            bytes: body.into(),
        });
    }

    /// Delivers a whole successful answer in small pieces.
    fn answer(&mut self, body: &str) {
        let request = self.number;
        self.head(200, &[("content-type", "text/event-stream")]);
        for piece in body.as_bytes().chunks(11) {
            self.step(Op::Bytes {
                request,
                bytes: piece.to_vec(),
            });
        }
        self.step(Op::HttpEnd { request });
    }

    fn http_error(&mut self, status: u16, headers: &[(&str, &str)], body: &str) {
        self.head(status, headers);
        self.bytes(body);
        self.step(Op::HttpEnd { request: self.number });
    }

    fn tool(&mut self, reply: Reply) {
        let (call_id, ..) = self.running.take().expect("a tool runs");
        let reply = Box::new(reply);
        self.step(Op::ToolDone { call_id, reply });
    }

    fn tick(&mut self) {
        self.step(Op::Tick { request: self.number });
    }

    /// Returns and clears the log of effects.
    fn take(&mut self) -> String {
        std::mem::take(&mut self.log).join("\n")
    }

    /// Returns the messages of the latest request, one per line.
    fn sent(&self) -> String {
        let body = self.body();
        body["messages"]
            .as_array()
            .unwrap()
            .iter()
            .map(|m| format!("{m}\n"))
            .collect()
    }

    fn body(&self) -> Value {
        serde_json::from_str(&self.requests.last().expect("a request").body).unwrap()
    }
}

fn line(event: &Event) -> String {
    match event {
        Event::TurnStarted { turn, attempt } => format!("turn {turn}.{attempt}"),
        Event::Text(text) => format!("text {text:?}"),
        Event::Reasoning(text) => format!("reasoning {text:?}"),
        Event::ToolPreparing { id, name } => format!("preparing {id} {name}"),
        Event::ToolStarted {
            id,
            name,
            input,
            repair,
        } => {
            let repair = if repair.is_none() {
                String::new()
            } else {
                format!(" {repair:?}")
            };
            format!("started {id} {name} {input}{repair}")
        }
        Event::CallsInText { rest } => format!("calls in text, rest {rest:?}"),
        Event::QueuedSent { id } => format!("queued {id} is sent"),
        Event::Nudged { why } => format!("nudged {why:?}"),
        Event::ChecksReturned { broken } => {
            let texts: Vec<&str> = broken.iter().map(|check| &*check.text.english).collect();
            format!("returned {texts:?}")
        }
        Event::ToolFinished { id, ok, text } => format!("finished {id} {ok} {text:?}"),
        Event::Usage { turn, run } => format!("usage {} of {}", turn.total(), run.total()),
        Event::Retrying { attempt, why, .. } => format!("retrying {attempt}: {}", why.english),
        Event::AwaitingApproval { id, risks } => {
            let reasons: Vec<String> = risks.iter().map(Risk::message).collect();
            format!("asking {id}: {}", reasons.join("; "))
        }
        Event::Compacting { .. } => "compacting".into(),
        Event::Compacted { summary } => format!("compacted {summary:?}"),
        Event::Paused { why } => format!("paused {why:?}"),
        Event::Failed {
            kind,
            message,
            action,
            ..
        } => format!("failed {kind:?}: {} [{action:?}]", message.english),
        Event::Done { stop } => format!("done {stop:?}"),
        Event::Rejected { why } => format!("rejected: {}", why.english),
    }
}
