//! Tree of the drawing: groups, their children, and renaming.
//!
//! An entity that moves within the tree keeps its position in world coordinates.

use super::order::Placement;
use super::transaction::Edit;
use crate::{Entity, MAX_DEPTH, Name, SceneError, Shape, Style};
use std::collections::BTreeSet;
use std::sync::Arc;
use trammel_kernel::Affine;
use trammel_language::bilingual;

impl Edit {
    /// Creates a group of `children`, which keep their world positions. The group belongs to the parent of the first
    /// child and is in front of its siblings.
    ///
    /// # Errors
    /// Returns an error if a child does not exist, is locked or hidden, or is listed twice, if the name is taken, if
    /// the groups would be nested too deep or contain themselves, or if a number of a child would exceed ±1e9.
    pub fn group(&mut self, name: &Name, children: &[Name]) -> Result<(), SceneError> {
        let mut parent = None;
        let mut listed = BTreeSet::new();
        for (i, child) in children.iter().enumerate() {
            let entity = self.changeable(child)?;
            if i == 0 {
                parent = entity.parent.clone();
            }
            if !listed.insert(child) {
                return Err(SceneError::Invalid(bilingual!(
                    "'{child}' is listed twice in children",
                    "children에 '{child}'이(가) 두 번 있어요"
                )));
            }
        }
        self.all_or_nothing(|edit| {
            edit.insert(name, Shape::Group, Style::shared_default(), false)?;
            if let Some(parent) = parent {
                edit.reparent(name, Some(&parent))?;
            }
            for child in children {
                edit.reparent(child, Some(name))?;
            }
            Ok(())
        })
    }

    /// Dissolves a group; its children keep their world positions and take the position of the group in the order.
    ///
    /// # Errors
    /// Returns an error if the entity does not exist or is not a group, if it or a child is locked or hidden, or if a
    /// number of a child would exceed ±1e9.
    pub fn ungroup(&mut self, name: &str) -> Result<Vec<Name>, SceneError> {
        let group = self.changeable(name)?;
        if !group.shape.is_group() {
            return Err(SceneError::NotAGroup {
                name: name.to_owned(),
                kind: group.shape.kind(),
            });
        }
        let children: Vec<Name> = self
            .children(Some(name))
            .map(|child| child.name.clone())
            .collect();
        for child in &children {
            self.refuse_protected(child)?;
        }
        self.all_or_nothing(|edit| {
            for child in &children {
                edit.reparent(child, group.parent.as_ref())?;
                edit.place(child, &Placement::Below(name.to_owned()))?;
            }
            edit.remove_tree(&group.name);
            Ok(())
        })?;
        Ok(children)
    }

    /// Moves an entity into a group, or to the top level for `None`, keeping its world position.
    ///
    /// # Errors
    /// Returns an error if either entity does not exist or is locked or hidden, the target is not a group, a group
    /// would contain itself, the groups would be nested too deep, or a number of the entity would exceed ±1e9.
    pub fn reparent(&mut self, name: &str, group: Option<&Name>) -> Result<(), SceneError> {
        let old = self.changeable(name)?;
        if old.parent.as_ref() == group {
            return Ok(());
        }
        let target = match group {
            None => Affine::IDENTITY,
            Some(group) => {
                self.check_entry(name, group)?;
                self.scene.world_transform(group).unwrap_or_default()
            }
        };
        let parent = self.scene.parent_transform(&old);
        let transform = if parent == target {
            old.transform
        } else {
            let local = target.inverse() * parent * old.matrix();
            let singular = || {
                SceneError::Invalid(bilingual!(
                    "'{name}' cannot keep its world position in that group, whose transform has zero size",
                    "그 그룹의 변환은 크기가 0이어서 '{name}' 항목의 위치를 그대로 둘 수 없어요"
                ))
            };
            old.transform
                .with_matrix(local, old.shape.center())
                .ok_or_else(singular)?
        };
        let moved = Entity {
            transform,
            parent: group.cloned(),
            rank: self.front_rank(group),
            ..(*old).clone()
        };
        self.check_reach(&moved, &transform)?;
        self.put(moved);
        Ok(())
    }

    /// Renames an entity, together with the references of its children, constraints and annotations.
    ///
    /// # Errors
    /// Returns an error if the entity does not exist or is locked or hidden, or if the new name is taken.
    pub fn rename(&mut self, name: &str, new_name: &Name) -> Result<(), SceneError> {
        let old = self.changeable(name)?;
        if self.scene.get(new_name).is_some() {
            return Err(SceneError::Exists {
                name: new_name.to_string(),
                free: self.free_name(new_name),
            });
        }
        let children: Vec<Arc<Entity>> = self.children(Some(name)).cloned().collect();
        self.touch(&old.name);
        self.scene.take(&old.name);
        self.put(Entity {
            name: new_name.clone(),
            ..(*old).clone()
        });
        for child in children {
            self.put(Entity {
                parent: Some(new_name.clone()),
                ..(*child).clone()
            });
        }
        self.rename_in_constraints(&old.name, new_name);
        self.rename_in_ties(&old.name, new_name);
        Ok(())
    }

    fn check_entry(&self, name: &str, group: &str) -> Result<(), SceneError> {
        let target = self.changeable(group)?;
        if !target.shape.is_group() {
            return Err(SceneError::NotAGroup {
                name: group.to_owned(),
                kind: target.shape.kind(),
            });
        }
        if self.scene.is_within(group, name) {
            return Err(SceneError::Cycle {
                group: group.to_owned(),
                entity: name.to_owned(),
            });
        }
        if self.scene.depth(group) + 1 + self.height(name) > MAX_DEPTH {
            return Err(SceneError::Invalid(bilingual!(
                "groups can be nested at most {MAX_DEPTH} levels deep",
                "그룹은 최대 {MAX_DEPTH}단계까지 겹칠 수 있어요"
            )));
        }
        Ok(())
    }

    fn height(&self, name: &str) -> usize {
        self.children(Some(name))
            .map(|child| 1 + self.height(&child.name))
            .max()
            .unwrap_or(0)
    }

    pub(super) fn remove_tree(&mut self, name: &str) {
        let children: Vec<Name> = self
            .children(Some(name))
            .map(|child| child.name.clone())
            .collect();
        for child in children {
            self.remove_tree(&child);
        }
        if let Some(entity) = self.scene.get(name).cloned() {
            self.touch(&entity.name);
            self.scene.take(name);
            self.drop_constraints_on(name);
        }
    }
}
