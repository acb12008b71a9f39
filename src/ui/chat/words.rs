//! Sentences the conversation is told in.

use super::log::{Receipt, ToolLine};
use crate::agent::Pause;
use crate::llm::ErrorKind;
use crate::ui::i18n::Lang;
use crate::ui::i18n::Msg;
use crate::ui::state::App;

/// What a request changed, without tracking.
pub(super) fn receipt(app: App, receipt: Receipt) -> String {
    if receipt.is_empty() {
        return app.say(Msg::ReceiptNone, &[]);
    }
    let Receipt {
        added,
        changed,
        removed,
    } = receipt;
    let (a, c, r) = (added.to_string(), changed.to_string(), removed.to_string());
    app.say(Msg::Receipt, &[("a", &a), ("c", &c), ("r", &r)])
}

/// What a call does, in human words. Tracks the language.
pub(super) fn tool(app: App, line: &ToolLine) -> String {
    app.filled(line.verb(), &[("what", line.what())])
}

/// Why a run failed. The agent's own sentence knows more, but it speaks English only.
pub(super) fn failure(app: App, kind: ErrorKind, message: String) -> String {
    if app.lang() == Lang::En {
        return message;
    }
    let text = match kind {
        ErrorKind::NoKey => Msg::KeyMissing,
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
    };
    app.say(text, &[("provider", app.chat.provider_label())])
}

/// Why the next attempt is needed.
pub(super) fn retry(app: App, why: String) -> String {
    if app.lang() == Lang::En {
        why
    } else {
        app.say(Msg::ErrRetry, &[])
    }
}

/// Why the agent holds.
pub(super) fn pause(app: App, why: &Pause) -> String {
    if app.lang() == Lang::En {
        return why.message();
    }
    match why {
        Pause::TurnLimit(n) => app.say(Msg::PauseTurns, &[("n", &n.to_string())]),
        Pause::TokenLimit(n) => app.say(Msg::PauseTokens, &[("n", &n.to_string())]),
        Pause::Repeating { tool, times } => {
            app.say(Msg::PauseRepeating, &[("tool", tool), ("n", &times.to_string())])
        }
        Pause::Length => app.say(Msg::PauseLength, &[]),
    }
}
