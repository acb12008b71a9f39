//! Parser for SVG path data.

use std::fmt;

use svgtypes::{PathParser, PathSegment};

use crate::num::{norm, sin_cos};
use crate::{Conic, CubicBez, Path, Point, Seg, Vec2};

/// Error for a text that is not valid path data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SvgPathError {
    /// Byte position of the mistake.
    pub at: usize,
    /// The mistake.
    pub mistake: PathMistake,
}

/// Mistake in path data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathMistake {
    /// The coordinates exceed the range of a double.
    CoordinatesTooLarge,
    /// The text ends in the middle of a command.
    Unfinished,
    /// The first command does not move.
    NoStart,
    /// A number exceeds the range of a double.
    NumberTooLarge(String),
    /// A letter that is no command.
    UnknownCommand(char),
    /// Another character where a number is expected.
    NoNumber(char),
}

impl fmt::Display for PathMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PathMistake::CoordinatesTooLarge => f.write_str("the coordinates are too large"),
            PathMistake::Unfinished => f.write_str("the path ends in the middle of a command"),
            PathMistake::NoStart => f.write_str("path data must start with M or m"),
            PathMistake::NumberTooLarge(number) => write!(f, "the number {number} is too large"),
            PathMistake::UnknownCommand(found) => write!(
                f,
                "`{found}` is not a path command; use one of M L H V C S Q T A Z"
            ),
            PathMistake::NoNumber(found) => write!(f, "expected a number before `{found}`"),
        }
    }
}

impl fmt::Display for SvgPathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "path data, byte {}: {}", self.at, self.mistake)
    }
}

impl std::error::Error for SvgPathError {}

/// Parses path data: every command, absolute and relative, with implicit repeats and several subpaths. Subpaths
/// that draw nothing are omitted, so blank text gives no paths.
///
/// # Errors
/// Returns the position and description of the first mistake; no part of invalid data is returned.
pub fn parse(text: &str) -> Result<Vec<Path>, SvgPathError> {
    let mut pen = Pen::default();
    for segment in PathParser::from(text) {
        let segment = segment.map_err(|error| explain(text, &error))?;
        pen.draw(&segment);
        if !pen.at.is_finite() || !pen.segs.last().is_none_or(Seg::is_finite) {
            return Err(SvgPathError {
                at: text.len(),
                mistake: PathMistake::CoordinatesTooLarge,
            });
        }
    }
    pen.lift();
    Ok(pen.paths)
}

/// Drawing state of the parser.
#[derive(Default)]
struct Pen {
    paths: Vec<Path>,
    segs: Vec<Seg>,
    start: Point,
    at: Point,
    /// Last control point of the previous curve, for `S` and `T`.
    handle: Handle,
}

#[derive(Clone, Copy, Default)]
enum Handle {
    #[default]
    None,
    Cubic(Point),
    Quadratic(Point),
}

