//! Views of a page of the guide and of the list of all pages.

use super::pages::folder;
use crate::ui::markdown::{block, spans};
use crate::ui::state::app;
use leptos::prelude::*;
use trammel_language::Language;
use trammel_page_model::guide::{Link, Page, PagePart};
use trammel_page_model::markdown::Block;

/// Element id of the title of a page, which takes the focus when the user has chosen the page.
pub(super) const TITLE: &str = "guide-title";

/// The content of a page, whose links call `choose` with the name of a page.
pub(super) fn page(lang: Language, page: Page, choose: Callback<String>) -> AnyView {
    let part = move |part: PagePart| match part {
        PagePart::Block(Block::Heading(text)) => view! { <h4>{spans(text)}</h4> }.into_any(),
        PagePart::Block(other) => block(other),
        PagePart::Picture(file, text) => {
            let source = format!("{}/{file}", folder(lang));
            view! { <img class="guide-picture" data-testid="guide-picture" src=source alt=text /> }.into_any()
        }
        PagePart::Links(list) => {
            view! { <ul class="guide-links">{guide_links(&list, choose)}</ul> }.into_any()
        }
    };
    view! {
        <h3 id=TITLE tabindex="-1" data-testid="guide-title">{page.title}</h3>
        {page.parts.into_iter().map(part).collect_view()}
    }
    .into_any()
}

/// The list of all pages, from the groups of the index page.
pub(super) fn index(page: Page, choose: Callback<String>) -> AnyView {
    let part = move |part: PagePart| match part {
        PagePart::Block(Block::Heading(text)) => {
            view! { <h3 class="guide-group">{spans(text)}</h3> }.into_any()
        }
        PagePart::Links(list) => view! { <ul>{guide_links(&list, choose)}</ul> }.into_any(),
        // The introduction is for readers of the files.
        PagePart::Block(_) | PagePart::Picture(..) => ().into_any(),
    };
    page.parts.into_iter().map(part).collect_view().into_any()
}

/// The links to pages of the guide.
fn guide_links(list: &[Link], choose: Callback<String>) -> impl IntoView + use<> {
    let list: Vec<(&str, &str)> = list
        .iter()
        .map(|link| (link.page.as_str(), link.text.as_str()))
        .collect();
    links(&list, choose)
}

/// Links to pages, each with its name and text.
pub(super) fn links(list: &[(&str, &str)], choose: Callback<String>) -> impl IntoView + use<> {
    let chosen = app().help.page;
    let link = move |(page, text): &(&str, &str)| {
        let (page, text) = ((*page).to_owned(), (*text).to_owned());
        let (name, own) = (page.clone(), page.clone());
        view! {
            <li>
                <button
                    type="button"
                    class="guide-link"
                    data-testid="guide-link"
                    data-page=name
                    aria-current=move || chosen.with(|chosen| (*chosen == own).then_some("page"))
                    on:click=move |_| choose.run(page.clone())
                >
                    {text}
                </button>
            </li>
        }
    };
    list.iter().map(link).collect_view()
}
