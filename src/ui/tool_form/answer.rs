//! The result of the call of a form: the error, or the result of a query in plain words.

use super::call::Form;
use super::changes_text::changes_text;
use crate::ui::i18n::Msg;
use crate::ui::state::App;
use leptos::prelude::*;
use trammel_language::Language;
use trammel_page_model::plain_result::{Row, Words, rows};
use trammel_tools::Reply;

/// Maximum number of displayed rows of a result.
const MOST_ROWS: usize = 100;
/// Maximum length of a displayed value, in characters.
const MOST: usize = 2_000;

/// The result of the call.
#[component]
pub(super) fn Answer(form: Form) -> impl IntoView {
    let app = form.app;
    let shown = move |reply: Reply| {
        let Some(failure) = reply.failure() else {
            return view! {
                <div class="tool-answer" role="status" data-testid="tool-answer" data-ok="true">
                    {result(app, &reply)}
                </div>
            }
            .into_any();
        };
        let near = failure.suggestions.join(", ");
        let near = (!near.is_empty()).then(|| app.text_with(Msg::DidYouMean, &[("names", &near)]));
        view! {
            <div class="tool-answer" role="alert" data-testid="tool-answer" data-ok="false">
                <p class="field-error">{app.reads(&failure.message)}</p>
                <p class="hint">{near}</p>
            </div>
        }
        .into_any()
    };
    move || form.answer.get().map(shown)
}

/// Returns the content of a successful reply.
fn result(app: App, reply: &Reply) -> AnyView {
    let Some(data) = reply.data().filter(|data| !data.is_null()) else {
        return view! { <p>{changes_text(app, &reply.changes.clone().unwrap_or_default())}</p> }.into_any();
    };
    let all = rows(data, words(app.lang()));
    if let [Row { label, text }] = all.as_slice()
        && label.is_empty()
    {
        return view! { <p class="tool-result">{clip(text)}</p> }.into_any();
    }
    let more = all.len().saturating_sub(MOST_ROWS);
    let row = |row: &Row| view! { <div><dt>{row.label.clone()}</dt><dd>{clip(&row.text)}</dd></div> };
    let shown = all.iter().take(MOST_ROWS).map(row).collect_view();
    let rest = (more > 0).then(|| view! { <p class="hint">{format!("+{more}")}</p> });
    view! {
        <dl class="tool-result" tabindex="0">{shown}</dl>
        {rest}
    }
    .into_any()
}

fn words(lang: Language) -> Words {
    Words {
        yes: lang.pick(["yes", "예"]),
        no: lang.pick(["no", "아니요"]),
        none: lang.pick(["none", "없음"]),
    }
}

fn clip(text: &str) -> String {
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST).chain(['…']).collect()
}
