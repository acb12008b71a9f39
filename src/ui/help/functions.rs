//! The page of all functions that code can call: searchable, with parameters, a runnable example, and its picture.
//!
//! Invariant: the content of a function is rendered, and its picture fetched, when the user opens it.

use super::pages::function_picture;
use super::view::TITLE;
use crate::ui::state::{App, app};
use leptos::prelude::*;
use std::sync::Arc;
use trammel_page_model::palette::rank;
use trammel_tools::{FunctionReference, ParameterReference, reference, synonyms_of};

/// Name of the page.
pub(in crate::ui) const FUNCTIONS_LABEL: [&str; 2] = ["Functions for code", "코드에서 쓰는 함수"];

const SEARCH: [&str; 2] = ["Search functions", "함수 찾기"];
const NONE: [&str; 2] = [
    "No function matches. Try another word, such as \"circle\".",
    "맞는 함수가 없어요. \"원\" 같은 다른 말로 찾아 보세요.",
];
const OPTIONAL: [&str; 2] = ["optional", "선택"];
const EXAMPLE: [&str; 2] = ["Example", "예"];
const PICTURE: [&str; 2] = ["Drawing of the example", "예제의 도면"];

/// The page.
#[component]
pub(super) fn FunctionPage() -> impl IntoView {
    let app = app();
    let all: Arc<[FunctionReference]> = reference().into();
    let texts: Vec<Vec<String>> = all.iter().map(texts).collect();
    let query = RwSignal::new(String::new());
    let found = Memo::new(move |_| {
        query.with(|query| {
            if query.trim().is_empty() {
                (0..texts.len()).collect()
            } else {
                rank(query, &texts)
            }
        })
    });
    let pick = move |text: [&'static str; 2]| app.prefs.lang.get().pick(text);
    let list = move || {
        let all = all.clone();
        let is_search = query.with(|query| !query.trim().is_empty());
        let mut group = None;
        let lang = app.prefs.lang.get();
        let entries = found.get().into_iter().map(|at| {
            let entry = all[at].clone();
            let heading = (!is_search && group != Some(entry.group)).then(|| {
                group = Some(entry.group);
                view! { <h4>{lang.pick(entry.group)}</h4> }
            });
            view! { {heading} <Function entry /> }
        });
        entries.collect_view()
    };
    let none = move || found.with(Vec::is_empty).then(|| pick(NONE));
    view! {
        <h3 id=TITLE tabindex="-1" data-testid="guide-title">{move || pick(FUNCTIONS_LABEL)}</h3>
        <input
            class="input"
            type="search"
            data-testid="function-search"
            aria-label=move || pick(SEARCH)
            placeholder=move || pick(SEARCH)
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            on:input=move |event| query.set(event_target_value(&event))
        />
        <div class="functions">{list}</div>
        <p class="hint" role="status" data-testid="function-none">{none}</p>
    }
    .into_any()
}

/// Returns the searched texts of a function.
fn texts(entry: &FunctionReference) -> Vec<String> {
    let mut texts = vec![format!("{} {}", entry.name, entry.call), synonyms_of(entry.name)];
    texts.extend(entry.description.iter().cloned());
    texts
}

/// A function, which the user opens.
#[component]
fn Function(entry: FunctionReference) -> impl IntoView {
    let app = app();
    let open = RwSignal::new(false);
    let lang = app.prefs.lang.get_untracked();
    let (name, call) = (entry.name, entry.call.clone());
    let [english, korean] = entry.description.clone();
    let about = lang.pick([english, korean]);
    view! {
        <details
            class="function"
            data-testid="function"
            data-name=name
            on:toggle=move |event| {
                open.set(event_target::<web_sys::Element>(&event).has_attribute("open"));
            }
        >
            <summary><code>{call}</code> <span class="quiet">{about}</span></summary>
            {move || open.get().then(|| content(app, &entry))}
        </details>
    }
}

/// The content of an open function.
fn content(app: App, entry: &FunctionReference) -> impl IntoView + use<> {
    let lang = app.prefs.lang.get();
    let row = |parameter: &ParameterReference| {
        let optional = parameter.optional.then(|| lang.pick(OPTIONAL));
        view! {
            <li>
                <code>{parameter.name.clone()}</code> " "
                <span class="quiet">{parameter.kind.clone()} {optional.map(|text| format!(", {text}"))}</span>
                " " {parameter.description.clone()}
            </li>
        }
    };
    let parameters = entry.parameters.iter().map(row).collect_view();
    let picture = entry.has_picture.then(|| {
        let alt = lang.pick(PICTURE);
        view! {
            <img class="function-picture" data-testid="function-picture" src=function_picture(entry.name) alt=alt />
        }
    });
    view! {
        <p><code>{format!("{}({{ … }})", entry.name)}</code></p>
        <ul>{parameters}</ul>
        <div class="function-example">
            <p class="quiet">{lang.pick(EXAMPLE)}</p>
            <pre tabindex="0">{entry.example}</pre>
        </div>
        {picture}
    }
}
