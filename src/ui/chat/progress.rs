//! The line that says what the model is doing, and for how many seconds.

use super::state::Progress;
use crate::ui::i18n::Msg;
use crate::ui::state::{App, app};
use gloo_timers::callback::Interval;
use leptos::prelude::*;
use trammel_agent::{Agent, Phase};

/// Follows the phase of the agent after an operation.
pub(super) fn follow_phase(app: App) {
    let chat = app.chat;
    let phase = chat.host().borrow().agent.as_ref().and_then(Agent::phase);
    let is_same = chat
        .progress
        .with_untracked(|shown| shown.as_ref().map(|shown| &shown.phase) == phase.as_ref());
    if is_same {
        return;
    }
    let began = js_sys::Date::now();
    let timer = phase.is_some().then(|| {
        Interval::new(1000, move || {
            chat.progress.update(|shown| {
                if let Some(shown) = shown {
                    shown.seconds = ((js_sys::Date::now() - began) / 1e3).max(0.0) as u64;
                }
            });
        })
    });
    chat.progress
        .set(phase.map(|phase| Progress { phase, seconds: 0 }));
    chat.host().borrow_mut().progress = timer;
}

/// The line below the conversation. A retry and the end of a run have items of their own.
#[component]
pub(super) fn ProgressLine() -> impl IntoView {
    let app = app();
    let chat = app.chat;
    let is_shown = move || {
        chat.progress
            .with(|shown| shown.as_ref().is_some_and(|shown| shown.phase != Phase::Backoff))
    };
    let tag = move || {
        chat.progress
            .with(|shown| shown.as_ref().map(|shown| tag(&shown.phase)))
    };
    let text = move || chat.progress.get().map(|shown| in_words(app, &shown.phase));
    let seconds = move || {
        let seconds = chat
            .progress
            .with(|shown| shown.as_ref().map_or(0, |shown| shown.seconds));
        (seconds > 0).then(|| app.text_with(Msg::PhaseSeconds, &[("n", &seconds.to_string())]))
    };
    view! {
        <Show when=is_shown>
            <p class="hint numbers" data-testid="progress" data-phase=tag>
                <span>{text}</span>
                " "
                <span data-testid="progress-seconds">{seconds}</span>
            </p>
        </Show>
    }
}

/// Returns the value of `data-phase`.
fn tag(phase: &Phase) -> &'static str {
    match phase {
        Phase::Connecting => "connecting",
        Phase::Waiting => "waiting",
        Phase::Thinking => "thinking",
        Phase::Writing => "writing",
        Phase::Tool(_) => "tool",
        Phase::Compacting => "compacting",
        Phase::Asking => "asking",
        Phase::Backoff => "backoff",
    }
}

/// Returns the phase as a sentence. Tracks the language.
fn in_words(app: App, phase: &Phase) -> String {
    let text = match phase {
        Phase::Connecting => Msg::PhaseConnecting,
        Phase::Waiting => Msg::PhaseWaiting,
        Phase::Thinking => Msg::PhaseThinking,
        Phase::Writing => Msg::PhaseWriting,
        Phase::Tool(tool) => return app.text_with(Msg::PhaseTool, &[("tool", tool)]),
        Phase::Compacting => Msg::PhaseCompacting,
        Phase::Asking | Phase::Backoff => Msg::PhaseAsking,
    };
    app.text(text).to_owned()
}
