//! Tool calls for one entity or several: one call, or one loop that is readable in `main`.
//!
//! Invariant: one undo step changes all entities, for any number of them.

use super::canvas_tool::Effect;
use serde_json::{Value, json};
use trammel_code::Call;
use trammel_code::write::{self, array, for_each, literals, quote};
use trammel_kernel::Vec2;
use trammel_scene::Name;

impl From<Call> for Effect {
    fn from(call: Call) -> Effect {
        let (tool, input) = (call.tool, Value::Object(call.input));
        Effect::Call { tool, input }
    }
}

/// Returns the call of a tool for one entity, or a loop over several, with the same other arguments. `subject` is the
/// parameter for the entity.
#[must_use]
pub fn call_for_each(tool: &'static str, subject: &str, names: &[Name], rest: &[(&str, Value)]) -> Call {
    let with_rest = |call: Call| {
        let rest = rest.iter();
        rest.fold(call, |call, (key, value)| call.with(key, value.clone()))
    };
    if let [name] = names {
        return with_rest(Call::new(tool).with(subject, name.as_str()));
    }
    let rest = with_rest(Call::new(tool)).input;
    let mut arguments = vec![(subject, subject.to_owned())];
    arguments.extend(literals(&rest));
    let names = names.iter().map(|name| quote(name));
    script(&for_each(subject, names, &write::call(tool, &arguments)))
}

/// Returns the call that duplicates entities; each pair is a name and the name of the copy.
#[must_use]
pub fn duplicates(pairs: &[(Name, Name)], by: Vec2) -> Call {
    if let [(name, result)] = pairs {
        let call = Call::new("duplicate").with("entity", name.as_str());
        let call = call.with("result", result.as_str());
        return call.with("dx", by.x).with("dy", by.y);
    }
    let list = pairs
        .iter()
        .map(|(name, result)| array([quote(name), quote(result)]));
    let variables = ["entity", "result"].map(|name| (name, name.to_owned()));
    let shift = [("dx", by.x), ("dy", by.y)].map(|(key, by)| (key, write::literal(&json!(by))));
    let statement = write::call("duplicate", &[variables, shift].concat());
    script(&for_each("[entity, result]", list, &statement))
}

/// Returns the call as a statement; the code itself for a script.
#[must_use]
pub fn statement(call: &Call) -> String {
    let code = call.input.get("code").and_then(Value::as_str);
    code.map_or_else(|| call.statement(), str::to_owned)
}

/// Returns the call that appends a script to `main`.
#[must_use]
pub fn script(code: &str) -> Call {
    Call::new("run_cad_code").with("code", code)
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
        let one = call_for_each("draw_order", "entity", &names(&["a"]), &front);
        assert_eq!(
            (one.tool, Value::Object(one.input)),
            ("draw_order", json!({ "entity": "a", "mode": "front" }))
        );
        let axis = [("axis", json!([1.0, 0.5, 1.0, 2.0]))];
        let several = call_for_each("mirror", "entity", &names(&["a", "b \"1\""]), &axis);
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
            Value::Object(one.input),
            json!({ "entity": "a", "result": "a_2", "dx": 10.0, "dy": 0.0 })
        );
    }
}
