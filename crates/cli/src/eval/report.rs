//! Results of an evaluation as a table and as JSON.

use super::play::Played;
use super::tasks::Task;
use serde_json::{Map, Value, json};
use std::time::{SystemTime, UNIX_EPOCH};
use trammel_agent::{self as agent, Connection};

/// Maximum length of a reason in the table, in characters.
const SHOWN: usize = 400;

/// Returns the header of the table.
pub(super) fn head() -> String {
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

/// Formats the row of a task, with a second line if the task failed.
pub(super) fn row(task: &Task, played: &Played) -> String {
    let receipt = &played.receipt;
    let or_dash = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
    let decimals = |value: f64| format!("{value:.2}");
    let likeness = played.likeness.as_ref();
    let constants = played.reach.as_ref().filter(|reach| reach.changed > 0);
    let mut line = format!(
        "{:<32}{:<16}{:<6}{:>6}{:>7}{:>9}{:>8}{:>6}{:>11}{:>9}{:>10}{:>9.1}",
        task.id,
        task.category,
        if played.failure.is_none() { "pass" } else { "FAIL" },
        receipt.requests,
        played.calls,
        played.lookups,
        or_dash(likeness.map(|likeness| decimals(likeness.line_f1))),
        or_dash(likeness.and_then(|likeness| likeness.dimension_ratio.map(decimals))),
        or_dash(constants.map(|reach| format!("{}/{}", reach.held, reach.changed))),
        or_dash(
            Some(receipt.usage.total())
                .filter(|n| *n > 0)
                .map(|n| n.to_string())
        ),
        or_dash(receipt.cost.map(agent::dollars)),
        seconds(played),
    );
    if let Some(failure) = &played.failure {
        let why: String = failure.why().replace('\n', " ").chars().take(SHOWN).collect();
        line.push_str(&format!("\n    {}: {why}", failure.at()));
    }
    line
}

/// Formats the score of each category and the total; the last line is stable for other programs.
pub(super) fn score(results: &[(Task, Played)]) -> String {
    let mut lines = vec![String::new()];
    for (category, passed, all) in categories(results) {
        lines.push(format!("{category}: {passed} of {all}"));
    }
    // Runs without token counts have no known cost.
    let counted = results
        .iter()
        .filter(|(_, played)| played.receipt.usage.total() > 0);
    let cost: Option<u64> = counted.map(|(_, played)| played.receipt.cost).sum();
    let tokens: u64 = results
        .iter()
        .map(|(_, played)| played.receipt.usage.total())
        .sum();
    let time: f64 = results.iter().map(|(_, played)| seconds(played)).sum();
    let mut sums = Vec::new();
    if tokens > 0 {
        sums.push(format!("{tokens} tokens"));
        sums.push(cost.map_or_else(|| "cost not known".to_owned(), agent::dollars));
    }
    sums.push(format!("{time:.1} s"));
    lines.push(sums.join(", "));
    let means = totals(results);
    let shown = |value: &Value| {
        value
            .as_f64()
            .map_or("-".to_owned(), |value| format!("{value:.3}"))
    };
    lines.push(format!(
        "line F1 {}, dimension ratio {}, {} of {} changes of constants hold",
        shown(&means["line_f1"]),
        shown(&means["dimension_ratio"]),
        means["constants"]["held"],
        means["constants"]["changed"]
    ));
    let passed = passed(results);
    lines.push(format!(
        "eval: {passed} passed, {} failed",
        results.len() - passed
    ));
    lines.join("\n")
}

/// Formats all results as JSON.
pub(super) fn text(results: &[(Task, Played)], connection: &Connection) -> String {
    let tasks = results.iter().map(|(task, played)| {
        let receipt = &played.receipt;
        json!({
            "id": task.id,
            "category": task.category,
            "passed": played.failure.is_none(),
            "failure": played.failure.as_ref().map(|failure| json!({"at": failure.at(), "why": failure.why()})),
            "answer": played.answer,
            "turns": receipt.requests,
            "calls": played.calls,
            "lookups": played.lookups,
            "line_f1": played.likeness.map(|likeness| likeness.line_f1),
            "dimension_ratio": played.likeness.and_then(|likeness| likeness.dimension_ratio),
            "constants": played.reach.as_ref().map(|reach| {
                json!({"changed": reach.changed, "held": reach.held, "failed": reach.failed})
            }),
            "failed_calls": receipt.failed_calls,
            "tokens": receipt.usage,
            "cost_usd": receipt.cost.map(|billionths| billionths as f64 / 1e9),
            "seconds": seconds(played),
        })
    });
    let categories: Map<String, Value> = categories(results)
        .into_iter()
        .map(|(category, passed, all)| (category.to_owned(), json!({"passed": passed, "tasks": all})))
        .collect();
    let all = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "date": date(),
        "provider": connection.provider,
        "model": connection.model,
        "passed": passed(results),
        "failed": results.len() - passed(results),
        "totals": totals(results),
        "categories": categories,
        "tasks": tasks.collect::<Vec<_>>(),
    });
    format!("{all:#}\n")
}

/// Returns the means of the measures and the sums of the counts over all tasks.
fn totals(results: &[(Task, Played)]) -> Value {
    let all = || results.iter().map(|(_, played)| played);
    let mean = |values: Vec<f64>| {
        let sum: f64 = values.iter().sum();
        (!values.is_empty()).then(|| (sum / values.len() as f64 * 1e6).round() / 1e6)
    };
    let likeness = || all().filter_map(|played| played.likeness);
    let reached = || all().filter_map(|played| played.reach.as_ref());
    json!({
        "line_f1": mean(likeness().map(|likeness| likeness.line_f1).collect()),
        "dimension_ratio": mean(likeness().filter_map(|likeness| likeness.dimension_ratio).collect()),
        "constants": {
            "changed": reached().map(|reach| reach.changed).sum::<usize>(),
            "held": reached().map(|reach| reach.held).sum::<usize>(),
        },
        "calls": all().map(|played| played.calls).sum::<u32>(),
        "lookups": all().map(|played| played.lookups).sum::<u32>(),
        "tokens": all().map(|played| played.receipt.usage.total()).sum::<u64>(),
    })
}

/// Returns the number of solved tasks.
pub(super) fn passed(results: &[(Task, Played)]) -> usize {
    results
        .iter()
        .filter(|(_, played)| played.failure.is_none())
        .count()
}

fn seconds(played: &Played) -> f64 {
    played.receipt.elapsed_ms.unwrap_or(0) as f64 / 1e3
}

/// Returns the categories in the order of the tasks, each with the number of solved tasks and of all tasks.
fn categories(results: &[(Task, Played)]) -> Vec<(&str, usize, usize)> {
    let mut list: Vec<(&str, usize, usize)> = Vec::new();
    for (task, played) in results {
        if list
            .last()
            .is_none_or(|(category, ..)| *category != task.category)
        {
            list.push((&task.category, 0, 0));
        }
        if let Some((_, passed, all)) = list.last_mut() {
            *passed += usize::from(played.failure.is_none());
            *all += 1;
        }
    }
    list
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
