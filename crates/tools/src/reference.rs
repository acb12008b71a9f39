//! Reference of the functions that code can call: one entry for each tool of the sandbox, for Help.
//!
//! Invariant: everything here is derived from the declarations of the tools. Start with [`reference`].

use super::domain::Domain;
use super::json_schema::{is_required, properties, text, type_of};
use super::list::TOOLS;
use super::spec::ToolSpec;
use super::verb::Verb;
use trammel_base::suggest::camel_case;

/// A function of the sandbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionReference {
    /// Name in snake_case, of the function with one object.
    pub name: &'static str,
    /// Call of the function in camelCase with its positional parameters, such as `drawPoint(name, x, y)`.
    pub call: String,
    /// Description in English and Korean.
    pub description: [String; 2],
    /// Group of the function in English and Korean.
    pub group: [&'static str; 2],
    /// Parameters in the order of the schema.
    pub parameters: Vec<ParameterReference>,
    /// Code that runs in an empty drawing.
    pub example: &'static str,
    /// Whether the example draws something, so that the guide has a picture of it.
    pub has_picture: bool,
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterReference {
    /// Name.
    pub name: String,
    /// TypeScript type.
    pub kind: String,
    /// Whether the parameter may be omitted.
    pub optional: bool,
    /// Meaning, with the default of an optional parameter.
    pub description: String,
}

/// Returns the reference of every function that code can call, in the order of the listings.
#[must_use]
pub fn reference() -> Vec<FunctionReference> {
    TOOLS.iter().filter(|tool| tool.in_sandbox()).map(entry).collect()
}

fn entry(tool: &'static ToolSpec) -> FunctionReference {
    let schema = tool.canonical();
    let parameters = properties(&schema).map(|(name, property)| ParameterReference {
        name: name.to_owned(),
        kind: type_of(property),
        optional: !is_required(&schema, name),
        description: text(&property["description"]),
    });
    let positional = tool.positional.iter().map(|name| {
        let mark = if is_required(&schema, name) { "" } else { "?" };
        format!("{name}{mark}")
    });
    let group = Domain::ALL.iter().find(|(domain, ..)| *domain == tool.domain);
    FunctionReference {
        name: tool.name,
        call: format!(
            "{}({})",
            camel_case(tool.name),
            positional.collect::<Vec<_>>().join(", ")
        ),
        description: [text(&schema["description"]), tool.korean.to_owned()],
        group: group.map_or(["", ""], |(_, _, english, korean)| [english, korean]),
        parameters: parameters.collect(),
        example: tool.example,
        has_picture: tool.verb == Verb::Draw || draws(tool.example),
    }
}

/// Whether an example adds an entity. Examples call functions in snake_case.
fn draws(example: &str) -> bool {
    example.contains("draw_") && !example.starts_with("get_draw_order") && !example.contains("delete_entity")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn a_function_has_both_names_parameters_and_an_example() {
        let all = reference();
        let rect = all.iter().find(|entry| entry.name == "draw_rect").unwrap();
        assert_eq!(
            rect.call,
            "drawRect(name, x, y, width, height, corner_radius?, style?)"
        );
        assert_eq!(rect.group, ["Basic shapes", "기본 도형 그리기"]);
        let radius = rect
            .parameters
            .iter()
            .find(|of| of.name == "corner_radius")
            .unwrap();
        assert_eq!((radius.kind.as_str(), radius.optional), ("number", true));
        assert!(radius.description.contains("Default: 0"));
    }

    #[test]
    fn every_example_calls_its_function() {
        for entry in reference() {
            let camel = entry.call.split('(').next().unwrap();
            assert!(
                [entry.name, camel]
                    .iter()
                    .any(|name| entry.example.contains(&format!("{name}("))),
                "{}",
                entry.name
            );
            assert!(!entry.description[1].is_empty() && !entry.group[1].is_empty());
        }
    }
}
