//! Sandbox functions of a tool, as shown in completion, hover texts and the `lsp` tool.

use super::json_schema::{is_required, text};
use crate::suggest::camel_case;
use serde_json::Value;

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

/// Returns the functions of one tool: the snake_case function with one object, then the camelCase function with
/// positional arguments. If both names are equal, only the first function is returned.
pub(super) fn functions_of(schema: &Value, positional: &[String]) -> Vec<SandboxFunction> {
    let name = text(&schema["name"]);
    let description = text(&schema["description"]);
    let optional = |name: &String| {
        if is_required(schema, name) {
            name.clone()
        } else {
            format!("{name}?")
        }
    };
    let list = positional.iter().map(optional).collect::<Vec<_>>().join(", ");
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
