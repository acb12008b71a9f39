//! End of a model turn, and the execution of its tool calls.

use super::agent::Agent;
use super::emit::{emit_finished, emit_started};
use super::state::{PendingApproval, PendingTurn, State};
use super::weak_models::is_too_risky;
use crate::approval::reasons;
use crate::decision::Decision;
use crate::effect::Effect;
use crate::event::{Event, Pause};
use crate::message::from_app;
use crate::tool_result::{self, Cause, Counts};
use serde_json::Value;
use trammel_llm::{ApiError, Block, ErrorKind, Stop, ToolCall, ToolResult, Turn};
use trammel_tools::{self as tools, Reply};

impl Agent {
    pub(super) fn handle_turn_end(&mut self, stop: Stop, turn: Turn, out: &mut Vec<Effect>) {
        let (turn, is_unreadable_call) = self.read_text_calls(&stop, turn, out);
        let calls: Vec<ToolCall> = turn.calls().cloned().collect();
        if !ids_are_unique(&calls) {
            let message = "The response has several tool calls with the same id.";
            return self.handle_failure(&ApiError::new(ErrorKind::StreamTruncated, message), out);
        }
        match stop {
            Stop::Refused {
                category,
                explanation,
            } => {
                let said = [category, explanation]
                    .into_iter()
                    .flatten()
                    .collect::<Vec<_>>()
                    .join(": ");
                self.handle_failure(&ApiError::new(ErrorKind::Refused, said), out);
            }
            Stop::ContextFull => {
                self.close_request();
                if self.can_compact() {
                    return self.compact(out);
                }
                if calls.is_empty() && !turn.is_empty() {
                    self.transcript.push_answer(turn);
                }
                let full = ApiError::new(ErrorKind::ContextOverflow, "The context window is full.");
                self.give_up(&full, out);
            }
            // Reasoning used up the whole output limit.
            Stop::Length if turn.is_empty() && self.run.max_tokens < self.more_room() => self.ask_wider(out),
            _ if turn.is_empty() => {
                self.handle_failure(&ApiError::new(ErrorKind::Empty, "No text and no tool call."), out);
            }
            Stop::Length if calls.is_empty() => {
                self.close_request();
                self.transcript.push_answer(turn);
                self.pause(Pause::Length, out);
            }
            Stop::Length if is_cut(&turn) => self.cut_off(turn, &calls, out),
            _ if !calls.is_empty() => {
                self.close_request();
                self.run_calls(
                    PendingTurn {
                        turn,
                        calls,
                        results: Vec::new(),
                        pause: None,
                    },
                    out,
                );
            }
            Stop::Pause => {
                self.close_request();
                self.transcript.push_answer(turn);
                self.next_or_pause(None, out);
            }
            stop => {
                self.close_request();
                let nudge = self.nudge(&turn, is_unreadable_call);
                self.transcript.push_answer(turn);
                if self.has_queued() {
                    self.add_queued(out);
                    return self.next_or_pause(None, out);
                }
                if let Some(nudge) = nudge {
                    self.run.nudged = true;
                    let text = self.nudge_text(nudge);
                    self.transcript.push_user(vec![from_app(&text)]);
                    out.push(Effect::Emit(Event::Nudged { why: nudge }));
                    return self.next_or_pause(None, out);
                }
                if self.return_broken_checks(out) {
                    return self.next_or_pause(None, out);
                }
                self.state = State::Idle;
                out.push(Effect::Emit(Event::Done { stop }));
            }
        }
    }

    /// Tells the model of checks that the run broke, once for each run. Returns whether the model is to answer.
    fn return_broken_checks(&mut self, out: &mut Vec<Effect>) -> bool {
        if self.run.returned || self.provider.recorded {
            return false;
        }
        let requirements = self.run.account.requirements();
        let Some(text) = requirements.message() else {
            return false;
        };
        let broken = requirements.broken();
        self.run.returned = true;
        self.transcript.push_user(vec![from_app(&text)]);
        out.push(Effect::Emit(Event::ChecksReturned { broken }));
        true
    }

