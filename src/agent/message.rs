//! What a person says, and what the app adds to it for the model.

use serde_json::Value;

/// A message of the person.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Prompt {
    /// What they wrote.
    pub text: String,
    /// What the app adds for the model (selection, sketch, changes since the last run). Shown to the model as data.
    pub context: Option<String>,
    /// Names of what is selected: the receipt says what else was changed.
    pub selection: Vec<String>,
    /// Pictures that go with it. A model that takes none is told so.
    pub images: Vec<Image>,
}

impl Prompt {
    /// A message about what is selected, if anything is: the model is told the names.
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

    /// The same message when the model has to know something more.
    #[must_use]
    pub fn knowing(mut self, user_changes: Option<String>) -> Self {
        let told = self.context.take().into_iter().chain(user_changes);
        self.context = told.reduce(|all, next| format!("{all}\n{next}"));
        self
    }
}

/// A picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// For example `image/png`.
    pub mime: String,
    /// The file, base64.
    pub base64: String,
}
