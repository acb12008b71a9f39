//! Replacement of the document by a project, validated by the rules for adding tools and memory entries.

use crate::contents::document_settings::DocumentSettings;
use crate::step_label;
use trammel_code::Workspace;
use trammel_formats::project::Project;
use trammel_knowledge::{KnownTools, Memory};
use trammel_language::{Bilingual, bilingual};
use trammel_scene::Scene;
use trammel_tools::{CustomTools, ToolEnv};

/// Maximum number of tools and memory entries of a project together.
pub(crate) const MAX_ENTRIES: usize = 10_000;

/// Maximum number of reasons in one report of left-out entries.
const MAX_REASONS: usize = 20;

/// Project prepared to replace a document.
#[derive(Debug)]
pub(crate) struct Replacement {
    pub(crate) files: Workspace,
    pub(crate) settings: DocumentSettings,
    pub(crate) memory: Memory,
    /// Name of the project, which identifies the source to the user; empty if it has none.
    pub(crate) from: String,
    /// Functions that the project's hints may name.
    pub(crate) known: KnownTools,
    /// Reasons for the left-out tools.
    pub(crate) left_out: Vec<Bilingual>,
    /// Label of the step.
    pub(crate) label: &'static str,
}

impl Replacement {
    pub(crate) fn of(project: &Project) -> Result<Replacement, Bilingual> {
        let usual = Scene::default();
        let memory = project.memory.clone().unwrap_or_default();
        let entries = project.tools.len() + memory.len();
        if entries > MAX_ENTRIES {
            return Err(bilingual!(
                "the project has {entries} custom tools and knowledge entries, at most {MAX_ENTRIES}. Open it without them.",
                "프로젝트의 사용자 도구와 기억이 {entries}개이고 최대 {MAX_ENTRIES}개예요. 그것들 없이 여세요."
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
        (env.custom, left_out) = CustomTools::import(&project.tools, from, &env.files, &env.catalog.names());
        let known = env.known_to_imports();
        Ok(Replacement {
            files: env.files,
            settings: DocumentSettings {
                name: project.name.as_deref().unwrap_or(usual.name()).into(),
                units: project.units.unwrap_or(usual.units()),
                locks: project.locks.clone(),
                layers: project.layers.clone(),
                custom: env.custom,
                foreign: Memory::default(),
            },
            memory,
            from: from.to_owned(),
            known,
            left_out,
            label: step_label::OPEN_PROJECT,
        })
    }

    /// Selects the entries to import into a document with the memory `own`; also returns the reasons for those left
    /// out.
    pub(crate) fn memory_for(&self, own: &Memory) -> (Memory, Vec<Bilingual>) {
        own.import(&self.memory, &self.from, &self.known)
    }
}

/// Shortens a list of reasons to the first [`MAX_REASONS`] and a count of the others.
pub(crate) fn few(mut reasons: Vec<Bilingual>) -> Vec<Bilingual> {
    let more = reasons.len().saturating_sub(MAX_REASONS);
    if more > 0 {
        reasons.truncate(MAX_REASONS);
        reasons.push(bilingual!("and {more} more", "외 {more}개"));
    }
    reasons
}
