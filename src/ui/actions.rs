//! Effects of the actions, and the page's only keyboard handler.

use super::dialog;
use super::document::{Caller, Flag, Request};
use super::i18n::Msg;
use super::opening;
use super::panel::CHAT;
use super::selecting::{SPOKEN_NAMES, select};
use super::state::App;
use super::tool_input;
use crate::editor::actions::{ActionId, ActionList, DisabledReason, Focus};
use crate::editor::arrangement::Arrangement;
use crate::editor::camera::{Camera, PAN_STEP, ZOOM_STEP, coordinate_decimals};
use crate::editor::canvas_tool::{Effect, Modifiers};
use crate::editor::canvas_tools::{self, CANVAS_TOOLS};
use crate::editor::hit_test;
use crate::editor::keys::KeyPress;
use crate::editor::selection::Selection;
use crate::editor::snapping::Snapped;
use crate::geometry::{Bounds, Vec2};
use crate::language::Language;
use crate::scene::{Name, Scene};
use crate::session::deletion;
use leptos::{ev, prelude::*, task::spawn_local};
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{Element, HtmlElement, KeyboardEvent};

/// Returns the label of an action.
pub(crate) fn label(action: ActionId, lang: Language) -> &'static str {
    let message = match action {
        ActionId::Undo => Msg::Undo,
        ActionId::Redo => Msg::Redo,
        ActionId::SelectAll => Msg::SelectAll,
        ActionId::ClearSelection => Msg::ClearSelection,
        ActionId::Delete => Msg::Delete,
        ActionId::ToggleHidden => Msg::ToggleHidden,
        ActionId::ToggleLocked => Msg::ToggleLocked,
        ActionId::Fit => Msg::Fit,
        ActionId::FitSelection => Msg::FitSelection,
        ActionId::ZoomIn => Msg::ZoomIn,
        ActionId::ZoomOut => Msg::ZoomOut,
        ActionId::ZoomActual => Msg::ZoomActual,
        ActionId::CanvasTool(id) => {
            let tool = canvas_tools::find(CANVAS_TOOLS, id);
            return tool.map_or(id, |tool| lang.pick(tool.label));
        }
        ActionId::Arrange(arrangement) => return lang.pick(arrangement.label()),
        ActionId::Run => Msg::Run,
        ActionId::Stop => Msg::Stop,
        ActionId::FocusChat => Msg::FocusChat,
        ActionId::NotePoint => Msg::NotePoint,
        ActionId::ToggleTheme => Msg::ToggleTheme,
        ActionId::ShareLink => Msg::ShareLink,
        ActionId::NewDrawing => Msg::NewDrawing,
        ActionId::PreviousDrawings => Msg::PreviousDrawings,
        ActionId::Export => Msg::Export,
        ActionId::SaveProject => Msg::SaveProject,
        ActionId::OpenFile => Msg::OpenFile,
        ActionId::OpenPalette => Msg::OpenPalette,
        ActionId::Help => Msg::Help,
        ActionId::PanLeft | ActionId::PanRight | ActionId::PanUp | ActionId::PanDown => Msg::MoveView,
    };
    message.text(lang)
}

/// Returns the message for a reason why an action is disabled.
pub(crate) fn reason(refusal: DisabledReason) -> Msg {
    match refusal {
        DisabledReason::NothingToUndo => Msg::NothingToUndo,
        DisabledReason::NothingToRedo => Msg::NothingToRedo,
        DisabledReason::EmptyDrawing => Msg::EmptyDrawing,
        DisabledReason::NothingSelected => Msg::NothingSelected,
        DisabledReason::NothingRuns => Msg::NothingRuns,
        DisabledReason::FewerThanTwo => Msg::FewerThanTwo,
        DisabledReason::FewerThanThree => Msg::FewerThanThree,
    }
}

