//! Numbers of imported dimensions, leaders, and hatches.

use super::numbers::Numbers;
use std::sync::Arc;
use trammel_kernel::Point;
use trammel_scene::annotate::{DimStyle, Dimension, Leader, Marks, Measure};
use trammel_scene::{Shape, TiedDimension, TiedHatch, TiedLeader};

impl Numbers {
    fn measure(self, measure: &Measure) -> Measure {
        let (length, point) = (|value: f64| self.length(value), |at: Point| self.point(at));
        match *measure {
            Measure::Linear { from, to, angle, at } => Measure::Linear {
                from: point(from),
                to: point(to),
                angle: angle.map(|angle| self.angle(angle)),
                at: point(at),
            },
            Measure::Angular { vertex, from, to, at } => Measure::Angular {
                vertex: point(vertex),
                from: point(from),
                to: point(to),
                at: point(at),
            },
            Measure::Radius { center, radius, at } => Measure::Radius {
                center: point(center),
                radius: length(radius),
                at: point(at),
            },
            Measure::Diameter { center, radius, at } => Measure::Diameter {
                center: point(center),
                radius: length(radius),
                at: point(at),
            },
        }
    }

    /// Returns an annotation in the unit of the drawing, rounded.
    pub(super) fn annotation(self, shape: &Shape) -> Shape {
        match shape {
            Shape::Dimension(tied) => Shape::Dimension(Arc::new(TiedDimension {
                dimension: Dimension {
                    measure: self.measure(&tied.dimension.measure),
                    value: match tied.dimension.measure {
                        Measure::Angular { .. } => tied.dimension.value,
                        _ => self.length(tied.dimension.value),
                    },
                    style: self.dim_style(&tied.dimension.style),
                    text: tied.dimension.text.clone(),
                    marks: self.marks(&tied.dimension),
                },
                ..(**tied).clone()
            })),
            Shape::Leader(tied) => Shape::Leader(Arc::new(TiedLeader {
                leader: Leader {
                    points: tied
                        .leader
                        .points
                        .iter()
                        .map(|point| self.point(*point))
                        .collect(),
                    style: self.dim_style(&tied.leader.style),
                    text: tied.leader.text.clone(),
                },
                ..(**tied).clone()
            })),
            Shape::Hatch(tied) => Shape::Hatch(Arc::new(TiedHatch {
                boundary: self.pieces(&tied.boundary),
                scale: tied.scale * self.factor,
                ..(**tied).clone()
            })),
            other => other.clone(),
        }
    }

    /// Returns the optional parts of a dimension: a position and a tolerance are lengths, except the tolerance of an angle.
    fn marks(self, dimension: &Dimension) -> Marks {
        let is_angle = matches!(dimension.measure, Measure::Angular { .. });
        let factor = if is_angle { 1.0 } else { self.factor };
        Marks {
            text_at: dimension.marks.text_at.map(|at| self.point(at)),
            tolerance: dimension
                .marks
                .tolerance
                .map(|tolerance| tolerance.scaled(factor)),
            fit: dimension.marks.fit.clone(),
        }
    }

    fn dim_style(self, style: &DimStyle) -> DimStyle {
        let length = |value: f64| self.width(value);
        DimStyle {
            text_height: length(style.text_height),
            arrow_size: length(style.arrow_size),
            extension_offset: length(style.extension_offset),
            extension_beyond: length(style.extension_beyond),
            gap: length(style.gap),
            ..style.clone()
        }
    }
}
