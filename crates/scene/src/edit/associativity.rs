//! Associative updates of annotations within the edit that changes the tied entities.

use super::followers::Followers;
use super::transaction::Edit;
use crate::associativity::{follow, obstacle};
use crate::pieces::too_many_pieces;
use crate::{Entity, MAX_PIECES, Name, Scene, SceneError, Transform};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use trammel_language::{Bilingual, bilingual};

impl Edit {
    /// Updates the dimensions, leaders and hatches that depend on entities changed since the last update. Returns a
    /// warning for each annotation that lost the entity it refers to. Locked and hidden annotations are updated too,
    /// because they only show the state of other entities.
    pub fn update_associative(&mut self) -> Vec<Bilingual> {
        let start = self.settled.min(self.since.len());
        if self.scene.annotations.is_empty() || start == self.since.len() {
            self.settled = self.since.len();
            return Vec::new();
        }
        let touched: FxHashSet<Name> = self.since[start..].iter().map(|(name, _)| name.clone()).collect();
        let mut followers = self
            .followers
            .take()
            .unwrap_or_else(|| Followers::of(&self.scene));
        let changes = &self.since[start..];
        let is_complete = changes
            .iter()
            .all(|(name, before)| followers.note(&self.scene, name, before.as_ref()));
        if !is_complete {
            followers = Followers::of(&self.scene);
        }
        let changed = || changes.iter().map(|(name, _)| name);
        let names = followers.of_touched(&self.scene, changed());
        let around = with_groups(&self.scene, changed());
        self.followers = Some(followers);
        let mut warnings = Vec::new();
        for name in names {
            let Some(entity) = self.scene.get(&name).cloned() else {
                continue;
            };
            if !concerns(&self.scene, &entity, &touched, &around) {
                continue;
            }
            if let Some(shape) = follow(&self.scene, &entity) {
                if shape.is_detached() && !entity.shape.is_detached() {
                    warnings.push(match obstacle(&self.scene, &entity) {
                        Some(why) => bilingual!(
                            "{} '{name}' is detached, and its geometry is unchanged: {why}",
                            "{} '{name}'의 연결이 끊기고 도형은 그대로예요: {why:#}",
                            shape.kind()
                        ),
                        None => bilingual!(
                            "{} '{name}' is detached: its reference no longer exists. Its geometry is unchanged.",
                            "{} '{name}'의 참조 항목이 없어져서 연결이 끊겼어요. 도형은 그대로예요.",
                            shape.kind()
                        ),
                    });
                }
                // Fixes a default pivot at the old center; otherwise the pivot would move with the shape and displace
                // the entity.
                let old = &entity.transform;
                let center = (!old.is_identity()).then(|| entity.shape.center());
                let transform = Transform {
                    pivot: old.pivot.or(center),
                    ..*old
                };
                self.put(Entity {
                    shape,
                    transform,
                    ..(*entity).clone()
                });
            }
        }
        self.settled = self.since.len();
        warnings
    }

    /// Leaves the dimensions, leaders and hatches as they are after the changes since the last update.
    pub fn keep_annotations(&mut self) {
        self.settled = self.since.len();
    }

    /// Checks the number of drawn pieces after the changes since [`Edit::begin`]. A change of an entity also changes the
    /// annotations that follow the entity, so a check of the entity alone does not suffice.
    ///
    /// # Errors
    /// Returns an error with the name of the entity that got the most pieces, if there are too many and more than before.
    pub fn check_grown(&self) -> Result<(), SceneError> {
        if self.scene.pieces() <= MAX_PIECES {
            return Ok(());
        }
        let mut seen = FxHashSet::default();
        // The first state of each entity is that before the changes.
        let first = self.since.iter().filter(|(name, _)| seen.insert(name));
        let grown: Vec<(&Name, i64)> = first
            .map(|(name, before)| {
                let count = |entity: Option<&Arc<Entity>>| entity.map_or(0, |entity| entity.pieces() as i64);
                (name, count(self.scene.get(name)) - count(before.as_ref()))
            })
            .collect();
        let most = grown.iter().max_by_key(|(_, by)| *by);
        match most {
            Some((name, _)) if grown.iter().map(|(_, by)| by).sum::<i64>() > 0 => {
                Err(too_many_pieces(&self.scene, name))
            }
            _ => Ok(()),
        }
    }

    /// Renames an entity in the ties of all annotations.
    pub(super) fn rename_in_ties(&mut self, old: &str, new: &Name) {
        let tied: Vec<Arc<Entity>> = self
            .scene
            .annotations
            .iter()
            .filter_map(|name| self.scene.get(name).cloned())
            .collect();
        for entity in tied {
            if let Some(shape) = entity.shape.with_renamed_ties(old, new) {
                self.put(Entity {
                    shape,
                    ..(*entity).clone()
                });
            }
        }
    }
}

/// Whether an annotation, an entity it is tied to, or a group that contains either of them was touched.
fn concerns(scene: &Scene, entity: &Entity, touched: &FxHashSet<Name>, around: &FxHashSet<Name>) -> bool {
    let tied = entity.shape.ties().into_iter().map(|tie| &tie.entity);
    std::iter::once(&entity.name).chain(tied).any(|name| {
        let mut current = Some(name);
        while let Some(name) = current {
            if touched.contains(name) {
                return true;
            }
            current = scene.get(name).and_then(|entity| entity.parent.as_ref());
        }
        // A change of a descendant counts as a change of the group.
        around.contains(name)
    })
}

/// Returns entities with the groups that contain them.
fn with_groups<'a>(scene: &'a Scene, names: impl Iterator<Item = &'a Name>) -> FxHashSet<Name> {
    let mut all = FxHashSet::default();
    for name in names {
        let mut current = Some(name);
        while let Some(name) = current {
            if !all.insert(name.clone()) {
                break;
            }
            current = scene.get(name).and_then(|entity| entity.parent.as_ref());
        }
    }
    all
}
