//! Servers that the page may connect to: a second Content-Security-Policy.
//!
//! The policy in `index.html` permits every https address, because it cannot know the user's own server. When the page
//! starts, this module adds a policy with the servers of the providers and the chosen one only, so that a key cannot be
//! sent elsewhere even by code that does not belong to the program. The browser applies both policies, and the workers
//! inherit them. Neither can be relaxed while the page is open, so another server needs a reload.
//!
//! A policy restricts `fetch` and the like. No policy restricts a navigation or WebRTC.

use super::connection::{Choice, is_local, origin};
use crate::ui::web_storage::{self, StorageArea};
use std::sync::Arc;
use trammel_llm::origins;
use wasm_bindgen::JsValue;

/// Servers on the user's computer. The port depends on the program that runs there.
const LOCAL: [&str; 4] = [
    "http://localhost:*",
    "http://127.0.0.1:*",
    "https://localhost:*",
    "https://127.0.0.1:*",
];

/// Key of the note that the page reloads to permit another server.
const RELOADED: &str = "reloaded-for-server";

/// Origins of the servers that the page may connect to; `None` if the browser did not take the policy, and the page then
/// connects to no server.
#[derive(Clone, Debug)]
pub(crate) struct Network(Option<Arc<[String]>>);

impl Network {
    /// Restricts the page to the servers of the providers and of this choice.
    pub(crate) fn restrict(choice: &Choice) -> Network {
        let mut permitted = origins();
        permitted.extend(origin(&choice.base_url).filter(|origin| !is_local(origin)));
        match add_policy(&permitted) {
            Ok(()) => Network(Some(permitted.into())),
            Err(error) => {
                web_sys::console::error_2(&"The policy of the network was not added:".into(), &error);
                Network(None)
            }
        }
    }

    /// Whether the browser took the policy.
    pub(super) fn is_restricted(&self) -> bool {
        self.0.is_some()
    }

    /// Whether the page may connect to a server; `false` if the address is not valid.
    pub(super) fn permits(&self, base_url: &str) -> bool {
        let permitted = self.0.as_ref();
        permitted.is_some_and(|permitted| {
            origin(base_url).is_some_and(|origin| is_local(&origin) || permitted.contains(&origin))
        })
    }
}

/// Notes in this tab that the page reloads to permit another server.
pub(super) fn note_reload() {
    // Without the note, the settings stay closed after the reload.
    let _ = web_storage::write(StorageArea::Tab, RELOADED, "yes");
}

/// Whether the page was reloaded to permit another server. Removes the note.
pub(super) fn take_reload() -> bool {
    let noted = web_storage::read(StorageArea::Tab, RELOADED).is_some();
    web_storage::remove(StorageArea::Tab, RELOADED);
    noted
}

fn add_policy(permitted: &[String]) -> Result<(), JsValue> {
    let sources = permitted.iter().map(String::as_str).chain(LOCAL);
    let sources: Vec<&str> = sources.collect();
    let document = leptos::prelude::document();
    let meta = document.create_element("meta")?;
    meta.set_attribute("http-equiv", "Content-Security-Policy")?;
    meta.set_attribute("content", &format!("connect-src 'self' {}", sources.join(" ")))?;
    let head = document.head().ok_or("the page has no head")?;
    head.append_child(&meta)?;
    Ok(())
}
