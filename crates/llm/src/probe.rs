//! Connection test: the requests that prove a connection, and the meaning of their responses.
//!
//! Invariants: no request costs more than a few tokens. The model list counts as a proof only if the list requires
//! the key ([`Proof`]). A model that is not on the list is asked directly, because lists do not contain aliases. No
//! [`Verdict`] contains the key. No I/O: a host performs each [`Next`] and reports the response. Start with
//! [`Probe`].

use super::models::is_date;
use super::{
    Adapter, ApiError, Block, Chat, Endpoint, ErrorKind, HttpRequest, Proof, Provider, Stop, StreamEvent,
    Transport, Turn, model_ids,
};

/// Next step of a connection test.
#[derive(Debug, Clone, PartialEq)]
pub enum Next {
    /// Send this request and report the whole response, or that none arrived.
    Send(HttpRequest),
    /// The test has ended.
    Done(Verdict),
}

/// Result of a connection test.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// Outcome.
    pub outcome: Outcome,
    /// Models listed by the server; empty if the list was not requested or is empty.
    pub models: Vec<String>,
}

/// Outcome of a connection test.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// The model answered.
    Answered,
    /// The key is proven, and the model is on the list.
    Listed,
    /// The server responds, but the model is not on its list, or no model was given.
    NotListed,
    /// No model was given, and the server has no list.
    NoModel,
    /// The test failed with this error.
    Failed(ApiError),
}

/// Maximum output tokens of the test turn: the smallest value that every provider accepts.
const FEW: u32 = 16;

/// Maximum silence in milliseconds, except for a test turn, because the server may have to load the model first.
const SILENCE_MS: u64 = 20_000;

#[derive(Debug, Clone, Copy)]
enum Step {
    Proof,
    List,
    Turn,
}

/// A connection test of a provider, a model, an address and a key.
pub struct Probe {
    adapter: Box<dyn Adapter>,
    local: bool,
    model: String,
    endpoint: Endpoint,
    models: Vec<String>,
    step: Step,
}

impl Probe {
    /// Starts a test and returns its first step. With an empty model, only the list is requested.
    pub fn begin(provider: &Provider, model: &str, endpoint: Endpoint) -> (Self, Next) {
        let mut probe = Self {
            adapter: (provider.adapter)(),
            local: provider.is_local(),
            model: model.trim().to_owned(),
            endpoint,
            models: Vec::new(),
            step: Step::Proof,
        };
        let next = match probe.adapter.proof(&probe.endpoint) {
            Proof::Request(request) => Next::Send(brief(request)),
            Proof::List | Proof::Turn => probe.list(),
        };
        (probe, next)
    }

    /// Handles the response to the last request and returns the next step.
    pub fn handle_response(&mut self, status: u16, headers: &[(String, String)], body: &[u8]) -> Next {
        let text = String::from_utf8_lossy(body);
        let good = (200..300).contains(&status);
        match self.step {
            Step::Proof if good => match credit_error(&text) {
                Some(error) => self.fail(error),
                None => self.list(),
            },
            Step::List if good && !model_ids(&text).is_empty() => {
                self.models = model_ids(&text);
                self.check_list()
            }
            Step::Turn if good => self.check_answer(body),
            // Some servers have no list, and some keys permit model requests only.
            Step::Proof | Step::List if good || matches!(status, 403..=405 | 501) => self.turn(),
            Step::Proof | Step::List | Step::Turn => {
                let error = self.adapter.error(status, headers, &text);
                self.fail(error)
            }
        }
    }

    /// Ends the test after a request without a response; `why` is the reason given by the host.
    pub fn fail_unreachable(&mut self, why: &str) -> Next {
        self.fail(ApiError::new(ErrorKind::Network, why))
    }

    fn list(&mut self) -> Next {
        self.step = Step::List;
        match self.adapter.list(&self.endpoint) {
            Some(request) => Next::Send(brief(request)),
            None => self.turn(),
        }
    }

    fn check_list(&mut self) -> Next {
        let there = self.models.iter().any(|listed| is_same(listed, &self.model));
        let proven = match self.adapter.proof(&self.endpoint) {
            Proof::List | Proof::Request(_) => true,
            // Without a key there is nothing to prove, and a test turn would make a local server load the model.
            Proof::Turn => self.local && self.endpoint.key.is_empty(),
        };
        if there && proven {
            self.finish(Outcome::Listed)
        } else if self.model.is_empty() || (self.local && !there) {
            self.finish(Outcome::NotListed)
        } else {
            self.turn()
        }
    }

    /// Requests a short turn of the model.
    fn turn(&mut self) -> Next {
        self.step = Step::Turn;
        if self.model.is_empty() {
            return self.finish(Outcome::NoModel);
        }
        let turns = [Turn::user(vec![Block::Text("Say OK.".to_owned())])];
        let chat = Chat {
            system: "",
            tools: &[],
            turns: &turns,
            model: &self.model,
            max_tokens: FEW,
        };
        match self.adapter.request(&chat, &self.endpoint) {
            Transport::Http(request) => Next::Send(request),
            Transport::Recorded(_) | Transport::OnDevice(_) => self.finish(Outcome::Answered),
        }
    }

    fn check_answer(&mut self, body: &[u8]) -> Next {
        let mut decoder = self.adapter.decoder(&self.model);
        let mut events = decoder.push(body);
        events.extend(decoder.finish());
        match events.pop() {
            Some(StreamEvent::End { stop, .. }) if stop != Stop::ContextFull => {
                self.finish(Outcome::Answered)
            }
            Some(StreamEvent::Error(error)) => self.fail(error),
            _ => self.fail(ApiError::new(
                ErrorKind::StreamTruncated,
                "The response ended before its final event.",
            )),
        }
    }

    fn fail(&mut self, mut error: ApiError) -> Next {
        // Servers may repeat the key in their messages, sometimes truncated, so the raw body is not kept.
        error.message = self.endpoint.key.scrub(&error.message);
        error.raw.clear();
        self.finish(Outcome::Failed(error))
    }

    fn finish(&mut self, outcome: Outcome) -> Next {
        Next::Done(Verdict {
            outcome,
            models: std::mem::take(&mut self.models),
        })
    }
}

/// Shortens the silence limit of a request that is answered quickly.
fn brief(mut request: HttpRequest) -> HttpRequest {
    request.silence_ms = SILENCE_MS;
    request
}

/// Whether a listed model is the entered one. The listed id may have a date or the default tag `:latest` in addition.
fn is_same(listed: &str, typed: &str) -> bool {
    let says_no_more =
        |rest: &str| matches!(rest, "" | ":latest") || rest.strip_prefix('-').is_some_and(is_date);
    !typed.is_empty() && listed.strip_prefix(typed).is_some_and(says_no_more)
}

/// Returns an error if the response states that the key's credit limit is used up.
fn credit_error(body: &str) -> Option<ApiError> {
    let json: serde_json::Value = serde_json::from_str(body).ok()?;
    let left = json["data"]["limit_remaining"].as_f64()?;
    (left <= 0.0).then(|| ApiError::new(ErrorKind::Billing, "The limit of this key is used up."))
}
