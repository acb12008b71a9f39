//! Release of the memory of dropped render effects.
//!
//! A signal keeps a weak reference to each effect that has read it until it notifies its readers, even if the effect was
//! dropped in the meantime, and the reference keeps the memory of the effect. Every row of a list reads signals that
//! seldom change, such as the language. Without a notification, they would collect references without a bound.

use super::state::App;
use leptos::prelude::*;
use std::cell::Cell;

/// Number of dropped rows after which their memory is released. A row has about ten effects of 100 bytes.
const AT_ONCE: usize = 2_000;

thread_local! {
    static DROPPED: Cell<usize> = const { Cell::new(0) };
}

/// Counts a dropped row of a list, and releases the memory of many rows at once.
pub(super) fn row_is_dropped(app: App) {
    let count = DROPPED.get() + 1;
    DROPPED.set(count);
    if count == AT_ONCE {
        request_animation_frame(move || release(app));
    }
}

/// Notifies the readers of the signals that seldom change. They run again and find nothing new.
pub(super) fn release(app: App) {
    DROPPED.set(0);
    app.prefs.lang.notify();
    app.view.renaming.notify();
    app.view.selection.notify();
    app.view.links.hovered.notify();
    app.view.links.pointed.notify();
}
