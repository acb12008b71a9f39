//! Safe start: code that kept the page from working is not run at the next start.
//!
//! A marker in localStorage names the drawing whose operation is in progress, and the page that carries it out. It is
//! written before code runs and before its result is painted, refreshed while the page works, and removed after painted
//! frames. With a marker of a page that is gone or stuck, a start opens the drawing without running its code, and a marker
//! stays until code of the drawing has run and is painted. If several starts do not end, the next one opens another drawing.
//!
//! Invariant: a page removes its own markers, and those that it found when it opened the drawing.

use super::identity::new_id;
use super::state::Begun;
use crate::ui::state::App;
use crate::ui::web_storage::{self, StorageArea};
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::cell::RefCell;
use std::time::Duration;

/// Start of the keys of the markers; the id of the drawing and the name of the page follow.
const MARKER: &str = "starting:";

/// Time between two refreshes of the marker of an operation in progress, in milliseconds.
const REFRESH_MS: u32 = 1_000;

thread_local! {
    /// Random name of this page.
    static PAGE: String = new_id();

    /// Id of the link whose preview is not painted yet.
    static LINK: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Number of unfinished starts after which the drawing is not loaded by a start.
const NO_LOAD: usize = 3;

/// Age up to which a marker belongs to an operation in progress if the drawing is open in another tab, in milliseconds.
const RECENT_MS: f64 = 10.0 * REFRESH_MS as f64;

/// Time after which a result counts as shown if the browser paints no frames, for example in a hidden tab, in milliseconds.
const HIDDEN_MS: u32 = 1_000;

/// Time between two looks whether an operation is in progress, in milliseconds.
const IDLE_CHECK_MS: u32 = 20;

/// Time that the painting of a result may take before its marker survives the end of the page, in milliseconds.
const PAINTING_MS: f64 = 2_000.0;

/// Keys of the markers of a drawing, without the prefix of the storage.
#[derive(Clone, Debug, Default)]
pub(super) struct Unfinished {
    /// Markers that are not refreshed.
    stuck: Vec<String>,
    /// Markers of operations that another page may carry out.
    recent: Vec<String>,
}

impl Unfinished {
    /// Whether the code of the drawing may run. `is_in_other_tab` tells whether another tab has the drawing open, whose
    /// operation may be in progress.
    pub(super) fn may_run(&self, is_in_other_tab: bool) -> bool {
        self.stuck.is_empty() && (is_in_other_tab || self.recent.is_empty())
    }
}

/// Returns the markers of a drawing, without that of an operation of this page.
fn unfinished_starts(id: &str) -> Unfinished {
    let own = key(id);
    let mut keys = web_storage::keys(StorageArea::Device, &format!("{MARKER}{id}:"));
    let is_stuck = |key: &String| {
        let time = web_storage::read(StorageArea::Device, key).and_then(|text| text.parse().ok());
        (js_sys::Date::now() - time.unwrap_or(0.0)).abs() >= RECENT_MS
    };
    // The marker that this page has written for code that was not run counts as well, when it opens the drawing again.
    keys.retain(|key| *key != own || is_stuck(key));
    let (stuck, recent) = keys.into_iter().partition(is_stuck);
    Unfinished { stuck, recent }
}

fn key(id: &str) -> String {
    PAGE.with(|page| format!("{MARKER}{id}:{page}"))
}

/// Whether an operation of a drawing did not end.
pub(super) fn is_unfinished(id: &str) -> bool {
    !unfinished_starts(id).may_run(false)
}

/// Whether a start does not load a drawing, because several starts with it did not end.
pub(super) fn cannot_load(id: &str) -> bool {
    unfinished_starts(id).stuck.len() >= NO_LOAD
}

/// Writes the marker of this page for a drawing, with the time of an operation in progress.
pub(super) fn mark(id: &str) {
    write_marker(id, js_sys::Date::now());
}

/// Writes the marker of a drawing that is on screen without its code. It is too old to belong to an operation in progress.
pub(super) fn mark_unrun(id: &str) {
    write_marker(id, 0.0);
}

fn write_marker(id: &str, time: f64) {
    // Without storage, there is no stored code either.
    let _ = web_storage::write(StorageArea::Device, &key(id), &time.to_string());
}

/// Removes the marker of this page for a drawing.
pub(super) fn unmark(id: &str) {
    web_storage::remove(StorageArea::Device, &key(id));
}

/// Removes the markers of all pages.
pub(super) fn forget(id: &str) {
    remove_all(&web_storage::keys(StorageArea::Device, &format!("{MARKER}{id}:")));
}

fn remove_all(keys: &[String]) {
    for key in keys {
        web_storage::remove(StorageArea::Device, key);
    }
}

/// Marks the opening of a drawing. Returns the markers that were found.
pub(super) fn begin(app: App, id: &str) -> Unfinished {
    let found = unfinished_starts(id);
    let own = key(id);
    let others = found.stuck.iter().filter(|key| **key != own);
    begin_with(app, id, others.cloned().collect());
    found
}

/// Marks an operation of a drawing, whose end removes these markers as well.
fn begin_with(app: App, id: &str, found: Vec<String>) {
    end(app);
    let host = app.library.host();
    // The painting of an operation before does not end this one.
    host.shown_operations.set(host.shown_operations.get() + 1);
    mark(id);
    *host.begun.borrow_mut() = Some(Begun {
        id: id.to_owned(),
        painting_since: None,
        found,
    });
    if !host.refreshes.replace(true) {
        spawn_local(refresh(app));
    }
}

/// Refreshes the marker until no operation is in progress. A timer of its own would be a function that a quick start does not
/// run, and for which a slow start would have to wait (`split/`).
async fn refresh(app: App) {
    let host = app.library.host();
    loop {
        TimeoutFuture::new(REFRESH_MS).await;
        match &*host.begun.borrow() {
            Some(begun) => mark(&begun.id),
            None => break,
        }
    }
    host.refreshes.set(false);
}

/// Takes over the markers that were found at the opening of the drawing, after the lock of the drawing was requested. If no
/// other tab has the drawing open, recent markers are of pages that are gone as well.
pub(super) fn take_over(app: App, unfinished: &Unfinished) {
    let library = app.library;
    if library.follows.get_untracked() {
        return;
    }
    if let Some(begun) = &mut *library.host().begun.borrow_mut() {
        begun.found.extend_from_slice(&unfinished.recent);
    }
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
        begin_with(app, &id, Vec::new());
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
    when_painted(done);
}

/// Calls a function once after two painted frames, or after a time if the browser paints none.
pub(crate) fn when_painted(done: impl Fn() + Copy + 'static) {
    // The third callback follows two painted frames.
    request_animation_frame(move || request_animation_frame(move || request_animation_frame(done)));
    set_timeout(done, Duration::from_millis(u64::from(HIDDEN_MS)));
}

/// Marks the preview of a link. Returns whether it may be opened: it may not if a page did not finish the preview of it; its
/// marker then stays until the user decides.
pub(crate) fn begin_link(link: &str) -> bool {
    if let Some(before) = LINK.take() {
        unmark(&before);
    }
    let id = format!("link-{:08x}", crc32fast::hash(link.as_bytes()));
    let may_open = !is_unfinished(&id);
    if may_open {
        mark(&id);
    }
    LINK.set(Some(id));
    may_open
}

/// Marks the preview of the link again, because the user opens it.
pub(crate) fn retry_link() {
    LINK.with_borrow(|link| link.iter().for_each(|id| mark(id)));
}

/// Removes the markers of the link, once its preview is painted, closed, or not opened.
pub(crate) fn end_link() {
    if let Some(id) = LINK.take() {
        forget(&id);
    }
}

/// Waits until no operation is in progress.
pub(crate) async fn until_idle(app: App) {
    let is_busy = || app.library.host().begun.borrow().is_some() || app.library.opening.get_untracked();
    while is_busy() {
        TimeoutFuture::new(IDLE_CHECK_MS).await;
    }
}

/// Ends the operation in progress: removes its marker and those found at the opening. If the drawing is on screen without its
/// code, its marker takes their place.
pub(super) fn end(app: App) {
    let library = app.library;
    let begun = library.host().begun.borrow_mut().take();
    let Some(Begun { id, found, .. }) = begun else {
        return;
    };
    if library.unrun.get_untracked() && id == library.open_id() {
        mark_unrun(&id);
    } else {
        unmark(&id);
    }
    remove_all(&found);
}

/// Removes the marker when the page is left while it works.
pub(crate) fn watch_leaving(app: App) {
    let handle = window_event_listener_untyped("pagehide", move |_| {
        LINK.with_borrow(|link| link.iter().for_each(|id| unmark(id)));
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
