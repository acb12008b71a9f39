//! A project that is about to take the place of the document, checked by the rules by which tools and memory are added.

use super::document_settings::DocumentSettings;
use crate::formats::project::Project;
use crate::knowledge::{KnownTools, Memory};
use crate::scene::Scene;
use crate::tools::{CustomTools, ToolEnv};
use crate::workspace::Workspace;

/// The most tools, and the most remembered entries, of a project that is opened.
pub(super) const MAX_ENTRIES: usize = 10_000;

/// The most reasons in one report of entries that were left out.
const MAX_REASONS: usize = 20;

/// A project on its way into a document.
#[derive(Debug)]
pub(super) struct Replacement {
    pub(super) files: Workspace,
    pub(super) settings: DocumentSettings,
    pub(super) memory: Memory,
    /// The name of the source for the user; empty when it has none.
    pub(super) from: String,
    /// The functions that the project's hints may name.
    pub(super) known: KnownTools,
    /// The reasons for what was left out of its tools.
    pub(super) left_out: Vec<String>,
}

impl Replacement {
    pub(super) fn of(project: &Project) -> Result<Replacement, String> {
        let usual = Scene::default();
        let memory = project.memory.clone().unwrap_or_default();
        let entries = project.tools.len() + memory.len();
        if entries > MAX_ENTRIES {
            return Err(format!(
                "the project brings {entries} tools and remembered entries, at most {MAX_ENTRIES} are read: open it without them"
            ));
        }
        let mut files = Workspace::default();
        for (file, text) in &project.files {
            files.set(file, Some(text));
        }
        let from = project.name.as_deref().unwrap_or_default();
        let mut env = ToolEnv {
            files,
            ..ToolEnv::default()
        };
        let left_out;
        (env.custom, left_out) = CustomTools::import(&project.tools, from, &env.files, &env.built_in_names());
        let known = env.known_to_imports();
        Ok(Replacement {
            files: env.files,
            settings: DocumentSettings {
                name: project.name.as_deref().unwrap_or(usual.name()).into(),
                units: project.units.unwrap_or(usual.units()),
                locks: project.locks.clone(),
                custom: env.custom,
                foreign: Memory::default(),
            },
            memory,
            from: from.to_owned(),
            known,
            left_out,
        })
    }

    /// Selects the entries that a document with this memory takes over, and reports those left out.
    pub(super) fn memory_for(&self, own: &Memory) -> (Memory, Vec<String>) {
        own.import(&self.memory, &self.from, &self.known)
    }
}

/// The first of many reasons.
pub(super) fn few(mut reasons: Vec<String>) -> Vec<String> {
    let more = reasons.len().saturating_sub(MAX_REASONS);
    if more > 0 {
        reasons.truncate(MAX_REASONS);
        reasons.push(format!("and {more} more"));
    }
    reasons
}
