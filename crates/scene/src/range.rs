//! Range checks of numbers: finite, within ±1e9, sizes above 0.
//!
//! Every error states the name of the parameter as in the drawing tool, its value, and the allowed range.

use trammel_base::numbers::number_text;
use trammel_kernel::Point;
use trammel_language::{Bilingual, bilingual};

/// Maximum absolute value of coordinates and sizes, in drawing units.
pub const MAX_COORDINATE: f64 = 1e9;

/// Checks that `value` is finite and within ±1e9.
///
/// # Errors
/// Returns an error that names the parameter and the value.
pub fn check_coordinate(parameter: &str, value: f64) -> Result<(), Bilingual> {
    if value.is_finite() && value.abs() <= MAX_COORDINATE {
        return Ok(());
    }
    let value = number_text(value);
    Err(bilingual!(
        "{parameter} must be a number within ±1e9, got {value}",
        "{parameter}은(는) ±1e9 안의 수여야 하는데 {value}을(를) 받았어요"
    ))
}

/// Checks that `value` is at most 3e9, which is more than the distance of two points within ±1e9.
///
/// # Errors
/// Returns an error that names the parameter and the value.
pub(super) fn check_distance(parameter: &str, value: f64) -> Result<(), Bilingual> {
    if value.is_finite() && value.abs() <= 3.0 * MAX_COORDINATE {
        return Ok(());
    }
    let value = number_text(value);
    Err(bilingual!(
        "{parameter} must be a number within ±3e9, got {value}",
        "{parameter}은(는) ±3e9 안의 수여야 하는데 {value}을(를) 받았어요"
    ))
}

/// Checks that `value` is above 0 and at most 1e9.
///
/// # Errors
/// Returns an error that names the parameter and the value.
pub fn check_size(parameter: &str, value: f64) -> Result<(), Bilingual> {
    if value > 0.0 && value <= MAX_COORDINATE {
        return Ok(());
    }
    let value = number_text(value);
    Err(bilingual!(
        "{parameter} must be above 0 and at most 1e9, got {value}",
        "{parameter}은(는) 0보다 크고 1e9 이하여야 하는데 {value}을(를) 받았어요"
    ))
}

pub(super) fn check_point(x: &str, y: &str, point: Point) -> Result<(), Bilingual> {
    check_coordinate(x, point.x)?;
    check_coordinate(y, point.y)
}

pub(super) fn check_points(parameter: &str, points: &[Point], least: usize) -> Result<(), Bilingual> {
    if points.len() < least {
        return Err(bilingual!(
            "{parameter} needs at least {least} points (x and y each), got {}",
            "{parameter}에는 점이 최소 {least}개(x와 y) 있어야 하는데 {}개를 받았어요",
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
        return Err(bilingual!(
            "{parameter} are all the same point ({}, {})",
            "{parameter}이(가) 모두 같은 점 ({}, {})이에요",
            number_text(points[0].x),
            number_text(points[0].y)
        ));
    }
    Ok(())
}
