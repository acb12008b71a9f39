//! Definitions of a drawing that are not entities: layers, constraints, and the name and unit set by the code.
//!
//! A [`Definitions`] is small, shared, and replaced as a whole; a [`Diff`](super::Diff) holds the values before and
//! after. Invariants, checked by [`Definitions::check`]: layer names and constraint numbers are unique, every number is
//! finite, and the name is one line of at most [`MAX_TITLE_CHARS`] characters.

use super::constraint_kind::ConstraintKind;
use super::name::{Name, plain_name};
use super::part_ref::PartRef;
use super::range::{check_coordinate, check_size};
use super::style::{Color, Stroke};
use super::units::Units;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use trammel_language::{Bilingual, bilingual};

/// Maximum number of layers of a drawing.
pub const MAX_LAYERS: usize = 256;

/// Maximum number of constraints of a drawing.
pub const MAX_CONSTRAINTS: usize = 2_000;

/// Maximum length, in characters, of the drawing name set by the code.
pub const MAX_TITLE_CHARS: usize = 200;

/// Layers, constraints, and the name and unit set by the code.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Definitions {
    /// Layers in order of creation.
    pub layers: Vec<Layer>,
    /// Constraints in order of creation.
    pub constraints: Vec<Constraint>,
    /// Number of the most recently added constraint; numbers are never reused.
    pub last_constraint: u32,
    /// Name of the drawing, if the code sets one.
    pub name: Option<Arc<str>>,
    /// Unit of the drawing, if the code sets one.
    pub units: Option<Units>,
}

/// Layer: a named set of entities with a default stroke color and width.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layer {
    /// Name, which identifies the layer.
    pub name: Name,
    /// Stroke color of the layer's entities.
    pub color: Color,
    /// Stroke width of the layer's entities, in drawing units.
    pub line_weight: f64,
}

/// Geometric constraint that the solver satisfies, such as two parallel edges or a distance of 40.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Constraint {
    /// Number, written as `c1` by tools and files.
    pub id: u32,
    /// Kind of the constraint.
    pub kind: ConstraintKind,
    /// Constrained entities or parts of entities, one to four.
    pub refs: Vec<PartRef>,
    /// Value of a dimensional constraint, in drawing units or radians.
    pub value: Option<f64>,
}

impl Definitions {
    /// Returns the layer with the given name.
    pub fn layer(&self, name: &str) -> Option<&Layer> {
        let found = |name: &str| self.layers.iter().find(|layer| layer.name.as_str() == name);
        found(name).or_else(|| found(&plain_name(name)))
    }

    /// Whether layers and constraints are equal; constraint numbers are ignored.
    pub fn same_drawing(&self, other: &Definitions) -> bool {
        let same =
            |(a, b): (&Constraint, &Constraint)| (a.kind, &a.refs, a.value) == (b.kind, &b.refs, b.value);
        self.layers == other.layers
            && self.constraints.len() == other.constraints.len()
            && self.constraints.iter().zip(&other.constraints).all(same)
    }

    /// Validates the invariants that the types do not express: limits, unique names and numbers, finite values.
    ///
    /// # Errors
    /// Returns a description of the first violation.
    pub fn check(&self) -> Result<(), Bilingual> {
        if self.layers.len() > MAX_LAYERS {
            return Err(bilingual!(
                "{} layers, at most {MAX_LAYERS}",
                "레이어가 {}개이고 최대 {MAX_LAYERS}개예요",
                self.layers.len()
            ));
        }
        if self.constraints.len() > MAX_CONSTRAINTS {
            return Err(bilingual!(
                "{} constraints, at most {MAX_CONSTRAINTS}",
                "구속이 {}개이고 최대 {MAX_CONSTRAINTS}개예요",
                self.constraints.len()
            ));
        }
        for (i, layer) in self.layers.iter().enumerate() {
            if self.layers[..i].iter().any(|other| other.name == layer.name) {
                return Err(bilingual!(
                    "layer '{}' appears twice",
                    "'{}' 레이어가 두 번 나와요",
                    layer.name
                ));
            }
            layer
                .check()
                .map_err(|e| bilingual!("layer '{}': {e}", "'{}' 레이어: {e:#}", layer.name))?;
        }
        if let Some(name) = &self.name {
            check_title(name)?;
        }
        let mut ids = std::collections::BTreeSet::new();
        for constraint in &self.constraints {
            let id = constraint.id;
            if id == 0 || id > self.last_constraint || !ids.insert(id) {
                return Err(bilingual!(
                    "constraint id c{id} is invalid or appears twice",
                    "구속 번호 c{id}이(가) 잘못됐거나 두 번 나와요"
                ));
            }
            if let Some(value) = constraint.value {
                check_coordinate("value", value)
                    .map_err(|e| bilingual!("constraint c{id}: {e}", "구속 c{id}: {e:#}"))?;
            }
            if constraint.refs.is_empty() || constraint.refs.len() > 4 {
                return Err(bilingual!(
                    "constraint c{id} needs one to four refs",
                    "구속 c{id}에는 refs가 1~4개 있어야 해요"
                ));
            }
        }
        Ok(())
    }
}

/// Validates the name of a drawing.
///
/// # Errors
/// Returns an error if `name` is blank, longer than [`MAX_TITLE_CHARS`], or contains a control character.
pub(super) fn check_title(name: &str) -> Result<(), Bilingual> {
    let count = name.chars().count();
    if name.trim().is_empty() || count > MAX_TITLE_CHARS || name.chars().any(char::is_control) {
        return Err(bilingual!(
            "name must be one line of 1 to {MAX_TITLE_CHARS} characters, got {count} characters",
            "이름은 1~{MAX_TITLE_CHARS}자의 한 줄이어야 하는데 {count}자를 받았어요"
        ));
    }
    Ok(())
}

impl Layer {
    /// Returns the stroke of an entity on this layer that sets none of its own.
    pub fn stroke(&self) -> Stroke {
        Stroke {
            color: self.color,
            width: self.line_weight,
            ..Stroke::default()
        }
    }

    /// Validates the line weight: 0, or above 0 and at most 1e9.
    ///
    /// # Errors
    /// Returns an error that names the parameter and its value.
    pub fn check(&self) -> Result<(), Bilingual> {
        if self.line_weight == 0.0 {
            return Ok(());
        }
        check_size("line_weight", self.line_weight)
    }
}
