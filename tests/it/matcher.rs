//! Comparing a result with what is expected of it.
//!
//! An expectation is a subset: objects by key, lists element by element, numbers within 1e-6, and an object of `$` keys
//! is a set of conditions: `$contains` a text, `$has` elements, `$len`, `$gte`, `$lte`, `$near` [value, tolerance],
//! `$type`, `$not`.

use serde_json::Value;

/// Nothing when `got` is as expected, else where and why not.
pub(crate) fn mismatch(want: &Value, got: &Value) -> Option<String> {
    compare(want, got, "").err()
}

fn compare(want: &Value, got: &Value, path: &str) -> Result<(), String> {
    match want {
        Value::Object(conditions)
            if !conditions.is_empty() && conditions.keys().all(|k| k.starts_with('$')) =>
        {
            conditions
                .iter()
                .try_for_each(|(condition, operand)| holds(condition, operand, got, path))
        }
        Value::Object(fields) => {
            let object = got
                .as_object()
                .ok_or_else(|| format!("{path}: {} is no object", shown(got)))?;
            fields.iter().try_for_each(|(key, field)| {
                let found = object
                    .get(key)
                    .ok_or_else(|| format!("{path}.{key} is missing in {}", shown(got)))?;
                compare(field, found, &format!("{path}.{key}"))
            })
        }
        Value::Array(items) => {
            let list = got.as_array().filter(|list| list.len() == items.len());
            let list = list.ok_or_else(|| format!("{path}: {} is not {}", shown(got), shown(want)))?;
            let mut pairs = items.iter().zip(list).enumerate();
            pairs.try_for_each(|(i, (want, got))| compare(want, got, &format!("{path}[{i}]")))
        }
        Value::Number(number) => {
            let want = number.as_f64().unwrap_or(f64::NAN);
            let close = |got: f64| (want - got).abs() <= 1e-6_f64.max(1e-9 * want.abs().max(got.abs()));
            demand(got.as_f64().is_some_and(close), || {
                format!("{path}: {}, not {want}", shown(got))
            })
        }
        plain => demand(plain == got, || format!("{path}: {}, not {plain}", shown(got))),
    }
}

fn holds(condition: &str, operand: &Value, got: &Value, path: &str) -> Result<(), String> {
    let number = || got.as_f64().unwrap_or(f64::NAN);
    let bound = || operand.as_f64().unwrap_or(f64::NAN);
    let true_of_it = match condition {
        "$contains" => {
            let text = got.as_str().map_or_else(|| got.to_string(), str::to_owned);
            operand.as_str().is_some_and(|part| text.contains(part))
        }
        "$has" => {
            let wanted = operand.as_array().map_or(&[][..], Vec::as_slice);
            let among =
                |want: &Value, list: &Vec<Value>| list.iter().any(|got| mismatch(want, got).is_none());
            got.as_array()
                .is_some_and(|list| wanted.iter().all(|want| among(want, list)))
        }
        "$len" => {
            let length = match got {
                Value::Array(list) => Some(list.len()),
                Value::Object(fields) => Some(fields.len()),
                Value::String(text) => Some(text.chars().count()),
                _ => None,
            };
            length.is_some_and(|length| operand.as_u64() == u64::try_from(length).ok())
        }
        "$gte" => number() >= bound(),
        "$lte" => number() <= bound(),
        "$near" => {
            let part = |i: usize| operand[i].as_f64().unwrap_or(f64::NAN);
            (number() - part(0)).abs() <= part(1)
        }
        "$type" => operand == kind(got),
        "$not" => mismatch(operand, got).is_some(),
        unknown => return Err(format!("{path}: there is no condition {unknown}")),
    };
    demand(true_of_it, || {
        format!("{path}: {} does not hold {condition} {operand}", shown(got))
    })
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn demand(fulfilled: bool, otherwise: impl FnOnce() -> String) -> Result<(), String> {
    if fulfilled { Ok(()) } else { Err(otherwise()) }
}

fn shown(value: &Value) -> String {
    value.to_string().chars().take(300).collect()
}

#[test]
fn matchers_can_fail() {
    use serde_json::json;
    let got = json!({"n": 1.0, "list": [1, {"a": "text"}], "text": "abc", "nothing": null});
    let fits = [
        json!({}),
        json!({"n": 1.000_000_1, "nothing": null}),
        json!({"list": [1, {}], "text": {"$contains": "b", "$len": 3, "$type": "string"}}),
        json!({"list": {"$has": [{"a": {"$contains": "ex"}}], "$len": 2}}),
        json!({"n": {"$gte": 1, "$lte": 1, "$near": [1.5, 0.5], "$not": 2}}),
    ];
    for want in fits {
        assert_eq!(mismatch(&want, &got), None, "{want}");
    }
    let does_not = [
        json!({"m": 1}),
        json!({"n": 1.01}),
        json!({"n": "1"}),
        json!({"nothing": false}),
        json!({"list": [1]}),
        json!({"list": {"$has": [{"a": 1}]}}),
        json!({"list": {"$len": 3}}),
        json!({"text": {"$contains": "z"}}),
        json!({"text": {"$gte": 0}}),
        json!({"text": {"$type": "number"}}),
        json!({"n": {"$gte": 1.1}}),
        json!({"n": {"$lte": 0.9}}),
        json!({"n": {"$near": [2, 0.5]}}),
        json!({"n": {"$not": {"$gte": 0}}}),
        json!({"n": {"$unknown": 0}}),
    ];
    for want in does_not {
        assert!(mismatch(&want, &got).is_some(), "{want}");
    }
}
