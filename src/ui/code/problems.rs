//! The problem, the warnings, and the log of the code, shown below the editor.

use crate::ui::feedback::set_if_new;
use crate::ui::i18n::Msg;
use crate::ui::icons::{Draw, Icon};
use crate::ui::state::{Problem, app};
use leptos::{html, prelude::*};

/// The problem of the current code, if there is one.
#[component]
pub(super) fn Problems() -> impl IntoView {
    let app = app();
    move || {
        app.doc
            .problem
            .get()
            .map(|problem| view! { <ProblemLine problem /> })
    }
}

#[component]
fn ProblemLine(problem: Problem) -> impl IntoView {
    let app = app();
    let Problem {
        message,
        file,
        line,
        suggestions,
        ..
    } = problem;
    let place = file.clone().zip(line);
    let names = suggestions.join(", ");
    let go = place.clone().map(|(file, line)| {
        let text = {
            let file = file.clone();
            move || app.text_with(Msg::ProblemAt, &[("file", &file), ("line", &line.to_string())])
        };
        view! {
            <button type="button" class="link" on:click=move |_| app.open_file(&file, Some(line))>{text}</button>
        }
    });
    let hint = (!names.is_empty()).then(
        || view! { <p class="hint">{move || app.text_with(Msg::DidYouMean, &[("names", &names)])}</p> },
    );
    view! {
        <section
            class="problem"
            data-testid="problem"
            data-line=line.map(|line| line.to_string())
            data-file=file
            aria-label=move || app.text(Msg::Problems)
        >
            <Draw icon=Icon::Cross />
            <div>
                <p class="message">{move || app.reads(&message)}</p>
                {hint}
                {go}
            </div>
        </section>
    }
}

/// The warnings about the last run and the present drawing.
#[component]
pub(super) fn Warnings() -> impl IntoView {
    let app = app();
    let list = NodeRef::<html::Details>::new();
    let count = move || app.doc.warnings.with(|warnings| warnings.len());
    let rows = move || {
        let language = app.prefs.lang.get();
        app.doc.warnings.with(|warnings| {
            let texts = warnings.iter().map(|warning| warning.text(language).to_owned());
            texts.map(|text| view! { <li>{text}</li> }).collect_view()
        })
    };
    let opened = move |_| {
        if let Some(list) = list.get_untracked() {
            set_if_new(app.doc.warnings_open, list.open());
        }
    };
    view! {
        <details
            node_ref=list
            class="logs"
            data-testid="warnings"
            hidden=move || count() == 0
            prop:open=move || app.doc.warnings_open.get()
            on:toggle=opened
        >
            <summary>{move || app.text(Msg::Warnings)} " " <span class="count numbers">{count}</span></summary>
            <ul>{rows}</ul>
        </details>
    }
}

/// The log of the last run.
#[component]
pub(super) fn LogPanel() -> impl IntoView {
    let app = app();
    let count = move || app.doc.logs.with(|logs| logs.len());
    let text = move || {
        app.doc.logs.with(|logs| {
            if logs.is_empty() {
                app.text(Msg::NoLogs).to_owned()
            } else {
                logs.join("\n")
            }
        })
    };
    view! {
        <details class="logs">
            <summary>{move || app.text(Msg::Logs)} " " <span class="count numbers">{count}</span></summary>
            <pre tabindex="0" data-testid="logs" aria-label=move || app.text(Msg::Logs)>{text}</pre>
        </details>
    }
}
