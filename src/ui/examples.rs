//! Example drawings and the blank drawing: short, readable code that shows the strengths of the tools.

use trammel_code::FileName;
use trammel_formats::project::Project;

/// An example drawing.
pub(crate) struct Example {
    /// Stable id, for tests and for the menu.
    pub(crate) id: &'static str,
    /// Title in English and Korean.
    pub(crate) title: [&'static str; 2],
    /// Text of `main`.
    pub(crate) code: &'static str,
}

/// Every example. A first visit shows the first one.
pub(crate) const EXAMPLES: &[Example] = &[
    Example {
        id: "gear",
        title: ["Gear", "톱니바퀴"],
        code: include_str!("../../examples/gear.js"),
    },
    Example {
        id: "room",
        title: ["Study room", "공부방"],
        code: include_str!("../../examples/room.js"),
    },
    Example {
        id: "bracket",
        title: ["Bracket", "브래킷"],
        code: include_str!("../../examples/bracket.js"),
    },
    Example {
        id: "press_fit_box",
        title: ["Press-fit box", "끼워맞춤 상자"],
        code: include_str!("../../examples/press_fit_box.js"),
    },
    Example {
        id: "front_panel",
        title: ["Front panel", "앞판"],
        code: include_str!("../../examples/front_panel.js"),
    },
    Example {
        id: "nameplate",
        title: ["Nameplate", "명판"],
        code: include_str!("../../examples/nameplate.js"),
    },
    Example {
        id: "plan",
        title: ["Accessible bathroom", "무장애 욕실"],
        code: include_str!("../../examples/plan.js"),
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
    let is_title = |name: &str| EXAMPLES.iter().any(|example| example.title.contains(&name));
    let unnamed = project.name.as_deref().is_none_or(is_title);
    !(only_main && given && project.locks.is_empty() && unnamed)
}
