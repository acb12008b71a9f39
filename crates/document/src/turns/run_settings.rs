//! Settings of the drawing at the beginning of an agent's run: unit, name, layers, constraints, and the checks that lines of
//! the user declare, and custom tools. What the user changes during the run is a new beginning.

use std::collections::BTreeSet;
use std::sync::Arc;
use trammel_scene::{Constraint, Definitions, Layer, Scene, Units, renamed_layer};
use trammel_tools::Setting;

/// Settings of the drawing at the beginning of a run.
#[derive(Debug)]
pub(crate) struct RunSettings {
    /// Unit; `None` for an empty drawing whose unit is the default.
    units: Option<Units>,
    name: Option<Arc<str>>,
    layers: Vec<Layer>,
    constraints: Vec<Constraint>,
    /// Lines of the user, with their files, that declare checks.
    checks: BTreeSet<(String, String)>,
    /// Those of these lines that declare none now.
    missing: Vec<String>,
    /// Custom tools that the user has on and that have a function.
    tools: BTreeSet<String>,
    /// Those of these tools that have none now.
    gone: Vec<String>,
}

impl RunSettings {
    /// Returns the settings of a drawing.
    pub(crate) fn of(scene: &Scene) -> RunSettings {
        let definitions = scene.definitions();
        let is_chosen = definitions.units.is_some() || scene.units() != Units::default();
        RunSettings {
            units: (is_chosen || !scene.is_empty()).then(|| scene.units()),
            name: definitions.name.clone(),
            layers: definitions.layers.clone(),
            constraints: definitions.constraints.clone(),
            checks: BTreeSet::new(),
            missing: Vec::new(),
            tools: BTreeSet::new(),
            gone: Vec::new(),
        }
    }

    /// Takes over what another party has changed. `now` is the drawing after it.
    pub(crate) fn other_changed(&mut self, before: &Definitions, after: &Definitions, now: &Scene) {
        if before.units != after.units {
            self.units = Some(now.units());
        }
        if before.name != after.name {
            self.name.clone_from(&after.name);
        }
        if before.layers != after.layers {
            self.layers.clone_from(&after.layers);
        }
        if before.constraints != after.constraints {
            self.constraints.clone_from(&after.constraints);
        }
    }

    /// Follows a layer that the agent of the run has renamed, which is no deletion.
    pub(crate) fn agent_changed(&mut self, before: &Definitions, after: &Definitions) {
        let Some((old, new)) = renamed_layer(&before.layers, &after.layers) else {
            return;
        };
        for layer in self.layers.iter_mut().filter(|layer| layer.name == old) {
            layer.name = new.clone();
        }
    }

    /// Takes over the lines that declare checks.
    pub(crate) fn set_checks(&mut self, checks: BTreeSet<(String, String)>) {
        self.checks = checks;
        self.missing.clear();
    }

    /// Compares the lines that declare checks with the present ones.
    pub(crate) fn compare_checks(&mut self, present: &BTreeSet<(String, String)>) {
        let missing = self.checks.difference(present);
        self.missing = missing.map(|(_, line)| line.clone()).collect();
    }

    /// Takes over the custom tools.
    pub(crate) fn set_tools(&mut self, tools: BTreeSet<String>) {
        self.tools = tools;
        self.gone.clear();
    }

    /// Compares the custom tools with the present ones.
    pub(crate) fn compare_tools(&mut self, present: &BTreeSet<String>) {
        self.gone = self.tools.difference(present).cloned().collect();
    }

    /// Returns the settings that are different now.
    pub(crate) fn changed_settings(&self, now: &Scene) -> Vec<Setting> {
        let definitions = now.definitions();
        let mut changed = Vec::new();
        if let Some(from) = self.units.filter(|units| *units != now.units()) {
            let to = now.units();
            changed.push(Setting::Unit { from, to });
        }
        if let Some(from) = self.name.as_ref().filter(|_| self.name != definitions.name) {
            let from = from.to_string();
            changed.push(Setting::Name { from });
        }
        let is_gone = |layer: &&Layer| !definitions.layers.iter().any(|other| other.name == layer.name);
        changed.extend(self.layers.iter().filter(is_gone).map(|layer| Setting::Layer {
            name: layer.name.to_string(),
        }));
        let is_same = self.constraints == definitions.constraints;
        let mut present: Vec<&Constraint> = definitions.constraints.iter().collect();
        for constraint in self.constraints.iter().filter(|_| !is_same) {
            let same = |other: &&Constraint| (other.kind, &other.refs) == (constraint.kind, &constraint.refs);
            if let Some(at) = present.iter().position(same) {
                present.remove(at);
            } else if constraint.refs.iter().all(|part| now.get(&part.entity).is_some()) {
                // A constraint of a deleted entity is part of the deletion.
                let id = format!("c{}", constraint.id);
                changed.push(Setting::Constraint { id });
            }
        }
        changed.extend(
            self.missing
                .iter()
                .map(|line| Setting::Check { line: line.clone() }),
        );
        changed.extend(self.gone.iter().map(|name| Setting::Tool { name: name.clone() }));
        changed
    }
}
