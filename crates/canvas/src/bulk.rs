//! Tool calls for one entity or several: one call, or one loop that is readable in `main`.
//!
//! Invariant: one undo step changes all entities, for any number of them.

use serde_json::{Map, Value, json};
use trammel_kernel::Vec2;
use trammel_scene::Name;

/// A call of a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolCall {
    /// Name of the tool.
    pub tool: &'static str,
    /// Arguments.
    pub input: Value,
}

/// Returns the call of a tool for one entity, or a loop over several, with the same other arguments. `subject` is the
/// parameter for the entity.
#[must_use]
pub fn each(tool: &'static str, subject: &str, names: &[Name], rest: &[(&str, Value)]) -> ToolCall {
    if let [name] = names {
        let mut input = Map::from_iter([(subject.to_owned(), json!(name))]);
        input.extend(rest.iter().map(|(key, value)| ((*key).to_owned(), value.clone())));
        let input = Value::Object(input);
        return ToolCall { tool, input };
    }
    let list: Vec<String> = names.iter().map(|name| json!(name).to_string()).collect();
    let fields = std::iter::once(subject.to_owned()).chain(rest.iter().map(field));
    script(&format!(
        "for (const {subject} of [{}]) {tool}({{ {} }});\n",
        list.join(", "),
        fields.collect::<Vec<_>>().join(", ")
    ))
}

/// Returns the call that duplicates entities; each pair is a name and the name of the copy.
#[must_use]
pub fn duplicates(pairs: &[(Name, Name)], by: Vec2) -> ToolCall {
    let shift = [("dx", json!(by.x)), ("dy", json!(by.y))];
    if let [(name, result)] = pairs {
        let rest = [&[("result", json!(result))], &shift[..]].concat();
        return each("duplicate", "entity", std::slice::from_ref(name), &rest);
    }
    let list: Vec<String> = pairs
        .iter()
        .map(|(name, result)| format!("[{}, {}]", json!(name), json!(result)))
        .collect();
    script(&format!(
        "for (const [entity, result] of [{}]) duplicate({{ entity, result, {} }});\n",
        list.join(", "),
        shift.iter().map(field).collect::<Vec<_>>().join(", ")
    ))
}

/// Returns the call as a statement.
#[must_use]
pub fn statement(call: &ToolCall) -> String {
    if let Some(code) = call.input["code"].as_str() {
        return code.to_owned();
    }
    let fields = call.input.as_object().into_iter().flatten();
    let fields = fields.map(|(key, value)| field(&(key.as_str(), value.clone())));
    let fields = fields.collect::<Vec<_>>().join(", ");
    format!("{}({{ {fields} }});\n", call.tool)
}

/// Returns the call that appends a script to `main`.
#[must_use]
pub fn script(code: &str) -> ToolCall {
    ToolCall {
        tool: "run_cad_code",
        input: json!({ "code": code }),
    }
}

fn field((key, value): &(&str, Value)) -> String {
    format!("{key}: {}", literal(value))
}

/// Writes a value as JavaScript; a whole number has no decimal point.
fn literal(value: &Value) -> String {
    match value {
        Value::Number(number) => number
            .as_f64()
            .map_or_else(|| number.to_string(), |n| n.to_string()),
        Value::Array(items) => format!("[{}]", items.iter().map(literal).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn names(texts: &[&str]) -> Vec<Name> {
        texts.iter().map(|text| Name::new(text).unwrap()).collect()
    }

    #[test]
    fn one_entity_is_a_call_and_several_are_a_loop() {
        let front = [("mode", json!("front"))];
        let one = each("draw_order", "entity", &names(&["a"]), &front);
        assert_eq!(
            (one.tool, one.input),
            ("draw_order", json!({ "entity": "a", "mode": "front" }))
        );
        let axis = [("axis", json!([1.0, 0.5, 1.0, 2.0]))];
        let several = each("mirror", "entity", &names(&["a", "b \"1\""]), &axis);
        assert_eq!(several.tool, "run_cad_code");
        assert_eq!(
            several.input["code"],
            "for (const entity of [\"a\", \"b \\\"1\\\"\"]) mirror({ entity, axis: [1, 0.5, 1, 2] });\n"
        );
    }

    #[test]
    fn duplicates_are_listed_with_their_new_names() {
        let all = names(&["a", "a_2", "b", "b_2"]);
        let pairs = [(all[0].clone(), all[1].clone()), (all[2].clone(), all[3].clone())];
        let several = duplicates(&pairs, Vec2::new(10.0, -2.5));
        assert_eq!(
            several.input["code"],
            "for (const [entity, result] of [[\"a\", \"a_2\"], [\"b\", \"b_2\"]]) \
             duplicate({ entity, result, dx: 10, dy: -2.5 });\n"
        );
        let one = duplicates(&pairs[..1], Vec2::new(10.0, 0.0));
        assert_eq!(
            one.input,
            json!({ "entity": "a", "result": "a_2", "dx": 10.0, "dy": 0.0 })
        );
    }
}
