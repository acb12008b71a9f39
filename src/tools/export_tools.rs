//! The `export_*` tools: one tool for each file format that declares a tool.

use super::domain::Domain;
use super::export::NoArguments;
use super::schema::SchemaSource;
use super::spec::{Kind, Reveals, Run, ToolSpec};
use super::verb::Verb;
use crate::formats::Format;

impl ToolSpec {
    /// Returns the list entry of the tool that exports a format; `None` if the format declares no tool.
    pub const fn exporting(format: &'static Format) -> Option<ToolSpec> {
        let Some(tool) = &format.tool else {
            return None;
        };
        Some(ToolSpec {
            name: tool.name,
            korean: tool.korean,
            domain: Domain::Export,
            kind: Kind::Host,
            verb: Verb::Export,
            positional: &[],
            example: tool.example,
            returns: "any",
            initial: false,
            general_hints: false,
            reveals: Reveals::Nothing,
            schema: SchemaSource::described::<NoArguments>(tool.description),
            run: Run::Export(format),
        })
    }
}

/// Returns the number of formats that declare a tool.
pub(super) const fn count(formats: &[Format]) -> usize {
    let (mut at, mut count) = (0, 0);
    while at < formats.len() {
        if formats[at].tool.is_some() {
            count += 1;
        }
        at += 1;
    }
    count
}

/// Concatenates the tools `before`, the tools of the formats, and the tools `after`.
pub(super) const fn joined<const N: usize>(
    before: &[ToolSpec],
    formats: &'static [Format],
    after: &[ToolSpec],
) -> [ToolSpec; N] {
    let mut all = [before[0]; N];
    let (mut to, mut at) = (0, 0);
    while at < before.len() {
        all[to] = before[at];
        (to, at) = (to + 1, at + 1);
    }
    at = 0;
    while at < formats.len() {
        if let Some(tool) = ToolSpec::exporting(&formats[at]) {
            all[to] = tool;
            to += 1;
        }
        at += 1;
    }
    at = 0;
    while at < after.len() {
        all[to] = after[at];
        (to, at) = (to + 1, at + 1);
    }
    all
}
