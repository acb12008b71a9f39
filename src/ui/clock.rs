//! The page's monotonic clock.

/// Returns the time since the page was opened, in milliseconds.
pub(crate) fn now_ms() -> f64 {
    let performance = web_sys::window().and_then(|window| window.performance());
    performance.map_or(0.0, |performance| performance.now())
}
