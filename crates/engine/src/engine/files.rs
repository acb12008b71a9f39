//! Source files of a run.

use trammel_code::FileName;
use trammel_run::RunRequest;

/// Name of the file that is run.
pub(super) const MAIN: &str = FileName::MAIN;

/// Names and texts of the files of a run.
pub(super) struct Files {
    files: Vec<(String, std::sync::Arc<str>)>,
}

impl Files {
    pub(super) fn new(request: &RunRequest) -> Files {
        Files {
            files: request
                .files
                .iter()
                .map(|(name, text)| (name.to_string(), text.clone()))
                .collect(),
        }
    }

    /// Iterates over the name and text of every file, `main` first.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let all = || self.files.iter().map(|(name, text)| (name.as_str(), &**text));
        all()
            .filter(|(name, _)| *name == MAIN)
            .chain(all().filter(|(name, _)| *name != MAIN))
    }

    pub(super) fn text(&self, file: &str) -> Option<&str> {
        self.iter().find(|(name, _)| *name == file).map(|(_, text)| text)
    }
}
