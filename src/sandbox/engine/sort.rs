//! Sorting without a comparison: by text.
//!
//! The engine sorts with the standard library, which panics when the order contradicts itself, and a `toString` can do
//! that. Here each text is made once. Sorting with a comparison is in `prelude.js`.

use super::guard::fits;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsResult, JsValue, js_string};

/// `Array.prototype.sort` without a comparison.
pub(super) fn sort(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let object = this.to_object(context)?;
    fits("sort", this)?;
    let length = length_of(&object, context)?;
    let mut items = Vec::new();
    for i in 0..length {
        if object.has_property(i, context)? {
            items.push(object.get(i, context)?);
        }
    }
    let items = sorted(items, context)?;
    let kept = items.len() as u64;
    for (i, item) in (0_u64..).zip(items) {
        object.set(i, item, true, context)?;
    }
    // Holes go to the end.
    for i in kept..length {
        if object.has_property(i, context)? {
            object.delete_property_or_throw(i, context)?;
        }
    }
    Ok(object.into())
}

/// `Array.prototype.toSorted` without a comparison.
pub(super) fn to_sorted(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let object = this.to_object(context)?;
    fits("toSorted", this)?;
    let length = length_of(&object, context)?;
    let items = (0..length)
        .map(|i| object.get(i, context))
        .collect::<JsResult<Vec<_>>>()?;
    let items = sorted(items, context)?;
    Ok(JsArray::from_iter(items, context).into())
}

fn length_of(object: &JsObject, context: &mut Context) -> JsResult<u64> {
    object.get(js_string!("length"), context)?.to_length(context)
}

/// The items in the order of their texts; `undefined` goes to the end and is never compared.
fn sorted(items: Vec<JsValue>, context: &mut Context) -> JsResult<Vec<JsValue>> {
    let (undefined, defined): (Vec<_>, Vec<_>) = items.into_iter().partition(JsValue::is_undefined);
    let texts = defined
        .into_iter()
        .map(|item| Ok((item.to_string(context)?, item)));
    let mut texts = texts.collect::<JsResult<Vec<_>>>()?;
    texts.sort_by(|(a, _), (b, _)| a.cmp(b));
    let mut out: Vec<JsValue> = texts.into_iter().map(|(_, item)| item).collect();
    out.extend(undefined);
    Ok(out)
}
