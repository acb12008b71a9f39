//! A document as a project, and a project as a document: sharing, exporting, opening.
//!
//! Invariants: opening a project looks at it in a session of its own, which has no storage; taking it over is one
//! explicit step ([`Session::replace`]) that undo takes back whole, with what the user held before. A project's memory only
//! fills the parts in which the user keeps nothing. Tools and memory of a project are checked by the rules by which they
//! are added; an entry that breaks a rule is left out and reported. What remains is imported: off until the user turns it on. Undo
//! takes imported memory back as well, except for entries that the user has turned on or edited since. What is handed out
//! does not say where anything came from.

use super::document::Session;
use super::document_settings::DocumentSettings;
use super::last_good::LastGood;
use super::pending::{Pending, RunIntent};
use super::replacement::{Replacement, few};
use super::step::RunState;
use super::user_edits::Actor;
use crate::formats::project::Project;
use crate::knowledge::Memory;
use crate::sandbox::{Failure, Limits};
use crate::scene::{Scene, Units};
use crate::tools::{Changes, CustomTools};
use crate::workspace::FileName;

/// Tools and memory of a project, as opening it would take them over.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Brought {
    /// Its custom tools, off.
    pub tools: CustomTools,
    /// Its memory, off.
    pub memory: Memory,
    /// One sentence for each thing that breaks a rule and is left out.
    pub left_out: Vec<String>,
}

impl Brought {
    /// Looks at what a project brings.
    ///
    /// # Errors
    /// It brings more than is looked at.
    pub fn by(project: &Project) -> Result<Brought, String> {
        let new = Replacement::of(project)?;
        let (memory, mut left_out) = new.memory_for(&Memory::default());
        left_out.splice(0..0, new.left_out);
        Ok(Brought {
            tools: new.settings.custom,
            memory,
            left_out: few(left_out),
        })
    }
}

impl Session {
    /// The document as a project with the code of the last good drawing in place of code that does not run; `None` when
    /// nothing has been drawn yet. Memory goes along only when it is asked for.
    pub fn last_good_project(&self, with_memory: bool) -> Option<Project> {
        let files = self.drawn();
        files.contains_key(FileName::MAIN).then(|| Project {
            files,
            ..self.project(with_memory)
        })
    }

    /// The document as a project. Memory goes along only when it is asked for.
    pub fn project(&self, with_memory: bool) -> Project {
        let usual = Scene::default();
        // A name and a unit that the code sets are in the code.
        let (name, units) = (self.scene.default_name(), self.scene.default_units());
        let files = self.env.files.files();
        Project {
            name: (name != usual.name()).then(|| name.to_owned()),
            units: (units != usual.units()).then_some(units),
            files: files.map(|(name, text)| (name.clone(), text.clone())).collect(),
            tools: self
                .env
                .every_custom_tool()
                .filter_map(|tool| serde_json::to_value(tool).ok())
                .collect(),
            locks: self.locks.clone(),
            memory: with_memory.then(|| self.env.memory.unmarked()),
        }
    }

    /// Gives the drawing a default name and unit before it is opened. Those that its code gives win.
    pub fn set_defaults(&mut self, name: Option<&str>, units: Option<Units>) {
        let scene = std::mem::take(&mut self.scene);
        let (name, units) = (
            name.unwrap_or(scene.default_name()).to_owned(),
            units.unwrap_or(scene.default_units()),
        );
        self.scene = scene.with_defaults(&name, units);
    }

    /// A document of its own with this project in it, to look at; call [`Session::open`] next.
    ///
    /// # Errors
    /// The project brings more tools or remembered entries than are looked at.
    pub fn of_project(project: &Project, limits: Limits) -> Result<Session, String> {
        let new = Replacement::of(project)?;
        let mut session = Session::new(limits);
        let (foreign, _) = new.memory_for(&session.env.memory);
        session.env.files = new.files;
        session.set_settings(
            &Memory::default(),
            &DocumentSettings {
                foreign,
                ..new.settings
            },
        );
        session.committed = None;
        Ok(session)
    }

