//! Strange values for the numbers of checks. A check never stops the code: an unusable value is a check that fails with the
//! name of its parameter.

use super::values::call_of_example;
use crate::support::drawn;
use serde_json::Value;
use trammel_tools::{CheckResult, TOOLS, ToolSpec, Verb};

/// Values that no check can use, as code. `calls` counts the calls of the function.
const STRANGE: [&str; 14] = [
    "NaN",
    "Infinity",
    "-Infinity",
    "'5'",
    "null",
    "undefined",
    "true",
    "[]",
    "{}",
    "1n",
    "Symbol('s')",
    "() => (calls += 1)",
    "1e308",
    "-1e308",
];

/// Values that mean zero or nearly zero; the first one is zero.
const NEAR_ZERO: [&str; 3] = ["0", "-0", "5e-324"];

/// Beginnings of the reasons that call a parameter by another word than its name.
const OTHER_WORDS: [(&str, [&str; 3]); 1] =
    [("actual", ["the value is not a number", "got 1e308", "got -1e308"])];

/// A number in the input of a check.
struct Number {
    parameter: String,
    /// Properties that replace those of the example, with `VALUE` in the place of the number.
    properties: String,
    is_optional: bool,
}

/// Returns the numbers in the input of a check: parameters, and the coordinates of points.
fn numbers(tool: &ToolSpec) -> Vec<Number> {
    let schema = tool.canonical();
    let parameters = &schema["parameters"];
    let required = parameters["required"].as_array().unwrap();
    let mut numbers = Vec::new();
    for (name, schema) in parameters["properties"].as_object().unwrap() {
        let text = schema.to_string();
        if !text.contains("\"number\"") && !text.contains("\"integer\"") {
            continue;
        }
        let is_number = |schema: &Value| schema["type"] == "number" || schema["type"] == "integer";
        let places = if is_number(schema) {
            vec!["VALUE"]
        } else {
            let forms = schema["anyOf"].as_array().into_iter().flatten();
            let is_point = |form: &&Value| is_number(&form["items"]) && form["maxItems"] == 2;
            assert_eq!(
                forms.filter(is_point).count(),
                1,
                "{name} of {}: {schema}",
                tool.name
            );
            // The point is far enough from the entities of the example.
            vec!["[VALUE, 20]", "[20, VALUE]"]
        };
        numbers.extend(places.into_iter().map(|place| Number {
            parameter: name.clone(),
            properties: format!("{{ {name}: {place} }}"),
            is_optional: !required.iter().any(|required| required == name),
        }));
    }
    numbers
}

/// Calls each check with each of its numbers replaced. Returns what is wrong.
pub(super) fn every_check_value() -> String {
    let mut wrong = Vec::new();
    let mut tried = Vec::new();
    for tool in TOOLS.iter().filter(|tool| tool.verb == Verb::Check) {
        let numbers = numbers(tool);
        let (setup, input) = call_of_example(tool);
        let mut code = format!(
            "{setup}\nlet calls = 0;\nconst base = {input};\nconst check = (change) => {name}({{ ...base, ...change }});\n\
             const without = (parameter) => {{ const {{ [parameter]: _, ...rest }} = base; {name}(rest); }};\ncheck({{}});\n",
            name = tool.name
        );
        for number in &numbers {
            for value in STRANGE.iter().chain(&NEAR_ZERO) {
                code += &format!("check({});\n", number.properties.replace("VALUE", value));
            }
            if number.is_optional {
                code += &format!("without('{}');\n", number.parameter);
            }
        }
        code += "expect(calls === 0, 'a function was called');\n";
        let (session, reply) = drawn(&code);
        if reply["success"] != true {
            wrong.push(format!("{}: {reply}", tool.name));
            continue;
        }
        let report = session.document().checks();
        let mut results = report.results.iter();
        let mut next = || results.next().unwrap();
        if let Some(failed) = &next().failed {
            wrong.push(format!("{}: as it should be: {}", tool.name, failed.why));
        }
        for number in &numbers {
            tried.push(format!("{} {}", tool.name, number.parameter));
            let strange = STRANGE.map(|value| (value, next()));
            let near_zero = NEAR_ZERO.map(|_| next());
            let omitted = number.is_optional.then(&mut next);
            let problems = problems_of(number, &strange, near_zero, omitted);
            wrong.extend(
                problems
                    .into_iter()
                    .map(|problem| format!("{} {}: {problem}", tool.name, number.properties)),
            );
        }
        if let Some(failed) = &next().failed {
            wrong.push(format!("{}: {}", tool.name, failed.why));
        }
        assert!(results.next().is_none(), "{}: more checks than calls", tool.name);
    }
    for known in [
        "expect_near actual",
        "expect_near expected",
        "expect_near tolerance",
        "expect_clearance entity",
        "expect_clearance target",
        "expect_clearance min",
        "expect_inside clearance",
    ] {
        if !tried.iter().any(|tried| tried == known) {
            wrong.push(format!("{known} was not tried"));
        }
    }
    if wrong.is_empty() {
        "all refused or meant".to_owned()
    } else {
        wrong.join("; ")
    }
}

/// Returns what is wrong with the results of the calls with one number replaced. `omitted` is the result without an optional
/// number.
fn problems_of(
    number: &Number,
    strange: &[(&str, &CheckResult)],
    near_zero: [&CheckResult; 3],
    omitted: Option<&CheckResult>,
) -> Vec<String> {
    let mut wrong = Vec::new();
    for (value, result) in strange {
        let is_omitted = ["null", "undefined"].contains(value);
        if let Some(omitted) = omitted.filter(|_| is_omitted) {
            if (&result.text, &result.failed) != (&omitted.text, &omitted.failed) {
                wrong.push(format!("{value} is not the same as no value"));
            }
            continue;
        }
        match &result.failed {
            None => wrong.push(format!("{value} was taken")),
            Some(failed) if super::has_many_digits(&format!("{} {}", result.text, failed.why)) => {
                wrong.push(format!("{value} has too many digits: {}", result.text));
            }
            Some(failed) if is_named(&number.parameter, &failed.why.english) => {}
            Some(failed) => wrong.push(format!("{value} is not named: {}", failed.why)),
        }
    }
    let [zero, negative, denormal] = near_zero;
    let shown = |result: &CheckResult| {
        let failed = result.failed.as_ref();
        let why = failed.map(|failed| failed.why.english.replace("-0", "0"));
        (result.text.english.replace("-0", "0"), why)
    };
    if shown(negative) != shown(zero) {
        wrong.push(format!("-0: {negative:?} instead of {zero:?}"));
    }
    if denormal.failed.is_none() != zero.failed.is_none() {
        wrong.push(format!("5e-324: {denormal:?}, but {zero:?} for 0"));
    }
    wrong
}

/// Whether a reason has the name of the parameter as a word, or begins with its other words.
fn is_named(parameter: &str, why: &str) -> bool {
    let mut words = why.split(|c: char| !c.is_alphanumeric() && c != '_');
    let others = OTHER_WORDS.iter().find(|(name, _)| *name == parameter);
    words.any(|word| word == parameter)
        || others.is_some_and(|(_, others)| others.iter().any(|other| why.starts_with(other)))
}
