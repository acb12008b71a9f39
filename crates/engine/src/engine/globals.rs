//! Global object of a run: added, replaced and removed globals, and the engine's host hooks.

use super::inspect;
use super::run_state::{native, relieve, with_run};
use boa_engine::builtins::promise::PromiseState;
use boa_engine::builtins::promise::{OperationType, Promise};
use boa_engine::context::HostHooks;
use boa_engine::native_function::NativeFunction;
use boa_engine::object::builtins::JsPromise;
use boa_engine::object::{JsObject, ObjectInitializer};
use boa_engine::property::Attribute;
use boa_engine::realm::Realm;
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue, js_string};
use std::cell::RefCell;
use trammel_language::bilingual;

/// Maximum size of an `ArrayBuffer`, in bytes.
const MAX_BUFFER: u64 = 8 << 20;

/// Globals of the language that are removed because they make runs nondeterministic, block, or observe the garbage
/// collector.
const REMOVED: [&str; 4] = ["WeakRef", "FinalizationRegistry", "Atomics", "SharedArrayBuffer"];

/// Adds `console`, seeds `Math.random`, replaces the functions of `Math` whose results differ between platforms, and
/// removes [`REMOVED`].
pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let global = context.global_object();
    for name in REMOVED {
        global.delete_property_or_throw(JsString::from(name), context)?;
    }
    let random = NativeFunction::from_fn_ptr(|_, _, _| {
        Ok(with_run(|run| run.cad.random()).unwrap_or_default().into())
    });
    let random = random.to_js_function(context.realm());
    let math = global.get(js_string!("Math"), context)?;
    if let Some(math) = math.as_object() {
        math.set(js_string!("random"), random, true, context)?;
    }
    super::math::install(context)?;
    let console = ObjectInitializer::new(context)
        .function(
            NativeFunction::from_fn_ptr(|_, args, cx| log("", args, cx)),
            js_string!("log"),
            0,
        )
        .function(
            NativeFunction::from_fn_ptr(|_, args, cx| log("", args, cx)),
            js_string!("info"),
            0,
        )
        .function(
            NativeFunction::from_fn_ptr(|_, args, cx| log("", args, cx)),
            js_string!("debug"),
            0,
        )
        .function(
            NativeFunction::from_fn_ptr(|_, args, cx| log("warning: ", args, cx)),
            js_string!("warn"),
            0,
        )
        .function(
            NativeFunction::from_fn_ptr(|_, args, cx| log("error: ", args, cx)),
            js_string!("error"),
            0,
        )
        .build();
    context.register_global_property(
        js_string!("console"),
        console,
        Attribute::WRITABLE | Attribute::CONFIGURABLE,
    )
}

#[allow(clippy::unnecessary_wraps, reason = "the engine wants this signature")]
fn log(prefix: &str, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let words: Vec<String> = args
        .iter()
        .map(|value| inspect::display_text(value, context))
        .collect();
    with_run(|run| run.cad.log(&format!("{prefix}{}", words.join(" "))));
    Ok(JsValue::undefined())
}

/// Host hooks of the engine: unhandled rejections, `eval`, time zone, buffer size.
#[derive(Default)]
pub(super) struct Hooks {
    rejected: RefCell<Vec<JsObject<Promise>>>,
}

impl Hooks {
    /// Returns the reason of the first unhandled promise rejection.
    pub(super) fn first_unhandled(&self) -> Option<JsValue> {
        let rejected = self.rejected.borrow();
        match JsPromise::from_object(rejected.first()?.clone().upcast())
            .ok()?
            .state()
        {
            PromiseState::Rejected(reason) => Some(reason),
            _ => None,
        }
    }
}

impl HostHooks for Hooks {
    fn promise_rejection_tracker(
        &self,
        promise: &JsObject<Promise>,
        operation: OperationType,
        _: &mut Context,
    ) {
        let mut rejected = self.rejected.borrow_mut();
        match operation {
            OperationType::Reject => rejected.push(promise.clone()),
            OperationType::Handle => rejected.retain(|known| !JsObject::equals(known, promise)),
        }
    }

    fn ensure_can_compile_strings(
        &self,
        _: Realm,
        _: &[JsString],
        _: &JsString,
        _: bool,
        _: &mut Context,
    ) -> JsResult<()> {
        let message = bilingual!(
            "eval and Function are not available in the sandbox. Write the code directly.",
            "eval과 Function은 샌드박스에서 쓸 수 없어요. 코드를 직접 쓰세요."
        );
        Err(native(JsNativeError::typ(), message))
    }

    fn local_timezone_offset_seconds(&self, _: i64) -> i32 {
        0
    }

    /// Returns the maximum size of a buffer. The engine calls this before it allocates a buffer, so garbage is
    /// collected here: the collector does not count the size of buffers, and many short-lived ones could exhaust the
    /// memory between two steps of the script.
    fn max_buffer_size(&self, _: &mut Context) -> u64 {
        // An exceeded limit is detected at the next step.
        let _ = relieve();
        MAX_BUFFER
    }
}
