//! Example drawings and the blank drawing: short, readable code that shows the strengths of the tools.

use super::i18n::Msg;
use crate::formats::project::Project;
use crate::workspace::FileName;

/// An example drawing.
pub(crate) struct Example {
    /// Stable id, for tests and for the menu.
    pub(crate) id: &'static str,
    /// Title.
    pub(crate) title: Msg,
    /// Text of `main`.
    pub(crate) code: &'static str,
}

/// Every example. A first visit shows the first one.
pub(crate) const EXAMPLES: &[Example] = &[
    Example {
        id: "gear",
        title: Msg::ExampleGear,
        code: include_str!("../../examples/gear.js"),
    },
    Example {
        id: "room",
        title: Msg::ExampleRoom,
        code: include_str!("../../examples/room.js"),
    },
    Example {
        id: "bracket",
        title: Msg::ExampleBracket,
        code: include_str!("../../examples/bracket.js"),
    },
];

/// Text of `main` in a new drawing.
pub(crate) const BLANK: &str = include_str!("../../examples/blank.js");

/// Whether a project holds the user's work: the project is neither blank nor an unchanged example.
pub(crate) fn is_own_work(project: &Project) -> bool {
    let only_main = project.files.keys().all(FileName::is_main);
    let main = project.main();
    let given =
        main.trim().is_empty() || main == BLANK || EXAMPLES.iter().any(|example| example.code == main);
    !(only_main && given && project.locks.is_empty() && project.name.is_none())
}
