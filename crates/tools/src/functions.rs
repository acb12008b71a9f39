//! Sandbox functions of a tool, as shown in completion, hover texts and the `lsp` tool.

use super::json_schema::{is_required, properties, text, type_of};
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

/// Returns the call of a tool with the types of its parameters: `draw_circle(name: string, x: number, y: number,
/// radius: number, style?: {stroke?, fill?})`. Parameters without a position follow in the order of the schema.
pub(super) fn signature_of(schema: &Value, positional: &[String]) -> String {
    let types = &schema["parameters"]["properties"];
    let rest = properties(schema)
        .map(|(name, _)| name)
        .filter(|name| !positional.contains(name));
    let list: Vec<String> = positional
        .iter()
        .chain(rest)
        .map(|name| format!("{}: {}", mark_optional(schema, name), short_type(&types[name])))
        .collect();
    format!("{}({})", text(&schema["name"]), list.join(", "))
}

/// Returns the names of the parameters of a tool in the order of its positional arguments: `get_area(entity)`.
pub(super) fn call_of(schema: &Value, positional: &[String]) -> String {
    let list: Vec<String> = positional
        .iter()
        .map(|name| mark_optional(schema, name))
        .collect();
    format!("{}({})", text(&schema["name"]), list.join(", "))
}

/// Returns the type of a parameter for a signature: that of TypeScript, with `[x, y]` for a point and with the names of the
/// fields of an object.
fn short_type(schema: &Value) -> String {
    if let Some(options) = schema["anyOf"].as_array() {
        let mut types: Vec<String> = options.iter().map(short_type).collect();
        types.dedup();
        return types.join(" | ");
    }
    if schema["enum"].is_array() {
        return type_of(schema);
    }
    let is = |kind: &str| schema["type"] == kind;
    if is("array") {
        let is_pair = schema["minItems"] == 2 && schema["maxItems"] == 2;
        if is_pair && schema["items"]["type"] == "number" {
            return "[x, y]".to_owned();
        }
        let item = short_type(&schema["items"]);
        return match item.contains(" | ") {
            true => format!("({item})[]"),
            false => format!("{item}[]"),
        };
    }
    let fields = schema["properties"].as_object().filter(|_| is("object"));
    let Some(fields) = fields else {
        return type_of(schema);
    };
    let required = schema["required"].as_array();
    let is_required = |name: &String| required.is_some_and(|list| list.iter().any(|other| other == name));
    let names = fields.keys().map(|name| match is_required(name) {
        true => name.clone(),
        false => format!("{name}?"),
    });
    format!("{{{}}}", names.collect::<Vec<_>>().join(", "))
}

/// Returns the type of a result for a signature: `{distance, from: [x, y], to: [x, y]}`. A field without a type is a number.
pub(super) fn short_result(returns: &str) -> String {
    returns
        .replace("[number, number]", "[x, y]")
        .replace(": number", "")
        .replace("; ", ", ")
        .replace("{ ", "{")
        .replace(" }", "}")
}

/// Returns the name of a parameter, with a `?` if the parameter is optional.
fn mark_optional(schema: &Value, name: &str) -> String {
    let mark = if is_required(schema, name) { "" } else { "?" };
    format!("{name}{mark}")
}

/// Returns the functions of one tool: the snake_case function with one object, then the camelCase function with
/// positional arguments. If both names are equal, only the first function is returned.
pub(super) fn functions_of(schema: &Value, positional: &[String]) -> Vec<SandboxFunction> {
    let name = text(&schema["name"]);
    let description = text(&schema["description"]);
    let list = positional.iter().map(|name| mark_optional(schema, name));
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
