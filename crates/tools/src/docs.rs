//! Documents derived from the list of tools: completion data, schemas, TypeScript declarations and the reference
//! page. This file names no individual tool.

use super::domain::Domain;
use super::functions::SandboxFunction;
use super::json_schema::{is_required, properties, required_names, text, type_of};
use super::registry::AnyTool;
use super::spec::ToolSpec;
use serde_json::Value;
use std::fmt::Write as _;
use trammel_base::suggest::camel_case;

/// Returns the sandbox functions of the given tools, each in both spellings, in list order.
pub fn sandbox_functions(tools: &'static [ToolSpec]) -> Vec<SandboxFunction> {
    tools
        .iter()
        .flat_map(|tool| AnyTool::Ours(tool).functions())
        .collect()
}

/// Returns the canonical schemas of the given tools, in list order.
pub fn schemas<'a>(tools: impl IntoIterator<Item = &'a ToolSpec>) -> Value {
    tools.into_iter().map(ToolSpec::canonical).collect()
}

/// Returns TypeScript declarations of the sandbox functions of the given tools, for editors and models.
pub fn typescript<'a>(tools: impl IntoIterator<Item = &'a ToolSpec>) -> String {
    let mut out =
        String::from("// Functions of the drawing sandbox. Generated from the tool list; do not edit.\n\n");
    for tool in tools.into_iter().filter(|tool| tool.in_sandbox()) {
        let schema = tool.canonical();
        let returns = tool.returns;
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
        let mark = if fields.is_empty() || required_names(&schema).is_empty() {
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

/// Returns the reference page in Markdown: each tool with its parameters and an example, grouped by domain.
pub fn markdown<'a>(tools: impl IntoIterator<Item = &'a ToolSpec>) -> String {
    let all: Vec<&ToolSpec> = tools.into_iter().collect();
    let mut out = String::from(
        "# Tools\n\nGenerated from the tool list by `trammel tools --format markdown`; do not edit.\n",
    );
    for (domain, name, description, _) in Domain::ALL {
        let mut tools = all.iter().filter(|tool| tool.domain == *domain).peekable();
        if tools.peek().is_none() {
            continue;
        }
        let _ = writeln!(out, "\n## {name}\n\n{description}.");
        for tool in tools {
            let schema = tool.canonical();
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
