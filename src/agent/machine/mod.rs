//! The states of the agent and what each operation does in them.
//!
//! `Idle` and `Paused` wait for a person, `Asking` for the model, `Waiting` for the time of the next attempt,
//! `Working` for a tool. A turn lives in its state until it is complete and answered; only then does it enter the
//! transcript, so stopping anywhere leaves a sendable conversation. Here: the states and what a person does;
//! [`asking`] has the requests, [`work`] the turns and tools.

mod asking;
mod work;

use std::fmt;

use super::tooling::{self, Failures};
use super::{AgentConfig, Connection, Effect, Event, Op, Pause, Transcript, widen};
use crate::llm::{self, Block, Decoder, Provider, Stop, ToolCall, ToolDef, ToolResult, Turn, Usage, Wire};

/// What the person is told when an operation makes no sense now.
const BUSY: &str = "The agent is still working. Stop it first, or wait until it is done.";

/// An agent with one conversation.
pub struct Agent {
    config: AgentConfig,
    provider: &'static Provider,
    wire: Box<dyn Wire>,
    transcript: Transcript,
    state: State,
    run: Run,
    /// Number of the latest request or wait; also stirs the jitter.
    request: u64,
}

enum State {
    Idle,
    Paused,
    Asking(Flight),
    Waiting,
    Working(Work),
}

/// A request on its way. Its number is `Agent::request`.
struct Flight {
    body: Body,
    got_bytes: bool,
}

enum Body {
    Answer(Box<dyn Decoder>),
    Failure {
        status: u16,
        headers: Vec<(String, String)>,
        bytes: Vec<u8>,
    },
}

impl Body {
    /// What is left of a body that has been read.
    fn over() -> Self {
        Self::Failure {
            status: 0,
            headers: Vec::new(),
            bytes: Vec::new(),
        }
    }
}

/// A complete turn of the model whose calls are being run.
struct Work {
    turn: Turn,
    calls: Vec<ToolCall>,
    /// Of the first calls; the call after them is running.
    results: Vec<ToolResult>,
    pause: Option<Pause>,
}

/// Bookkeeping of everything done for one message of the person.
#[derive(Default)]
struct Run {
    turn: u32,
    attempt: u32,
    max_tokens: u32,
    /// Of the requests that are over.
    spent: Usage,
    /// Of the present request.
    current: Usage,
    failures: Failures,
    /// Turns of which the model had to be told that they were cut off.
    cut_off: u32,
}

impl fmt::Debug for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Agent")
            .field("connection", &self.config.connection)
            .field("turns", &self.transcript.turns().len())
            .field("busy", &self.is_busy())
            .finish_non_exhaustive()
    }
}

impl Agent {
    /// An agent with an empty conversation. Fails if there is no such provider.
    pub fn new(config: AgentConfig) -> Result<Self, String> {
        Self::restore(config, Transcript::default())
    }

    /// An agent that goes on with a conversation. Fails if there is no such provider.
    pub fn restore(config: AgentConfig, transcript: Transcript) -> Result<Self, String> {
        let provider = find(&config.connection)?;
        let wire = (provider.wire)();
        let (state, run) = (State::Idle, Run::default());
        Ok(Self {
            config,
            provider,
            wire,
            transcript,
            state,
            run,
            request: 0,
        })
    }

    /// The conversation so far; always sendable.
    pub fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// The tools that the next request offers: the first ones, then those that the model asked about, in that order.
    pub fn tools(&self) -> Vec<ToolDef> {
        widen::offered(&self.config.tools, &self.transcript)
    }

