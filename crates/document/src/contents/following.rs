//! Settings of the user that are kept by name and follow the history: flags of entities and layers, and the current
//! layer.
//!
//! A name can stand for several entities in turn: one that undo or typed code has removed, and a new one with the same
//! name. The settings belong to the entity. While an entity does not exist, its settings stay under its name, so that
//! undo and redo restore both. A step that draws a new entity, or creates a new layer, takes the settings of the earlier
//! one out and keeps them ([`Exchange`]); its undo puts them back.

use crate::contents::document::Document;
use crate::contents::settings_exchange::{Exchange, exchange_flags};
use crate::history::document_history::DocumentHistory;
use crate::history::history_log::Direction;
use crate::history::step::Step;
use crate::session::Session;
use std::collections::BTreeMap;
use trammel_run::origins::Touch;
use trammel_scene::{Diff, Flags, Layer, LayerSettings, Name};

impl Document {
    /// Returns the settings of layers after a step that changes the layers in this way.
    pub(crate) fn layers_after(&self, before: &[Layer], after: &[Layer]) -> LayerSettings {
        let mut layers = self.layers.clone();
        Exchange::of_layers(&layers, before, after).repeat(&mut BTreeMap::new(), &mut layers);
        layers
    }

    /// Exchanges the settings of the entities and layers that a new step draws or creates. While the stored drawing has
    /// not been drawn, nothing is known to be new.
    pub(crate) fn follow(&mut self, diff: &Diff) -> Vec<Exchange> {
        if !self.is_drawn {
            return Vec::new();
        }
        let mut exchange = diff
            .definitions()
            .map_or_else(Exchange::default, |(before, after)| {
                Exchange::of_layers(&self.layers, &before.layers, &after.layers)
            });
        if !self.locks.is_empty() {
            let names = diff.added_entities().map(|entity| &entity.name);
            let flagged = names.filter(|name| self.locks.contains_key(*name));
            exchange.entities = trammel_base::sort::map(flagged.map(|name| (name.clone(), Flags::default())));
        }
        if exchange.is_empty() {
            return Vec::new();
        }
        exchange.repeat(&mut self.locks, &mut self.layers);
        vec![exchange]
    }

    /// Performs the exchanges of a step that is undone or redone, and returns them with the settings that they now keep.
    pub(crate) fn exchange(&mut self, mut exchanges: Vec<Exchange>, direction: Direction) -> Vec<Exchange> {
        let (locks, layers) = (&mut self.locks, &mut self.layers);
        match direction {
            Direction::Forward => exchanges.iter_mut().for_each(|one| one.repeat(locks, layers)),
            Direction::Back => exchanges
                .iter_mut()
                .rev()
                .for_each(|one| one.revert(locks, layers)),
        }
        exchanges
    }

    /// Performs the exchanges of a step in memory that is undone or redone. Returns whether the settings that the step
    /// keeps have changed, so that it must be stored again.
    pub(crate) fn exchange_of(&mut self, step: &mut Step, direction: Direction) -> bool {
        let exchanges = self.exchange(step.exchanges.clone(), direction);
        let is_changed = exchanges != step.exchanges;
        if is_changed {
            step.exchanges = exchanges;
            step.revision += 1;
        }
        is_changed
    }
}

impl DocumentHistory {
    /// Records the entities that the newest step has renamed, whose settings follow when the step is undone. A call does
    /// not rename an entity that has flags.
    pub(crate) fn note_renames<'a>(&mut self, touches: impl Iterator<Item = (&'a Name, &'a Touch)>) {
        let renamed = touches.filter_map(|(name, touch)| match touch {
            Touch::Renamed(old) => Some((old.clone(), name.clone())),
            Touch::Made | Touch::Changed => None,
        });
        let renamed: Vec<(Name, Name)> = renamed.collect();
        if let Some(step) = self.steps.newest_mut().filter(|_| !renamed.is_empty()) {
            step.exchanges.push(Exchange::of_renamed(renamed));
        }
    }
}

impl Session {
    /// Gives their flags back to the entities that a stretch of typing has removed and drawn again: they are not new.
    pub(crate) fn return_flags(&mut self) {
        let Some(step) = self
            .history
            .steps
            .newest_mut()
            .filter(|step| !step.exchanges.is_empty())
        else {
            return;
        };
        let (mut locks, mut layers) = (self.document.locks.clone(), self.document.layers.clone());
        for exchange in step.exchanges.clone().iter_mut().rev() {
            exchange.revert(&mut locks, &mut layers);
        }
        let (scene, diff) = (&self.document.scene, &step.scene);
        let is_old = |name: &Name| {
            scene.get(name).is_some() && diff.get(name).is_none_or(|change| change.from.is_some())
        };
        let mut returned = Vec::new();
        for exchange in &mut step.exchanges {
            exchange.entities.retain(|name, _| {
                let is_old = is_old(name);
                returned.extend(is_old.then(|| name.clone()));
                !is_old
            });
        }
        step.exchanges.retain(|exchange| !exchange.is_empty());
        for name in returned {
            let flags = locks.get(&name).copied().unwrap_or_default();
            exchange_flags(&mut self.document.locks, &name, flags);
            let diff = self.update_flags(|entity| entity.name == name);
            if let Some(step) = self.history.steps.newest_mut() {
                step.scene.then(diff);
            }
        }
    }
}
