//! What the list says to people and editors: completion data, TypeScript declarations, the reference page. All of it
//! is derived; nothing here names a tool.

use super::{AnyTool, Domain, Kind, TOOLS, canonical, tools_for_domains};
use crate::suggest::camel_case;
use serde_json::Value;
use std::fmt::Write as _;

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

/// Every function of the sandbox, each in both spellings, in the order of the list.
pub fn sandbox_functions() -> Vec<SandboxFunction> {
    TOOLS
        .iter()
        .flat_map(|tool| AnyTool::Ours(tool).functions())
        .collect()
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

/// TypeScript declarations of the sandbox functions of some domains, for editors and for models that think in types.
pub fn typescript(domains: &[Domain]) -> String {
    let mut out =
        String::from("// Functions of the drawing sandbox. Generated from the tool list; do not edit.\n\n");
    for tool in tools_for_domains(domains).filter(|tool| tool.in_sandbox()) {
        let schema = canonical(tool);
        let returns = match tool.kind {
            Kind::Action => "string",
            _ => "any",
        };
        let _ = writeln!(
            out,
            "/** {} */",
            text(&schema["description"]).replace("*/", "* /")
        );
        let fields: Vec<String> = properties(&schema)
            .map(|(name, property)| {
                let mark = if is_required(&schema, name) { "" } else { "?" };
                format!(
                    "  /** {} */\n  {name}{mark}: {};\n",
                    text(&property["description"]),
                    type_of(property)
                )
            })
            .collect();
        let mark = if fields.is_empty() || required(&schema).is_empty() {
            "?"
        } else {
            ""
        };
        let _ = writeln!(
            out,
            "declare function {}(input{mark}: {{\n{}}}): {returns};",
            tool.name,
            fields.concat()
        );
        let positional: Vec<String> = tool
            .positional
            .iter()
            .map(|name| {
                let mark = if is_required(&schema, name) { "" } else { "?" };
                format!(
                    "{name}{mark}: {}",
                    type_of(&schema["parameters"]["properties"][name])
                )
            })
            .collect();
        if !positional.is_empty() {
            let _ = writeln!(
                out,
                "declare function {}({}): {returns};",
                camel_case(tool.name),
                positional.join(", ")
            );
        }
        out.push('\n');
    }
    out
}

/// The reference page of some domains: every tool with its parameters and an example, by domain.
pub fn markdown(domains: &[Domain]) -> String {
    let mut out = String::from(
        "# Tools\n\nGenerated from the tool list by `trammel tools --format markdown`; do not edit.\n",
    );
    for (domain, name, description, _) in Domain::ALL {
        let mut tools = tools_for_domains(domains)
            .filter(|tool| tool.domain == *domain)
            .peekable();
        if tools.peek().is_none() {
            continue;
        }
        let _ = writeln!(out, "\n## {name}\n\n{description}.");
        for tool in tools {
            let schema = canonical(tool);
            let _ = writeln!(out, "\n### {}\n\n{}\n", tool.name, text(&schema["description"]));
            for (name, property) in properties(&schema) {
                let mark = if is_required(&schema, name) {
                    ""
                } else {
                    ", optional"
                };
                let (kind, about) = (type_of(property), text(&property["description"]));
                let _ = writeln!(out, "* `{name}` ({kind}{mark}): {about}");
            }
            let _ = writeln!(out, "\n```js\n{}\n```", tool.example);
        }
    }
    out
}

fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema["parameters"]["properties"]
        .as_object()
        .into_iter()
        .flatten()
}

fn required(schema: &Value) -> &[Value] {
    schema["parameters"]["required"]
        .as_array()
        .map_or(&[], Vec::as_slice)
}

fn is_required(schema: &Value, name: &str) -> bool {
    required(schema).iter().any(|required| required == name)
}

fn type_of(property: &Value) -> String {
    if let Some(values) = property["enum"].as_array() {
        return values
            .iter()
            .map(Value::to_string)
            .collect::<Vec<_>>()
            .join(" | ");
    }
    if let Some(options) = property["anyOf"].as_array() {
        return options.iter().map(type_of).collect::<Vec<_>>().join(" | ");
    }
    match property["type"].as_str() {
        Some("integer" | "number") => "number".to_owned(),
        Some("array") => {
            let item = type_of(&property["items"]);
            if item.contains('|') {
                format!("({item})[]")
            } else {
                format!("{item}[]")
            }
        }
        Some("object") => match property["properties"].as_object() {
            None => "object".to_owned(),
            Some(fields) => {
                let fields = fields
                    .iter()
                    .map(|(name, field)| format!("{name}?: {}", type_of(field)));
                format!("{{ {} }}", fields.collect::<Vec<_>>().join("; "))
            }
        },
        Some(plain) => plain.to_owned(),
        None => "any".to_owned(),
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
