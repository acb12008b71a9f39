//! Hidden and locked entities and layers, and the current layer: settings of the user that no tool changes.
//!
//! Invariant: an entity is hidden or locked if the user hid or locked it or its layer. Entities of a drawing that code
//! has rebuilt, or that undo has restored, therefore get their flags again; a new entity with the name of an earlier one
//! does not (`following.rs`).

use crate::contents::document::Document;
use crate::session::Session;
use trammel_language::bilingual;
use trammel_scene::{Diff, Edit, Entity, Flags, LayerSettings, Name, Scene};
use trammel_tools::{Answer, Reply, ToolError};

impl Document {
    /// Returns the flags that the user set on the entity itself, without those of its layer.
    pub fn own_flags(&self, name: &str) -> Flags {
        self.locks.get(name).copied().unwrap_or_default()
    }

    /// Returns the hidden and locked layers, and the current layer.
    pub fn layer_settings(&self) -> &LayerSettings {
        &self.layers
    }

    /// Sets the layer of the figures that the user draws on the canvas; `None` for figures without a layer.
    pub fn set_current_layer(&mut self, layer: Option<&str>) -> Reply {
        let name = layer.and_then(|layer| self.layer_name(layer));
        if let (Some(layer), None) = (layer, &name) {
            return no_layer(layer);
        }
        self.layers.set_current(name);
        Reply::of_answer(Answer::Done)
    }

    /// Returns the flags that an entity must have.
    pub(crate) fn flags_of(&self, entity: &Entity) -> Flags {
        let own = self.own_flags(&entity.name);
        own.or(self.layers.flags(entity.layer.as_ref()))
    }

    /// Applies the locked and hidden flags of the user to a drawing that the stored settings belong to.
    pub(crate) fn with_locks(&self, scene: Scene) -> Scene {
        set_flags_where(scene, |_| true, |entity| self.flags_of(entity)).0
    }

    /// Applies the locked and hidden flags of the user to a drawing that new code has drawn in place of the present one.
    /// New entities and layers have no flags.
    pub(crate) fn with_locks_of_present(&self, scene: Scene) -> Scene {
        if !self.is_drawn {
            return self.with_locks(scene);
        }
        let [before, after] = [&self.scene, &scene].map(|scene| &scene.definitions().layers);
        let layers = self.layers_after(before, after);
        let flags = |entity: &Entity| {
            let own = self.own_flags(&entity.name);
            let own = if self.scene.get(&entity.name).is_some() {
                own
            } else {
                Flags::default()
            };
            own.or(layers.flags(entity.layer.as_ref()))
        };
        set_flags_where(scene, |_| true, flags).0
    }

    /// Applies the flags of layers to the entities that a call added or changed. `diff` leads to `scene`.
    pub(crate) fn with_layer_flags(&self, scene: Scene, mut diff: Diff) -> (Scene, Diff) {
        if !self.layers.has_flags() {
            return (scene, diff);
        }
        let layers = match diff.definitions() {
            Some((before, after)) if self.is_drawn => self.layers_after(&before.layers, &after.layers),
            _ => self.layers.clone(),
        };
        let touched = trammel_base::sort::map(
            diff.iter()
                .map(|(name, change)| (name.clone(), change.from.is_some())),
        );
        let flags = |entity: &Entity| {
            let existed = touched.get(&entity.name).is_some_and(|existed| *existed);
            let own = if existed {
                self.own_flags(&entity.name)
            } else {
                Flags::default()
            };
            own.or(layers.flags(entity.layer.as_ref()))
        };
        let (scene, flagged) = set_flags_where(scene, |entity| touched.contains_key(&entity.name), flags);
        diff.then(flagged);
        (scene, diff)
    }

    fn layer_name(&self, layer: &str) -> Option<Name> {
        let layer = self.scene.definitions().layer(layer);
        layer.map(|layer| layer.name.clone())
    }
}

impl Session {
    /// Sets the locked and hidden flags of an entity on behalf of the user; no tool calls it.
    pub fn set_flags(&mut self, name: &str, flags: Flags) -> Reply {
        match self.document.scene.require(name) {
            Ok(entity) => {
                let name = entity.name.clone();
                self.set_flags_of(&[name], |_| flags)
            }
            Err(error) => Reply::of_failure(ToolError::from(error)),
        }
    }

    /// Changes the locked and hidden flags of entities on behalf of the user. If one does not exist, nothing is changed.
    pub fn set_flags_of(&mut self, names: &[Name], change: impl Fn(Flags) -> Flags) -> Reply {
        for name in names {
            if let Err(error) = self.document.scene.require(name) {
                return Reply::of_failure(ToolError::from(error));
            }
        }
        for name in names {
            let flags = change(self.document.own_flags(name));
            self.document.locks.insert(name.clone(), flags);
        }
        self.document.locks.retain(|_, flags| *flags != Flags::default());
        let names = trammel_base::sort::set(names.iter().cloned());
        self.update_flags(|entity| names.contains(&entity.name));
        Reply::of_answer(Answer::Done)
    }

    /// Sets the locked and hidden flags of a layer on behalf of the user. They apply to all entities on the layer, also
    /// to those that are drawn later.
    pub fn set_layer_flags(&mut self, layer: &str, flags: Flags) -> Reply {
        let Some(layer) = self.document.layer_name(layer) else {
            return no_layer(layer);
        };
        self.document.layers.set_flags(&layer, flags);
        self.update_flags(|entity| entity.layer.as_ref() == Some(&layer));
        Reply::of_answer(Answer::Done)
    }

    /// Hides layers on behalf of the user, as a file that was imported does. A layer that does not exist is left out.
    pub fn hide_layers(&mut self, layers: &[Name]) {
        for layer in layers {
            let flags = self.document.layers.flags(Some(layer)).or(Flags::HIDDEN);
            self.set_layer_flags(layer.as_str(), flags);
        }
    }

    /// Gives the entities for which `of` is true the flags that they must have, and returns the change.
    pub(crate) fn update_flags(&mut self, of: impl Fn(&Entity) -> bool) -> Diff {
        let scene = std::mem::take(&mut self.document.scene);
        let (scene, diff) = set_flags_where(scene, of, |entity| self.document.flags_of(entity));
        self.document.scene = scene;
        self.document.generation += 1;
        self.parties.user_edits.note_flags(&diff);
        self.document.diffs.push(diff.clone());
        diff
    }
}

/// Gives the entities for which `of` is true their flags.
fn set_flags_where(
    scene: Scene,
    of: impl Fn(&Entity) -> bool,
    flags: impl Fn(&Entity) -> Flags,
) -> (Scene, Diff) {
    let wrong = |entity: &Entity| of(entity) && entity.flags() != flags(entity);
    let names: Vec<Name> = scene
        .walk()
        .filter(|entity| wrong(entity))
        .map(|entity| entity.name.clone())
        .collect();
    let mut edit = Edit::by_user(scene);
    for name in names {
        let flags = edit.get(&name).map(|entity| flags(entity));
        // The entity exists and the edit is the user's, so this cannot fail.
        let _ = edit.set_flags(&name, flags.unwrap_or_default());
    }
    edit.finish()
}

fn no_layer(layer: &str) -> Reply {
    Reply::of_message(bilingual!(
        "Layer '{layer}' not found. Create the layer first.",
        "'{layer}' 레이어를 찾을 수 없어요. 먼저 레이어를 만드세요."
    ))
}
