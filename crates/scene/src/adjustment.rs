//! Changes of entities by direct manipulation or in a panel, and the form in which the code records them.
//!
//! This file has only the request and the answer. The session changes the code (`adjust/` in `crates/document`). Canvas tools and
//! panels create an [`Adjustment`], so that no tool depends on the session.

use super::name::Name;
use serde_json::Value;
use trammel_kernel::Vec2;

/// Parameters of the drawing tool of an entity's shape with their values: `radius`, `points` (the whole list), `text`,
/// `layer`, `style.stroke.width`. Numbers are in the entity's own coordinates, angles in radians.
pub type Arguments = Vec<(String, Value)>;

/// Change of entities by direct manipulation or in a panel.
#[derive(Clone, Debug, PartialEq)]
pub enum Adjustment {
    /// Moves entities.
    Move {
        /// Entities or groups, each listed once; none contains another one.
        names: Vec<Name>,
        /// Vector in drawing units, in world coordinates.
        by: Vec2,
    },
    /// Sets arguments of the drawing calls of entities.
    Set {
        /// The entities, each listed once, with their new arguments.
        entities: Vec<(Name, Arguments)>,
        /// Size of a pixel in drawing units: an angle that the code states in degrees is rounded below this distance.
        /// 0 keeps every digit. Other numbers are written exactly as given.
        pixel: f64,
    },
    /// Renames an entity.
    Rename {
        /// The entity or group.
        name: Name,
        /// Its new name.
        new_name: Name,
    },
    /// Deletes entities with their members.
    Delete {
        /// Entities or groups, each listed once; none contains another one.
        names: Vec<Name>,
    },
}

impl Adjustment {
    /// Returns the change of the arguments of one entity.
    #[must_use]
    pub fn set_one(name: Name, values: Arguments, pixel: f64) -> Adjustment {
        let entities = vec![(name, values)];
        Adjustment::Set { entities, pixel }
    }

    /// Returns the names of the entities to change.
    pub fn names(&self) -> Vec<Name> {
        match self {
            Adjustment::Move { names, .. } | Adjustment::Delete { names } => names.clone(),
            Adjustment::Set { entities, .. } => entities.iter().map(|(name, _)| name.clone()).collect(),
            Adjustment::Rename { name, .. } => vec![name.clone()],
        }
    }

    /// Returns the same change of these entities alone; `None` for a new name, which only one entity can get.
    #[must_use]
    pub fn of(&self, names: Vec<Name>) -> Option<Adjustment> {
        match self {
            Adjustment::Move { by, .. } => Some(Adjustment::Move { names, by: *by }),
            Adjustment::Delete { .. } => Some(Adjustment::Delete { names }),
            Adjustment::Set { entities, pixel } => {
                let names = trammel_base::sort::set(names);
                let listed = entities.iter().filter(|(name, _)| names.contains(name));
                Some(Adjustment::Set {
                    entities: listed.cloned().collect(),
                    pixel: *pixel,
                })
            }
            Adjustment::Rename { .. } => None,
        }
    }
}

/// Form in which the code records an adjustment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// Recorded calls were changed in place, or removed with their statements.
    InPlace,
    /// A later call of the same entity was changed or removed.
    Folded,
    /// Statements were added at the end of `main`.
    Appended {
        /// The added text.
        statements: String,
        /// Reason why the recorded calls stay as they are.
        why: Obstacle,
    },
}

/// Reason why a value of a recorded call cannot be changed in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The call that drew the entity is not known.
    Unknown,
    /// The call runs for several entities.
    Repeated,
    /// The value is computed.
    Computed,
    /// The value is a constant with further uses.
    Shared,
    /// The call does not state the value.
    Omitted,
    /// A later call transforms the entity.
    Transformed,
    /// The new value would change other entities as well.
    Others,
    /// With the change in place, the code draws another result than the wanted one.
    Differs,
    /// With the change in place, the code does not run.
    Fails,
    /// The typed code has not run yet, so the places of its calls are not known.
    NotRun,
    /// More calls change the entity than are recorded.
    Many,
    /// Other statements name the entity.
    Named,
}
