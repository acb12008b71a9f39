//! The agent: public API, operations of the user, and the current state.

use std::fmt;

use super::state::{Run, State};
use crate::config::{AgentConfig, Connection, Gauge};
use crate::effect::Effect;
use crate::event::Event;
use crate::message::{Image, Prompt, from_app};
use crate::op::Op;
use crate::receipt::{Account, Receipt};
use crate::tool_offer::{self, Definitions};
use crate::transcript::Transcript;
use trammel_language::Bilingual;
use trammel_llm::models::{Model, ModelInfo, Models};
use trammel_llm::{Adapter, Block, Provider, ToolDef};

/// Refusal of an operation while the agent works, in English and Korean.
const BUSY: [&str; 2] = [
    "The model is still working. Stop it first, or wait until it is done.",
    "모델이 아직 작업하고 있어요. 먼저 중지하거나 끝날 때까지 기다리세요.",
];
/// Refusal of an operation while a change waits for the approval of the user.
const AWAITS_APPROVAL: [&str; 2] = [
    "A change waits for your approval. Keep or revert it first.",
    "승인을 기다리는 변경이 있어요. 먼저 유지하거나 되돌리세요.",
];
/// Refusal of a prompt without text and pictures.
const EMPTY: [&str; 2] = [
    "The message is empty. Describe what to draw.",
    "메시지가 비어 있어요. 그릴 것을 적어 주세요.",
];
/// Refusal to continue when the last answer is complete.
const NOTHING_TO_CONTINUE: [&str; 2] = [
    "There is no unfinished answer to continue. Send a message.",
    "이어서 할 대답이 없어요. 메시지를 보내세요.",
];

/// An agent with one conversation.
pub struct Agent {
    pub(super) config: AgentConfig,
    pub(super) provider: &'static Provider,
    pub(super) adapter: Box<dyn Adapter>,
    pub(super) known: ModelInfo,
    pub(super) transcript: Transcript,
    /// Definitions of the tools that the conversation can discover.
    pub(super) definitions: Definitions,
    pub(super) state: State,
    pub(super) run: Run,
    /// Tokens of the latest counted request including its answer; 0 if no request was counted since the
    /// conversation began or was compacted.
    pub(super) used: u64,
    /// Cost of the conversation in billionths of a US dollar, as far as prices are known.
    pub(super) spent: u64,
    /// Cost at which the agent pauses, in billionths of a US dollar.
    pub(super) allowed: Option<u64>,
    /// Number of the latest request or wait; also used as input of the jitter.
    pub(super) request: u64,
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
    /// Creates an agent with an empty conversation.
    ///
    /// # Errors
    /// Returns an error if the provider is unknown.
    pub fn new(config: AgentConfig) -> Result<Self, String> {
        Self::restore(config, Transcript::default())
    }

    /// Creates an agent that continues a conversation.
    ///
    /// # Errors
    /// Returns an error if the provider is unknown.
    pub fn restore(config: AgentConfig, transcript: Transcript) -> Result<Self, String> {
        let provider = config.providers.find(&config.connection.provider)?;
        let adapter = (provider.adapter)();
        let known = known(&config, provider);
        let (spent, allowed) = (config.spent, config.limits.max_spend);
        let definitions = Definitions::new(config.language, config.custom.clone());
        Ok(Self {
            config,
            definitions,
            provider,
            adapter,
            known,
            transcript,
            state: State::Idle,
            run: Run::begin(Account::default()),
            used: 0,
            spent,
            allowed,
            request: 0,
        })
    }

    /// Returns the conversation so far, which is always valid to send.
    pub fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// Returns the tools of the next request: the initial tools, then the discovered tools in the order of discovery.
    pub fn tools(&self) -> Vec<ToolDef> {
        tool_offer::offered(&self.config.tools, &self.transcript, &self.definitions)
    }

