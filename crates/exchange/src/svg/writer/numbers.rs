//! Numbers and path data of a file, without the noise of binary fractions.
//!
//! A number that differs from one with nine decimals by rounding errors only is written as that one: 100 instead of
//! 100.00000000000001. Other numbers are written with all their digits, so that reading gives the same curves.

use std::f64::consts::{PI, TAU};
use std::fmt::Write as _;
use trammel_kernel::{Conic, Path, Point, Seg, norm};

/// Formatter of the numbers of one drawing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers {
    /// Largest rounding error of a coordinate.
    noise: f64,
}

impl Numbers {
    /// Creates the formatter for a drawing whose coordinates have at most this magnitude.
    pub(super) fn new(magnitude: f64) -> Numbers {
        Numbers {
            noise: 16.0 * f64::EPSILON * magnitude.max(1.0),
        }
    }

    /// Returns the number without noise; -0 becomes 0.
    pub(super) fn clean(self, value: f64) -> f64 {
        let short = libm::round(value * 1e9) / 1e9;
        let value = if (value - short).abs() <= self.noise {
            short
        } else {
            value
        };
        value + 0.0
    }

    /// Formats a number.
    pub(super) fn text(self, value: f64) -> String {
        format!("{}", self.clean(value))
    }

    /// Formats an attribute with a number.
    pub(super) fn attribute(self, name: &str, value: f64) -> String {
        format!(" {name}=\"{}\"", self.clean(value))
    }

    /// Formats points for a file with y down: `x,y x,y`.
    pub(super) fn points(self, points: &[Point]) -> String {
        let points: Vec<String> = points
            .iter()
            .map(|point| format!("{},{}", self.clean(point.x), self.clean(-point.y)))
            .collect();
        points.join(" ")
    }

    /// Formats curves as path data for a file with y down. Arcs become `A` commands.
    pub(super) fn path_data(self, paths: &[Path]) -> String {
        let mut out = String::new();
        for path in paths.iter().filter(|path| path.is_finite() && !path.is_empty()) {
            self.path(path, &mut out);
        }
        out
    }

    fn path(self, path: &Path, out: &mut String) {
        let Some(start) = path.start() else { return };
        self.command('M', &[start], out);
        let last = path.segs.len() - 1;
        for (index, seg) in path.segs.iter().enumerate() {
            let closing = path.closed && index == last;
            let end = if closing && self.is_joint(seg.end(), start) {
                start
            } else {
                seg.end()
            };
            match seg {
                // `Z` draws this line.
                Seg::Line { a, .. } if closing && end == start && *a != start => {}
                Seg::Line { .. } => self.command('L', &[end], out),
                Seg::Cubic(cubic) => self.command('C', &[cubic.p1, cubic.p2, end], out),
                Seg::Conic(conic) => self.conic(conic, end, out),
            }
        }
        if path.closed {
            out.push('Z');
        }
    }

    /// Whether two ends are one joint, up to rounding.
    fn is_joint(self, a: Point, b: Point) -> bool {
        norm(a - b) <= 64.0 * self.noise
    }

    fn command(self, letter: char, points: &[Point], out: &mut String) {
        out.push(letter);
        for (index, point) in points.iter().enumerate() {
            let gap = if index == 0 { "" } else { " " };
            let _ = write!(out, "{gap}{} {}", self.clean(point.x), self.clean(-point.y));
        }
    }

    fn conic(self, conic: &Conic, end: Point, out: &mut String) {
        let (major, minor, t_major) = conic.axes();
        let (rx, ry) = (self.clean(norm(major)), self.clean(norm(minor)));
        if ry <= 1e-12 * rx || rx == 0.0 {
            return self.flat(conic, t_major, end, out);
        }
        let is_circle = conic.is_circle();
        let rotation = if is_circle {
            0.0
        } else {
            libm::atan2(-major.y, major.x).to_degrees()
        };
        let parts = self.parts(conic, end);
        let sweep = u8::from(!conic.is_ccw());
        for part in 1..=parts {
            let to = if part == parts {
                end
            } else {
                conic.point(conic.angle_at(f64::from(part) / f64::from(parts)))
            };
            let _ = write!(out, "A{rx} {ry} {} 0 {sweep} ", self.clean(rotation));
            let _ = write!(out, "{} {}", self.clean(to.x), self.clean(-to.y));
        }
    }

