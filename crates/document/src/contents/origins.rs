//! Origins of entities for views: the calls in the code that made and changed each entity.

use crate::contents::calls::{Calls, Execution};
use crate::contents::document::Document;
use crate::snapshot::Snapshot;
use std::sync::Arc;
use trammel_code::FileName;
use trammel_code::rewrite::Source;
use trammel_run::origins::Located;
use trammel_tools::{Catalog, TOOLS};

/// Call of a tool in the code that made or changed an entity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallSite {
    /// File of the call.
    pub file: FileName,
    /// Name of the tool, in snake case.
    pub tool: &'static str,
    /// Byte offset of the start of the call expression.
    pub start: usize,
    /// Byte offset after the end of the call expression.
    pub end: usize,
    /// Position of this execution among those of the call, from 0.
    pub occurrence: u32,
    /// Number of executions of the call.
    pub runs: u32,
}

impl Document {
    /// Returns the calls that made and changed an entity, in order: the maker and the last calls after it. The list is
    /// empty if they are not known, for example while the files do not run.
    pub fn origins(&self, name: &str) -> Vec<CallSite> {
        if self.run.broken.is_some() || self.is_ahead() {
            return Vec::new();
        }
        let text = |file: &str| self.env.files.get(file).map(|text| &**text);
        sites(&self.run.origins, name, &mut Sources::new(), text)
    }

    /// Keeps the checked origins of a run.
    pub(crate) fn remember(&mut self, located: Option<Located>) -> Calls {
        located.map_or_else(Calls::default, |located| self.recent.add(located))
    }

    /// Returns the recorded calls of the present drawing; none while the files do not run or have not run yet.
    pub(crate) fn present_calls(&self) -> Calls {
        if self.run.broken.is_some() || self.is_ahead() {
            return Calls::default();
        }
        self.run.origins.clone()
    }
}

impl Snapshot {
    /// Returns the calls that made and changed an entity, like [`Document::origins`].
    pub fn origins(&self, name: &str) -> Vec<CallSite> {
        let mut found = self.origins_of([name]);
        found.pop().unwrap_or_default()
    }

    /// Returns the calls of each of these entities, like [`Document::origins`]. The files are read once for all entities.
    pub fn origins_of<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Vec<Vec<CallSite>> {
        if self.has_queued() {
            return names.into_iter().map(|_| Vec::new()).collect();
        }
        let texts = self.texts();
        let text = |file: &str| {
            let found = texts.iter().find(|(name, _)| name.as_str() == file);
            found.map(|(_, text)| &**text)
        };
        let mut sources = Sources::new();
        let names = names.into_iter();
        names
            .map(|name| sites(self.calls(), name, &mut sources, text))
            .collect()
    }
}

/// Files that have been read, by name.
type Sources<'t> = Vec<(Arc<str>, Source<'t>)>;

fn sites<'t>(
    calls: &Calls,
    name: &str,
    sources: &mut Sources<'t>,
    text: impl Fn(&str) -> Option<&'t str>,
) -> Vec<CallSite> {
    let known = calls.of(name);
    if !known.has_maker {
        return Vec::new();
    }
    for call in &known.calls {
        if let Some(text) = text(&call.file).filter(|_| sources.iter().all(|(file, _)| **file != *call.file))
        {
            sources.push((call.file.clone(), Source::new(text)));
        }
    }
    let site = |call: &Execution| {
        let (file, source) = sources.iter().find(|(file, _)| **file == *call.file)?;
        let (found, runs) = source.call(call.open, &call.tool, (call.occurrence, call.runs))?;
        let (start, end) = source.call_range(found);
        Some(CallSite {
            file: FileName::new(file).ok()?,
            tool: tool_named(&call.tool)?,
            start,
            end,
            occurrence: if runs == call.runs { call.occurrence } else { 0 },
            runs,
        })
    };
    // A list with a gap would name the wrong maker.
    known
        .calls
        .iter()
        .map(site)
        .collect::<Option<Vec<_>>>()
        .unwrap_or_default()
}

/// Returns the name of a tool as a static text; `None` for an unknown name.
fn tool_named(name: &str) -> Option<&'static str> {
    let tool = TOOLS
        .iter()
        .chain(Catalog::ALL.old)
        .find(|tool| tool.name == name)?;
    Some(tool.name)
}
