//! Tables of stored results in Markdown, for `docs/eval.md`.

use serde_json::Value;
use std::fs;
use std::path::Path;
use trammel_llm as llm;

/// Returns the tables of all result files of a folder, in the order of their names.
///
/// # Errors
/// Returns an error if a file cannot be read or is not a result.
pub(super) fn tables(folder: &Path) -> Result<String, String> {
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
        let result: Value = serde_json::from_str(&text).map_err(|e| named(&e))?;
        if !result["tasks"].is_array() || !result["totals"].is_object() {
            return Err(named(&"this is not a result of trammel eval --json"));
        }
        results.push(result);
    }
    Ok(written(&results))
}

fn written(results: &[Value]) -> String {
    let is_recorded = |result: &Value| {
        let provider = llm::provider(result["provider"].as_str().unwrap_or_default());
        provider.is_some_and(|provider| provider.recorded)
    };
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
        let totals = &result["totals"];
        let cells = [
            plain(&result["provider"]),
            plain(&result["model"]),
            plain(&result["date"]),
            format!(
                "{} of {}",
                result["passed"],
                result["tasks"].as_array().map_or(0, Vec::len)
            ),
            plain(&totals["line_f1"]),
            plain(&totals["dimension_ratio"]),
            format!(
                "{} of {}",
                totals["constants"]["held"], totals["constants"]["changed"]
            ),
            plain(&totals["calls"]),
            plain(&totals["lookups"]),
            plain(&totals["tokens"]),
        ];
        out.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    for result in results {
        out.push_str(&format!(
            "\nTasks solved by `{}` in each category:\n\n| category | solved | tasks |\n|---|---|---|\n",
            plain(&result["provider"])
        ));
        for (category, row) in result["categories"].as_object().into_iter().flatten() {
            out.push_str(&format!(
                "| `{category}` | {} | {} |\n",
                row["passed"], row["tasks"]
            ));
        }
    }
    out
}

/// Returns a text without quotes, a number with at most three decimals, and a dash for no value.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::String(text) if text.is_empty() => "-".to_owned(),
        Value::String(text) => text.replace('|', "\\|"),
        Value::Number(number) => match number.as_f64() {
            Some(value) if number.is_f64() => ((value * 1e3).round() / 1e3).to_string(),
            _ => number.to_string(),
        },
        other => other.to_string(),
    }
}
