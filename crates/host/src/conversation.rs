//! Host of an agent: performs the agent's effects, for one message of the user at a time.

use super::document::Document;
use super::http::{Arrived, Exchange};
use std::collections::VecDeque;
use std::thread::sleep;
use std::time::Duration;
use trammel_agent::{self as agent, Agent, AgentConfig, Connection, Effect, Event, Op, Prompt, Receipt};
use trammel_engine::child::clock;
use trammel_llm::{ErrorKind, RecordedTurn, ToolDef, Transport};

/// A conversation and its document.
pub struct Conversation {
    agent: Agent,
    /// Document that the conversation is about.
    pub document: Document,
    /// Recording that the recorded provider replays instead of its own, and the number of turns already replayed.
    recording: Option<(Vec<RecordedTurn>, usize)>,
    active: Option<(u64, Exchange)>,
    error: Option<TurnError>,
    /// Whether the run is over.
    ended: bool,
}

/// Reason why a run ended without an answer.
#[derive(Debug, Clone)]
pub struct TurnError {
    /// Message with the cause and the next step.
    pub why: String,
    /// Kind of the provider's failure, if the provider failed.
    pub kind: Option<ErrorKind>,
}

impl TurnError {
    fn of(event: &Event) -> Option<TurnError> {
        let (why, kind) = match event {
            Event::Paused { why } => (why.message().english, None),
            Event::Failed {
                message,
                detail,
                kind,
                ..
            } => (format!("{}\n{detail}", message.english), Some(*kind)),
            Event::Rejected { why } => (why.english.clone(), None),
            _ => return None,
        };
        Some(TurnError { why, kind })
    }
}

/// Result of a run.
pub struct Ended {
    /// Changes and cost of the run.
    pub receipt: Receipt,
    /// Reason why the run ended without an answer; `None` if it has one.
    pub error: Option<TurnError>,
    /// Text of the model's last turn.
    pub answer: String,
}

impl Conversation {
    /// Creates a conversation about a document.
    ///
    /// # Errors
    /// Returns an error if the provider is unknown.
    pub fn new(connection: Connection, document: Document) -> Result<Conversation, String> {
        let config = AgentConfig {
            connection,
            system: agent::system_prompt(&document.session.document().domain_lines()),
            tools: document
                .session
                .document()
                .first_tools()
                .into_iter()
                .filter_map(ToolDef::of)
                .collect(),
            seed: u64::from(std::process::id()),
            ..AgentConfig::default()
        };
        Ok(Conversation {
            agent: Agent::new(config)?,
            document,
            recording: None,
            active: None,
            error: None,
            ended: false,
        })
    }

    /// Sets the turns that a recorded provider replays in this conversation. Other providers ignore the recording.
    #[must_use]
    pub fn replaying(mut self, turns: Vec<RecordedTurn>) -> Conversation {
        self.recording = Some((turns, 0));
        self
    }

    /// Runs one message of the user to its end and calls `on_event` with each event.
    ///
    /// # Errors
    /// Returns an error if the run cannot be performed, or if `on_event` fails.
    pub fn run(
        &mut self,
        prompt: Prompt,
        on_event: &mut dyn FnMut(&Event) -> Result<(), String>,
    ) -> Result<Ended, String> {
        let clock = clock();
        let mark = self.document.session.history().mark();
        (self.error, self.ended) = (None, false);
        let is_first = self.agent.transcript().turns().is_empty();
        let drawing = is_first.then(|| trammel_tools::drawing_note(self.document.session.scene()));
        self.converse(prompt.knowing(drawing), on_event)?;
        self.document.session.history_mut().squash_to(mark, "agent");
        let mut receipt = self.agent.receipt();
        receipt.elapsed_ms = Some(clock().round() as u64);
        let turns = self.agent.transcript().turns();
        Ok(Ended {
            receipt,
            error: self.error.take(),
            answer: turns.last().map(trammel_llm::Turn::text).unwrap_or_default(),
        })
    }

    fn converse(
        &mut self,
        prompt: Prompt,
        on_event: &mut dyn FnMut(&Event) -> Result<(), String>,
    ) -> Result<(), String> {
        let mut todo: VecDeque<Effect> = self.agent.step(Op::Prompt(prompt)).into();
        loop {
            while let Some(effect) = todo.pop_front() {
                todo.extend(self.perform(effect, on_event)?);
            }
            if self.ended {
                // Data that may still arrive is irrelevant.
                self.active = None;
            }
            let Some((request, exchange)) = &mut self.active else {
                return Ok(());
            };
            let request = *request;
            let op = match exchange.next() {
                Arrived::Head(status, headers) => Op::HttpHead {
                    request,
                    status,
                    headers,
                },
                Arrived::Bytes(bytes) => Op::Bytes { request, bytes },
                Arrived::End => Op::HttpEnd { request },
                Arrived::Failed(message) => Op::HttpFailed { request, message },
            };
            if matches!(op, Op::HttpEnd { .. } | Op::HttpFailed { .. }) {
                self.active = None;
            }
            todo.extend(self.agent.step(op));
        }
    }

    fn perform(
        &mut self,
        effect: Effect,
        on_event: &mut dyn FnMut(&Event) -> Result<(), String>,
    ) -> Result<Vec<Effect>, String> {
        match effect {
            Effect::Send {
                request,
                transport: Transport::Http(http),
            } => self.active = Some((request, Exchange::begin(&http)?)),
            Effect::Send {
                request,
                transport: Transport::Recorded(chunks),
            } => {
                let chunks = match &mut self.recording {
                    None => chunks,
                    Some((turns, played)) => {
                        let turn = turns.get(*played).ok_or("the recording ends with a call")?;
                        *played += 1;
                        turn.answer(*played)
                    }
                };
                let pieces = chunks.into_iter().flat_map(|chunk| {
                    self.agent.step(Op::Bytes {
                        request,
                        bytes: chunk.bytes,
                    })
                });
                let mut effects: Vec<Effect> = pieces.collect();
                effects.extend(self.agent.step(Op::HttpEnd { request }));
                return Ok(effects);
            }
            // `connect` refuses such a provider before a request is sent.
            Effect::Send {
                transport: Transport::OnDevice(_),
                ..
            } => return Err("this model is built into some browsers".to_owned()),
            Effect::Abort => self.active = None,
            Effect::RunTool { call_id, name, input } => {
                let reply = Box::new(self.document.call(&name, input));
                return Ok(self.agent.step(Op::ToolDone { call_id, reply }));
            }
            Effect::Wait { request, ms } => {
                sleep(Duration::from_millis(ms));
                return Ok(self.agent.step(Op::Tick { request }));
            }
            Effect::Emit(event) => {
                match &event {
                    Event::TurnStarted { .. } => self.ended = false,
                    Event::Done { .. } => self.ended = true,
                    event => {
                        if let Some(error) = TurnError::of(event) {
                            self.ended = true;
                            self.error = Some(error);
                        }
                    }
                }
                on_event(&event)?;
            }
        }
        Ok(Vec::new())
    }
}
