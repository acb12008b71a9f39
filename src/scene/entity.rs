//! One thing in a drawing.

use super::flags::Flags;
use super::name::Name;
use super::shape::Shape;
use super::style::Style;
use super::transform::Transform;
use crate::geometry::Affine;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Where an entity stands among its siblings: larger is nearer to the front. Only the order of ranks means
/// anything; gaps let an entity move between two others without touching them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Rank(pub u64);

/// The distance between the ranks of neighbors that were drawn one after the other.
pub(super) const RANK_STEP: u64 = 1 << 32;

/// One named thing in a drawing. Entities never change in place: an edit replaces the shared value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entity {
    /// Its identity.
    pub name: Name,
    /// What it is.
    pub shape: Shape,
    /// How it is painted.
    pub style: Arc<Style>,
    /// The layer it is on, if any.
    pub layer: Option<Name>,
    /// Where it stands in its parent.
    pub transform: Transform,
    /// The group it is in.
    pub parent: Option<Name>,
    /// Its place among its siblings.
    pub rank: Rank,
    /// Whether every change to it is refused.
    pub locked: bool,
    /// Whether it is not drawn (and, like a locked one, not changed).
    pub hidden: bool,
}

impl Entity {
    /// The map from this entity's own coordinates to its parent's.
    pub fn matrix(&self) -> Affine {
        if self.transform.is_identity() {
            return Affine::IDENTITY;
        }
        self.transform.matrix(self.shape.center())
    }

    /// The flags that the user has set.
    pub fn flags(&self) -> Flags {
        let (locked, hidden) = (self.locked, self.hidden);
        Flags { locked, hidden }
    }

    /// Whether the two look and stand the same; the rank's exact number does not matter.
    pub fn same_drawing(&self, other: &Entity) -> bool {
        self.shape == other.shape
            && (Arc::ptr_eq(&self.style, &other.style) || self.style == other.style)
            && self.transform == other.transform
            && self.layer == other.layer
            && self.parent == other.parent
            && self.locked == other.locked
            && self.hidden == other.hidden
    }
}
