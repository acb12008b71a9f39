//! Execution of the agent's effects: requests, waits, and tool calls. Events go to [`show`].

use super::connection::Choice;
use super::cost::Cost;
use super::events::{show, summarize};
use super::http::{self, Arrived};
use super::ondevice;
use super::progress::follow_phase;
use super::state::Host;
use crate::ui::document::{Caller, Request, TurnMark};
use crate::ui::library::conversations;
use crate::ui::state::App;
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::{GetUntracked, WithUntracked};
use leptos::task::spawn_local;
use serde_json::Value;
use trammel_agent::{self as agent, Agent, AgentConfig, Connection, Effect, Limits, Op};
use trammel_llm::ondevice::Prompt;
use trammel_llm::{Chunk, HttpRequest, ToolDef, Transport, provider};
use web_sys::AbortController;

impl Host {
    /// Switches the conversation to the chosen model.
    ///
    /// # Errors
    /// Returns an error if the provider does not exist or a run is in progress.
    pub(super) fn use_connection(&mut self, app: App, choice: &Choice) -> Result<(), String> {
        let endpoint = choice.endpoint(self.key.clone());
        let connection = Connection {
            provider: choice.provider.clone(),
            model: choice.model.clone(),
            endpoint,
        };
        let recorded = provider(&choice.provider).is_some_and(|provider| provider.recorded);
        let ask = !recorded && app.chat.cost.with_untracked(Cost::asks);
        if let Some(agent) = &mut self.agent {
            agent.connect(connection)?;
            agent.set_ask(ask);
            return Ok(());
        }
        let language = *self.language.get_or_insert_with(|| app.prefs.tool_language());
        app.document.set_language(language);
        let cost = app.chat.cost.get_untracked();
        let config = AgentConfig {
            connection,
            system: agent::system_prompt(&app.document.domain_lines()),
            tools: app
                .document
                .first_tools()
                .into_iter()
                .filter_map(ToolDef::of)
                .collect(),
            limits: Limits {
                max_spend: cost.max_spend(),
                ..Limits::default()
            },
            ask,
            spent: self.spent,
            own_models: cost.models(),
            seed: js_sys::Date::now().to_bits(),
            ..AgentConfig::default()
        };
        self.agent = Some(Agent::restore(config, self.transcript.clone())?);
        Ok(())
    }
}

/// Feeds an operation to the agent and performs the resulting effects.
pub(super) fn feed(app: App, op: Op) {
    let host = app.chat.host();
    let effects = match &mut host.borrow_mut().agent {
        Some(agent) => agent.step(op),
        None => return,
    };
    for effect in effects {
        perform(app, effect);
    }
    follow_phase(app);
}

fn perform(app: App, effect: Effect) {
    match effect {
        Effect::Send {
            request,
            transport: Transport::Http(http),
        } => send(app, request, http),
        Effect::Send {
            request,
            transport: Transport::Recorded(chunks),
        } => replay(app, request, chunks),
        Effect::Send {
            request,
            transport: Transport::OnDevice(prompt),
        } => ask_here(app, request, prompt),
        Effect::Abort => abort(app),
        Effect::RunTool { call_id, name, input } => run_tool(app, call_id, name, input),
        Effect::Wait { request, ms } => wait(app, request, ms),
        Effect::Emit(event) => show(app, event),
    }
}

/// Starts an operation that [`abort`] cancels, and returns its generation number.
fn begin(app: App) -> u64 {
    let host = app.chat.host();
    let mut host = host.borrow_mut();
    host.generation += 1;
    host.generation
}

fn is_current(app: App, generation: u64) -> bool {
    app.chat.host().borrow().generation == generation
}

/// Returns the controller that cancels a new request, or `None` if the browser cannot cancel requests.
fn in_flight(app: App, request: u64) -> Option<AbortController> {
    begin(app);
    let Ok(controller) = AbortController::new() else {
        feed(
            app,
            Op::HttpFailed {
                request,
                message: "this browser cannot cancel requests".to_owned(),
            },
        );
        return None;
    };
    app.chat.host().borrow_mut().abort = Some(controller.clone());
    Some(controller)
}

/// Sends a prompt to the browser's own model.
fn ask_here(app: App, request: u64, prompt: Prompt) {
    let Some(controller) = in_flight(app, request) else {
        return;
    };
    let signal = controller.signal();
    spawn_local(async move {
        // The agent ignores events of a request that was aborted.
        ondevice::ask(&prompt, &signal, |bytes| feed(app, Op::Bytes { request, bytes })).await;
        feed(app, Op::HttpEnd { request });
    });
}

fn send(app: App, request: u64, http: HttpRequest) {
    let Some(controller) = in_flight(app, request) else {
        return;
    };
    let signal = controller.signal();
    spawn_local(async move {
        let report = |arrived| match arrived {
            Arrived::Head(status, headers) => feed(
                app,
                Op::HttpHead {
                    request,
                    status,
                    headers,
                },
            ),
            Arrived::Bytes(bytes) => feed(app, Op::Bytes { request, bytes }),
        };
        // The agent ignores events of a request that was aborted.
        match http::send(&http, &signal, report).await {
            Ok(()) => feed(app, Op::HttpEnd { request }),
            Err(why) => {
                // The connection is still open if the provider only fell silent.
                controller.abort();
                let message = app.words(&why);
                feed(app, Op::HttpFailed { request, message });
            }
        }
    });
}

fn replay(app: App, request: u64, chunks: Vec<Chunk>) {
    let generation = begin(app);
    spawn_local(async move {
        for Chunk { delay_ms, bytes } in chunks {
            if delay_ms > 0 {
                TimeoutFuture::new(u32::try_from(delay_ms).unwrap_or(u32::MAX)).await;
            }
            if !is_current(app, generation) {
                return;
            }
            feed(app, Op::Bytes { request, bytes });
        }
        feed(app, Op::HttpEnd { request });
    });
}

fn wait(app: App, request: u64, ms: u64) {
    let generation = begin(app);
    spawn_local(async move {
        TimeoutFuture::new(u32::try_from(ms).unwrap_or(u32::MAX)).await;
        if is_current(app, generation) {
            feed(app, Op::Tick { request });
        }
    });
}

fn run_tool(app: App, call_id: String, name: String, input: Value) {
    let generation = begin(app);
    let caller = {
        let host = app.chat.host();
        let mut host = host.borrow_mut();
        host.tool_runs = true;
        host.begun.map(TurnMark::caller)
    };
    app.document.set_conversation(conversations::present_id(app));
    let call = Request::Call { tool: name, input };
    let reply = app
        .document
        .run(caller.unwrap_or(Caller::Agent { turn: None }), call);
    spawn_local(async move {
        let reply = reply.await;
        if is_current(app, generation) {
            app.chat.host().borrow_mut().tool_runs = false;
        }
        summarize(app, &call_id, &reply);
        let reply = Box::new(reply);
        feed(app, Op::ToolDone { call_id, reply });
    });
}

fn abort(app: App) {
    let (controller, tool_runs) = {
        let host = app.chat.host();
        let mut host = host.borrow_mut();
        host.generation += 1;
        (host.abort.take(), std::mem::take(&mut host.tool_runs))
    };
    if let Some(controller) = controller {
        controller.abort();
    }
    if tool_runs {
        app.document.stop_call();
    }
}
