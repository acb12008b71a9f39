//! Placement of an entity: translation, rotation, shear and scale about a pivot.
//!
//! The matrix is `T · Tp · R · H · S · T(-p)`: scale first, then shear, then rotation, all about the pivot, then
//! translation. `shear` is 0 unless an entity that is already rotated is scaled along world axes. With shear, every
//! affine map can be represented, so no operation fails or approximates under any parent.

use crate::range::check_coordinate;
use serde::{Deserialize, Serialize};
use trammel_kernel::affine::{self, Trs};
use trammel_kernel::{Affine, Point, Vec2};
use trammel_language::Bilingual;

/// Placement of an entity in its parent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Transform {
    /// Translation, in the parent's units.
    pub translate: Vec2,
    /// Rotation in radians, counterclockwise.
    pub rotate: f64,
    /// Shear factor: x grows by this factor of y, after scaling.
    pub shear: f64,
    /// Scale factors along the entity's own axes; negative values mirror; never 0.
    pub scale: Vec2,
    /// Fixed point of rotation and scale, in local coordinates; `None` for the default pivot.
    pub pivot: Option<Point>,
}

impl Default for Transform {
    fn default() -> Transform {
        Transform {
            translate: Vec2::ZERO,
            rotate: 0.0,
            shear: 0.0,
            scale: Vec2::new(1.0, 1.0),
            pivot: None,
        }
    }
}

impl Transform {
    /// Whether translation, rotation, shear and scale are those of the identity.
    pub fn is_identity(&self) -> bool {
        self.translate == Vec2::ZERO
            && self.rotate == 0.0
            && self.shear == 0.0
            && self.scale == Vec2::new(1.0, 1.0)
    }

    /// Returns the map from local to parent coordinates; `default_pivot` applies if no pivot is set.
    pub fn matrix(&self, default_pivot: Point) -> Affine {
        if self.rotate == 0.0 && self.shear == 0.0 && self.scale == Vec2::new(1.0, 1.0) {
            return Affine::translate(self.translate);
        }
        let pivot = self.pivot.unwrap_or(default_pivot).to_vec2();
        let linear = self.linear().to_affine();
        Affine::translate(self.translate + pivot) * linear * Affine::translate(-pivot)
    }

    /// Returns this placement with its matrix replaced by `matrix`, about the same pivot; `None` if `matrix` is
    /// singular or not finite.
    pub fn with_matrix(&self, matrix: Affine, default_pivot: Point) -> Option<Transform> {
        let pivot = self.pivot.unwrap_or(default_pivot);
        let parts = affine::decompose(matrix, &self.linear())?;
        let moved = (matrix * pivot) - pivot;
        let out = Transform {
            translate: moved,
            rotate: parts.rotate,
            shear: parts.shear,
            scale: parts.scale,
            pivot: self.pivot,
        };
        out.is_finite().then_some(out)
    }

    /// Checks that every number is within ±1e9, so that files and code with these numbers can be read again.
    ///
    /// # Errors
    /// Returns an error that names the number and its value.
    pub fn check(&self) -> Result<(), Bilingual> {
        let pivot = self.pivot.unwrap_or_default();
        let numbers = [
            ("translate", self.translate.x),
            ("translate", self.translate.y),
            ("rotate", self.rotate),
            ("shear", self.shear),
            ("scale", self.scale.x),
            ("scale", self.scale.y),
            ("pivot", pivot.x),
            ("pivot", pivot.y),
        ];
        numbers
            .iter()
            .try_for_each(|(name, number)| check_coordinate(name, *number))
    }

    /// Whether every number is finite and no scale factor is 0.
    pub fn is_finite(&self) -> bool {
        let numbers = [
            self.translate.x,
            self.translate.y,
            self.rotate,
            self.shear,
            self.scale.x,
            self.scale.y,
        ];
        numbers.iter().all(|n| n.is_finite())
            && self.scale.x != 0.0
            && self.scale.y != 0.0
            && self.pivot.is_none_or(Point::is_finite)
    }

    fn linear(&self) -> Trs {
        Trs {
            translate: Vec2::ZERO,
            rotate: self.rotate,
            shear: self.shear,
            scale: self.scale,
        }
    }
}
