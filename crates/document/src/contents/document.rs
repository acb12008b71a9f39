//! Contents of a document.

use super::calls::Recent;
use super::file_texts::FileTexts;
use super::run_state::RunState;
use std::collections::BTreeMap;
use trammel_code::FileName;
use trammel_language::{Bilingual, Language, bilingual};
use trammel_scene::{Diff, Flags, LayerSettings, Name, Scene};
use trammel_tools::ToolEnv;

/// Contents of a document: drawing, files, memory, custom tools, and the settings of the user.
#[derive(Debug)]
pub struct Document {
    pub(crate) scene: Scene,
    /// Files, memory, and custom tools, with the catalog of the program.
    pub(crate) env: ToolEnv,
    /// Files as of the last step, if typed text may have changed `env.files` since; `None` if they equal the present
    /// files.
    pub(crate) committed: Option<FileTexts>,
    /// Typed text that is not applied yet, by file; a save stores it.
    pub(crate) typing: FileTexts,
    /// Flags of the entities that the user locked or hid.
    pub(crate) locks: BTreeMap<Name, Flags>,
    /// Hidden and locked layers, and the current layer.
    pub(crate) layers: LayerSettings,
    /// Whether the code of this document has drawn `scene`; `false` for a stored drawing that has not been drawn yet.
    pub(crate) is_drawn: bool,
    pub(crate) run: RunState,
    /// Origins of recent runs.
    pub(crate) recent: Recent,
    /// Generation of the document, increased by every change, to detect runs that are out of date.
    pub(crate) generation: u64,
    /// Changes of the drawing that are not displayed yet.
    pub(crate) diffs: Vec<Diff>,
}

impl Default for Document {
    fn default() -> Document {
        Document {
            scene: Scene::default(),
            env: ToolEnv::default(),
            committed: None,
            typing: FileTexts::new(),
            locks: BTreeMap::new(),
            layers: LayerSettings::default(),
            is_drawn: true,
            run: RunState::default(),
            recent: Recent::default(),
            generation: 0,
            diffs: Vec::new(),
        }
    }
}

impl Document {
    /// Takes the diffs of the drawing since the last call, for its display.
    pub fn take_diffs(&mut self) -> Vec<Diff> {
        std::mem::take(&mut self.diffs)
    }

    /// Adds or replaces a file before the document is opened, without a step or a run.
    pub fn add_file(&mut self, file: &FileName, text: &str) {
        self.env.files.set(file, Some(text));
        self.committed = None;
    }

    /// Returns the warning that the present files do not run, if they do not.
    pub fn broken_warning(&self) -> Option<Bilingual> {
        let failure = self.run.broken.as_ref()?;
        let place = failure.place.as_ref();
        let place = place.map_or_else(Bilingual::default, |p| {
            bilingual!(" ({} line {})", "({} {}번째 줄)", p.file, p.line)
        });
        let [english, korean] = [Language::English, Language::Korean].map(|language| failure.text(language));
        let why = Bilingual::new(english, korean);
        Some(bilingual!(
            "the code does not run{place}: {why}",
            "코드가 실행되지 않아요{place:#}: {why:#}"
        ))
    }

    pub(crate) fn warn_of_broken(&self, warnings: &mut Vec<Bilingual>) {
        warnings.extend(self.broken_warning());
    }
}
