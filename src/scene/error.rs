//! Errors of scene edits.

use std::fmt;

/// Error of an edit; the scene is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SceneError {
    /// Unknown entity name.
    NotFound {
        /// Requested name.
        name: String,
        /// Similar names, best first.
        similar: Vec<String>,
    },
    /// Name already in use.
    Exists {
        /// Requested name.
        name: String,
        /// Unused name.
        free: String,
    },
    /// Entity locked by the user.
    Locked {
        /// Locked entity.
        name: String,
    },
    /// Entity hidden by the user.
    Hidden {
        /// Hidden entity.
        name: String,
    },
    /// Entity changed by the user during an agent turn.
    EditedByUser {
        /// Changed entity.
        name: String,
    },
    /// Entity that is not a group.
    NotAGroup {
        /// Name of the entity.
        name: String,
        /// Type of the entity.
        kind: &'static str,
    },
    /// Group that would contain itself.
    Cycle {
        /// Group to be changed.
        group: String,
        /// Entity to be moved into the group.
        entity: String,
    },
    /// Too many entities.
    TooMany {
        /// Maximum number of entities.
        limit: usize,
    },
    /// Unknown layer name.
    NoLayer {
        /// Requested name.
        name: String,
        /// Similar names, best first.
        similar: Vec<String>,
    },
    /// Any other invalid request; the text names the parameter and its value.
    Invalid(String),
}

impl SceneError {
    /// Returns the entity that is protected from changes (locked, hidden, or just edited by the user), if that is the
    /// cause.
    pub fn held(&self) -> Option<&str> {
        match self {
            SceneError::Locked { name } | SceneError::Hidden { name } | SceneError::EditedByUser { name } => {
                Some(name)
            }
            _ => None,
        }
    }

    /// Returns names to suggest instead, best first.
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
                "Entity '{name}' was edited by the user during this turn and was not changed"
            ),
            SceneError::NotAGroup { name, kind } => {
                write!(f, "Entity '{name}' is not a group, it is a {kind}")
            }
            SceneError::Cycle { group, entity } => {
                write!(
                    f,
                    "'{entity}' cannot be added to '{group}': a group cannot contain itself"
                )
            }
            SceneError::TooMany { limit } => {
                write!(
                    f,
                    "a drawing has at most {limit} entities. Delete some, or draw fewer."
                )
            }
            SceneError::NoLayer { name, similar } if similar.is_empty() => {
                write!(f, "Layer '{name}' not found. Create it with create_layer.")
            }
            SceneError::NoLayer { name, .. } => write!(f, "Layer '{name}' not found"),
            SceneError::Invalid(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for SceneError {}
