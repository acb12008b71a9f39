//! `trammel tools`: the tool list in every form that something outside reads.

use super::Exit;
use super::args::Args;
use crate::tools::{Domain, TOOLS, ToolSpec, canonical, markdown, typescript};
use serde_json::{Value, json};

pub(super) fn main(mut args: Args) -> Result<(), Exit> {
    let domain = match args.option("--domain")? {
        None => None,
        Some(name) => Some(Domain::find(&name).ok_or_else(|| {
            let names: Vec<&str> = Domain::ALL.iter().map(|row| row.1).collect();
            format!("unknown domain '{name}'; there are: {}", names.join(", "))
        })?),
    };
    let format = args.option("--format")?.unwrap_or_else(|| "canonical".to_owned());
    args.done()?;
    let chosen = TOOLS
        .iter()
        .filter(|tool| domain.is_none_or(|d| tool.domain == d));
    match format.as_str() {
        "canonical" => print_json(&chosen.map(canonical).collect()),
        "anthropic" => print_json(&chosen.map(anthropic).collect()),
        "d.ts" => print!("{}", typescript()),
        "markdown" => print!("{}", markdown()),
        other => {
            return Err(Exit::Usage(format!(
                "unknown format '{other}': use canonical, anthropic, d.ts or markdown"
            )));
        }
    }
    Ok(())
}

fn anthropic(tool: &ToolSpec) -> Value {
    let schema = canonical(tool);
    json!({ "name": schema["name"], "description": schema["description"], "input_schema": schema["parameters"] })
}

fn print_json(value: &Value) {
    println!("{value:#}");
}
