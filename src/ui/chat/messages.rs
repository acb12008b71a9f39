//! Texts of the conversation: receipts, tool calls, failures, retries, approvals, and pauses.

use super::items::ToolLine;
use crate::agent::{Pause, Receipt, Risk, dollars};
use crate::llm::ErrorKind;
use crate::ui::i18n::Lang;
use crate::ui::i18n::Msg;
use crate::ui::state::App;

/// Returns the summary of a run's changes. Does not track the language.
pub(super) fn changes(app: App, receipt: &Receipt) -> String {
    if receipt.changes_nothing() {
        return app.say(Msg::ReceiptNone, &[]);
    }
    let [a, c, r] = [receipt.added, receipt.changed, receipt.removed].map(|n| n.to_string());
    app.say(Msg::Receipt, &[("a", &a), ("c", &c), ("r", &r)])
}

/// Returns the lines of a receipt: the changes, the warnings for the user, and the usage. Does not track the language.
pub(super) fn receipt(app: App, receipt: &Receipt) -> Vec<String> {
    let mut lines = vec![changes(app, receipt)];
    for (key, names, more) in [
        (Msg::ReceiptOutside, &receipt.outside, 0),
        (Msg::ReceiptRefused, &receipt.refused, receipt.refused_more),
        (Msg::ReceiptWarnings, &receipt.warnings, 0),
    ] {
        let more = (more > 0).then(|| format!("+{more}"));
        let names: Vec<String> = names.iter().cloned().chain(more).collect();
        if !names.is_empty() {
            lines.push(app.say(key, &[("names", &names.join(", "))]));
        }
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

/// Returns the description of a tool call in words. Tracks the language.
pub(super) fn tool(app: App, line: &ToolLine) -> String {
    app.filled(line.verb(), &[("what", line.what())])
}

/// Returns the message for a failed run. The agent's own message is more specific, but exists in English only.
pub(super) fn failure(app: App, kind: ErrorKind, message: String) -> String {
    if app.lang() == Lang::En {
        return message;
    }
    let text = match kind {
        ErrorKind::NoKey => Msg::KeyMissing,
        ErrorKind::NoAddress => Msg::UrlBad,
        ErrorKind::Auth | ErrorKind::CorsForbidden => Msg::ErrAuth,
        ErrorKind::Permission => Msg::ErrPermission,
        ErrorKind::Billing => Msg::ErrBilling,
        ErrorKind::ModelNotFound => Msg::ErrModel,
        ErrorKind::ContextOverflow => Msg::ErrContext,
        ErrorKind::BadRequest => Msg::ErrRequest,
        ErrorKind::RateLimited => Msg::ErrRate,
        ErrorKind::Overloaded | ErrorKind::Server => Msg::ErrServer,
        ErrorKind::Network => Msg::ErrNetwork,
        ErrorKind::StreamTruncated => Msg::ErrTruncated,
        ErrorKind::Refused => Msg::RefusedByModel,
        ErrorKind::Empty => Msg::ErrEmpty,
        ErrorKind::BadCall => Msg::ErrBadCall,
    };
    app.say(text, &[("provider", app.chat.provider_label())])
}

/// Returns the reason for a retry.
pub(super) fn retry(app: App, why: String) -> String {
    if app.lang() == Lang::En {
        why
    } else {
        app.say(Msg::ErrRetry, &[])
    }
}

/// Returns the question of the approval card.
pub(super) fn risk(app: App, risk: &Risk) -> String {
    let (key, count, names) = match risk {
        Risk::Outside { count, names } => (Msg::AskOutside, count, names.join(", ")),
        Risk::Deleted { count, names } => (Msg::AskDeleted, count, names.join(", ")),
        Risk::Overwrote { file, count, lines } => {
            let text = lines.join(" / ");
            return app.say(
                Msg::AskOverwrote,
                &[("file", file), ("n", &count.to_string()), ("lines", &text)],
            );
        }
        Risk::Many { count } => (Msg::AskMany, count, String::new()),
    };
    app.say(key, &[("n", &count.to_string()), ("names", &names)])
}

/// Returns the reason for a pause.
pub(super) fn pause(app: App, why: &Pause) -> String {
    if app.lang() == Lang::En {
        return why.message();
    }
    match why {
        Pause::TurnLimit(n) => app.say(Msg::PauseTurns, &[("n", &n.to_string())]),
        Pause::TokenLimit(n) => app.say(Msg::PauseTokens, &[("n", &n.to_string())]),
        Pause::SpendLimit { spent, limit } => {
            let (spent, limit) = (dollars(*spent), dollars(*limit));
            app.say(Msg::PauseSpend, &[("spent", &spent), ("limit", &limit)])
        }
        Pause::Repeating { tool, times } => {
            app.say(Msg::PauseRepeating, &[("tool", tool), ("n", &times.to_string())])
        }
        Pause::Length => app.say(Msg::PauseLength, &[]),
    }
}
