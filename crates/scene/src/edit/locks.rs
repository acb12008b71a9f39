//! Protection of locked and hidden entities: refusal of every change that does not come from the user.

use super::transaction::Edit;
use crate::{Entity, Flags, Scene, SceneError};
use std::collections::BTreeMap;
use std::sync::Arc;

impl Edit {
    /// Sets the locked and hidden flags of an entity. Only the user does this; no tool calls it.
    ///
    /// # Errors
    /// Returns an error if the entity does not exist.
    pub fn set_flags(&mut self, name: &str, flags: Flags) -> Result<(), SceneError> {
        let old = self.require(name)?.clone();
        self.put(Entity {
            locked: flags.locked,
            hidden: flags.hidden,
            ..(*old).clone()
        });
        Ok(())
    }

    /// Whether a change of the entity would be refused because it, a group that contains it, or a descendant is locked
    /// or hidden.
    pub fn is_protected(&self, name: &str) -> bool {
        self.refuse_protected(name).is_err()
    }

    pub(super) fn changeable(&self, name: &str) -> Result<Arc<Entity>, SceneError> {
        let entity = self.require(name)?.clone();
        self.refuse_protected(name)?;
        Ok(entity)
    }

    /// Returns an error if the entity, a group that contains it, or a descendant is locked or hidden.
    pub(super) fn refuse_protected(&self, name: &str) -> Result<(), SceneError> {
        match self.ignore_locks {
            true => Ok(()),
            false => self.scene.refuse_protected(name),
        }
    }
}

impl Scene {
    /// Checks that an entity may be changed.
    ///
    /// # Errors
    /// Returns an error if the entity, a group that contains it, or a descendant is locked or hidden.
    pub fn refuse_protected(&self, name: &str) -> Result<(), SceneError> {
        let protected = &self.protected;
        if protected.is_empty() {
            return Ok(());
        }
        let mut current = self.get(name);
        while let Some(entity) = current {
            refuse(entity)?;
            current = entity.parent.as_ref().and_then(|parent| self.get(parent));
        }
        // A group that is filled child by child is checked for each child, so the check of a large group is short.
        let children = self.siblings(Some(name)).map_or(0, BTreeMap::len);
        if children > protected.len() && !protected.iter().any(|other| self.is_within(other, name)) {
            return Ok(());
        }
        self.refuse_protected_children(name)
    }

    fn refuse_protected_children(&self, name: &str) -> Result<(), SceneError> {
        self.children(Some(name)).try_for_each(|child| {
            refuse(child)?;
            if child.shape.is_group() {
                self.refuse_protected_children(&child.name)
            } else {
                Ok(())
            }
        })
    }
}

fn refuse(entity: &Entity) -> Result<(), SceneError> {
    if entity.locked {
        return Err(SceneError::Locked {
            name: entity.name.to_string(),
        });
    }
    if entity.hidden {
        return Err(SceneError::Hidden {
            name: entity.name.to_string(),
        });
    }
    Ok(())
}
