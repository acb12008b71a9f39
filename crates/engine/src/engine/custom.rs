//! Custom tools as globals: `draw_house({ size })` and `drawHouse(size)` call the function that a module exports,
//! after the arguments are checked against the schema.
//!
//! Only tools that the code names are defined, before the code runs; a tool that another tool uses is defined first.
//! The call passes through a JavaScript wrapper function, so the script can still be stepped and the time checked
//! inside the tool.

use super::files::Files;
use super::modules::Loader;
use super::run_state::with_run;
use super::stop::Stop;
use super::{args, bindings};
use boa_engine::native_function::NativeFunction;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsResult, JsString, JsValue, Script, Source, js_string};
use std::collections::BTreeSet;
use std::path::Path;
use trammel_base::suggest::camel_case;
use trammel_code::is_one_parameter;
use trammel_code::source;
use trammel_tools::{CustomTool, ToolError};

/// File name of the wrapper functions in stack traces; no file of a run can have this name.
const GLUE: &str = "[tool]";

/// Defines the tools that `entry` and its imports use.
pub(super) fn install(
    tools: &[CustomTool],
    entry: &str,
    files: &Files,
    loader: &Loader,
    context: &mut Context,
) -> Result<(), Stop> {
    let mut search = Search {
        tools,
        files,
        seen: BTreeSet::new(),
        order: Vec::new(),
    };
    search.visit(entry);
    for index in search.order {
        let Some(tool) = tools.get(index) else { continue };
        let namespace = loader.namespace(tool.module.as_str(), context)?;
        let function = namespace.get(JsString::from(tool.function.as_str()), context)?;
        let wrapped = wrap_with_check(index, function, context)?;
        let camel = camel_case(&tool.name);
        for name in [tool.name.as_str(), camel.as_str()] {
            let descriptor = PropertyDescriptor::builder()
                .value(wrapped.clone())
                .writable(true)
                .enumerable(false)
                .configurable(true);
            context
                .global_object()
                .define_property_or_throw(JsString::from(name), descriptor, context)?;
        }
    }
    Ok(())
}

/// Search for the tools in use; `order` lists a tool after the tools that it needs.
struct Search<'a> {
    tools: &'a [CustomTool],
    files: &'a Files,
    seen: BTreeSet<String>,
    order: Vec<usize>,
}

impl Search<'_> {
    fn visit(&mut self, file: &str) {
        if !self.seen.insert(file.to_owned()) {
            return;
        }
        let Some(text) = self.files.text(file) else { return };
        let tokens = source::tokens(text);
        for import in source::imports(text, &tokens) {
            self.visit(&import.specifier);
        }
        for (index, tool) in self.tools.iter().enumerate() {
            let used = |name: &str| text.contains(name) && !source::uses_of(text, &tokens, name).is_empty();
            if !self.order.contains(&index) && (used(&tool.name) || used(&camel_case(&tool.name))) {
                self.visit(tool.module.as_str());
                self.order.push(index);
            }
        }
    }
}

fn wrap_with_check(index: usize, function: JsValue, context: &mut Context) -> JsResult<JsValue> {
    let check =
        NativeFunction::from_copy_closure(move |_, args, context| check_arguments(index, args, context));
    let check = check.to_js_function(context.realm());
    let glue =
        Source::from_bytes("(run, check) => (...given) => run(check(given))").with_path(Path::new(GLUE));
    let glue = Script::parse(glue, None, context)?.evaluate(context)?;
    match glue.as_callable() {
        Some(glue) => glue.call(&JsValue::undefined(), &[function, check.into()], context),
        None => Ok(JsValue::undefined()),
    }
}

/// Returns the arguments as one object of plain data that satisfies the tool's schema.
fn check_arguments(index: usize, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(tool) = with_run(|run| run.tools.get(index).cloned()).flatten() else {
        return Ok(JsValue::undefined());
    };
    let mut given = Vec::new();
    if let Some(list) = args.first().and_then(JsValue::as_object) {
        let length = list.get(js_string!("length"), context)?.to_length(context)?;
        for at in 0..length.min(100) {
            given.push(list.get(at, context)?);
        }
    }
    let takes = |name: &str, keys: &[String]| is_one_parameter(&tool.parameters["properties"], name, keys);
    let input = args::arguments(&tool.positional(), &given, takes, context)
        .map_err(|problem| ToolError::new(problem.after(&format!("{}: ", tool.name))))
        .and_then(|input| tool.check(input));
    match input {
        Ok(input) => JsValue::from_json(&input, context),
        Err(error) => Err(bindings::tool_error_to_js(error, context)),
    }
}
