//! The bar of the review: the number of changes, the present one, and the answers.

use super::state::Review;
use super::{judging, words};
use crate::ui::actions;
use crate::ui::button::ActionButton;
use crate::ui::i18n::Msg;
use crate::ui::state::app;
use leptos::{prelude::*, task::spawn_local};
use trammel_canvas::actions::ActionId;

/// The bar, while a change of a turn is open.
#[component]
pub(crate) fn ReviewBar() -> impl IntoView {
    let app = app();
    let review = app.review;
    let items = review.items;
    let is_open = Memo::new(move |_| items.with(|items| !items.is_empty()));
    let place = move || {
        let count = items.with(Vec::len);
        if !review.is_at_item.get() {
            let [added, changed, deleted] =
                items.with(|items| Review::counts(items).map(|count| count.to_string()));
            let counts = if count == 1 {
                Msg::ReviewCount
            } else {
                Msg::ReviewCounts
            };
            return app.text_with(
                counts,
                &[
                    ("n", &count.to_string()),
                    ("added", &added),
                    ("changed", &changed),
                    ("deleted", &deleted),
                ],
            );
        }
        let at = (review.at.get() + 1).min(count);
        app.text_with(
            Msg::ReviewPlace,
            &[("at", &at.to_string()), ("n", &count.to_string())],
        )
    };
    let description = move || {
        app.prefs.lang.track();
        let at = review.is_at_item.get().then(|| review.at.get());
        items.with(|items| {
            at.and_then(|at| items.get(at))
                .map(|item| words::describe(app, item))
        })
    };
    let text_button = move |label: Msg, test: &'static str, press: Callback<()>| {
        view! {
            <button type="button" class="button" data-testid=test on:click=move |_| press.run(())>
                {move || app.text(label)}
            </button>
        }
    };
    let hold = move |on: bool| review.show_before(on);
    view! {
        <Show when=move || is_open.get()>
            <div class="banner calm review-bar" role="region" aria-label=move || app.text(Msg::ReviewName) data-testid="review-bar">
                <p data-testid="review-place">{place}</p>
                <p class="review-description" data-testid="review-description">{description}</p>
                <ActionButton action=ActionId::PreviousChange test="review-previous" />
                <ActionButton action=ActionId::NextChange test="review-next" />
                <button
                    type="button"
                    class="button"
                    data-testid="review-before-button"
                    aria-pressed=move || review.shows_before.get().to_string()
                    title=move || app.text(Msg::ReviewBeforeHint)
                    on:pointerdown=move |_| hold(true)
                    on:pointerup=move |_| hold(false)
                    on:pointerleave=move |_| hold(false)
                    on:pointercancel=move |_| hold(false)
                    on:keydown=move |event| if matches!(event.key().as_str(), " " | "Enter") && !event.repeat() { hold(true) }
                    on:keyup=move |_| hold(false)
                    on:blur=move |_| hold(false)
                >
                    {move || app.text(Msg::ReviewBefore)}
                </button>
                <label class="review-wipe">
                    <span>{move || app.text(Msg::ReviewWipe)}</span>
                    <input
                        type="range"
                        min="0"
                        max="100"
                        data-testid="review-wipe"
                        prop:value=move || (review.wipe.get() * 100.0).to_string()
                        on:input=move |event| review.wipe.set(event_target_value(&event).parse::<f64>().unwrap_or(0.0) / 100.0)
                    />
                </label>
                <Show when=move || review.is_at_item.get()>
                    {text_button(Msg::ReviewKeep, "review-keep", Callback::new(move |()| actions::act(app, ActionId::KeepChange)))}
                    {text_button(Msg::ReviewReject, "review-reject", Callback::new(move |()| actions::act(app, ActionId::RejectChange)))}
                </Show>
                <span class="spacer"></span>
                {text_button(Msg::ReviewKeepAll, "review-keep-all", Callback::new(move |()| judging::keep(app, true)))}
                {text_button(
                    Msg::ReviewRejectAll,
                    "review-reject-all",
                    Callback::new(move |()| spawn_local(async move { judging::reject(app, true).await })),
                )}
            </div>
        </Show>
    }
    .into_any()
}
