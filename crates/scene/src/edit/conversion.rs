//! Conversion of the drawing to another unit: every number changes, and every physical size stays.

use super::transaction::Edit;
use crate::annotate::Measure;
use crate::{ConstraintValue, Definitions, Entity, SceneError, Shape, Transform, Units};
use std::sync::Arc;
use trammel_kernel::Affine;

/// Maximum number of decimals of a dimension after a conversion.
const MAX_DECIMALS: f64 = 8.0;

impl Edit {
    /// Sets the unit of the drawing and scales the drawing about its origin, so that every physical size stays: entities
    /// with their line widths and dashes, tolerances, layers, and the values of constraints. Returns the factor of the numbers.
    ///
    /// # Errors
    /// Returns an error with the name of an entity that is locked or hidden, or that would leave the range of ±1e9.
    pub fn convert_units(&mut self, units: Units) -> Result<f64, SceneError> {
        let old = self.scene.units();
        let factor = old.millimeters() / units.millimeters();
        if factor != 1.0 {
            let converted: Vec<Entity> = self
                .scene
                .walk()
                .map(|entity| {
                    self.refuse_protected(&entity.name)?;
                    let transform = match entity.parent {
                        None => scaled_placement(entity, factor)
                            .ok_or_else(|| SceneError::collapse_error(&entity.name))?,
                        Some(_) => entity.transform,
                    };
                    self.check_reach(entity, &transform)?;
                    Ok(Entity {
                        shape: with_lengths(&entity.shape, factor, [old, units]),
                        transform,
                        ..(**entity).clone()
                    })
                })
                .collect::<Result<_, SceneError>>()?;
            let definitions = with_values(&self.scene.definitions, factor);
            definitions.check().map_err(SceneError::Invalid)?;
            for entity in converted {
                self.put(entity);
            }
            *self.definitions_mut() = definitions;
        }
        self.definitions_mut().units = Some(units);
        Ok(factor)
    }
}

/// Returns the placement of an entity without a group after scaling the drawing about its origin.
fn scaled_placement(entity: &Entity, factor: f64) -> Option<Transform> {
    let matrix = Affine::scale(factor) * entity.matrix();
    entity.transform.with_matrix(matrix, entity.shape.center())
}

/// Returns the shape of an annotation with its tolerance, decimals, and suffix in the new unit. A transform scales all
/// other lengths of a shape.
fn with_lengths(shape: &Shape, factor: f64, [old, new]: [Units; 2]) -> Shape {
    let Shape::Dimension(tied) = shape else {
        return shape.clone();
    };
    let mut tied = tied.clone();
    let dimension = &mut Arc::make_mut(&mut tied).dimension;
    if !matches!(dimension.measure, Measure::Angular { .. }) {
        let marks = &mut dimension.marks;
        marks.tolerance = marks.tolerance.map(|tolerance| tolerance.scale_lengths(factor));
        // A displayed length keeps its precision.
        let decimals = f64::from(dimension.style.decimals) - libm::log10(factor);
        dimension.style.decimals = decimals.ceil().clamp(0.0, MAX_DECIMALS) as u8;
        let suffix = &mut dimension.style.suffix;
        if suffix.trim() == old.as_str() {
            *suffix = suffix.replace(old.as_str(), new.as_str());
        }
    }
    Shape::Dimension(tied)
}

fn with_values(definitions: &Definitions, factor: f64) -> Definitions {
    let mut definitions = definitions.clone();
    for layer in &mut definitions.layers {
        layer.line_weight *= factor;
    }
    for constraint in &mut definitions.constraints {
        if constraint.kind.value != ConstraintValue::Angle {
            constraint.value = constraint.value.map(|value| value * factor);
        }
    }
    definitions
}