/// Performs an action, or shows the reason why the action is disabled.
pub(crate) fn act(app: App, action: ActionId) {
    if let Err(refusal) = action.check(untrack(move || app.action_context())) {
        app.refuse(reason(refusal).text(app.lang()).to_owned());
        return;
    }
    let view = app.view;
    match action {
        ActionId::Undo => app.document.submit(Caller::User, Request::Undo),
        ActionId::Redo => app.document.submit(Caller::User, Request::Redo),
        ActionId::SelectAll => select(app, Selection::of(app.document.scene(hit_test::all))),
        ActionId::ClearSelection => select(app, Selection::default()),
        ActionId::Delete => delete(app),
        ActionId::ToggleHidden => toggle(app, Flag::Hidden),
        ActionId::ToggleLocked => toggle(app, Flag::Locked),
        ActionId::Fit => view.fit(app.document.scene(crate::scene::Scene::bounds)),
        ActionId::FitSelection => view.show(selection_bounds(app)),
        ActionId::ZoomIn => zoom(app, ZOOM_STEP),
        ActionId::ZoomOut => zoom(app, 1.0 / ZOOM_STEP),
        ActionId::ZoomActual => view.set_camera(Camera::new(view.camera.get_untracked().center, 1.0)),
        ActionId::CanvasTool(id) => {
            if tool_input::activate(app, id) {
                focus_later("drawing");
            }
        }
        ActionId::Arrange(arrangement) => arrange(app, arrangement),
        ActionId::Run => app.document.run_file(&app.doc.current.get_untracked()),
        ActionId::Stop => {
            app.chat.stop(app);
            app.document.stop();
        }
        ActionId::FocusChat => {
            app.prefs.set_tab(CHAT);
            focus_later("composer");
        }
        ActionId::NotePoint => note_point(app),
        ActionId::ToggleTheme => app.prefs.set_theme(app.prefs.next_theme()),
        ActionId::ShareLink => app.share.show_link(app),
        ActionId::NewDrawing => spawn_local(async move { opening::new_drawing(app).await }),
        ActionId::PreviousDrawings => app.previous.shown.set(true),
        ActionId::Export => app.share.show_export(),
        ActionId::SaveProject => app.share.save_project(app),
        ActionId::OpenFile => app.share.choose_file(),
        ActionId::OpenPalette => view.palette.update(|open| *open = !*open),
        ActionId::Help => app.help.shown.set(true),
        ActionId::PanLeft => pan(app, Vec2::new(PAN_STEP, 0.0)),
        ActionId::PanRight => pan(app, Vec2::new(-PAN_STEP, 0.0)),
        ActionId::PanUp => pan(app, Vec2::new(0.0, PAN_STEP)),
        ActionId::PanDown => pan(app, Vec2::new(0.0, -PAN_STEP)),
    }
}

/// Adds the point under the pointer to the message draft: the snapped point at full precision, or the pointer's
/// position at the precision of the zoom.
fn note_point(app: App) {
    let snapped = app
        .view
        .tools
        .preview
        .with_untracked(|preview| preview.snap.clone());
    let text = match (snapped, app.view.cursor.get_untracked()) {
        (Some(snapped), _) => {
            let Snapped { point, kind, owner } = snapped;
            let owner = owner.map_or_else(String::new, |owner| format!(" of {owner}"));
            format!("[{}, {}] ({}{owner})", point.x, point.y, kind.as_str())
        }
        (None, Some(point)) => {
            let decimals = coordinate_decimals(app.view.camera.with_untracked(|camera| camera.zoom));
            format!("[{:.decimals$}, {:.decimals$}]", point.x, point.y)
        }
        (None, None) => {
            app.refuse(app.say(Msg::NoPoint, &[]));
            return;
        }
    };
    app.prefs.set_tab(CHAT);
    app.chat.add_to_draft(&text);
    app.speak(text);
}

fn zoom(app: App, factor: f64) {
    let viewport = app.view.viewport.get_untracked();
    app.view.set_camera(
        app.view
            .camera
            .get_untracked()
            .zoomed_at(viewport.middle(), factor, viewport),
    );
}

fn pan(app: App, by: Vec2) {
    app.view.set_camera(app.view.camera.get_untracked().panned(by));
}

