//! Trying a connection before it is used: which requests prove it, and what the answers mean.
//!
//! Invariants: nothing is asked that costs more than a few tokens; the list of models counts as a proof only where it
//! needs the key ([`Proof`]), and a model that is not on it is asked, for lists know no aliases; no [`Verdict`] holds
//! the key. No I/O: a host sends what [`Next`] says and reports what came. Start with [`Probe`].

use super::{
    Adapter, ApiError, Block, Chat, Endpoint, ErrorKind, HttpRequest, Proof, Provider, Stop, StreamEvent,
    Transport, Turn, model_ids,
};

/// What to do next.
#[derive(Debug, Clone, PartialEq)]
pub enum Next {
    /// Send this and report the whole answer, or that none came.
    Send(HttpRequest),
    /// That is all.
    Done(Verdict),
}

/// What a trial has shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// How it ended.
    pub outcome: Outcome,
    /// The models that the server lists; empty if it was not asked or lists none.
    pub models: Vec<String>,
}

/// How a trial ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// The model itself answered.
    Answered,
    /// What was asked for proved the key, and the model is on the list.
    Listed,
    /// The server answers, but the model is not on its list.
    NotListed,
    /// There is no model to ask, and no list to choose one from.
    NoModel,
    /// It does not work, and why.
    Failed(ApiError),
}

/// Output tokens of the turn that is asked for: the least that every provider allows.
const FEW: u32 = 16;

/// Silence that is too long, except from a model, which may have to be loaded.
const SILENCE_MS: u64 = 20_000;

#[derive(Debug, Clone, Copy)]
enum Step {
    Proof,
    List,
    Turn,
}

/// One trial of a provider, a model, an address and a key.
pub struct Probe {
    adapter: Box<dyn Adapter>,
    local: bool,
    model: String,
    endpoint: Endpoint,
    models: Vec<String>,
    step: Step,
}

impl Probe {
    /// A trial, and its first request. An empty model asks for the list only.
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

    /// The answer to the last request.
    pub fn answered(&mut self, status: u16, headers: &[(String, String)], body: &[u8]) -> Next {
        let text = String::from_utf8_lossy(body);
        let good = (200..300).contains(&status);
        match self.step {
            Step::Proof if good => match spent(&text) {
                Some(error) => self.failed(error),
                None => self.list(),
            },
            Step::List if good && !model_ids(&text).is_empty() => {
                self.models = model_ids(&text);
                self.listed()
            }
            Step::Turn if good => self.said(body),
            // There are servers without a list, and keys that may ask a model and nothing else.
            Step::Proof | Step::List if good || matches!(status, 403..=405 | 501) => self.turn(),
            Step::Proof | Step::List | Step::Turn => {
                let error = self.adapter.error(status, headers, &text);
                self.failed(error)
            }
        }
    }

    /// No answer came; what the host says about it.
    pub fn unreachable(&mut self, why: &str) -> Next {
        self.failed(ApiError::new(ErrorKind::Network, why))
    }

    fn list(&mut self) -> Next {
        self.step = Step::List;
        match self.adapter.list(&self.endpoint) {
            Some(request) => Next::Send(brief(request)),
            None => self.turn(),
        }
    }

    fn listed(&mut self) -> Next {
        let there = self.models.iter().any(|listed| is_same(listed, &self.model));
        let proven = match self.adapter.proof(&self.endpoint) {
            Proof::List | Proof::Request(_) => true,
            // Without a key there is nothing to prove, and asking makes a server of one's own load the model.
            Proof::Turn => self.local && self.endpoint.key.is_empty(),
        };
        if there && proven {
            self.done(Outcome::Listed)
        } else if self.model.is_empty() || (self.local && !there) {
            self.done(Outcome::NotListed)
        } else {
            self.turn()
        }
    }

    /// Asks the model itself.
    fn turn(&mut self) -> Next {
        self.step = Step::Turn;
        if self.model.is_empty() {
            return self.done(Outcome::NoModel);
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
            Transport::Recorded(_) | Transport::OnDevice(_) => self.done(Outcome::Answered),
        }
    }

    fn said(&mut self, body: &[u8]) -> Next {
        let mut decoder = self.adapter.decoder(&self.model);
        let mut events = decoder.push(body);
        events.extend(decoder.finish());
        match events.pop() {
            Some(StreamEvent::End { stop, .. }) if stop != Stop::ContextFull => self.done(Outcome::Answered),
            Some(StreamEvent::Error(error)) => self.failed(error),
            _ => self.failed(ApiError::new(
                ErrorKind::StreamTruncated,
                "The answer has no end.",
            )),
        }
    }

    fn failed(&mut self, mut error: ApiError) -> Next {
        // Servers repeat keys; some of them cut, so the body is not for showing at all.
        error.message = self.endpoint.key.scrub(&error.message);
        error.raw.clear();
        self.done(Outcome::Failed(error))
    }

    fn done(&mut self, outcome: Outcome) -> Next {
        Next::Done(Verdict {
            outcome,
            models: std::mem::take(&mut self.models),
        })
    }
}

/// A request that is answered at once or not at all.
fn brief(mut request: HttpRequest) -> HttpRequest {
    request.silence_ms = SILENCE_MS;
    request
}

/// Whether a listed model is the one that was typed: a list may have it with its date, or with the tag that goes without
/// saying.
fn is_same(listed: &str, typed: &str) -> bool {
    let date = |rest: &str| {
        // A version has fewer digits than a year.
        let first = rest.find('-').unwrap_or(rest.len());
        first >= 4 && rest.bytes().all(|b| b.is_ascii_digit() || b == b'-')
    };
    let says_no_more =
        |rest: &str| matches!(rest, "" | ":latest") || rest.strip_prefix('-').is_some_and(date);
    !typed.is_empty() && listed.strip_prefix(typed).is_some_and(says_no_more)
}

/// What an account says about itself when there is nothing left of its credit.
fn spent(body: &str) -> Option<ApiError> {
    let json: serde_json::Value = serde_json::from_str(body).ok()?;
    let left = json["data"]["limit_remaining"].as_f64()?;
    (left <= 0.0).then(|| ApiError::new(ErrorKind::Billing, "The limit of this key is used up."))
}
