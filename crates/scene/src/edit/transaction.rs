//! Edit transactions and changes of single entities.

use super::followers::Followers;
use crate::associativity::tied_to_annotation;
use crate::pieces::check_room;
use crate::{
    Change, Definitions, Diff, Entity, MAX_COORDINATE, MAX_ENTITIES, Name, Scene, SceneError, Shape, Style,
    Transform, check_invariants,
};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::ops::Deref;
use std::sync::Arc;
use trammel_base::free_name::free_name;
use trammel_kernel::{Affine, Point, Vec2};
use trammel_language::bilingual;

/// Scene during a change, with the previous state of each touched entity.
#[derive(Debug, Default)]
pub struct Edit {
    pub(super) scene: Scene,
    pub(super) before: IndexMap<Name, Option<Arc<Entity>>, FxBuildHasher>,
    /// Previous values of the entities touched since [`Edit::begin`], in order.
    pub(super) since: Vec<(Name, Option<Arc<Entity>>)>,
    /// Definitions at the start of the edit; `definitions_since` holds those at the last [`Edit::begin`].
    pub(super) definitions_before: Arc<Definitions>,
    pub(super) definitions_since: Arc<Definitions>,
    pub(super) ignore_locks: bool,
    pub(super) needs_hangul: bool,
    /// Number of entries of `since` that annotations have been updated for.
    pub(super) settled: usize,
    /// Annotations by the entities that they follow, as of the last update.
    pub(super) followers: Option<Followers>,
}

impl Deref for Edit {
    type Target = Scene;
    fn deref(&self) -> &Scene {
        &self.scene
    }
}

impl Edit {
    /// Starts an edit of `scene`.
    pub fn new(scene: Scene) -> Edit {
        let definitions = scene.definitions.clone();
        Edit {
            scene,
            definitions_before: definitions.clone(),
            definitions_since: definitions,
            ..Edit::default()
        }
    }

    /// Starts an edit of `scene` on behalf of the user, which also changes locked and hidden entities.
    pub fn by_user(scene: Scene) -> Edit {
        Edit {
            ignore_locks: true,
            ..Edit::new(scene)
        }
    }

    /// Returns the scene in its present state, for queries.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Whether this edit stored a text that needs the Hangul font while the font was not loaded.
    pub fn needs_hangul(&self) -> bool {
        self.needs_hangul
    }

    /// Iterates over the entities that were touched since [`Edit::begin`], in order and possibly repeated, each with
    /// whether it existed before that touch. Annotations that follow are not included before the next call of `begin`.
    pub fn touched_names(&self) -> impl Iterator<Item = (&Name, bool)> {
        self.since.iter().map(|(name, before)| (name, before.is_some()))
    }

    /// Begins a sequence of changes that [`Edit::roll_back`] reverts together.
    pub fn begin(&mut self) {
        self.update_associative();
        self.since.clear();
        self.settled = 0;
        self.definitions_since = self.scene.definitions.clone();
    }

    /// Reverts every change since [`Edit::begin`].
    pub fn roll_back(&mut self) {
        self.roll_back_to(0, self.definitions_since.clone());
    }

    /// Performs several changes, and reverts all of them if one fails.
    pub(super) fn all_or_nothing<T>(
        &mut self,
        changes: impl FnOnce(&mut Edit) -> Result<T, SceneError>,
    ) -> Result<T, SceneError> {
        let (count, definitions) = (self.since.len(), self.scene.definitions.clone());
        changes(self).inspect_err(|_| self.roll_back_to(count, definitions))
    }

    /// Reverts every change after the first `count` changes since [`Edit::begin`].
    fn roll_back_to(&mut self, count: usize, definitions: Arc<Definitions>) {
        for (name, entity) in self.since.drain(count..).rev() {
            match entity {
                Some(entity) => self.scene.put(entity),
                None => drop(self.scene.take(&name)),
            }
        }
        self.scene.definitions = definitions;
        self.settled = self.settled.min(count);
        self.followers = None;
    }

    /// Ends the edit and returns the changed scene and the diff.
    pub fn finish(mut self) -> (Scene, Diff) {
        self.update_associative();
        let Edit {
            scene,
            before,
            definitions_before,
            ..
        } = self;
        let diff = Diff::from_changes(before.into_iter().map(|(name, from)| {
            let to = scene.get(&name).cloned();
            (name, Change { from, to })
        }))
        .with_definitions(&definitions_before, &scene.definitions);
        debug_assert_eq!(
            check_invariants(&scene),
            Vec::<String>::new(),
            "an edit left the scene inconsistent"
        );
        (scene, diff)
    }

    /// Discards the edit and returns the scene as it was.
    pub fn abort(self) -> Scene {
        let (mut scene, diff) = self.finish();
        scene.apply(&diff.inverse());
        scene
    }

