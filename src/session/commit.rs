//! Committing: one step of history for drawing and files together, and the way back.

use super::reply::Changes;
use super::{Session, append, snapshot};
use crate::sandbox::Failure;
use crate::scene::{Diff, Edit, Scene, SceneError};
use crate::workspace::{FileName, Splice};

/// One undo step.
#[derive(Clone, Debug)]
pub struct Step {
    /// What was done, as a tool name or in words.
    pub label: String,
    /// What changed in the drawing.
    pub scene: Diff,
    files: Vec<FileChange>,
    /// State of `Math.random` before and after.
    random: (u64, u64),
}

/// A file's change: an edit, or coming into being, or going.
#[derive(Clone, Debug)]
struct FileChange {
    file: FileName,
    existed: bool,
    exists: bool,
    splice: Splice,
}

impl Step {
    /// The step that takes this one back.
    #[must_use]
    pub fn inverse(&self) -> Step {
        let back = |change: &FileChange| FileChange {
            file: change.file.clone(),
            existed: change.exists,
            exists: change.existed,
            splice: change.splice.inverse(),
        };
        Step {
            label: self.label.clone(),
            scene: self.scene.inverse(),
            files: self.files.iter().rev().map(back).collect(),
            random: (self.random.1, self.random.0),
        }
    }

    /// Adds a later step, so that this one goes from the first state to the last.
    pub(super) fn then(&mut self, later: Step) {
        self.scene.then(later.scene);
        self.files.extend(later.files);
        self.random.1 = later.random.1;
    }
}

impl Session {
    /// The document was opened: nothing to undo, holds are put on.
    pub(super) fn commit_opened(&mut self, scene: Scene, random: u64) {
        let scene = self.with_holds(scene);
        self.diffs.push(self.scene.diff_to(&scene));
        self.scene = scene;
        self.random = random;
        self.committed = snapshot(&self.desk.files);
        self.generation += 1;
    }

    /// What a person typed runs.
    pub(super) fn commit_typed(&mut self, scene: Scene, random: u64) -> Changes {
        let scene = self.with_holds(scene);
        let diff = self.scene.diff_to(&scene);
        let changes = Changes::rerun(&diff);
        self.scene = scene;
        self.record("typing", diff, random);
        changes
    }

    /// A tool's file runs.
    pub(super) fn commit_write(
        &mut self, scene: Scene, file: &FileName, code: &str, random: u64,
    ) -> Result<Changes, Failure> {
        let scene = self.with_holds(scene);
        let diff = self.scene.diff_to(&scene);
        self.refuse_held(&diff)?;
        let changes = Changes::rerun(&diff);
        self.scene = scene;
        self.desk.files.set(file, Some(code));
        self.desk.files.mark_known(file);
        self.record(&format!("write {file}"), diff, random);
        Ok(changes)
    }

    /// A snippet ran on the present drawing.
    pub(super) fn commit_snippet(
        &mut self, scene: Scene, diff: Diff, code: &str, random: u64,
    ) -> Result<Changes, Failure> {
        let main = append::snippet(self.desk.files.main(), code).map_err(Failure::new)?;
        crate::workspace::check_size("main", &main).map_err(|e| Failure::new(e.to_string()))?;
        let changes = Changes::exact(&diff);
        let known = self.desk.files.is_known(&FileName::main());
        self.scene = scene;
        self.desk.files.set(&FileName::main(), Some(&main));
        if known {
            self.desk.files.mark_known(&FileName::main());
        }
        self.record("run_cad_code", diff, random);
        Ok(changes)
    }

    /// Records a step from the last committed state to the present one.
    pub(super) fn record(&mut self, label: &str, diff: Diff, random: u64) {
        let now = snapshot(&self.desk.files);
        let mut files = Vec::new();
        for (file, text) in &now {
            let before = self.committed.get(file.as_str());
            if before != Some(text) {
                let splice = Splice::between(before.map_or("", |t| t), text);
                files.push(FileChange { file: file.clone(), existed: before.is_some(), exists: true, splice });
            }
        }
        for (file, text) in self.committed.iter().filter(|(file, _)| !now.contains_key(file.as_str())) {
            let splice = Splice::between(text, "");
            files.push(FileChange { file: file.clone(), existed: true, exists: false, splice });
        }
        self.generation += 1;
        let random = (std::mem::replace(&mut self.random, random), random);
        self.committed = now;
        if diff.is_empty() && files.is_empty() {
            return;
        }
        if !diff.is_empty() {
            self.diffs.push(diff.clone());
        }
        self.history.push(Step { label: label.to_owned(), scene: diff, files, random });
    }

    /// Carries out a step of the history.
    pub(super) fn apply_step(&mut self, step: &Step) {
        // What was typed since and does not run is dropped: the step leads to a state that did.
        let names: Vec<FileName> = self.desk.files.files().map(|(name, _)| name.clone()).collect();
        for name in names {
            self.desk.files.set(&name, self.committed.get(name.as_str()).map(|text| &**text));
        }
        for (name, text) in &self.committed {
            self.desk.files.set(name, Some(text));
        }
        for change in &step.files {
            let text = self.desk.files.get(change.file.as_str()).cloned().unwrap_or_default();
            let Some(text) = change.splice.apply(&text) else { continue };
            self.desk.files.set(&change.file, change.exists.then_some(text.as_str()));
        }
        // A step knows nothing of what the user locked or hid since.
        let mut scene = self.scene.clone();
        scene.apply(&step.scene);
        let scene = self.with_holds(scene);
        self.diffs.push(self.scene.diff_to(&scene));
        self.scene = scene;
        self.random = step.random.1;
        self.committed = snapshot(&self.desk.files);
        self.broken = None;
        self.generation += 1;
    }

    /// Puts the user's locks and hides on a drawing that code made anew.
    fn with_holds(&self, scene: Scene) -> Scene {
        let mut edit = Edit::by_user(scene);
        for (name, (locked, hidden)) in &self.holds {
            if edit.get(name).is_some() {
                // The entity exists, so this cannot be refused.
                let _ = edit.set_flags(name, *locked, *hidden);
            }
        }
        edit.finish().0
    }

    /// Refuses a change of what the user holds.
    fn refuse_held(&self, diff: &Diff) -> Result<(), Failure> {
        for (name, change) in diff.iter() {
            let Some(from) = change.from.as_ref().filter(|from| from.locked || from.hidden) else { continue };
            if change.to.as_ref().is_some_and(|to| to.same_drawing(from)) {
                continue;
            }
            let error = if from.locked {
                SceneError::Locked { name: name.to_string() }
            } else {
                SceneError::Hidden { name: name.to_string() }
            };
            return Err(Failure::new(error.to_string()));
        }
        Ok(())
    }
}
