//! Verbs: what a call of a tool does, as the conversation tells it to the user.

/// The kind of work that a tool does. The page has one text for each verb and language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// Adds an entity.
    Draw,
    /// Changes the look, the place or the name of an entity, or a setting of the drawing.
    Change,
    /// Adds copies of an entity.
    Repeat,
    /// Moves entities into line or to equal gaps.
    Arrange,
    /// Removes an entity.
    Delete,
    /// Makes, changes or dissolves a group.
    Group,
    /// Trims, joins, rounds or offsets outlines.
    Reshape,
    /// Unites, subtracts or splits areas.
    Combine,
    /// Adds a dimension, a leader or a hatch.
    Annotate,
    /// Adds, removes or solves constraints.
    Constrain,
    /// Makes or changes a layer.
    Layer,
    /// Reads or measures the drawing.
    Inspect,
    /// Writes the drawing as a file.
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
    /// Asks the user for a tool.
    RequestTool,
    /// Makes a tool of a function.
    RegisterTool,
    /// Stores knowledge for later conversations.
    Remember,
    /// Reads stored knowledge.
    Recall,
}
