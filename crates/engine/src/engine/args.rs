//! Conversion of script values to tool arguments.
//!
//! Only own data properties are read. No getter, proxy, prototype or iterator of the script runs, so a call cannot
//! re-enter the drawing, and a modified prototype has no effect. A length claimed by a value is checked before memory
//! is reserved.

use boa_engine::builtins::promise::PromiseState;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::{JsPromise, JsTypedArray};
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsValue, JsVariant, js_string};
use serde_json::Value;
use std::borrow::Cow;
use trammel_language::{Bilingual, bilingual};
use trammel_tools::{Arg, Foreign};

const MAX_DEPTH: usize = 8;
const MAX_ITEMS: usize = 200_000;

/// Converts the arguments of a call: either one object, or values in the order of `positional`, optionally followed
/// by an object with further named arguments. `takes` returns whether a positional parameter accepts an object with
/// the given keys as its own value.
pub(super) fn arguments<N: AsRef<str> + Clone + Into<Cow<'static, str>>>(
    positional: &[N],
    args: &[JsValue],
    takes: impl Fn(&str, &[String]) -> bool,
    context: &mut Context,
) -> Result<Arg, Bilingual> {
    let mut reader = Reader { context, items: 0 };
    if let [only] = args
        && let Some(object) = only.as_object().filter(is_plain)
    {
        return reader.object(&object, 0);
    }
    let mut entries: Vec<(Cow<'static, str>, Arg)> = Vec::with_capacity(args.len());
    for (i, value) in args.iter().enumerate() {
        let last = i + 1 == args.len();
        let parameter = positional.get(i);
        if let Some(options) = value.as_object().filter(|o| last && is_plain(o))
            && let keys = own_names(&options, reader.context)
            && parameter.is_none_or(|name| !takes(name.as_ref(), &keys))
        {
            if let Arg::Object(rest) = reader.object(&options, 0)? {
                entries.retain(|(key, _)| !rest.iter().any(|(other, _)| other == key));
                entries.extend(rest);
            }
            continue;
        }
        let Some(parameter) = parameter else {
            return Err(match positional {
                [] => bilingual!(
                    "takes no arguments, got {}",
                    "인수를 받지 않는데 {}개를 받았어요",
                    args.len()
                ),
                _ => {
                    let names: Vec<&str> = positional.iter().map(AsRef::as_ref).collect();
                    let (most, list, given) = (names.len(), names.join(", "), args.len());
                    let s = if most == 1 { "" } else { "s" };
                    Bilingual::format(
                        format_args!("takes at most {most} argument{s} ({list}), got {given}"),
                        format_args!("인수는 최대 {most}개({list})인데 {given}개를 받았어요"),
                    )
                }
            });
        };
        if !value.is_undefined() {
            entries.push((parameter.clone().into(), reader.value(value, 0)?));
        }
    }
    Ok(Arg::Object(entries))
}

/// Converts a value to JSON, similar to `JSON.stringify` but without running script code. A value that is not data is
/// omitted from an object and becomes `null` elsewhere. A fulfilled promise is replaced by its value.
///
/// # Errors
/// Returns an error if the value is a promise that is pending or rejected, or if the data is too large or nested too
/// deeply.
pub(super) fn answer(value: &JsValue, context: &mut Context) -> Result<Value, Bilingual> {
    let promise = value.as_object().and_then(|o| JsPromise::from_object(o).ok());
    let value = match promise.map(|promise| promise.state()) {
        Some(PromiseState::Fulfilled(kept)) => kept,
        Some(_) => {
            return Err(bilingual!(
                "it is a promise that never settles",
                "끝나지 않는 프로미스예요"
            ));
        }
        None => value.clone(),
    };
    Reader { context, items: 0 }.value(&value, 0).map(json)
}

fn json(value: Arg) -> Value {
    match value {
        Arg::List(items) => items.into_iter().map(json).collect(),
        Arg::Object(entries) => {
            let kept = entries
                .into_iter()
                .filter(|(_, value)| !matches!(value, Arg::Foreign(_)));
            Value::Object(kept.map(|(key, value)| (key.into_owned(), json(value))).collect())
        }
        plain => plain.into_json().unwrap_or_default(),
    }
}

fn own_names(object: &JsObject, context: &mut Context) -> Vec<String> {
    let keys = object.own_property_keys(context).unwrap_or_default();
    let name = |key: PropertyKey| {
        if let PropertyKey::String(name) = key {
            Some(name.to_std_string_lossy())
        } else {
            None
        }
    };
    keys.into_iter().filter_map(name).collect()
}

/// Whether an object is plain data: not an array, a typed array, a function or a proxy.
fn is_plain(object: &JsObject) -> bool {
    !object.is_array()
        && !object.is_callable()
        && !object.is::<boa_engine::builtins::proxy::Proxy>()
        && typed_array(object).is_none()
}

fn typed_array(object: &JsObject) -> Option<JsTypedArray> {
    JsTypedArray::from_object(object.clone()).ok()
}

struct Reader<'a> {
    context: &'a mut Context,
    items: usize,
}

