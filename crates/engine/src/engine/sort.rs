//! Sorting that tolerates inconsistent comparison functions.
//!
//! The engine sorts with the standard library, which panics if a comparison is not a total order, and `sort(() =>
//! Math.random() - 0.5)` is a common way to shuffle. `sort` and `toSorted` are replaced by a merge sort, which
//! terminates with a permutation of the items for any comparison results.

use super::bounded_builtins::check_length;
use super::method::method;
use super::run_state::native;
use boa_engine::native_function::NativeFunction;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue, js_string};
use trammel_language::bilingual;

/// Replaces `sort` and `toSorted` of arrays and typed arrays.
pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let constructors = context.intrinsics().constructors();
    let (array, typed) = (
        constructors.array().prototype(),
        constructors.typed_array().prototype(),
    );
    define(&array, "sort", NativeFunction::from_fn_ptr(sort), context)?;
    define(
        &array,
        "toSorted",
        NativeFunction::from_fn_ptr(to_sorted),
        context,
    )?;
    // Without a comparison function the engine's numeric sort is correct, and it also checks that `this` is a typed
    // array.
    for (name, copies) in [("sort", false), ("toSorted", true)] {
        let own = typed.get(JsString::from(name), context)?;
        let slice = typed.get(js_string!("slice"), context)?;
        let replacement = NativeFunction::from_copy_closure_with_captures(
            move |this, args, (own, slice): &(JsValue, JsValue), context| {
                let Some(compare) = comparison(args)? else {
                    return call_function(own, this, &[], context);
                };
                let copy = call_function(slice, this, &[], context)?;
                let target = if copies { copy } else { this.clone() };
                let object = target.to_object(context)?;
                let length = length_of(&object, context)?;
                let items = (0..length)
                    .map(|i| object.get(i, context))
                    .collect::<JsResult<Vec<_>>>()?;
                for (i, item) in (0..length).zip(merge_sorted(items, &compare, context)?) {
                    object.set(i, item, false, context)?;
                }
                Ok(target)
            },
            (own, slice),
        );
        define(&typed, name, replacement, context)?;
    }
    Ok(())
}

fn define(prototype: &JsObject, name: &str, native: NativeFunction, context: &mut Context) -> JsResult<()> {
    method(prototype, name, 1, native, context)
}

fn sort(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let compare = comparison(args)?;
    let object = this.to_object(context)?;
    check_length("sort", this)?;
    let length = length_of(&object, context)?;
    let mut items = Vec::new();
    for i in 0..length {
        if object.has_property(i, context)? {
            items.push(object.get(i, context)?);
        }
    }
    let items = sort_items(items, compare.as_ref(), context)?;
    let kept = items.len() as u64;
    for (i, item) in (0_u64..).zip(items) {
        object.set(i, item, true, context)?;
    }
    // Holes move to the end.
    for i in kept..length {
        if object.has_property(i, context)? {
            object.delete_property_or_throw(i, context)?;
        }
    }
    Ok(object.into())
}

fn to_sorted(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let compare = comparison(args)?;
    let object = this.to_object(context)?;
    check_length("toSorted", this)?;
    let length = length_of(&object, context)?;
    let items = (0..length)
        .map(|i| object.get(i, context))
        .collect::<JsResult<Vec<_>>>()?;
    let items = sort_items(items, compare.as_ref(), context)?;
    Ok(JsArray::from_iter(items, context).into())
}

/// Returns the comparison function, if one is given.
fn comparison(args: &[JsValue]) -> JsResult<Option<JsObject>> {
    match args.first() {
        None => Ok(None),
        Some(value) if value.is_undefined() => Ok(None),
        Some(value) => value.as_callable().map(Some).ok_or_else(|| {
            native(
                JsNativeError::typ(),
                bilingual!(
                    "the comparison must be a function such as (a, b) => a - b, got {}",
                    "비교는 (a, b) => a - b 같은 함수여야 하는데 {}을(를) 받았어요",
                    value.display()
                ),
            )
        }),
    }
}

fn length_of(object: &JsObject, context: &mut Context) -> JsResult<u64> {
    object.get(js_string!("length"), context)?.to_length(context)
}

fn call_function(
    function: &JsValue,
    this: &JsValue,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    match function.as_callable() {
        Some(function) => function.call(this, args, context),
        None => Err(JsNativeError::typ()
            .with_message("not a callable function")
            .into()),
    }
}

/// Sorts the items; `undefined` moves to the end and is never compared.
fn sort_items(
    items: Vec<JsValue>,
    compare: Option<&JsObject>,
    context: &mut Context,
) -> JsResult<Vec<JsValue>> {
    let (undefined, defined): (Vec<_>, Vec<_>) = items.into_iter().partition(JsValue::is_undefined);
    let mut out = match compare {
        Some(compare) => merge_sorted(defined, compare, context)?,
        None => {
            // Each item is converted once, so that a `toString` with changing results cannot make the order
            // inconsistent.
            let texts = defined
                .into_iter()
                .map(|item| Ok((item.to_string(context)?, item)));
            let mut texts = texts.collect::<JsResult<Vec<_>>>()?;
            texts.sort_by(|(a, _), (b, _)| a.cmp(b));
            texts.into_iter().map(|(_, item)| item).collect()
        }
    };
    out.extend(undefined);
    Ok(out)
}

/// Sorts with a stable bottom-up merge sort.
fn merge_sorted(
    mut items: Vec<JsValue>,
    compare: &JsObject,
    context: &mut Context,
) -> JsResult<Vec<JsValue>> {
    let mut run = 1;
    while run < items.len() {
        let mut merged = Vec::with_capacity(items.len());
        for pair in items.chunks(run * 2) {
            let (mut left, mut right) = pair.split_at(run.min(pair.len()));
            while let ([a, left_rest @ ..], [b, right_rest @ ..]) = (left, right) {
                let order = compare
                    .call(&JsValue::undefined(), &[a.clone(), b.clone()], context)?
                    .to_number(context)?;
                if order > 0.0 {
                    merged.push(b.clone());
                    right = right_rest;
                } else {
                    merged.push(a.clone());
                    left = left_rest;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        items = merged;
        run *= 2;
    }
    Ok(items)
}
