//! Extent of items together, and the change of whole items: an adjustment, or a call of a tool.
//!
//! Invariant: annotations have no extent of their own, because they follow what they measure.

use super::canvas_tool::Effect;
use trammel_code::Call;
use trammel_kernel::{Bounds, Point};
use trammel_scene::{Adjustment, Name, Scene, Shape};

/// Smallest size that can be scaled, in drawing units.
pub const LEAST: f64 = 1e-9;

/// Change of items by hand.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemChange {
    /// Moves or scales the items, or changes their drawing calls.
    Adjust(Adjustment),
    /// Calls a tool with the items.
    Call(Call),
}

impl From<ItemChange> for Effect {
    fn from(change: ItemChange) -> Self {
        match change {
            ItemChange::Adjust(adjustment) => Effect::Adjust(adjustment),
            ItemChange::Call(call) => call.into(),
        }
    }
}

/// Returns the smallest box around items; `None` if they have no curves or one is an annotation.
#[must_use]
pub fn extent(scene: &Scene, names: &[Name]) -> Option<Bounds> {
    let follows = |name: &Name| {
        let shape = scene.get(name).map(|entity| &entity.shape);
        matches!(
            shape,
            Some(Shape::Dimension(_) | Shape::Leader(_) | Shape::Hatch(_))
        )
    };
    if names.iter().any(follows) {
        return None;
    }
    Bounds::union_all(names.iter().filter_map(|name| scene.world_bounds(name)))
}

/// Returns the scaling of items by a factor about a point of the drawing.
#[must_use]
pub fn scale_items(names: &[Name], factor: f64, around: Point) -> ItemChange {
    ItemChange::Adjust(Adjustment::Scale {
        names: names.to_vec(),
        factor,
        center: around,
    })
}
