//! The dialog of the previous drawings, with a row and a restore button for each entry.

use super::entries::entries;
use crate::session::previous::{Entry, MAX_ENTRIES, PreviousDrawing, Replaced};
use crate::ui::dialog::{self, Dialog, DialogRef};
use crate::ui::i18n::Msg;
use crate::ui::share::save_text;
use crate::ui::state::{App, app};
use js_sys::Date;
use leptos::{prelude::*, task::spawn_local};
use wasm_bindgen::JsValue;

/// Maximum length of the displayed line of code, in characters.
const MAX_LINE: usize = 80;

/// The dialog, while it is open.
#[component]
pub(crate) fn PreviousDialog() -> impl IntoView {
    let app = app();
    move || app.previous.shown.get().then(|| view! { <List /> })
}

#[component]
fn List() -> impl IntoView {
    let app = app();
    let node = DialogRef::new();
    let entries = entries();
    let none = entries.is_empty();
    let hint = move || {
        let hint = if none {
            Msg::PreviousNone
        } else {
            Msg::PreviousHint
        };
        app.filled(hint, &[("n", &MAX_ENTRIES.to_string())])
    };
    let rows = entries
        .into_iter()
        .map(|entry| view! { <Row entry /> })
        .collect_view();
    view! {
        <Dialog
            node
            name=Msg::PreviousDrawings
            test="previous-dialog"
            closed=Callback::new(move |()| app.previous.shown.set(false))
        >
            <p class="hint">{hint}</p>
            <ul class="previous">{rows}</ul>
            <div class="dialog-foot">
                <span></span>
                <button type="button" class="button" data-testid="close-previous" on:click=move |_| dialog::close(node)>
                    {move || app.text(Msg::Close)}
                </button>
            </div>
        </Dialog>
    }
    .into_any()
}

#[component]
fn Row(entry: Entry) -> impl IntoView {
    let app = app();
    let Entry { id, work, text } = entry;
    match work {
        Ok(work) => {
            let heading = heading(app, &work);
            let code = first_line(work.project.main());
            let label = format!("{}: {heading}", app.text(Msg::RestorePrevious));
            view! {
                <li data-testid="previous-row" data-kind=kind(work.replaced)>
                    <div>
                        <p>{heading}</p>
                        <p class="hint">{about(app, &work)}</p>
                        <p class="hint code-line">{code}</p>
                    </div>
                    <button
                        type="button"
                        class="button"
                        data-testid="restore-previous"
                        aria-label=label
                        on:click=move |_| {
                            let id = id.clone();
                            spawn_local(async move { app.previous.restore(app, id).await });
                        }
                    >
                        {move || app.text(Msg::RestorePrevious)}
                    </button>
                </li>
            }
            .into_any()
        }
        Err(why) => view! {
            <li data-testid="previous-row" data-kind="unreadable">
                <p>{move || app.filled(Msg::PreviousUnreadable, &[("why", &why)])}</p>
                <button
                    type="button"
                    class="button"
                    data-testid="download-previous"
                    on:click=move |_| save_text(app, "previous-drawing.json", &text)
                >
                    {move || app.text(Msg::DownloadText)}
                </button>
            </li>
        }
        .into_any(),
    }
}

fn kind(replaced: Replaced) -> &'static str {
    match replaced {
        Replaced::Drawing => "drawing",
        Replaced::Conversation => "conversation",
    }
}

fn heading(app: App, work: &PreviousDrawing) -> String {
    match work.replaced {
        Replaced::Drawing => work.title.clone(),
        Replaced::Conversation => app.say(Msg::PreviousConversation, &[("name", &work.title)]),
    }
}

/// Returns the time, the number of entities if known, and a note if the entry has a conversation.
fn about(app: App, work: &PreviousDrawing) -> String {
    let date = Date::new(&JsValue::from_f64(work.time_ms as f64));
    let time: String = date
        .to_locale_string(app.lang().tag(), &JsValue::UNDEFINED)
        .into();
    let items = work
        .entities
        .map(|count| app.say(Msg::Items, &[("n", &count.to_string())]));
    let chat = work
        .conversation
        .as_ref()
        .map(|_| app.say(Msg::WithConversation, &[]));
    [Some(time), items, chat]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" · ")
}

/// Returns the first line of code that is neither a comment nor an import, as an aid to recognize the drawing.
fn first_line(code: &str) -> String {
    let telling = |line: &&str| !line.is_empty() && !line.starts_with("//") && !line.starts_with("import");
    let line = code.lines().map(str::trim).find(telling).unwrap_or_default();
    line.chars().take(MAX_LINE).collect()
}
