//! Comparison of the object that a query returns with a number, found in the text of a call: it is false for every drawing.

use crate::error::ToolError;
use crate::spec::ToolSpec;
use trammel_base::suggest::snake_case;
use trammel_language::bilingual;

/// Maximum length of the text that is read, in bytes.
const MOST_BYTES: usize = 2_000;

/// Returns the error for a condition, written from the start of `source`, that compares the object of a query of `tools` with
/// something; `None` for any other condition.
pub fn explain_comparison(source: &str, tools: &[ToolSpec]) -> Option<ToolError> {
    let end = (0..=MOST_BYTES.min(source.len()))
        .rev()
        .find(|end| source.is_char_boundary(*end))?;
    let source = source[..end].trim_start();
    let call = call_at(source).filter(|call| operator(call.rest).is_some());
    let call = call.or_else(|| {
        // The number comes first: `3 <= measureDistance('a', 'b')`.
        let number = source.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '_'));
        let after = operator(number.trim_start()).filter(|_| number.len() < source.len())?;
        call_at(after.trim_start()).filter(|call| !call.rest.starts_with(['.', '[']))
    })?;
    let name = snake_case(call.name);
    let tool = tools.iter().find(|tool| tool.name == name)?;
    let fields: Vec<(&str, &str)> = tool
        .returns
        .strip_prefix('{')?
        .trim_end_matches('}')
        .split(';')
        .filter_map(|field| field.split_once(':'))
        .collect();
    let number = fields.iter().find(|(_, kind)| kind.trim() == "number");
    let part = number.map_or("part", |(field, _)| field.trim());
    let names = fields.iter().map(|(field, _)| field.trim()).collect::<Vec<_>>();
    let (name, names) = (call.name, names.join(", "));
    Some(ToolError::new(bilingual!(
        "{name}(...) is an object {{ {names} }}, so the comparison is never true. Compare {name}(...).{part}.",
        "{name}(...)은(는) 객체 {{ {names} }}라서 비교가 참이 될 수 없어요. {name}(...).{part}을(를) 비교하세요."
    )))
}

/// Call at the start of a text.
struct Call<'a> {
    name: &'a str,
    /// Text after the call, without leading space.
    rest: &'a str,
}

fn call_at(text: &str) -> Option<Call<'_>> {
    let open = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))?;
    let (name, arguments) = text.split_at(open);
    if name.is_empty() || !arguments.starts_with('(') {
        return None;
    }
    let (mut depth, mut quote, mut escaped) = (0_usize, None, false);
    for (at, c) in arguments.char_indices() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"' | '`') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    let rest = arguments[at + c.len_utf8()..].trim_start();
                    return Some(Call { name, rest });
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns the text after a comparison operator at the start.
fn operator(text: &str) -> Option<&str> {
    if text.starts_with("=>") {
        return None;
    }
    let operators = ["===", "!==", "==", "!=", ">=", "<=", ">", "<"];
    operators.iter().find_map(|operator| text.strip_prefix(operator))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::list::TOOLS;

    #[test]
    fn a_compared_object_is_explained_with_its_number() {
        let error = explain_comparison("measure_distance('a', 'b') >= 3, 'apart')", TOOLS).unwrap();
        error.message.check_translation().unwrap();
        assert_eq!(
            error.message.english,
            "measure_distance(...) is an object { distance, from, to, dx, dy }, so the comparison is never true. Compare \
             measure_distance(...).distance."
        );
        for (source, is_explained) in [
            (" measureAngle(['x)', 1], f({})) < 2)", true),
            ("3 <= measureDistance('a', 'b'))", true),
            ("-1.5 < measureDistance('a', 'b'), 'text')", true),
            ("measureDistance('a', 'b').distance >= 3)", false),
            ("3 <= measureDistance('a', 'b').distance)", false),
            ("getArea('a') > 3)", false),
            ("measureDistance('a', 'b'))", false),
            ("unknown('a') > 3)", false),
            ("a > 3)", false),
            ("", false),
            ("measureDistance('a > 3", false),
        ] {
            assert_eq!(
                explain_comparison(source, TOOLS).is_some(),
                is_explained,
                "{source}"
            );
        }
    }
}
