//! Range checks of numbers: finite, within ±1e9, sizes above 0.
//!
//! Every error states the name of the parameter as in the drawing tool, its value, and the allowed range.

use crate::geometry::Point;

/// Maximum absolute value of coordinates and sizes, in drawing units.
pub const MAX_COORDINATE: f64 = 1e9;

/// Checks that `value` is finite and within ±1e9.
///
/// # Errors
/// Returns an error that names the parameter and the value.
pub fn check_coordinate(parameter: &str, value: f64) -> Result<(), String> {
    if value.is_finite() && value.abs() <= MAX_COORDINATE {
        return Ok(());
    }
    Err(format!("{parameter} must be a number within ±1e9, got {value}"))
}

/// Checks that `value` is above 0 and at most 1e9.
///
/// # Errors
/// Returns an error that names the parameter and the value.
pub fn check_size(parameter: &str, value: f64) -> Result<(), String> {
    if value > 0.0 && value <= MAX_COORDINATE {
        return Ok(());
    }
    Err(format!(
        "{parameter} must be above 0 and at most 1e9, got {value}"
    ))
}

pub(super) fn check_point(x: &str, y: &str, point: Point) -> Result<(), String> {
    check_coordinate(x, point.x)?;
    check_coordinate(y, point.y)
}

pub(super) fn check_points(parameter: &str, points: &[Point], least: usize) -> Result<(), String> {
    if points.len() < least {
        return Err(format!(
            "{parameter} needs at least {least} points (x and y each), got {}",
            points.len()
        ));
    }
    for (i, point) in points.iter().enumerate() {
        check_point(
            &format!("{parameter}[{i}].x"),
            &format!("{parameter}[{i}].y"),
            *point,
        )?;
    }
    if points.iter().all(|p| *p == points[0]) {
        return Err(format!(
            "{parameter} are all the same point ({}, {})",
            points[0].x, points[0].y
        ));
    }
    Ok(())
}
