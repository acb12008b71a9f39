//! Detection of promises that are pending when a script has ended.

use super::run_state::native;
use super::stop::Stop;
use boa_engine::builtins::promise::PromiseState;
use boa_engine::object::builtins::JsPromise;
use boa_engine::{JsNativeError, JsValue};
use trammel_language::Bilingual;

/// Error message for a promise that never settles.
pub(super) const NEVER_SETTLES: &str = "a promise never settles, so the code after await did not run. Draw without await: the sandbox has \
    no timers and no network.";

/// The same message in Korean.
const NEVER_SETTLES_IN_KOREAN: &str = "샌드박스에는 타이머와 네트워크가 없어서 프로미스가 끝나지 않았고, await 뒤의 코드는 실행되지 않았어요. await 없이 그리세요.";

/// Returns an error if the value is a pending promise. The sandbox has no timers or other event sources, so a promise
/// that is pending now never settles, and code that awaits it has not run.
pub(super) fn check_settled(value: &JsValue) -> Result<(), Stop> {
    let promise = value.as_object().and_then(|o| JsPromise::from_object(o).ok());
    if promise.is_some_and(|promise| matches!(promise.state(), PromiseState::Pending)) {
        return Err(native(
            JsNativeError::error(),
            Bilingual::new(NEVER_SETTLES, NEVER_SETTLES_IN_KOREAN),
        )
        .into());
    }
    Ok(())
}
