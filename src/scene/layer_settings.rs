//! Settings of layers that the user makes: hidden and locked layers, and the layer of new figures.
//!
//! The settings are no part of the code: a layer is named here before, while, and after the code creates it.

use super::definitions::Layer;
use super::flags::Flags;
use super::name::Name;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Hidden and locked layers, and the current layer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LayerSettings {
    /// Flags of the layers that the user hid or locked.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    flags: BTreeMap<Name, Flags>,
    /// Layer of the figures that the user draws on the canvas.
    #[serde(skip_serializing_if = "Option::is_none")]
    current: Option<Name>,
}

impl LayerSettings {
    /// Whether no layer is hidden, locked, or current.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether a layer is hidden or locked.
    pub fn has_flags(&self) -> bool {
        !self.flags.is_empty()
    }

    /// Returns the flags of a layer; no flags for `None`, which stands for entities without a layer.
    pub fn flags(&self, layer: Option<&Name>) -> Flags {
        let flags = layer.and_then(|layer| self.flags.get(layer));
        flags.copied().unwrap_or_default()
    }

    /// Sets the flags of a layer.
    pub fn set_flags(&mut self, layer: &Name, flags: Flags) {
        if flags == Flags::default() {
            self.flags.remove(layer);
        } else {
            self.flags.insert(layer.clone(), flags);
        }
    }

    /// Follows the renaming of a layer, so that the layer stays hidden, locked, or current under its new name. The lists are
    /// the layers before and after a change; a change that is not a renaming has no effect.
    pub fn follow(&mut self, before: &[Layer], after: &[Layer]) {
        let mut differing = before.iter().zip(after).filter(|(old, new)| old.name != new.name);
        let (Some((old, new)), None) = (differing.next(), differing.next()) else {
            return;
        };
        let is_known = |layers: &[Layer], name: &Name| layers.iter().any(|layer| layer.name == *name);
        if before.len() != after.len() || is_known(before, &new.name) || is_known(after, &old.name) {
            return;
        }
        if let Some(flags) = self.flags.remove(&old.name) {
            self.flags.insert(new.name.clone(), flags);
        }
        if self.current.as_ref() == Some(&old.name) {
            self.current = Some(new.name.clone());
        }
    }

    /// Returns the layer of new figures, which may not exist.
    pub fn current(&self) -> Option<&Name> {
        self.current.as_ref()
    }

    /// Sets the layer of new figures.
    pub fn set_current(&mut self, layer: Option<Name>) {
        self.current = layer;
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn settings_round_trip_and_cleared_flags_are_not_stored() {
        let wall = Name::new("벽").unwrap();
        let mut settings = LayerSettings::default();
        assert_eq!(serde_json::to_string(&settings).unwrap(), "{}");
        settings.set_flags(&wall, Flags::HIDDEN);
        settings.set_current(Some(wall.clone()));
        let text = serde_json::to_string(&settings).unwrap();
        assert_eq!(
            serde_json::from_str::<LayerSettings>(&text).unwrap(),
            settings,
            "{text}"
        );
        assert!(settings.flags(Some(&wall)).hidden && !settings.flags(None).hidden);
        settings.set_flags(&wall, Flags::default());
        settings.set_current(None);
        assert!(settings.is_empty());
    }
}
