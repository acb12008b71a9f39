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

    /// Returns the hidden layers alone: nothing is locked, and no layer is current.
    #[must_use]
    pub fn hidden_only(&self) -> LayerSettings {
        let hidden = self.flags.iter().filter(|(_, flags)| flags.hidden);
        LayerSettings {
            flags: hidden
                .map(|(name, flags)| (name.clone(), flags.without_lock()))
                .collect(),
            current: None,
        }
    }

    /// Exchanges the settings of two names, for a renamed layer.
    pub fn exchange_names(&mut self, one: &Name, other: &Name) {
        let flags = self.flags(Some(one));
        self.set_flags(one, self.flags(Some(other)));
        self.set_flags(other, flags);
        self.current = match self.current.take() {
            Some(name) if name == *one => Some(other.clone()),
            Some(name) if name == *other => Some(one.clone()),
            name => name,
        };
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

/// Returns the name before and after of the layer that a change has renamed. The lists are the layers before and after;
/// `None` for any other change.
pub fn renamed_layer(before: &[Layer], after: &[Layer]) -> Option<(Name, Name)> {
    let mut differing = before.iter().zip(after).filter(|(old, new)| old.name != new.name);
    let (Some((old, new)), None) = (differing.next(), differing.next()) else {
        return None;
    };
    let is_known = |layers: &[Layer], name: &Name| layers.iter().any(|layer| layer.name == *name);
    let is_other = before.len() != after.len() || is_known(before, &new.name) || is_known(after, &old.name);
    (!is_other).then(|| (old.name.clone(), new.name.clone()))
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
        let floor = Name::new("floor").unwrap();
        let mut more = settings.clone();
        more.set_flags(&floor, Flags::LOCKED);
        settings.set_current(None);
        assert_eq!(more.hidden_only(), settings);
        settings.set_flags(&wall, Flags::default());
        settings.set_current(None);
        assert!(settings.is_empty());
    }
}
