//! Code that shows the drawing in another page: a frame with the view of the link, and the drawing itself as SVG.

use super::copying;
use crate::ui::state::app;
use leptos::{prelude::*, task::spawn_local};
use trammel_canvas::actions::ActionId;
use trammel_canvas::preview::Text;
use trammel_formats::svg;

const HEADING: Text = ["Embed in a web page", "웹 페이지에 넣기"];
const HINT: Text = [
    "The frame shows the drawing of the link and has no access to your keys and drawings.",
    "프레임은 링크의 도면만 보여 주고, 키와 다른 도면에는 접근하지 못해요.",
];
const COPY_FRAME_LABEL: Text = ["Copy the frame", "프레임 복사"];
const CODE: Text = ["Code of the frame", "프레임 코드"];

/// Path of the page in the frame, relative to the app.
const PAGE: &str = "static/embed.html";

/// Returns the code of the frame for a link to the app.
fn frame(link: &str, title: &str) -> Option<String> {
    let (page, fragment) = link.split_once('#')?;
    let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
    let title = svg::escape(title);
    Some(format!(
        "<iframe src=\"{folder}/{PAGE}#{fragment}\" title=\"{title}\" width=\"640\" height=\"400\" \
         style=\"border: 0\" loading=\"lazy\"></iframe>"
    ))
}

/// The section of the link dialog with the code for other pages.
#[component]
pub(super) fn EmbedCode(link: Signal<String>, said: RwSignal<String>) -> impl IntoView {
    let app = app();
    let pick = move |text: Text| app.prefs.lang.get().pick(text);
    let code = Memo::new(move |_| {
        let title = app.doc.title.get().0;
        link.with(|link| frame(link, &title))
    });
    let copy_frame = move |_| {
        let Some(code) = code.get_untracked() else { return };
        spawn_local(async move {
            let result = copying::copy_text(app, &code).await;
            // The dialog may have been closed in the meantime.
            let _ = said.try_set(result);
        });
    };
    let copy_svg = move |_| {
        spawn_local(async move {
            if let Some(Ok(result) | Err(result)) = copying::copy_silently(app, "svg").await {
                let _ = said.try_set(result);
            }
        });
    };
    view! {
        <Show when=move || code.with(Option::is_some)>
            <section class="export-row" aria-labelledby="embed-heading">
                <h3 id="embed-heading">{move || pick(HEADING)}</h3>
                <p class="hint">{move || pick(HINT)}</p>
                <div class="field-row">
                    <input
                        class="input"
                        data-testid="embed-code"
                        readonly
                        aria-label=move || pick(CODE)
                        prop:value=move || code.get().unwrap_or_default()
                    />
                    <button type="button" class="button" data-testid="embed-copy" on:click=copy_frame>
                        {move || pick(COPY_FRAME_LABEL)}
                    </button>
                    <button type="button" class="button" data-testid="embed-svg" on:click=copy_svg>
                        {move || pick(ActionId::CopyAsSvg.label())}
                    </button>
                </div>
            </section>
        </Show>
    }
}
