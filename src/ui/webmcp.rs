//! WebMCP: the tools for an agent in the browser, behind a switch that is off by default.
//!
//! The page registers every tool with the browser's `modelContext`. A call goes through the document like a call of the
//! user, so that locks apply and each call is one undo step. A risky change needs the user's approval, as in the
//! conversation, where all calls since the drawing was opened count together: the question follows the change, and the
//! agent gets the result after the answer. Results have the
//! format of the Model Context Protocol. The interface has changed twice, and all three forms are in use: `document.modelContext.registerTool(tool, {signal})`,
//! the same on `navigator` with `unregisterTool(name)`, and `provideContext({tools})`. Start with [`offer`].
//!
//! Invariants: a registered function that is called after the switch was turned off returns an error and does nothing
//! else. Calls are carried out one at a time, so that a question is about the latest change.

use super::chat::{proposal, risk_question};
use super::document::{Caller, Kind, Progress, Request};
use super::i18n::Msg;
use super::state::{App, app};
use futures_util::lock::Mutex;
use js_sys::{Array, Function, JSON, Object, Promise, Reflect};
use leptos::prelude::*;
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use trammel_agent::{self as agent, Approvals, Risk};
use trammel_language::Bilingual;
use trammel_llm::{ToolDef, schema};
use trammel_tools::{Language, Reply, ToolSpec, find};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::future_to_promise;
use web_sys::AbortController;

/// Maximum length of a result's text, in characters.
const MAX_TEXT: usize = 8_000;

/// Keeps the registered tools in sync with the switch, the language, and the custom tools.
pub(super) fn offer(app: App) {
    app.document.on_change(|change| {
        CHANGES.set(CHANGES.get() + 1);
        if change.caller == Caller::BrowserAgent && change.kind == Kind::Call {
            CALL_END.set(CHANGES.get());
        }
    });
    app.document.on_progress(|progress| {
        if progress == Progress::RunBegins {
            CHANGES.set(CHANGES.get() + 1);
        }
    });
    Effect::new(move |before: Option<Option<Registered>>| {
        app.doc.files_revision.track();
        // Before the first drawing is open, a call would change the empty document that the drawing replaces.
        let is_offered = app.prefs.webmcp.get() && app.doc.ready.get();
        let wanted = is_offered.then(|| Key {
            lang: app.prefs.lang.get(),
            custom: app.document.custom_tool_names(),
        });
        match before.flatten() {
            Some(registered) if Some(&registered.key) == wanted.as_ref() => Some(registered),
            before => {
                if let Some(registered) = before {
                    registered.unregister();
                }
                wanted.and_then(|key| Registered::new(app, key))
            }
        }
    });
}

/// The switch, hidden if the browser has no WebMCP interface.
#[component]
pub(super) fn Switch() -> impl IntoView {
    let app = app();
    view! {
        <div class="field" hidden=model_context().is_none()>
            <label class="radio">
                <input
                    type="checkbox"
                    role="switch"
                    data-testid="webmcp"
                    aria-describedby="webmcp-hint"
                    prop:checked=move || app.prefs.webmcp.get()
                    on:change=move |event| app.prefs.set_webmcp(event_target_checked(&event))
                />
                <span>{move || app.text(Msg::BrowserAgent)}</span>
            </label>
            <p class="hint" id="webmcp-hint">{move || app.text(Msg::BrowserAgentHint)}</p>
        </div>
    }
    .into_any()
}

/// The parameters of a registration. A change of these parameters requires a new registration.
#[derive(Clone, Debug, PartialEq)]
struct Key {
    lang: Language,
    custom: Vec<String>,
}

/// The tools that are currently registered.
struct Registered {
    key: Key,
    context: JsValue,
    names: Vec<String>,
    /// Aborts the signal of the registrations.
    controller: Option<AbortController>,
    /// Return value for each tool; some browsers return a handle with `unregister`.
    handles: Vec<JsValue>,
}

