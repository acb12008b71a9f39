//! Validation of shapes: finite numbers within ±1e9, sizes above 0, enough points.
//!
//! Every error states the name of the parameter as in the drawing tool, its value, and the allowed range.

use super::range::{check_coordinate, check_point, check_points, check_size};
use super::shape::Shape;
use std::f64::consts::TAU;
use trammel_base::numbers::number_text;
use trammel_kernel::Path;
use trammel_language::{Bilingual, bilingual};

impl Shape {
    /// Validates the invariants that the type does not express.
    ///
    /// # Errors
    /// Returns an error with the name of the parameter, its value, and the allowed range.
    pub fn check(&self) -> Result<(), Bilingual> {
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
                    let (most, corner_radius) = (number_text(most), number_text(*corner_radius));
                    return Err(bilingual!(
                        "corner_radius must be from 0 to {most} (half the shorter side), got {corner_radius}",
                        "corner_radius는 0~{most}(짧은 변의 절반)이어야 하는데 {corner_radius}을(를) 받았어요"
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
                    return Err(bilingual!("path draws nothing", "path가 아무것도 그리지 않아요"));
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

fn check_sweep(start_angle: f64, end_angle: f64) -> Result<(), Bilingual> {
    if (end_angle - start_angle).abs() > TAU * (1.0 + 1e-9) {
        return Err(bilingual!(
            "an arc sweeps at most 2*pi: start_angle is {start_angle}, end_angle is {end_angle} (radians)",
            "호는 최대 2*pi까지 돌아요. start_angle: {start_angle}, end_angle: {end_angle}(라디안)"
        ));
    }
    if start_angle == end_angle {
        return Err(bilingual!(
            "start_angle and end_angle are both {start_angle}: the arc has no length",
            "start_angle과 end_angle이 모두 {start_angle}이라 호의 길이가 없어요"
        ));
    }
    Ok(())
}

fn check_region(paths: &[Path]) -> Result<(), Bilingual> {
    if paths.is_empty() {
        return Err(bilingual!(
            "paths is empty: a region has at least one boundary",
            "paths가 비어 있어요. 영역에는 경계가 하나는 있어야 해요"
        ));
    }
    for (i, path) in paths.iter().enumerate() {
        if !path.closed || path.is_empty() || !path.is_finite() {
            return Err(bilingual!(
                "paths[{i}] must be a closed chain of finite curves",
                "paths[{i}]은(는) 유한한 곡선의 닫힌 사슬이어야 해요"
            ));
        }
        let slack = 1e-6 * path.bounds().map_or(1.0, |bounds| bounds.magnitude().max(1.0));
        let next = path.segs.iter().cycle().skip(1);
        if path
            .segs
            .iter()
            .zip(next)
            .any(|(a, b)| (b.start() - a.end()).hypot2() > slack * slack)
        {
            return Err(bilingual!(
                "paths[{i}]: its pieces are not connected",
                "paths[{i}]의 조각이 이어져 있지 않아요"
            ));
        }
    }
    let Some(bounds) = Path::bounds_of(paths) else {
        return Err(bilingual!(
            "paths enclose no area",
            "paths가 넓이를 둘러싸지 않아요"
        ));
    };
    check_point("path x", "path y", bounds.min)?;
    check_point("path x", "path y", bounds.max)
}
