//! `trammel chat`: the agent's loop on a document, with a model of the person's choice.
//!
//! The model's text and one line for each call of a tool go to standard output, everything about the run to standard error.

use super::Exit;
use super::args::Args;
use super::document::Document;
use super::http::{Arrived, Exchange};
use crate::agent::{self, Agent, AgentConfig, Connection, Effect, Event, Op, Prompt, Receipt};
use crate::llm::{Endpoint, KeyNeed, PROVIDERS, Provider, Secret, ToolDef, Transport, provider};
use crate::sandbox::native::clock;
use crate::suggest;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::thread::sleep;
use std::time::Duration;

/// Characters of a call's arguments and result in its line.
const SHOWN: usize = 200;

pub(super) fn main(mut args: Args) -> Result<(), Exit> {
    let chosen = args.option("--provider")?;
    let model = args.option("--model")?;
    let base_url = args.option("--base-url")?;
    let dir = args.option("--dir")?;
    let text = args
        .positional()
        .filter(|text| !text.trim().is_empty())
        .ok_or_else(|| "chat needs a PROMPT. See trammel --help".to_owned())?;
    args.done()?;
    let connection = connection(chosen.as_deref(), model, base_url)?;

    let document = Document::open(dir.as_deref())?;
    let config = AgentConfig {
        connection,
        system: agent::system_prompt(&document.session.domain_lines()),
        tools: document
            .session
            .first_tools()
            .into_iter()
            .filter_map(ToolDef::of)
            .collect(),
        seed: u64::from(std::process::id()),
        ..AgentConfig::default()
    };
    let agent = Agent::new(config)?;
    let clock = clock();
    let mut host = Host {
        agent,
        document,
        flight: None,
        ended: false,
        failed: false,
        in_text: false,
    };
    let mark = host.document.session.mark();
    host.run(text)?;
    host.document.session.squash_to(mark, "agent");
    let mut receipt = host.agent.receipt();
    receipt.elapsed_ms = Some(clock().round() as u64);
    eprintln!("{}", line(&receipt));
    if host.failed { Err(Exit::Failed) } else { Ok(()) }
}

/// Which model to talk to, from the arguments and the environment.
fn connection(
    chosen: Option<&str>,
    model: Option<String>,
    base_url: Option<String>,
) -> Result<Connection, String> {
    let ids = || {
        let reachable = PROVIDERS.iter().filter(|provider| !provider.in_browser());
        reachable.map(|provider| provider.id)
    };
    let list = || ids().collect::<Vec<_>>().join(", ");
    let chosen = chosen.ok_or_else(|| format!("chat needs --provider: use {}", list()))?;
    let found = provider(chosen).ok_or_else(|| {
        let near = suggest::nearest(chosen, ids());
        let hint = near
            .first()
            .map(|near| format!(" Did you mean '{near}'?"))
            .unwrap_or_default();
        format!("unknown provider '{chosen}': use {}.{hint}", list())
    })?;
    if found.in_browser() {
        return Err(format!(
            "chat cannot use {}: that model is a part of some browsers; open the app there, or choose another provider",
            found.id
        ));
    }
    let model = model.unwrap_or_else(|| found.default_model().to_owned());
    if model.is_empty() {
        return Err(format!("chat with {} needs --model", found.id));
    }
    let base_url = base_url.unwrap_or_else(|| found.base_url.to_owned());
    if found.has_address() && !base_url.starts_with("https://") && !base_url.starts_with("http://") {
        return Err(format!(
            "chat with {} needs --base-url with http:// or https://, got '{base_url}'",
            found.id
        ));
    }
    Ok(Connection {
        provider: found.id.to_owned(),
        model,
        endpoint: Endpoint {
            base_url,
            key: key(found)?,
        },
    })
}

/// The provider's usual variable, else ours.
fn key(provider: &Provider) -> Result<Secret, String> {
    if provider.key == KeyNeed::None {
        return Ok(Secret::default());
    }
    let names = [provider.key_variable, Some("TRAMMEL_API_KEY")];
    let mut values = names.iter().flatten().filter_map(|name| std::env::var(name).ok());
    let key = Secret::new(&values.find(|value| !value.trim().is_empty()).unwrap_or_default());
    if key.is_empty() && provider.needs_key() {
        let usual = provider.key_variable.unwrap_or("TRAMMEL_API_KEY");
        return Err(format!(
            "there is no key for {}: set {usual} or TRAMMEL_API_KEY",
            provider.label
        ));
    }
    Ok(key)
}

