//! The agent: public API, operations of the user, the current state, and the compaction of a conversation that fills the
//! context window.

use super::emit::emit_finished;
use super::state::{PendingApproval, PendingTurn, Queue, Run, State};
use crate::approval::reasons;
use crate::config::{AgentConfig, Connection, Gauge};
use crate::decision::{Decision, too_late, undecided_note};
use crate::effect::Effect;
use crate::event::{Event, Pause};
use crate::message::{GO_ON, Prompt};
use crate::op::Op;
use crate::receipt::{Account, Receipt};
use crate::transcript::Transcript;
use crate::{compaction, tool_result};
use std::fmt;
use trammel_language::Bilingual;
use trammel_llm::{
    Adapter, ApiError, Block, ErrorKind, Provider, Stop, ToolDef, ToolResult, Turn,
    models::{Model, ModelInfo, Models},
};
use trammel_tools::Told;

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
pub(super) const EMPTY: [&str; 2] = [
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
    /// Messages of the user that wait for the next request.
    pub(super) queue: Queue,
    /// Knowledge of the model from the results of its calls.
    pub(super) told: Told,
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
        let known = model_info(&config, provider);
        let (spent, allowed) = (config.spent, config.limits.max_spend);
        Ok(Self {
            config,
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
            queue: Queue::default(),
            told: Told::default(),
        })
    }

    /// Returns the conversation so far, which is always valid to send.
    pub fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// Returns the tools of every request. The list never changes, because it precedes the messages: a change would make the
    /// provider read the whole conversation again. Tools that the model finds are called in code or through `call_tool`.
    pub fn tools(&self) -> &[ToolDef] {
        &self.config.tools
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
    pub fn cost(&self) -> u64 {
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
        self.known = model_info(&self.config, provider);
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
        self.known = model_info(&self.config, self.provider);
    }

    /// Performs an operation and returns the effects for the host, in order.
    pub fn step(&mut self, op: Op) -> Vec<Effect> {
        let mut out = Vec::new();
        match op {
            Op::Prompt(prompt) => self.prompt(prompt, &mut out),
            Op::Queue { id, prompt } => self.enqueue(id, prompt, &mut out),
            Op::Unqueue { id } => self.dequeue(id),
            Op::HttpHead {
                request,
                status,
                headers,
            } => self.head(request, status, headers),
            Op::Bytes { request, bytes } => self.bytes(request, &bytes, &mut out),
            Op::HttpEnd { request } => self.body_end(request, &mut out),
            Op::HttpFailed { request, message } => self.handle_connection_loss(request, &message, &mut out),
            Op::ToolDone { call_id, reply } => self.handle_tool_result(&call_id, *reply, &mut out),
            Op::Tick { request } => {
                if request == self.request && matches!(self.state, State::Backoff) {
                    self.send_request(&mut out);
                }
            }
            Op::Decide(decision) => self.apply_decision(decision, &mut out),
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
        if prompt.is_empty() {
            return reject(EMPTY, out);
        }
        // Messages that a stopped run has not sent are older.
        self.add_queued(out);
        let account = Account::begin(prompt.selection.clone()).after_checks(&prompt.checks);
        self.transcript.push_user(prompt.into_blocks());
        // The user may have changed the drawing.
        self.told.forget_drawing();
        self.begin_run(account, out);
    }

    pub(super) fn go_on(&mut self, out: &mut Vec<Effect>) {
        match self.state {
            State::Backoff => return self.retry_now(out),
            State::AwaitingModel(_) | State::RunningTool(_) => return reject(BUSY, out),
            State::AwaitingApproval(..) => return reject(AWAITS_APPROVAL, out),
            State::Idle | State::Paused if self.has_queued() => self.add_queued(out),
            // After a cut-off answer, the last turn must be the user's.
            State::Paused if !self.transcript.awaits_answer() => {
                self.transcript.push_user(vec![Block::Text(GO_ON.to_owned())]);
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

fn model_info(config: &AgentConfig, provider: &Provider) -> ModelInfo {
    let models = Models::built_in().with(&config.own_models);
    models.find(provider, &config.connection.model)
}

/// Refuses an operation for a reason.
pub(super) fn reject([english, korean]: [&str; 2], out: &mut Vec<Effect>) {
    let why = Bilingual::new(english, korean);
    out.push(Effect::Emit(Event::Rejected { why }));
}

impl Agent {
    /// Returns the conversation as a stop at this moment would leave it: with the finished calls of a turn that is not
    /// complete. A host stores this one, so that the model of a later visit knows what it has done.
    pub fn transcript_if_stopped(&self) -> Transcript {
        let mut transcript = self.transcript.clone();
        let (work, last) = match &self.state {
            State::RunningTool(work) => (work, None),
            State::AwaitingApproval(work, pending) => (work, Some(self.told_first(pending, None))),
            State::Idle | State::Paused | State::AwaitingModel(_) | State::Backoff => return transcript,
        };
        let mut results: Vec<ToolResult> = work.results.iter().cloned().chain(last).collect();
        let rest = work.calls[results.len()..]
            .iter()
            .map(tool_result::aborted_result);
        results.extend(rest.collect::<Vec<_>>());
        transcript.push_exchange(work.turn.clone(), results);
        transcript
    }

    /// Adds a message of the app to the conversation, which the model reads with the next message of the user.
    pub fn tell(&mut self, text: &str) {
        debug_assert!(!self.is_busy());
        self.transcript.tell(text);
    }

    /// Ends the run. `decision` is that on the change that waits for approval.
    pub(super) fn stop(&mut self, decision: Option<Decision>, out: &mut Vec<Effect>) {
        match std::mem::replace(&mut self.state, State::Idle) {
            State::Idle => return,
            State::Paused => {}
            State::AwaitingModel(_) | State::Backoff => {
                out.push(Effect::Abort);
                // The provider bills the tokens counted so far.
                self.close_request();
            }
            State::AwaitingApproval(mut work, pending) => {
                let result = self.told_first(&pending, decision);
                if decision == Some(Decision::Reverted) {
                    self.run.account.count_failure();
                } else {
                    self.run.account.add(&pending.reply);
                }
                emit_finished(&result, out);
                work.results.push(result);
                self.stop_work(work, out);
            }
            State::RunningTool(work) => {
                out.push(Effect::Abort);
                self.stop_work(work, out);
            }
        }
        out.push(Effect::Emit(Event::Done { stop: Stop::Aborted }));
    }

    /// Returns the result of a call whose change waits for approval, with what became of the change as its first part.
    pub(super) fn told_first(&self, pending: &PendingApproval, decision: Option<Decision>) -> ToolResult {
        let sentence = match decision {
            Some(Decision::Keep { .. }) => return pending.result.clone(),
            Some(Decision::Reverted) => {
                let user_changes = pending.reply.user_changes.as_deref();
                return tool_result::reverted_result(&pending.call, &reasons(&pending.risks), user_changes);
            }
            Some(Decision::TooLate) => too_late(&pending.risks),
            None => undecided_note(&pending.risks),
        };
        let reply = pending.reply.clone().telling_first(&sentence);
        let limit = self.config.limits.max_result_chars;
        tool_result::of_reply(&pending.call, &reply, &mut self.told.clone(), limit)
    }

    /// Answers the remaining calls as aborted and adds the exchange to the transcript.
    fn stop_work(&mut self, mut work: PendingTurn, out: &mut Vec<Effect>) {
        for call in &work.calls[work.results.len()..] {
            let result = tool_result::aborted_result(call);
            emit_finished(&result, out);
            work.results.push(result);
        }
        self.transcript.push_exchange(work.turn, work.results);
    }
}

impl Agent {
    /// Whether the context window is nearly full and compaction would help.
    pub(super) fn is_nearly_full(&self) -> bool {
        let gauge = self.gauge();
        let threshold = gauge.window / 100 * compaction::THRESHOLD;
        gauge.used >= threshold && compaction::is_worthwhile(&self.transcript)
    }

    /// Whether compaction can resolve a full context window. Allowed once per run.
    pub(super) fn can_compact(&self) -> bool {
        !self.run.overflowed && !self.run.compacting && compaction::is_worthwhile(&self.transcript)
    }

    /// Starts compaction by requesting a summary.
    pub(super) fn compact(&mut self, out: &mut Vec<Effect>) {
        self.run.overflowed = true;
        self.run.compacting = true;
        self.run.attempt = 0;
        let gauge = self.gauge();
        out.push(Effect::Emit(Event::Compacting { gauge }));
        self.send_request(out);
    }

    /// Returns the room for the text of the conversation during compaction, in bytes.
    pub(super) fn room(&self) -> usize {
        compaction::room(self.known.window, self.run.halvings)
    }

    /// Replaces the conversation with the summary and continues the run.
    pub(super) fn apply_summary(&mut self, turn: &Turn, out: &mut Vec<Effect>) {
        let summary = turn.text();
        if summary.trim().is_empty() {
            return self.handle_failure(&ApiError::new(ErrorKind::Empty, "The summary is empty."), out);
        }
        self.close_request();
        self.run.compacting = false;
        self.used = 0;
        let beginning = compaction::beginning(&self.transcript, &summary, self.room());
        self.transcript.restart(beginning);
        self.told = Told::default();
        out.push(Effect::Emit(Event::Compacted { summary }));
        let limits = &self.config.limits;
        let spent = self.run.spent.total();
        if limits.max_run_tokens.is_some_and(|max| spent >= max) {
            self.pause(Pause::TokenLimit(spent), out);
        } else {
            // Without the check of the window: a conversation that was just compacted cannot become shorter.
            self.send_turn(out);
        }
    }
}
