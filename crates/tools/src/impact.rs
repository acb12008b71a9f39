//! Impact of an agent: the difference between the document at the beginning of its run and now.

use serde::{Deserialize, Serialize};
use trammel_code::FileName;
use trammel_scene::{Name, Units};

/// Line of code that no model wrote and that an agent removed, moved, or put out of effect.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LostLine {
    /// File that had the line.
    pub file: FileName,
    /// Line without the spaces around it.
    pub text: String,
}

/// Setting of the drawing that is different, or gone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Setting {
    /// Unit of the drawing.
    Unit {
        /// Unit before.
        from: Units,
        /// Present unit.
        to: Units,
    },
    /// Name that the code gives the drawing.
    Name {
        /// Name before.
        from: String,
    },
    /// Layer that was deleted.
    Layer {
        /// Name of the layer.
        name: String,
    },
    /// Constraint that was removed, while its entities stay.
    Constraint {
        /// Number of the constraint, such as `c1`.
        id: String,
    },
    /// Check of the user that is no longer made.
    Check {
        /// Line that declares the check.
        line: String,
    },
    /// Custom tool that the user has on, whose function is gone.
    Tool {
        /// Name of the tool.
        name: String,
    },
}

impl Setting {
    /// Returns the setting for a list, in the words of tools.
    pub fn words(&self) -> String {
        match self {
            Self::Unit { from, to } => format!("unit {} to {}", from.as_str(), to.as_str()),
            Self::Name { from } => format!("name {from}"),
            Self::Layer { name } => format!("layer {name} (deleted)"),
            Self::Constraint { id } => format!("constraint {id} (removed)"),
            Self::Check { line } => format!("check {line} (not made)"),
            Self::Tool { name } => format!("tool {name} (its function is gone)"),
        }
    }
}

/// Difference that all calls of an agent have made since the beginning of its run. Entities and lines that the agent
/// itself added are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Impact {
    /// Entities that no longer exist.
    pub deleted: Vec<Name>,
    /// Entities that cannot be seen any more, have shrunk to nothing, or are far away from the drawing.
    pub unseen: Vec<Name>,
    /// Other entities that are different.
    pub changed: Vec<Name>,
    /// Other entities in groups that are different, such as those that moved with their group.
    pub members: Vec<Name>,
    /// Lines of code that are gone, moved, or out of effect.
    pub lines: Vec<LostLine>,
    /// Settings of the drawing that are different.
    pub settings: Vec<Setting>,
    /// Number of entities at the beginning.
    pub entities: usize,
}

impl Impact {
    /// Whether nothing that existed at the beginning is different.
    pub fn is_empty(&self) -> bool {
        self.deleted.is_empty()
            && self.unseen.is_empty()
            && self.changed.is_empty()
            && self.lines.is_empty()
            && self.settings.is_empty()
    }
}
