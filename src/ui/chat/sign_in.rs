//! Sign-in at a provider: the redirect to the provider, the return, and the exchange of the code for a key.
//!
//! Invariants: the verifier is stored for this tab only, read once, and sent to the provider only; the code is removed
//! from the page's address before any other part of the page reads the address, and a shared drawing in the fragment is
//! kept; a return from a sign-in that this tab did not start is rejected with a message; after any failure the keys and
//! the connection are unchanged. `llm::signin` builds the addresses and parses the responses.

use super::super::web_storage::{self, StorageArea, describe};
use super::connection::{Choice, origin};
use super::connection_test::answer;
use super::signing_in::{SigningIn, Stage, Why};
use crate::ui::i18n::Msg;
use crate::ui::panel::CHAT;
use crate::ui::state::{App, SaveState, app};
use js_sys::{Function, Promise, Reflect, Uint8Array};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::{Deserialize, Serialize};
use trammel_language::Bilingual;
use trammel_llm::signin::{Returned, SignIn, SignInError, is_callback, token};
use trammel_llm::{Provider, Secret, provider};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::AbortController;

const SLOT: &str = "sign-in";

/// A sign-in in progress, stored for the tab.
#[derive(Serialize, Deserialize)]
struct Begun {
    verifier: String,
    state: String,
    /// Choice of the model and of the key's storage place.
    choice: Choice,
    /// Fragment of the page's address, which may hold a shared drawing.
    hash: String,
}

/// The return from a sign-in.
pub(crate) struct Arrival {
    choice: Choice,
    /// Code and verifier, or the reason why the sign-in failed.
    found: Result<(Secret, String), Why>,
}

/// Removes the parameters of a sign-in from the page's address and returns them. Must run before other code reads the
/// address.
pub(crate) fn arrive() -> Option<Arrival> {
    let location = window().location();
    let returned = Returned::read(&location.search().ok()?)?;
    let begun =
        web_storage::read(StorageArea::Tab, SLOT).and_then(|text| serde_json::from_str::<Begun>(&text).ok());
    web_storage::remove(StorageArea::Tab, SLOT);
    let mut hash = location.hash().unwrap_or_default();
    if let Some(begun) = begun.as_ref().filter(|_| hash.is_empty()) {
        hash.clone_from(&begun.hash);
    }
    // The full origin is needed: a path that begins with `//` would be parsed as another host.
    let page = location.origin().unwrap_or_default() + &location.pathname().unwrap_or_default();
    let clean = page + &returned.rest + &hash;
    if let Ok(history) = window().history() {
        // Without a history there is no address to clean.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&clean));
    }
    let Some(begun) = begun.filter(|begun| returned.answers(&begun.state)) else {
        return Some(Arrival {
            choice: Choice::load(),
            found: Err((Msg::SignInForeign, Vec::new())),
        });
    };
    let found = match returned.result {
        Ok(code) => Ok((code, begun.verifier)),
        Err(why) => Err((Msg::SignInDenied, vec![("why", why)])),
    };
    Some(Arrival {
        choice: begun.choice,
        found,
    })
}

/// Exchanges the code for a key, and shows the progress in the settings.
pub(crate) fn finish(app: App, arrival: Arrival) {
    let Arrival { choice, found } = arrival;
    let show = {
        let choice = choice.clone();
        move |stage: Stage| {
            app.speak(words(app, &choice, &stage));
            let choice = choice.clone();
            app.chat.sign_in.set(Some(SigningIn { choice, stage }));
        }
    };
    app.prefs.set_tab(CHAT);
    let (code, verifier) = match found {
        Ok(found) => found,
        Err(why) => {
            show(Stage::Failed(why));
            app.chat.settings.set(true);
            return;
        }
    };
    show(Stage::Busy);
    app.chat.settings.set(true);
    spawn_local(async move {
        show(match exchange_code(app, &choice, &code, &verifier).await {
            Ok(key) => {
                app.chat.use_key(choice, key);
                Stage::Done
            }
            Err(why) => Stage::Failed(why),
        });
    });
}

async fn exchange_code(app: App, choice: &Choice, code: &Secret, verifier: &str) -> Result<Secret, Why> {
    let Some(place) = provider(&choice.provider).and_then(|provider| provider.sign_in) else {
        return Err((Msg::SignInForeign, Vec::new()));
    };
    let out_of_reach = |why: Bilingual| (Msg::SignInReach, vec![("why", app.words(&why))]);
    let controller = AbortController::new().map_err(|error| out_of_reach(describe(&error)))?;
    let request = place.exchange(code, verifier);
    let (status, _, body) = answer(&request, &controller.signal())
        .await
        .map_err(out_of_reach)?;
    place
        .key(status, &String::from_utf8_lossy(&body))
        .map_err(|refusal| {
            let why = match refusal {
                SignInError::Expired => Msg::SignInExpired,
                SignInError::Failed => Msg::SignInTrouble,
            };
            (why, vec![("status", status.to_string())])
        })
}

