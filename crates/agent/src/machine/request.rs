//! Requests to the model: sending, reading the response, and handling failures.

use super::agent::Agent;
use super::state::{ActiveRequest, Body, Heard, Run, State};
use crate::config::Connection;
use crate::effect::Effect;
use crate::event::{Event, Pause};
use crate::receipt::Account;
use crate::{compaction, explain, image_fallback, retry};
use trammel_llm::{ApiError, Chat, ErrorKind, StreamEvent, Turn, Usage};

/// Maximum number of times that the room of a compaction is halved, because its request is too long for the provider.
const MAX_HALVINGS: u32 = 4;

impl Agent {
    pub(super) fn begin_run(&mut self, account: Account, out: &mut Vec<Effect>) {
        self.run = Run::begin(account);
        self.next_turn(out);
    }

    pub(super) fn next_turn(&mut self, out: &mut Vec<Effect>) {
        if let Some(limit) = self.allowed.filter(|allowed| self.spent >= *allowed) {
            let spent = self.spent;
            return self.pause(Pause::SpendLimit { spent, limit }, out);
        }
        if self.is_nearly_full() {
            return self.compact(out);
        }
        self.send_turn(out);
    }

    /// Sends the request for the next turn of the model.
    pub(super) fn send_turn(&mut self, out: &mut Vec<Effect>) {
        self.run.turn += 1;
        self.run.attempt = 0;
        self.run.max_tokens = self.capped_output(self.config.limits.max_tokens);
        self.send_request(out);
    }

    /// Limits a number of output tokens to the model's maximum.
    pub(super) fn capped_output(&self, tokens: u32) -> u32 {
        tokens.min(self.known.output)
    }

    pub(super) fn send_request(&mut self, out: &mut Vec<Effect>) {
        if let Some(error) = self.missing() {
            return self.give_up(&error, out);
        }
        let question: [Turn; 1];
        let turns;
        let Connection { model, endpoint, .. } = &self.config.connection;
        let chat = if self.run.compacting {
            question = [compaction::question(&self.transcript, self.room())];
            Chat {
                system: compaction::system(),
                tools: &[],
                turns: &question,
                model,
                max_tokens: self.capped_output(compaction::SUMMARY_TOKENS),
            }
        } else {
            turns = image_fallback::visible(self.transcript.turns(), self.known.images);
            Chat {
                system: &self.config.system,
                tools: &self.config.tools,
                turns: &turns,
                model,
                max_tokens: self.run.max_tokens,
            }
        };
        let transport = self.adapter.request(&chat, endpoint);
        let decoder = self.adapter.decoder(model);
        self.request += 1;
        self.run.attempt += 1;
        self.run.requests += 1;
        self.state = State::AwaitingModel(ActiveRequest {
            body: Body::Answer(decoder),
            got_bytes: false,
            heard: Heard::Nothing,
        });
        if !self.run.compacting {
            out.push(Effect::Emit(Event::TurnStarted {
                turn: self.run.turn,
                attempt: self.run.attempt,
            }));
        }
        out.push(Effect::Send {
            request: self.request,
            transport,
        });
    }

    /// Returns an error if the user must enter an address or a key before a request can be sent.
    fn missing(&self) -> Option<ApiError> {
        let endpoint = &self.config.connection.endpoint;
        if self.provider.has_address() && endpoint.base_url.trim().is_empty() {
            Some(ApiError::new(ErrorKind::NoAddress, ""))
        } else if self.provider.needs_key() && endpoint.key.is_empty() {
            Some(ApiError::new(ErrorKind::NoKey, ""))
        } else if !endpoint.key.is_sendable() {
            Some(ApiError::new(ErrorKind::BadKey, ""))
        } else {
            None
        }
    }

    /// Returns the active request with this number, if it is still in progress.
    fn active(&mut self, request: u64) -> Option<&mut ActiveRequest> {
        match &mut self.state {
            State::AwaitingModel(active) if request == self.request => Some(active),
            _ => None,
        }
    }

    /// Handles the status and headers of a response.
    pub(super) fn head(&mut self, request: u64, status: u16, headers: Vec<(String, String)>) {
        let Some(active) = self.active(request) else {
            return;
        };
        active.heard = Heard::Head;
        if !(200..300).contains(&status) {
            active.body = Body::Failure {
                status,
                headers,
                bytes: Vec::new(),
            };
        }
    }

    /// Handles a piece of the response body.
    pub(super) fn bytes(&mut self, request: u64, piece: &[u8], out: &mut Vec<Effect>) {
        let Some(active) = self.active(request) else {
            return;
        };
        active.got_bytes |= !piece.is_empty();
        match &mut active.body {
            Body::Answer(decoder) => {
                let events = decoder.push(piece);
                self.events(events, out);
            }
            Body::Failure { bytes, .. } => {
                let room = (64 << 10_usize) - bytes.len().min(64 << 10);
                bytes.extend_from_slice(&piece[..piece.len().min(room)]);
            }
        }
    }

