//! Host of the browser's own model (`LanguageModel`, the Prompt API): availability, download, and prompting.
//!
//! Invariants: a session lasts for one response and is always destroyed afterward; the abort signal ends the session;
//! all output, including errors, reaches the agent in the format of `llm::ondevice`. No bindings exist for this API, so
//! its properties are accessed by name.

use super::availability::{Availability, get, model};
use crate::ui::actions::focus_later;
use crate::ui::i18n::Msg;
use crate::ui::state::{App, app};
use crate::ui::web_storage::describe;
use js_sys::{Array, Function, JSON, Promise, Reflect};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::json;
use trammel_llm::ondevice::{self, Prompt};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, ReadableStream, ReadableStreamDefaultReader};

/// Queries the availability of the model.
pub(super) fn look(app: App) {
    let near = app.chat.on_device;
    let Some(model) = model() else {
        return near.set(Availability::Absent);
    };
    // The progress of a download in this page is more accurate than a query.
    if matches!(near.get_untracked(), Availability::Downloading(_)) {
        return;
    }
    spawn_local(async move {
        let answer = match options() {
            Ok(options) => call(&model, "availability", &[options]).await,
            Err(error) => Err(error),
        };
        let found = match answer.ok().and_then(|answer| answer.as_string()).as_deref() {
            Some("available") => Availability::Here,
            Some("downloadable" | "downloading") => Availability::Downloadable(None),
            _ => Availability::Absent,
        };
        // A download may have started while the query was pending.
        if !matches!(near.get_untracked(), Availability::Downloading(_)) {
            near.set(found);
        }
    });
}

/// Downloads the model. The browser requires a click of the user first.
fn download(app: App) {
    let near = app.chat.on_device;
    let Some(model) = model() else { return };
    near.set(Availability::Downloading(0));
    spawn_local(async move {
        let progress = Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| {
            let share = get(&event, "loaded").as_f64().unwrap_or(0.0).clamp(0.0, 1.0);
            near.set(Availability::Downloading((share * 100.0).floor() as u32));
        });
        let listener = progress.as_ref().clone();
        let monitor = Closure::<dyn FnMut(JsValue)>::new(move |monitor: JsValue| {
            // The download continues without progress events.
            let _ = method(&monitor, "addEventListener")
                .and_then(|add| add.call2(&monitor, &"downloadprogress".into(), &listener));
        });
        let made = async {
            let options = options()?;
            Reflect::set(&options, &"monitor".into(), monitor.as_ref())?;
            let session = call(&model, "create", &[options]).await?;
            call(&session, "destroy", &[]).await
        };
        near.set(match made.await {
            Ok(_) => Availability::Here,
            Err(error) => Availability::Downloadable(Some(describe(&error))),
        });
    });
}

/// Prompts the model and reports its output until the end, errors included.
pub(super) async fn ask(prompt: &Prompt, signal: &AbortSignal, mut report: impl FnMut(Vec<u8>)) {
    let last = match prompt_model(prompt, signal, &mut report).await {
        Ok(()) => ondevice::end(),
        Err(error) => {
            let field = |name| get(&error, name).as_string().unwrap_or_default();
            ondevice::error(&field("name"), &field("message"))
        }
    };
    report(last);
}

async fn prompt_model(
    prompt: &Prompt,
    signal: &AbortSignal,
    report: &mut impl FnMut(Vec<u8>),
) -> Result<(), JsValue> {
    let model = model().ok_or_else(|| js_sys::Error::new("this browser has no model of its own"))?;
    let options = options()?;
    Reflect::set(
        &options,
        &"initialPrompts".into(),
        &value(&json!(prompt.initial))?,
    )?;
    Reflect::set(&options, &"signal".into(), signal)?;
    let session = call(&model, "create", &[options]).await?;
    let said = prompt_session(&session, prompt, signal, report).await;
    // The session is no longer needed, so an error while destroying it does not matter.
    let _ = call(&session, "destroy", &[]).await;
    said
}

