//! The link dialog: the link to the drawing, its length, the limits of common services, and the project file as a
//! fallback.

use super::embed::EmbedCode;
use super::{copying, export};
use crate::ui::dialog::{CloseButton, Dialog, DialogRef};
use crate::ui::i18n::Msg;
use crate::ui::state::app;
use leptos::{prelude::*, task::spawn_local};
use std::sync::Arc;
use trammel_canvas::actions::ActionId;
use trammel_canvas::preview::Text;
use trammel_formats::PROJECT;
use trammel_formats::link::{self, LinkError, PLACES};
use trammel_formats::project::Project;
use web_sys::HtmlInputElement;

/// Returns the label of a service in the table.
fn place_name(id: &str) -> Msg {
    match id {
        "chat" => Msg::PlaceChat,
        "slack" => Msg::PlaceSlack,
        _ => Msg::PlaceAddress,
    }
}

/// Label of the choice to leave out the code.
const WITHOUT_CODE_LABEL: Text = ["Only the drawing, without its code", "코드 없이 도면만"];

/// Returns the address with an encoded drawing, or an error if the drawing is too large for a link.
fn address(fragment: Result<String, LinkError>) -> Result<String, ()> {
    let page = window().location().href().unwrap_or_default();
    let page = page.split('#').next().unwrap_or_default();
    let fragment = fragment.map_err(drop)?;
    Ok(format!("{page}#{fragment}"))
}

/// The dialog with the link to a project.
#[component]
pub(super) fn LinkDialog(project: Arc<Project>) -> impl IntoView {
    let app = app();
    let node = DialogRef::new();
    let said = RwSignal::new(String::new());
    let without_code = RwSignal::new(false);
    let link = {
        let project = project.clone();
        Memo::new(move |_| {
            address(match without_code.get() {
                true => app.document.scene(link::encode_scene),
                false => link::encode(&project),
            })
        })
    };
    let text = move || link.with(|link| link.clone().unwrap_or_default());
    let length = Memo::new(move |_| text().len());
    let too_large = move || link.with(Result::is_err);
    let too_long = move || too_large() || length.get() > PLACES[0].limit;
    let copy = move |_| {
        let text = text();
        spawn_local(async move {
            let result = copying::copy_text(app, &text).await;
            let _ = said.try_set(result);
        });
    };
    let select_all = |event: web_sys::FocusEvent| event_target::<HtmlInputElement>(&event).select();
    let place = move |place: &'static link::SharingPlace| {
        let fits = move || !too_large() && length.get() <= place.limit;
        view! {
            <li data-testid="share-place" data-place=place.id data-fits=move || fits().to_string()>
                <span>{move || app.text_with(place_name(place.id), &[("n", &place.limit.to_string())])}</span>
                <strong>{move || app.text(if fits() { Msg::Fits } else { Msg::TooLong })}</strong>
            </li>
        }
    };
    view! {
        <Dialog node name=ActionId::ShareLink.label() test="share-dialog" closed=Callback::new(move |()| app.share.link.set(None))>
            <p class="hint">{move || app.text(Msg::ShareLinkHint)}</p>
            <div class="field-row">
                <input
                    class="input"
                    data-testid="share-url"
                    readonly
                    aria-label=move || app.text(ActionId::ShareLink.label())
                    prop:value=text
                    on:focus=select_all
                />
                <button type="button" class="button primary" data-testid="share-copy" on:click=copy>
                    {move || app.text(Msg::Copy)}
                </button>
            </div>
            <p class="numbers" data-testid="share-length" data-count=move || length.get().to_string()>
                {move || app.text_with(Msg::LinkLength, &[("n", &length.get().to_string())])}
            </p>
            <label class="radio">
                <input
                    type="checkbox"
                    data-testid="share-without-code"
                    prop:checked=move || without_code.get()
                    on:change=move |event| without_code.set(event_target_checked(&event))
                />
                <span>{move || app.prefs.lang.get().pick(WITHOUT_CODE_LABEL)}</span>
            </label>
            <ul class="places">{PLACES.iter().map(place).collect_view()}</ul>
            <Show when=too_long>
                <div class="banner" role="alert" data-testid="share-too-long">
                    <p>{move || app.text(if too_large() { Msg::LinkImpossible } else { Msg::LinkLong })}</p>
                    <button
                        type="button"
                        class="button"
                        data-testid="share-file"
                        on:click={
                            let project = project.clone();
                            move |_| said.set(export::save_as_file(app, &project))
                        }
                    >
                        {move || app.prefs.lang.get().pick(PROJECT.label)}
                    </button>
                </div>
            </Show>
            <EmbedCode link=Signal::derive(text) said />
            <div class="dialog-foot">
                <p role="status" data-testid="share-said">{move || said.get()}</p>
                <CloseButton node test="close-share" />
            </div>
        </Dialog>
    }
    .into_any()
}
