//! Safe start: code that kept the page from working is not run at the next start.
//!
//! A marker in localStorage names the drawing whose operation is in progress. It is written before code runs and before
//! its result is painted, and removed after painted frames. With the marker present, a start opens the drawing without running
//! its code, and the marker stays until code of the drawing has run and is painted. If several starts do not end, the next
//! one opens another drawing.

use super::state::Begun;
use crate::ui::state::App;
use crate::ui::web_storage::{self, StorageArea};
use leptos::prelude::*;
use std::time::Duration;

/// Start of the keys of the markers; the id of the drawing follows.
const MARKER: &str = "starting:";

/// Number of unfinished starts after which the drawing is not loaded by a start.
const NO_LOAD: u32 = 3;

/// Age up to which the marker of a drawing that is open in another tab belongs to an operation of that tab, in milliseconds.
const RECENT_MS: f64 = 3_000.0;

/// Time after which a result counts as shown if the browser paints no frames, for example in a hidden tab, in milliseconds.
const HIDDEN_MS: u32 = 1_000;

/// Time that the painting of a result may take before its marker survives the end of the page, in milliseconds.
const PAINTING_MS: f64 = 2_000.0;

/// Starts of a drawing that did not end.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Unfinished {
    count: u32,
    is_recent: bool,
}

impl Unfinished {
    /// Whether the code of the drawing may run. `is_in_other_tab` tells whether another tab has the drawing open, whose
    /// operation may be in progress.
    pub(super) fn may_run(self, is_in_other_tab: bool) -> bool {
        self.count == 0 || (is_in_other_tab && self.is_recent)
    }
}

/// Reads the marker of a drawing.
fn unfinished_starts(id: &str) -> Unfinished {
    let text = web_storage::read(StorageArea::Device, &key(id)).unwrap_or_default();
    let mut numbers = text.split(' ').filter_map(|number| number.parse::<f64>().ok());
    let (count, time) = (numbers.next().unwrap_or(0.0), numbers.next().unwrap_or(0.0));
    Unfinished {
        count: count as u32,
        is_recent: (js_sys::Date::now() - time).abs() < RECENT_MS,
    }
}

fn key(id: &str) -> String {
    format!("{MARKER}{id}")
}

/// Whether an operation of a drawing did not end.
pub(super) fn is_unfinished(id: &str) -> bool {
    unfinished_starts(id).count > 0
}

/// Whether a start does not load a drawing, because several starts with it did not end.
pub(super) fn cannot_load(id: &str) -> bool {
    unfinished_starts(id).count >= NO_LOAD
}

/// Writes the marker of a drawing. Returns the starts before that did not end.
pub(super) fn mark(id: &str) -> Unfinished {
    let before = unfinished_starts(id);
    let marker = format!("{} {}", before.count + 1, js_sys::Date::now());
    // Without storage, there is no stored code either.
    let _ = web_storage::write(StorageArea::Device, &key(id), &marker);
    before
}

/// Writes the marker of a drawing that is on screen without its code. It counts as one start that did not end, and is too
/// old to belong to an operation of another tab.
fn mark_unrun(id: &str) {
    let _ = web_storage::write(StorageArea::Device, &key(id), "1 0");
}

/// Removes the marker of a drawing.
pub(super) fn unmark(id: &str) {
    web_storage::remove(StorageArea::Device, &key(id));
}

/// Marks the opening of a drawing. Returns the starts before that did not end.
pub(super) fn begin(app: App, id: &str) -> Unfinished {
    end(app);
    // The painting of an operation before does not end this one.
    let host = app.library.host();
    host.shown_operations.set(host.shown_operations.get() + 1);
    let before = mark(id);
    *host.begun.borrow_mut() = Some(Begun {
        id: id.to_owned(),
        painting_since: None,
    });
    before
}

/// Marks a run of the open drawing, beside which the page works.
pub(crate) fn mark_run(app: App) {
    mark_operation(app, None);
}

/// Marks the painting of a result.
pub(crate) fn mark_painting(app: App) {
    mark_operation(app, Some(js_sys::Date::now()));
}

/// Marks an operation of the open drawing, unless one is in progress.
fn mark_operation(app: App, painting_since: Option<f64>) {
    let host = app.library.host();
    host.shown_operations.set(host.shown_operations.get() + 1);
    let is_begun = host.begun.borrow().is_some();
    let id = app.library.open_id();
    if !is_begun && !id.is_empty() {
        begin(app, &id);
    }
    if let Some(begun) = &mut *host.begun.borrow_mut() {
        begun.painting_since = painting_since;
    }
}

/// Ends the operation in progress once its result has been painted.
pub(crate) fn end_when_painted(app: App) {
    let host = app.library.host();
    let operation = host.shown_operations.get();
    let is_last = move || app.library.host().shown_operations.get() == operation;
    let done = move || {
        if is_last() {
            end(app);
        }
    };
    // The third callback follows two painted frames.
    request_animation_frame(move || request_animation_frame(move || request_animation_frame(done)));
    set_timeout(done, Duration::from_millis(u64::from(HIDDEN_MS)));
}

/// Ends the operation in progress: removes its marker, unless the drawing is on screen without its code.
pub(super) fn end(app: App) {
    let library = app.library;
    let begun = library.host().begun.borrow_mut().take();
    match begun {
        Some(Begun { id, .. }) if library.unrun.get_untracked() && id == library.open_id() => mark_unrun(&id),
        Some(Begun { id, .. }) => unmark(&id),
        None => {}
    }
}

/// Removes the marker when the page is left while it works.
pub(crate) fn watch_leaving(app: App) {
    let handle = window_event_listener_untyped("pagehide", move |_| {
        let host = app.library.host();
        let is_stuck = host.begun.borrow().as_ref().is_some_and(|begun| {
            let since = begun.painting_since;
            since.is_some_and(|since| js_sys::Date::now() - since > PAINTING_MS)
        });
        if !is_stuck {
            end(app);
        }
    });
    on_cleanup(move || handle.remove());
}
