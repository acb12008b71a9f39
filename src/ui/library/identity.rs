//! Ids of drawings and conversations, and the time of a change.

/// Returns the present time in milliseconds since 1970.
pub(crate) fn now_ms() -> u64 {
    js_sys::Date::now().max(0.0) as u64
}

/// Returns a new id of a drawing or a conversation, unique with near certainty.
pub(crate) fn new_id() -> String {
    let random = || (js_sys::Math::random() * f64::from(u32::MAX)) as u32;
    format!("{:x}-{:08x}{:08x}", now_ms(), random(), random())
}
