//! Texts of the conversation: receipts, tool calls, failures, retries, approvals, and pauses.

use super::items::ToolLine;
use crate::ui::i18n::Msg;
use crate::ui::state::App;
use trammel_agent::{Receipt, Risk, dollars};
use trammel_base::visible::{escape_hidden, isolate_name};
use trammel_tools::Setting;

/// Joins names for a sentence.
pub(super) fn join_names(names: &[String]) -> String {
    let names: Vec<_> = names.iter().map(|name| isolate_name(name)).collect();
    names.join(", ")
}

/// Returns the summary of a run's changes. Does not track the language.
pub(super) fn changes(app: App, receipt: &Receipt) -> String {
    if receipt.changes_nothing() {
        return app.say(Msg::ReceiptNone, &[]);
    }
    let counts = [
        (Msg::ReceiptAdded, receipt.added),
        (Msg::ReceiptChanged, receipt.changed),
        (Msg::ReceiptRemoved, receipt.removed),
    ];
    let parts = counts
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(key, count)| app.say(*key, &[("n", &count.to_string())]));
    parts.collect::<Vec<_>>().join(", ")
}

/// Returns the lines of a receipt: the changes, the warnings for the user, and the usage. Does not track the language.
pub(super) fn receipt(app: App, receipt: &Receipt) -> Vec<String> {
    let mut lines = vec![changes(app, receipt)];
    let warnings: Vec<String> = receipt
        .warnings
        .iter()
        .map(|warning| app.words(warning))
        .collect();
    for (key, names, more) in [
        (Msg::ReceiptOutside, &receipt.outside, receipt.outside_more),
        (Msg::ReceiptRefused, &receipt.refused, receipt.refused_more),
        (Msg::ReceiptWarnings, &warnings, 0),
    ] {
        let more = (more > 0).then(|| format!("+{more}"));
        let names: Vec<String> = names.iter().cloned().chain(more).collect();
        if !names.is_empty() {
            lines.push(app.say(key, &[("names", &join_names(&names))]));
        }
    }
    if receipt.checks > 0 {
        let (held, all) = (receipt.checks_held.to_string(), receipt.checks.to_string());
        lines.push(app.say(Msg::ReceiptChecks, &[("held", &held), ("n", &all)]));
    }
    if receipt.written_more > 0 {
        let n = receipt.written_more.to_string();
        lines.push(app.say(Msg::ReceiptWrittenMore, &[("n", &n)]));
    }
    let mut used = Vec::new();
    if receipt.usage.total() > 0 {
        let tokens = receipt.usage.total().to_string();
        used.push(app.say(Msg::ReceiptTokens, &[("n", &tokens)]));
    }
    used.extend(receipt.cost.map(dollars));
    if let Some(ms) = receipt.elapsed_ms {
        let seconds = format!("{:.1}", ms as f64 / 1e3);
        used.push(app.say(Msg::ReceiptSeconds, &[("s", &seconds)]));
    }
    used.push(receipt.model.clone());
    used.retain(|part| !part.is_empty());
    lines.extend((!used.is_empty()).then(|| used.join(" · ")));
    lines
}

/// Returns the result of a tool call as one sentence; empty if there is nothing to say. Tracks the language.
pub(super) fn result(app: App, line: &ToolLine) -> String {
    let result = &line.result;
    if !result.error.is_empty() {
        return escape_hidden(&result.error).into_owned();
    }
    let count = |key: Msg, count: u64| (count > 0).then(|| app.text_with(key, &[("n", &count.to_string())]));
    let mut parts: Vec<String> = Vec::new();
    if let Some([added, changed, removed]) = result.changes {
        if added + changed + removed == 0 {
            parts.push(app.text(Msg::ReceiptNone).trim_end_matches('.').to_owned());
        }
        parts.extend(count(Msg::ReceiptAdded, added));
        parts.extend(count(Msg::ReceiptChanged, changed));
        parts.extend(count(Msg::ReceiptRemoved, removed));
    }
    if let Some((name, area)) = &result.area {
        let area = (area * 1e4).round() / 1e4;
        parts.push(app.text_with(
            Msg::ResultArea,
            &[("name", &isolate_name(name)), ("n", &area.to_string())],
        ));
    }
    if let Some(value) = &result.value {
        parts.push(app.text_with(Msg::ResultValue, &[("value", &isolate_name(value))]));
    }
    if let Some([held, all]) = result.checks {
        let (held, all) = (held.to_string(), all.to_string());
        parts.push(app.text_with(Msg::ReceiptChecks, &[("held", &held), ("n", &all)]));
    }
    match result.warnings {
        0 => {}
        1 => parts.push(app.text(Msg::ResultWarning).to_owned()),
        many => parts.extend(count(Msg::ResultWarnings, many)),
    }
    parts.join(" · ")
}

/// Returns the description of a tool call in words, without a name that is shown as a button beside it. Tracks the
/// language.
pub(super) fn tool(app: App, line: &ToolLine) -> String {
    let what = line.what();
    if line.call.names.iter().any(|name| name == what) {
        let words = app.text_with(line.verb(), &[("what", "")]);
        return words.trim_end_matches([' ', ':']).to_owned();
    }
    app.text_with(line.verb(), &[("what", &isolate_name(what))])
}

/// Returns the question of the approval card, with every reason.
pub(crate) fn risks(app: App, risks: &[Risk]) -> String {
    let reasons: Vec<String> = risks.iter().map(|one| risk(app, one)).collect();
    reasons.join(" ")
}

fn risk(app: App, risk: &Risk) -> String {
    let (key, names) = match risk {
        Risk::Outside { names, .. } => (Msg::AskOutside, join_names(names)),
        Risk::Deleted { names, .. } => (Msg::AskDeleted, join_names(names)),
        Risk::Unseen { names, .. } => (Msg::AskUnseen, join_names(names)),
        Risk::Overwrote { file, count, lines } => {
            let lines: Vec<_> = lines.iter().map(|line| isolate_name(line)).collect();
            let text = lines.join(" / ");
            return app.say(
                Msg::AskOverwrote,
                &[("file", file), ("n", &count.to_string()), ("lines", &text)],
            );
        }
        Risk::Settings { settings, .. } => {
            let words: Vec<String> = settings.iter().map(|one| setting(app, one)).collect();
            (Msg::AskSettings, words.join(", "))
        }
        Risk::Many { .. } => (Msg::AskMany, String::new()),
    };
    app.say(key, &[("n", &risk.count().to_string()), ("names", &names)])
}

/// Returns a changed setting of the drawing for the question.
fn setting(app: App, setting: &Setting) -> String {
    let named = |key: Msg, name: &str| app.say(key, &[("name", &isolate_name(name))]);
    match setting {
        Setting::Unit { from, to } => app.say(Msg::AskUnit, &[("from", from.as_str()), ("to", to.as_str())]),
        Setting::Name { from } => named(Msg::AskName, from),
        Setting::Layer { name } => named(Msg::AskLayer, name),
        Setting::Constraint { id } => named(Msg::AskConstraint, id),
        Setting::Check { line } => named(Msg::AskCheck, line),
        Setting::Tool { name } => named(Msg::AskTool, name),
    }
}
