//! Verbs: the kinds of work of tools, from which the page makes the text of a call in the conversation.

/// Kind of work of a tool. The page has one text for each verb and language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// Adds an entity.
    Draw,
    /// Changes the style, the position or the name of an entity, or a setting of the drawing.
    Change,
    /// Adds copies of an entity.
    Repeat,
    /// Aligns entities or distributes entities evenly.
    Arrange,
    /// Removes an entity.
    Delete,
    /// Creates, changes or dissolves a group.
    Group,
    /// Trims, joins, fillets or offsets outlines.
    Reshape,
    /// Unites, subtracts or splits areas.
    Combine,
    /// Adds a dimension, a leader or a hatch.
    Annotate,
    /// Adds, removes or solves constraints.
    Constrain,
    /// Creates or changes a layer.
    Layer,
    /// Reads or measures the drawing.
    Inspect,
    /// Keeps a check with the drawing.
    Check,
    /// Exports the drawing as a file.
    Export,
    /// Lists code files.
    FindFiles,
    /// Reads a code file.
    ReadFile,
    /// Replaces a part of a code file.
    EditFile,
    /// Writes a whole code file.
    WriteFile,
    /// Runs code.
    RunCode,
    /// Looks up tools, functions or requests for tools.
    Discover,
    /// Requests a tool from the user.
    RequestTool,
    /// Registers a function as a tool.
    RegisterTool,
    /// Stores knowledge for later conversations.
    Remember,
    /// Reads stored knowledge.
    Recall,
    /// Undoes a step.
    Undo,
    /// Redoes an undone step.
    Redo,
    /// Empties `main`.
    Empty,
}

impl Verb {
    /// Whether tools of this kind change neither the drawing nor files nor memory.
    pub const fn changes_nothing(self) -> bool {
        matches!(
            self,
            Verb::Inspect | Verb::Export | Verb::FindFiles | Verb::ReadFile | Verb::Discover | Verb::Recall
        )
    }

    /// Whether tools of this kind only add: they change and remove nothing that was there before the call.
    pub const fn only_adds(self) -> bool {
        matches!(
            self,
            Verb::Draw | Verb::Repeat | Verb::Annotate | Verb::Check | Verb::RequestTool
        )
    }
}
