//! A finger that stays at its place, which acts like a click of the right button.

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use trammel_kernel::{Point, norm};
use web_sys::PointerEvent;

/// Time after which a finger that stays at its place opens the context menu, in milliseconds.
const LONG_PRESS_MS: u32 = 500;
/// Maximum movement of such a finger, in pixels.
pub(crate) const LONG_PRESS_PX: f64 = 10.0;

/// Timer of the finger on an element.
#[derive(Clone, Copy)]
pub(crate) struct LongPress(StoredValue<Option<(Point, Timeout)>, LocalStorage>);

impl LongPress {
    /// Creates a timer without a finger.
    pub(crate) fn new() -> Self {
        Self(StoredValue::new_local(None))
    }

    /// Handles a press. `act` is called with the place in the window if the finger stays there.
    pub(crate) fn down(self, event: &PointerEvent, act: impl FnOnce(Point) + 'static) {
        if event.pointer_type() != "touch" || !event.is_primary() {
            return self.end();
        }
        let at = place(event);
        let timer = Timeout::new(LONG_PRESS_MS, move || act(at));
        self.0.set_value(Some((at, timer)));
    }

    /// Handles a move.
    pub(crate) fn handle_move(self, event: &PointerEvent) {
        if !event.is_primary() {
            return;
        }
        let at = place(event);
        let is_far = |(from, _): &(Point, Timeout)| norm(at - *from) > LONG_PRESS_PX;
        if self.0.with_value(|press| press.as_ref().is_some_and(is_far)) {
            self.end();
        }
    }

    /// Handles the release, or a gesture of the browser such as scrolling.
    pub(crate) fn end(self) {
        self.0.set_value(None);
    }
}

fn place(event: &PointerEvent) -> Point {
    Point::new(f64::from(event.client_x()), f64::from(event.client_y()))
}
