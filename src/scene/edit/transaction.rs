//! Beginning and ending an edit, and changes of single entities.

use crate::geometry::{Affine, Point, Vec2};
use crate::scene::associativity::tied_to_annotation;
use crate::scene::{
    Change, Definitions, Diff, Entity, MAX_COORDINATE, MAX_ENTITIES, Name, Scene, SceneError, Shape, Style,
    Transform, check_invariants,
};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::ops::Deref;
use std::sync::Arc;

/// A scene being changed.
#[derive(Debug, Default)]
pub struct Edit {
    pub(super) scene: Scene,
    pub(super) before: IndexMap<Name, Option<Arc<Entity>>, FxBuildHasher>,
    /// Entities replaced by each touch since [`Edit::begin`], in order.
    pub(super) since: Vec<(Name, Option<Arc<Entity>>)>,
    /// Layers and constraints before anything was touched, and as they were at [`Edit::begin`].
    pub(super) definitions_before: Arc<Definitions>,
    pub(super) definitions_since: Arc<Definitions>,
    pub(super) ignore_locks: bool,
    pub(super) needs_hangul: bool,
    /// Number of entries of `since` that annotation has followed.
    pub(super) settled: usize,
}

impl Deref for Edit {
    type Target = Scene;
    fn deref(&self) -> &Scene {
        &self.scene
    }
}

impl Edit {
    /// Starts changing `scene`.
    pub fn new(scene: Scene) -> Edit {
        let definitions = scene.definitions.clone();
        Edit {
            scene,
            definitions_before: definitions.clone(),
            definitions_since: definitions,
            before: IndexMap::default(),
            since: Vec::new(),
            ignore_locks: false,
            needs_hangul: false,
            settled: 0,
        }
    }

    /// Starts changing `scene` on behalf of the user's own hand: locked and hidden entities obey too.
    pub fn by_user(scene: Scene) -> Edit {
        Edit {
            ignore_locks: true,
            ..Edit::new(scene)
        }
    }

    /// The scene as read by queries.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Whether a text was drawn, now or meanwhile, that needs the Hangul font while that is not here.
    pub fn needs_hangul(&self) -> bool {
        self.needs_hangul
    }

    /// Begins a call of several changes that [`Edit::roll_back`] can take back as one.
    pub fn begin(&mut self) {
        self.update_associative();
        self.since.clear();
        self.settled = 0;
        self.definitions_since = self.scene.definitions.clone();
    }

    /// Takes back every change since [`Edit::begin`].
    pub fn roll_back(&mut self) {
        while let Some((name, entity)) = self.since.pop() {
            match entity {
                Some(entity) => self.scene.put(entity),
                None => drop(self.scene.take(&name)),
            }
        }
        self.scene.definitions = self.definitions_since.clone();
        self.settled = 0;
    }

    /// Ends the edit: the changed scene and what changed.
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

    /// Gives the edit up: the scene as it was.
    pub fn abort(self) -> Scene {
        let (mut scene, diff) = self.finish();
        scene.apply(&diff.inverse());
        scene
    }