    /// The provider in use.
    pub fn provider(&self) -> &'static Provider {
        self.provider
    }

    /// The connection in use.
    pub fn connection(&self) -> &Connection {
        &self.config.connection
    }

    /// Whether something is in flight: a request, a wait or a tool.
    pub fn is_busy(&self) -> bool {
        matches!(self.state, State::Asking(_) | State::Waiting | State::Working(_))
    }

    /// Whether [`Op::Continue`] would do something.
    pub fn can_continue(&self) -> bool {
        match self.state {
            State::Paused | State::Waiting => true,
            State::Idle => self.transcript.awaits_answer(),
            State::Asking(_) | State::Working(_) => false,
        }
    }

    /// Talks to another model from now on, in the same conversation. Turns of the old provider are sent without
    /// their reasoning. Fails, and changes nothing, while busy or if there is no such provider.
    pub fn connect(&mut self, connection: Connection) -> Result<(), String> {
        if self.is_busy() {
            return Err(BUSY.to_owned());
        }
        let provider = find(&connection)?;
        self.wire = (provider.wire)();
        self.provider = provider;
        self.config.connection = connection;
        Ok(())
    }

    /// Takes what happened, answers with what to do, in order.
    pub fn step(&mut self, op: Op) -> Vec<Effect> {
        let mut out = Vec::new();
        match op {
            Op::Prompt { text, context } => self.prompt(text, context, &mut out),
            Op::HttpHead {
                request,
                status,
                headers,
            } => self.head(request, status, headers),
            Op::Bytes { request, bytes } => self.bytes(request, &bytes, &mut out),
            Op::HttpEnd { request } => self.body_end(request, &mut out),
            Op::HttpFailed { request, message } => self.broken(request, &message, &mut out),
            Op::ToolDone { call_id, ok, content } => self.tool_done(&call_id, ok, content, &mut out),
            Op::Tick { request } => {
                if request == self.request && matches!(self.state, State::Waiting) {
                    self.ask(&mut out);
                }
            }
            Op::RetryNow => self.retry_now(&mut out),
            Op::Stop => self.stop(&mut out),
            Op::Continue => self.go_on(&mut out),
        }
        debug_assert_eq!(self.transcript.check(), Ok(()));
        out
    }

    fn prompt(&mut self, text: String, context: Option<String>, out: &mut Vec<Effect>) {
        if self.is_busy() {
            return reject(BUSY, out);
        }
        if text.trim().is_empty() {
            return reject("The message is empty. Write what you want drawn.", out);
        }
        let mut blocks = Vec::new();
        if let Some(context) = context.filter(|context| !context.trim().is_empty()) {
            blocks.push(Block::Text(format!(
                "[From the app, not from the person]\n{context}"
            )));
        }
        blocks.push(Block::Text(text));
        self.transcript.push_user(blocks);
        self.begin_run(out);
    }

    fn go_on(&mut self, out: &mut Vec<Effect>) {
        match self.state {
            State::Waiting => self.retry_now(out),
            State::Asking(_) | State::Working(_) => reject(BUSY, out),
            State::Paused if !self.transcript.awaits_answer() => {
                // A cut-off answer: the last word must be the user's.
                self.transcript
                    .push_user(vec![Block::Text("Go on exactly where you stopped.".to_owned())]);
                self.begin_run(out);
            }
            State::Idle if !self.transcript.awaits_answer() => {
                reject("There is nothing to go on with. Send a message.", out);
            }
            State::Idle | State::Paused => self.begin_run(out),
        }
    }

    fn retry_now(&mut self, out: &mut Vec<Effect>) {
        if matches!(self.state, State::Waiting) {
            out.push(Effect::Abort);
            self.ask(out);
        } else {
            self.go_on(out);
        }
    }

    fn stop(&mut self, out: &mut Vec<Effect>) {
        match std::mem::replace(&mut self.state, State::Idle) {
            State::Idle => return,
            State::Paused => {}
            State::Asking(_) | State::Waiting => out.push(Effect::Abort),
            State::Working(mut work) => {
                out.push(Effect::Abort);
                for call in &work.calls[work.results.len()..] {
                    let result = tooling::aborted(call);
                    work::emit_finished(&result, out);
                    work.results.push(result);
                }
                self.transcript.push_exchange(work.turn, work.results);
            }
        }
        out.push(Effect::Emit(Event::Done { stop: Stop::Aborted }));
    }
}

fn find(connection: &Connection) -> Result<&'static Provider, String> {
    llm::provider(&connection.provider).ok_or_else(|| {
        let known: Vec<_> = llm::PROVIDERS.iter().map(|provider| provider.id).collect();
        format!(
            "There is no provider '{}'. Choose one of: {}.",
            connection.provider,
            known.join(", ")
        )
    })
}

fn reject(why: &str, out: &mut Vec<Effect>) {
    out.push(Effect::Emit(Event::Rejected { why: why.to_owned() }));
}
