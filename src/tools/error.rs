//! Why a tool call failed, written for its reader: a person or a model.

use crate::scene::SceneError;

/// A tool call that failed; nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolError {
    /// What went wrong: the thing, the reason, the next step.
    pub message: String,
    /// What was probably meant, best first.
    pub suggestions: Vec<String>,
    /// The entity that does not exist, when that is the reason: a query in the sandbox then answers `null`.
    pub missing: Option<String>,
    /// The entities that are the user's to change, when that is the reason.
    pub protected: Vec<String>,
    /// Whether a limit of the sandbox was hit, which a script cannot catch.
    pub limit: bool,
}

impl ToolError {
    /// An error without suggestions.
    pub fn new(message: impl Into<String>) -> ToolError {
        ToolError {
            message: message.into(),
            suggestions: Vec::new(),
            missing: None,
            protected: Vec::new(),
            limit: false,
        }
    }

    /// This error with the tool's name in front, unless it is about an entity that does not exist.
    #[must_use]
    pub(super) fn within(mut self, tool: &str) -> ToolError {
        if self.missing.is_none() {
            self.message = format!("{tool}: {}", self.message);
        }
        self
    }

    /// This error with suggestions.
    #[must_use]
    pub fn suggesting(mut self, suggestions: Vec<String>) -> ToolError {
        self.suggestions = suggestions;
        self
    }
}

impl From<SceneError> for ToolError {
    fn from(error: SceneError) -> ToolError {
        let missing = match &error {
            SceneError::NotFound { name, .. } => Some(name.clone()),
            _ => None,
        };
        let protected = error.held().map(str::to_owned).into_iter().collect();
        let limit = matches!(error, SceneError::TooMany { .. });
        ToolError {
            message: error.to_string(),
            suggestions: error.suggestions(),
            missing,
            protected,
            limit,
        }
    }
}
