//! Entity of a drawing.

use super::flags::Flags;
use super::name::Name;
use super::shape::Shape;
use super::style::Style;
use super::transform::Transform;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use trammel_kernel::Affine;

/// Position of an entity among its siblings; a larger rank is nearer to the front. Only the order of ranks matters;
/// gaps let an entity move between two others without changing them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Rank(pub u64);

/// Distance between the ranks of entities that are drawn in succession.
pub(super) const RANK_STEP: u64 = 1 << 32;

/// Named element of a drawing. Entities are immutable: an edit replaces the shared value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entity {
    /// Name, which identifies the entity.
    pub name: Name,
    /// Geometry in local coordinates.
    pub shape: Shape,
    /// Stroke and fill.
    pub style: Arc<Style>,
    /// Layer of the entity, if any.
    pub layer: Option<Name>,
    /// Placement in the parent.
    pub transform: Transform,
    /// Group that contains the entity; `None` at the top level.
    pub parent: Option<Name>,
    /// Position among the siblings.
    pub rank: Rank,
    /// Whether changes by tools and code are refused.
    pub locked: bool,
    /// Whether the entity is not drawn; changes are refused as for a locked entity.
    pub hidden: bool,
    /// Whether a machine cuts the contours as they are drawn: a kerf does not move them. `false` for a group, whose
    /// children have their own values.
    #[serde(default)]
    pub as_drawn: bool,
}

impl Entity {
    /// Returns the map from this entity's local coordinates to those of its parent.
    pub fn matrix(&self) -> Affine {
        if self.transform.is_identity() {
            return Affine::IDENTITY;
        }
        self.transform.matrix(self.shape.center())
    }

    /// Returns the flags set by the user.
    pub fn flags(&self) -> Flags {
        let (locked, hidden) = (self.locked, self.hidden);
        Flags { locked, hidden }
    }

    /// Whether shape, style, placement, layer, parent and flags are equal; names and ranks are ignored.
    pub fn same_drawing(&self, other: &Entity) -> bool {
        self.shape == other.shape
            && (Arc::ptr_eq(&self.style, &other.style) || self.style == other.style)
            && self.transform == other.transform
            && self.layer == other.layer
            && self.parent == other.parent
            && self.locked == other.locked
            && self.hidden == other.hidden
            && self.as_drawn == other.as_drawn
    }
}
