//! Dimensions, leaders and hatches with their ties.
//!
//! Each type holds its geometry in local coordinates and its ties: references to entities or their parts, which resolve
//! to world coordinates.

use super::part_ref::PartRef;
use super::range::{check_coordinate, check_distance, check_points, check_size};
use super::text::check_text;
use crate::annotate::hatch::{Laid, TooDense, hatch};
use crate::annotate::{self, Dimension, Leader, Measure, Tolerance};
use serde::{Deserialize, Serialize};
use trammel_base::numbers::number_text;
use trammel_kernel::{Path, Point};
use trammel_language::{Bilingual, bilingual};

/// Dimension with references to the measured entities.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TiedDimension {
    /// Geometry.
    pub dimension: Dimension,
    /// Ties of the measured points: both points of a linear dimension; the vertex and both points, or two lines, of an
    /// angular dimension; the circle of a radius or diameter. `None` is a fixed point. A whole entity at both ends of a
    /// linear dimension stands for its extent: the bounds of its outline in the direction of the dimension. Two parallel
    /// edges stand for their distance.
    pub ties: Vec<Option<PartRef>>,
    /// Whether a tied entity is missing; the dimension keeps its last state.
    pub detached: bool,
}

/// Leader with a reference to the entity at its tip.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TiedLeader {
    /// Geometry.
    pub leader: Leader,
    /// Tie of the tip.
    pub tie: Option<PartRef>,
    /// Whether the tied entity is missing.
    pub detached: bool,
}

/// Hatch with references to the filled entities.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TiedHatch {
    /// Closed boundaries; the interior follows the even-odd rule.
    pub boundary: Vec<Path>,
    /// Name of the pattern; [`SOLID`] fills the area.
    pub pattern: String,
    /// Scale factor of the pattern, above 0.
    pub scale: f64,
    /// Rotation of the pattern, in radians.
    pub angle: f64,
    /// Entities whose outlines form the boundary.
    pub ties: Vec<PartRef>,
    /// Point inside the area, in the coordinates of the hatch, if the entities enclose the area only together.
    #[serde(default)]
    pub seed: Option<Point>,
    /// Whether a tied entity is missing; the boundary keeps its last state.
    pub detached: bool,
}

/// Name of the pattern that fills the area instead of drawing lines.
pub const SOLID: &str = "solid";

impl TiedHatch {
    /// Returns the lines of the pattern inside the boundary, or the boundary itself for a solid hatch.
    pub fn paths(&self) -> Vec<Path> {
        if self.pattern == SOLID {
            return self.boundary.clone();
        }
        let lines = self.lines().unwrap_or_default();
        lines
            .iter()
            .map(|(a, b)| Path::from_points(&[*a, *b], false))
            .collect()
    }

    /// Returns the estimated number of drawn lines, or of pieces of the boundary for a solid hatch.
    pub(super) fn pieces(&self) -> usize {
        let edges: usize = self.boundary.iter().map(|path| path.segs.len()).sum();
        let laid = Laid {
            scale: self.scale,
            angle: self.angle,
            origin: Point::ORIGIN,
        };
        let lines = annotate::pattern(&self.pattern).map_or(0.0, |pattern| {
            annotate::hatch::estimate(&self.boundary, pattern, &laid)
        });
        // The conversion saturates.
        edges.saturating_add(lines as usize)
    }

    fn lines(&self) -> Result<Vec<(Point, Point)>, TooDense> {
        let laid = Laid {
            scale: self.scale,
            angle: self.angle,
            origin: Point::ORIGIN,
        };
        match annotate::pattern(&self.pattern) {
            Some(pattern) => hatch(&self.boundary, pattern, &laid),
            None => Ok(Vec::new()),
        }
    }

    pub(super) fn check(&self) -> Result<(), Bilingual> {
        check_size("scale", self.scale)?;
        check_coordinate("angle", self.angle)?;
        if self.boundary.is_empty() || self.boundary.iter().any(|path| !path.closed || path.is_empty()) {
            return Err(bilingual!(
                "the boundary of a hatch must be closed",
                "해칭의 경계는 닫혀 있어야 해요"
            ));
        }
        check_paths("boundary", &self.boundary)?;
        let Some(pattern) = annotate::pattern(&self.pattern) else {
            if self.pattern == SOLID {
                return Ok(());
            }
            let names: Vec<&str> = annotate::PATTERNS.iter().map(|p| p.name).collect();
            return Err(bilingual!(
                "unknown pattern '{}'; the patterns are {SOLID}, {}",
                "'{}' 무늬는 없어요. 있는 무늬: {SOLID}, {}",
                self.pattern,
                names.join(", ")
            ));
        };
        let laid = Laid {
            scale: self.scale,
            angle: self.angle,
            origin: Point::ORIGIN,
        };
        annotate::hatch::fits(&self.boundary, pattern, &laid).map_err(|dense| {
            bilingual!(
                "scale {} is too dense for this area: about {} lines, at most {}. Use a scale of {} or more.", "이 넓이에는 scale {}이(가) 너무 촘촘해서 선이 약 {}개(최대 {}개)예요. scale을 {} 이상으로 하세요.",
                number_text(self.scale),
                number_text(dense.pieces.round().min(f64::MAX)),
                annotate::hatch::MAX_PIECES,
                number_text(dense.scale)
            )
        })
    }
}

impl TiedDimension {
    pub(super) fn check(&self) -> Result<(), Bilingual> {
        self.dimension.style.check()?;
        if let Some(text) = &self.dimension.text {
            check_text("text", text)?;
        }
        check_distance("value", self.dimension.value)?;
        let marks = &self.dimension.marks;
        if let Some(at) = marks.text_at {
            check_coordinate("text_at x", at.x)?;
            check_coordinate("text_at y", at.y)?;
        }
        for limit in marks.tolerance.into_iter().flat_map(Tolerance::limits) {
            check_coordinate("tolerance", limit)?;
        }
        marks.check()?;
        for point in self.dimension.measure.points() {
            check_coordinate("x", point.x)?;
            check_coordinate("y", point.y)?;
        }
        match self.dimension.measure {
            Measure::Linear { angle, .. } => check_coordinate("angle", angle.unwrap_or(0.0)),
            Measure::Angular { .. } => Ok(()),
            Measure::Radius { radius, .. } | Measure::Diameter { radius, .. } => check_size("radius", radius),
        }
    }
}

impl TiedLeader {
    pub(super) fn check(&self) -> Result<(), Bilingual> {
        self.leader.style.check()?;
        check_points("points", &self.leader.points, 2)?;
        if self.leader.text.is_empty() {
            return Ok(());
        }
        check_text("text", &self.leader.text)
    }
}

fn check_paths(parameter: &str, paths: &[Path]) -> Result<(), Bilingual> {
    let bounds = Path::bounds_of(paths).ok_or_else(|| {
        bilingual!(
            "{parameter} has no finite outline",
            "{parameter}에 유한한 외곽선이 없어요"
        )
    })?;
    for point in [bounds.min, bounds.max] {
        check_coordinate(&format!("{parameter} x"), point.x)?;
        check_coordinate(&format!("{parameter} y"), point.y)?;
    }
    Ok(())
}
