//! Effects of the actions, and the page's only keyboard handler.

use super::dialog;
use super::display::{GRID, RULERS, SNAP_TO_OBJECTS, Setting};
use super::document::{Caller, Flag, Request};
use super::editing::chosen::obstacle;
use super::editing::{clipboard, deleting, menu_place, perform, reference, rename};
pub(crate) use super::focus::focus_later;
use super::focus::{focus_of, target};
use super::folder;
use super::help::state::Help;
use super::hover_highlight;
use super::i18n::Msg;
use super::layers::refusal::keeps_flag_of_layer;
use super::library;
use super::opening;
use super::panel::CHAT;
use super::review::judging;
use super::selecting::{select, selected_names};
use super::state::App;
use super::tool_input;
use leptos::{ev, prelude::*, task::spawn_local};
use trammel_canvas::actions::{ActionId, ActionList, Focus};
use trammel_canvas::arrangement::Arrangement;
use trammel_canvas::camera::{Camera, PAN_STEP, ZOOM_STEP, coordinate_decimals};
use trammel_canvas::canvas_tool::{Effect, Modifiers};
use trammel_canvas::hit_test;
use trammel_canvas::keys::KeyPress;
use trammel_canvas::point_ref;
use trammel_canvas::selection::Selection;
use trammel_canvas::snapping::Snapped;
use trammel_kernel::{Bounds, Vec2};
use trammel_scene::Name;
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::KeyboardEvent;

/// Performs an action, or shows the reason why the action is disabled.
pub(crate) fn act(app: App, action: ActionId) {
    if let Err(refusal) = action.check(untrack(move || app.action_context())) {
        app.refuse(app.lang().pick(refusal).to_owned());
        return;
    }
    if let Some(reason) = obstacle(app, action) {
        app.refuse(app.lang().pick(reason));
        return;
    }
    let view = app.view;
    match action {
        ActionId::Undo => {
            // The text that is undone leaves localStorage, so the history has it soon.
            library::saving::save_soon(app);
            app.document.submit(Caller::User, Request::Undo);
        }
        ActionId::Redo => app.document.submit(Caller::User, Request::Redo),
        ActionId::SelectAll => select(app, Selection::of(app.document.scene(hit_test::all))),
        ActionId::ClearSelection => select(app, Selection::default()),
        ActionId::Delete => deleting::delete(app),
        ActionId::ToggleHidden => toggle(app, Flag::Hidden),
        ActionId::ToggleLocked => toggle(app, Flag::Locked),
        ActionId::Cut => clipboard::copy(app, true),
        ActionId::Copy => clipboard::copy(app, false),
        ActionId::Paste => clipboard::paste(app),
        ActionId::Duplicate => perform::duplicate(app),
        ActionId::Rename => rename::begin(app, None),
        ActionId::Group => perform::group(app),
        ActionId::Ungroup => perform::ungroup(app),
        ActionId::BringToFront => perform::bring_to_front(app),
        ActionId::BringForward => perform::move_one_step(app, true),
        ActionId::SendBackward => perform::move_one_step(app, false),
        ActionId::SendToBack => perform::send_to_back(app),
        ActionId::FlipHorizontally => perform::flip(app, Vec2::new(0.0, 1.0)),
        ActionId::FlipVertically => perform::flip(app, Vec2::new(1.0, 0.0)),
        ActionId::OpenMenu => menu_place::open_by_key(app),
        ActionId::NextChange => judging::go(app, true),
        ActionId::PreviousChange => judging::go(app, false),
        ActionId::KeepChange => judging::keep(app, false),
        ActionId::RejectChange => spawn_local(async move { judging::reject(app, false).await }),
        ActionId::ShowBefore => app.review.show_before(true),
        ActionId::Fit => view.fit_to(app.document.scene(trammel_scene::Scene::bounds)),
        ActionId::FitSelection => view.show(selection_bounds(app)),
        ActionId::ZoomIn => zoom(app, ZOOM_STEP),
        ActionId::ZoomOut => zoom(app, 1.0 / ZOOM_STEP),
        ActionId::ZoomActual => view.set_camera(Camera::new(view.camera.get_untracked().center, 1.0)),
        ActionId::ToggleGrid => toggle_display(app, &GRID),
        ActionId::ToggleRulers => toggle_display(app, &RULERS),
        ActionId::ToggleSnap => toggle_display(app, &SNAP_TO_OBJECTS),
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
        ActionId::GoToCode => hover_highlight::go_to_code_of_selection(app),
        ActionId::NotePoint => note_point(app),
        ActionId::CopyReference => reference::copy(app, None),
        ActionId::ToggleTheme => app.prefs.set_theme(app.prefs.next_theme()),
        ActionId::ShareLink => app.share.show_link(app),
        ActionId::NewDrawing => spawn_local(async move { opening::new_drawing(app).await }),
        ActionId::Library => app.library.shown.set(true),
        ActionId::History => app.library.history.set(true),
        ActionId::Folder => spawn_local(folder::choice::choose(app)),
        ActionId::Export => app.share.show_export(),
        ActionId::CheckForCutting => app.share.check_for_cutting(app),
        ActionId::CopyAsSvg => app.share.copy_as(app, "svg"),
        ActionId::CopyAsJson => app.share.copy_as(app, "json"),
        ActionId::SaveProject => app.share.save_project(app),
        ActionId::OpenFile => app.share.choose_file(),
        ActionId::OpenPalette => view.palette.update(|open| *open = !*open),
        ActionId::Help => app.help.show_guide(),
        ActionId::Shortcuts => app.help.show(Help::SHORTCUTS),
        ActionId::PanLeft => pan(app, Vec2::new(PAN_STEP, 0.0)),
        ActionId::PanRight => pan(app, Vec2::new(-PAN_STEP, 0.0)),
        ActionId::PanUp => pan(app, Vec2::new(0.0, PAN_STEP)),
        ActionId::PanDown => pan(app, Vec2::new(0.0, -PAN_STEP)),
    }
}

