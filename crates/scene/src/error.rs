//! Errors of scene edits.

use std::fmt;
use trammel_language::{Bilingual, Translated, bilingual};

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
    Invalid(Bilingual),
}

impl SceneError {
    /// Creates the error for a transform that an entity cannot have.
    pub(super) fn collapse_error(name: &str) -> SceneError {
        SceneError::Invalid(bilingual!(
            "'{name}' would have zero size or leave the range of ±1e9",
            "'{name}' 항목의 크기가 0이 되거나 ±1e9 범위를 벗어나요"
        ))
    }

    /// Returns the entity that is protected from changes (locked, hidden, or just edited by the user), if that is the
    /// cause.
    pub fn protected_entity(&self) -> Option<&str> {
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
        let text = match self {
            SceneError::NotFound { name, .. } => {
                bilingual!("Entity '{name}' not found", "'{name}' 항목을 찾을 수 없어요")
            }
            SceneError::Exists { name, free } => bilingual!(
                "Entity '{name}' already exists. Choose another name, for example '{free}'.",
                "'{name}' 항목이 이미 있어요. '{free}' 같은 다른 이름을 쓰세요."
            ),
            SceneError::Locked { name } => bilingual!(
                "Entity '{name}' is locked by the user and was not changed. The user can unlock it.",
                "'{name}' 항목은 사용자가 잠가서 바꾸지 않았어요. 사용자가 잠금을 풀 수 있어요."
            ),
            SceneError::Hidden { name } => bilingual!(
                "Entity '{name}' is hidden by the user and was not changed. The user can show it.",
                "'{name}' 항목은 사용자가 숨겨서 바꾸지 않았어요. 사용자가 보이게 할 수 있어요."
            ),
            SceneError::EditedByUser { name } => bilingual!(
                "Entity '{name}' was edited by the user during this turn and was not changed",
                "'{name}' 항목은 이번 차례에 사용자가 고쳐서 바꾸지 않았어요"
            ),
            SceneError::NotAGroup { name, kind } => bilingual!(
                "Entity '{name}' is not a group, it is a {kind}",
                "'{name}' 항목은 그룹이 아니라 {kind} 유형이에요"
            ),
            SceneError::Cycle { group, entity } => bilingual!(
                "'{entity}' cannot be added to '{group}': a group cannot contain itself",
                "'{entity}' 항목을 '{group}' 그룹에 넣을 수 없어요. 그룹은 자신을 담을 수 없어요"
            ),
            SceneError::TooMany { limit } => bilingual!(
                "a drawing has at most {limit} entities. Delete some, or draw fewer.",
                "도면의 항목은 최대 {limit}개예요. 일부를 지우거나 더 적게 그리세요."
            ),
            SceneError::NoLayer { name, similar } if similar.is_empty() => bilingual!(
                "Layer '{name}' not found. Create it with create_layer.",
                "'{name}' 레이어를 찾을 수 없어요. create_layer로 만드세요."
            ),
            SceneError::NoLayer { name, .. } => {
                bilingual!("Layer '{name}' not found", "'{name}' 레이어를 찾을 수 없어요")
            }
            SceneError::Invalid(text) => return text.fmt(f),
        };
        text.fmt(f)
    }
}

impl Translated for SceneError {}

impl std::error::Error for SceneError {}
