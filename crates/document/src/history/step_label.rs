//! Labels of steps that have no tool of their own. The history stores them, so they stay as they are; the page shows a
//! text in the language of the user.

/// Label of text that the user typed.
pub const TYPING: &str = "typing";

/// Label of the merged steps of one turn of a model.
pub const AGENT: &str = "agent";

/// Label of values that the user changed in the Properties panel.
pub const PROPERTIES: &str = "properties";

/// Label of a project that replaced the document.
pub const OPEN_PROJECT: &str = "open project";

/// Label of an earlier version that replaced the document.
pub const RESTORE_VERSION: &str = "restore version";

/// Label of files that an import added.
pub const IMPORT: &str = "import";

/// Label of changes of an agent that the user rejected.
pub const REJECT: &str = "reject";
