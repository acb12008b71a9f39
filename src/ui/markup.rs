//! The sketch on the canvas: the way of the pointer becomes strokes, and what there is is said.
//!
//! Invariants: a stroke counts when it is finished; one that is called off leaves nothing; when there is no room for
//! another, it is said before it is drawn. What strokes are is in `editor::sketch`.

use super::i18n::Msg;
use super::state::{App, PointerTool};
use crate::editor::camera::{Camera, Viewport};
use crate::editor::markup::{MOST_STROKES, Markup, StrokeBuilder};
use crate::geometry::Point;
use leptos::prelude::*;
use std::fmt::Write;

/// The pen comes down at a pixel.
pub(super) fn begin(app: App, at: Point) {
    if app.view.sketch.with_untracked(Markup::is_full) {
        app.refuse(app.say(Msg::SketchFull, &[("n", &MOST_STROKES.to_string())]));
        return;
    }
    let ink = StrokeBuilder::begin(world(app, at), app.view.camera.get_untracked().zoom);
    app.view.ink.set(Some(ink));
}

/// It moves to a pixel.
pub(super) fn go(app: App, at: Point) {
    // It may have been called off while the button is still down.
    if app.view.ink.with_untracked(Option::is_some) {
        let at = world(app, at);
        app.view.ink.update(|ink| {
            if let Some(ink) = ink {
                ink.push(at);
            }
        });
    }
}

/// It is lifted at a pixel.
pub(super) fn end(app: App, at: Point) {
    go(app, at);
    let Some(ink) = app.view.ink.get_untracked() else {
        return;
    };
    app.view.ink.set(None);
    app.view.sketch.update(|sketch| {
        sketch.add(ink);
    });
    tell(app);
}

/// The stroke is called off.
pub(super) fn drop_stroke(app: App) {
    if app.view.ink.with_untracked(Option::is_some) {
        app.view.ink.set(None);
    }
}

/// Calls the stroke off that is being drawn; if there is none, goes back to selecting.
pub(super) fn leave(app: App) {
    if app.view.ink.with_untracked(Option::is_some) {
        drop_stroke(app);
    } else {
        app.view.tool.set(PointerTool::Select);
    }
}

/// Takes the last stroke away.
pub(super) fn remove_last(app: App) {
    app.view.sketch.update(Markup::remove_last);
    tell(app);
}

/// Takes all strokes away.
pub(super) fn clear(app: App) {
    app.view.sketch.set(Markup::default());
    tell(app);
}

fn tell(app: App) {
    let words = untrack(move || app.view.sketch.with(|sketch| words(app, sketch)));
    app.speak(words);
}

/// What there is, in a few words. Tracks the language.
pub(super) fn words(app: App, sketch: &Markup) -> String {
    match sketch.len() {
        0 => app.text(Msg::NothingSketched).to_owned(),
        _ if sketch.is_sent() => app.text(Msg::ChipSketchSent).to_owned(),
        n if sketch.is_full() => app.filled(Msg::ChipSketchFull, &[("n", &n.to_string())]),
        n => strokes(app, n),
    }
}

/// So many strokes. Tracks the language.
pub(super) fn strokes(app: App, count: usize) -> String {
    let key = if count == 1 {
        Msg::ChipStroke
    } else {
        Msg::ChipSketch
    };
    app.filled(key, &[("n", &count.to_string())])
}

/// Lines as path data in pixels; a line of one point is a dot.
pub(super) fn path_data<'p>(
    lines: impl Iterator<Item = &'p [Point]>,
    camera: Camera,
    viewport: Viewport,
) -> String {
    let mut data = String::new();
    for line in lines {
        for (at, point) in line.iter().enumerate() {
            let letter = if at == 0 { 'M' } else { 'L' };
            let Point { x, y } = camera.to_screen(*point, viewport);
            let written = write!(data, "{letter}{x:.1} {y:.1}");
            debug_assert!(written.is_ok(), "writing to a string cannot fail");
        }
        if line.len() == 1 {
            // What has no length shows with its round ends.
            data.push_str("h0");
        }
    }
    data
}

fn world(app: App, at: Point) -> Point {
    let (camera, viewport) = (app.view.camera.get_untracked(), app.view.viewport.get_untracked());
    camera.to_world(at, viewport)
}
