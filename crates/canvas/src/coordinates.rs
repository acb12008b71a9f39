//! Typed coordinates: absolute `x,y`, relative `@dx,dy`, and polar `length<angle` or `@length<angle`.
//!
//! Invariants: angles are in degrees, counterclockwise from +x; polar coordinates start at the previous point, or at
//! the origin if there is none. Start with [`parse`].

use super::expression::{TypedError, evaluate};
use trammel_kernel::{Point, Vec2};
use trammel_scene::Units;

/// Meaning of a typed text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Typed {
    /// A plain number, such as a length.
    Number(f64),
    /// A point.
    Point(Point),
}

/// Parses a number or a coordinate. `previous` is the last point of the figure.
///
/// # Errors
/// Returns the reason if an expression is malformed, or if `@` has no previous point.
pub fn parse(text: &str, units: Units, previous: Option<Point>) -> Result<Typed, TypedError> {
    let text = text.trim();
    let length = |text| evaluate(text, Some(units));
    let (relative, rest) = text.strip_prefix('@').map_or((false, text), |rest| (true, rest));
    if relative && previous.is_none() {
        return Err(TypedError::NoPreviousPoint);
    }
    let start = previous.unwrap_or(Point::ORIGIN);
    if let Some((distance, angle)) = rest.split_once('<') {
        let along = direction(evaluate(angle, None)?) * length(distance)?;
        return Ok(Typed::Point(start + along));
    }
    if let Some((x, y)) = rest.split_once(',') {
        let at = Vec2::new(length(x)?, length(y)?);
        let start = if relative { start } else { Point::ORIGIN };
        return Ok(Typed::Point(start + at));
    }
    if relative {
        return Err(TypedError::NotACoordinate);
    }
    length(rest).map(Typed::Number)
}

/// Returns the unit vector at an angle in degrees. Multiples of 30° have exact coordinates where those are 0, 1/2, or 1.
#[must_use]
pub fn direction(degrees: f64) -> Vec2 {
    let turned = degrees.rem_euclid(360.0);
    let quarter = (turned / 90.0).floor();
    let rest = turned - 90.0 * quarter;
    let (sin, cos) = if rest == 0.0 {
        (0.0, 1.0)
    } else if (rest - 30.0).abs() < 1e-12 {
        (0.5, libm::sqrt(0.75))
    } else if (rest - 60.0).abs() < 1e-12 {
        (libm::sqrt(0.75), 0.5)
    } else {
        (libm::sin(rest.to_radians()), libm::cos(rest.to_radians()))
    };
    if quarter == 0.0 {
        Vec2::new(cos, sin)
    } else if quarter == 1.0 {
        Vec2::new(-sin, cos)
    } else if quarter == 2.0 {
        Vec2::new(-cos, -sin)
    } else {
        Vec2::new(sin, -cos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f64, y: f64) -> Typed {
        Typed::Point(Point::new(x, y))
    }

    #[test]
    fn coordinates_are_absolute_relative_or_polar() {
        let previous = Some(Point::new(10.0, 5.0));
        for (text, wanted) in [
            ("100", Typed::Number(100.0)),
            ("3,4", at(3.0, 4.0)),
            (" -1cm , 10/4 ", at(-10.0, 2.5)),
            ("@3,-4", at(13.0, 1.0)),
            ("@100<90", at(10.0, 105.0)),
            ("100<180", at(-90.0, 5.0)),
            ("20<-60", at(20.0, 5.0 - 20.0 * libm::sqrt(0.75))),
        ] {
            assert_eq!(parse(text, Units::Mm, previous), Ok(wanted), "{text}");
        }
        assert_eq!(parse("100<270", Units::Mm, None), Ok(at(0.0, -100.0)));
    }

    #[test]
    fn a_wrong_coordinate_has_a_reason() {
        let previous = Some(Point::ORIGIN);
        for (text, from, wanted) in [
            ("@1,2", None, TypedError::NoPreviousPoint),
            ("@1", previous, TypedError::NotACoordinate),
            ("1,", previous, TypedError::Incomplete),
            ("1,2,3", previous, TypedError::Character(',')),
            ("5<9mm", previous, TypedError::Unit("mm".to_owned())),
            ("1/0,2", previous, TypedError::DivisionByZero),
        ] {
            assert_eq!(parse(text, Units::Mm, from), Err(wanted), "{text}");
        }
    }
}
