//! Settings fields for the spending cap, approval, and the user's own prices. Each applies at once.

use super::cost::Cost;
use crate::ui::i18n::Msg;
use crate::ui::state::app;
use leptos::prelude::*;
use trammel_llm::models::{Model, Models};

/// Placeholder of the field for the user's own rows.
const EXAMPLE: &str = r#"[{"provider":"ollama","id":"qwen3","window":64000,"output":8000,"images":false,
  "price":{"input":0,"output":0}}]"#;

/// The cost fields of the settings.
#[component]
pub(super) fn CostFields() -> impl IntoView {
    let app = app();
    let chat = app.chat;
    let rows = chat.cost.with_untracked(|cost| {
        let own = &cost.models;
        if own.is_empty() {
            String::new()
        } else {
            serde_json::to_string_pretty(own).unwrap_or_default()
        }
    });
    let wrong = RwSignal::new(None::<String>);
    let change = move |change: &dyn Fn(&mut Cost)| {
        chat.cost.update(change);
        chat.cost.with_untracked(Cost::store);
        chat.apply_cost();
    };
    let set_cap = move |text: String| {
        let cap = text
            .trim()
            .parse::<f64>()
            .ok()
            .filter(|dollars| dollars.is_finite() && *dollars > 0.0);
        change(&|cost| cost.cap = cap);
    };
    let set_rows = move |text: String| {
        let rows = if text.trim().is_empty() {
            Ok(Vec::new())
        } else {
            serde_json::from_str::<Vec<Model>>(&text)
        };
        match rows {
            Ok(rows) => {
                wrong.set(None);
                change(&|cost| cost.models.clone_from(&rows));
            }
            Err(error) => wrong.set(Some(app.say(Msg::PricesBad, &[("why", &error.to_string())]))),
        }
    };
    let cap = move || {
        chat.cost
            .with(|cost| cost.cap.map(|dollars| dollars.to_string()).unwrap_or_default())
    };
    let date = move || app.text_with(Msg::PricesHint, &[("date", &Models::built_in().as_of)]);
    view! {
        <label class="radio">
            <input
                type="checkbox"
                data-testid="ask-first"
                prop:checked=move || chat.cost.with(Cost::asks)
                on:change=move |event| {
                    let ask = event_target_checked(&event);
                    change(&|cost| cost.ask = ask);
                }
            />
            <span>{move || app.text(Msg::AskFirst)}</span>
        </label>
        <div class="field">
            <label for="cost-cap">{move || app.text(Msg::CostCap)}</label>
            <input
                id="cost-cap"
                class="input numbers"
                data-testid="cost-cap"
                type="text"
                inputmode="decimal"
                autocomplete="off"
                aria-describedby="cost-cap-hint"
                prop:value=cap
                on:change=move |event| set_cap(event_target_value(&event))
            />
            <p class="hint" id="cost-cap-hint">{move || app.text(Msg::CostCapHint)}</p>
        </div>
        <details class="field" data-testid="prices">
            <summary>{move || app.text(Msg::Prices)}</summary>
            <label class="hint" for="own-models">{date}</label>
            <textarea
                id="own-models"
                class="input"
                data-testid="own-models"
                rows="6"
                spellcheck="false"
                placeholder=EXAMPLE
                prop:value=rows
                aria-invalid=move || wrong.with(Option::is_some).to_string()
                aria-describedby="own-models-error"
                on:input=move |event| set_rows(event_target_value(&event))
                on:change=move |_| {
                    if let Some(why) = wrong.get_untracked() {
                        app.speak(why);
                    }
                }
            ></textarea>
            // An error that appeared on blur would move the button that is being pressed.
            <div id="own-models-error">
                {move || wrong.get().map(|why| view! { <p class="field-error" data-testid="prices-error">{why}</p> })}
            </div>
        </details>
    }
    .into_any()
}
