//! Changes of entities by direct manipulation or in a panel.
//!
//! This file has only the request. The session changes the code. Canvas tools and panels create an [`Adjustment`], so that
//! no tool depends on the session.

use super::name::Name;
use serde_json::Value;
use trammel_kernel::{Point, Vec2};

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
    /// Rotates entities.
    Rotate {
        /// Entities or groups, each listed once; none contains another one.
        names: Vec<Name>,
        /// Angle in degrees, counterclockwise.
        angle: f64,
        /// Fixed point, in world coordinates.
        center: Point,
    },
    /// Scales entities.
    Scale {
        /// Entities or groups, each listed once; none contains another one.
        names: Vec<Name>,
        /// Factor of all lengths, not 0.
        factor: f64,
        /// Fixed point, in world coordinates.
        center: Point,
    },
    /// Mirrors entities in place.
    Mirror {
        /// Entities or groups, each listed once; none contains another one.
        names: Vec<Name>,
        /// Two points of the axis, in world coordinates.
        axis: [Point; 2],
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
            Adjustment::Move { names, .. }
            | Adjustment::Rotate { names, .. }
            | Adjustment::Scale { names, .. }
            | Adjustment::Mirror { names, .. }
            | Adjustment::Delete { names } => names.clone(),
            Adjustment::Set { entities, .. } => entities.iter().map(|(name, _)| name.clone()).collect(),
            Adjustment::Rename { name, .. } => vec![name.clone()],
        }
    }

    /// Returns the same change of these entities alone; `None` for a new name, which only one entity can get.
    #[must_use]
    pub fn of(&self, names: Vec<Name>) -> Option<Adjustment> {
        match self {
            Adjustment::Move { by, .. } => Some(Adjustment::Move { names, by: *by }),
            Adjustment::Rotate { angle, center, .. } => Some(Adjustment::Rotate {
                names,
                angle: *angle,
                center: *center,
            }),
            Adjustment::Scale { factor, center, .. } => Some(Adjustment::Scale {
                names,
                factor: *factor,
                center: *center,
            }),
            Adjustment::Mirror { axis, .. } => Some(Adjustment::Mirror { names, axis: *axis }),
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
