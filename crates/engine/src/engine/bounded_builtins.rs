//! Bounded replacements of built-in functions that can use unbounded memory or run without interruption.
//!
//! The collector does not count the size of large strings and arrays, so functions that create them collect garbage
//! first. Lengths beyond the limits throw a catchable `RangeError`. A regular expression that may backtrack
//! exponentially is announced to the host before matching starts, because only the host can stop it.

use super::args::own;
use super::method::method;
use super::report;
use super::run_state::{call_error_to_js, native, relieve, with_run};
use boa_engine::object::JsObject;
use boa_engine::object::builtins::{JsArray, JsRegExp};
use boa_engine::property::PropertyKey;
use boa_engine::string::{JsStr, JsStrVariant};
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue, NativeFunction, js_string};
use trammel_language::{Bilingual, bilingual};
use trammel_run::Uninterruptible;

/// Maximum length of a string made by `repeat`, `padStart` or `padEnd`, in UTF-16 code units.
const MAX_TEXT: f64 = 1_000_000.0;

/// Maximum length of an array that one built-in function processes; a longer array does not fit into a run's memory.
const MAX_LIST: f64 = 5_000_000.0;

/// Maximum number of arguments that are passed as an array.
const MAX_ARGUMENTS: f64 = 65_535.0;

/// Maximum nesting depth of arrays in `join`, `toLocaleString` and `flat`.
const MAX_TEXT_DEPTH: usize = 100;

/// Minimum text length, in UTF-16 code units, from which a regular expression is announced; shorter texts match fast
/// enough.
const LONG_TEXT: usize = 20;

/// Maximum number of regular expressions announced to the host in one run.
const MAX_NOTES: u32 = 200;

/// Array methods that create an array of the same size or process the whole array.
const OF_LISTS: [&str; 9] = [
    "concat",
    "copyWithin",
    "fill",
    "reverse",
    "slice",
    "splice",
    "toReversed",
    "toSpliced",
    "with",
];

/// Replaces the built-in functions by bounded versions.
pub(super) fn install(context: &mut Context) -> JsResult<()> {
    of_lists(context)?;
    of_texts(context)?;
    of_calls(context)?;
    let regexp = context.intrinsics().constructors().regexp().prototype();
    guard_method(&regexp, "exec", context, |_, this, args, original, context| {
        let noted = note(this, args, context);
        let result = original.call(this, args, context);
        if noted {
            tell(None);
        }
        result
    })
}

/// Bounds the array methods.
fn of_lists(context: &mut Context) -> JsResult<()> {
    let list = context.intrinsics().constructors().array().prototype();
    for name in OF_LISTS {
        guard_method(&list, name, context, |name, this, args, original, context| {
            check_length(name, this)?;
            original.call(this, args, context)
        })?;
    }
    for name in ["join", "toLocaleString"] {
        guard_method(&list, name, context, join_array)?;
    }
    guard_method(&list, "flat", context, |_, this, args, _, context| {
        // The result is a plain array, also for a subclass of `Array`.
        let object = this.to_object(context)?;
        let depth = match args.first() {
            Some(depth) if !depth.is_undefined() => depth.to_number(context)?,
            _ => 1.0,
        };
        let out = JsArray::new(context)?;
        flatten(&out, &object, depth, 0, context)?;
        Ok(out.into())
    })?;
    let lists = context.intrinsics().constructors().array().constructor();
    guard_method(&lists, "from", context, |_, this, args, original, context| {
        relieve_now()?;
        short("Array.from", args.first().unwrap_or(&JsValue::undefined()))?;
        original.call(this, args, context)
    })
}

/// Bounds the string methods that create longer strings or arrays.
fn of_texts(context: &mut Context) -> JsResult<()> {
    let text = context.intrinsics().constructors().string().prototype();
    guard_method(&text, "split", context, |_, this, args, original, context| {
        relieve_now()?;
        original.call(this, args, context)
    })?;
    // The engine's own `repeat` counts each repetition as a loop iteration.
    guard_method(&text, "repeat", context, |_, this, args, original, context| {
        let this = this.require_object_coercible()?.to_string(context)?;
        let count = args
            .first()
            .cloned()
            .unwrap_or_default()
            .to_number(context)?
            .trunc();
        if !(count > 0.0 && count.is_finite()) {
            return original.call(&this.into(), &[count.into()], context);
        }
        check_text_length("repeat", this.len() as f64 * count)?;
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "checked just above"
        )]
        let count = if this.is_empty() { 0 } else { count as usize };
        Ok(match this.variant() {
            JsStrVariant::Latin1(units) => JsString::from(JsStr::latin1(&units.repeat(count))),
            JsStrVariant::Utf16(units) => JsString::from(&units.repeat(count)[..]),
        }
        .into())
    })?;
    for name in ["padStart", "padEnd"] {
        guard_method(&text, name, context, |name, this, args, original, context| {
            let this = this.require_object_coercible()?.to_string(context)?;
            let length = args.first().cloned().unwrap_or_default().to_length(context)?;
            check_text_length(name, length as f64)?;
            let mut args = args.to_vec();
            if let Some(first) = args.first_mut() {
                *first = length.into();
            }
            original.call(&this.into(), &args, context)
        })?;
    }
    Ok(())
}

