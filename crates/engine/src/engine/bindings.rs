//! Tools as global functions, each in snake case and camel case, generated from the tool list.

use super::args;
use super::report::Frame;
use super::run_state::{call_error_to_js, relieve, with_run};
use boa_engine::native_function::NativeFunction;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::Attribute;
use boa_engine::{Context, JsError, JsNativeError, JsResult, JsString, JsValue, js_string};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use trammel_base::suggest::camel_case;
use trammel_code::is_one_parameter;
use trammel_code::rewrite::Signature;
use trammel_run::run_context::{CallError, Returned};
use trammel_tools::{Kind, SandboxFunction, ToolError, ToolSpec, sandbox_functions};

/// Defines a global function for each tool that is available in the sandbox. Scripts may reuse the names for
/// variables.
pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let old = with_run(|run| run.cad.old_tools()).unwrap_or_default();
    for tool in tools().iter().chain(old).filter(|tool| tool.in_sandbox()) {
        let native = NativeFunction::from_copy_closure(move |_, args, context| call(tool, args, context));
        let camel = camel_case(tool.name);
        for name in [tool.name, camel.as_str()] {
            let name = JsString::from(name);
            let function = FunctionObjectBuilder::new(context.realm(), native.clone())
                .name(name.clone())
                .length(1)
                .constructor(false)
                .build();
            context.register_global_property(
                name,
                function,
                Attribute::WRITABLE | Attribute::CONFIGURABLE,
            )?;
            if camel == tool.name {
                break;
            }
        }
    }
    Ok(())
}

/// Returns the sandbox functions of the built-in tools.
pub(super) fn functions() -> Vec<SandboxFunction> {
    sandbox_functions(tools())
}

/// Returns the tool list of the run in progress.
fn tools() -> &'static [ToolSpec] {
    with_run(|run| run.cad.tools()).unwrap_or_default()
}

fn call(tool: &'static ToolSpec, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    relieve().map_err(call_error_to_js)?;
    let takes = |name: &str, keys: &[String]| is_one_parameter(&properties(tool), name, keys);
    let order = tool.order(args.first().is_some_and(JsValue::is_string));
    let input = args::arguments(order, args, takes, context).map_err(|problem| {
        tool_error_to_js(
            ToolError::new(problem.after(&format!("{}: ", tool.name))),
            context,
        )
    })?;
    let place = (tool.kind == Kind::Action)
        .then(|| Frame::position_now(context))
        .flatten();
    let place = place.as_ref().map(|(file, position)| (file.as_str(), *position));
    match with_run(|run| run.cad.call(tool, input, place)) {
        Some(Ok(Returned::Name(name))) => Ok(JsString::from(name).into()),
        Some(Ok(Returned::Data(data))) => JsValue::from_json(&data, context),
        Some(Ok(Returned::Nothing)) | None => Ok(JsValue::undefined()),
        Some(Err(CallError::Error(mut error))) => {
            // A line may call many functions, so the message names the tool.
            if !error.message.english.starts_with(tool.name) {
                error.message = error.message.after(&format!("{}: ", tool.name));
            }
            Err(tool_error_to_js(error, context))
        }
        Some(Err(limit @ CallError::Limit(..))) => Err(call_error_to_js(limit)),
    }
}

/// Returns the parameter schemas of a tool. The schemas are needed at each call that ends with an object and are slow
/// to generate, so they are cached per thread.
fn properties(tool: &ToolSpec) -> Rc<Value> {
    thread_local! {
        static KNOWN: RefCell<BTreeMap<&'static str, Rc<Value>>> = const { RefCell::new(BTreeMap::new()) };
    }
    let made = || Rc::new(tool.canonical()["parameters"]["properties"].take());
    KNOWN.with_borrow_mut(|known| known.entry(tool.name).or_insert_with(made).clone())
}

/// Converts a tool error to a catchable JavaScript `Error` with `message` and `suggestions`.
pub(super) fn tool_error_to_js(error: ToolError, context: &mut Context) -> JsError {
    let object = JsNativeError::error()
        .with_message(error.message.english.clone())
        .into_opaque(context);
    let suggestions = JsValue::from_json(&serde_json::json!(error.suggestions), context).unwrap_or_default();
    let set = object.create_data_property(js_string!("suggestions"), suggestions, context);
    with_run(|run| run.known.remember(error));
    set.map_or_else(|e| e, |_| JsError::from_opaque(object.into()))
}
