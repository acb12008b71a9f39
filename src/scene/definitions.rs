//! The parts of a drawing besides its entities: layers, constraints, and the name and unit that its code gives.
//!
//! A [`Definitions`] is small and shared, and is replaced as a whole; a [`Diff`](super::Diff) holds the one before and the one
//! after. Invariants, checked by [`Definitions::check`]: names of layers and numbers of constraints are unique, every number
//! is finite, and the name is one line of at most [`MAX_TITLE_CHARS`] characters.

use super::name::Name;
use super::part_ref::PartRef;
use super::range::{check_coordinate, check_size};
use super::style::{Color, Stroke};
use super::units::Units;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The most layers a drawing may have.
pub const MAX_LAYERS: usize = 256;

/// The most constraints a drawing may have.
pub const MAX_CONSTRAINTS: usize = 2_000;

/// The most characters of a drawing's name that its code gives.
pub const MAX_TITLE_CHARS: usize = 200;

/// Layers, constraints, and the name and unit that the code gives.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Definitions {
    /// Layers in the order in which they were made.
    pub layers: Vec<Layer>,
    /// Constraints in the order in which they were made.
    pub constraints: Vec<Constraint>,
    /// The number the last constraint got; numbers are not used twice.
    pub last_constraint: u32,
    /// The name of the drawing, if the code gives one.
    pub name: Option<Arc<str>>,
    /// The unit of the drawing, if the code gives one.
    pub units: Option<Units>,
}

/// A layer: entities of one kind, with the paint they have unless they say otherwise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layer {
    /// Its identity.
    pub name: Name,
    /// The stroke colour of its entities.
    pub color: Color,
    /// The stroke width of its entities, in drawing units.
    pub line_weight: f64,
}

/// A condition that solving keeps: two edges parallel, a distance of 40.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Constraint {
    /// Its number; tools and files write it as `c1`.
    pub id: u32,
    /// What it demands.
    pub kind: ConstraintKind,
    /// Of what: entities or parts of them.
    pub refs: Vec<PartRef>,
    /// How much, for those that measure: drawing units or radians.
    pub value: Option<f64>,
}

/// What a constraint demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum ConstraintKind {
    /// Two points are one.
    Coincident,
    /// A line, or two points, lie along x.
    Horizontal,
    /// A line, or two points, lie along y.
    Vertical,
    /// Two lines have one direction.
    Parallel,
    /// Two lines meet at a right angle.
    Perpendicular,
    /// Two lines lie on one.
    Collinear,
    /// Two curves touch without crossing.
    Tangent,
    /// Two lines have one length, or two circles one radius.
    Equal,
    /// Two circles have one center.
    Concentric,
    /// A point is the middle of a line.
    Midpoint,
    /// Two points mirror each other in a line.
    Symmetric,
    /// A point lies on a curve.
    PointOn,
    /// Something stays where it is.
    Fix,
    /// Two points, or a point and a line, are so far apart.
    Distance,
    /// Two points are so far apart along x.
    DistanceX,
    /// Two points are so far apart along y.
    DistanceY,
    /// A line's direction is turned by this angle against that of another, or against x.
    Angle,
    /// A line has this length.
    Length,
    /// A circle or arc has this radius.
    Radius,
    /// A circle or arc has this diameter.
    Diameter,
}

impl Definitions {
    /// The layer of that name.
    pub fn layer(&self, name: &str) -> Option<&Layer> {
        self.layers.iter().find(|layer| layer.name.as_str() == name)
    }

    /// Whether layers and constraints mean the same; the numbers of constraints do not matter.
    pub fn same_drawing(&self, other: &Definitions) -> bool {
        let same =
            |(a, b): (&Constraint, &Constraint)| (a.kind, &a.refs, a.value) == (b.kind, &b.refs, b.value);
        self.layers == other.layers
            && self.constraints.len() == other.constraints.len()
            && self.constraints.iter().zip(&other.constraints).all(same)
    }

    /// Checks what the types cannot say.
    ///
    /// # Errors
    /// Names what is wrong.
    pub fn check(&self) -> Result<(), String> {
        if self.layers.len() > MAX_LAYERS {
            return Err(format!("{} layers, {MAX_LAYERS} are allowed", self.layers.len()));
        }
        if self.constraints.len() > MAX_CONSTRAINTS {
            return Err(format!(
                "{} constraints, {MAX_CONSTRAINTS} are allowed",
                self.constraints.len()
            ));
        }
        for (i, layer) in self.layers.iter().enumerate() {
            if self.layers[..i].iter().any(|other| other.name == layer.name) {
                return Err(format!("layer '{}' is there twice", layer.name));
            }
            layer
                .check()
                .map_err(|e| format!("layer '{}': {e}", layer.name))?;
        }
        if let Some(name) = &self.name {
            check_title(name)?;
        }
        let mut ids = std::collections::BTreeSet::new();
        for constraint in &self.constraints {
            let id = constraint.id;
            if id == 0 || id > self.last_constraint || !ids.insert(id) {
                return Err(format!("constraint number c{id} is impossible or there twice"));
            }
            if let Some(value) = constraint.value {
                check_coordinate("value", value).map_err(|e| format!("constraint c{id}: {e}"))?;
            }
            if constraint.refs.is_empty() || constraint.refs.len() > 4 {
                return Err(format!("constraint c{id} needs one to four refs"));
            }
        }
        Ok(())
    }
}

/// Checks the name of a drawing.
///
/// # Errors
/// Says what it must be.
pub(super) fn check_title(name: &str) -> Result<(), String> {
    let count = name.chars().count();
    if name.trim().is_empty() || count > MAX_TITLE_CHARS || name.chars().any(char::is_control) {
        return Err(format!(
            "name must be one line of 1 to {MAX_TITLE_CHARS} characters, got {count} characters"
        ));
    }
    Ok(())
}

impl Layer {
    /// The stroke of an entity on it that has none of its own.
    pub fn stroke(&self) -> Stroke {
        Stroke {
            color: self.color,
            width: self.line_weight,
            ..Stroke::default()
        }
    }

    /// Checks the numbers.
    ///
    /// # Errors
    /// Names the parameter and its value.
    pub fn check(&self) -> Result<(), String> {
        if self.line_weight == 0.0 {
            return Ok(());
        }
        check_size("line_weight", self.line_weight)
    }
}
