//! Results of all checks of a drawing, as part of a reply.

use super::check::Check;
use super::evaluate::{CheckResult, Failed, evaluate};
use crate::failure::CodePosition;
use serde_json::{Value, json};
use trammel_formats::{ReportEntry, Treatment};
use trammel_kernel::Point;
use trammel_language::{Bilingual, Language};
use trammel_scene::{Scene, Work};

/// Maximum number of failed checks in the JSON of a reply.
const MAX_FAILED: usize = 10;

/// Results of the checks of a drawing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CheckReport {
    /// Results in the order of the calls.
    pub results: Vec<CheckResult>,
}

impl CheckReport {
    /// Evaluates checks on a drawing. The thread of the page does this after each change, so all checks together have one
    /// budget of work. A check for which no work is left does not hold, because its result is not known.
    pub fn of(checks: &[Check], scene: &Scene) -> CheckReport {
        let work = &mut Work::default();
        let results = checks.iter().map(|check| evaluate(check, scene, work));
        CheckReport {
            results: results.collect(),
        }
    }

    /// Evaluates checks on a drawing; `None` without checks.
    pub fn of_some(checks: &[Check], scene: &Scene) -> Option<CheckReport> {
        (!checks.is_empty()).then(|| CheckReport::of(checks, scene))
    }

    /// Returns the number of checks that hold.
    pub fn count_held(&self) -> usize {
        self.results
            .iter()
            .filter(|result| result.failed.is_none())
            .count()
    }

    /// Returns the failed checks with the reasons.
    pub fn failures(&self) -> impl Iterator<Item = (&CheckResult, &Failed)> {
        self.results
            .iter()
            .filter_map(|result| Some((result, result.failed.as_ref()?)))
    }

    /// Returns the note of the failed checks, with their texts in this language, for the report of an export; `None` if
    /// all hold.
    pub fn note(&self, language: Language) -> Option<ReportEntry> {
        let texts: Vec<String> = self
            .failures()
            .map(|(result, _)| result.text.text(language).to_owned())
            .collect();
        (!texts.is_empty())
            .then(|| ReportEntry::new(Treatment::Unchecked, "check", texts, Bilingual::default()))
    }

    /// Returns the results as JSON: the number of checks, the number that hold, and the failed ones.
    pub fn to_json(&self) -> Value {
        let failed = |(result, failed): (&CheckResult, &Failed)| {
            let mut row = json!({ "text": result.text.english, "why": failed.why.english });
            if let Some(CodePosition { file, line, .. }) = &result.place {
                row["file"] = json!(file);
                row["line"] = json!(line);
            }
            if let Some(Point { x, y }) = failed.at {
                row["at"] = json!([x, y]);
            }
            row
        };
        let rows: Vec<Value> = self.failures().take(MAX_FAILED).map(failed).collect();
        let mut out = json!({ "total": self.results.len(), "hold": self.count_held() });
        if !rows.is_empty() {
            out["failed"] = json!(rows);
        }
        out
    }
}
