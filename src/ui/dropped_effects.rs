//! Release of the memory of dropped render effects.
//!
//! A signal keeps a weak reference to each effect that has read it, even if the effect was dropped in the meantime
//! (reactive_graph 0.2), and the reference keeps the memory of the effect. Every row of a list reads signals of the page, so
//! the signals would collect references without a bound.

use super::state::App;
use leptos::prelude::*;
use leptos::reactive::graph::Source;
use std::cell::Cell;

/// Number of dropped rows after which their memory is released. A row has about five effects of 100 bytes.
const AT_ONCE: usize = 2_000;

thread_local! {
    static DROPPED: Cell<usize> = const { Cell::new(0) };
}

/// Counts a dropped row of a list, and releases the memory of many rows at once.
pub(super) fn count_dropped_row(app: App) {
    let count = DROPPED.get() + 1;
    DROPPED.set(count);
    if count == AT_ONCE {
        request_animation_frame(move || release(app));
    }
}

/// Releases the effects that have read the signals of the page and were dropped.
pub(super) fn release(app: App) {
    DROPPED.set(0);
    let view = app.view;
    forget_readers(&app.prefs.lang);
    forget_readers(&view.renaming);
    forget_readers(&view.selection);
    forget_readers(&view.highlight.hovered);
    forget_readers(&view.highlight.pointed);
}

/// Removes all readers of a signal. Those that still exist run again and become readers again.
fn forget_readers(signal: &(impl Notify + Source)) {
    signal.notify();
    signal.clear_subscribers();
}