/// Bounds the functions that pass an array as arguments.
fn of_calls(context: &mut Context) -> JsResult<()> {
    let function = context.intrinsics().constructors().function().prototype();
    guard_method(&function, "apply", context, |_, this, args, original, context| {
        check_argument_count(args.get(1))?;
        original.call(this, args, context)
    })?;
    let reflect = context.intrinsics().objects().reflect();
    guard_method(&reflect, "apply", context, |_, this, args, original, context| {
        check_argument_count(args.get(2))?;
        original.call(this, args, context)
    })?;
    guard_method(
        &reflect,
        "construct",
        context,
        |_, this, args, original, context| {
            check_argument_count(args.get(1))?;
            original.call(this, args, context)
        },
    )
}

type Guarded = fn(&'static str, &JsValue, &[JsValue], &JsObject, &mut Context) -> JsResult<JsValue>;

/// Replaces the function `name` of `target` by a native function that receives the original.
fn guard_method(
    target: &JsObject,
    name: &'static str,
    context: &mut Context,
    function: Guarded,
) -> JsResult<()> {
    let original = target.get(JsString::from(name), context)?;
    let Some(original) = original.as_callable() else {
        return Ok(());
    };
    let length = original.get(js_string!("length"), context)?.to_length(context)?;
    let native = NativeFunction::from_copy_closure_with_captures(
        move |this, args, original: &JsObject, context| function(name, this, args, original, context),
        original,
    );
    method(
        target,
        name,
        usize::try_from(length).unwrap_or_default(),
        native,
        context,
    )
}

fn range(message: Bilingual) -> boa_engine::JsError {
    native(JsNativeError::range(), message)
}

/// Collects garbage if the threshold is reached. Returns an error if the remaining memory exceeds the limit.
fn relieve_now() -> JsResult<()> {
    relieve().map_err(call_error_to_js)
}

fn claimed_length(value: &JsValue) -> Option<f64> {
    let object = value.as_object()?;
    own(&object, &PropertyKey::from(js_string!("length")))?.as_number()
}

/// Returns an error if `this` is an array longer than [`MAX_LIST`].
pub(super) fn check_length(name: &str, this: &JsValue) -> JsResult<()> {
    relieve_now()?;
    let is_list = this.as_object().is_some_and(|object| object.is_array());
    if is_list { short(name, this) } else { Ok(()) }
}

fn short(name: &str, list: &JsValue) -> JsResult<()> {
    match claimed_length(list).filter(|length| *length > MAX_LIST) {
        None => Ok(()),
        Some(length) => Err(range(bilingual!(
            "{name}: invalid array length {length}; the maximum is {MAX_LIST}",
            "{name}: 배열 길이 {length}은(는) 쓸 수 없어요. 최댓값: {MAX_LIST}"
        ))),
    }
}

fn check_text_length(name: &str, length: f64) -> JsResult<()> {
    relieve_now()?;
    if length <= MAX_TEXT {
        return Ok(());
    }
    Err(range(bilingual!(
        "{name}: invalid string length {length}; the maximum is {MAX_TEXT}",
        "{name}: 문자열 길이 {length}은(는) 쓸 수 없어요. 최댓값: {MAX_TEXT}"
    )))
}

fn check_argument_count(list: Option<&JsValue>) -> JsResult<()> {
    match list
        .and_then(claimed_length)
        .filter(|length| *length > MAX_ARGUMENTS)
    {
        None => Ok(()),
        Some(length) => Err(range(bilingual!(
            "too many arguments in a function call: {length}, at most {MAX_ARGUMENTS}. Use a loop.",
            "함수 호출의 인수가 너무 많아요({length}개, 최대 {MAX_ARGUMENTS}개). 반복문을 쓰세요."
        ))),
    }
}

/// Joins an array. An array that contains itself contributes the empty string, as in browsers; the engine's own
/// `join` would recurse without end.
fn join_array(
    name: &'static str,
    this: &JsValue,
    args: &[JsValue],
    original: &JsObject,
    context: &mut Context,
) -> JsResult<JsValue> {
    check_length(name, this)?;
    let Some(object) = this.as_object() else {
        return original.call(this, args, context);
    };
    let (inside, depth) = with_run(|run| {
        let inside = run.joining.iter().any(|open| JsObject::equals(open, &object));
        if !inside {
            run.joining.push(object.clone());
        }
        (inside, run.joining.len())
    })
    .unwrap_or_default();
    if inside {
        return Ok(js_string!().into());
    }
    let result = if depth > MAX_TEXT_DEPTH {
        Err(range(bilingual!(
            "{name}: arrays are nested more than {MAX_TEXT_DEPTH} levels deep",
            "{name}: 배열이 {MAX_TEXT_DEPTH}단계보다 깊게 겹쳤어요"
        )))
    } else {
        original.call(this, args, context)
    };
    with_run(|run| run.joining.pop());
    result
}

/// Appends the items of `list` to `out`, flattening nested arrays to `depth` levels. The engine's own `flat` recurses
/// without end into an array that contains itself.
fn flatten(out: &JsArray, list: &JsObject, depth: f64, level: usize, context: &mut Context) -> JsResult<()> {
    if level > MAX_TEXT_DEPTH {
        return Err(range(bilingual!(
            "flat: arrays are nested more than {MAX_TEXT_DEPTH} levels deep. Does an array contain itself?",
            "flat: 배열이 {MAX_TEXT_DEPTH}단계보다 깊게 겹쳤어요. 자신을 담은 배열이 있나요?"
        )));
    }
    check_length("flat", &list.clone().into())?;
    let length = list.get(js_string!("length"), context)?.to_length(context)?;
    for i in 0..length {
        if !list.has_property(i, context)? {
            continue;
        }
        let item = list.get(i, context)?;
        match item.as_object().filter(|inner| depth >= 1.0 && inner.is_array()) {
            Some(inner) => flatten(out, &inner, depth - 1.0, level + 1, context)?,
            None => _ = out.push(item, context)?,
        }
    }
    Ok(())
}

/// Announces a regular expression that may take exponential time to the host. Returns whether the host was notified.
fn note(this: &JsValue, args: &[JsValue], context: &mut Context) -> bool {
    let long = args
        .first()
        .and_then(JsValue::as_string)
        .is_some_and(|text| text.len() >= LONG_TEXT);
    let told = || with_run(|run| run.notes.is_some() && run.noted < MAX_NOTES) == Some(true);
    if !long || !told() {
        return false;
    }
    let pattern = this.as_object().and_then(|o| JsRegExp::from_object(o).ok());
    let Some(Ok(pattern)) = pattern.map(|pattern| pattern.source(context)) else {
        return false;
    };
    let place = may_explode(&pattern)
        .then(|| report::Frame::now(context))
        .flatten();
    let Some(place) = place.and_then(report::Frame::place) else {
        return false;
    };
    tell(Some(&Uninterruptible { place }));
    true
}

fn tell(what: Option<&Uninterruptible>) {
    let notes = with_run(|run| {
        run.noted += u32::from(what.is_some());
        run.notes.clone()
    });
    if let Some(notes) = notes.flatten() {
        notes(what);
    }
}

/// Whether a pattern repeats a group that itself contains a repetition or an alternative, which can make matching
/// exponential.
fn may_explode(pattern: &str) -> bool {
    let mut open = vec![false];
    let mut chars = pattern.chars().peekable();
    let mut in_class = false;
    let mut closed = false;
    while let Some(c) = chars.next() {
        let group_before = std::mem::take(&mut closed);
        match c {
            '\\' => _ = chars.next(),
            ']' => in_class = false,
            _ if in_class => {}
            '[' => in_class = true,
            '(' => open.push(false),
            ')' => {
                let varies = open.pop().unwrap_or_default();
                closed = varies;
                if open.is_empty() {
                    open.push(false);
                }
                if let Some(outer) = open.last_mut() {
                    *outer |= varies;
                }
            }
            '*' | '+' | '{' => {
                if group_before {
                    return true;
                }
                if let Some(inner) = open.last_mut() {
                    *inner = true;
                }
            }
            '|' => {
                if let Some(inner) = open.last_mut() {
                    *inner = true;
                }
            }
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::may_explode;

    #[test]
    fn patterns_with_catastrophic_backtracking_are_detected() {
        for pattern in [
            "(a+)+$",
            "(x+x+)+y",
            "(?:a{0,1000}){0,1000}b",
            "((a|b)c)*d",
            r"(\(*)*",
        ] {
            assert!(may_explode(pattern), "{pattern}");
        }
        for pattern in [
            r"^\s*(\w+)\s*=\s*(\d+)$",
            "[(a+)]+",
            r"\(a+\)+",
            "(abc)+",
            "a|b",
            "x{2,}",
        ] {
            assert!(!may_explode(pattern), "{pattern}");
        }
    }
}
