//! Exchange of the settings that are kept by name: a step keeps those of the other entity, or layer, with the same name.
//!
//! Invariant: an exchange that is reverted leaves all settings as they were, except for the current layer: the present
//! choice of the user takes precedence.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use trammel_scene::{Flags, Layer, LayerSettings, Name, renamed_layer};

/// Settings of entities and layers that a step exchanges.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Exchange {
    /// Flags of the other entity with this name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) entities: BTreeMap<Name, Flags>,
    /// Entities that the step renames: the name before and the name after.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    renamed: Vec<(Name, Name)>,
    /// Flags of the other layer with this name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    layers: BTreeMap<Name, Flags>,
    /// Layer that the step renames: the name before and the name after.
    #[serde(skip_serializing_if = "Option::is_none")]
    renamed_layer: Option<(Name, Name)>,
    /// New layer whose name was that of the current layer.
    #[serde(skip_serializing_if = "Option::is_none")]
    current: Option<Name>,
}

impl Exchange {
    /// Returns the exchange for renamed entities: the name before and the name after of each.
    pub(crate) fn of_renamed(renamed: Vec<(Name, Name)>) -> Exchange {
        Exchange {
            renamed,
            ..Exchange::default()
        }
    }

    /// Returns the exchange of the settings of layers for a change of the layers, not performed yet.
    pub(crate) fn of_layers(settings: &LayerSettings, before: &[Layer], after: &[Layer]) -> Exchange {
        let is_new = |layer: &&Layer| before.iter().all(|old| old.name != layer.name);
        let mut exchange = Exchange {
            renamed_layer: renamed_layer(before, after),
            ..Exchange::default()
        };
        for layer in after.iter().filter(is_new) {
            if settings.flags(Some(&layer.name)) != Flags::default() {
                exchange.layers.insert(layer.name.clone(), Flags::default());
            }
            if settings.current() == Some(&layer.name) {
                exchange.current = Some(layer.name.clone());
            }
        }
        exchange
    }

    pub(crate) fn is_empty(&self) -> bool {
        *self == Exchange::default()
    }

    /// Performs the exchange when the step is made or redone.
    pub(crate) fn repeat(&mut self, locks: &mut BTreeMap<Name, Flags>, layers: &mut LayerSettings) {
        self.swap(locks, layers);
        if let Some(held) = &self.current
            && layers.current() == Some(held)
        {
            layers.set_current(None);
        }
        self.rename(locks, layers);
    }

    /// Performs the exchange when the step is undone.
    pub(crate) fn revert(&mut self, locks: &mut BTreeMap<Name, Flags>, layers: &mut LayerSettings) {
        self.rename(locks, layers);
        self.swap(locks, layers);
        if let Some(held) = &self.current
            && layers.current().is_none()
        {
            layers.set_current(Some(held.clone()));
        }
    }

    fn swap(&mut self, locks: &mut BTreeMap<Name, Flags>, layers: &mut LayerSettings) {
        for (name, flags) in &mut self.entities {
            *flags = exchange_flags(locks, name, *flags);
        }
        for (layer, flags) in &mut self.layers {
            let present = layers.flags(Some(layer));
            layers.set_flags(layer, *flags);
            *flags = present;
        }
    }

    fn rename(&self, locks: &mut BTreeMap<Name, Flags>, layers: &mut LayerSettings) {
        for (before, after) in &self.renamed {
            let flags = exchange_flags(locks, before, Flags::default());
            let flags = exchange_flags(locks, after, flags);
            exchange_flags(locks, before, flags);
        }
        if let Some((before, after)) = &self.renamed_layer {
            layers.exchange_names(before, after);
        }
    }
}

/// Sets the flags of an entity, and returns those before.
pub(crate) fn exchange_flags(locks: &mut BTreeMap<Name, Flags>, name: &Name, flags: Flags) -> Flags {
    let before = if flags == Flags::default() {
        locks.remove(name)
    } else {
        locks.insert(name.clone(), flags)
    };
    before.unwrap_or_default()
}
