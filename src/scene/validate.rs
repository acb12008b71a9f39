//! Validation of shapes: finite numbers within ±1e9, sizes above 0, enough points.
//!
//! Every error states the name of the parameter as in the drawing tool, its value, and the allowed range.

use super::range::{check_coordinate, check_point, check_points, check_size};
use super::shape::Shape;
use crate::geometry::Path;
use std::f64::consts::TAU;

impl Shape {
    /// Validates the invariants that the type does not express.
    ///
    /// # Errors
    /// Returns an error with the name of the parameter, its value, and the allowed range.
    pub fn check(&self) -> Result<(), String> {
        match self {
            Shape::Line { points, closed } => {
                let least = if *closed { 3 } else { 2 };
                check_points("points", points, least)
            }
            Shape::Circle { center, radius } => {
                check_point("x", "y", *center)?;
                check_size("radius", *radius)
            }
            Shape::Rect {
                corner,
                width,
                height,
                corner_radius,
            } => {
                check_point("x", "y", *corner)?;
                check_size("width", *width)?;
                check_size("height", *height)?;
                let most = width.min(*height) / 2.0;
                if !(0.0..=most).contains(corner_radius) {
                    return Err(format!(
                        "corner_radius must be from 0 to {most} (half the shorter side), got {corner_radius}"
                    ));
                }
                Ok(())
            }
            Shape::Arc {
                center,
                radius,
                start_angle,
                end_angle,
            } => {
                check_point("cx", "cy", *center)?;
                check_size("radius", *radius)?;
                check_coordinate("start_angle", *start_angle)?;
                check_coordinate("end_angle", *end_angle)?;
                check_sweep(*start_angle, *end_angle)
            }
            Shape::Ellipse {
                center,
                rx,
                ry,
                rotation,
                start_angle,
                end_angle,
            } => {
                check_point("cx", "cy", *center)?;
                check_size("rx", *rx)?;
                check_size("ry", *ry)?;
                check_coordinate("rotation", *rotation)?;
                check_coordinate("start_angle", *start_angle)?;
                check_coordinate("end_angle", *end_angle)?;
                check_sweep(*start_angle, *end_angle)
            }
            Shape::Point { at } => check_point("x", "y", *at),
            Shape::Region { paths } => check_region(paths),
            Shape::Polygon { points, holes } => {
                check_points("points", points, 3)?;
                holes
                    .iter()
                    .enumerate()
                    .try_for_each(|(i, hole)| check_points(&format!("holes[{i}]"), hole, 3))
            }
            Shape::Bezier(data) => {
                let bounds = Path::bounds_of(data.paths());
                let Some(bounds) = bounds else {
                    return Err("path draws nothing".to_owned());
                };
                check_point("path x", "path y", bounds.min)?;
                check_point("path x", "path y", bounds.max)
            }
            Shape::Text(text) => text.check(),
            Shape::Dimension(tied) => tied.check(),
            Shape::Leader(tied) => tied.check(),
            Shape::Hatch(tied) => tied.check(),
            Shape::Group => Ok(()),
        }
    }
}

fn check_sweep(start_angle: f64, end_angle: f64) -> Result<(), String> {
    if (end_angle - start_angle).abs() > TAU * (1.0 + 1e-9) {
        return Err(format!(
            "an arc sweeps at most 2*pi: start_angle is {start_angle}, end_angle is {end_angle} (radians)"
        ));
    }
    if start_angle == end_angle {
        return Err(format!(
            "start_angle and end_angle are both {start_angle}: the arc has no length"
        ));
    }
    Ok(())
}

fn check_region(paths: &[Path]) -> Result<(), String> {
    if paths.is_empty() {
        return Err("paths is empty: a region has at least one boundary".to_owned());
    }
    for (i, path) in paths.iter().enumerate() {
        if !path.closed || path.is_empty() || !path.is_finite() {
            return Err(format!("paths[{i}] must be a closed chain of finite curves"));
        }
        let slack = 1e-6 * path.bounds().map_or(1.0, |bounds| bounds.magnitude().max(1.0));
        let next = path.segs.iter().cycle().skip(1);
        if path
            .segs
            .iter()
            .zip(next)
            .any(|(a, b)| (b.start() - a.end()).hypot2() > slack * slack)
        {
            return Err(format!("paths[{i}]: its pieces are not connected"));
        }
    }
    let Some(bounds) = Path::bounds_of(paths) else {
        return Err("paths enclose no area".to_owned());
    };
    check_point("path x", "path y", bounds.min)?;
    check_point("path x", "path y", bounds.max)
}
