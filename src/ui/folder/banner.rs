//! Banner about the folder: the questions that only the user can answer, and the description on request.

use super::state::FolderState;
use super::{choice, sync};
use crate::ui::i18n::Msg;
use crate::ui::state::{App, app};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// Button of the status bar that names the folder and opens its description.
#[component]
pub(crate) fn FolderStatus() -> impl IntoView {
    let app = app();
    let folder = app.folder;
    view! {
        <Show when=move || folder.state.with(|state| *state != FolderState::None)>
            <button
                type="button"
                class="status-button"
                data-testid="folder-status"
                data-state=move || folder.state.with(tag)
                aria-expanded=move || is_shown(app).to_string()
                on:click=move |_| folder.shown.update(|shown| *shown = !*shown)
            >
                {move || app.text_with(Msg::FolderName, &[("name", &folder.name.get())])}
            </button>
        </Show>
    }
}

/// Description of the folder with its buttons.
#[component]
pub(crate) fn FolderBanner() -> impl IntoView {
    let app = app();
    let folder = app.folder;
    let text = move || {
        let name = folder.name.get();
        match folder.state.get() {
            FolderState::None => String::new(),
            FolderState::Unread(why) => app.text_with(Msg::FolderUnread, &[("why", &why)]),
            FolderState::InUse => app.text_with(Msg::FolderInUse, &[("name", &name)]),
            FolderState::NeedsPermission => app.text_with(Msg::FolderNeedsPermission, &[("name", &name)]),
            FolderState::Held => app.text_with(Msg::FolderHeld, &[("name", &name)]),
            FolderState::BothChanged(files) => app.text_with(
                Msg::FolderBothChanged,
                &[("name", &name), ("files", &files.join(", "))],
            ),
            FolderState::Vanished(files) => app.text_with(
                Msg::FolderVanished,
                &[("name", &name), ("files", &files.join(", "))],
            ),
            FolderState::LeftAlone(why) => {
                app.text_with(Msg::FolderLeftAlone, &[("name", &name), ("why", &why)])
            }
            FolderState::Failed(why) => app.text_with(Msg::FolderFailed, &[("name", &name), ("why", &why)]),
        }
    };
    let both = move || {
        folder
            .state
            .with(|state| matches!(state, FolderState::BothChanged(_)))
    };
    let vanished = move || {
        folder
            .state
            .with(|state| matches!(state, FolderState::Vanished(_)))
    };
    let asks = move || folder.state.with(|state| *state == FolderState::NeedsPermission);
    let button = move |test: &'static str, label: Msg, act: Callback<()>| {
        view! {
            <button type="button" class="button" data-testid=test on:click=move |_| act.run(())>
                {move || app.text(label)}
            </button>
        }
    };
    let settle = move |with_folder| Callback::new(move |()| spawn_local(sync::settle(app, with_folder)));
    view! {
        <Show when=move || is_shown(app)>
            <div class="banner calm" role="status" data-testid="folder-banner" data-state=move || folder.state.with(tag)>
                <p>{text}</p>
                <Show when=asks>
                    {button("folder-permit", Msg::FolderPermit, Callback::new(move |()| spawn_local(choice::permit(app))))}
                </Show>
                <Show when=both>
                    {button("folder-load", Msg::FolderTakeTheirs, settle(true))}
                    {button("folder-keep", Msg::FolderTakeOurs, settle(false))}
                </Show>
                <Show when=vanished>
                    {button("folder-keep", Msg::FolderWriteAgain, settle(false))}
                    {button("folder-load", Msg::FolderRemoveHere, settle(true))}
                </Show>
                {button("folder-stop", Msg::FolderStop, Callback::new(move |()| spawn_local(choice::stop(app))))}
            </div>
        </Show>
    }
}

/// Whether the banner is shown: on request, or because the user has to decide.
fn is_shown(app: App) -> bool {
    match app.folder.state.get() {
        FolderState::None => false,
        FolderState::InUse | FolderState::Held | FolderState::LeftAlone(_) => app.folder.shown.get(),
        _ => true,
    }
}

fn tag(state: &FolderState) -> &'static str {
    match state {
        FolderState::None => "none",
        FolderState::Unread(_) => "unread",
        FolderState::InUse => "in-use",
        FolderState::NeedsPermission => "needs-permission",
        FolderState::Held => "held",
        FolderState::BothChanged(_) => "both-changed",
        FolderState::Vanished(_) => "vanished",
        FolderState::LeftAlone(_) => "left-alone",
        FolderState::Failed(_) => "failed",
    }
}
