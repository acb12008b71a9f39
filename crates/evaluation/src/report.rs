//! Results of an evaluation: the structs of its JSON, and their text for the user.

use super::reach::Reach;
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use std::time::{SystemTime, UNIX_EPOCH};
use trammel_agent::{self as agent, Connection};
use trammel_host::TurnError;
use trammel_llm::{ErrorKind, Usage};

/// Maximum length of a reason in the table, in characters.
const SHOWN: usize = 400;

/// Results of all tasks, as in the JSON of `trammel eval --json`.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Report {
    /// Version of the program.
    pub version: String,
    /// Date in UTC, as in 2026-01-31.
    pub date: String,
    /// Id of the provider.
    pub provider: String,
    /// Id of the model.
    pub model: String,
    /// Number of solved tasks.
    pub passed: usize,
    /// Number of tasks that are not solved.
    pub failed: usize,
    /// Means of the measures and sums of the counts over all tasks.
    pub totals: Totals,
    /// Scores of the categories, in the order of the tasks.
    pub categories: IndexMap<String, Score>,
    /// Results of the tasks, in the order in which they were played.
    pub tasks: Vec<TaskResult>,
}

/// Means of the measures and sums of the counts over all tasks.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Totals {
    /// Mean of the tasks that have it; `None` without such tasks.
    pub line_f1: Option<f64>,
    /// Mean of the tasks that have it; `None` without such tasks.
    pub dimension_ratio: Option<f64>,
    /// Changes of constants.
    pub constants: Changes,
    /// Number of tool calls.
    pub calls: u32,
    /// Number of calls that look up tools.
    pub lookups: u32,
    /// Number of input and output tokens.
    pub tokens: u64,
}

/// Numbers of changes of constants.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Changes {
    /// Number of changes.
    pub changed: usize,
    /// Number of changes after which the drawing is sound.
    pub held: usize,
}

/// Score of a category.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize)]
pub struct Score {
    /// Number of solved tasks.
    pub passed: usize,
    /// Number of all tasks.
    pub tasks: usize,
}

/// Result of a task.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct TaskResult {
    /// Id of the task.
    pub id: String,
    /// Category of the task.
    pub category: String,
    /// Whether the task is solved.
    pub passed: bool,
    /// Reason why the task is not solved; `None` if it is solved.
    pub failure: Option<Failure>,
    /// Last text of the model.
    pub answer: String,
    /// Number of requests to the model.
    pub turns: u32,
    /// Number of tool calls.
    pub calls: u32,
    /// Number of calls that look up tools.
    pub lookups: u32,
    /// Harmonic mean of precision and recall of the lines; `None` if the reference draws nothing.
    pub line_f1: Option<f64>,
    /// Share of the reference's dimensions that the drawing has; `None` without dimensions.
    pub dimension_ratio: Option<f64>,
    /// Changes of the constants of the code; `None` if the code does not run.
    pub constants: Option<Reach>,
    /// Number of failed calls.
    pub failed_calls: u32,
    /// Token counts.
    pub tokens: Usage,
    /// Cost in US dollars; `None` if a price is unknown.
    pub cost_usd: Option<f64>,
    /// Duration of the conversation in seconds.
    pub seconds: f64,
    /// Reason why the conversation ended without an answer, which the JSON has as the failure.
    #[serde(skip)]
    pub model_error: Option<TurnError>,
}

/// Reason why a task is not solved.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Failure {
    /// Failed stage: `model`, `recording`, `code`, `check` with its number from 1, or `answer`.
    pub at: String,
    /// Description of the first difference.
    pub why: String,
}

/// Returns the header of the table.
pub fn head() -> String {
    format!(
        "{:<32}{:<16}{:<6}{:>6}{:>7}{:>9}{:>8}{:>6}{:>11}{:>9}{:>10}{:>9}",
        "task",
        "category",
        "result",
        "turns",
        "calls",
        "look-ups",
        "line F1",
        "dims",
        "constants",
        "tokens",
        "cost",
        "seconds"
    )
}

impl Failure {
    pub(super) fn new(at: &str, why: String) -> Failure {
        Failure {
            at: at.to_owned(),
            why,
        }
    }
}

impl TaskResult {
    /// Formats the row of the task, with a second line if the task failed.
    pub fn row(&self) -> String {
        let or_dash = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
        let decimals = |value: f64| format!("{value:.2}");
        let constants = self.constants.as_ref().filter(|reach| reach.changed > 0);
        let tokens = Some(self.tokens.total()).filter(|n| *n > 0);
        let mut line = format!(
            "{:<32}{:<16}{:<6}{:>6}{:>7}{:>9}{:>8}{:>6}{:>11}{:>9}{:>10}{:>9.1}",
            self.id,
            self.category,
            if self.passed { "pass" } else { "FAIL" },
            self.turns,
            self.calls,
            self.lookups,
            or_dash(self.line_f1.map(decimals)),
            or_dash(self.dimension_ratio.map(decimals)),
            or_dash(constants.map(|reach| format!("{}/{}", reach.held, reach.changed))),
            or_dash(tokens.map(|n| n.to_string())),
            or_dash(self.cost().map(agent::dollars)),
            self.seconds,
        );
        if let Some(Failure { at, why }) = &self.failure {
            let why: String = why.replace('\n', " ").chars().take(SHOWN).collect();
            line.push_str(&format!("\n    {at}: {why}"));
        }
        line
    }

