//! Prelude of diagnostic runs: `prelude.js` replaces built-in functions of the engine.

use boa_engine::{Context, JsResult, JsValue, Script, Source};
use std::path::Path;

const SOURCE: &str = include_str!("prelude.js");

/// File name of the prelude in stack traces.
const NAME: &str = "[prelude]";

/// Replaces the built-in functions that take callbacks.
pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let source = Source::from_bytes(SOURCE).with_path(Path::new(NAME));
    let install = Script::parse(source, None, context)?.evaluate(context)?;
    match install.as_callable() {
        Some(install) => install.call(&JsValue::undefined(), &[], context).map(drop),
        None => Ok(()),
    }
}
