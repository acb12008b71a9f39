//! The functions of `prelude.js` take the place of the engine's.

use super::sort;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::{Context, JsResult, JsString, JsValue, NativeFunction, Script, Source};
use std::path::Path;

const SOURCE: &str = include_str!("prelude.js");

/// What the frames of the prelude are called.
const NAME: &str = "[prelude]";

/// Replaces what takes callbacks. What the native parts need is passed in, so that scripts never see it.
pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let source = Source::from_bytes(SOURCE).with_path(Path::new(NAME));
    let install = Script::parse(source, None, context)?.evaluate(context)?;
    let Some(install) = install.as_callable() else {
        return Ok(());
    };
    let native = |name: &str, function, context: &mut Context| -> JsValue {
        FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(function))
            .name(JsString::from(name))
            .constructor(false)
            .build()
            .into()
    };
    let parts = [
        native("sort", sort::sort, context),
        native("toSorted", sort::to_sorted, context),
    ];
    install.call(&JsValue::undefined(), &parts, context).map(drop)
}