    /// Returns the cost in billionths of a US dollar; `None` if a price is unknown.
    fn cost(&self) -> Option<u64> {
        self.cost_usd.map(|dollars| (dollars * 1e9).round() as u64)
    }

    /// Returns the reason why every other task would fail too: the key, the account, or the model.
    pub fn lasting_error(&self) -> Option<&str> {
        let error = self.model_error.as_ref()?;
        let lasts = error.kind.is_some_and(ErrorKind::fails_every_request);
        lasts.then(|| error.why.lines().next().unwrap_or_default())
    }
}

impl Report {
    /// Creates a report without results, with the date of today.
    pub fn new(connection: &Connection) -> Report {
        Report {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            date: date(),
            provider: connection.provider.clone(),
            model: connection.model.clone(),
            passed: 0,
            failed: 0,
            totals: Totals::default(),
            categories: IndexMap::new(),
            tasks: Vec::new(),
        }
    }

    /// Appends the result of a task.
    pub fn push(&mut self, task: TaskResult) {
        let score = self.categories.entry(task.category.clone()).or_default();
        score.tasks += 1;
        if task.passed {
            score.passed += 1;
            self.passed += 1;
        } else {
            self.failed += 1;
        }
        self.tasks.push(task);
        self.totals = Totals::of(&self.tasks);
    }

    /// Formats the score of each category and the total; the last line is stable for other programs.
    pub fn score(&self) -> String {
        let mut lines = vec![String::new()];
        for (category, Score { passed, tasks }) in &self.categories {
            lines.push(format!("{category}: {passed} of {tasks}"));
        }
        // Runs without token counts have no known cost.
        let counted = self.tasks.iter().filter(|task| task.tokens.total() > 0);
        let cost: Option<u64> = counted.map(TaskResult::cost).sum();
        let time: f64 = self.tasks.iter().map(|task| task.seconds).sum();
        let totals = &self.totals;
        let mut sums = Vec::new();
        if totals.tokens > 0 {
            sums.push(format!("{} tokens", totals.tokens));
            sums.push(cost.map_or_else(|| "cost not known".to_owned(), agent::dollars));
        }
        sums.push(format!("{time:.1} s"));
        lines.push(sums.join(", "));
        let shown = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.3}"));
        lines.push(format!(
            "line F1 {}, dimension ratio {}, {} of {} changes of constants hold",
            shown(totals.line_f1),
            shown(totals.dimension_ratio),
            totals.constants.held,
            totals.constants.changed
        ));
        lines.push(format!("eval: {} passed, {} failed", self.passed, self.failed));
        lines.join("\n")
    }

    /// Formats the report as JSON.
    pub fn to_json(&self) -> String {
        // Text and numbers always have JSON.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

impl Totals {
    fn of(tasks: &[TaskResult]) -> Totals {
        let mean = |value: fn(&TaskResult) -> Option<f64>| {
            let values: Vec<f64> = tasks.iter().filter_map(value).collect();
            let sum: f64 = values.iter().sum();
            (!values.is_empty()).then(|| (sum / values.len() as f64 * 1e6).round() / 1e6)
        };
        let reached = || tasks.iter().filter_map(|task| task.constants.as_ref());
        Totals {
            line_f1: mean(|task| task.line_f1),
            dimension_ratio: mean(|task| task.dimension_ratio),
            constants: Changes {
                changed: reached().map(|reach| reach.changed).sum(),
                held: reached().map(|reach| reach.held).sum(),
            },
            calls: tasks.iter().map(|task| task.calls).sum(),
            lookups: tasks.iter().map(|task| task.lookups).sum(),
            tokens: tasks.iter().map(|task| task.tokens.total()).sum(),
        }
    }
}

/// Returns the current date in UTC, as in 2026-01-31.
#[expect(clippy::disallowed_methods, reason = "a native host owns the clock")]
fn date() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    civil(since.as_secs() / 86_400)
}

/// Formats the date of a day given as a number of days since 1970-01-01.
fn civil(mut day: u64) -> String {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while day >= 365 + u64::from(leap(year)) {
        day -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", day + 1)
}

#[cfg(test)]
mod tests {
    #[test]
    fn days_since_1970_convert_to_dates() {
        let days = [
            (0, "1970-01-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_453, "2025-12-31"),
        ];
        for (day, date) in days {
            assert_eq!(super::civil(day), date);
        }
    }
}
