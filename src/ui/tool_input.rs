//! Input of the active canvas tool: forwards events, performs the resulting effects, and shows the preview.
//!
//! Invariants: the tool is never borrowed while an effect is performed; signals are set only if their value differs.

use super::display::{SNAP_TO_GRID, SNAP_TO_OBJECTS};
use super::document::{Caller, Request};
use super::editing::wording::wording_of;
use super::i18n::Msg;
use super::markup;
use super::selecting::select;
use super::share::files;
use super::state::{App, RunState};
use gloo_timers::callback::Timeout;
use leptos::{prelude::*, task::spawn_local};
use trammel_canvas::actions::ActionId;
use trammel_canvas::camera::{Camera, GRID_LEAST, grid_steps};
use trammel_canvas::canvas_tool::{CanvasCx, Effect, Modifiers, ToolInfo};
use trammel_canvas::canvas_tools::{self, CANVAS_TOOLS};
use trammel_canvas::command_line::{self, CommandLine, LineError};
use trammel_canvas::keys::KeyPress;
use trammel_canvas::selection::Selection;
use trammel_canvas::snapping::LazySnaps;
use trammel_canvas::tool_host::{PointerEvent, ToolHost};
use trammel_scene::{Adjustment, Name};

/// Idle time after which a camera gesture counts as finished, in milliseconds.
const REST_MS: u32 = 120;

/// Start of the messages about a copied result.
const COPIED: [&str; 2] = ["Copied", "복사했어요"];
const NOT_COPIED: [&str; 2] = ["The result was not copied.", "결과를 복사하지 못했어요."];

/// Forwards pointer events to the tool, and updates the preview once at the end.
pub(crate) fn pointer(app: App, events: impl IntoIterator<Item = PointerEvent>) {
    for event in events {
        let effects = with_host(app, |host, cx| host.pointer(event, cx));
        perform_all(app, effects);
    }
    refresh(app);
}

/// Forwards a key press to the tool. Returns whether the tool used the key.
pub(crate) fn key(app: App, press: KeyPress<'_>, on_canvas: bool) -> bool {
    let effects = with_host(app, |host, cx| host.key(press, on_canvas, cx));
    let used = effects.is_some();
    let effects = effects.unwrap_or_default();
    let said = effects.iter().find_map(|effect| match effect {
        Effect::Say(text) => Some(text.clone()),
        _ => None,
    });
    perform_all(app, effects);
    refresh(app);
    match said {
        // The text of the tool replaces the prompt, which the tool may have changed.
        Some(text) => app.speak(app.lang().pick(text)),
        None if used => speak_field(app),
        None => {}
    }
    used
}

/// Forwards a click of the right button to the tool. Returns whether the tool used the click.
pub(crate) fn secondary(app: App) -> bool {
    let effects = with_host(app, |host, cx| host.pointer(PointerEvent::Secondary, cx));
    let used = !effects.is_empty();
    perform_all(app, effects);
    refresh(app);
    used
}

/// Activates a tool. Returns whether the tool has prompts and thus takes typed input on the canvas. Refuses a tool that
/// changes the drawing if the code does not run.
pub(crate) fn activate(app: App, id: &str) -> bool {
    let changes = with_host(app, |host, _| host.changes_drawing(id));
    if let Some(reason) = refusal(app).filter(|_| changes) {
        app.refuse(reason);
        return false;
    }
    let takes_keys = with_host(app, |host, cx| {
        host.begin(id, cx);
        host.info().is_some_and(|info| info.prompt.is_some())
    });
    refresh(app);
    takes_keys
}

/// Enters a command line. Returns whether a canvas tool took the line; the caller performs any other action.
pub(crate) fn enter_line(app: App, line: &str) -> Result<bool, LineError> {
    let info = app.view.tools.info.get_untracked();
    let Some(line) = command_line::parse(line, info) else {
        return Ok(false);
    };
    let effects = with_host(app, |host, cx| command_line::enter(host, cx, &line))?;
    let is_tool = matches!(line.action, None | Some(ActionId::CanvasTool(_)));
    perform_all(app, effects);
    refresh(app);
    Ok(is_tool)
}

/// Returns the prompt after the values of a command line; for values alone, the prompt of the active tool.
pub(crate) fn line_prompt(app: App, line: &CommandLine) -> Option<String> {
    if line.action.is_none() {
        let prompt = app.view.tools.info.get_untracked()?.prompt?;
        return Some(app.lang().pick(prompt).to_owned());
    }
    let prompt = with_host(app, |_, cx| command_line::next_prompt(cx, line))?;
    Some(app.lang().pick(prompt).to_owned())
}

/// Returns the first prompt of an action that activates a tool.
pub(crate) fn first_prompt(app: App, action: ActionId) -> Option<String> {
    let ActionId::CanvasTool(id) = action else {
        return None;
    };
    let prompt = canvas_tools::find(CANVAS_TOOLS, id)?.prompt?;
    Some(app.lang().pick(prompt).to_owned())
}