impl Registered {
    fn new(app: App, key: Key) -> Option<Self> {
        let context = model_context()?;
        let defs: Vec<ToolDef> = app
            .document
            .every_tool(key.lang)
            .into_iter()
            .filter_map(ToolDef::of)
            .collect();
        let names = defs.iter().map(|def| def.name.clone()).collect();
        let tools: Vec<JsValue> = defs.iter().filter_map(|def| web_mcp_tool(app, def)).collect();
        let controller = AbortController::new().ok();
        let mut handles = Vec::new();
        if has(&context, "registerTool") {
            let options = Object::new();
            if let Some(controller) = &controller {
                set(&options, "signal", &controller.signal());
            }
            for tool in &tools {
                let handle = call(&context, "registerTool", &[tool, &options]).unwrap_or_default();
                ignore_rejection(&handle);
                handles.push(handle);
            }
        } else {
            let given = Object::new();
            set(&given, "tools", &tools.iter().collect::<Array>());
            ignore_rejection(&call(&context, "provideContext", &[&given]).unwrap_or_default());
        }
        Some(Self {
            key,
            context,
            names,
            controller,
            handles,
        })
    }

    /// Unregisters the tools in every way that the browser supports.
    fn unregister(self) {
        if let Some(controller) = self.controller {
            controller.abort();
        }
        if !has(&self.context, "registerTool") {
            let nothing = Object::new();
            set(&nothing, "tools", &Array::new());
            ignore_rejection(&call(&self.context, "provideContext", &[&nothing]).unwrap_or_default());
            return;
        }
        for (name, handle) in self.names.iter().zip(&self.handles) {
            if has(handle, "unregister") {
                let _ = call(handle, "unregister", &[]);
            } else if has(&self.context, "unregisterTool") {
                // Fails if the aborted signal has already unregistered the tool.
                let _ = call(&self.context, "unregisterTool", &[&JsValue::from_str(name)]);
            }
        }
    }
}

/// Returns the browser's WebMCP interface, if it has one.
fn model_context() -> Option<JsValue> {
    let window = web_sys::window()?;
    let places = [
        window.document().map(JsValue::from),
        Some(JsValue::from(window.navigator())),
    ];
    places.into_iter().flatten().find_map(|place| {
        let context = Reflect::get(&place, &JsValue::from_str("modelContext")).ok()?;
        (has(&context, "registerTool") || has(&context, "provideContext")).then_some(context)
    })
}

/// Returns a tool in the form of the Model Context Protocol, with an `execute` function.
fn web_mcp_tool(app: App, def: &ToolDef) -> Option<JsValue> {
    let is_read_only = find(&def.name).is_ok_and(ToolSpec::is_read_only);
    let tool = to_js(&schema::web_mcp(def, is_read_only))?;
    let name = def.name.clone();
    let execute = Closure::<dyn FnMut(JsValue) -> Promise>::new(move |input: JsValue| {
        let name = name.clone();
        future_to_promise(async move { Ok(to_js(&carry_out(app, &name, &input).await).unwrap_or_default()) })
    });
    // The closure is handed over to JavaScript, whose garbage collector frees it, because the browser may keep it
    // longer than the registration.
    Reflect::set(&tool, &JsValue::from_str("execute"), &execute.into_js_value()).ok()?;
    Some(tool)
}

async fn carry_out(app: App, tool: &str, input: &JsValue) -> Value {
    let turn = TURN.with(Rc::clone);
    let _turn = turn.lock().await;
    let refused = |why: &str| Reply::of_message(Bilingual::english_only(why));
    let reply = if !app.prefs.webmcp.get_untracked() {
        refused("the user has disabled the tools of this page for the browser's agent")
    } else if let Some(input) = from_js(input) {
        let tool = tool.to_owned();
        let call = Request::Call { tool, input };
        let reply = app.document.run(Caller::BrowserAgent, call).await;
        ask_approval(app, reply, CALL_END.get()).await
    } else {
        refused("the input is not plain data. Pass one object.")
    };
    agent::mcp_result(&reply, MAX_TEXT)
}

