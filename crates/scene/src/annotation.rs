//! Annotations as entities: dimensions, leaders and hatches, tied by name to the entities they describe.
//!
//! When a tied entity changes, `associativity.rs` computes the updated shape of the annotation and
//! `Edit::update_associative` stores it.

use super::name::Name;
use super::part_ref::PartRef;
use super::shape::Shape;
use crate::annotate::Drawn;
use std::sync::Arc;

impl Shape {
    /// Returns the drawn form of a dimension or a leader: lines to stroke and areas to fill.
    pub fn drawn(&self) -> Option<Drawn> {
        match self {
            Shape::Dimension(tied) => Some(tied.dimension.drawn()),
            Shape::Leader(tied) => Some(tied.leader.drawn()),
            _ => None,
        }
    }

    /// Returns the references that this shape follows.
    pub fn ties(&self) -> Vec<&PartRef> {
        match self {
            Shape::Dimension(tied) => tied.ties.iter().flatten().collect(),
            Shape::Leader(tied) => tied.tie.iter().collect(),
            Shape::Hatch(tied) => tied.ties.iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Whether this is a dimension, a leader or a hatch, tied or not.
    pub fn is_annotation(&self) -> bool {
        matches!(self, Shape::Dimension(_) | Shape::Leader(_) | Shape::Hatch(_))
    }

    /// Whether the shape of a tied annotation has lost an entity it refers to.
    pub fn is_detached(&self) -> bool {
        match self {
            Shape::Dimension(tied) => tied.detached,
            Shape::Leader(tied) => tied.detached,
            Shape::Hatch(tied) => tied.detached,
            _ => false,
        }
    }

    /// Returns the shape with its ties to `old` renamed to `new`; `None` if the shape has no such tie.
    pub(super) fn with_renamed_ties(&self, old: &str, new: &Name) -> Option<Shape> {
        if !self.ties().iter().any(|tie| tie.entity.as_str() == old) {
            return None;
        }
        let mut shape = self.clone();
        let ties: Vec<&mut PartRef> = match &mut shape {
            Shape::Dimension(tied) => Arc::make_mut(tied).ties.iter_mut().flatten().collect(),
            Shape::Leader(tied) => Arc::make_mut(tied).tie.iter_mut().collect(),
            Shape::Hatch(tied) => Arc::make_mut(tied).ties.iter_mut().collect(),
            _ => Vec::new(),
        };
        for tie in ties.into_iter().filter(|tie| tie.entity.as_str() == old) {
            tie.entity = new.clone();
        }
        Some(shape)
    }
}