    /// Handles a call that was cut off at the output limit. The first time, the turn is requested again with
    /// twice the limit; after that, each call is answered with an error.
    fn cut_off(&mut self, turn: Turn, calls: &[ToolCall], out: &mut Vec<Effect>) {
        if self.run.max_tokens < self.more_room() {
            return self.ask_wider(out);
        }
        self.close_request();
        let results: Vec<_> = calls.iter().map(tool_result::cut_off).collect();
        for (call, result) in calls.iter().zip(&results) {
            emit_started(call, out);
            emit_finished(result, out);
        }
        self.transcript.push_exchange(turn, results);
        self.run.cut_off += 1;
        let again = self.run.cut_off >= self.config.limits.max_same_failure;
        self.next_or_pause(again.then_some(Pause::Length), out);
    }

    /// Returns the output limit for a repeated turn.
    fn more_room(&self) -> u32 {
        let limits = &self.config.limits;
        self.capped_output(limits.max_tokens.saturating_mul(2).min(limits.max_tokens_cap))
    }

    fn ask_wider(&mut self, out: &mut Vec<Effect>) {
        self.close_request();
        self.run.max_tokens = self.more_room();
        self.send_request(out);
    }

    /// Runs the next call. After the last call, adds the exchange to the transcript and continues the run. After a failed
    /// call, calls that would change the document are skipped, because the model wrote them for another drawing.
    fn run_calls(&mut self, mut work: PendingTurn, out: &mut Vec<Effect>) {
        while let Some(call) = work.calls.get(work.results.len()).cloned() {
            emit_started(&call, out);
            self.run.calls += 1;
            let mut results = work.calls.iter().zip(&work.results);
            let failed = results.find(|(_, result)| result.is_error);
            match (&call.args, failed) {
                (Ok(input), Some((failed, _))) if may_change(&call.name, input) => {
                    let result = tool_result::skipped_result(&call, &failed.name);
                    // Neither a success nor a failure of the tool, so nothing is counted.
                    emit_finished(&result, out);
                    work.results.push(result);
                }
                (Ok(input), _) if is_too_risky(&call, input) => {
                    self.run.account.count_failure();
                    let result = tool_result::unsafe_result(&call);
                    self.add_result(
                        &mut work,
                        &call,
                        result,
                        Some(&Cause::from("a repaired call that is too risky")),
                        out,
                    );
                }
                (Ok(input), _) => {
                    let (call_id, name, input) = (call.id.clone(), call.name.clone(), input.clone());
                    out.push(Effect::RunTool { call_id, name, input });
                    self.state = State::RunningTool(work);
                    return;
                }
                (Err(bad), _) => {
                    self.run.account.count_failure();
                    let result = tool_result::malformed_result(&call, bad, self.tools());
                    self.add_result(&mut work, &call, result, Some(&Cause::from(&*bad.message)), out);
                }
            }
        }
        self.transcript.push_exchange(work.turn, work.results);
        self.add_queued(out);
        self.next_or_pause(work.pause, out);
    }

    pub(super) fn handle_tool_result(&mut self, call_id: &str, reply: Reply, out: &mut Vec<Effect>) {
        let work = match std::mem::replace(&mut self.state, State::Idle) {
            State::RunningTool(work) => work,
            other => return self.state = other,
        };
        match work.calls.get(work.results.len()).cloned() {
            Some(call) if call.id == call_id => {
                let mut told = self.told.clone();
                let limit = self.config.limits.max_result_chars;
                let result = tool_result::of_reply(&call, &reply, &mut told, limit);
                let run = &mut self.run;
                let risks = match reply.impact.as_deref() {
                    Some(impact) if self.config.ask => run.approvals.risks(run.account.selection(), impact),
                    Some(impact) => {
                        run.approvals.keep_all(impact);
                        Vec::new()
                    }
                    None => Vec::new(),
                };
                let pending = PendingApproval {
                    call,
                    result,
                    reply,
                    told,
                    risks,
                };
                if pending.risks.is_empty() {
                    return self.accept(work, pending, out);
                }
                let (id, risks) = (pending.call.id.clone(), pending.risks.clone());
                out.push(Effect::Emit(Event::AwaitingApproval { id, risks }));
                self.state = State::AwaitingApproval(work, Box::new(pending));
            }
            // The reply is late, or its id belongs to no running call.
            _ => self.state = State::RunningTool(work),
        }
    }