fn selected(app: App) -> Vec<Name> {
    app.view
        .selection
        .with_untracked(|selection| selection.iter().cloned().collect())
}

fn selection_bounds(app: App) -> Option<Bounds> {
    let names = selected(app);
    app.document
        .scene(|scene| Bounds::union_all(names.iter().filter_map(|name| scene.world_bounds(name))))
}

/// Toggles a flag of all selected entities: sets the flag if any entity lacks it, and clears the flag otherwise.
fn toggle(app: App, flag: Flag) {
    let names = selected(app);
    let on = app.document.scene(|scene| {
        names
            .iter()
            .filter_map(|name| scene.get(name))
            .any(|entity| match flag {
                Flag::Hidden => !entity.hidden,
                Flag::Locked => !entity.locked,
            })
    });
    for name in names {
        app.document
            .submit(Caller::User, Request::SetFlag { name, flag, on });
    }
}

/// Deletes the selected entities in one undo step, by a snippet that is appended to `main`. Refuses before anything
/// runs if a selected entity is locked or the code is broken.
fn delete(app: App) {
    if let Some(problem) = app.doc.problem.get_untracked() {
        app.refuse(app.say(Msg::BrokenNotDeleted, &[("why", &problem.message)]));
        return;
    }
    let names = selected(app);
    let locked = |scene: &Scene| {
        let is_locked = |name: &&Name| scene.get(name).is_some_and(|entity| entity.locked);
        let locked: Vec<&str> = names.iter().filter(is_locked).map(Name::as_str).collect();
        listed(&locked)
    };
    if let Some(names) = app.document.scene(locked) {
        app.refuse(app.say(Msg::LockedNotDeleted, &[("names", &names)]));
        return;
    }
    let code = deletion::statements(&app.document.scene(|scene| outermost(scene, &names)));
    let call = Request::Call {
        tool: "run_cad_code".to_owned(),
        input: serde_json::json!({ "code": code }),
    };
    app.document.submit(Caller::User, call);
}

/// Aligns or distributes the selected entities in one undo step. Refuses if the code is broken.
fn arrange(app: App, arrangement: Arrangement) {
    let names = selected(app);
    let (tool, input) = arrangement.call(&app.document.scene(|scene| outermost(scene, &names)));
    tool_input::perform(app, Effect::Call { tool, input });
}

/// Returns the entities whose ancestors are not in the list: deleting a group also deletes its members.
fn outermost(scene: &Scene, names: &[Name]) -> Vec<Name> {
    let chosen = crate::sort::set(names);
    let parent = |name: &Name| scene.get(name).and_then(|entity| entity.parent.clone());
    let alone = |name: &&Name| {
        let mut groups = std::iter::successors(parent(name), |group| parent(group));
        !groups.any(|group| chosen.contains(&group))
    };
    names.iter().filter(alone).cloned().collect()
}

/// Returns the first [`SPOKEN_NAMES`] names and the count of the rest, or `None` for an empty list.
fn listed(names: &[&str]) -> Option<String> {
    let first = names
        .iter()
        .take(SPOKEN_NAMES)
        .copied()
        .collect::<Vec<_>>()
        .join(", ");
    match names.len() {
        0 => None,
        count if count > SPOKEN_NAMES => Some(format!("{first} (+{})", count - SPOKEN_NAMES)),
        _ => Some(first),
    }
}

/// Registers the keyboard listeners for the lifetime of the page.
pub(crate) fn listen(app: App) {
    let down = window_event_listener(ev::keydown, move |event| key_down(app, &event));
    let up = window_event_listener(ev::keyup, move |event| {
        tool_input::hold(app, modifiers(&event));
        if event.code() == "Space" {
            tool_input::set_space(app, false);
        }
    });
    let blur = window_event_listener(ev::blur, move |_| tool_input::set_space(app, false));
    on_cleanup(move || {
        down.remove();
        up.remove();
        blur.remove();
    });
    // This listener uses the capture phase: global shortcuts take precedence over the key bindings of the code editor.
    let first = Closure::<dyn Fn(KeyboardEvent)>::new(move |event| everywhere(app, &event));
    let _ =
        window().add_event_listener_with_callback_and_bool("keydown", first.as_ref().unchecked_ref(), true);
    first.forget();
}

