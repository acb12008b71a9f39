//! Tables of stored results in Markdown, for `docs/eval.md`.

use super::report::{Report, Score};
use std::fs;
use std::path::Path;
use trammel_llm as llm;

/// Returns the tables of all result files of a folder, in the order of their names.
///
/// # Errors
/// Returns an error if a file cannot be read or is not a result.
pub fn tables(folder: &Path) -> Result<String, String> {
    let unreadable = |why: &dyn std::fmt::Display| format!("{}: {why}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(|e| unreadable(&e))? {
        let path = entry.map_err(|e| unreadable(&e))?.path();
        if path.extension().is_some_and(|ending| ending == "json") {
            files.push(path);
        }
    }
    files.sort();
    let mut results = Vec::new();
    for file in files {
        let named = |why: &dyn std::fmt::Display| format!("{}: {why}", file.display());
        let text = fs::read_to_string(&file).map_err(|e| named(&e))?;
        let result = serde_json::from_str::<Report>(&text).map_err(|e| match e.is_data() {
            true => named(&"this is not a result of trammel eval --json"),
            false => named(&e),
        });
        results.push(result?);
    }
    Ok(markdown_tables(&results))
}

fn markdown_tables(results: &[Report]) -> String {
    let is_recorded =
        |result: &Report| llm::provider(&result.provider).is_some_and(|provider| provider.recorded);
    let mut out = String::new();
    if results.iter().all(is_recorded) {
        out.push_str(
            "No live model was run for these tables. The provider `demo` plays the reference of each task.\n\n",
        );
    }
    out.push_str(
        "| provider | model | date | solved | line F1 | dimension ratio | constants | calls | look-ups | tokens |\n\
         |---|---|---|---|---|---|---|---|---|---|\n",
    );
    for result in results {
        let totals = &result.totals;
        let cells = [
            text_cell(&result.provider),
            text_cell(&result.model),
            text_cell(&result.date),
            format!("{} of {}", result.passed, result.tasks.len()),
            number_cell(totals.line_f1),
            number_cell(totals.dimension_ratio),
            format!("{} of {}", totals.constants.held, totals.constants.changed),
            totals.calls.to_string(),
            totals.lookups.to_string(),
            totals.tokens.to_string(),
        ];
        out.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    for result in results {
        out.push_str(&format!(
            "\nTasks solved by `{}` in each category:\n\n| category | solved | tasks |\n|---|---|---|\n",
            text_cell(&result.provider)
        ));
        for (category, Score { passed, tasks }) in &result.categories {
            out.push_str(&format!("| `{category}` | {passed} | {tasks} |\n"));
        }
    }
    out
}

/// Returns a text for a cell, and a dash for no text.
fn text_cell(text: &str) -> String {
    match text {
        "" => "-".to_owned(),
        text => text.replace('|', "\\|"),
    }
}

/// Returns a number with at most three decimals, and a dash for no value.
fn number_cell(value: Option<f64>) -> String {
    value.map_or("-".to_owned(), |value| ((value * 1e3).round() / 1e3).to_string())
}