    /// Adds an entity in front of all others, or, with `replace`, replaces the entity with that name at its position.
    ///
    /// # Errors
    /// Returns an error if the name is taken (or, with `replace`, the old entity is locked or hidden), the shape is
    /// invalid, exceeds ±1e9 or is tied to an annotation, or the drawing is full.
    pub fn insert(
        &mut self,
        name: &Name,
        shape: Shape,
        style: Arc<Style>,
        replace: bool,
    ) -> Result<(), SceneError> {
        shape.check().map_err(SceneError::Invalid)?;
        let definitions = self.scene.definitions.clone();
        let parent = self.scene.get(name).and_then(|old| old.parent.clone());
        self.check_levels(name, &shape, Affine::IDENTITY, parent.as_ref())?;
        self.check_ties(name, &shape)?;
        check_room(&self.scene, name, &shape, &style)?;
        let (parent, rank) = match self.scene.get(name) {
            None => (None, None),
            Some(_) if !replace => {
                return Err(SceneError::Exists {
                    name: name.to_string(),
                    free: self.free_name(name),
                });
            }
            Some(old) => {
                let place = (old.parent.clone(), Some(old.rank));
                self.refuse_protected(name)?;
                self.remove_tree(name);
                place
            }
        };
        if self.scene.len() >= MAX_ENTITIES {
            return Err(SceneError::TooMany { limit: MAX_ENTITIES });
        }
        let rank = rank.unwrap_or_else(|| self.front_rank(parent.as_ref()));
        let transform = Transform::default();
        let entity = Entity {
            name: name.clone(),
            shape,
            style,
            layer: None,
            transform,
            parent,
            rank,
            locked: false,
            hidden: false,
            as_drawn: false,
        };
        self.put(entity);
        // Constraints on the replaced entity apply to the new one.
        self.restore_constraints(&definitions);
        Ok(())
    }

    /// Removes an entity, including all descendants of a group.
    ///
    /// # Errors
    /// Returns an error if the entity does not exist, or if it, a group that contains it, or a descendant is locked or
    /// hidden.
    pub fn remove(&mut self, name: &str) -> Result<(), SceneError> {
        let name = self.require(name)?.name.clone();
        self.refuse_protected(&name)?;
        self.remove_tree(&name);
        Ok(())
    }

    /// Replaces the style of an entity.
    ///
    /// # Errors
    /// Returns an error if the entity does not exist, is locked or hidden, or is a group.
    pub fn set_style(&mut self, name: &str, style: Style) -> Result<(), SceneError> {
        let old = self.changeable(name)?;
        if old.shape.is_group() {
            return Err(SceneError::Invalid(bilingual!(
                "'{name}' is a group and has no style: style its children",
                "'{name}'은(는) 그룹이라 스타일이 없어요. 그 안의 항목에 스타일을 정하세요"
            )));
        }
        check_room(&self.scene, name, &old.shape, &style)?;
        self.put(Entity {
            style: Arc::new(style),
            ..(*old).clone()
        });
        Ok(())
    }

    /// Replaces the shape of an entity, keeping its name, style, placement and order.
    ///
    /// # Errors
    /// Returns an error if the entity does not exist or is locked or hidden, or if the shape is invalid, exceeds ±1e9,
    /// or is tied to an annotation.
    pub fn set_shape(&mut self, name: &str, shape: Shape) -> Result<(), SceneError> {
        let old = self.changeable(name)?;
        shape.check().map_err(SceneError::Invalid)?;
        // Fixes a default pivot at the old center; otherwise the entity would move with the center of the new shape.
        let pivot = old
            .transform
            .pivot
            .or_else(|| (!old.transform.is_identity()).then(|| old.shape.center()));
        let transform = Transform {
            pivot,
            ..old.transform
        };
        self.check_ties(&old.name, &shape)?;
        check_room(&self.scene, name, &shape, &old.style)?;
        let changed = Entity {
            shape,
            transform,
            ..(*old).clone()
        };
        self.check_reach(&changed, &transform)?;
        self.put(changed);
        Ok(())
    }

    /// Replaces the placement of an entity in its parent.
    ///
    /// # Errors
    /// Returns an error if the entity does not exist or is locked or hidden, or if the result is not finite,
    /// degenerate, or exceeds ±1e9.
    pub fn set_transform(&mut self, name: &str, transform: Transform) -> Result<(), SceneError> {
        let old = self.changeable(name)?;
        self.check_reach(&old, &transform)?;
        self.put(Entity {
            transform,
            ..(*old).clone()
        });
        Ok(())
    }