fn everywhere(app: App, event: &KeyboardEvent) {
    // An open dialog is modal: shortcuts do not reach the drawing.
    if dialog::any_open() {
        return;
    }
    let (key, code) = (event.key(), event.code());
    let press = press(event, &key, &code);
    let action = ActionList::standard().for_key(&press, Focus::Text, app.prefs.mac);
    let Some(action) = action.filter(|_| !event.is_composing()) else {
        return;
    };
    // In the composer, the shortcut of Run sends the message.
    let in_composer = target(event).is_some_and(|target| target.id() == "composer");
    if in_composer && action == ActionId::Run {
        return;
    }
    event.prevent_default();
    event.stop_propagation();
    act(app, action);
}

fn key_down(app: App, event: &KeyboardEvent) {
    tool_input::hold(app, modifiers(event));
    // Skips keys that a handler closer to the focus has used, and keys of an input method's composition.
    if event.default_prevented() || event.is_composing() || dialog::any_open() {
        return;
    }
    let focus = focus_of(event);
    if event.code() == "Space" && focus == Focus::Canvas {
        // Space would scroll the page. With the focus elsewhere, Space presses the focused button.
        event.prevent_default();
        tool_input::set_space(app, true);
        return;
    }
    let (key, code) = (event.key(), event.code());
    let press = press(event, &key, &code);
    if focus != Focus::Text && tool_input::key(app, press, focus == Focus::Canvas) {
        event.prevent_default();
    } else if let Some(action) = ActionList::standard().for_key(&press, focus, app.prefs.mac) {
        event.prevent_default();
        act(app, action);
    }
}

fn modifiers(event: &KeyboardEvent) -> Modifiers {
    Modifiers {
        shift: event.shift_key(),
        command: event.ctrl_key() || event.meta_key(),
        alt: event.alt_key(),
        ..Modifiers::default()
    }
}

pub(crate) fn press<'a>(event: &KeyboardEvent, key: &'a str, code: &'a str) -> KeyPress<'a> {
    KeyPress {
        key,
        code,
        ctrl: event.ctrl_key(),
        meta: event.meta_key(),
        shift: event.shift_key(),
        alt: event.alt_key(),
    }
}

fn target(event: &KeyboardEvent) -> Option<Element> {
    event.target().and_then(|target| target.dyn_into().ok())
}

fn focus_of(event: &KeyboardEvent) -> Focus {
    let Some(target) = target(event) else {
        return Focus::Other;
    };
    // A dialog counts as a text field: its keys trigger no shortcuts.
    let typing =
        "input, textarea, select, [contenteditable]:not([contenteditable=false]), .cm-editor, dialog";
    if target.closest(typing).ok().flatten().is_some() {
        Focus::Text
    } else if target.id() == "drawing" || target.tag_name().eq_ignore_ascii_case("body") {
        Focus::Canvas
    } else {
        Focus::Other
    }
}

/// Focuses the element with this id: in a microtask, after the caller's changes are rendered, so that a fast typist
/// loses no letter; if the element does not take the focus then, in the next animation frame. A second attempt follows
/// only a failed one, because the user may have moved the focus in between.
pub(crate) fn focus_later(id: impl Into<String>) {
    let id = id.into();
    spawn_local(async move {
        if !focus(&id) {
            request_animation_frame(move || {
                focus(&id);
            });
        }
    });
}

/// Focuses the element with this id, and returns whether it has the focus afterward.
fn focus(id: &str) -> bool {
    let found = document().get_element_by_id(id);
    let Some(element) = found.and_then(|element| element.dyn_into::<HtmlElement>().ok()) else {
        return false;
    };
    let _ = element.focus();
    document()
        .active_element()
        .is_some_and(|active| active.is_same_node(Some(&element)))
}
