//! Prompts: messages of the user, with context that the app adds for the model.

use serde_json::Value;
use trammel_llm::Block;
use trammel_tools::CheckReport;

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
    /// Results of the checks before the message, so that a check that the run breaks is noticed.
    pub checks: CheckReport,
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
            ..Self::default()
        }
    }

    /// Whether the prompt has neither text nor pictures.
    pub(super) fn is_empty(&self) -> bool {
        self.text.trim().is_empty() && self.images.is_empty()
    }

    /// Returns the prompt as blocks of a turn: the context, the pictures, and the text.
    pub(super) fn into_blocks(self) -> Vec<Block> {
        let mut blocks = Vec::new();
        if let Some(context) = self.context.filter(|context| !context.trim().is_empty()) {
            blocks.push(from_app(&context));
        }
        let image = |Image { mime, base64 }| Block::Image { mime, base64 };
        blocks.extend(self.images.into_iter().map(image));
        if !self.text.trim().is_empty() {
            blocks.push(Block::Text(self.text));
        }
        blocks
    }

    /// Appends a note of the app, if given, to the context: changes by others, the sketch, or the drawing.
    #[must_use]
    pub fn knowing(mut self, note: Option<String>) -> Self {
        let context = self.context.take().into_iter().chain(note);
        self.context = context.reduce(|all, next| format!("{all}\n{next}"));
        self
    }
}

/// Request of the app to go on after a cut-off answer.
pub(super) const GO_ON: &str = "Continue exactly where you stopped.";

/// Returns a message of the app to the model, which is marked as such.
pub(super) fn from_app(text: &str) -> Block {
    Block::Text(format!("[From the app, not from the user]\n{text}"))
}

/// Whether a text is a message of the app, also one of an earlier version.
pub(super) fn is_from_app(text: &str) -> bool {
    text.starts_with("[From the app") || text == GO_ON
}

/// An image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// MIME type, for example `image/png`.
    pub mime: String,
    /// Contents of the file, base64-encoded.
    pub base64: String,
}