    /// Applies `map`, given in world coordinates, to an entity in any group.
    ///
    /// # Errors
    /// Returns an error if the entity does not exist or is locked or hidden, or if the result is not finite,
    /// degenerate, or exceeds ±1e9.
    pub fn map_in_world(&mut self, name: &str, map: Affine) -> Result<(), SceneError> {
        let old = self.changeable(name)?;
        let parent = self.scene.parent_transform(&old);
        let local = parent.inverse() * map * parent * old.matrix();
        let collapsed = || SceneError::collapse_error(name);
        let transform = old
            .transform
            .with_matrix(local, old.shape.center())
            .ok_or_else(collapsed)?;
        self.set_transform(name, transform)
    }

    /// Sets the fixed point of rotation and scale, in local coordinates; the entity does not move.
    ///
    /// # Errors
    /// Returns an error if the entity does not exist or is locked or hidden, or if the result is not finite.
    pub fn set_pivot(&mut self, name: &str, pivot: Point) -> Result<(), SceneError> {
        let old = self.changeable(name)?;
        let moved: Vec2 = (old.matrix() * pivot) - pivot;
        let translate = if old.transform.is_identity() {
            Vec2::ZERO
        } else {
            moved
        };
        self.set_transform(
            name,
            Transform {
                pivot: Some(pivot),
                translate,
                ..old.transform
            },
        )
    }

    /// Returns a free name: `name` with a number appended. The number of a copy that a tool makes depends on the drawing
    /// alone, so that the same code gives the same names.
    pub fn free_name(&self, name: &str) -> String {
        free_name(name, 2, |name| self.scene.get(name).is_some())
    }

    /// Returns `name` if it is free, and else a free name with a number appended.
    pub fn name_or_free(&self, name: &str) -> String {
        if self.scene.get(name).is_none() {
            return name.to_owned();
        }
        self.free_name(name)
    }

    /// Checks that an entity with this transform stays within ±1e9: its transform, and its outline in the coordinates
    /// of each group that contains it and of the drawing. Code draws an entity before its groups exist.
    pub(super) fn check_reach(&self, entity: &Entity, transform: &Transform) -> Result<(), SceneError> {
        if !transform.is_finite() {
            return Err(SceneError::collapse_error(&entity.name));
        }
        let map = transform.matrix(entity.shape.center());
        self.check_levels(&entity.name, &entity.shape, map, entity.parent.as_ref())?;
        transform.check().map_err(|problem| {
            SceneError::Invalid(bilingual!("'{}': {problem}", "'{}': {problem:#}", entity.name))
        })
    }

    /// Checks that a shape mapped by `map` stays within ±1e9 in the coordinates of `parent`, of each group that contains
    /// `parent`, and of the drawing.
    fn check_levels(
        &self,
        name: &Name,
        shape: &Shape,
        mut map: Affine,
        parent: Option<&Name>,
    ) -> Result<(), SceneError> {
        let mut parent = parent;
        while let Some(group) = parent.and_then(|name| self.scene.get(name)) {
            self.check_range(name, shape, &map)?;
            map = group.matrix() * map;
            parent = group.parent.as_ref();
        }
        self.check_range(name, shape, &map)
    }

    /// Checks that a shape mapped by `map`, and for a group every descendant, stays within ±1e9.
    fn check_range(&self, name: &Name, shape: &Shape, map: &Affine) -> Result<(), SceneError> {
        let reach = shape.bounds(map).map_or(0.0, |bounds| bounds.magnitude());
        if reach > MAX_COORDINATE {
            return Err(SceneError::Invalid(bilingual!(
                "'{name}' would leave the range of ±1e9",
                "'{name}' 항목이 ±1e9 범위를 벗어나요"
            )));
        }
        if shape.is_group() {
            let children = self.scene.children(Some(name));
            for child in children {
                self.check_range(&child.name, &child.shape, &(*map * child.matrix()))?;
            }
        }
        Ok(())
    }

    pub(super) fn check_ties(&self, name: &Name, shape: &Shape) -> Result<(), SceneError> {
        match tied_to_annotation(&self.scene, name, shape) {
            None => Ok(()),
            Some(other) => Err(SceneError::Invalid(bilingual!(
                "a {} cannot refer to '{other}', which is an annotation: refer to the entity that '{other}' measures",
                "{} 항목은 주석인 '{other}'을(를) 가리킬 수 없어요. '{other}'이(가) 재는 항목을 가리키세요",
                shape.kind()
            ))),
        }
    }

    pub(super) fn put(&mut self, entity: Entity) {
        self.needs_hangul |= entity
            .shape
            .wording()
            .is_some_and(|text| trammel_text::needs_hangul(&text));
        self.touch(&entity.name);
        self.scene.put(Arc::new(entity));
    }

    pub(super) fn touch(&mut self, name: &Name) {
        let present = self.scene.get(name).cloned();
        if !self.before.contains_key(name) {
            self.before.insert(name.clone(), present.clone());
        }
        self.since.push((name.clone(), present));
    }
}
