//! The functions by which code in the sandbox calls a tool, for completion, hover and `lsp`.

use super::json_schema::{is_required, text};
use crate::suggest::camel_case;
use serde_json::Value;

/// A function that code in the sandbox can call, for completion and hover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SandboxFunction {
    /// Its name in this spelling.
    pub name: String,
    /// How it is called: `(name, x, y, radius)` or `({ name, x, y, radius })`.
    pub signature: String,
    /// What it does, in one sentence or two.
    pub description: String,
}

/// The functions of one tool: snake_case with one object, then camelCase with positional arguments.
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
