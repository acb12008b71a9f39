//! Requirements of the user, which the code of the drawing keeps as checks: a note for a message that states one, the checks
//! that a run added, and those that held before it and fail after it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use trammel_language::Bilingual;
use trammel_tools::CheckReport;

/// Words with which a message states something that must hold, with spaces around whole words.
const WORDS: [&str; 24] = [
    " must ",
    " must not ",
    " has to ",
    " have to ",
    " always ",
    " never ",
    " at least ",
    " at most ",
    " no more than ",
    " no less than ",
    " not less than ",
    " not more than ",
    " minimum ",
    " maximum ",
    "반드시",
    "항상",
    "언제나",
    "최소",
    "최대",
    "이상이어야",
    "이하여야",
    "이상으로",
    "이하로",
    "넘지 않",
];

/// Check that held before a run and fails after it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BrokenCheck {
    /// Condition in words.
    pub text: Bilingual,
    /// Measured and wanted value.
    pub why: Bilingual,
}

/// Whether a message states something that must hold.
fn states_requirement(message: &str) -> bool {
    let plain: String = message
        .to_lowercase()
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { ' ' })
        .collect();
    let words = format!(" {} ", plain.split_whitespace().collect::<Vec<_>>().join(" "));
    WORDS.iter().any(|known| words.contains(known))
}

/// Returns the note for the model about a message that states something that must hold; `None` for other messages.
pub fn requirement_note(message: &str) -> Option<String> {
    states_requirement(message).then(|| {
        "This message states something that must hold. Keep each such sentence as a check in the code, with the words of the \
         user as its text, before you finish: the user sees these checks below the message."
            .to_owned()
    })
}

/// Results of the checks before and after a run, by their text in English.
#[derive(Debug, Clone, Default)]
pub(super) struct Requirements {
    /// Whether each check held before the run.
    before: BTreeMap<String, bool>,
    /// Checks after the last change; `None` before the first change.
    after: Option<CheckReport>,
}

impl Requirements {
    /// Creates the state of a run that begins with these results.
    pub(super) fn begin(before: &CheckReport) -> Requirements {
        let held =
            |result: &trammel_tools::CheckResult| (result.text.english.clone(), result.failed.is_none());
        Requirements {
            before: before.results.iter().map(held).collect(),
            after: None,
        }
    }

    /// Records the results after a change.
    pub(super) fn note(&mut self, after: Option<&CheckReport>) {
        self.after = Some(after.cloned().unwrap_or_default());
    }

    /// Returns the checks that held before the run and fail now.
    pub(super) fn broken(&self) -> Vec<BrokenCheck> {
        let failures = self.after.iter().flat_map(CheckReport::failures);
        let is_broken = |text: &str| self.before.get(text) == Some(&true);
        failures
            .filter(|(result, _)| is_broken(&result.text.english))
            .map(|(result, failed)| BrokenCheck {
                text: result.text.clone(),
                why: failed.why.clone(),
            })
            .collect()
    }

    /// Returns the texts of the checks that the run added.
    pub(super) fn added(&self) -> Vec<Bilingual> {
        let results = self.after.iter().flat_map(|report| &report.results);
        let is_new = |text: &&Bilingual| !self.before.contains_key(&text.english);
        results
            .map(|result| &result.text)
            .filter(is_new)
            .cloned()
            .collect()
    }

    /// Returns the message of the app to a model that broke checks; `None` if it broke none.
    pub(super) fn message(&self) -> Option<String> {
        let broken = self.broken();
        let list: Vec<String> = broken
            .iter()
            .map(|check| format!("\"{}\": {}", check.text.english, check.why.english))
            .collect();
        (!list.is_empty()).then(|| {
            format!(
                "Checks that held before your changes fail now:\n{}\nRepair the drawing so that they hold. Change or remove a \
                 check only if the user asked for that; if the request contradicts a check, leave both and say so in one \
                 sentence.",
                list.join("\n")
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_that_state_a_requirement_get_a_note() {
        for message in [
            "The holes must be 3 mm from the edge.",
            "Keep at least 5 mm between them",
            "Nothing may overlap, never!",
            "구멍은 반드시 가장자리에서 3 mm 떨어져야 해요",
            "벽 두께는 2 mm 이상이어야 해요",
        ] {
            assert!(requirement_note(message).is_some(), "{message}");
        }
        for message in [
            "Draw a mustard jar",
            "Draw a plate of 80 x 40 with four holes",
            "What is the area?",
            "구멍 네 개를 그려 줘",
        ] {
            assert_eq!(requirement_note(message), None, "{message}");
        }
    }
}