/// Redirects this tab to the provider after all typed text is stored.
async fn leave(app: App, place: SignIn, choice: Choice) -> Result<(), Why> {
    let no = |why: Msg| (why, Vec::new());
    let because = |why: &Bilingual| (Msg::SignInImpossible, vec![("why", app.words(why))]);
    let impossible = |error: JsValue| because(&describe(&error));
    if app.chat.working.get_untracked() {
        return Err(no(Msg::SignInWorking));
    }
    if !app.chat.pictures.with_untracked(Vec::is_empty) {
        return Err(no(Msg::SignInPictures));
    }
    let location = window().location();
    let callback = location.origin().map_err(impossible)? + &location.pathname().map_err(impossible)?;
    if !is_callback(&callback) {
        return Err((Msg::SignInAddress, vec![("address", callback)]));
    }
    let verifier = token(&random(32).map_err(impossible)?);
    let state = token(&random(16).map_err(impossible)?);
    let challenge = token(&sha256(&verifier).await.map_err(impossible)?);
    app.document.flush_typing().await;
    let unsaved = app
        .doc
        .saved
        .with_untracked(|saved| matches!(saved, SaveState::Failed(_)));
    if unsaved || app.doc.changed_elsewhere.get_untracked() {
        return Err(no(Msg::SignInUnsaved));
    }
    let address = place.address(&callback, &challenge, &state);
    let begun = Begun {
        verifier,
        state,
        choice,
        hash: location.hash().unwrap_or_default(),
    };
    let text = serde_json::to_string(&begun).map_err(|error| impossible(error.to_string().into()))?;
    web_storage::write(StorageArea::Tab, SLOT, &text).map_err(|why| because(&why))?;
    location.assign(&address).map_err(impossible)
}

/// Returns cryptographically secure random bytes.
fn random(count: u32) -> Result<Vec<u8>, JsValue> {
    let crypto = property(&js_sys::global(), "crypto")?;
    let bytes = Uint8Array::new_with_length(count);
    let fill: Function = property(&crypto, "getRandomValues")?.dyn_into()?;
    fill.call1(&crypto, &bytes)?;
    Ok(bytes.to_vec())
}

/// Returns the SHA-256 digest of a text.
async fn sha256(text: &str) -> Result<Vec<u8>, JsValue> {
    let subtle = property(&property(&js_sys::global(), "crypto")?, "subtle")?;
    let digest: Function = property(&subtle, "digest")?.dyn_into()?;
    let bytes = Uint8Array::from(text.as_bytes());
    let promise: Promise = digest.call2(&subtle, &"SHA-256".into(), &bytes)?.dyn_into()?;
    Ok(Uint8Array::new(&JsFuture::from(promise).await?).to_vec())
}

fn property(of: &JsValue, name: &str) -> Result<JsValue, JsValue> {
    let found = Reflect::get(of, &name.into())?;
    if found.is_undefined() {
        Err(JsValue::from_str(&format!("there is no {name}")))
    } else {
        Ok(found)
    }
}

/// The sign-in button beside the key field, for providers that support it, with the progress of the sign-in.
#[component]
pub(super) fn SignInButton(provider: Signal<&'static Provider>, choice: RwSignal<Choice>) -> impl IntoView {
    let app = app();
    let sign_in = app.chat.sign_in;
    // The key is valid for the provider's own address only.
    let offered = move || {
        let provider = provider.get();
        let here = choice.with(|choice| origin(&choice.base_url));
        provider.sign_in.filter(|_| here == origin(provider.base_url))
    };
    let begin = move || {
        let Some(place) = untrack(offered) else { return };
        let provider = provider.get_untracked();
        let mut choice = choice.get_untracked();
        provider.base_url.clone_into(&mut choice.base_url);
        if choice.model.trim().is_empty() {
            provider.default_model().clone_into(&mut choice.model);
        }
        spawn_local(async move {
            if let Err(why) = leave(app, place, choice.clone()).await {
                let stage = Stage::Failed(why);
                app.speak(words(app, &choice, &stage));
                sign_in.set(Some(SigningIn { choice, stage }));
            }
        });
    };
    let shown = move || {
        let about = choice.with(|choice| choice.provider.clone());
        sign_in.with(|now| now.clone().filter(|now| now.choice.provider == about))
    };
    let label = move || app.text_with(Msg::SignIn, &[("provider", provider.get().label)]);
    let hint = move || app.text_with(Msg::SignInHint, &[("provider", provider.get().label)]);
    view! {
        <div class="field" hidden=move || offered().is_none()>
            <button
                type="button"
                class="button"
                data-testid="sign-in"
                aria-describedby="sign-in-hint"
                on:click=move |_| begin()
            >
                {label}
            </button>
            <p class="hint" id="sign-in-hint">{hint}</p>
        </div>
        {move || shown().map(|now| view! { <SignInLine now /> })}
    }
}

/// The progress of a sign-in, in words.
#[component]
pub(super) fn SignInLine(now: SigningIn) -> impl IntoView {
    let app = app();
    let tag = match now.stage {
        Stage::Busy => "busy",
        Stage::Done => "done",
        Stage::Failed(..) => "failed",
    };
    let text = move || {
        // Tracks the language.
        let _ = app.prefs.lang.get();
        words(app, &now.choice, &now.stage)
    };
    view! { <p class="test-result" role="status" data-testid="sign-in-result" data-state=tag>{text}</p> }
}

fn words(app: App, choice: &Choice, stage: &Stage) -> String {
    let label = provider(&choice.provider).map_or("", |provider| provider.label);
    let mut all = vec![("provider", label)];
    let text = match stage {
        Stage::Busy => Msg::SignInBusy,
        Stage::Done => Msg::SignInDone,
        Stage::Failed((why, values)) => {
            all.extend(values.iter().map(|(name, value)| (*name, value.as_str())));
            *why
        }
    };
    app.say(text, &all)
}