    /// Handles the end of the response body.
    pub(super) fn body_end(&mut self, request: u64, out: &mut Vec<Effect>) {
        let Some(active) = self.active(request) else {
            return;
        };
        let body = std::mem::replace(&mut active.body, Body::over());
        match body {
            Body::Answer(mut decoder) => {
                self.events(decoder.finish(), out);
                // Decoders always emit `End` or `Error` last; this check prevents a hang if a decoder does not.
                if self.active(request).is_some() {
                    self.handle_failure(
                        &ApiError::new(
                            ErrorKind::StreamTruncated,
                            "The response ended before its final event.",
                        ),
                        out,
                    );
                }
            }
            Body::Failure {
                status,
                headers,
                bytes,
            } => {
                let error = self
                    .adapter
                    .error(status, &headers, &String::from_utf8_lossy(&bytes));
                self.handle_failure(&error, out);
            }
        }
    }

    /// Handles a lost connection.
    pub(super) fn handle_connection_loss(&mut self, request: u64, message: &str, out: &mut Vec<Effect>) {
        let Some(active) = self.active(request) else {
            return;
        };
        match &active.body {
            // The HTTP status describes the failure better than the interrupted body.
            Body::Failure { .. } => self.body_end(request, out),
            Body::Answer(_) => {
                let kind = if active.got_bytes {
                    ErrorKind::StreamTruncated
                } else {
                    ErrorKind::Network
                };
                self.handle_failure(&ApiError::new(kind, message), out);
            }
        }
    }

    fn events(&mut self, events: Vec<StreamEvent>, out: &mut Vec<Effect>) {
        for event in events {
            if let State::AwaitingModel(active) = &mut self.state {
                active.heard = match event {
                    StreamEvent::ReasoningDelta { .. } => Heard::Reasoning,
                    StreamEvent::TextDelta { .. } | StreamEvent::ToolStart { .. } => Heard::Words,
                    _ => active.heard,
                };
            }
            let shown = match event {
                // A summary is shown only when it is complete.
                StreamEvent::TextDelta { .. }
                | StreamEvent::ReasoningDelta { .. }
                | StreamEvent::ToolStart { .. }
                    if self.run.compacting =>
                {
                    continue;
                }
                StreamEvent::TextDelta { text, .. } => Event::Text(text),
                StreamEvent::ReasoningDelta { text, .. } => Event::Reasoning(text),
                StreamEvent::ToolStart { id, name, .. } => Event::ToolPreparing { id, name },
                StreamEvent::Usage(usage) => {
                    self.run.current = usage;
                    Event::Usage {
                        turn: usage,
                        run: self.run.spent.plus(&usage),
                    }
                }
                StreamEvent::End { turn, .. } if self.run.compacting => {
                    return self.apply_summary(&turn, out);
                }
                StreamEvent::End { stop, turn } => return self.handle_turn_end(stop, turn, out),
                StreamEvent::Error(error) => {
                    // The connection may still be open.
                    out.push(Effect::Abort);
                    return self.handle_failure(&error, out);
                }
            };
            out.push(Effect::Emit(shown));
        }
    }

    /// Adds the tokens of the current request, and their cost, to the run and the conversation.
    pub(super) fn close_request(&mut self) {
        let usage = std::mem::take(&mut self.run.current);
        if usage == Usage::default() {
            return;
        }
        if !self.run.compacting {
            self.used = usage.total();
        }
        self.run.spent = self.run.spent.plus(&usage);
        let cost = self.known.cost(&usage);
        self.run.cost = self.run.cost.zip(cost).map(|(sum, cost)| sum + cost);
        self.spent += cost.unwrap_or(0);
    }

    /// Compacts, retries, or gives up after a failed request.
    pub(super) fn handle_failure(&mut self, error: &ApiError, out: &mut Vec<Effect>) {
        self.close_request();
        if error.kind == ErrorKind::ContextOverflow {
            let is_known = self.run.compacting || self.can_compact();
            if is_known && self.run.halvings < MAX_HALVINGS {
                // The window is smaller than assumed.
                self.run.halvings += 1;
                if self.run.compacting {
                    return self.send_request(out);
                }
            }
            if self.can_compact() {
                return self.compact(out);
            }
        }
        let jitter_seed = self.config.seed.wrapping_add(self.request);
        match retry::delay(error, self.run.attempt, jitter_seed) {
            Some(in_ms) => {
                self.request += 1;
                self.state = State::Backoff;
                let Connection { model, endpoint, .. } = &self.config.connection;
                let why =
                    explain::cause(error, self.provider.label, model).map(|text| endpoint.key.scrub(text));
                let attempt = self.run.attempt + 1;
                out.push(Effect::Emit(Event::Retrying { attempt, in_ms, why }));
                out.push(Effect::Wait {
                    request: self.request,
                    ms: in_ms,
                });
            }
            None => self.give_up(error, out),
        }
    }

    /// Ends the run and reports the error.
    pub(super) fn give_up(&mut self, error: &ApiError, out: &mut Vec<Effect>) {
        self.state = State::Idle;
        self.run.compacting = false;
        let Connection { model, endpoint, .. } = &self.config.connection;
        let (message, action) = explain::explain(error, self.provider, model);
        // A server may repeat the key in its error.
        let message = message.map(|text| endpoint.key.scrub(text));
        let detail = endpoint.key.scrub(&error.detail());
        out.push(Effect::Emit(Event::Failed {
            kind: error.kind,
            message,
            action,
            detail,
        }));
    }
}
