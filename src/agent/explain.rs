//! Messages about failures: the cause, the state of the drawing, and the next step for the user.

use crate::llm::{ApiError, ErrorKind, Provider};

/// Remedy to offer to the user after a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remedy {
    /// Check the key in the settings.
    CheckKey,
    /// Choose another model in the settings.
    CheckModel,
    /// Check the address in the settings, or the connection.
    CheckAddress,
    /// Add credit or raise the limit at the provider.
    AddCredit,
    /// Try again without a change.
    Retry,
    /// Start a new conversation; the drawing stays.
    NewConversation,
    /// Rephrase the message.
    Rephrase,
}

/// Returns the cause of a failure, in one sentence.
pub(super) fn what_happened(error: &ApiError, provider: &str, model: &str) -> String {
    match error.kind {
        ErrorKind::NoKey | ErrorKind::NoAddress => error.message.clone(),
        ErrorKind::Auth => format!("{provider} did not accept the API key."),
        ErrorKind::CorsForbidden => {
            format!("{provider} does not allow the organization of this key to be used from a browser.")
        }
        ErrorKind::Permission => format!("This key may not use {model} at {provider}."),
        ErrorKind::Billing => {
            format!("The account at {provider} has no credit left or is at its spending limit.")
        }
        ErrorKind::ModelNotFound => format!("{provider} has no model called {model}."),
        ErrorKind::ContextOverflow => format!("The conversation has become too long for {model}."),
        ErrorKind::BadRequest => format!(
            "{provider} did not accept the request: {}",
            sentence(&error.message)
        ),
        ErrorKind::RateLimited => format!("{provider} limits how much this key may send a minute."),
        ErrorKind::Overloaded => format!("{provider} is overloaded."),
        ErrorKind::Server => format!("{provider} had an internal error."),
        ErrorKind::Network => format!("{provider} could not be reached."),
        ErrorKind::StreamTruncated => "The answer stopped in the middle.".to_owned(),
        ErrorKind::Refused => format!("{model} declined to answer."),
        ErrorKind::Empty => format!("{model} returned nothing."),
        ErrorKind::BadCall => format!("{model} wrote a tool call that {provider} could not read."),
    }
}

/// Truncates the provider's error text to 300 characters and ends it with a period.
fn sentence(said: &str) -> String {
    let said: String = said.trim().chars().take(300).collect();
    if said.ends_with(['.', '!', '?']) {
        said
    } else {
        said + "."
    }
}

/// Returns the full message and the remedy for a failure.
pub(super) fn explain(error: &ApiError, provider: &Provider, model: &str) -> (String, Remedy) {
    let what = what_happened(error, provider.label, model);
    let (next, remedy) = match error.kind {
        ErrorKind::NoKey => (
            "Enter a key in the settings and try again, or choose the recorded demo.",
            Remedy::CheckKey,
        ),
        ErrorKind::NoAddress => (
            "Enter the server's address in the settings, then try again.",
            Remedy::CheckAddress,
        ),
        ErrorKind::Auth => ("Check the key in the settings, then try again.", Remedy::CheckKey),
        ErrorKind::CorsForbidden => (
            "Use a key of another organization, or a server of your own in between.",
            Remedy::CheckKey,
        ),
        ErrorKind::Permission => ("Choose another model or key in the settings.", Remedy::CheckModel),
        ErrorKind::Billing => (
            "Add credit or raise the limit at the provider, then try again.",
            Remedy::AddCredit,
        ),
        ErrorKind::ModelNotFound => (
            "Choose another model in the settings, then try again.",
            Remedy::CheckModel,
        ),
        ErrorKind::ContextOverflow => (
            "Start a new conversation; the model reads the drawing from the code.",
            Remedy::NewConversation,
        ),
        ErrorKind::BadRequest if provider.in_browser() => (
            "Try again, or choose another provider in the settings.",
            Remedy::CheckModel,
        ),
        ErrorKind::BadRequest => (
            "Check the address and the model in the settings, or start a new conversation.",
            Remedy::CheckAddress,
        ),
        ErrorKind::RateLimited => match error.retry_after_ms {
            Some(ms) => return (wait(&what, ms), Remedy::Retry),
            None => ("Wait a minute, then try again.", Remedy::Retry),
        },
        ErrorKind::Overloaded | ErrorKind::Server => ("Try again in a few minutes.", Remedy::Retry),
        ErrorKind::Network if provider.is_local() => (
            "Check that the server runs and that it lets this page in (CORS); the settings say how to start it.",
            Remedy::CheckAddress,
        ),
        ErrorKind::Network => (
            "Check that you are online and that the address in the settings is right; a server that does not \
             allow browsers (CORS) looks the same.",
            Remedy::CheckAddress,
        ),
        ErrorKind::StreamTruncated => ("Try again.", Remedy::Retry),
        ErrorKind::Refused => ("Say what you want differently.", Remedy::Rephrase),
        ErrorKind::Empty | ErrorKind::BadCall => ("Try again, or choose another model.", Remedy::Retry),
    };
    (format!("{what} {KEPT} {next}"), remedy)
}

const KEPT: &str = "Your message and everything drawn so far are kept.";

fn wait(what: &str, ms: u64) -> String {
    let seconds = ms.div_ceil(1000);
    let time = if seconds < 120 {
        format!("{seconds} seconds")
    } else {
        format!("{} minutes", seconds.div_ceil(60))
    };
    format!("{what} {KEPT} It asks to wait {time}; try again then.")
}
