//! The frame of the page: bars, docks, skip links, banners, and dialogs.

use super::actions;
use super::button::{ActionButton, IconButton};
use super::canvas::Canvas;
use super::chat::ThenPicture;
use super::conflict;
use super::context_menu::ContextMenu;
use super::cutting::CuttingPanel;
use super::dock::{self, LeftDock, RightDock};
use super::examples::EXAMPLES;
use super::folder::banner::FolderBanner;
use super::help::dialog::HelpDialog;
use super::i18n::Msg;
use super::icons::{Draw, Icon};
use super::library;
use super::library::conversation_list::ConversationListDialog;
use super::library::dialog::LibraryDialog;
use super::library::history::HistoryDialog;
use super::menu::{ActionItem, Menu};
use super::opening;
use super::palette::Palette;
use super::panel::CHAT;
use super::prefs::Theme;
use super::question::QuestionLayer;
use super::review::bar::ReviewBar;
use super::saving;
use super::share::{ShareLayer, ShareMenu, ShareTrouble, save_text};
use super::state::{SaveState, UnreadText, app};
use super::status::StatusBar;
use super::tool_form::FormPanel;
use leptos::{prelude::*, task::spawn_local};
use trammel_canvas::actions::ActionId;
use trammel_language::Language;

/// The whole page.
#[component]
pub(crate) fn Shell() -> impl IntoView {
    let app = app();
    actions::listen(app);
    dock::listen(app);
    let skip = move |target: &'static str, name: Msg| {
        view! {
            <a class="skip" href=format!("#{target}") on:click=move |event| {
                event.prevent_default();
                if target == "composer" {
                    app.prefs.set_tab(CHAT);
                }
                actions::focus_later(target);
            }>{move || app.text(name)}</a>
        }
    };
    view! {
        {skip("drawing", Msg::SkipToCanvas)}
        {skip("composer", Msg::SkipToChat)}
        {skip("items", Msg::SkipToTree)}
        <div
            class="shell"
            style=("--left-width", move || format!("{}px", app.prefs.left.get()))
            style=("--right-width", move || format!("{}px", app.prefs.right.get()))
        >
            <TopBar />
            <div class="banners"><Banners /><ShareTrouble /></div>
            <ReviewBar />
            <LeftDock />
            <Canvas />
            <ThenPicture />
            <RightDock />
            <FormPanel />
            <CuttingPanel />
            <StatusBar />
        </div>
        <ShareLayer />
        <LibraryDialog />
        <HistoryDialog />
        <ConversationListDialog />
        <HelpDialog />
        <Palette />
        <ContextMenu />
        <QuestionLayer />
        <div class="visually-hidden" role="status" aria-live="polite" data-testid="live">{move || app.doc.live_message.get()}</div>
    }
    .into_any()
}

#[component]
fn TopBar() -> impl IntoView {
    let app = app();
    view! {
        <header class="top-bar">
            <Draw icon=Icon::Trammel />
            <h1 class="brand">{move || app.text(Msg::AppName)}</h1>
            <ActionButton action=ActionId::Undo test="undo" />
            <ActionButton action=ActionId::Redo test="redo" />
            <Menu name=Msg::Drawings test="examples">
                <ActionItem action=ActionId::NewDrawing test="new-drawing" />
                <ActionItem action=ActionId::Library test="open-library" />
                <ActionItem action=ActionId::History test="open-history" />
                <ActionItem action=ActionId::Folder test="open-folder" />
                <p class="menu-heading" role="presentation">{move || app.text(Msg::Examples)}</p>
                {EXAMPLES
                    .iter()
                    .map(|example| {
                        view! {
                            <button
                                type="button"
                                role="menuitem"
                                tabindex="-1"
                                data-testid=format!("example-{}", example.id)
                                on:click=move |_| spawn_local(async move { opening::open_example(app, example).await })
                            >
                                {move || app.lang().pick(example.title)}
                            </button>
                        }
                    })
                    .collect_view()}
                // The header of a phone has no room for the button.
                <ActionItem action=ActionId::Help test="help-item" />
            </Menu>
            <ShareMenu />
            <span class="spacer"></span>
            <span class="wide-only">
                <ActionButton action=ActionId::OpenPalette test="open-palette" />
                <ActionButton action=ActionId::Help test="help" />
            </span>
            <ThemeButton />
            <label>
                <span class="visually-hidden">{move || app.text(Msg::Language)}</span>
                <select
                    class="select"
                    data-testid="language"
                    on:change=move |event| app.prefs.set_lang(Language::from_tag(&event_target_value(&event)))
                >
                    <option value="en" lang="en" prop:selected=move || app.prefs.lang.get() == Language::English>"English"</option>
                    <option value="ko" lang="ko" prop:selected=move || app.prefs.lang.get() == Language::Korean>"한국어"</option>
                </select>
            </label>
            <IconButton
                icon=Icon::Layers
                name=Msg::ShowItems
                test="show-items"
                class="only-narrow"
                press=Callback::new(move |()| app.prefs.drawer.update(|open| *open = !*open))
            />
        </header>
    }
    .into_any()
}

