//! Completion of calls in the code editor: parameters of a tool with their documentation, and snippets.
//!
//! A snippet is the text of a call with fields such as `${radius}`, which the editor selects one after the other.

use super::functions::SandboxFunction;
use super::json_schema::{text, type_of};
use super::registry::AnyTool;
use serde_json::Value;

/// Maximum length of a type that is shown in full, in characters.
const MAX_TYPE_CHARS: usize = 40;

/// Parameter of a tool, or field of a parameter, for completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolParameter {
    /// Name.
    pub name: String,
    /// Type, such as `number`.
    pub kind: String,
    /// Whether a call must have the parameter.
    pub is_required: bool,
    /// Description with unit, range, and default.
    pub description: String,
    /// JavaScript literals of all values, if they are few: `"radian"`, `true`.
    pub values: Vec<String>,
    /// Fields of an object.
    pub fields: Vec<ToolParameter>,
}

impl ToolParameter {
    /// Returns the parameter with a field for its value, such as `radius: ${radius}`.
    pub fn snippet(&self) -> String {
        format!("{}: {}", self.name, self.value(&self.name))
    }

    /// Returns a literal of the type whose content is a field with this name.
    fn value(&self, field: &str) -> String {
        let is = |kind: &str| self.kind == kind || self.kind.starts_with(&format!("{kind} |"));
        if let Some(first) = self.values.first() {
            return match first.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
                Some(inner) => format!("\"${{{inner}}}\""),
                None => format!("${{{first}}}"),
            };
        }
        if is("string") {
            format!("\"${{{field}}}\"")
        } else if !self.fields.is_empty() || is("object") {
            format!("{{ ${{{field}}} }}")
        } else if self.kind.ends_with("[]") {
            format!("[${{{field}}}]")
        } else {
            format!("${{{field}}}")
        }
    }
}

impl AnyTool<'_> {
    /// Returns the parameters in the order of the schema, required ones first.
    pub fn parameters(&self) -> Vec<ToolParameter> {
        fields_of(&self.canonical()["parameters"])
    }

    /// Returns the sandbox functions, each with a snippet of its required parameters.
    pub fn completions(&self) -> Vec<(SandboxFunction, String)> {
        let parameters = self.parameters();
        let required = || parameters.iter().filter(|parameter| parameter.is_required);
        let functions = self.functions();
        let with_snippet = functions.into_iter().enumerate().map(|(at, function)| {
            let arguments: Vec<String> = if at == 0 {
                required().map(ToolParameter::snippet).collect()
            } else {
                // Positional arguments end before the first optional one.
                let listed = function.signature.trim_matches(['(', ')']).split(", ");
                let names = listed.take_while(|name| !name.is_empty() && !name.ends_with('?'));
                names
                    .map(|name| {
                        let found = parameters.iter().find(|parameter| parameter.name == name);
                        found.map_or_else(|| format!("${{{name}}}"), |found| found.value(name))
                    })
                    .collect()
            };
            let list = arguments.join(", ");
            let call = match at {
                _ if list.is_empty() => "()".to_owned(),
                0 => format!("({{ {list} }})"),
                _ => format!("({list})"),
            };
            let snippet = format!("{}{call}", function.name);
            (function, snippet)
        });
        with_snippet.collect()
    }
}

/// Returns the fields of an object schema, required ones first.
fn fields_of(schema: &Value) -> Vec<ToolParameter> {
    let is_required = |name: &String| {
        let required = schema["required"].as_array();
        required.is_some_and(|required| required.iter().any(|other| other == name))
    };
    let properties = schema["properties"].as_object().into_iter().flatten();
    let (mut required, optional): (Vec<ToolParameter>, Vec<ToolParameter>) = properties
        .map(|(name, property)| {
            let fields = fields_of(property);
            let kind = type_of(property);
            ToolParameter {
                name: name.clone(),
                kind: match kind.chars().count() {
                    0..=MAX_TYPE_CHARS => kind,
                    _ if fields.is_empty() => "value".to_owned(),
                    _ => "object".to_owned(),
                },
                is_required: is_required(name),
                description: text(&property["description"]),
                values: values_of(property),
                fields,
            }
        })
        .partition(|parameter| parameter.is_required);
    required.extend(optional);
    required
}

fn values_of(property: &Value) -> Vec<String> {
    if let Some(values) = property["enum"].as_array() {
        return values.iter().map(Value::to_string).collect();
    }
    match property["type"].as_str() {
        Some("boolean") => vec!["true".to_owned(), "false".to_owned()],
        _ => Vec::new(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::TOOLS;

    fn tool(name: &str) -> AnyTool<'static> {
        AnyTool::Ours(TOOLS.iter().find(|tool| tool.name == name).unwrap())
    }

    #[test]
    fn required_parameters_come_first_with_their_types_and_values() {
        let parameters = tool("draw_circle").parameters();
        let names: Vec<&str> = parameters.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names[..4], ["name", "x", "y", "radius"]);
        assert!(
            parameters[..4]
                .iter()
                .all(|p| p.is_required && !p.description.is_empty())
        );
        let style = parameters.iter().find(|p| p.name == "style").unwrap();
        let stroke = style.fields.iter().find(|p| p.name == "stroke").unwrap();
        let cap = stroke.fields.iter().find(|p| p.name == "cap").unwrap();
        assert_eq!(cap.values, ["\"butt\"", "\"round\"", "\"square\""]);
        assert_eq!(cap.snippet(), "cap: \"${butt}\"");
    }

    #[test]
    fn a_snippet_has_a_field_for_each_required_parameter() {
        let snippets: Vec<String> = tool("draw_circle")
            .completions()
            .into_iter()
            .map(|(_, text)| text)
            .collect();
        assert_eq!(
            snippets,
            [
                "draw_circle({ name: \"${name}\", x: ${x}, y: ${y}, radius: ${radius} })",
                "drawCircle(\"${name}\", ${x}, ${y}, ${radius})"
            ]
        );
    }

    #[test]
    fn every_tool_has_snippets_without_nested_fields() {
        for tool in TOOLS {
            for (function, snippet) in AnyTool::Ours(tool).completions() {
                assert!(snippet.starts_with(&function.name), "{snippet}");
                let inner = snippet.split("${").skip(1);
                assert!(inner.clone().all(|field| field.contains('}')), "{snippet}");
                assert!(
                    inner
                        .clone()
                        .all(|field| !field.split('}').next().unwrap().contains('{')),
                    "{snippet}"
                );
            }
        }
    }
}