impl Pen {
    fn draw(&mut self, segment: &PathSegment) {
        let from = self.at;
        let base = if segment.is_abs() {
            Vec2::ZERO
        } else {
            from.to_vec2()
        };
        let place = |x: f64, y: f64| Point::new(x, y) + base;
        let mut handle = Handle::None;
        match *segment {
            PathSegment::MoveTo { x, y, .. } => {
                self.lift();
                self.at = place(x, y);
                self.start = self.at;
            }
            PathSegment::LineTo { x, y, .. } => self.line_to(place(x, y)),
            PathSegment::HorizontalLineTo { x, .. } => self.line_to(Point::new(x + base.x, from.y)),
            PathSegment::VerticalLineTo { y, .. } => self.line_to(Point::new(from.x, y + base.y)),
            PathSegment::CurveTo {
                x1, y1, x2, y2, x, y, ..
            } => {
                handle = self.cubic_to(place(x1, y1), place(x2, y2), place(x, y));
            }
            PathSegment::SmoothCurveTo { x2, y2, x, y, .. } => {
                let first = if let Handle::Cubic(last) = self.handle {
                    from + (from - last)
                } else {
                    from
                };
                handle = self.cubic_to(first, place(x2, y2), place(x, y));
            }
            PathSegment::Quadratic { x1, y1, x, y, .. } => {
                handle = self.quadratic_to(place(x1, y1), place(x, y));
            }
            PathSegment::SmoothQuadratic { x, y, .. } => {
                let control = if let Handle::Quadratic(last) = self.handle {
                    from + (from - last)
                } else {
                    from
                };
                handle = self.quadratic_to(control, place(x, y));
            }
            PathSegment::EllipticalArc {
                rx,
                ry,
                x_axis_rotation,
                large_arc,
                sweep,
                x,
                y,
                ..
            } => {
                let to = place(x, y);
                let ellipse = EllipseArc {
                    radii: Vec2::new(rx, ry),
                    rotation: x_axis_rotation.to_radians(),
                    large: large_arc,
                    sweep,
                };
                if let Some(seg) = arc(from, to, &ellipse) {
                    self.push(seg, to);
                }
            }
            PathSegment::ClosePath { .. } => self.close(),
        }
        self.handle = handle;
    }

    fn push(&mut self, seg: Seg, to: Point) {
        self.segs.push(seg);
        self.at = to;
    }

    fn line_to(&mut self, to: Point) {
        self.push(Seg::line(self.at, to), to);
    }

    fn cubic_to(&mut self, first: Point, second: Point, to: Point) -> Handle {
        self.push(Seg::Cubic(CubicBez::new(self.at, first, second, to)), to);
        Handle::Cubic(second)
    }

    fn quadratic_to(&mut self, control: Point, to: Point) -> Handle {
        self.push(Seg::quadratic(self.at, control, to), to);
        Handle::Quadratic(control)
    }

    /// Ends the subpath with a line to its start, unless the current point equals the start to within rounding.
    fn close(&mut self) {
        let gap = norm(self.at - self.start);
        let size = norm(self.at.to_vec2()).max(norm(self.start.to_vec2()));
        if gap > 1e-12 * size.max(1.0) {
            self.line_to(self.start);
        }
        self.finish(true);
        self.at = self.start;
    }

    /// Ends an open subpath.
    fn lift(&mut self) {
        self.finish(false);
    }

    fn finish(&mut self, closed: bool) {
        if !self.segs.is_empty() {
            let segs = std::mem::take(&mut self.segs);
            self.paths.push(Path { segs, closed });
        }
    }
}

/// Parameters of an arc command.
struct EllipseArc {
    radii: Vec2,
    /// Direction of the first axis, in radians.
    rotation: f64,
    /// Whether the longer arc is meant.
    large: bool,
    /// Whether the arc runs in the direction of growing angles.
    sweep: bool,
}

