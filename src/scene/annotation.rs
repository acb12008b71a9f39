//! Annotation as entities: dimensions, leaders and hatches, tied by name to what they are about.
//!
//! Each holds its geometry in its own coordinates, as every shape does, and besides it its ties: references to parts of
//! entities, in world coordinates. When one of those changes, `associativity.rs` gives the shape that follows it, and
//! `Edit::settle` puts that in.

use super::text::check_text;
use super::validate::{check_coordinate, check_size};
use super::{Name, PartRef, Shape};
use crate::annotate::hatch::{Laid, TooDense, hatch};
use crate::annotate::{self, Dimension, Drawn, Leader, Measure};
use crate::geometry::{Path, Point};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A dimension and what it measures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TiedDimension {
    /// What is drawn.
    pub dimension: Dimension,
    /// What its points are tied to: for a linear one both points, for an angular one vertex and both points, or two
    /// lines; for a radius or diameter the circle. `None` is a point that stays.
    pub ties: Vec<Option<PartRef>>,
    /// Something it is tied to is gone; it stays as it last was.
    pub detached: bool,
}

/// A leader and what it points at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TiedLeader {
    /// What is drawn.
    pub leader: Leader,
    /// What its tip is tied to.
    pub tie: Option<PartRef>,
    /// That is gone.
    pub detached: bool,
}

/// A hatch and what it fills.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TiedHatch {
    /// The boundaries, each closed; inside is by the even-odd rule.
    pub boundary: Vec<Path>,
    /// Name of the pattern; `solid` is filled.
    pub pattern: String,
    /// What the pattern's lengths are multiplied by, above 0.
    pub scale: f64,
    /// What the pattern is turned by, in radians.
    pub angle: f64,
    /// The entities whose outlines are the boundary.
    pub ties: Vec<PartRef>,
    /// One of them is gone; the boundary stays as it last was.
    pub detached: bool,
}

/// The pattern that is filled instead of drawn with lines.
pub const SOLID: &str = "solid";

impl TiedHatch {
    /// The lines inside, or the boundary of a solid hatch.
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

    pub(super) fn check(&self) -> Result<(), String> {
        check_size("scale", self.scale)?;
        check_coordinate("angle", self.angle)?;
        if self.boundary.is_empty() || self.boundary.iter().any(|path| !path.closed || path.is_empty()) {
            return Err("the boundary of a hatch must be closed".to_owned());
        }
        check_paths("boundary", &self.boundary)?;
        let Some(pattern) = annotate::pattern(&self.pattern) else {
            if self.pattern == SOLID {
                return Ok(());
            }
            let names: Vec<&str> = annotate::PATTERNS.iter().map(|p| p.name).collect();
            return Err(format!(
                "pattern '{}' is unknown; there are {SOLID}, {}",
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
            format!(
                "scale {} is too dense for this area: about {:.0} lines, {} are allowed; use scale {} or more",
                self.scale,
                dense.pieces,
                annotate::hatch::MAX_PIECES,
                dense.scale
            )
        })
    }
}

impl TiedDimension {
    pub(super) fn check(&self) -> Result<(), String> {
        check_style(&self.dimension.style)?;
        if let Some(text) = &self.dimension.text {
            check_text("text", text)?;
        }
        check_coordinate("value", self.dimension.value)?;
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
    pub(super) fn check(&self) -> Result<(), String> {
        check_style(&self.leader.style)?;
        super::validate::check_points("points", &self.leader.points, 2)?;
        if self.leader.text.is_empty() {
            return Ok(());
        }
        check_text("text", &self.leader.text)
    }
}

fn check_style(style: &annotate::DimStyle) -> Result<(), String> {
    check_size("text_height", style.text_height)?;
    check_size("arrow_size", style.arrow_size)?;
    for (name, value) in [
        ("extension_offset", style.extension_offset),
        ("extension_beyond", style.extension_beyond),
        ("gap", style.gap),
        ("factor", style.factor),
    ] {
        check_coordinate(name, value)?;
    }
    if style.decimals > 8 {
        return Err("decimals must be from 0 to 8".to_owned());
    }
    if style.suffix.chars().count() > 40 {
        return Err("suffix may have 40 characters".to_owned());
    }
    Ok(())
}

fn check_paths(parameter: &str, paths: &[Path]) -> Result<(), String> {
    let bounds = Path::bounds_of(paths).ok_or_else(|| format!("{parameter} holds no finite outline"))?;
    for point in [bounds.min, bounds.max] {
        check_coordinate(&format!("{parameter} x"), point.x)?;
        check_coordinate(&format!("{parameter} y"), point.y)?;
    }
    Ok(())
}

impl Shape {
    /// How a dimension or a leader is drawn: lines to stroke and areas to fill.
    pub fn drawn(&self) -> Option<Drawn> {
        match self {
            Shape::Dimension(tied) => Some(tied.dimension.drawn()),
            Shape::Leader(tied) => Some(tied.leader.drawn()),
            _ => None,
        }
    }

    /// The references this shape follows.
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

    /// Whether something it was tied to is gone.
    pub fn is_detached(&self) -> bool {
        match self {
            Shape::Dimension(tied) => tied.detached,
            Shape::Leader(tied) => tied.detached,
            Shape::Hatch(tied) => tied.detached,
            _ => false,
        }
    }

    /// The shape with ties to `old` made ties to `new`; `None` when it has none.
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
