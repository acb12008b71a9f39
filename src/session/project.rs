//! A document as a project, and a project as a document: sharing, exporting, opening.
//!
//! Invariants: opening a project looks at it in a session of its own, which has no storage; taking it over is one
//! explicit step ([`Session::replace`]) that undo takes back whole, with what the user held before. Memory is not undone
//! with the drawing, so a project's memory only fills what is empty here. Custom tools are checked as when they are
//! registered.

use super::commit::RunState;
use super::reply::Changes;
use super::{Pending, Purpose, Session, snapshot};
use crate::formats::project::{Held, Project};
use crate::memory::Memory;
use crate::sandbox::{Failure, Limits};
use crate::scene::{Name, Scene, Units};
use crate::tools::{CustomTool, CustomTools};
use crate::workspace::{FileName, Workspace};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What lies around the files and belongs to a project.
#[derive(Clone, Debug)]
pub(super) struct Around {
    name: Arc<str>,
    units: Units,
    holds: BTreeMap<Name, (bool, bool)>,
    custom: CustomTools,
}

/// A project on its way into a document.
#[derive(Debug)]
pub(super) struct Replacement {
    files: Workspace,
    around: Around,
    memory: Memory,
}

impl Session {
    /// The document as a project with the code of the last good drawing in place of code that does not run; `None` when
    /// nothing has been drawn yet. Memory goes along only when it is asked for.
    pub fn last_good_project(&self, with_memory: bool) -> Option<Project> {
        let files = self.drawn();
        files.contains_key(FileName::MAIN).then(|| Project {
            files: files.clone(),
            ..self.project(with_memory)
        })
    }

    /// The document as a project. Memory goes along only when it is asked for.
    pub fn project(&self, with_memory: bool) -> Project {
        let usual = Scene::default();
        let (name, units) = (self.scene.name(), self.scene.units());
        let files = self.desk.files.files();
        let held = |(name, held): (&Name, &(bool, bool))| {
            let (locked, hidden) = *held;
            (name.clone(), Held { locked, hidden })
        };
        Project {
            name: (name != usual.name()).then(|| name.to_owned()),
            units: (units != usual.units()).then_some(units),
            files: files.map(|(name, text)| (name.clone(), text.clone())).collect(),
            tools: self
                .desk
                .custom_tools()
                .filter_map(|tool| serde_json::to_value(tool).ok())
                .collect(),
            held: self.holds.iter().map(held).collect(),
            memory: with_memory.then(|| self.desk.memory.clone()),
        }
    }

    /// A document of its own with this project in it, to look at; call [`Session::open`] next.
    ///
    /// # Errors
    /// A tool of the project makes no sense.
    pub fn of_project(project: &Project, limits: Limits) -> Result<Session, String> {
        let new = Replacement::of(project)?;
        let mut session = Session::new(limits);
        session.desk.files = new.files;
        session.set_around(&new.around);
        session.desk.memory = new.memory;
        session.committed = snapshot(&session.desk.files);
        Ok(session)
    }

    /// Puts a project in the place of this document, as one step, also when its code does not run.
    ///
    /// # Errors
    /// A tool of the project makes no sense; nothing was changed.
    pub fn replace(&mut self, project: &Project) -> Result<Pending, String> {
        let new = Replacement::of(project)?;
        let files = new.files.clone();
        let mut pending = self.pending(&files, None, Purpose::Open);
        let tools = new.around.custom.all();
        pending.request.tools = tools.to_vec();
        pending.request.title = new.around.name.to_string();
        pending.request.units = new.around.units;
        pending.purpose = Purpose::Replace(Box::new(new));
        Ok(pending)
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
        let before = self.around();
        let old = std::mem::take(&mut self.scene);
        self.desk.files = new.files.clone();
        self.set_around(&new.around);
        let (scene, broken) = match scene {
            Ok(scene) => (scene, None),
            // The last good drawing belongs to other code: there is none of this one.
            Err(failure) => (self.scene.clone(), Some(failure)),
        };
        let drawn = broken.as_ref().map(|_| Arc::default());
        let scene = self.with_holds(scene).with_ranks_of(&old);
        let diff = old.diff_to(&scene);
        let changes = Changes::of(&diff);
        self.scene = scene;
        let around = Box::new((before, new.around.clone()));
        self.record_around(
            "open project",
            diff,
            RunState { broken, logs, drawn },
            Some(around),
        );
        self.remember(&new.memory, warnings);
        changes
    }

    /// Takes over the parts of a memory that are empty here.
    fn remember(&mut self, memory: &Memory, warnings: &mut Vec<String>) {
        for key in Memory::KEYS {
            let Some(text) = memory.text(key) else { continue };
            if self.desk.memory.text(key).is_some() {
                warnings.push(format!(
                    "the project's {key} were left out: you have {key} of your own"
                ));
            } else if let Err(error) = self.desk.memory.read(key, &text) {
                warnings.push(error.to_string());
            }
        }
    }

    fn around(&self) -> Around {
        Around {
            name: self.scene.name().into(),
            units: self.scene.units(),
            holds: self.holds.clone(),
            custom: self.desk.custom.clone(),
        }
    }

    pub(super) fn set_around(&mut self, around: &Around) {
        let scene = std::mem::take(&mut self.scene);
        self.scene = scene.with_name(&around.name).with_units(around.units);
        self.holds.clone_from(&around.holds);
        self.desk.custom.clone_from(&around.custom);
    }
}

impl Replacement {
    fn of(project: &Project) -> Result<Replacement, String> {
        let usual = Scene::default();
        let mut files = Workspace::default();
        for (file, text) in &project.files {
            files.set(file, Some(text));
        }
        let mut custom = CustomTools::default();
        for tool in &project.tools {
            let tool = checked_tool(tool, &files)?;
            custom.add(tool).map_err(|e| e.message)?;
        }
        let held = project.held.iter();
        Ok(Replacement {
            files,
            around: Around {
                name: project.name.as_deref().unwrap_or(usual.name()).into(),
                units: project.units.unwrap_or(usual.units()),
                holds: held
                    .map(|(name, held)| (name.clone(), (held.locked, held.hidden)))
                    .collect(),
                custom,
            },
            memory: project.memory.clone().unwrap_or_default(),
        })
    }
}

/// A tool of a foreign project, checked as if it were registered now.
fn checked_tool(tool: &Value, files: &Workspace) -> Result<CustomTool, String> {
    let tool: CustomTool = serde_json::from_value(tool.clone())
        .map_err(|e| format!("a tool of the project is malformed: {e}"))?;
    let CustomTool {
        name,
        description,
        parameters,
        module,
        function,
    } = tool;
    CustomTool::new(
        &name,
        &description,
        parameters,
        (module.as_str(), &function),
        files,
    )
    .map_err(|e| e.message)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
