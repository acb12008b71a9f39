//! The page: Leptos views over the session, and nothing else. Compiled for the browser only.
//!
//! Invariants: components hold no logic that could be tested without a page (that is in `editor`, `session`, `agent`);
//! whatever changes the document goes through [`desk`]; effects only push outward (editor, scroll position, size),
//! never from signal to signal; every text is in [`i18n`]; names and texts of others become text nodes, never markup.
//!
//! Start with [`state`] (the signals), then [`shell`] (the frame) and [`desk`] (the door).

#![allow(
    unreachable_pub,
    reason = "the component macro makes its property builders public"
)]

mod button;
mod canvas;
mod chat;
mod code;
mod desk;
mod dialog;
mod dispatch;
mod examples;
mod i18n;
mod icons;
mod local;
mod memory;
mod menu;
mod notices;
mod overlay;
mod painter;
mod palette;
mod picture;
mod pointer;
mod prefs;
mod previous;
mod question;
mod report;
mod separator;
mod share;
mod shell;
mod sketch;
mod state;
mod status;
mod storage;
mod tool_strip;
mod tree;
mod webmcp;

use self::chat::Chat;
use self::desk::Desk;
use self::prefs::Prefs;
use self::previous::Previous;
use self::share::Share;
use self::shell::Shell;
use self::state::{App, Doc, View};
use leptos::{mount::mount_to, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Starts the page in `#app` (or in the body, if there is no such element).
pub fn start() {
    console_error_panic_hook::set_once();
    let document = document();
    let found = document
        .get_element_by_id("app")
        .and_then(|element| element.dyn_into::<HtmlElement>().ok());
    let Some(root) = found.or_else(|| document.body()) else {
        return;
    };
    root.set_text_content(None);
    let arrival = chat::sign_in::arrive();
    mount_to(root.clone(), move || {
        let (desk, problems) = Desk::new();
        let app = App {
            desk,
            doc: Doc::new(),
            view: View::new(),
            prefs: Prefs::load(),
            chat: Chat::load(),
            share: Share::new(),
            previous: Previous::new(),
            question: RwSignal::new(None),
        };
        provide_context(app);
        app.desk.report_unread(app, &problems);
        app.chat.restore(app);
        if let Some(arrival) = arrival {
            chat::sign_in::finish(app, arrival);
        }
        app.desk.open(app);
        app.desk.watch_other_tabs(app);
        app.desk.watch_leaving(app);
        webmcp::offer(app);
        // Outward effect: tests and the style sheet wait for the first drawing.
        Effect::new(move |_| {
            if app.doc.ready.get() {
                let _ = root.set_attribute("data-ready", "true");
            }
        });
        view! { <Shell /> }
    })
    .forget();
}