/// Asks the user about the risks of all changes by the agent so far, and reverts the last one unless the user keeps it.
/// `end` is the number of changes of the document at the end of the call.
async fn ask_approval(app: App, reply: Reply, end: u64) -> Reply {
    let Some(impact) = reply.impact.as_deref() else {
        return reply;
    };
    if !app.chat.asks() {
        with_approvals(app, |approvals| approvals.keep_all(impact));
        return reply;
    }
    let selection = app
        .view
        .selection
        .with_untracked(|selection| selection.iter().map(ToString::to_string).collect());
    let risks = with_approvals(app, |approvals| approvals.risks(&selection, impact));
    if risks.is_empty() {
        return reply;
    }
    proposal::propose(app, Caller::BrowserAgent, &risks);
    // The safe answer comes first. Closing the question does not approve the change.
    let answers = [(Msg::AskRevert, "take-back"), (Msg::AskKeep, "keep")];
    if app.ask(Msg::AskTitle, risk_question(app, &risks), &answers).await == Some(1) {
        with_approvals(app, |approvals| approvals.keep(&risks, impact, false));
        proposal::end_proposal(app);
        return reply;
    }
    // All earlier requests are done after this wait.
    app.document.flush_typing().await;
    let is_last = CHANGES.get() == end;
    let is_gone = is_last && app.document.reject_proposal(Caller::BrowserAgent).await;
    proposal::end_proposal(app);
    if !is_gone {
        with_approvals(app, |approvals| approvals.keep(&risks, impact, false));
        app.refuse(app.say(Msg::AskTooLate, &[]));
        return reply.telling_first(&agent::too_late(&risks));
    }
    let reasons: Vec<String> = risks.iter().map(Risk::message).collect();
    Reply::of_message(Bilingual::english_only(format!(
        "the user rejected this change, so nothing was changed: {}. Ask the user what to do instead.",
        reasons.join("; ")
    )))
}

/// Applies a function to the approvals for the open drawing.
fn with_approvals<T>(app: App, apply: impl FnOnce(&mut Approvals) -> T) -> T {
    APPROVALS.with_borrow_mut(|(drawing, approvals)| {
        let open = app.library.open_id();
        if *drawing != open {
            (*drawing, *approvals) = (open, Approvals::default());
        }
        apply(approvals)
    })
}

fn to_js(value: &Value) -> Option<JsValue> {
    JSON::parse(&value.to_string()).ok()
}

/// Converts an argument to plain data. Some agents pass JSON text instead of an object.
fn from_js(input: &JsValue) -> Option<Value> {
    if input.is_undefined() {
        return Some(Value::Null);
    }
    let text = match input.as_string() {
        Some(text) => text,
        None => String::from(JSON::stringify(input).ok().filter(|text| text.is_string())?),
    };
    serde_json::from_str(&text).ok()
}

fn has(object: &JsValue, method: &str) -> bool {
    object.is_object()
        && Reflect::get(object, &JsValue::from_str(method)).is_ok_and(|member| member.is_function())
}

fn call(object: &JsValue, method: &str, args: &[&JsValue]) -> Result<JsValue, JsValue> {
    let function: Function = Reflect::get(object, &JsValue::from_str(method))?.dyn_into()?;
    Reflect::apply(&function, object, &args.iter().copied().collect())
}

fn set(object: &Object, key: &str, value: &JsValue) {
    // Setting a property of a new plain object cannot fail.
    let _ = Reflect::set(object, &JsValue::from_str(key), value);
}

thread_local! {
    /// Number of changes of the document and of runs of its code.
    static CHANGES: Cell<u64> = const { Cell::new(0) };
    /// The same number at the end of the last call.
    static CALL_END: Cell<u64> = const { Cell::new(0) };
    /// Id of the open drawing, and the changes in it that the user has approved.
    static APPROVALS: RefCell<(String, Approvals)> = RefCell::default();
    /// Lock that the call in progress holds.
    static TURN: Rc<Mutex<()>> = Rc::default();
    /// A rejection handler that does nothing; lives as long as the page.
    static IGNORED: Closure<dyn FnMut(JsValue)> = Closure::new(|_| {});
}

/// Ignores the rejection of a promise, so that a failed registration is not reported as an unhandled rejection. The
/// page works without the tool.
fn ignore_rejection(promise: &JsValue) {
    if let Some(promise) = promise.dyn_ref::<Promise>() {
        IGNORED.with(|ignored| {
            let _ = promise.catch(ignored);
        });
    }
}