/// Returns the name and the prompt of an active tool that waits for a value.
pub(crate) fn active_prompt(app: App) -> Option<String> {
    let info = app.view.tools.info.get_untracked()?;
    let lang = app.lang();
    let prompt = lang.pick(info.prompt?);
    Some(format!("{}: {prompt}", lang.pick(info.label)))
}

/// Sets the held modifier keys, except the space bar.
pub(crate) fn set_modifiers(app: App, held: Modifiers) {
    let inner = app.view.tools.inner();
    let modifiers = &mut inner.borrow_mut().modifiers;
    *modifiers = Modifiers {
        space: modifiers.space,
        ..held
    };
}

/// Sets the modifier keys that a key has changed, and applies them to the position of the pointer at once.
pub(crate) fn hold(app: App, held: Modifiers) {
    let before = app.view.tools.inner().borrow().modifiers;
    set_modifiers(app, held);
    if app.view.tools.inner().borrow().modifiers != before {
        let effects = with_host(app, ToolHost::modifiers_changed);
        perform_all(app, effects);
        refresh(app);
    }
}

/// Sends the text of the field on the drawing to the tool.
pub(crate) fn text(app: App, text: &str) {
    let effects = with_host(app, |host, cx| host.text(text, cx));
    perform_all(app, effects);
    refresh(app);
}

/// Selects a choice of the current step.
pub(crate) fn choose(app: App, at: usize) {
    with_host(app, |host, _| host.choose(at));
    refresh(app);
}

/// Returns the figure of the active tool, which has the id of its first method.
pub(crate) fn family(app: App) -> Option<&'static str> {
    with_host(app, |host, _| host.family())
}

/// Returns the reason why the drawing cannot change now.
fn refusal(app: App) -> Option<String> {
    refusal_of(app, Msg::BrokenNotDrawn)
}

/// Returns the reason why a change is refused, if the code does not run; `message` is for code with an error.
pub(crate) fn refusal_of(app: App, message: Msg) -> Option<String> {
    let problem = app.doc.problem.get_untracked()?;
    let message = if problem.lacks_engine {
        Msg::EngineMissing
    } else {
        message
    };
    Some(app.say(message, &[("why", &app.words(&problem.message))]))
}

/// Sets whether the space bar is held.
pub(crate) fn set_space(app: App, held: bool) {
    app.view.tools.inner().borrow_mut().modifiers.space = held;
    refresh(app);
}

/// Whether a pointer is pressed for the tool or for navigation.
pub(crate) fn is_busy(app: App) -> bool {
    app.view.tools.inner().borrow().host.is_busy()
}

/// Whether the tool needs every position of the current drag.
pub(crate) fn wants_every_move(app: App) -> bool {
    app.view.tools.inner().borrow().host.wants_every_move()
}

/// Performs an effect.
pub(crate) fn perform(app: App, effect: Effect) {
    let camera = app.view.camera.get_untracked();
    match effect {
        Effect::Call { tool, input } => call(app, tool, input, None),
        Effect::Adjust(adjustment) => adjust(app, adjustment),
        Effect::Pan(by) => set_camera(app, camera.pan_by(by)),
        Effect::Zoom { pan, at, factor } => {
            let viewport = app.view.viewport.get_untracked();
            set_camera(app, camera.pan_by(pan).zoom_at(at, factor, viewport));
        }
        Effect::Select(selection) => select(app, selection),
        Effect::EditText(name) => edit_text(app, &name),
        Effect::AddStroke(stroke) => markup::add(app, stroke),
        Effect::RemoveStroke => markup::remove_last(app),
        Effect::ClearMarkup => markup::clear(app),
        Effect::Announce(text) => app.speak(app.lang().pick(text)),
        Effect::Copy(text) => copy(app, app.lang().pick(text)),
        Effect::Notice(text) => app.announce(app.lang().pick(text)),
        Effect::Refuse(text) => app.refuse(app.lang().pick(text)),
        // `key` announces the text after the prompt.
        Effect::Say(_) | Effect::Handled => {}
        Effect::Finish => with_host(app, |host, _| host.finish()),
    }
}

/// Opens the field for the text of an entity on the drawing, or says why the text cannot be changed.
fn edit_text(app: App, name: &Name) {
    match app.document.scene(|scene| wording_of(scene, name)) {
        Ok(wording) => app.view.wording.set(wording),
        Err(reason) => app.refuse(app.lang().pick(reason)),
    }
}

/// Performs effects in order; a selection after a call waits for the call.
pub(crate) fn perform_all(app: App, effects: Vec<Effect>) {
    let mut effects = effects.into_iter().peekable();
    while let Some(effect) = effects.next() {
        match (effect, effects.peek()) {
            (Effect::Call { tool, input }, Some(Effect::Select(selection))) => {
                call(app, tool, input, Some(selection.clone()));
                effects.next();
            }
            (effect, _) => perform(app, effect),
        }
    }
}

