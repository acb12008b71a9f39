//! Writer for SVG path data.

use std::f64::consts::{PI, TAU};

use crate::num::norm;
use crate::{Conic, Path, Point, Seg};

/// Returns path data for `paths`: absolute commands, and the shortest numbers that parse to the same value, with
/// `-0` as `0`. Conics become `A` commands (a full turn becomes two). `flip_y` negates y for a y-down screen. Paths
/// that are empty or not finite are omitted.
pub fn write(paths: &[Path], flip_y: bool) -> String {
    let mut out = Writer {
        text: String::new(),
        flip_y,
    };
    for path in paths.iter().filter(|path| path.is_finite()) {
        out.path(path);
    }
    out.text
}

struct Writer {
    text: String,
    flip_y: bool,
}

impl Writer {
    fn path(&mut self, path: &Path) {
        let (Some(start), Some(last)) = (path.start(), path.segs.len().checked_sub(1)) else {
            return;
        };
        self.command('M');
        self.point(start);
        for (index, seg) in path.segs.iter().enumerate() {
            let closing = path.closed && index == last;
            // Rounding may separate the last end slightly from the start; the parser would then add a line.
            let end = if closing && near(seg.end(), start) {
                start
            } else {
                seg.end()
            };
            match seg {
                // `Z` draws this line.
                Seg::Line { a, b } if closing && *b == start && a != b => {}
                Seg::Line { .. } => {
                    self.command('L');
                    self.point(end);
                }
                Seg::Cubic(c) => {
                    self.command('C');
                    self.point(c.p1);
                    self.point(c.p2);
                    self.point(end);
                }
                Seg::Conic(conic) => self.conic(conic, end),
            }
        }
        if path.closed {
            self.command('Z');
        }
    }

    fn conic(&mut self, conic: &Conic, end: Point) {
        let (major, minor, t_major) = conic.axes();
        let (rx, ry) = (norm(major), norm(minor));
        if ry <= 1e-12 * rx || rx == 0.0 {
            return self.flat(conic, t_major, end);
        }
        let rotation = if conic.is_circle() {
            0.0
        } else {
            libm::atan2(major.y, major.x).to_degrees()
        };
        let parts = safe_parts(conic.dt);
        for part in 1..=parts {
            let to = if part == parts {
                end
            } else {
                conic.point(conic.angle_at(f64::from(part) / f64::from(parts)))
            };
            self.command('A');
            self.number(rx);
            self.number(ry);
            self.number(if self.flip_y { -rotation } else { rotation });
            let large = conic.dt.abs() > f64::from(parts) * PI;
            self.flag(large);
            self.flag(conic.is_ccw() != self.flip_y);
            self.point(to);
        }
    }

    /// Writes an ellipse flattened to a line segment: the path runs along the segment in both directions.
    fn flat(&mut self, conic: &Conic, t_major: f64, end: Point) {
        let mut turns: Vec<f64> = [t_major, t_major + PI]
            .iter()
            .filter_map(|t| conic.fraction_of(*t, 0.0))
            .collect();
        turns.sort_by(f64::total_cmp);
        for u in turns.into_iter().filter(|u| *u > 0.0 && *u < 1.0) {
            self.command('L');
            self.point(conic.point(conic.angle_at(u)));
        }
        self.command('L');
        self.point(end);
    }

    fn command(&mut self, letter: char) {
        self.text.push(letter);
    }

    fn point(&mut self, point: Point) {
        self.number(point.x);
        self.number(if self.flip_y { -point.y } else { point.y });
    }

    fn flag(&mut self, on: bool) {
        self.number(if on { 1.0 } else { 0.0 });
    }

    fn number(&mut self, value: f64) {
        if !self.text.ends_with(|c: char| c.is_ascii_alphabetic()) {
            self.text.push(' ');
        }
        // Adding zero turns -0 into 0.
        let value = value + 0.0;
        let plain = value.to_string();
        let short = if plain.len() > 8 {
            format!("{value:e}")
        } else {
            String::new()
        };
        self.text
            .push_str(if !short.is_empty() && short.len() < plain.len() {
                &short
            } else {
                &plain
            });
    }
}

/// Returns the number of arcs into which a sweep is divided so that the end points determine the center accurately:
/// near a half turn and near a full turn, the center is the difference of nearly equal numbers. Exact half turns
/// are recovered exactly.
fn safe_parts(dt: f64) -> u32 {
    let sweep = dt.abs();
    let near = |target: f64| (sweep - target).abs() < 1e-3;
    let exact = |target: f64| (sweep - target).abs() <= 1e-12;
    if exact(TAU) || (near(PI) && !exact(PI)) {
        2
    } else if near(TAU) {
        3
    } else {
        1
    }
}

/// Whether two ends are one joint, up to rounding.
fn near(a: Point, b: Point) -> bool {
    norm(a - b) <= 1e-9 * norm(a.to_vec2()).max(norm(b.to_vec2())).max(1e-3)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: Path, expected: &str) {
        assert_eq!(write(&[path], false), expected);
    }

    #[test]
    fn write_outlines_as_path_data() {
        check(Path::rect(Point::ZERO, 10.0, 5.5), "M0 0L10 0L10 5.5L0 5.5Z");
        check(
            Path::from_points(&[Point::new(-0.0, -1.0), Point::new(1e-9, 1e20)], false),
            "M0 -1L1e-9 1e20",
        );
        check(
            Path::circle(Point::new(5.0, 0.0), 5.0),
            "M10 0A5 5 0 0 1 0 0A5 5 0 0 1 10 0Z",
        );
        check(Path::arc(Point::ZERO, 2.0, 0.0, 1.5 * PI), "M2 0A2 2 0 1 1 0 -2");
        check(
            Path::ellipse(Point::ZERO, 1.0, 2.0, 0.0),
            "M1 0A2 1 90 0 1 -1 0A2 1 90 0 1 1 0Z",
        );
    }

    #[test]
    fn write_can_flip_the_y_axis() {
        let arc = Path::arc(Point::ZERO, 2.0, 0.0, PI / 2.0);
        assert_eq!(write(&[arc], true), "M2 0A2 2 0 0 0 0 -2");
    }

    #[test]
    fn write_omits_non_finite_paths() {
        check(Path::circle(Point::ZERO, f64::NAN), "");
        check(Path::default(), "");
    }

    #[test]
    fn write_degenerate_ellipse_is_a_line_and_back() {
        let flat = Path::circle(Point::ZERO, 1.0).transformed(&kurbo::Affine::scale_non_uniform(1.0, 0.0));
        check(flat, "M1 0L-1 0L1 0Z");
    }
}
