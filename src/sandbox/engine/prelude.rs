//! For a diagnostic run, the functions of `prelude.js` take the place of the engine's.

use boa_engine::{Context, JsResult, JsValue, Script, Source};
use std::path::Path;

const SOURCE: &str = include_str!("prelude.js");

/// What the frames of the prelude are called.
const NAME: &str = "[prelude]";

/// Replaces what takes callbacks.
pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let source = Source::from_bytes(SOURCE).with_path(Path::new(NAME));
    let install = Script::parse(source, None, context)?.evaluate(context)?;
    match install.as_callable() {
        Some(install) => install.call(&JsValue::undefined(), &[], context).map(drop),
        None => Ok(()),
    }
}