/// The button that cycles through the themes: opposite of the system's colors, equal to the system's colors, system.
#[component]
fn ThemeButton() -> impl IntoView {
    let app = app();
    let icon = move || match app.prefs.theme.get() {
        Theme::System => Icon::Screen,
        Theme::Light => Icon::Sun,
        Theme::Dark => Icon::Moon,
    };
    let title = move || {
        let now = match app.prefs.theme.get() {
            Theme::System => Msg::ThemeSystem,
            Theme::Light => Msg::ThemeLight,
            Theme::Dark => Msg::ThemeDark,
        };
        let key = ActionId::ToggleTheme.keys().first();
        let key = key
            .map(|chord| format!(" ({})", chord.display(app.prefs.mac)))
            .unwrap_or_default();
        format!("{}: {}{key}", app.text(Msg::Theme), app.text(now))
    };
    view! {
        <button
            type="button"
            class="icon-button"
            data-testid="theme"
            data-theme=move || app.prefs.theme.get().tag()
            aria-label=title
            title=title
            aria-keyshortcuts=ActionId::ToggleTheme.keys().first().map(|chord| chord.aria(app.prefs.mac))
            on:click=move |_| actions::act(app, ActionId::ToggleTheme)
        >
            {move || view! { <Draw icon=icon() /> }}
        </button>
    }
}

/// The banners for work that could not be stored or read, until the user dismisses them.
#[component]
fn Banners() -> impl IntoView {
    let app = app();
    let dismissed = app.doc.dismissed;
    let failure = move || match app.doc.saved.get() {
        SaveState::Failed(_) if app.doc.changed_elsewhere.get() => None,
        SaveState::Failed(why) if dismissed.get().as_ref() != Some(&why) => Some(why),
        _ => None,
    };
    let also_open_seen = RwSignal::new(false);
    let banner = move |text: String, test: &'static str, dismiss: Callback<()>| {
        view! {
            <div class="banner" role="alert" data-testid=test>
                <p>{text}</p>
                <button type="button" class="button" on:click=move |_| dismiss.run(())>{move || app.text(Msg::Dismiss)}</button>
            </div>
        }
    };
    view! {
        <Show when=move || app.doc.changed_elsewhere.get()>
            <div class="banner" role="alert" data-testid="changed-elsewhere">
                <p>{move || app.text(Msg::ChangedElsewhere)}</p>
                <button
                    type="button"
                    class="button"
                    data-testid="load-other"
                    on:click=move |_| spawn_local(async move { conflict::load_other_one(app).await })
                >
                    {move || app.text(Msg::LoadOther)}
                </button>
                <button
                    type="button"
                    class="button"
                    data-testid="keep-this"
                    on:click=move |_| spawn_local(async move { conflict::keep_this_one(app).await })
                >
                    {move || app.text(Msg::KeepThis)}
                </button>
            </div>
        </Show>
        <Show when=move || app.library.unrun.get()>
            <div class="banner" role="alert" data-testid="safe-start">
                <p>{move || app.text(Msg::SafeStart)}</p>
                <button type="button" class="button" data-testid="safe-start-run" on:click=move |_| actions::act(app, ActionId::Run)>
                    {move || app.text(ActionId::Run.label())}
                </button>
                <button type="button" class="button" data-testid="safe-start-library" on:click=move |_| actions::act(app, ActionId::Library)>
                    {move || app.text(ActionId::Library.label())}
                </button>
            </div>
        </Show>
        <Show when=move || app.library.follows.get() && !also_open_seen.get()>
            <div class="banner calm" role="status" data-testid="also-open">
                <p>{move || app.text(Msg::AlsoOpen)}</p>
                <button type="button" class="button" data-testid="open-copy" on:click=move |_| spawn_local(async move { library::opening::open_copy(app).await })>
                    {move || app.text(Msg::WorkOnCopy)}
                </button>
                <button type="button" class="button" on:click=move |_| also_open_seen.set(true)>
                    {move || app.text(Msg::Dismiss)}
                </button>
            </div>
        </Show>
        {move || {
            failure().map(|why| {
                let text = app.text_with(Msg::NotSavedWhy, &[("why", &why)]);
                banner(text, "save-failed", Callback::new(move |()| dismissed.set(Some(why.clone()))))
            })
        }}
        <FolderBanner />
        <Unread />
    }
}

/// The banner for unreadable stored texts: each can be downloaded, and all can be set aside, so that the work can be
/// saved again.
#[component]
fn Unread() -> impl IntoView {
    let app = app();
    let unread = app.doc.unread;
    let row = move |part: UnreadText| {
        let UnreadText { file, why, text } = part;
        let label = format!("{}: {file}", app.text(Msg::DownloadText));
        view! {
            <li>
                <span>{why}</span>
                <button
                    type="button"
                    class="button"
                    data-testid="download-unread"
                    aria-label=label
                    on:click=move |_| save_text(app, &file, &text)
                >
                    {move || app.text(Msg::DownloadText)}
                </button>
            </li>
        }
    };
    view! {
        <Show when=move || unread.with(|unread| !unread.is_empty())>
            <div class="banner" role="alert" data-testid="not-read">
                <div>
                    <p>{move || app.text(Msg::UnreadTexts)}</p>
                    <ul>{move || unread.get().into_iter().map(row).collect_view()}</ul>
                </div>
                <button type="button" class="button" data-testid="set-aside" on:click=move |_| saving::set_aside(app)>
                    {move || app.text(Msg::GoOnWithout)}
                </button>
            </div>
        </Show>
    }
}
