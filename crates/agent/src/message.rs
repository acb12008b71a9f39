//! Prompts: messages of the user, with context that the app adds for the model.

use serde_json::Value;
use trammel_llm::Block;

/// A message of the user.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Prompt {
    /// Text written by the user.
    pub text: String,
    /// Context added by the app: selection, markup, and changes since the last run. The model receives the
    /// context as data.
    pub context: Option<String>,
    /// Names of the selected entities. The receipt lists changed entities that are not among these.
    pub selection: Vec<String>,
    /// Attached images. If the model does not accept images, each image is replaced by a short note.
    pub images: Vec<Image>,
}

impl Prompt {
    /// Creates a prompt about the selected entities. If there are any, the context lists their names.
    pub fn about(selection: Vec<String>, text: String) -> Self {
        let context = (!selection.is_empty()).then(|| {
            let names = Value::from(selection.clone());
            format!("The user selected these entities: {names}")
        });
        Self {
            text,
            context,
            selection,
            images: Vec::new(),
        }
    }

    /// Appends a description of the user's changes, if given, to the context.
    #[must_use]
    pub fn knowing(mut self, user_changes: Option<String>) -> Self {
        let context = self.context.take().into_iter().chain(user_changes);
        self.context = context.reduce(|all, next| format!("{all}\n{next}"));
        self
    }
}

/// Returns a message of the app to the model, which is marked as such.
pub(super) fn from_app(text: &str) -> Block {
    Block::Text(format!("[From the app, not from the user]\n{text}"))
}

/// An image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// MIME type, for example `image/png`.
    pub mime: String,
    /// Contents of the file, base64-encoded.
    pub base64: String,
}
