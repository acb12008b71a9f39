//! Error of a tool call, with a message for the user or a model.

use trammel_language::Bilingual;
use trammel_scene::SceneError;
use trammel_scene::explain::Explain;

/// Error of a tool call. The drawing is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolError {
    /// Message: the affected object, the cause and the remedy.
    pub message: Bilingual,
    /// Names that the caller probably meant, best first.
    pub suggestions: Vec<String>,
    /// Name of the missing entity, if that is the cause of the error. A query in the sandbox then returns `null`.
    pub missing: Option<String>,
    /// Names of the entities that the user edited during the agent's turn, if the error is that the call may not
    /// change them.
    pub protected: Vec<String>,
    /// Name of the existing entity, if the call would create another one with its name.
    pub taken: Option<String>,
    /// Whether the arguments are not those of the tool.
    pub is_of_arguments: bool,
    /// Signature and example of the tool that refused its arguments.
    pub usage: Option<String>,
    /// Whether the call exceeded a limit of the sandbox. A script cannot catch such an error.
    pub limit: bool,
}

impl ToolError {
    /// Creates an error without suggestions. A text of one language only is not a message.
    pub fn new(message: impl Into<Bilingual>) -> ToolError {
        ToolError {
            message: message.into(),
            suggestions: Vec::new(),
            missing: None,
            protected: Vec::new(),
            taken: None,
            is_of_arguments: false,
            usage: None,
            limit: false,
        }
    }

    /// Converts an error of geometry; `place` is the tool, with the object if there are several.
    pub(super) fn of_geometry(place: &str, error: &impl Explain) -> ToolError {
        ToolError::new(error.explain().after(&format!("{place}: ")))
    }

    /// Prefixes the message with the name of the tool, unless the error is about a missing entity.
    #[must_use]
    pub(super) fn within(mut self, tool: &str) -> ToolError {
        if self.missing.is_none() {
            self.message = self.message.after(&format!("{tool}: "));
        }
        self
    }

    /// Sets the suggestions.
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
        let taken = match &error {
            SceneError::Exists { name, .. } => Some(name.clone()),
            _ => None,
        };
        let protected = error.protected_entity().map(str::to_owned).into_iter().collect();
        let limit = matches!(error, SceneError::TooMany { .. });
        ToolError {
            suggestions: error.suggestions(),
            missing,
            taken,
            protected,
            limit,
            ..ToolError::new(error)
        }
    }
}
