//! Edge of an entity that a procedure picks.

use crate::canvas_tool::{CanvasCx, PointerKind};
use crate::hit_test::Depth;
use trammel_kernel::{Path, Point};
use trammel_scene::{Name, Scene};

/// An edge of an entity.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    /// The entity.
    pub name: Name,
    /// Number of the piece of the outline, if the entity has one outline.
    pub at: usize,
}

impl Edge {
    /// Returns the edge near a position in the drawing.
    #[must_use]
    pub fn near(cx: &CanvasCx<'_>, at: Point, by: PointerKind) -> Option<Self> {
        let name = cx.entity_at(at, by, Depth::Entity)?;
        let paths = cx.scene.world_paths(&name);
        let near = paths.first().and_then(|path| path.nearest(at));
        let at = near.map_or(0, |near| near.seg);
        Some(Self { name, at })
    }

    /// Returns the first edge of an entity.
    #[must_use]
    pub fn first_of(name: &Name) -> Self {
        let name = name.clone();
        Self { name, at: 0 }
    }

    /// Returns the name of the edge as a part of its entity.
    #[must_use]
    pub fn part(&self) -> String {
        format!("{}.edge[{}]", self.name, self.at)
    }

    /// Returns the outline of the edge alone.
    #[must_use]
    pub fn outline(&self, scene: &Scene) -> Option<Path> {
        let seg = *scene.world_paths(&self.name).first()?.segs.get(self.at)?;
        Some(Path::new(vec![seg], false))
    }
}
