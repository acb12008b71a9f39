//! `trammel tools`: the tool list in every form that something outside reads.

use super::Exit;
use super::args::Args;
use crate::llm::{ToolDef, schema};
use crate::suggest;
use crate::tools::{Domain, ToolSpec, markdown, tools_for_domains, typescript};
use serde_json::Value;

/// Writes the tools of some domains.
type Writer = fn(&[Domain]) -> String;

/// What `--format` takes. Those of a provider are the value of `tools` in a request to it, that of MCP the value of `tools`
/// in its answer to `tools/list`.
const FORMATS: [(&str, Writer); 7] = [
    ("canonical", |domains| each(domains, |tool, _| tool.canonical())),
    ("anthropic", |domains| {
        each(domains, |_, def| schema::anthropic(&def))
    }),
    ("openai", |domains| each(domains, |_, def| schema::openai(&def))),
    ("gemini", |domains| pretty(&schema::gemini(&defs(domains)))),
    ("mcp", |domains| {
        each(domains, |tool, def| schema::mcp(&def, tool.only_reads()))
    }),
    ("d.ts", |domains| typescript(tools_for_domains(domains))),
    ("markdown", |domains| markdown(tools_for_domains(domains))),
];

pub(super) const HELP: &str = "\
usage: trammel tools [--domain D] [--format canonical|anthropic|openai|gemini|mcp|d.ts|markdown]

Prints the tools.

  --domain D      only the tools of this domain, for example primitives
  --format F      canonical, the form of a provider or of MCP, TypeScript declarations, or the reference as Markdown";

pub(super) fn main(mut args: Args) -> Result<(), Exit> {
    let domains = match args.option("--domain")? {
        None => Domain::every(),
        Some(name) => vec![
            Domain::find(&name)
                .ok_or_else(|| unknown("domain", &name, Domain::ALL.iter().map(|row| row.1)))?,
        ],
    };
    let format = args.option("--format")?.unwrap_or_else(|| "canonical".to_owned());
    args.done()?;
    let found = FORMATS.iter().find(|(name, _)| *name == format);
    let (_, write) = found.ok_or_else(|| unknown("format", &format, FORMATS.iter().map(|row| row.0)))?;
    print!("{}", write(&domains));
    Ok(())
}

fn unknown(what: &str, given: &str, known: impl Iterator<Item = &'static str> + Clone) -> Exit {
    let names: Vec<&str> = known.clone().collect();
    let hint = suggest::nearest(given, known)
        .first()
        .map(|near| format!(" Did you mean '{near}'?"))
        .unwrap_or_default();
    Exit::Usage(format!(
        "unknown {what} '{given}': use {}.{hint}",
        names.join(", ")
    ))
}

fn defs(domains: &[Domain]) -> Vec<ToolDef> {
    tools_for_domains(domains)
        .filter_map(|tool| ToolDef::of(tool.canonical()))
        .collect()
}

/// A list with one entry for each tool.
fn each(domains: &[Domain], entry: fn(&ToolSpec, ToolDef) -> Value) -> String {
    let tools = tools_for_domains(domains);
    pretty(
        &tools
            .filter_map(|tool| Some(entry(tool, ToolDef::of(tool.canonical())?)))
            .collect(),
    )
}

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}
