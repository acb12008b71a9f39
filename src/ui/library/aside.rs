//! Texts of the open drawing that could not be read and that the user has set aside: each can be downloaded, put back, or
//! removed.

use crate::ui::document::{Caller, Request};
use crate::ui::document_storage::message;
use crate::ui::i18n::Msg;
use crate::ui::saving;
use crate::ui::share::save_text;
use crate::ui::state::{App, app};
use leptos::{prelude::*, task::spawn_local};
use trammel_document::AsideText;

/// The list, if there are any.
#[component]
pub(super) fn TextsAside() -> impl IntoView {
    let app = app();
    let texts = RwSignal::new(app.document.texts_aside());
    let row = move |AsideText { key, part, text }: AsideText| {
        let file = format!("{}.txt", part.replace('/', "-"));
        let label = move |of: Msg, part: &str| format!("{}: {part}", app.text(of));
        let labels = [Msg::DownloadText, Msg::PutBack, Msg::RemoveText].map(|of| label(of, &part));
        let [download, put_back, remove] = labels;
        let (restored, removed) = (key.clone(), key.clone());
        view! {
            <li data-testid="aside-row" data-key=key>
                <div class="drawing-about"><p class="drawing-name">{part}</p></div>
                <div class="drawing-actions">
                    <button
                        type="button"
                        class="button"
                        data-testid="download-aside"
                        aria-label=download
                        on:click=move |_| save_text(app, &file, &text)
                    >
                        {move || app.text(Msg::DownloadText)}
                    </button>
                    <button
                        type="button"
                        class="button"
                        data-testid="restore-aside"
                        aria-label=put_back
                        on:click=move |_| {
                            let key = restored.clone();
                            spawn_local(async move { restore(app, texts, &key).await });
                        }
                    >
                        {move || app.text(Msg::PutBack)}
                    </button>
                    <button
                        type="button"
                        class="button"
                        data-testid="remove-aside"
                        aria-label=remove
                        on:click=move |_| {
                            app.document.remove_aside(&removed);
                            saving::save(app);
                            texts.set(app.document.texts_aside());
                        }
                    >
                        {move || app.text(Msg::RemoveText)}
                    </button>
                </div>
            </li>
        }
    };
    view! {
        <Show when=move || texts.with(|texts| !texts.is_empty())>
            <p class="hint">{move || app.text(Msg::TextsAside)}</p>
            <ul class="drawings" data-testid="texts-aside">
                {move || texts.get().into_iter().map(row).collect_view()}
            </ul>
        </Show>
    }
}

/// Makes a text the part of the drawing that it was.
async fn restore(app: App, texts: RwSignal<Vec<AsideText>>, key: &str) {
    app.document.flush_typing().await;
    saving::save(app);
    if let Err(why) = app.document.restore_aside(key) {
        app.refuse(app.say(Msg::Refused, &[("why", &app.words(&message(&why)))]));
        return;
    }
    app.document.run(Caller::User, Request::Follow).await;
    app.doc.unread.set(Vec::new());
    saving::report_unread(app, &[]);
    saving::save(app);
    // The dialog may be closed already.
    let _ = texts.try_set(app.document.texts_aside());
}