    /// Returns the number of arcs into which a sweep is divided, so that the rounded end points determine the center
    /// accurately: near a half turn, the center is a difference of nearly equal numbers. A half turn stays one arc if
    /// its written ends are exactly a diameter apart.
    fn parts(self, conic: &Conic, end: Point) -> u32 {
        let sweep = conic.dt.abs();
        let halves = if (sweep - PI).abs() <= 1e-12 {
            1
        } else if (sweep - TAU).abs() <= 1e-12 {
            2
        } else {
            0
        };
        let at = |point: Point| Point::new(self.clean(point.x), self.clean(point.y));
        let is_diameter = |a: Point, b: Point| {
            let radius = self.clean(norm(conic.p));
            conic.is_circle() && (norm(at(a) - at(b)) / 2.0 / radius - 1.0).abs() <= 1e-15
        };
        let middle = conic.point(conic.angle_at(0.5));
        match halves {
            1 if is_diameter(conic.start(), end) => 1,
            2 if is_diameter(conic.start(), middle) => 2,
            _ if sweep <= 0.9 * PI => 1,
            _ if sweep <= 1.5 * PI => 2,
            _ => 4,
        }
    }

    /// Writes an ellipse flattened to a line segment: the path runs along the segment in both directions.
    fn flat(self, conic: &Conic, t_major: f64, end: Point, out: &mut String) {
        let mut turns: Vec<f64> = [t_major, t_major + PI]
            .iter()
            .filter_map(|t| conic.fraction_of(*t, 0.0))
            .filter(|u| *u > 0.0 && *u < 1.0)
            .collect();
        turns.sort_by(f64::total_cmp);
        for u in turns {
            self.command('L', &[conic.point(conic.angle_at(u))], out);
        }
        self.command('L', &[end], out);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use trammel_kernel::svg;

    #[test]
    fn noise_is_removed_and_other_digits_are_kept() {
        let numbers = Numbers::new(100.0);
        assert_eq!(numbers.text(100.000_000_000_000_01), "100");
        assert_eq!(numbers.text(61.599_999_999_999_994), "61.6");
        assert_eq!(numbers.text(-1e-15), "0");
        assert_eq!(numbers.text(1.0 / 3.0), "0.3333333333333333");
        assert_eq!(numbers.text(1e-7), "0.0000001");
    }

    #[test]
    fn written_arcs_are_read_as_the_same_arcs() {
        let numbers = Numbers::new(100.0);
        for sweep in [0.1, 1.0, 2.0, PI - 1e-9, PI, PI + 1e-5, 4.0, 5.5, TAU - 1e-6, TAU] {
            for start in [0.0, 0.3, PI / 2.0, 2.5] {
                let arc = Path::arc(Point::new(13.0, 70.1), 25.3, start, start + sweep);
                let text = numbers.path_data(std::slice::from_ref(&arc));
                let read = svg::parse(&text).unwrap()[0].transformed(&trammel_kernel::Affine::FLIP_Y);
                for step in 0..=20 {
                    let u = f64::from(step) / 20.0 * sweep;
                    let (sin, cos) = libm::sincos(start + u);
                    let wanted = Point::new(13.0 + 25.3 * cos, 70.1 + 25.3 * sin);
                    let distance = read.nearest(wanted).unwrap().distance;
                    assert!(distance < 1e-9, "{sweep} {start}: {distance} {text}");
                }
                assert!((read.length() - arc.length()).abs() < 1e-8, "{text}");
            }
        }
        let half = Path::arc(Point::ZERO, 5.0, 0.0, PI);
        assert_eq!(numbers.path_data(&[half]), "M5 0A5 5 0 0 0 -5 0");
    }
}