    /// Accepts the result of a finished call and continues.
    fn accept(&mut self, mut work: PendingTurn, pending: PendingApproval, out: &mut Vec<Effect>) {
        self.run.account.add(&pending.reply);
        self.told = pending.told;
        let error = pending.reply.failure().map(|failure| Cause {
            exact: match failure.limit {
                // The message of an exceeded limit contains the measured duration, which varies.
                Some(limit) => format!("{limit:?} {:?}", failure.place),
                None => format!("{failure:?}"),
            },
            message: failure.message.english.clone(),
        });
        self.add_result(&mut work, &pending.call, pending.result, error.as_ref(), out);
        self.run_calls(work, out);
    }

    /// Applies the user's decision on a change.
    pub(super) fn apply_decision(&mut self, decision: Decision, out: &mut Vec<Effect>) {
        let (mut work, mut pending) = match std::mem::replace(&mut self.state, State::Idle) {
            State::AwaitingApproval(work, pending) => (work, *pending),
            other => return self.state = other,
        };
        pending.result = self.told_first(&pending, Some(decision));
        if decision == Decision::Reverted {
            self.run.account.count_failure();
            let why = reasons(&pending.risks);
            self.add_result(
                &mut work,
                &pending.call,
                pending.result,
                Some(&Cause::from(&*why)),
                out,
            );
            return self.run_calls(work, out);
        }
        // A change that is too late to revert is not asked about again either: a later call could not revert it.
        let impact = pending.reply.impact.as_deref().cloned().unwrap_or_default();
        let always = decision == Decision::Keep { always: true };
        self.run.approvals.keep(&pending.risks, &impact, always);
        self.accept(work, pending, out);
    }

    /// Adds the result of a call. `error` is the cause if the call failed.
    fn add_result(
        &mut self,
        work: &mut PendingTurn,
        call: &ToolCall,
        result: ToolResult,
        error: Option<&Cause>,
        out: &mut Vec<Effect>,
    ) {
        let limits = &self.config.limits;
        let Counts { same, alike } = self.run.failures.count(call, error);
        let tool = call.name.clone();
        if same >= limits.max_same_failure {
            work.pause = Some(Pause::Repeating { tool, times: same });
        } else if alike >= limits.max_alike_failures {
            work.pause = Some(Pause::RepeatingKind { tool, times: alike });
        }
        emit_finished(&result, out);
        work.results.push(result);
    }

    fn next_or_pause(&mut self, pause: Option<Pause>, out: &mut Vec<Effect>) {
        let limits = &self.config.limits;
        let spent = self.run.spent.total();
        if let Some(pause) = pause {
            self.pause(pause, out);
        } else if self.run.turn >= limits.max_turns {
            let turns = self.run.turn;
            self.pause(Pause::TurnLimit(turns), out);
        } else if limits.max_run_tokens.is_some_and(|max| spent >= max) {
            self.pause(Pause::TokenLimit(spent), out);
        } else {
            self.next_turn(out);
        }
    }

    pub(super) fn pause(&mut self, why: Pause, out: &mut Vec<Effect>) {
        self.state = State::Paused;
        out.push(Effect::Emit(Event::Paused { why }));
    }
}

/// Whether a call of a tool may change the drawing, the files, or the memory. A custom tool may.
fn may_change(name: &str, input: &Value) -> bool {
    tools::find(name).map_or(true, |tool| !(tool.changes_nothing)(input))
}

fn ids_are_unique(calls: &[ToolCall]) -> bool {
    calls.iter().enumerate().all(|(i, call)| {
        !call.id.is_empty() && !call.name.is_empty() && calls[..i].iter().all(|other| other.id != call.id)
    })
}

/// Whether the output limit cut a call off. A call at the end of the turn may be incomplete even if its
/// arguments can be parsed, for example when the arguments are still missing.
fn is_cut(turn: &Turn) -> bool {
    matches!(turn.blocks.last(), Some(Block::ToolCall(_))) || turn.calls().any(|call| call.args.is_err())
}
