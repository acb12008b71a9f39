//! Comparison of a JSON result with an expectation.
//!
//! An expectation describes a subset: objects match by key, lists element by element, and numbers within 1e-6.
//! An object whose keys all begin with `$` is a set of conditions: `$contains` a text, `$has` elements, `$len`,
//! `$gte`, `$lte`, `$near` [value, tolerance], `$numbers` [[value, tolerance], ...] that occur in a text, `$final`
//! [[value, tolerance], ...] that are all numbers of the last line of a text, in order, `$type`, `$not`.

use serde_json::{Value, json};

/// Returns the place and the reason of the first mismatch, or `None` if `got` matches.
pub fn mismatch(want: &Value, got: &Value) -> Option<String> {
    compare(want, got, "").err()
}

fn compare(want: &Value, got: &Value, path: &str) -> Result<(), String> {
    match want {
        Value::Object(conditions)
            if !conditions.is_empty() && conditions.keys().all(|k| k.starts_with('$')) =>
        {
            conditions
                .iter()
                .try_for_each(|(condition, operand)| check_condition(condition, operand, got, path))
        }
        Value::Object(fields) => {
            let object = got
                .as_object()
                .ok_or_else(|| format!("{path}: {} is not an object", clipped_json(got)))?;
            fields.iter().try_for_each(|(key, field)| {
                let found = object
                    .get(key)
                    .ok_or_else(|| format!("{path}.{key} is missing in {}", clipped_json(got)))?;
                compare(field, found, &format!("{path}.{key}"))
            })
        }
        Value::Array(items) => {
            let list = got.as_array().filter(|list| list.len() == items.len());
            let list =
                list.ok_or_else(|| format!("{path}: {} is not {}", clipped_json(got), clipped_json(want)))?;
            let mut pairs = items.iter().zip(list).enumerate();
            pairs.try_for_each(|(i, (want, got))| compare(want, got, &format!("{path}[{i}]")))
        }
        Value::Number(number) => {
            let want = number.as_f64().unwrap_or(f64::NAN);
            let close = |got: f64| (want - got).abs() <= 1e-6_f64.max(1e-9 * want.abs().max(got.abs()));
            demand(got.as_f64().is_some_and(close), || {
                format!("{path}: {}, not {want}", clipped_json(got))
            })
        }
        plain => demand(plain == got, || {
            format!("{path}: {}, not {plain}", clipped_json(got))
        }),
    }
}

fn check_condition(condition: &str, operand: &Value, got: &Value, path: &str) -> Result<(), String> {
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
        "$numbers" => {
            let text = got.as_str().unwrap_or_default();
            // A plain space may separate groups of digits or two numbers, so both readings are tried.
            let said = [numbers(text), numbers(&text.replace(' ', "\u{2009}"))].concat();
            let wanted = operand.as_array().filter(|wanted| !wanted.is_empty());
            let is_said = |near: &Value| {
                let near = json!({ "$near": near });
                said.iter().any(|said| mismatch(&near, &json!(said)).is_none())
            };
            wanted.is_some_and(|wanted| wanted.iter().all(is_said))
        }
        "$final" => {
            let lines = got.as_str().unwrap_or_default().lines().rev();
            let last = lines
                .map(str::trim)
                .find(|line| !line.is_empty())
                .unwrap_or_default();
            let wanted = operand.as_array().filter(|wanted| !wanted.is_empty());
            let are_said = |said: &[f64], wanted: &[Value]| {
                let mut pairs = said.iter().zip(wanted);
                said.len() == wanted.len()
                    && pairs.all(|(said, near)| mismatch(&json!({ "$near": near }), &json!(said)).is_none())
            };
            let spaced = numbers(&last.replace(' ', "\u{2009}"));
            wanted.is_some_and(|wanted| are_said(&numbers(last), wanted) || are_said(&spaced, wanted))
        }
        "$type" => operand == kind(got),
        "$not" => mismatch(operand, got).is_some(),
        unknown => return Err(format!("{path}: unknown condition {unknown}")),
    };
    demand(true_of_it, || {
        format!(
            "{path}: {} does not satisfy {condition} {operand}",
            clipped_json(got)
        )
    })
}

/// Returns the numbers in a text, in order. Groups of three digits may be separated by commas or narrow spaces,
/// the sign may be a typographic minus, and the decimal point is a period.
fn numbers(text: &str) -> Vec<f64> {
    let letters: Vec<char> = text.chars().collect();
    let digit = |at: usize| letters.get(at).is_some_and(char::is_ascii_digit);
    let mut found = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        if !digit(at) {
            at += 1;
            continue;
        }
        let signed = at > 0 && matches!(letters[at - 1], '-' | '\u{2212}');
        let part_of_a_word = |at: usize| letters[at].is_alphanumeric() || letters[at] == '_';
        let is_name = at > 0 && part_of_a_word(at - 1);
        let minus = signed && !(at > 1 && part_of_a_word(at - 2));
        let mut number = String::from(if minus { "-" } else { "" });
        loop {
            let group = matches!(letters.get(at), Some(',' | '\u{a0}' | '\u{2009}' | '\u{202f}'))
                && (1..=3).all(|i| digit(at + i))
                && !digit(at + 4);
            let point = letters.get(at) == Some(&'.') && digit(at + 1) && !number.contains('.');
            if digit(at) || point {
                number.push(letters[at]);
            } else if !group || number.contains('.') {
                break;
            }
            at += 1;
        }
        if !is_name {
            found.extend(number.parse::<f64>());
        }
    }
    found
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

fn clipped_json(value: &Value) -> String {
    value.to_string().chars().take(300).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_matcher_accepts_matching_and_rejects_other_values() {
        let got = json!({"n": 1.0, "list": [1, {"a": "text"}], "text": "abc", "nothing": null, "said": "hole_4 at \u{2212}3: 5,798.938 mm² of 12 500.", "last": "It may be 7.\n\n**12 500** mm, 4.5 mm²\n"});
        let fits = [
            json!({}),
            json!({"n": 1.000_000_1, "nothing": null}),
            json!({"list": [1, {}], "text": {"$contains": "b", "$len": 3, "$type": "string"}}),
            json!({"list": {"$has": [{"a": {"$contains": "ex"}}], "$len": 2}}),
            json!({"n": {"$gte": 1, "$lte": 1, "$near": [1.5, 0.5], "$not": 2}}),
            json!({"said": {"$numbers": [[5_798.94, 0.01], [-3, 0], [12_500, 0]]}}),
            json!({"last": {"$final": [[12_500, 0], [4.5, 0.01]]}}),
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
            json!({"said": {"$numbers": [[-3, 0], [798.94, 0.01]]}}),
            json!({"said": {"$numbers": [[4, 0]]}}),
            json!({"n": {"$numbers": [[1, 0]]}}),
            json!({"last": {"$final": [[12_500, 0]]}}),
            json!({"last": {"$final": [[4.5, 0], [12_500, 0]]}}),
            json!({"last": {"$final": [[7, 0]]}}),
            json!({"last": {"$final": []}}),
        ];
        for want in does_not {
            assert!(mismatch(&want, &got).is_some(), "{want}");
        }
    }
}
