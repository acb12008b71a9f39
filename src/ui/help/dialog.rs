//! The dialog of Help: the list of pages, and the chosen page in the language of the app.

use super::about::{ABOUT_LABEL, AboutPage};
use super::functions::{FUNCTIONS_LABEL, FunctionPage};
use super::pages::{self, INDEX};
use super::shortcuts::ShortcutSheet;
use super::state::{Help, is_guide};
use super::view;
use crate::ui::actions::focus_later;
use crate::ui::dialog::{CloseButton, Dialog, DialogRef};
use crate::ui::i18n::Msg;
use crate::ui::state::{App, app};
use leptos::{html, prelude::*};
use trammel_canvas::actions::ActionId;
use trammel_language::{Bilingual, Language};
use trammel_page_model::guide::Page;

/// A fetched page with its language.
type Loaded = Result<(Language, Page), Bilingual>;

/// Pages that are not files, with their names in the list.
fn built_in(app: App) -> [(&'static str, &'static str); 3] {
    let lang = app.prefs.lang.get();
    [
        (Help::SHORTCUTS, app.text(ActionId::Shortcuts.label())),
        (Help::FUNCTIONS, lang.pick(FUNCTIONS_LABEL)),
        (Help::ABOUT, lang.pick(ABOUT_LABEL)),
    ]
}

/// The dialog, while it is open.
#[component]
pub(crate) fn HelpDialog() -> impl IntoView {
    let app = app();
    move || app.help.shown.get().then(|| view! { <Guide /> })
}

/// Fetches the page that `name` gives, again for each new name, language, and attempt. A page that is not a file needs
/// no fetch, so the index is returned, which is loaded anyway.
fn page_resource(
    app: App,
    attempt: RwSignal<u32>,
    name: impl Fn() -> String + Copy + Send + Sync + 'static,
) -> LocalResource<Loaded> {
    LocalResource::new(move || {
        attempt.track();
        let (lang, name) = (app.prefs.lang.get(), name());
        async move { pages::load(lang, &name).await.map(|page| (lang, page)) }
    })
}

#[component]
fn Guide() -> impl IntoView {
    let app = app();
    let node = DialogRef::new();
    let attempt = RwSignal::new(0_u32);
    let index = page_resource(app, attempt, || INDEX.to_owned());
    let page = page_resource(app, attempt, move || {
        let chosen = app.help.page.get();
        if is_guide(&chosen) {
            chosen
        } else {
            INDEX.to_owned()
        }
    });
    let article = NodeRef::<html::Article>::new();
    // Whether the user has chosen the page in this dialog, so that the title of the page takes the focus.
    let moves = StoredValue::new(false);
    let choose = Callback::new(move |name: String| {
        moves.set_value(true);
        app.help.page.set(name);
    });
    // Outward effect: a new page starts at its top.
    Effect::new(move |_| {
        page.track();
        app.help.page.track();
        if let Some(article) = article.get_untracked() {
            article.set_scroll_top(0);
        }
        if moves.get_value() {
            focus_later(view::TITLE);
        }
    });
    let list = move || match index.get() {
        Some(Ok((_, list))) => view::index(list, choose),
        // The article shows the reason.
        Some(Err(_)) | None => ().into_any(),
    };
    let guide_page = move || match page.get() {
        Some(Ok((lang, content))) => view::page(lang, content, choose),
        Some(Err(why)) => view! { <PageFailure why attempt /> }.into_any(),
        None => view! { <p role="status">{move || app.text(Msg::GuideLoading)}</p> }.into_any(),
    };
    let content = move || match app.help.page.get().as_str() {
        Help::SHORTCUTS => view! { <ShortcutSheet /> }.into_any(),
        Help::FUNCTIONS => view! { <FunctionPage /> }.into_any(),
        Help::ABOUT => view! { <AboutPage /> }.into_any(),
        _ => guide_page(),
    };
    let label = move || match page.get().filter(|_| app.help.page.with(|page| is_guide(page))) {
        Some(Ok((_, content))) => content.title,
        Some(Err(_)) | None => app.text(ActionId::Help.label()).to_owned(),
    };
    view! {
        <Dialog
            node
            name=ActionId::Help.label()
            test="help-dialog"
            class="guide"
            closed=Callback::new(move |()| app.help.shown.set(false))
        >
            <div class="guide-body">
                <nav class="guide-pages" data-testid="guide-pages" aria-label=move || app.text(Msg::GuidePages)>
                    <ul>{move || view::links(&built_in(app), choose)}</ul>
                    {list}
                </nav>
                <article
                    node_ref=article
                    class="guide-page prose"
                    data-testid="guide-page"
                    tabindex="0"
                    autofocus
                    aria-label=label
                >
                    {content}
                </article>
            </div>
            <div class="dialog-foot">
                <span></span>
                <CloseButton node test="close-help" />
            </div>
        </Dialog>
    }
    .into_any()
}

/// The reason why a page was not loaded, with a button for another attempt.
#[component]
fn PageFailure(why: Bilingual, attempt: RwSignal<u32>) -> impl IntoView {
    let app = app();
    view! {
        <div role="alert" data-testid="guide-failed">
            <p class="field-error">
                {move || app.text_with(Msg::GuideFailed, &[("why", why.text(app.prefs.lang.get()))])}
            </p>
            <button
                type="button"
                class="button"
                data-testid="guide-again"
                on:click=move |_| attempt.update(|attempt| *attempt += 1)
            >
                {move || app.text(Msg::TryAgain)}
            </button>
        </div>
    }
}
