//! Conversion between documents and projects: sharing, exporting, opening.
//!
//! Invariants: a project is previewed in a separate session without storage. Replacing the document with the project is
//! one explicit step ([`Session::replace`]), which undo reverts completely, including the locks of the user. Memory of
//! a project only fills parts in which the user has no entries. Tools and memory of a project are validated by the
//! rules for adding them; an invalid entry is left out and reported. All other entries are imported, that is, off until
//! the user turns them on. Undo also removes imported memory, except for entries that the user has turned on or edited
//! since. An exported project does not contain provenance.

use crate::contents::document::Document;
use crate::contents::document_settings::DocumentSettings;
use crate::contents::file_texts::texts_of;
use crate::contents::last_good::LastGood;
use crate::contents::run_state::RunState;
use crate::replacement::{Replacement, few};
use crate::runs::pending::Pending;
use crate::runs::purpose::{Drawn, Purpose, Ran};
use crate::session::Session;
use crate::step_label;
use crate::turns::user_edits::Actor;
use std::collections::BTreeMap;
use trammel_code::{FileName, unportable};
use trammel_formats::project::Project;
use trammel_knowledge::Memory;
use trammel_language::Bilingual;
use trammel_run::{Failure, Limits};
use trammel_scene::{Scene, Units};
use trammel_tools::{Changes, CustomTools, Reply};

/// Tools and memory that opening a project would import.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Brought {
    /// Custom tools of the project, off.
    pub tools: CustomTools,
    /// Memory of the project, off.
    pub memory: Memory,
    /// Messages about invalid entries that are left out.
    pub left_out: Vec<Bilingual>,
}

