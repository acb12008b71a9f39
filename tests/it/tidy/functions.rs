//! Check of the length and the number of parameters of functions.

use super::source::{report, sources};
use super::syntax::functions_of;

/// Maximum number of parameters of a function without `self`. A longer list becomes a struct with named fields.
const MAX_PARAMETERS: usize = 5;

/// Maximum number of lines of a function, including its signature.
const MAX_FUNCTION_LINES: usize = 100;

#[test]
fn functions_are_short() {
    report(&sources(), |source| {
        let long = functions(source.code()).filter(|(_, lines)| *lines > MAX_FUNCTION_LINES);
        let list: Vec<String> = long
            .map(|(name, lines)| format!("`{name}` has {lines} lines"))
            .collect();
        (!list.is_empty()).then(|| {
            format!(
                "{}; split by idea ({MAX_FUNCTION_LINES} at most)",
                list.join(", ")
            )
        })
    });
}

#[test]
fn function_length_counts_its_lines() {
    let code = "impl A {\n    pub(super) async fn long<T>(\n        a: T,\n    ) {\n        b();\n    }\n\n    fn one() {}\n}\n";
    let found: Vec<(&str, usize)> = functions(code).collect();
    assert_eq!(found, [("long", 5), ("one", 1)]);
}

/// Returns the functions of formatted code with their numbers of lines. A function ends at the first closing
/// brace with the indentation of its first line. Declarations without a body are omitted.
fn functions(code: &str) -> impl Iterator<Item = (&str, usize)> {
    let lines: Vec<&str> = code.lines().collect();
    (0..lines.len()).filter_map(move |first| {
        let line = lines[first];
        let name = function_name(line)?;
        let signature = lines[first..]
            .iter()
            .find(|line| line.ends_with(['{', ';']) || line.ends_with("{}"))?;
        if signature.ends_with(';') {
            return None;
        }
        let indent = &line[..line.len() - line.trim_start().len()];
        let end = format!("{indent}}}");
        let length = match line.ends_with("{}") {
            true => 1,
            false => lines[first..].iter().position(|line| *line == end)? + 1,
        };
        Some((name, length))
    })
}

/// Returns the name of the function that begins on this line.
fn function_name(line: &str) -> Option<&str> {
    let (before, rest) = line.split_once("fn ")?;
    let qualifiers = ["pub", "pub(crate)", "pub(super)", "const", "async", "unsafe"];
    let begins = before.split_whitespace().all(|word| qualifiers.contains(&word));
    let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    (begins && !name.is_empty()).then_some(name)
}

#[test]
fn functions_have_few_parameters() {
    report(&sources(), |source| {
        if source.code().is_empty() {
            return None;
        }
        let long: Vec<String> = parameters(&source.text)
            .into_iter()
            .filter(|(_, count)| *count > MAX_PARAMETERS)
            .map(|(name, count)| format!("`{name}` has {count} parameters"))
            .collect();
        (!long.is_empty()).then(|| {
            format!(
                "{}; introduce a struct ({MAX_PARAMETERS} at most)",
                long.join(", ")
            )
        })
    });
}

#[test]
fn the_receiver_is_not_a_parameter() {
    let code = "fn free(a: u8, b: u8) { fn inner(c: u8) {} }\nimpl A { fn method(&self, a: u8) {} }\n\
                trait T { fn declared(self, a: u8, b: u8); }\nimpl T for A { fn declared(self, a: u8, b: u8) {} }\n\
                #[component]\nfn View(a: u8) {}\n#[cfg(test)]\nfn test(a: u8) {}";
    let found = parameters(code);
    let found: Vec<(&str, usize)> = found
        .iter()
        .map(|(name, count)| (name.as_str(), *count))
        .collect();
    assert_eq!(found, [("free", 2), ("inner", 1), ("method", 1), ("declared", 2)]);
}

/// Returns the functions of a file with their numbers of parameters. Components are omitted because their parameters are
/// passed by name.
fn parameters(code: &str) -> Vec<(String, usize)> {
    let functions = functions_of(code).into_iter();
    functions
        .filter(|function| !function.is_component)
        .map(|function| (function.name, function.parameters))
        .collect()
}