impl Reader<'_> {
    fn value(&mut self, value: &JsValue, depth: usize) -> Result<Arg, Bilingual> {
        self.items += 1;
        if self.items > MAX_ITEMS {
            return Err(too_many_values());
        }
        Ok(match value.variant() {
            JsVariant::Null | JsVariant::Undefined => Arg::Null,
            JsVariant::Boolean(b) => Arg::Bool(b),
            JsVariant::Integer32(n) => Arg::Number(f64::from(n)),
            JsVariant::Float64(n) => Arg::Number(n),
            JsVariant::String(text) => Arg::Text(text.to_std_string_lossy()),
            JsVariant::BigInt(_) => Arg::Foreign(Foreign::BigInt),
            JsVariant::Symbol(_) => Arg::Foreign(Foreign::Symbol),
            JsVariant::Object(object) => {
                if depth >= MAX_DEPTH {
                    return Err(bilingual!(
                        "data is nested more than {MAX_DEPTH} levels deep",
                        "데이터가 {MAX_DEPTH}단계보다 깊게 겹쳤어요"
                    ));
                }
                if object.is_array() {
                    self.list(&object, depth)?
                } else if let Some(array) = typed_array(&object) {
                    self.read_typed_array(&array)?
                } else if object.is_callable() {
                    Arg::Foreign(Foreign::Function)
                } else if is_plain(&object) {
                    self.object(&object, depth)?
                } else {
                    Arg::Foreign(Foreign::Proxy)
                }
            }
        })
    }

    fn list(&mut self, array: &JsObject, depth: usize) -> Result<Arg, Bilingual> {
        let length = own(array, &PropertyKey::from(js_string!("length")));
        let length = length.and_then(|v| v.as_number()).unwrap_or(0.0);
        if length > MAX_ITEMS as f64 {
            return Err(bilingual!(
                "an array has {length} elements, at most {MAX_ITEMS}",
                "배열의 원소가 {length}개이고 최대 {MAX_ITEMS}개예요"
            ));
        }
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "bounded above and never negative"
        )]
        let length = length as u32;
        // An array that consists only of holes needs memory here as well.
        if length as usize > MAX_ITEMS - self.items.min(MAX_ITEMS) {
            return Err(too_many_values());
        }
        let mut items = Vec::with_capacity(length as usize);
        for i in 0..length {
            items.push(match own(array, &PropertyKey::from(i)) {
                Some(value) => self.value(&value, depth + 1)?,
                None => {
                    self.items += 1;
                    Arg::Foreign(Foreign::Hole)
                }
            });
        }
        Ok(Arg::List(items))
    }

    /// Reads a typed array. Its length and items come from the engine, and no script code runs.
    fn read_typed_array(&mut self, array: &JsTypedArray) -> Result<Arg, Bilingual> {
        let length = array.length(self.context).unwrap_or_default();
        if length > MAX_ITEMS - self.items.min(MAX_ITEMS) {
            return Err(too_many_values());
        }
        let mut items = Vec::with_capacity(length);
        for i in 0..length {
            let item = array.get(i, self.context).unwrap_or_default();
            items.push(self.value(&item, MAX_DEPTH)?);
        }
        Ok(Arg::List(items))
    }

    fn object(&mut self, object: &JsObject, depth: usize) -> Result<Arg, Bilingual> {
        let keys = object
            .own_property_keys(self.context)
            .map_err(|e| Bilingual::same(e.to_string()))?;
        let mut entries = Vec::with_capacity(keys.len());
        for key in keys {
            let name = match &key {
                PropertyKey::String(name) => name.to_std_string_lossy(),
                PropertyKey::Index(index) => index.get().to_string(),
                PropertyKey::Symbol(_) => continue,
            };
            let value = match own(object, &key) {
                Some(value) if value.is_undefined() => continue,
                Some(value) => self.value(&value, depth + 1)?,
                None => Arg::Foreign(Foreign::Getter),
            };
            entries.push((Cow::Owned(name), value));
        }
        Ok(Arg::Object(entries))
    }
}

fn too_many_values() -> Bilingual {
    bilingual!(
        "more than {MAX_ITEMS} values in one call",
        "한 호출의 값이 {MAX_ITEMS}개보다 많아요"
    )
}

/// Returns the value of an own data property; `None` if the property is missing or an accessor.
pub(super) fn own(object: &JsObject, key: &PropertyKey) -> Option<JsValue> {
    object.borrow().properties().get(key)?.value().cloned()
}
