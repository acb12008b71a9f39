//! Why an edit was refused.

use std::fmt;

/// An edit that cannot be carried out; the scene is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SceneError {
    /// No entity has that name.
    NotFound {
        /// The name asked for.
        name: String,
        /// Names that may have been meant, best first.
        similar: Vec<String>,
    },
    /// The name is taken.
    Exists {
        /// The name asked for.
        name: String,
        /// A name that is free.
        free: String,
    },
    /// The user holds the entity.
    Locked {
        /// The locked entity.
        name: String,
    },
    /// The user has hidden the entity.
    Hidden {
        /// The hidden entity.
        name: String,
    },
    /// The user has changed the entity while an agent was at work.
    EditedByUser {
        /// The entity.
        name: String,
    },
    /// The entity is no group.
    NotAGroup {
        /// The entity.
        name: String,
        /// What it is.
        kind: &'static str,
    },
    /// A group would hold itself.
    Cycle {
        /// The group.
        group: String,
        /// What was to be put in it.
        entity: String,
    },
    /// The drawing is full.
    TooMany {
        /// The most entities a drawing may hold.
        limit: usize,
    },
    /// No layer has that name.
    NoLayer {
        /// The name asked for.
        name: String,
        /// Names that may have been meant, best first.
        similar: Vec<String>,
    },
    /// Anything else that makes no sense; the text names the parameter and its value.
    Invalid(String),
}

impl SceneError {
    /// The entity that is the user's to change, when that is the reason.
    pub fn held(&self) -> Option<&str> {
        match self {
            SceneError::Locked { name } | SceneError::Hidden { name } | SceneError::EditedByUser { name } => {
                Some(name)
            }
            _ => None,
        }
    }

    /// Names to offer instead, best first.
    pub fn suggestions(&self) -> Vec<String> {
        match self {
            SceneError::NotFound { similar, .. } | SceneError::NoLayer { similar, .. } => similar.clone(),
            SceneError::Exists { free, .. } => vec![free.clone()],
            _ => Vec::new(),
        }
    }
}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SceneError::NotFound { name, .. } => write!(f, "Entity '{name}' not found"),
            SceneError::Exists { name, free } => write!(
                f,
                "Entity '{name}' already exists: choose another name, for example '{free}', or pass replace: true"
            ),
            SceneError::Locked { name } => {
                write!(f, "Entity '{name}' is locked by the user and was not changed")
            }
            SceneError::Hidden { name } => {
                write!(f, "Entity '{name}' is hidden by the user and was not changed")
            }
            SceneError::EditedByUser { name } => write!(
                f,
                "Entity '{name}' was just changed by the user, who is working on it, and was left as it is"
            ),
            SceneError::NotAGroup { name, kind } => {
                write!(f, "Entity '{name}' is not a group, it is a {kind}")
            }
            SceneError::Cycle { group, entity } => {
                write!(
                    f,
                    "'{entity}' cannot go into '{group}': a group cannot hold itself"
                )
            }
            SceneError::TooMany { limit } => {
                write!(
                    f,
                    "the drawing may hold {limit} entities; delete some or draw fewer, larger shapes"
                )
            }
            SceneError::NoLayer { name, similar } if similar.is_empty() => {
                write!(f, "Layer '{name}' not found: create_layer makes one")
            }
            SceneError::NoLayer { name, .. } => write!(f, "Layer '{name}' not found"),
            SceneError::Invalid(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for SceneError {}