/// Performs what the agent asks for.
struct Host {
    agent: Agent,
    document: Document,
    flight: Option<(u64, Exchange)>,
    /// The run is over.
    ended: bool,
    /// It is over without an answer.
    failed: bool,
    /// The last line of the output is not ended.
    in_text: bool,
}

impl Host {
    fn run(&mut self, text: String) -> Result<(), String> {
        let prompt = Prompt {
            text,
            ..Prompt::default()
        };
        let mut todo: VecDeque<Effect> = self.agent.step(Op::Prompt(prompt)).into();
        loop {
            while let Some(effect) = todo.pop_front() {
                todo.extend(self.perform(effect)?);
            }
            if self.ended {
                // What may still arrive does not matter any more.
                self.flight = None;
            }
            let Some((request, exchange)) = &mut self.flight else {
                return self.end_line();
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
                self.flight = None;
            }
            todo.extend(self.agent.step(op));
        }
    }

    fn perform(&mut self, effect: Effect) -> Result<Vec<Effect>, String> {
        match effect {
            Effect::Send {
                request,
                transport: Transport::Http(http),
            } => self.flight = Some((request, Exchange::begin(&http)?)),
            Effect::Send {
                request,
                transport: Transport::Recorded(chunks),
            } => {
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
            // Refused above, before anything is sent.
            Effect::Send {
                transport: Transport::OnDevice(_),
                ..
            } => return Err("this model is a part of some browsers".to_owned()),
            Effect::Abort => self.flight = None,
            Effect::RunTool { call_id, name, input } => {
                let reply = self.document.call(&name, input);
                let (ok, content) = agent::reply_content(&reply);
                return Ok(self.agent.step(Op::ToolDone { call_id, ok, content }));
            }
            Effect::Wait { request, ms } => {
                sleep(Duration::from_millis(ms));
                return Ok(self.agent.step(Op::Tick { request }));
            }
            Effect::Emit(event) => self.show(event)?,
        }
        Ok(Vec::new())
    }

    fn show(&mut self, event: Event) -> Result<(), String> {
        match event {
            Event::TurnStarted { .. } => {
                self.ended = false;
                self.end_line()
            }
            Event::Text(text) => {
                self.in_text = !text.ends_with('\n');
                say(&text)
            }
            Event::ToolStarted { name, input, .. } => {
                self.end_line()?;
                say(&format!("> {name} {}\n", short(&input.to_string())))
            }
            Event::ToolFinished { ok, text, .. } => {
                let outcome = if ok { "ok" } else { "failed" };
                say(&format!("< {outcome} {}\n", short(&text)))
            }
            Event::Retrying { in_ms, why, .. } => {
                self.note(&format!("{why} Trying again in {} s.", in_ms.div_ceil(1000)))
            }
            Event::Condensing { gauge } => self.note(&format!(
                "The conversation holds {} of {} tokens and is condensed.",
                gauge.used, gauge.window
            )),
            Event::Paused { why } => self.over(&why.message()),
            Event::Failed { message, detail, .. } => self.over(&format!("{message}\n{detail}")),
            Event::Rejected { why } => self.over(&why),
            Event::Done { .. } => {
                self.ended = true;
                self.end_line()
            }
            Event::Reasoning(_)
            | Event::ToolPreparing { .. }
            | Event::Usage { .. }
            | Event::Condensed { .. }
            // Nobody is asked here.
            | Event::Asking { .. } => Ok(()),
        }
    }

    fn over(&mut self, why: &str) -> Result<(), String> {
        self.ended = true;
        self.failed = true;
        self.note(why)
    }

    fn note(&mut self, text: &str) -> Result<(), String> {
        self.end_line()?;
        eprintln!("trammel: {}", text.trim_end());
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), String> {
        if std::mem::take(&mut self.in_text) {
            say("\n")
        } else {
            Ok(())
        }
    }
}

fn say(text: &str) -> Result<(), String> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|e| format!("standard output: {e}"))
}

/// A text in one line, not too long.
fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// A receipt in one line.
fn line(receipt: &Receipt) -> String {
    let mut parts = vec![
        format!(
            "+{} ~{} -{} entities",
            receipt.added, receipt.changed, receipt.removed
        ),
        format!("{} tokens", receipt.usage.total()),
    ];
    parts.extend(receipt.cost.map(agent::dollars));
    parts.extend(receipt.elapsed_ms.map(|ms| format!("{:.1} s", ms as f64 / 1e3)));
    parts.push(receipt.model.clone());
    parts.join(", ")
}