    /// Puts a project in the place of this document, as one step, also when its code does not run.
    ///
    /// # Errors
    /// The project brings more tools or remembered entries than are looked at; nothing was changed.
    pub fn replace(&mut self, project: &Project) -> Result<Pending, String> {
        Ok(self.replace_by(Replacement::of(project)?))
    }

    /// Puts an earlier document of the user in the place of this one, like [`Session::replace`], with its custom tools as
    /// [`Session::tools_text`] gave them: each keeps its provenance.
    ///
    /// # Errors
    /// The tools cannot be read; nothing was changed.
    pub fn restore(&mut self, project: &Project, tools: Option<&str>) -> Result<Pending, String> {
        let mut new = Replacement::of(&Project {
            tools: Vec::new(),
            ..project.clone()
        })?;
        if let Some(tools) = tools {
            let (custom, left_out) = CustomTools::read(tools, &new.files, &self.env.built_in_names())
                .map_err(|e| e.to_string())?;
            new.settings.custom = custom;
            new.left_out = left_out;
        }
        Ok(self.replace_by(new))
    }

    /// The custom tools with their provenance, for [`Session::restore`]; `None` without any.
    pub fn tools_text(&self) -> Option<String> {
        self.env.custom.text()
    }

    fn replace_by(&self, new: Replacement) -> Pending {
        let files = new.files.clone();
        let mut pending = self.pending(&files, None, RunIntent::Open);
        let tools = new.settings.custom.all();
        pending.request.tools = tools.to_vec();
        pending.request.title = new.settings.name.to_string();
        pending.request.units = new.settings.units;
        pending.purpose = RunIntent::Replace(Box::new(new));
        pending.actor = Actor::Person;
        pending
    }

    pub(super) fn commit_replaced(
        &mut self,
        scene: Result<Scene, Failure>,
        new: &Replacement,
        logs: usize,
        warnings: &mut Vec<String>,
    ) -> Changes {
        self.commit_broken_typing();
        self.typing.clear();
        let before = self.settings();
        let (foreign, left_out) = new.memory_for(&self.env.memory);
        let after = DocumentSettings {
            foreign,
            ..new.settings.clone()
        };
        let old = std::mem::take(&mut self.scene);
        self.keep_committed();
        self.env.files = new.files.clone();
        self.set_settings(&before.foreign, &after);
        let (scene, broken) = match scene {
            Ok(scene) => (scene, None),
            // The last good drawing belongs to other code: there is none of this one.
            Err(failure) => (self.scene.clone(), Some(failure)),
        };
        let drawn = broken.as_ref().map(|_| LastGood::default());
        let scene = self.with_locks(scene).with_ranks_of(&old);
        let diff = old.diff_to(&scene);
        let changes = Changes::of(&diff);
        self.scene = scene;
        let settings = Box::new((before, after));
        let run = RunState { broken, logs, drawn };
        self.record_with_settings("open project", diff, run, Some(settings));
        warnings.extend(few([new.left_out.clone(), left_out].concat()));
        changes
    }

    fn settings(&self) -> DocumentSettings {
        DocumentSettings {
            name: self.scene.default_name().into(),
            units: self.scene.default_units(),
            locks: self.locks.clone(),
            custom: self.env.custom.clone(),
            foreign: self.env.memory.off(),
        }
    }

    /// Carries a step from one state to the other out, as far as it lies around the files.
    pub(super) fn step_settings(&mut self, (from, to): &(DocumentSettings, DocumentSettings)) {
        self.set_settings(&from.foreign, to);
    }

    /// `before` are the foreign entries of the state that is left.
    fn set_settings(&mut self, before: &Memory, settings: &DocumentSettings) {
        let scene = std::mem::take(&mut self.scene);
        self.scene = scene.with_defaults(&settings.name, settings.units);
        self.locks.clone_from(&settings.locks);
        self.env.custom.replace(&settings.custom);
        self.env.memory.exchange(before, &settings.foreign);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