    /// Returns the current provider.
    pub fn provider(&self) -> &'static Provider {
        self.provider
    }

    /// Returns the current connection.
    pub fn connection(&self) -> &Connection {
        &self.config.connection
    }

    /// Returns the known or assumed properties of the current model.
    pub fn model(&self) -> ModelInfo {
        self.known
    }

    /// Returns the fill level of the context window.
    pub fn gauge(&self) -> Gauge {
        let used = match self.used {
            0 => crate::compaction::estimate(&self.transcript),
            counted => counted,
        };
        Gauge {
            used,
            window: self.known.window,
        }
    }

    /// Returns the cost of the conversation in billionths of a US dollar, as far as prices are known.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Returns the receipt of the current or the latest run.
    pub fn receipt(&self) -> Receipt {
        Receipt {
            usage: self.run.spent,
            // Without token counts the cost is unknown, not zero.
            cost: self.run.cost.filter(|_| self.run.spent.total() > 0),
            requests: self.run.requests,
            model: self.config.connection.model.clone(),
            ..self.run.account.receipt()
        }
    }

    /// Whether the agent has a request, wait, tool run, or approval in progress.
    pub fn is_busy(&self) -> bool {
        !matches!(self.state, State::Idle | State::Paused)
    }

    /// Returns the reason why a prompt or another connection is not possible now; `None` if it is.
    fn refusal(&self) -> Option<[&'static str; 2]> {
        match self.state {
            State::Idle | State::Paused => None,
            State::AwaitingApproval(..) => Some(AWAITS_APPROVAL),
            State::AwaitingModel(_) | State::Backoff | State::RunningTool(_) => Some(BUSY),
        }
    }

    /// Whether a change waits for the user's approval.
    pub fn awaits_approval(&self) -> bool {
        matches!(self.state, State::AwaitingApproval(..))
    }

    /// Switches to another model in the same conversation. Turns of the previous provider are sent without
    /// their reasoning.
    ///
    /// # Errors
    /// Returns an error and changes nothing if the agent is busy or the provider is unknown.
    pub fn connect(&mut self, connection: Connection) -> Result<(), String> {
        if let Some([english, _]) = self.refusal() {
            return Err(english.to_owned());
        }
        let provider = self.config.providers.find(&connection.provider)?;
        self.adapter = (provider.adapter)();
        self.provider = provider;
        self.config.connection = connection;
        self.known = known(&self.config, provider);
        Ok(())
    }

    /// Sets the cost at which the agent pauses, in billionths of a US dollar.
    pub fn set_max_spend(&mut self, max_spend: Option<u64>) {
        self.config.limits.max_spend = max_spend;
        self.allowed = max_spend;
    }

    /// Sets whether risky changes need the user's approval.
    pub fn set_ask(&mut self, ask: bool) {
        self.config.ask = ask;
    }

    /// Replaces the model data from the user's settings.
    pub fn set_own_models(&mut self, own_models: Vec<Model>) {
        self.config.own_models = own_models;
        self.known = known(&self.config, self.provider);
    }

    /// Performs an operation and returns the effects for the host, in order.
    pub fn step(&mut self, op: Op) -> Vec<Effect> {
        let mut out = Vec::new();
        match op {
            Op::Prompt(prompt) => self.prompt(prompt, &mut out),
            Op::HttpHead {
                request,
                status,
                headers,
            } => self.head(request, status, headers),
            Op::Bytes { request, bytes } => self.bytes(request, &bytes, &mut out),
            Op::HttpEnd { request } => self.body_end(request, &mut out),
            Op::HttpFailed { request, message } => self.connection_lost(request, &message, &mut out),
            Op::ToolDone { call_id, reply } => self.tool_done(&call_id, *reply, &mut out),
            Op::Tick { request } => {
                if request == self.request && matches!(self.state, State::Backoff) {
                    self.send_request(&mut out);
                }
            }
            Op::Decide(decision) => self.decided(decision, &mut out),
            Op::RetryNow => self.retry_now(&mut out),
            Op::Stop { decision } => self.stop(decision, &mut out),
            Op::Continue => self.go_on(&mut out),
        }
        debug_assert_eq!(self.transcript.check(), Ok(()));
        out
    }

    fn prompt(&mut self, prompt: Prompt, out: &mut Vec<Effect>) {
        if let Some(why) = self.refusal() {
            return reject(why, out);
        }
        if prompt.text.trim().is_empty() && prompt.images.is_empty() {
            return reject(EMPTY, out);
        }
        let mut blocks = Vec::new();
        if let Some(context) = prompt.context.filter(|context| !context.trim().is_empty()) {
            blocks.push(from_app(&context));
        }
        let image = |Image { mime, base64 }| Block::Image { mime, base64 };
        blocks.extend(prompt.images.into_iter().map(image));
        if !prompt.text.trim().is_empty() {
            blocks.push(Block::Text(prompt.text));
        }
        self.transcript.push_user(blocks);
        self.begin_run(Account::begin(prompt.selection), out);
    }

    fn go_on(&mut self, out: &mut Vec<Effect>) {
        match self.state {
            State::Backoff => return self.retry_now(out),
            State::AwaitingModel(_) | State::RunningTool(_) => return reject(BUSY, out),
            State::AwaitingApproval(..) => return reject(AWAITS_APPROVAL, out),
            // After a cut-off answer, the last turn must be the user's.
            State::Paused if !self.transcript.awaits_answer() => {
                self.transcript.push_user(vec![Block::Text(
                    "Continue exactly where you stopped.".to_owned(),
                )]);
            }
            State::Idle if !self.transcript.awaits_answer() => {
                return reject(NOTHING_TO_CONTINUE, out);
            }
            State::Idle | State::Paused => {}
        }
        self.allow_more();
        self.begin_run(self.run.account.go_on(), out);
    }

    /// Raises the allowed cost in steps of the spending limit until it exceeds the current cost.
    fn allow_more(&mut self) {
        if let (Some(step), Some(allowed)) = (self.config.limits.max_spend, &mut self.allowed) {
            while *allowed <= self.spent && step > 0 {
                *allowed += step;
            }
        }
    }

    fn retry_now(&mut self, out: &mut Vec<Effect>) {
        if matches!(self.state, State::Backoff) {
            out.push(Effect::Abort);
            self.send_request(out);
        } else {
            self.go_on(out);
        }
    }
}

fn known(config: &AgentConfig, provider: &Provider) -> ModelInfo {
    let models = Models::shipped().with(&config.own_models);
    models.find(provider, &config.connection.model)
}

fn reject([english, korean]: [&str; 2], out: &mut Vec<Effect>) {
    let why = Bilingual::new(english, korean);
    out.push(Effect::Emit(Event::Rejected { why }));
}
