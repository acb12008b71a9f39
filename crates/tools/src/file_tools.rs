//! The `export_*` and `import_*` tools: those that the file formats declare.

use super::domain::Domain;
use super::import::ImportArguments;
use super::recorded::{Assignment, Placing};
use super::schema::SchemaSource;
use super::spec::{Kind, Run, ToolSpec};
use super::verb::Verb;
use trammel_formats::{FileTool, Format};

impl ToolSpec {
    /// Returns the list entry of the tool that exports a format; `None` if the format declares no tool.
    pub const fn exporting(format: &'static Format) -> Option<ToolSpec> {
        let Some(tool) = &format.tool else {
            return None;
        };
        let source = SchemaSource::exporting(format, tool.description);
        Some(entry(tool, Verb::Export, source, Run::Export(format)))
    }

    /// Returns the list entry of the tool that imports a format; `None` if the format declares no such tool.
    pub const fn importing(format: &'static Format) -> Option<ToolSpec> {
        let Some(tool) = &format.import_tool else {
            return None;
        };
        let source = SchemaSource::with_description::<ImportArguments>(tool.description);
        Some(entry(tool, Verb::Draw, source, Run::Import(format)))
    }
}

const fn entry(tool: &'static FileTool, verb: Verb, schema: SchemaSource, run: Run) -> ToolSpec {
    ToolSpec {
        name: tool.name,
        korean: tool.korean,
        synonyms: tool.synonyms,
        domain: Domain::Export,
        kind: Kind::Host,
        verb,
        verb_of: if matches!(verb, Verb::Draw) {
            |_| Verb::Draw
        } else {
            |_| Verb::Export
        },
        changes_nothing: if verb.changes_nothing() {
            |_| true
        } else {
            |_| false
        },
        positional: &[],
        example: tool.example,
        returns: "any",
        initial: false,
        general_hints: false,
        reveals: false,
        placing: Placing::Keeps,
        named_by: None,
        assigns: Assignment::Nothing,
        schema,
        run,
    }
}

/// Returns the number of tools that formats declare.
pub(super) const fn count(formats: &[Format]) -> usize {
    let (mut at, mut count) = (0, 0);
    while at < formats.len() {
        count += formats[at].tool.is_some() as usize + formats[at].import_tool.is_some() as usize;
        at += 1;
    }
    count
}

/// Concatenates the tools `before`, the tools of the formats, and the tools `after`.
pub(super) const fn concatenate<const N: usize>(
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
    while at < formats.len() {
        if let Some(tool) = ToolSpec::importing(&formats[at]) {
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
