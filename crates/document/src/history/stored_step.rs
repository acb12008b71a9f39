//! Stored form of a history step: the change of texts alone. The drawing is not stored, because a run of the code
//! gives it.

use crate::contents::document_settings::DocumentSettings;
use crate::contents::file_texts::{FileTexts, texts_of};
use crate::contents::settings_exchange::Exchange;
use crate::history::step::{Author, FileChange, Step, changes_of_files};
use crate::history::step_label::TYPING;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use trammel_code::{FileName, Workspace};
use trammel_knowledge::{Imported, Memory};
use trammel_scene::{Flags, LayerSettings, Name, Units};
use trammel_tools::CustomTools;

/// History step in its stored form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredStep {
    /// Number of the step, from 1, unique in the history of the document.
    pub id: u64,
    /// Number of the step before this one; 0 for the first step.
    pub parent: u64,
    /// Label: a tool name or a short description.
    pub label: String,
    /// Origin of the step.
    pub author: Author,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) files: Vec<FileChange>,
    /// Settings before and after, if the step replaced the document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) settings: Option<Box<(StoredSettings, StoredSettings)>>,
    /// Exchanges of settings that are kept by name, in the order in which the step makes them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) exchanges: Vec<Exchange>,
}

/// Document settings in their stored form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StoredSettings {
    name: String,
    units: Units,
    #[serde(default)]
    locks: BTreeMap<Name, Flags>,
    #[serde(default)]
    layers: LayerSettings,
    /// Custom tools in their stored form.
    #[serde(default)]
    tools: Option<String>,
}

impl StoredStep {
    /// Returns the stored form of a step.
    pub(crate) fn of(step: &Step, parent: u64) -> StoredStep {
        let settings = step.settings.as_deref();
        StoredStep {
            id: step.id,
            parent,
            label: step.label.clone(),
            author: step.author,
            files: step.files.clone(),
            settings: settings
                .map(|(before, after)| Box::new((StoredSettings::of(before), StoredSettings::of(after)))),
            exchanges: step.exchanges.clone(),
        }
    }

    /// Whether the step replaced the whole document, for example by an earlier version.
    pub fn replaces_document(&self) -> bool {
        self.settings.is_some()
    }

    /// Marks the custom tools of a replaced document as imported from the named source and off.
    pub fn distrust(&mut self, from: &str) {
        let mark = serde_json::to_value(Imported::turned_off(from)).unwrap_or_default();
        let Some((before, after)) = self.settings.as_deref_mut() else {
            return;
        };
        for settings in [before, after] {
            let tools = settings.tools.take();
            let tools = tools.and_then(|text| serde_json::from_str::<Vec<Value>>(&text).ok());
            settings.tools = tools.map(|mut tools| {
                for tool in tools.iter_mut().filter_map(Value::as_object_mut) {
                    tool.insert("imported".to_owned(), mark.clone());
                }
                Value::Array(tools).to_string()
            });
        }
    }

    pub(crate) fn label(&self) -> &str {
        &self.label
    }

    /// Returns a step of text that changed without a recorded step.
    pub(crate) fn of_texts(id: u64, parent: u64, from: &FileTexts, to: &Workspace) -> StoredStep {
        StoredStep {
            id,
            parent,
            label: TYPING.to_owned(),
            author: Author::User,
            files: changes_of_files(from, to),
            settings: None,
            exchanges: Vec::new(),
        }
    }

    /// Returns the step that reverts this one.
    #[must_use]
    pub(crate) fn inverse(&self) -> StoredStep {
        let swapped = |both: &(StoredSettings, StoredSettings)| Box::new((both.1.clone(), both.0.clone()));
        StoredStep {
            files: self.files.iter().rev().map(FileChange::inverse).collect(),
            settings: self.settings.as_deref().map(swapped),
            ..self.clone()
        }
    }

    /// Returns the files after this step; `None` if the step does not fit the files.
    pub(crate) fn applied_to(&self, files: &Workspace) -> Option<Workspace> {
        let mut files = files.clone();
        let fits = self.files.iter().all(|change| change.apply_to(&mut files));
        fits.then_some(files)
    }

    /// Returns the texts of the files before this step, given those after it; `None` if the step does not fit.
    pub fn files_before(&self, after: &BTreeMap<FileName, String>) -> Option<BTreeMap<FileName, String>> {
        self.inverse().texts_after(after)
    }

    /// Returns the texts of the files after this step, given those before it; `None` if the step does not fit.
    pub fn files_after(&self, before: &BTreeMap<FileName, String>) -> Option<BTreeMap<FileName, String>> {
        self.texts_after(before)
    }

    fn texts_after(&self, texts: &BTreeMap<FileName, String>) -> Option<BTreeMap<FileName, String>> {
        let mut files = Workspace::default();
        for (file, text) in texts {
            files.set(file, Some(text));
        }
        let after = self.applied_to(&files)?;
        let texts = texts_of(&after).into_iter();
        Some(trammel_base::sort::map(
            texts.map(|(file, text)| (file, text.to_string())),
        ))
    }

    /// Returns one step with the effect of several consecutive steps, given the texts before and after them. It has the
    /// number and label of the last one. Steps of several origins count as the user's, so that a model that made only
    /// some of them is not the author of their lines.
    pub fn merge_steps(
        steps: &[StoredStep],
        before: &BTreeMap<FileName, String>,
        after: &BTreeMap<FileName, String>,
    ) -> Option<StoredStep> {
        let (first, last) = (steps.first()?, steps.last()?);
        let mut files = Workspace::default();
        for (file, text) in after {
            files.set(file, Some(text));
        }
        let from = trammel_base::sort::map(
            before
                .iter()
                .map(|(file, text)| (file.clone(), text.as_str().into())),
        );
        let mut settings = steps.iter().filter_map(|step| step.settings.as_deref());
        let settings = settings.next().map(|(from, to)| {
            let to = settings.next_back().map_or(to, |(_, to)| to);
            Box::new((from.clone(), to.clone()))
        });
        let is_of_one = steps.iter().all(|step| step.author == last.author);
        Some(StoredStep {
            parent: first.parent,
            author: if is_of_one { last.author } else { Author::User },
            files: changes_of_files(&from, &files),
            settings,
            exchanges: steps.iter().flat_map(|step| step.exchanges.clone()).collect(),
            ..last.clone()
        })
    }
}

impl StoredSettings {
    fn of(settings: &DocumentSettings) -> StoredSettings {
        StoredSettings {
            name: settings.name.to_string(),
            units: settings.units,
            locks: settings.locks.clone(),
            layers: settings.layers.clone(),
            tools: settings.custom.text(),
        }
    }

    /// Returns the settings for a document with these files. Custom tools that cannot be read are left out.
    pub(crate) fn read(&self, files: &Workspace, built_in: &[&str]) -> DocumentSettings {
        let tools = self.tools.as_deref();
        let custom = tools.and_then(|tools| CustomTools::read(tools, files, built_in).ok());
        DocumentSettings {
            name: self.name.as_str().into(),
            units: self.units,
            locks: self.locks.clone(),
            layers: self.layers.clone(),
            custom: custom.map(|(tools, _)| tools).unwrap_or_default(),
            foreign: Memory::default(),
        }
    }
}