/// Returns the arc between two points (SVG 1.1 appendix F.6); `None` if the points are equal, because SVG then
/// draws nothing. A zero radius gives a line; radii that are too small are scaled up.
fn arc(from: Point, to: Point, ellipse: &EllipseArc) -> Option<Seg> {
    let EllipseArc {
        radii,
        rotation,
        large,
        sweep,
    } = *ellipse;
    if from == to {
        return None;
    }
    let (mut rx, mut ry) = (radii.x.abs(), radii.y.abs());
    if rx == 0.0 || ry == 0.0 {
        return Some(Seg::line(from, to));
    }
    let (sin, cos) = sin_cos(rotation);
    let half = (from - to) * 0.5;
    // Half the chord, in coordinates in which the ellipse is the unit circle.
    let chord = Vec2::new(
        (cos * half.x + sin * half.y) / rx,
        (cos * half.y - sin * half.x) / ry,
    );
    let reach = norm(chord);
    // 1 − |chord|² without loss of digits; the center of an exact half turn must not move by √ε.
    let mut rise2 = (1.0 - reach) * (1.0 + reach);
    let noise = f64::EPSILON * norm(from.to_vec2()).max(norm(to.to_vec2())) / norm(half);
    if rise2 <= 4e-15 + 8.0 * noise {
        if rise2 < 0.0 {
            rx *= reach;
            ry *= reach;
        }
        rise2 = 0.0;
    }
    let scale = if rise2 == 0.0 { 1.0 } else { reach };
    let side = if large == sweep { -1.0 } else { 1.0 };
    let rise = side * rise2.sqrt();
    // The center relative to the midpoint of the chord, on the unit circle.
    let middle = Vec2::new(rise * chord.y, -rise * chord.x) / scale;
    let (axis_x, axis_y) = (Vec2::new(cos, sin) * rx, Vec2::new(-sin, cos) * ry);
    let center = from.midpoint(to) + axis_x * middle.x + axis_y * middle.y;
    let chord = if rise2 == 0.0 { chord / reach } else { chord };
    let (first, last) = (chord - middle, -chord - middle);
    let t0 = libm::atan2(first.y, first.x);
    let mut dt = libm::atan2(first.cross(last), first.dot(last));
    if rise2 == 0.0 {
        dt = std::f64::consts::PI;
    }
    if sweep && dt < 0.0 {
        dt += std::f64::consts::TAU;
    } else if !sweep && dt > 0.0 {
        dt -= std::f64::consts::TAU;
    }
    Some(Seg::Conic(Conic {
        c: center,
        p: axis_x,
        q: axis_y,
        t0,
        dt,
    }))
}

fn explain(text: &str, error: &svgtypes::Error) -> SvgPathError {
    use svgtypes::Error;
    let position = match error {
        Error::UnexpectedData(at) | Error::InvalidNumber(at) => Some(*at),
        Error::InvalidChar(_, at) | Error::InvalidString(_, at) => Some(*at),
        _ => None,
    };
    // The parser counts characters from 1.
    let at = position
        .and_then(|p| text.char_indices().nth(p.saturating_sub(1)))
        .map_or(text.len(), |(at, _)| at);
    let mistake = match text[at..].chars().next() {
        None => PathMistake::Unfinished,
        Some(_) if text[..at].trim().is_empty() => PathMistake::NoStart,
        Some(found) => match too_large(text, at) {
            Some(number) => PathMistake::NumberTooLarge(number.to_owned()),
            None if found.is_ascii_alphabetic() && !"MmLlHhVvCcSsQqTtAaZz".contains(found) => {
                PathMistake::UnknownCommand(found)
            }
            None => PathMistake::NoNumber(found),
        },
    };
    SvgPathError { at, mistake }
}

