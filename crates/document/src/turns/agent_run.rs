//! Run of an agent under review: what its steps have touched, and the difference from the drawing at its beginning.

use crate::contents::file_texts::FileTexts;
use crate::turns::line_authors::LineAuthors;
use crate::turns::run_lines::RunLines;
use crate::turns::run_settings::RunSettings;
use crate::turns::user_edits::Actor;
use std::collections::BTreeSet;
use std::sync::Arc;
use trammel_kernel::Bounds;
use trammel_scene::{Cap, Color, Entity, Name, Scene, Stroke};
use trammel_tools::{Impact, LostLine};

/// Fraction of its size below which an entity is out of sight.
const TINY: f64 = 0.01;

/// Distance from the drawing, in lengths of its diagonal, beyond which an entity is out of sight.
const FAR: f64 = 10.0;

/// Reviews of the agents that act on the document.
#[derive(Debug, Default)]
pub(crate) struct Review {
    /// Authors of the present lines; `None` before the first run of an agent.
    pub(crate) authors: Option<LineAuthors>,
    /// Run of the conversation's agent; `None` before the first turn.
    pub(crate) turn: Option<Run>,
    /// Calls of the browser's agent, which belong to no turn and count together.
    pub(crate) browser: Option<Run>,
    /// Lines of the user that the present call has removed, moved, or put out of effect.
    pub(crate) overwrote: Vec<LostLine>,
}

/// Run of an agent.
#[derive(Debug)]
pub(crate) struct Run {
    /// Drawing at the beginning.
    pub(crate) before: Scene,
    /// Code files at the beginning.
    pub(crate) files: FileTexts,
    /// Bounds of that drawing.
    pub(crate) bounds: Option<Bounds>,
    /// Whether `main` had no line at the beginning.
    pub(crate) began_empty: bool,
    /// Entities that a step of the agent has changed.
    pub(crate) touched: BTreeSet<Name>,
    /// Lines of the user, and those that steps of the agent have removed, moved, or put out of effect.
    pub(crate) lines: RunLines,
    /// Settings of the drawing.
    pub(crate) settings: RunSettings,
}

impl Review {
    /// Returns the runs of other parties than `actor`.
    pub(crate) fn other_runs(&mut self, actor: Actor) -> impl Iterator<Item = &mut Run> {
        let turn = self.turn.as_mut().filter(|_| actor != Actor::Agent);
        let browser = self.browser.as_mut().filter(|_| actor != Actor::BrowserAgent);
        turn.into_iter().chain(browser)
    }

    /// Returns the run of `actor` whose steps are reviewed.
    pub(crate) fn run_of(&mut self, actor: Actor) -> Option<&mut Run> {
        match actor {
            Actor::User => None,
            Actor::Agent => self.turn.as_mut(),
            Actor::BrowserAgent => self.browser.as_mut(),
        }
    }
}

impl Run {
    /// Computes the difference between the drawing at the beginning and the present one.
    pub(crate) fn impact(&self, now: &Scene) -> Impact {
        let mut impact = Impact {
            lines: self.lines.lost_lines_of_user(),
            settings: self.settings.changed_settings(now),
            entities: self.before.len(),
            ..Impact::default()
        };
        let different = self.changed_entities(now);
        let groups = different.iter().flat_map(|name| self.before.with_members(name));
        for name in trammel_base::sort::set(groups) {
            let Some(old) = self.before.get(&name) else {
                continue;
            };
            let Some(new) = now.get(&name) else {
                impact.deleted.push(name);
                continue;
            };
            if self.is_out_of_sight(old, new, now) {
                impact.unseen.push(name);
            } else if different.contains(&name) {
                impact.changed.push(name);
            } else {
                impact.members.push(name);
            }
        }
        impact
    }

    /// Returns the entities of the beginning that are different now, or on a layer that looks different.
    fn changed_entities(&self, now: &Scene) -> BTreeSet<Name> {
        let mut found = BTreeSet::new();
        for name in &self.touched {
            let old = self.before.get(name);
            if old.is_some() && old != now.get(name) {
                found.insert(name.clone());
            }
        }
        let (old, new) = (&self.before.definitions().layers, &now.definitions().layers);
        let changed = old.iter().filter(|layer| !new.contains(layer));
        let changed = trammel_base::sort::set(changed.map(|layer| &layer.name));
        if !changed.is_empty() {
            let is_on =
                |entity: &&Arc<Entity>| entity.layer.as_ref().is_some_and(|layer| changed.contains(layer));
            found.extend(self.before.walk().filter(is_on).map(|entity| entity.name.clone()));
        }
        found
    }

    /// Whether an entity that still exists cannot be seen, has shrunk to nothing, or is far away from the drawing.
    fn is_out_of_sight(&self, old: &Entity, new: &Entity, now: &Scene) -> bool {
        let was_seen = is_drawn(old) && self.before.is_shown(old);
        if was_seen && !(is_drawn(new) && now.is_shown(new)) {
            return true;
        }
        let (Some(old), Some(drawing)) = (self.before.world_bounds(&old.name), self.bounds) else {
            return false;
        };
        let Some(new) = now.world_bounds(&new.name) else {
            return true;
        };
        let size = |bounds: &Bounds| bounds.width().max(bounds.height());
        let diagonal = libm::hypot(drawing.width(), drawing.height()).max(size(&old));
        size(&new) < TINY * size(&old) || !drawing.inflate(FAR * diagonal).contains_bounds(&new)
    }
}

/// Opacity below which a color is out of sight.
const FAINT: f64 = 0.1;

/// Fraction of a line that its dashes draw, below which the line is out of sight.
const SPARSE: f64 = 0.1;

/// Whether the style of an entity draws something that can be seen. A group has no style of its own.
fn is_drawn(entity: &Entity) -> bool {
    let shows = |color: &Color| !matches!(color, Color::Rgba([.., opacity]) if *opacity < FAINT);
    let style = &entity.style;
    let is_seen = |stroke: &Stroke| {
        // Caps other than butt ones lengthen each dash, so that dots are dashes without length.
        let cap = match stroke.cap {
            Cap::Butt => 0.0,
            Cap::Round | Cap::Square => stroke.width,
        };
        let dashes: f64 = stroke.dash.iter().step_by(2).map(|dash| dash + cap).sum();
        let all: f64 = stroke.dash.iter().sum();
        // Dashes of an odd number repeat with dashes and gaps exchanged.
        let is_sparse = stroke.dash.len().is_multiple_of(2) && all > 0.0 && dashes < SPARSE * all;
        stroke.width > 0.0 && shows(&stroke.color) && !is_sparse
    };
    let has_stroke = style.stroke.as_ref().is_some_and(is_seen);
    entity.shape.is_group() || has_stroke || style.fill.is_some_and(|fill| shows(&fill.color))
}
