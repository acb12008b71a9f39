//! Definition of native methods on JavaScript objects.

use boa_engine::native_function::NativeFunction;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsResult, JsString};

/// Defines an own method of an object with the attributes of built-in methods: writable, configurable, not
/// enumerable.
pub(super) fn method(
    target: &JsObject,
    name: &str,
    length: usize,
    native: NativeFunction,
    context: &mut Context,
) -> JsResult<()> {
    let name = JsString::from(name);
    let function = FunctionObjectBuilder::new(context.realm(), native)
        .name(name.clone())
        .length(length)
        .constructor(false)
        .build();
    let descriptor = PropertyDescriptor::builder()
        .value(function)
        .writable(true)
        .enumerable(false)
        .configurable(true);
    target
        .define_property_or_throw(PropertyKey::from(name), descriptor, context)
        .map(drop)
}
