//! Input of the active canvas tool: forwards events, performs the resulting effects, and shows the preview.
//!
//! Invariants: the tool is never borrowed while an effect is performed; signals are set only if their value differs.

use super::document::{Caller, Request};
use super::i18n::Msg;
use super::markup;
use super::selecting::select;
use super::state::App;
use crate::editor::camera::Camera;
use crate::editor::canvas_tool::{CanvasCx, Effect, Modifiers, ToolInfo};
use crate::editor::keys::KeyPress;
use crate::editor::selection::Selection;
use crate::editor::snapping::LazySnaps;
use crate::editor::tool_host::{PointerEvent, ToolHost};
use crate::scene::Adjustment;
use gloo_timers::callback::Timeout;
use leptos::{prelude::*, task::spawn_local};

/// Idle time after which a camera gesture counts as finished, in milliseconds.
const REST_MS: u32 = 120;

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
    perform_all(app, effects.unwrap_or_default());
    refresh(app);
    if used {
        speak_field(app);
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
    if let Some(reason) = blocked(app).filter(|_| changes) {
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
fn blocked(app: App) -> Option<String> {
    let problem = app.doc.problem.get_untracked()?;
    Some(app.say(Msg::BrokenNotDrawn, &[("why", &problem.message)]))
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
        Effect::Pan(by) => set_camera(app, camera.panned(by)),
        Effect::Zoom { pan, at, factor } => {
            let viewport = app.view.viewport.get_untracked();
            set_camera(app, camera.panned(pan).zoomed_at(at, factor, viewport));
        }
        Effect::Select(selection) => select(app, selection),
        Effect::AddStroke(stroke) => markup::add(app, stroke),
        Effect::RemoveStroke => markup::remove_last(app),
        Effect::ClearMarkup => markup::clear(app),
        Effect::Refuse(text) => app.refuse(app.lang().pick(text)),
        Effect::Handled => {}
        Effect::Finish => with_host(app, |host, _| host.finish()),
    }
}

fn perform_all(app: App, effects: Vec<Effect>) {
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
    if !refuse_broken(app) {
        app.document.submit(Caller::User, Request::Adjust(adjustment));
    }
}

/// Shows why nothing can be drawn if the code does not run. Returns whether it does not run.
fn refuse_broken(app: App) -> bool {
    let problem = app.doc.problem.get_untracked();
    if let Some(problem) = &problem {
        app.refuse(app.say(Msg::BrokenNotDrawn, &[("why", &problem.message)]));
    }
    problem.is_some()
}

/// Calls a tool, and then selects the entities of `selection` that exist. Refuses if the code does not run.
fn call(app: App, tool: &'static str, input: serde_json::Value, selection: Option<Selection>) {
    if refuse_broken(app) {
        return;
    }
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
    let blocked = blocked(app);
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
                    grid: None,
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