/// Returns the number that starts at byte `at` if it exceeds the range of a double.
fn too_large(text: &str, at: usize) -> Option<&str> {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | '+' | '-' | 'e' | 'E');
    let rest = &text[at..];
    let word = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
    word.parse::<f64>().is_ok_and(f64::is_infinite).then_some(word)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use std::f64::consts::{FRAC_PI_2, PI, TAU};

    use super::*;

    fn one(text: &str) -> Path {
        let mut paths = parse(text).unwrap();
        assert_eq!(paths.len(), 1, "{text}");
        paths.remove(0)
    }

    #[track_caller]
    fn same(a: &str, b: &str) {
        assert_eq!(parse(a).unwrap(), parse(b).unwrap());
    }

    #[track_caller]
    fn conic(text: &str) -> Conic {
        match one(text).segs[0] {
            Seg::Conic(conic) => conic,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn parse_relative_and_implicit_commands() {
        same("m1 1 2 0 0 2z", "M1,1L3,1L3,3Z");
        same("M0 0 10 0 10 10 0 10z", "M0 0H10V10H0Z");
        same("M1 2h3v4h-3z", "M1 2L4 2L4 6L1 6Z");
        same("M0 0L1 1M5 5L6 6", "M0 0l1 1m4 4l1 1");
        same("M1e1-2.5.5+3", "M10 -2.5L0.5 3");
        same("M0 0L1 0L1 1zl5 5", "M0 0L1 0L1 1ZM0 0L5 5");
        same(
            "M0 0c0 10 10 10 10 0s10-10 10 0",
            "M0 0C0 10 10 10 10 0C10-10 20-10 20 0",
        );
        same("M0 0q5 5 10 0t10 0", "M0 0Q5 5 10 0Q15-5 20 0");
        same("M0 0L5 5S6 6 7 0", "M0 0L5 5C5 5 6 6 7 0");
        same("M0 0a5 5 0 0110 0", "M0 0A5 5 0 0 1 10 0");
    }

    #[test]
    fn parse_quadratic_is_the_same_curve() {
        let path = one("M0 0Q50 100 100 0");
        let middle = path.segs[0].point_at(0.5);
        assert!((middle.x - 50.0).abs() < 1e-12 && (middle.y - 50.0).abs() < 1e-12);
    }

    #[test]
    fn parse_arc_flags_choose_among_four() {
        // From (1,0) to (0,1) on unit circles about (0,0) and (1,1).
        let close = |a: f64, b: f64| (a - b).abs() < 1e-14;
        for (flags, center, sweep) in [
            ("0 1", (0.0, 0.0), FRAC_PI_2),
            ("1 0", (0.0, 0.0), FRAC_PI_2 - TAU),
            ("0 0", (1.0, 1.0), -FRAC_PI_2),
            ("1 1", (1.0, 1.0), TAU - FRAC_PI_2),
        ] {
            let arc = conic(&format!("M1 0A1 1 0 {flags} 0 1"));
            assert!(
                close(arc.c.x, center.0) && close(arc.c.y, center.1),
                "{flags}: {arc:?}"
            );
            assert!(close(arc.dt, sweep), "{flags}: {arc:?}");
        }
    }

    #[test]
    fn parse_arc_too_small_is_scaled_up() {
        let arc = conic("M0 0A1 1 0 0 1 10 0");
        assert_eq!(
            (arc.c, arc.radius(), arc.dt),
            (Point::new(5.0, 0.0), Some(5.0), PI)
        );
    }

    #[test]
    fn parse_degenerate_arcs() {
        assert_eq!(one("M0 0A0 5 0 0 1 10 0"), one("M0 0L10 0"));
        assert_eq!(parse("M3 3A5 5 0 0 1 3 3").unwrap(), vec![]);
        assert_eq!(conic("M0 0A-5 -5 0 0 1 10 0").radius(), Some(5.0));
    }

    #[test]
    fn parse_rotated_ellipse_has_its_ends() {
        let path = one("M10 20A30 15 40 1 0 35 44");
        assert!(norm(path.start().unwrap() - Point::new(10.0, 20.0)) < 1e-12);
        assert!(norm(path.end().unwrap() - Point::new(35.0, 44.0)) < 1e-12);
    }

    #[test]
    fn parse_errors_have_position_and_reason() {
        #[track_caller]
        fn check(text: &str, at: usize, message: &str) {
            let error = parse(text).unwrap_err();
            assert_eq!(
                (error.at, error.mistake.to_string().as_str()),
                (at, message),
                "{text}"
            );
        }
        check("L0 0", 0, "path data must start with M or m");
        check("M0 0L5", 6, "the path ends in the middle of a command");
        check(
            "M0 0B5 5",
            4,
            "`B` is not a path command; use one of M L H V C S Q T A Z",
        );
        check("M0 0L5 L", 7, "expected a number before `L`");
        check("M0 0L1e999 0", 5, "the number 1e999 is too large");
        check("M0 0 # 4", 5, "expected a number before `#`");
    }

    #[test]
    fn parse_blank_text_is_an_empty_path() {
        assert_eq!(parse(" \n").unwrap(), vec![]);
        assert_eq!(parse("M5 5").unwrap(), vec![]);
    }
}