/// Adjusts entities. Refuses if the code does not run.
pub(crate) fn adjust(app: App, adjustment: Adjustment) {
    match refusal(app) {
        Some(reason) => app.refuse(reason),
        None => {
            tell_of_loading(app);
            app.document.submit(Caller::User, Request::Adjust(adjustment));
        }
    }
}

/// Says that a change waits, if the script engine is still loading.
fn tell_of_loading(app: App) {
    if app.doc.run.get_untracked() == RunState::Loading {
        app.announce(app.say(Msg::EngineStillLoading, &[]));
    }
}

/// Shows why nothing can be drawn if the code does not run. Returns whether it does not run.
pub(crate) fn refuse_broken(app: App) -> bool {
    let reason = refusal(app);
    if let Some(reason) = &reason {
        app.refuse(reason.clone());
    }
    reason.is_some()
}

/// Calls a tool, and then selects the entities of `selection` that exist. Refuses if the code does not run.
fn call(app: App, tool: &'static str, input: serde_json::Value, selection: Option<Selection>) {
    if refuse_broken(app) {
        return;
    }
    tell_of_loading(app);
    let tool = tool.to_owned();
    let reply = app.document.run(Caller::User, Request::Call { tool, input });
    spawn_local(async move {
        reply.await;
        let Some(selection) = selection else { return };
        let exist = app
            .document
            .scene(|scene| selection.iter().all(|name| scene.get(name).is_some()));
        if exist {
            select(app, selection);
        }
    });
}

/// Copies a text, and announces the result.
pub(crate) fn copy(app: App, text: String) {
    spawn_local(async move {
        match files::copy(&text).await {
            Ok(()) => app.announce(format!("{}: {text}", app.lang().pick(COPIED))),
            Err(why) => app.refuse(format!("{} {}", app.lang().pick(NOT_COPIED), app.words(&why))),
        }
    });
}

/// Announces the active field after a key.
fn speak_field(app: App) {
    let active = app.view.tools.preview.with_untracked(|preview| {
        let field = preview.fields.iter().find(|field| field.active);
        field.map(|field| format!("{} {}", app.lang().pick(field.label), field.text))
    });
    if let Some(text) = active {
        app.speak(text);
    }
}

/// Updates the signals to the current step and preview of the tool, and announces a new prompt.
fn refresh(app: App) {
    let (info, preview) = with_host(app, |host, cx| (host.info(), host.preview(cx)));
    let tools = app.view.tools;
    let before = tools.info.get_untracked();
    if before != info {
        tools.info.set(info);
        let prompt = |info: Option<ToolInfo>| info.and_then(|info| info.prompt);
        if let Some(text) = prompt(info).filter(|text| prompt(before) != Some(*text)) {
            app.speak(app.lang().pick(text).to_owned());
        }
    }
    if tools.preview.with_untracked(|now| *now != preview) {
        tools.preview.set(preview);
    }
}

/// Reads the state of the page that canvas tools read.
pub(crate) fn with_canvas<T>(app: App, read: impl FnOnce(&CanvasCx<'_>) -> T) -> T {
    with_host(app, |_, cx| read(cx))
}

fn with_host<T>(app: App, run: impl FnOnce(&mut ToolHost, &CanvasCx<'_>) -> T) -> T {
    let view = app.view;
    let inner = view.tools.inner();
    let inner = &mut *inner.borrow_mut();
    let revision = app.doc.revision.get_untracked();
    if inner.snaps.0 != revision {
        inner.snaps = (revision, LazySnaps::default());
    }
    let (host, snaps, modifiers) = (&mut inner.host, &inner.snaps.1, inner.modifiers);
    let (camera, viewport) = (view.camera.get_untracked(), view.viewport.get_untracked());
    let blocked = refusal(app);
    let layers = app.document.layer_settings();
    let display = app.prefs.display;
    let snaps_to_objects = untrack(|| display.is_on(&SNAP_TO_OBJECTS));
    let grid = untrack(|| display.is_on(&SNAP_TO_GRID)).then(|| grid_steps(camera.zoom, GRID_LEAST).0);
    app.document.scene(|scene| {
        view.selection.with_untracked(|selection| {
            view.sketch.with_untracked(|markup| {
                let cx = CanvasCx {
                    scene,
                    snaps,
                    selection,
                    markup,
                    camera,
                    viewport,
                    modifiers,
                    layers: &layers,
                    snaps_to_objects,
                    grid,
                    blocked: blocked.as_deref(),
                };
                run(host, &cx)
            })
        })
    })
}

/// Moves the layer by a CSS transform. The SVG is rendered again when the camera rests, or when the layer no longer
/// covers the viewport.
fn set_camera(app: App, camera: Camera) {
    let view = app.view;
    if view.camera.get_untracked() == camera {
        return;
    }
    view.camera.set(camera);
    if camera.outgrows(
        view.rendered_camera.get_untracked(),
        view.viewport.get_untracked(),
    ) {
        view.commit_camera();
    }
    let rest = Timeout::new(REST_MS, move || view.commit_camera());
    view.tools.inner().borrow_mut().rest = Some(rest);
}
