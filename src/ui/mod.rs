//! The page: Leptos views over the document, compiled for the browser only.
//!
//! Invariants: components hold no logic that could be tested without a page (such logic is in `editor`, `session`, and
//! `agent`); every change of the document goes through [`document`], and every consequence of a change is registered in
//! [`subscriptions`]; effects only push outward (editor, scroll position, size), never from signal to signal; texts are
//! in [`i18n`]; names and other external texts become text nodes, never markup.
//!
//! Start with [`state`] (the signals), then [`document`] (requests and changes), [`subscriptions`], and [`shell`] (the
//! frame).

#![allow(
    unreachable_pub,
    reason = "the component macro makes its property builders public"
)]

mod actions;
mod adjusted;
mod button;
mod canvas;
mod canvas_hover;
mod chat;
mod checks;
mod clock;
mod code;
mod conflict;
mod context_menu;
mod cutting;
mod dialog;
mod display;
mod display_menu;
mod dock;
mod document;
mod document_storage;
mod dropped_effects;
mod editing;
mod entity_kind;
mod examples;
mod failure;
mod feedback;
mod file_dialog;
mod first_run;
mod focus;
mod folder;
mod help;
mod hover_highlight;
mod i18n;
mod icons;
mod knowledge;
mod layers;
mod library;
mod long_press;
mod markdown;
mod markup;
mod menu;
mod menu_keys;
mod name_field;
mod notice_list;
mod notices;
mod opening;
mod overlay;
mod overlay_paths;
mod painter;
mod palette;
pub mod panel;
mod panels;
mod parameters;
mod picture;
mod pointer;
mod prefs;
mod properties;
mod question;
mod rename_field;
mod review;
mod rulers;
mod save_state;
mod saving;
mod selecting;
mod separator;
mod share;
mod shell;
mod state;
mod status;
mod subscriptions;
mod tool_form;
mod tool_input;
mod tool_options;
mod tool_state;
mod tool_strip;
mod tree;
mod tree_element;
mod tree_state;
mod units_question;
mod web_storage;
mod webmcp;

use self::chat::state::Chat;
use self::document::DocumentHandle;
use self::folder::state::FolderLink;
use self::help::state::Help;
use self::library::state::Library;
use self::painter::Painter;
use self::prefs::Prefs;
use self::share::state::Share;
use self::shell::Shell;
use self::state::{App, Doc, View};
use leptos::{mount::mount_to, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Starts the page in `#app`, or in the body if there is no such element.
pub fn start() {
    failure::report_panics();
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
        let (document, doc) = (DocumentHandle::new(), Doc::new());
        let app = App {
            document,
            doc,
            view: View::new(),
            prefs: Prefs::load(),
            chat: Chat::load(),
            share: Share::new(),
            library: Library::new(),
            folder: FolderLink::new(),
            review: review::state::Review::new(document, doc.revision),
            help: Help::new(),
            question: RwSignal::new(None),
            painter: StoredValue::new_local(Painter::default()),
        };
        provide_context(app);
        subscriptions::subscribe(app);
        if let Some(arrival) = arrival {
            chat::sign_in::finish(app, arrival);
        }
        opening::open(app);
        saving::watch_other_tabs(app);
        saving::watch_leaving(app);
        library::starting::watch_leaving(app);
        Effect::new(move |_| {
            if app.library.reopens.get() {
                app.library.reopens.set(false);
                leptos::task::spawn_local(library::opening::reopen(app));
            }
        });
        folder::sync::watch(app);
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
