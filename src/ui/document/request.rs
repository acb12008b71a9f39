//! Requests to a document, and their replies.

use super::caller::TurnMark;
use crate::formats::project::Project;
use crate::scene::Name;
use crate::text;
use crate::workspace::FileName;
use serde_json::{Value, json};
use std::sync::Arc;

/// Reply to a request, in the shape of a tool's result.
pub(crate) type Reply = Value;

/// A request to a document.
pub(crate) enum Request {
    /// Calls a tool.
    Call { tool: String, input: Value },
    /// Gives a file the text that the user typed, and runs it; the text stays also when it does not run. `None` removes the
    /// file.
    Type { file: FileName, text: Option<String> },
    /// Takes the last step back.
    Undo,
    /// Takes an undone step again.
    Redo,
    /// Hides, shows, locks or unlocks an entity.
    SetFlag { name: Name, flag: Flag, on: bool },
    /// Draws the stored document for the first time.
    Open,
    /// Shows the last good drawing of a document that was opened and does not run.
    OpenLastGood,
    /// Puts another document in the place of this one, as one undo step.
    Replace(Replacement),
    /// Takes back the changes of an agent's call, unless the user has changed something since or `stands` is false when
    /// the request is carried out.
    TakeBack {
        begun: TurnMark,
        stands: Box<dyn Fn() -> bool>,
    },
}

/// A state of an entity that only the user sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flag {
    /// Not drawn.
    Hidden,
    /// Not changed by anybody else.
    Locked,
}

/// A document that takes the place of the present one.
pub(crate) enum Replacement {
    /// Code that ships with the page: the user did not write its lines.
    Shipped(&'static str),
    /// A project from a link or a file.
    Project(Arc<Project>),
    /// A previous drawing of the user, with its custom tools.
    Previous {
        project: Box<Project>,
        tools: Option<String>,
    },
}

/// Kind of the operation that made a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Call,
    Type,
    Undo,
    Redo,
    SetFlag,
    Open,
    OpenLastGood,
    Replace,
    TakeBack,
    /// No request: memory, custom tools, or the grouping of undo steps have changed.
    Context,
}

impl Request {
    pub(super) fn kind(&self) -> Kind {
        match self {
            Self::Call { .. } => Kind::Call,
            Self::Type { .. } => Kind::Type,
            Self::Undo => Kind::Undo,
            Self::Redo => Kind::Redo,
            Self::SetFlag { .. } => Kind::SetFlag,
            Self::Open => Kind::Open,
            Self::OpenLastGood => Kind::OpenLastGood,
            Self::Replace(_) => Kind::Replace,
            Self::TakeBack { .. } => Kind::TakeBack,
        }
    }

    /// Whether the request draws Hangul, whose font the browser fetches when it is first needed.
    pub(super) fn needs_hangul(&self) -> bool {
        match self {
            Self::Call { input, .. } => input["text"].as_str().is_some_and(text::needs_hangul),
            _ => false,
        }
    }
}

/// A reply that says why nothing was done.
pub(super) fn refused(why: &str) -> Reply {
    json!({ "success": false, "error": why })
}

/// Whether the request did what it was made for.
pub(crate) fn succeeded(reply: &Reply) -> bool {
    reply["success"].as_bool() == Some(true)
}

/// Whether the reply is that of a document that was replaced.
pub(crate) fn has_changes(reply: &Reply) -> bool {
    reply["changes"].is_object()
}

/// The error of a reply in words; empty if it has none.
pub(crate) fn error(reply: &Reply) -> &str {
    let error = &reply["error"];
    let text = error.as_str().or_else(|| error["message"].as_str());
    text.unwrap_or_default()
}

/// Duration of the run in milliseconds, if code ran.
pub(crate) fn elapsed_ms(reply: &Reply) -> Option<f64> {
    reply["elapsed_ms"].as_f64()
}

/// Lines that the code logged, if code ran.
pub(crate) fn logs(reply: &Reply) -> Option<Arc<[String]>> {
    let lines = reply["logs"].as_array()?;
    let text = |line: &Value| line.as_str().map_or_else(|| line.to_string(), str::to_owned);
    Some(lines.iter().map(text).collect())
}

/// Adds a warning to a reply that has warnings.
pub(super) fn add_warning(reply: &mut Reply, warning: String) {
    if let Some(warnings) = reply.get_mut("warnings").and_then(Value::as_array_mut) {
        warnings.push(warning.into());
    }
}
