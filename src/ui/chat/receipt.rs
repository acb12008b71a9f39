//! The receipt of a run: what changed, with the names as buttons; the requirements that the run keeps as checks; and the
//! checks that it broke, with the answers of the user.

use super::items::Item;
use super::messages;
use super::selecting::go_to;
use super::written_row::WrittenRow;
use crate::ui::actions;
use crate::ui::i18n::Msg;
use crate::ui::icons::{Draw, Icon};
use crate::ui::state::{App, app};
use leptos::prelude::*;
use trammel_agent::{BrokenCheck, Receipt};
use trammel_language::Bilingual;

/// The view of a receipt.
#[component]
pub(super) fn ReceiptView(item: ArcRwSignal<Item>, receipt: Receipt) -> impl IntoView {
    let app = app();
    let written = receipt.written.clone();
    let names = receipt.names.clone();
    let requirements = receipt.requirements.clone();
    let lines = move || {
        app.prefs.lang.track();
        let lines = messages::receipt(app, &receipt);
        lines
            .into_iter()
            .map(|line| view! { <p>{line}</p> })
            .collect_view()
    };
    let rows = written
        .into_iter()
        .map(|entry| view! { <WrittenRow entry /> })
        .collect_view();
    let broken = Memo::new({
        let item = item.clone();
        move |_| {
            item.with(|item| match item {
                Item::Receipt(receipt) => receipt.broken.clone(),
                _ => Vec::new(),
            })
        }
    });
    // A check that the user has answered leaves the receipt.
    let close = Callback::new(move |check: BrokenCheck| {
        item.update(|item| {
            if let Item::Receipt(receipt) = item {
                receipt.broken.retain(|other| *other != check);
            }
        });
        app.chat.store(app);
    });
    view! {
        <div class="receipt numbers" data-testid="receipt">
            <Requirements requirements />
            {lines}
            <Names names />
            {rows}
            {move || broken.get().into_iter().map(|check| view! { <Broken check close /> }).collect_view()}
        </div>
    }
}

/// Names of added and changed entities: a name selects its entity and shows it.
#[component]
fn Names(names: Vec<String>) -> impl IntoView {
    let app = app();
    let button = move |name: String| {
        let shown = name.clone();
        view! {
            <button type="button" class="chip" data-testid="receipt-name" on:click=move |_| go_to(app, &name)>
                {shown}
            </button>
        }
    };
    (!names.is_empty()).then(|| {
        view! {
            <details class="receipt-names">
                <summary>{move || app.text(Msg::ReceiptNames)}</summary>
                <div class="chips">{names.into_iter().map(button).collect_view()}</div>
            </details>
        }
    })
}

/// State of a check of the present drawing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CheckState {
    Holds,
    Fails,
    /// The code has no such check any more.
    Gone,
}

fn state_of(app: App, text: &Bilingual) -> CheckState {
    app.doc.checks.with(|results| {
        let found = results.iter().find(|result| result.text == *text);
        match found.map(|result| result.failed.is_none()) {
            Some(true) => CheckState::Holds,
            Some(false) => CheckState::Fails,
            None => CheckState::Gone,
        }
    })
}

/// The requirements that the run keeps as checks, each with its present state.
#[component]
fn Requirements(requirements: Vec<Bilingual>) -> impl IntoView {
    let app = app();
    let chip = move |text: Bilingual| {
        let state = {
            let text = text.clone();
            Memo::new(move |_| state_of(app, &text))
        };
        let label = move || match state.get() {
            CheckState::Holds => Msg::CheckHolds,
            CheckState::Fails => Msg::CheckFails,
            CheckState::Gone => Msg::CheckGone,
        };
        let icon = move || match state.get() {
            CheckState::Holds => view! { <Draw icon=Icon::Check /> },
            CheckState::Fails => view! { <Draw icon=Icon::Cross /> },
            CheckState::Gone => view! { <Draw icon=Icon::Ban /> },
        };
        view! {
            <li class="requirement" data-testid="requirement" data-state=move || match state.get() {
                CheckState::Holds => "holds",
                CheckState::Fails => "fails",
                CheckState::Gone => "gone",
            }>
                {icon}
                <span class="visually-hidden">{move || app.text(label())}</span>
                <span>{move || app.reads(&text)}</span>
            </li>
        }
    };
    (!requirements.is_empty()).then(|| {
        view! {
            <ul class="requirements" aria-label=move || app.text(Msg::Requirements)>
                {requirements.into_iter().map(chip).collect_view()}
            </ul>
        }
    })
}

/// A check that the run broke: the user lets the model repair the drawing, changes the requirement, or keeps the result.
#[component]
fn Broken(check: BrokenCheck, close: Callback<BrokenCheck>) -> impl IntoView {
    let app = app();
    let shown = check.clone();
    let text = move || {
        let (text, why) = (app.reads(&shown.text), app.reads(&shown.why));
        app.text_with(Msg::BrokenCheck, &[("text", &text), ("why", &why)])
    };
    let check = StoredValue::new(check);
    let request = move |template: Msg| {
        let text = check.with_value(|check| app.words(&check.text));
        app.say(template, &[("text", &text)])
    };
    let answer = move || close.run(check.get_value());
    let fix = move |_| {
        app.chat.send_apart(app, request(Msg::FixRequest), Vec::new());
        answer();
    };
    let change = move |_| {
        app.chat.set_draft(request(Msg::ChangeRequest));
        actions::focus_later("composer");
        answer();
    };
    view! {
        <div class="note" data-testid="broken-check" data-failure="true">
            <p>{text}</p>
            <div class="field-row">
                <button
                    type="button"
                    class="button primary"
                    data-testid="fix-check"
                    disabled=move || app.chat.working.get() || app.chat.connected.with(Option::is_none)
                    on:click=fix
                >
                    {move || app.text(Msg::FixCheck)}
                </button>
                <button type="button" class="button" data-testid="change-check" on:click=change>
                    {move || app.text(Msg::ChangeCheck)}
                </button>
                <button type="button" class="button" data-testid="keep-broken" on:click=move |_| answer()>
                    {move || app.text(Msg::KeepBroken)}
                </button>
            </div>
        </div>
    }
    .into_any()
}
