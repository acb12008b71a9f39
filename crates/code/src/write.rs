//! Text of JavaScript: literals, calls with an object of named arguments, and loops over a list.
//!
//! Everything that the program adds to the code of a drawing is written here. An expression is a text that stands in the
//! code as it is: a literal, a template, or a variable.

use serde_json::{Map, Value};
use std::fmt::Write as _;
use trammel_base::numbers::number_text;

/// Returns plain data as a literal on one line.
#[must_use]
pub fn literal(value: &Value) -> String {
    let mut out = String::new();
    write_literal(value, &mut out);
    out
}

fn write_literal(value: &Value, out: &mut String) {
    match value {
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at > 0 { ", " } else { "" });
                write_literal(item, out);
            }
            out.push(']');
        }
        Value::Object(fields) if fields.is_empty() => out.push_str("{}"),
        Value::Object(fields) => out.push_str(&object(&literals(fields))),
        // JSON writes a computed whole number as `100.0`; an author writes `100`.
        Value::Number(number) if number.is_f64() => {
            out.push_str(&number.as_f64().map_or_else(|| number.to_string(), number_text));
        }
        plain => {
            let _ = write!(out, "{plain}");
        }
    }
}

/// Returns a text as a string in double quotes.
#[must_use]
pub fn quote(text: &str) -> String {
    Value::from(text).to_string()
}

/// Returns a text as a string with this quotation mark.
#[must_use]
pub fn quote_with(quote: char, text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push(quote);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            '$' if quote == '`' => out.push_str("\\$"),
            c if c == quote => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out.push(quote);
    out
}

/// Returns expressions as an array.
#[must_use]
pub fn array(expressions: impl IntoIterator<Item = String>) -> String {
    let expressions: Vec<String> = expressions.into_iter().collect();
    format!("[{}]", expressions.join(", "))
}

/// Returns the fields of plain data with their literals.
#[must_use]
pub fn literals(fields: &Map<String, Value>) -> Vec<(&str, String)> {
    let each = fields.iter();
    each.map(|(key, value)| (key.as_str(), literal(value))).collect()
}

/// Returns an object of these keys and expressions.
fn object<K: AsRef<str>>(fields: &[(K, String)]) -> String {
    let entries = fields
        .iter()
        .map(|(key, expression)| entry(key.as_ref(), expression));
    format!("{{ {} }}", entries.collect::<Vec<String>>().join(", "))
}

/// Returns an entry of an object. A variable with the name of its key is written once.
#[must_use]
pub fn entry(key: &str, expression: &str) -> String {
    match key {
        _ if key == expression => key.to_owned(),
        _ if is_identifier(key) => format!("{key}: {expression}"),
        _ => format!("{}: {expression}", quote(key)),
    }
}

/// Returns the call of a function with these named arguments, as a statement with its line break.
#[must_use]
pub fn call<K: AsRef<str>>(function: &str, arguments: &[(K, String)]) -> String {
    if arguments.is_empty() {
        return format!("{function}();\n");
    }
    format!("{function}({});\n", object(arguments))
}

/// Returns the import of a name that a file exports.
#[must_use]
pub fn import(name: &str, file: &str) -> String {
    format!("import {{ {name} }} from '{file}';\n")
}

/// Returns the code of `main` that calls the function of a module, which has the name of the module.
#[must_use]
pub fn call_of_module(module: &str) -> String {
    import(module, module) + &call::<&str>(module, &[])
}

/// Returns a statement that is executed for each item of a list. `variable` is a name or a pattern.
#[must_use]
pub fn for_each(variable: &str, items: impl IntoIterator<Item = String>, statement: &str) -> String {
    format!("for (const {variable} of {}) {statement}", array(items))
}

fn is_identifier(key: &str) -> bool {
    let mut chars = key.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn literals_are_short_and_on_one_line() {
        let data = json!({ "a b": [1.0, -0.5, 1e308, 7, true, null], "c": {}, "d": { "e": "머리 \"1\"\n" } });
        assert_eq!(
            literal(&data),
            r#"{ "a b": [1, -0.5, 1e308, 7, true, null], c: {}, d: { e: "머리 \"1\"\n" } }"#
        );
    }

    #[test]
    fn calls_and_loops_have_expressions_as_arguments() {
        assert_eq!(call::<&str>("f", &[]), "f();\n");
        let one = call("f", &[("name", "name".to_owned()), ("x", "2".to_owned())]);
        assert_eq!(
            for_each("name", ["a", "b"].map(quote), &one),
            "for (const name of [\"a\", \"b\"]) f({ name, x: 2 });\n"
        );
    }

    #[test]
    fn strings_have_the_wanted_quotes() {
        assert_eq!(quote_with('\'', "it's\n\\"), r"'it\'s\n\\'");
        assert_eq!(quote_with('`', "${x}"), r"`\${x}`");
    }
}
