//! The drawings a newcomer can open: short, readable code that uses what the tools are good at.

use super::i18n::Msg;
use crate::formats::project::Project;
use crate::workspace::FileName;

/// An example drawing.
pub(crate) struct Example {
    /// Stable id, for tests and for the menu.
    pub(crate) id: &'static str,
    /// Its name.
    pub(crate) title: Msg,
    /// What `main` becomes.
    pub(crate) code: &'static str,
}

/// Every example; the first is what a first visit shows.
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

/// The code of a new drawing.
pub(crate) const BLANK: &str = include_str!("../../examples/blank.js");

/// Whether a project has anything that the user made: it is not blank and not an example as it was opened.
pub(crate) fn is_own_work(project: &Project) -> bool {
    let only_main = project.files.keys().all(FileName::is_main);
    let main = project.main();
    let given =
        main.trim().is_empty() || main == BLANK || EXAMPLES.iter().any(|example| example.code == main);
    !(only_main && given && project.locks.is_empty() && project.name.is_none())
}
