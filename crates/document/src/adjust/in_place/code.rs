//! Recorded calls of entities in their texts.

use crate::contents::calls::{Calls, Execution};
use std::collections::BTreeSet;
use std::sync::Arc;
use trammel_code::FileName;
use trammel_code::Obstacle;
use trammel_code::rewrite::{CallSpan, Source, Span, Texts};
use trammel_scene::{Name, Scene};
use trammel_tools::{ToolEnv, ToolSpec};

/// Changes of the code for an adjustment, and the entities for which no recorded call can be changed.
#[derive(Debug, Default)]
pub(crate) struct InPlace {
    pub(crate) texts: Texts,
    pub(crate) rest: Vec<(Name, Obstacle)>,
    /// Whether only calls after the makers of the entities change.
    pub(crate) folds: bool,
}

/// Data to find and change recorded calls.
#[derive(Debug)]
pub(crate) struct Code<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) env: &'a ToolEnv,
    pub(crate) calls: &'a Calls,
    /// Files with recorded calls of the entities to change.
    sources: Vec<(FileName, Source<'a>)>,
}

/// Recorded call in its text.
#[derive(Debug)]
pub(crate) struct Found<'a> {
    pub(crate) source: &'a Source<'a>,
    pub(crate) file: FileName,
    pub(crate) call: CallSpan,
    pub(crate) tool: &'static ToolSpec,
    pub(crate) runs: u32,
}

impl Found<'_> {
    /// Returns the value at a path of names in the arguments.
    pub(crate) fn argument(&self, path: &str) -> Result<Span, Obstacle> {
        self.source.argument(self.call, self.tool, path)
    }

    /// Whether the call does not state a parameter.
    pub(crate) fn omits(&self, parameter: &str) -> bool {
        self.argument(parameter) == Err(Obstacle::Omitted)
    }
}

impl<'a> Code<'a> {
    /// Reads the files with recorded calls of these entities.
    pub(crate) fn new(scene: &'a Scene, env: &'a ToolEnv, calls: &'a Calls, names: &[Name]) -> Code<'a> {
        let used: BTreeSet<Arc<str>> = names
            .iter()
            .flat_map(|name| calls.of(name).calls)
            .map(|call| call.file)
            .collect();
        let files = env.files.files().filter(|(file, _)| used.contains(file.as_str()));
        Code {
            scene,
            env,
            calls,
            sources: files
                .map(|(file, text)| (file.clone(), Source::new(text)))
                .collect(),
        }
    }

    /// Returns a recorded call in the present text.
    pub(crate) fn find(&self, call: &Execution) -> Result<Found<'_>, Obstacle> {
        let file = self.sources.iter().find(|(file, _)| file.as_str() == &*call.file);
        let (file, source) = file.ok_or(Obstacle::Unknown)?;
        if source.is_exhausted() {
            return Err(Obstacle::Unknown);
        }
        let tool = self
            .env
            .catalog
            .called_tool(&call.tool)
            .ok_or(Obstacle::Unknown)?;
        let found = source.call(call.open, &call.tool, (call.occurrence, call.runs));
        let (call, runs) = found.ok_or(Obstacle::Computed)?;
        Ok(Found {
            source,
            file: file.clone(),
            call,
            tool,
            runs,
        })
    }
}
