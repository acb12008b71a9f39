//! Recorded calls of entities in their texts.

use crate::scene::{Name, Obstacle, Scene};
use crate::session::calls::{Calls, Execution};
use crate::session::rewrite::{Call, Source, Texts};
use crate::tools::{ToolEnv, ToolSpec};
use crate::workspace::FileName;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Changes of the code for an adjustment, and the entities for which no recorded call can be changed.
#[derive(Debug, Default)]
pub(in crate::session) struct InPlace {
    pub(in crate::session) texts: Texts,
    pub(in crate::session) rest: Vec<(Name, Obstacle)>,
    /// Whether only calls after the makers of the entities change.
    pub(in crate::session) folds: bool,
}

/// Data to find and change recorded calls.
#[derive(Debug)]
pub(in crate::session) struct Code<'a> {
    pub(in crate::session) scene: &'a Scene,
    pub(in crate::session) env: &'a ToolEnv,
    pub(in crate::session) calls: &'a Calls,
    /// Files with recorded calls of the entities to change.
    sources: Vec<(FileName, Source<'a>)>,
}

/// Recorded call in its text.
#[derive(Debug)]
pub(in crate::session) struct Found<'a> {
    pub(in crate::session) source: &'a Source<'a>,
    pub(in crate::session) file: FileName,
    pub(in crate::session) call: Call,
    pub(in crate::session) tool: &'static ToolSpec,
    pub(in crate::session) runs: u32,
}

impl<'a> Code<'a> {
    /// Reads the files with recorded calls of these entities.
    pub(in crate::session) fn new(
        scene: &'a Scene,
        env: &'a ToolEnv,
        calls: &'a Calls,
        names: &[Name],
    ) -> Code<'a> {
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
    pub(in crate::session) fn find(&self, call: &Execution) -> Result<Found<'_>, Obstacle> {
        let file = self.sources.iter().find(|(file, _)| file.as_str() == &*call.file);
        let (file, source) = file.ok_or(Obstacle::Unknown)?;
        if source.is_exhausted() {
            return Err(Obstacle::Unknown);
        }
        let tool = self.env.called(&call.tool).ok_or(Obstacle::Unknown)?;
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
