//! Changes of the user's sketch: adds and removes strokes, and announces each change.
//!
//! The strokes are in `trammel_canvas::markup`, and the drawing tool is in `trammel_canvas::markup_tool`.

use super::i18n::Msg;
use super::state::App;
use leptos::prelude::*;
use trammel_canvas::markup::{Markup, StrokeBuilder};

/// Adds a finished stroke.
pub(super) fn add(app: App, stroke: StrokeBuilder) {
    app.view.sketch.update(|sketch| {
        sketch.add(stroke);
    });
    announce(app);
}

/// Removes the last stroke.
pub(super) fn remove_last(app: App) {
    app.view.sketch.update(Markup::remove_last);
    announce(app);
}

/// Removes all strokes.
pub(super) fn clear(app: App) {
    app.view.sketch.set(Markup::default());
    announce(app);
}

fn announce(app: App) {
    let text = untrack(move || app.view.sketch.with(|sketch| summary(app, sketch)));
    app.speak(text);
}

/// Returns a short description of the sketch. Tracks the language.
pub(super) fn summary(app: App, sketch: &Markup) -> String {
    match sketch.len() {
        0 => app.text(Msg::NothingSketched).to_owned(),
        _ if sketch.is_sent() => app.text(Msg::ChipSketchSent).to_owned(),
        n if sketch.is_full() => app.text_with(Msg::ChipSketchFull, &[("n", &n.to_string())]),
        n => strokes(app, n),
    }
}

/// Returns the stroke count in words. Tracks the language.
pub(super) fn strokes(app: App, count: usize) -> String {
    let key = if count == 1 {
        Msg::ChipStroke
    } else {
        Msg::ChipSketch
    };
    app.text_with(key, &[("n", &count.to_string())])
}