async fn prompt_session(
    session: &JsValue,
    prompt: &Prompt,
    signal: &AbortSignal,
    report: &mut impl FnMut(Vec<u8>),
) -> Result<(), JsValue> {
    let how = value(&json!({ "responseConstraint": prompt.constraint }))?;
    Reflect::set(&how, &"signal".into(), signal)?;
    let asked = [JsValue::from_str(&prompt.message), how];
    if get(session, "promptStreaming").is_function() {
        let stream: ReadableStream = call(session, "promptStreaming", &asked).await?.dyn_into()?;
        let reader: ReadableStreamDefaultReader = stream.get_reader().unchecked_into();
        loop {
            let piece = JsFuture::from(reader.read()).await?;
            if get(&piece, "done").is_truthy() {
                break;
            }
            let text = get(&piece, "value").as_string().unwrap_or_default();
            report(ondevice::piece(&text));
        }
    } else {
        let text = call(session, "prompt", &asked).await?;
        report(ondevice::piece(&text.as_string().unwrap_or_default()));
    }
    // Browsers use either of these two names.
    let tokens = ["contextUsage", "inputUsage"].map(|name| get(session, name).as_f64());
    if let Some(tokens) = tokens.into_iter().flatten().next() {
        report(ondevice::usage(tokens.max(0.0) as u64));
    }
    Ok(())
}

/// Returns the options of every session. An availability query needs the same options.
fn options() -> Result<JsValue, JsValue> {
    value(&json!({
        "expectedInputs": [{ "type": "text", "languages": ["en"] }],
        "expectedOutputs": [{ "type": "text", "languages": ["en"] }],
    }))
}

fn value(json: &serde_json::Value) -> Result<JsValue, JsValue> {
    JSON::parse(&json.to_string())
}

fn method(of: &JsValue, name: &str) -> Result<Function, JsValue> {
    get(of, name)
        .dyn_into()
        .map_err(|_| js_sys::Error::new(&format!("the browser's model has no {name}")).into())
}

/// Calls a method, and awaits the result if it is a promise.
async fn call(of: &JsValue, name: &str, arguments: &[JsValue]) -> Result<JsValue, JsValue> {
    let arguments: Array = arguments.iter().collect();
    let answer = method(of, name)?.apply(of, &arguments)?;
    match answer.dyn_into::<Promise>() {
        Ok(promise) => JsFuture::from(promise).await,
        Err(answer) => Ok(answer),
    }
}

/// The settings field that replaces key and address: status and download of the model.
#[component]
pub(super) fn OnDeviceField(chosen: Signal<bool>) -> impl IntoView {
    let app = app();
    let near = app.chat.on_device;
    let text = move || {
        near.with(|near| match near {
            Availability::Absent => String::new(),
            Availability::Downloadable(None) => app.text(Msg::OnDeviceMissing).to_owned(),
            Availability::Downloadable(Some(why)) => {
                app.text_with(Msg::OnDeviceFailed, &[("why", &app.words(why))])
            }
            Availability::Downloading(n) => app.text_with(Msg::OnDeviceDownloading, &[("n", &n.to_string())]),
            Availability::Here => app.text(Msg::OnDeviceHere).to_owned(),
        })
    };
    let share = move || match near.get() {
        Availability::Downloading(n) => Some(n.to_string()),
        _ => None,
    };
    let asks = move || matches!(near.get(), Availability::Downloadable(_));
    view! {
        <div class="field" hidden=move || !chosen.get()>
            <p id="on-device-status" tabindex="-1" role="status" data-testid="on-device">{text}</p>
            <progress max="100" value=share hidden=move || share().is_none() aria-label=move || app.text(Msg::OnDeviceDownload)></progress>
            <button
                type="button"
                id="download-model"
                class="button"
                data-testid="download-model"
                hidden=move || !asks()
                on:click=move |_| {
                    download(app);
                    // The button disappears after the click, so the focus moves to the status line.
                    focus_later("on-device-status");
                }
            >
                {move || app.text(Msg::OnDeviceDownload)}
            </button>
        </div>
    }
}
