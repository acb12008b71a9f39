//! Sorting with a comparison of the script's own.
//!
//! The engine hands such a comparison to the standard library's sort, which panics when it contradicts itself, as
//! `() => Math.random() - 0.5` does. Here is a merge sort that any comparison, or none, leaves with some order. Without
//! one the engine's own sort is right.

use boa_engine::native_function::NativeFunction;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsArray;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsNativeError, JsResult, JsValue, js_string};

/// Replaces `sort` and `toSorted` of arrays and typed arrays.
pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let constructors = context.intrinsics().constructors();
    let prototypes = [(constructors.array().prototype(), false), (constructors.typed_array().prototype(), true)];
    for (prototype, typed) in prototypes {
        for copies in [false, true] {
            let name = if copies { js_string!("toSorted") } else { js_string!("sort") };
            let Some(original) = prototype.get(name.clone(), context)?.as_object() else { continue };
            let ours = NativeFunction::from_copy_closure_with_captures(
                move |this, args, original: &JsObject, context| sort(this, args, original, (typed, copies), context),
                original,
            );
            let ours = boa_engine::object::FunctionObjectBuilder::new(context.realm(), ours).name(name.clone()).length(1).build();
            let descriptor = PropertyDescriptor::builder().value(ours).writable(true).enumerable(false).configurable(true);
            prototype.define_property_or_throw(name, descriptor, context)?;
        }
    }
    Ok(())
}

fn sort(
    this: &JsValue, args: &[JsValue], original: &JsObject, (typed, copies): (bool, bool), context: &mut Context,
) -> JsResult<JsValue> {
    let comparison = match args.first() {
        None => return original.call(this, args, context),
        Some(value) if value.is_undefined() => return original.call(this, args, context),
        Some(value) => value.as_callable().ok_or_else(|| {
            JsNativeError::typ().with_message("the comparison given to sort must be a function")
        })?,
    };
    if typed {
        // Sorted by the engine first: that checks what `this` is, and makes the copy.
        let target = original.call(this, &[], context)?;
        let source = if copies { this.clone() } else { target.clone() };
        let (target, source) = (target.to_object(context)?, source.to_object(context)?);
        let items = present(&source, context)?.0;
        let sorted = merge_sorted(items, &comparison, context)?;
        write(&target, sorted, context)?;
        return Ok(target.into());
    }
    let object = this.to_object(context)?;
    let (items, undefined, length) = present(&object, context)?;
    let mut sorted = merge_sorted(items, &comparison, context)?;
    let empty = if copies { length - count(&sorted) } else { undefined };
    sorted.extend((0..empty).map(|_| JsValue::undefined()));
    if copies {
        return Ok(JsArray::from_iter(sorted, context).into());
    }
    let filled = count(&sorted);
    write(&object, sorted, context)?;
    for at in filled..length {
        object.delete_property_or_throw(at, context)?;
    }
    Ok(object.into())
}

/// The values of a list except undefined ones, how many of those there are, and the length; holes are neither.
fn present(object: &JsObject, context: &mut Context) -> JsResult<(Vec<JsValue>, u64, u64)> {
    let length = object.get(js_string!("length"), context)?.to_length(context)?;
    let (mut items, mut undefined) = (Vec::new(), 0);
    for at in 0..length {
        if !object.has_property(at, context)? {
            continue;
        }
        let value = object.get(at, context)?;
        if value.is_undefined() { undefined += 1 } else { items.push(value) }
    }
    Ok((items, undefined, length))
}

fn write(object: &JsObject, items: Vec<JsValue>, context: &mut Context) -> JsResult<()> {
    for (at, item) in (0u64..).zip(items) {
        object.set(at, item, true, context)?;
    }
    Ok(())
}

/// A stable merge sort from the bottom up.
fn merge_sorted(mut items: Vec<JsValue>, comparison: &JsObject, context: &mut Context) -> JsResult<Vec<JsValue>> {
    let mut width = 1;
    while width < items.len() {
        let mut merged = Vec::with_capacity(items.len());
        for pair in items.chunks(2 * width) {
            let (left, right) = pair.split_at(width.min(pair.len()));
            let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
            while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
                let order = comparison.call(&JsValue::undefined(), &[(*a).clone(), (*b).clone()], context)?;
                let next = if order.to_number(context)? > 0.0 { right.next() } else { left.next() };
                merged.extend(next.cloned());
            }
            merged.extend(left.chain(right).cloned());
        }
        items = merged;
        width *= 2;
    }
    Ok(items)
}

fn count(items: &[JsValue]) -> u64 {
    items.len() as u64
}