    /// Draws a new entity in front of everything, or, with `replace`, in the place of the one of that name.
    ///
    /// # Errors
    /// The name is taken (or, replacing, held by the user), the shape makes no sense or reaches too far, or the drawing is
    /// full.
    pub fn insert(
        &mut self,
        name: &Name,
        shape: Shape,
        style: Arc<Style>,
        replace: bool,
    ) -> Result<(), SceneError> {
        shape.check().map_err(SceneError::Invalid)?;
        let definitions = self.scene.definitions.clone();
        let home = self.scene.get(name).map(|old| self.scene.parent_transform(old));
        self.check_range(name, &shape, &home.unwrap_or_default())?;
        self.check_ties(name, &shape)?;
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
        };
        self.put(entity);
        // Constraints of the entity of that name bind the new one.
        self.restore_constraints(&definitions);
        Ok(())
    }

    /// Removes an entity, and with a group all that is in it.
    ///
    /// # Errors
    /// The entity does not exist, or it or one of its descendants is held by the user.
    pub fn remove(&mut self, name: &str) -> Result<(), SceneError> {
        self.require(name)?;
        self.refuse_protected(name)?;
        self.remove_tree(name);
        Ok(())
    }

    /// Changes an entity's style.
    ///
    /// # Errors
    /// The entity does not exist, is held by the user, or is a group.
    pub fn set_style(&mut self, name: &str, style: Style) -> Result<(), SceneError> {
        let old = self.changeable(name)?;
        if old.shape.is_group() {
            return Err(SceneError::Invalid(format!(
                "'{name}' is a group and has no style: style its children"
            )));
        }
        self.put(Entity {
            style: Arc::new(style),
            ..(*old).clone()
        });
        Ok(())
    }

    /// Replaces what an entity is, keeping its name, style, placement and order.
    ///
    /// # Errors
    /// The entity does not exist, is held by the user, or the shape makes no sense.
    pub fn set_shape(&mut self, name: &str, shape: Shape) -> Result<(), SceneError> {
        let old = self.changeable(name)?;
        shape.check().map_err(SceneError::Invalid)?;
        // A default pivot follows the shape; what the entity is now must not jump because its center moved.
        let pivot = old
            .transform
            .pivot
            .or_else(|| (!old.transform.is_identity()).then(|| old.shape.center()));
        let transform = Transform {
            pivot,
            ..old.transform
        };
        self.check_ties(&old.name, &shape)?;
        let changed = Entity {
            shape,
            transform,
            ..(*old).clone()
        };
        self.check_reach(&changed, &transform)?;
        self.put(changed);
        Ok(())
    }

    /// Changes where an entity stands in its parent.
    ///
    /// # Errors
    /// The entity does not exist, is held by the user, or the result is not finite or collapsed.
    pub fn set_transform(&mut self, name: &str, transform: Transform) -> Result<(), SceneError> {
        let old = self.changeable(name)?;
        self.check_reach(&old, &transform)?;
        self.put(Entity {
            transform,
            ..(*old).clone()
        });
        Ok(())
    }

    /// Moves an entity by `map` as seen in the world, whatever groups it is in.
    ///
    /// # Errors
    /// The entity does not exist, is held by the user, or the result is not finite or collapsed.
    pub fn map_in_world(&mut self, name: &str, map: Affine) -> Result<(), SceneError> {
        let old = self.changeable(name)?;
        let parent = self.scene.parent_transform(&old);
        let local = parent.inverse() * map * parent * old.matrix();
        let collapsed = || SceneError::Invalid(format!("'{name}' would be collapsed or moved out of range"));
        let transform = old
            .transform
            .with_matrix(local, old.shape.center())
            .ok_or_else(collapsed)?;
        self.set_transform(name, transform)
    }

    /// Sets the fixed point of rotation and scale, in local coordinates; the entity does not move.
    ///
    /// # Errors
    /// The entity does not exist, is held by the user, or the result is not finite.
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

    /// A name like `name` that is free.
    pub fn free_name(&self, name: &str) -> String {
        let stem: String = name.chars().take(190).collect();
        (2..)
            .map(|n| format!("{stem}_{n}"))
            .find(|free| self.scene.get(free).is_none())
            .unwrap_or(stem)
    }

    pub(super) fn check_reach(&self, entity: &Entity, transform: &Transform) -> Result<(), SceneError> {
        if !transform.is_finite() {
            return Err(SceneError::Invalid(format!(
                "'{}' would be collapsed or not finite",
                entity.name
            )));
        }
        let map = self.scene.parent_transform(entity) * transform.matrix(entity.shape.center());
        self.check_range(&entity.name, &entity.shape, &map)
    }

    /// Nothing lies outside the range of coordinates, whatever it is made of and whatever groups it is in.
    pub(super) fn check_range(&self, name: &Name, shape: &Shape, map: &Affine) -> Result<(), SceneError> {
        let reach = shape.bounds(map).map_or(0.0, |bounds| bounds.magnitude());
        if reach > MAX_COORDINATE {
            return Err(SceneError::Invalid(format!(
                "'{name}' would leave the drawing's range of ±1e9"
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
            Some(other) => Err(SceneError::Invalid(format!(
                "a {} cannot be tied to '{other}', which is an annotation itself: refer to what that one measures",
                shape.kind()
            ))),
        }
    }

    pub(super) fn put(&mut self, entity: Entity) {
        self.needs_hangul |= entity
            .shape
            .wording()
            .is_some_and(|text| crate::text::needs_hangul(&text));
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