/// Switches a display setting, and announces the new state.
fn toggle_display(app: App, setting: &'static Setting) {
    let is_on = app.prefs.display.toggle(setting);
    let state = if is_on { ["on", "켬"] } else { ["off", "끔"] };
    let lang = app.lang();
    app.announce(format!("{}: {}", lang.pick(setting.label()), lang.pick(state)));
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
            let reference = app.document.scene(|scene| point_ref::of(scene, &snapped));
            let Snapped { point, kind, .. } = snapped;
            let owner = reference.map_or_else(String::new, |reference| format!(" of {reference}"));
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
            .zoom_at(viewport.middle(), factor, viewport),
    );
}

fn pan(app: App, by: Vec2) {
    app.view.set_camera(app.view.camera.get_untracked().pan_by(by));
}

fn selection_bounds(app: App) -> Option<Bounds> {
    let names = selected_names(app);
    app.document
        .scene(|scene| Bounds::union_all(names.iter().filter_map(|name| scene.world_bounds(name))))
}

/// Toggles a flag of all selected entities: sets the flag if any entity lacks it, and clears the flag otherwise.
fn toggle(app: App, flag: Flag) {
    let names = selected_names(app);
    let on = app.document.scene(|scene| {
        names
            .iter()
            .filter_map(|name| scene.get(name))
            .any(|entity| match flag {
                Flag::Hidden => !entity.hidden,
                Flag::Locked => !entity.locked,
            })
    });
    let names: Vec<Name> = names
        .into_iter()
        .filter(|name| !keeps_flag_of_layer(app, name, flag, on))
        .collect();
    if !names.is_empty() {
        app.document
            .submit(Caller::User, Request::SetFlag { names, flag, on });
    }
}

/// Aligns or distributes the selected entities in one undo step. Refuses if the code is broken.
fn arrange(app: App, arrangement: Arrangement) {
    let names = selected_names(app);
    let (tool, input) = arrangement.call(&app.document.scene(|scene| scene.outermost(&names)));
    tool_input::perform(app, Effect::Call { tool, input });
}

/// Registers the keyboard listeners for the lifetime of the page.
pub(crate) fn listen(app: App) {
    let down = window_event_listener(ev::keydown, move |event| key_down(app, &event));
    let up = window_event_listener(ev::keyup, move |event| {
        tool_input::hold(app, modifiers(&event));
        if event.code() == "Space" {
            tool_input::set_space(app, false);
        }
        app.review.show_before(false);
    });
    let blur = window_event_listener(ev::blur, move |_| {
        tool_input::set_space(app, false);
        app.review.show_before(false);
    });
    clipboard::listen(app);
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
    if event.key() == "Escape" && app.view.context_menu.get_untracked().is_some() {
        // A touch may have moved the focus out of the open menu.
        event.prevent_default();
        app.view.context_menu.set(None);
        return;
    }
    let focus = focus_of(event);
    let (key, code) = (event.key(), event.code());
    let press = press(event, &key, &code);
    if code == "Space" && focus == Focus::Canvas {
        // Space would scroll the page. It belongs to a typed text such as `1 1/2`; without one, or held, it pans.
        event.prevent_default();
        if event.repeat() || !tool_input::key(app, press, true) {
            tool_input::set_space(app, true);
        }
        return;
    }
    // With the focus elsewhere, Space presses the focused button.
    let is_for_tool = focus != Focus::Text && code != "Space";
    if is_for_tool && tool_input::key(app, press, focus == Focus::Canvas) {
        event.prevent_default();
    } else if let Some(action) = ActionList::standard().for_key(&press, focus, app.prefs.mac) {
        if matches!(action, ActionId::Cut | ActionId::Copy | ActionId::Paste) {
            // The browser's event of the clipboard follows.
            return;
        }
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

/// Returns the action of a key that undoes or redoes a step of the drawing.
pub(crate) fn undo_or_redo(app: App, event: &KeyboardEvent) -> Option<ActionId> {
    let (key, code) = (event.key(), event.code());
    let press = press(event, &key, &code);
    let action = ActionList::standard().for_key(&press, Focus::Other, app.prefs.mac);
    action.filter(|action| matches!(action, ActionId::Undo | ActionId::Redo))
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
