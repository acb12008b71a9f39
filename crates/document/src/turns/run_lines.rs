//! Lines of the user at the beginning of an agent's run, and those that the agent has removed, moved, or put out of effect
//! since.
//!
//! Invariant: a change by another party is a new beginning for its file; what the agent had changed before stays recorded
//! unless that change restores it.

use crate::contents::file_texts::FileTexts;
use crate::turns::line_authors::LineAuthors;
use std::collections::BTreeMap;
use std::sync::Arc;
use trammel_code::{FileName, lost_lines};
use trammel_tools::LostLine;

/// Versions of a file before and after a change.
#[derive(Clone, Copy)]
pub(crate) struct Versions<'c> {
    pub(crate) file: &'c FileName,
    pub(crate) before: &'c str,
    pub(crate) after: &'c str,
}

/// Text at the beginning, and which of its lines are the user's.
#[derive(Debug)]
struct Beginning {
    text: Arc<str>,
    of_user: Vec<bool>,
}

/// Lines of the user in a run of an agent.
#[derive(Debug, Default)]
pub(crate) struct RunLines {
    beginning: BTreeMap<FileName, Beginning>,
    /// Lost lines of each file in comparison with the beginning.
    lost: BTreeMap<FileName, Vec<String>>,
    /// Lines that were lost before another party changed their file.
    earlier: Vec<LostLine>,
    /// Whether another party has appended statements to `main` since its beginning.
    is_behind: bool,
}

impl RunLines {
    /// Returns the lines at the beginning of a run.
    pub(crate) fn of(files: &FileTexts, authors: &LineAuthors) -> RunLines {
        let beginning = files.iter().map(|(file, text)| {
            let of_user = authors.of_user(file);
            let text = text.clone();
            (file.clone(), Beginning { text, of_user })
        });
        RunLines {
            beginning: trammel_base::sort::map(beginning),
            ..RunLines::default()
        }
    }

    /// Returns the lost lines.
    pub(crate) fn lost_lines_of_user(&self) -> Vec<LostLine> {
        let mut lost = self.earlier.clone();
        for (file, lines) in &self.lost {
            lost.extend(lines.iter().map(|text| LostLine {
                file: file.clone(),
                text: text.clone(),
            }));
        }
        lost
    }

    /// Records a change by the agent of the run. `of_user` has the authors before the change, and `lost` the lines that the
    /// change itself has lost.
    pub(crate) fn agent_changed(&mut self, versions: Versions<'_>, of_user: &[bool], lost: &[String]) {
        if std::mem::take(&mut self.is_behind) {
            let main = FileName::main();
            if *versions.file == main {
                let present = Versions {
                    after: versions.before,
                    ..versions
                };
                self.other_changed(present, of_user.to_vec());
            } else {
                self.is_behind = true;
            }
        }
        self.restore(versions);
        let Some(beginning) = self.beginning.get(versions.file) else {
            return;
        };
        let is_first = *beginning.text == *versions.before && beginning.of_user == of_user;
        let lost = if is_first {
            lost.to_vec()
        } else {
            lost_texts(&beginning.text, &beginning.of_user, versions.after)
        };
        self.lost.insert(versions.file.clone(), lost);
    }

    /// Records a change by another party. `of_user` has the authors after the change.
    pub(crate) fn other_changed(&mut self, versions: Versions<'_>, of_user: Vec<bool>) {
        self.restore(versions);
        let has_lost = self.lost.get(versions.file).is_some_and(|lost| !lost.is_empty());
        let beginning = self.beginning.get(versions.file).filter(|_| has_lost);
        let still =
            beginning.map(|beginning| lost_texts(&beginning.text, &beginning.of_user, versions.after));
        let mut still = still.unwrap_or_default();
        for text in self.lost.remove(versions.file).unwrap_or_default() {
            if let Some(at) = still.iter().position(|line| *line == text) {
                still.swap_remove(at);
                let file = versions.file.clone();
                self.earlier.push(LostLine { file, text });
            }
        }
        let text = versions.after.into();
        self.beginning
            .insert(versions.file.clone(), Beginning { text, of_user });
    }

    /// Records that another party has appended statements to `main`.
    pub(crate) fn other_appended(&mut self) {
        self.is_behind = true;
    }

    /// Forgets lines lost earlier that a change inserts again.
    fn restore(&mut self, versions: Versions<'_>) {
        if !self.earlier.iter().any(|line| line.file == *versions.file) {
            return;
        }
        let [before, after] = [versions.before, versions.after].map(counts);
        let count =
            |counts: &BTreeMap<&str, usize>, text: &str| counts.get(text).copied().unwrap_or_default();
        self.earlier.retain(|line| {
            line.file != *versions.file || count(&after, &line.text) <= count(&before, &line.text)
        });
    }
}

/// Returns how often each line of a text occurs.
fn counts(text: &str) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for line in text.lines() {
        *counts.entry(line.trim()).or_default() += 1;
    }
    counts
}

/// Returns the texts of the lines of the user that are lost.
pub(crate) fn lost_texts(before: &str, of_user: &[bool], after: &str) -> Vec<String> {
    let lost = lost_lines(before, of_user, after);
    let mut next = lost.iter().peekable();
    let mut texts = Vec::with_capacity(lost.len());
    for (at, line) in before.lines().enumerate() {
        if next.next_if(|lost| **lost == at).is_some() {
            texts.push(line.trim().to_owned());
        }
    }
    texts
}
