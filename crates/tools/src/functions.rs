//! Sandbox functions of a tool, as shown in completion, hover texts and the `lsp` tool.

use super::json_schema::{is_required, properties, text};
use serde_json::Value;
use trammel_base::suggest::camel_case;

/// Function that code in the sandbox can call, as shown in completion and hover texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SandboxFunction {
    /// Name of the function, in snake_case or camelCase.
    pub name: String,
    /// Parameter list: `(name, x, y, radius)` or `({ name, x, y, radius })`. A `?` marks an optional parameter.
    pub signature: String,
    /// Description of the tool, in one or two sentences.
    pub description: String,
}

/// Returns the call of a tool with one object: `draw_circle(name, x, y, radius, style?)`. Parameters without a position
/// follow in the order of the schema.
pub(super) fn signature_of(schema: &Value, positional: &[String]) -> String {
    let rest = properties(schema)
        .map(|(name, _)| name)
        .filter(|name| !positional.contains(name));
    let list: Vec<String> = positional
        .iter()
        .chain(rest)
        .map(|name| marked(schema, name))
        .collect();
    format!("{}({})", text(&schema["name"]), list.join(", "))
}

/// Returns the name of a parameter, with a `?` if the parameter is optional.
fn marked(schema: &Value, name: &str) -> String {
    let mark = if is_required(schema, name) { "" } else { "?" };
    format!("{name}{mark}")
}

/// Returns the functions of one tool: the snake_case function with one object, then the camelCase function with
/// positional arguments. If both names are equal, only the first function is returned.
pub(super) fn functions_of(schema: &Value, positional: &[String]) -> Vec<SandboxFunction> {
    let name = text(&schema["name"]);
    let description = text(&schema["description"]);
    let list = positional.iter().map(|name| marked(schema, name));
    let list = list.collect::<Vec<_>>().join(", ");
    let camel = camel_case(&name);
    let object = if list.is_empty() {
        "()".to_owned()
    } else {
        format!("({{ {list} }})")
    };
    let mut functions = vec![SandboxFunction {
        name: name.clone(),
        signature: object,
        description: description.clone(),
    }];
    if camel != name {
        functions.push(SandboxFunction {
            name: camel,
            signature: format!("({list})"),
            description,
        });
    }
    functions
}