impl Brought {
    /// Computes the tools and memory that a project would import.
    ///
    /// # Errors
    /// Returns an error if the project has too many tools and memory entries.
    pub fn by(project: &Project) -> Result<Brought, Bilingual> {
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

impl Document {
    /// Returns the document as a project, with the code of the last good drawing in place of code that does not run;
    /// `None` if nothing has been drawn yet. Memory is included only if `with_memory` is set.
    pub fn last_good_project(&self, with_memory: bool) -> Option<Project> {
        let files = self.files_of_drawing();
        files.contains_key(FileName::MAIN).then(|| Project {
            files,
            ..self.project(with_memory)
        })
    }

    /// Returns the document as a project. Memory is included only if `with_memory` is set.
    pub fn project(&self, with_memory: bool) -> Project {
        let usual = Scene::default();
        // A name or unit set by the code is part of the code.
        let (name, units) = (self.scene.default_name(), self.scene.default_units());
        Project {
            name: (name != usual.name()).then(|| name.to_owned()),
            units: (units != usual.units()).then_some(units),
            files: texts_of(&self.env.files),
            tools: self
                .env
                .every_custom_tool()
                .filter_map(|tool| serde_json::to_value(tool).ok())
                .collect(),
            locks: self.locks.clone(),
            layers: self.layers.clone(),
            memory: with_memory.then(|| self.env.memory.without_marks()),
        }
    }

    /// Sets the default name and unit before the document is opened. Values set by the code take precedence.
    pub fn set_defaults(&mut self, name: Option<&str>, units: Option<Units>) {
        let scene = std::mem::take(&mut self.scene);
        let (name, units) = (
            name.unwrap_or(scene.default_name()).to_owned(),
            units.unwrap_or(scene.default_units()),
        );
        self.scene = scene.with_defaults(&name, units);
    }

    /// Returns messages about the files that a folder on some systems cannot have, for a document that is opened.
    pub fn unportable_files(&self) -> Vec<Bilingual> {
        few(unportable(self.env.files.files().map(|(file, _)| file)))
    }

    /// Returns the custom tools with their provenance, for [`Session::restore`]; `None` if there are none.
    pub fn tools_text(&self) -> Option<String> {
        self.env.custom.text()
    }

    /// Sets the custom tools of a document that is not open yet; `tools` is the result of [`Document::tools_text`].
    ///
    /// # Errors
    /// Returns an error if the tools cannot be read; nothing is changed.
    pub fn set_tools_text(&mut self, tools: Option<&str>) -> Result<(), Bilingual> {
        let Some(tools) = tools else {
            return Ok(());
        };
        let built_in = self.env.catalog.names();
        let (custom, _) = CustomTools::read(tools, &self.env.files, &built_in)?;
        self.env.custom = custom;
        Ok(())
    }

    fn settings(&self) -> DocumentSettings {
        DocumentSettings {
            name: self.scene.default_name().into(),
            units: self.scene.default_units(),
            locks: self.locks.clone(),
            layers: self.layers.clone(),
            custom: self.env.custom.clone(),
            foreign: self.env.memory.off(),
        }
    }

    /// Applies the settings part of a step.
    pub(crate) fn step_settings(&mut self, (from, to): &(DocumentSettings, DocumentSettings)) {
        self.set_settings(&from.foreign, to);
    }

    /// Replaces the settings; `before` has the imported entries of the state that ends.
    fn set_settings(&mut self, before: &Memory, settings: &DocumentSettings) {
        let scene = std::mem::take(&mut self.scene);
        self.scene = scene.with_defaults(&settings.name, settings.units);
        self.locks.clone_from(&settings.locks);
        self.layers.clone_from(&settings.layers);
        self.env.custom.replace(&settings.custom);
        self.env.memory.exchange(before, &settings.foreign);
    }
}

impl Session {
    /// Creates a separate document with this project, as a preview; call [`Session::open`] next.
    ///
    /// # Errors
    /// Returns an error if the project has too many tools and memory entries.
    pub fn of_project(project: &Project, limits: Limits) -> Result<Session, Bilingual> {
        let new = Replacement::of(project)?;
        let mut session = Session::new(limits);
        let (foreign, _) = new.memory_for(&session.document.env.memory);
        session.document.env.files = new.files;
        session.document.set_settings(
            &Memory::default(),
            &DocumentSettings {
                foreign,
                ..new.settings
            },
        );
        session.document.committed = None;
        session.document.is_drawn = false;
        Ok(session)
    }

    /// Creates a separate document with other code, and with the settings and custom tools of this one; call
    /// [`Session::open`] next.
    #[must_use]
    pub fn with_code(&self, files: &BTreeMap<FileName, String>, limits: Limits) -> Session {
        let mut session = Session::new(limits);
        for (file, text) in files {
            session.document.env.files.set(file, Some(text));
        }
        session
            .document
            .set_settings(&Memory::default(), &self.document.settings());
        session.document.committed = None;
        session.document.is_drawn = false;
        session
    }

    /// Replaces this document with a project as one step, even if the code of the project does not run.
    ///
    /// # Errors
    /// Returns an error if the project has too many tools and memory entries; nothing is changed.
    pub fn replace(&mut self, project: &Project) -> Result<Pending, Bilingual> {
        Ok(self.replace_by(Replacement::of(project)?))
    }

    /// Replaces this document with an earlier version of itself, like [`Session::replace`]. `tools` is the result of
    /// [`Document::tools_text`], so that each custom tool keeps its provenance.
    ///
    /// # Errors
    /// Returns an error if the tools cannot be read; nothing is changed.
    pub fn restore(&mut self, project: &Project, tools: Option<&str>) -> Result<Pending, Bilingual> {
        let mut new = Replacement::of(&Project {
            tools: Vec::new(),
            ..project.clone()
        })?;
        if let Some(tools) = tools {
            let (custom, left_out) =
                CustomTools::read(tools, &new.files, &self.document.env.catalog.names())?;
            new.settings.custom = custom;
            new.left_out = left_out;
        }
        new.label = step_label::RESTORE_VERSION;
        Ok(self.replace_by(new))
    }

    fn replace_by(&self, new: Replacement) -> Pending {
        let files = new.files.clone();
        let (tools, title, units) = (
            new.settings.custom.all().to_vec(),
            new.settings.name.to_string(),
            new.settings.units,
        );
        let mut pending = self.pending(&files, None, new);
        pending.request.tools = tools;
        pending.request.title = title;
        pending.request.units = units;
        pending.actor = Actor::User;
        pending
    }

    fn commit_replaced(
        &mut self,
        scene: Result<Scene, Failure>,
        new: &Replacement,
        run: RunState,
        warnings: &mut Vec<Bilingual>,
    ) -> Changes {
        self.commit_typing();
        self.document.typing.clear();
        let before = self.document.settings();
        let (foreign, left_out) = new.memory_for(&self.document.env.memory);
        let after = DocumentSettings {
            foreign,
            ..new.settings.clone()
        };
        let old = std::mem::take(&mut self.document.scene);
        self.document.keep_committed();
        self.document.env.files = new.files.clone();
        self.document.set_settings(&before.foreign, &after);
        let (scene, broken) = match scene {
            Ok(scene) => (scene, None),
            // The last good drawing belongs to the replaced code, so the new document starts with an empty drawing.
            Err(failure) => (self.document.scene.clone(), Some(failure)),
        };
        self.document.is_drawn = broken.is_none();
        let drawn = broken.as_ref().map(|_| LastGood::default());
        let scene = self.document.with_locks(scene).with_ranks_of(&old);
        let diff = old.diff_to(&scene);
        let changes = Changes::of(&diff);
        self.document.scene = scene;
        let settings = Box::new((before, after));
        let run = RunState { broken, drawn, ..run };
        self.record_with_settings(new.label, diff, run, Some(settings));
        let names = match new.label {
            step_label::OPEN_PROJECT => self.document.unportable_files(),
            _ => Vec::new(),
        };
        let reasons = few([new.left_out.clone(), left_out, names].concat());
        warnings.extend(reasons);
        changes
    }
}

impl Purpose for Replacement {
    fn finish(self: Box<Self>, session: &mut Session, ran: Ran) -> Reply {
        ran.apply(session, |session, Drawn { scene, run }, notes| {
            Ok(session.commit_replaced(scene, &self, run, &mut notes.warnings))
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
