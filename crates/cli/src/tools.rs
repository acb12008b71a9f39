//! `trammel tools`: the list of tools in the formats that other programs read.

use super::exit::Exit;
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde_json::Value;
use trammel_host::streams::{Line, print};
use trammel_llm::{ToolDef, schema};
use trammel_tools::{Domain, ToolSpec, markdown, tools_for_domains, typescript};

/// Prints the tools in a format for other programs, such as MCP or TypeScript
#[derive(Debug, clap::Args)]
pub(super) struct ToolsArgs {
    /// Only the tools of this domain
    #[arg(long, value_name = "D", value_parser = domains())]
    domain: Option<Domain>,
    /// The form of the list
    #[arg(long, value_name = "F", value_enum, default_value_t = Format::Canonical)]
    format: Format,
}

/// A form of the list. Those of a provider are the value of `tools` in a request to it, that of MCP the value
/// of `tools` in its answer to `tools/list`.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// The form of this program
    Canonical,
    /// Tools of the Messages API
    Anthropic,
    /// Tools of the Responses API
    Openai,
    /// Function declarations of the Gemini API
    Gemini,
    /// Tools of the Model Context Protocol
    Mcp,
    /// TypeScript declarations
    #[value(name = "d.ts")]
    TypeScript,
    /// The reference as Markdown
    Markdown,
}

pub(super) fn main(args: &ToolsArgs) -> Result<(), Exit> {
    let domains = args.domain.map_or_else(Domain::every, |domain| vec![domain]);
    print(&args.format.write(&domains))?;
    Ok(())
}

/// Returns a parser of domain names.
fn domains() -> impl TypedValueParser<Value = Domain> {
    let names = Domain::ALL
        .iter()
        .map(|row| PossibleValue::new(row.1).help(row.2));
    PossibleValuesParser::new(names).try_map(|name| Domain::find(&name).ok_or("is not a domain"))
}

impl Format {
    /// Formats the tools of these domains.
    fn write(self, domains: &[Domain]) -> Line {
        match self {
            Format::Canonical => list_tools(domains, |tool, _| tool.canonical()),
            Format::Anthropic => list_tools(domains, |_, def| schema::anthropic(&def)),
            Format::Openai => list_tools(domains, |_, def| schema::openai(&def)),
            Format::Gemini => pretty(&schema::gemini(&defs(domains))),
            Format::Mcp => list_tools(domains, |tool, def| {
                schema::mcp(&def, tool.is_read_only(), tool.only_adds())
            }),
            Format::TypeScript => Line::text(&typescript(tools_for_domains(domains))),
            Format::Markdown => Line::text(&markdown(tools_for_domains(domains))),
        }
    }
}

fn defs(domains: &[Domain]) -> Vec<ToolDef> {
    tools_for_domains(domains)
        .filter_map(|tool| ToolDef::of(tool.canonical()))
        .collect()
}

/// Formats a JSON list with one entry for each tool.
fn list_tools(domains: &[Domain], entry: fn(&ToolSpec, ToolDef) -> Value) -> Line {
    let tools = tools_for_domains(domains);
    pretty(
        &tools
            .filter_map(|tool| Some(entry(tool, ToolDef::of(tool.canonical())?)))
            .collect(),
    )
}

fn pretty(value: &Value) -> Line {
    Line::of_json(&format!("{value:#}\n"))
}
