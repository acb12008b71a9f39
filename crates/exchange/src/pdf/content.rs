//! Content stream: path and color operators of PDF.
//!
//! Invariants: numbers have at most four decimals and never an exponent, because PDF knows none; the same calls give the same
//! bytes. Arcs become cubics within [`TOLERANCE`].

use super::artwork::Rgba;
use trammel_kernel::{Affine, Conic, CubicBez, Path, Point, Seg, norm};
use trammel_scene::{Cap, Join};

/// Maximum distance of a cubic from its arc, in the unit of the stream.
const TOLERANCE: f64 = 1e-3;

/// Content stream under construction.
#[derive(Default)]
pub(super) struct Content(Vec<u8>);

impl Content {
    /// Returns the bytes of the stream.
    pub(super) fn finish(self) -> Vec<u8> {
        self.0
    }

    /// Writes operands and an operator.
    pub(super) fn op(&mut self, operands: &[f64], operator: &str) {
        for operand in operands {
            self.number(*operand);
        }
        self.word(operator);
    }

    /// Writes an operator with a name as its operand.
    pub(super) fn write_with_name(&mut self, name: &str, operator: &str) {
        self.0.push(b'/');
        self.0.extend(name.as_bytes());
        self.0.push(b' ');
        self.word(operator);
    }

    /// Opens the marked content of a layer.
    pub(super) fn begin_layer(&mut self, name: &str) {
        self.0.extend(b"/OC ");
        self.write_with_name(name, "BDC");
    }

    /// Sets the coordinate system.
    pub(super) fn transform(&mut self, map: &Affine) {
        // The factors of a scale need more decimals than coordinates.
        for factor in &map.as_coeffs()[..4] {
            let text = format!("{factor:.9}");
            let text = text.trim_end_matches('0').trim_end_matches('.');
            self.0.extend(text.as_bytes());
            self.0.push(b' ');
        }
        self.op(&map.as_coeffs()[4..], "cm");
    }

    /// Sets the color of lines.
    pub(super) fn line_color(&mut self, [red, green, blue, _]: Rgba) {
        self.op(&[red, green, blue], "RG");
    }

    /// Sets the color of interiors.
    pub(super) fn fill_color(&mut self, [red, green, blue, _]: Rgba) {
        self.op(&[red, green, blue], "rg");
    }

    /// Sets the dashes; none for a continuous line.
    pub(super) fn dash(&mut self, lengths: &[f64]) {
        self.0.push(b'[');
        for length in lengths {
            self.number(*length);
        }
        self.0.extend(b"] 0 d\n");
    }

    /// Sets the cap of line ends.
    pub(super) fn cap(&mut self, cap: Cap) {
        self.word(match cap {
            Cap::Butt => "0 J",
            Cap::Round => "1 J",
            Cap::Square => "2 J",
        });
    }

    /// Sets the join of corners.
    pub(super) fn join(&mut self, join: Join) {
        self.word(match join {
            Join::Miter => "0 j",
            Join::Round => "1 j",
            Join::Bevel => "2 j",
        });
    }

    /// Adds paths to the current path, mapped by `map`.
    pub(super) fn paths(&mut self, paths: &[Path], map: &Affine) {
        for path in paths {
            let Some(first) = path.segs.first() else { continue };
            self.point(*map * first.start());
            self.word("m");
            for seg in &path.segs {
                self.seg(seg, map);
            }
            if path.closed {
                self.word("h");
            }
        }
    }

    /// Adds a rectangle to the current path.
    pub(super) fn rect(&mut self, corner: Point, width: f64, height: f64) {
        self.op(&[corner.x, corner.y, width, height], "re");
    }

    fn seg(&mut self, seg: &Seg, map: &Affine) {
        match seg {
            Seg::Line { b, .. } => {
                self.point(*map * *b);
                self.word("l");
            }
            Seg::Cubic(cubic) => self.cubic(&(*map * *cubic)),
            Seg::Conic(conic) => {
                for cubic in cubics(&conic.transformed(map)) {
                    self.cubic(&cubic);
                }
            }
        }
    }

    fn cubic(&mut self, cubic: &CubicBez) {
        self.point(cubic.p1);
        self.point(cubic.p2);
        self.point(cubic.p3);
        self.word("c");
    }

    fn point(&mut self, point: Point) {
        self.number(point.x);
        self.number(point.y);
    }

    fn word(&mut self, word: &str) {
        self.0.extend(word.as_bytes());
        self.0.push(b'\n');
    }

    /// Writes a number, rounded to four decimals, and a space.
    #[allow(clippy::cast_possible_truncation, reason = "the cast saturates")]
    fn number(&mut self, value: f64) {
        let fixed = (value * 1e4).round() as i64;
        if fixed < 0 {
            self.0.push(b'-');
        }
        let (whole, part) = (fixed.unsigned_abs() / 10_000, fixed.unsigned_abs() % 10_000);
        self.digits(whole, 1);
        if part != 0 {
            self.0.push(b'.');
            self.digits(part, 4);
            while self.0.last() == Some(&b'0') {
                self.0.pop();
            }
        }
        self.0.push(b' ');
    }

    /// Writes an integer with at least this number of digits.
    fn digits(&mut self, mut value: u64, at_least: usize) {
        let mut digits = [b'0'; 20];
        let mut at = digits.len();
        while value > 0 || digits.len() - at < at_least {
            at -= 1;
            digits[at] += u8::try_from(value % 10).unwrap_or_default();
            value /= 10;
        }
        self.0.extend(&digits[at..]);
    }
}

/// Returns cubics along an arc within [`TOLERANCE`].
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "from 1 to 4096"
)]
fn cubics(arc: &Conic) -> impl Iterator<Item = CubicBez> {
    // A cubic that touches an arc of angle a at both ends is at most 2/27 r (a/4)^6 away from it for small a; at a quarter
    // turn, the distance is 1.2 times this bound.
    let radius = norm(arc.axes().0);
    let angle = 4.0 * libm::cbrt((TOLERANCE * 11.25 / radius).sqrt());
    let angle = angle.min(std::f64::consts::FRAC_PI_2);
    // A NaN becomes 0 by the cast.
    let count = ((arc.dt.abs() / angle - 1e-9).ceil().clamp(1.0, 4096.0) as usize).max(1);
    let arc = *arc;
    (0..count).map(move |i| {
        let fraction = |i: usize| i as f64 / count as f64;
        let part = arc.sub_arc(fraction(i), fraction(i + 1));
        let reach = 4.0 / 3.0 * libm::tan(part.dt / 4.0);
        let (from, to) = (part.t0, part.t0 + part.dt);
        let (start, end) = (part.point(from), part.point(to));
        let end = if i + 1 == count { arc.end() } else { end };
        CubicBez::new(
            start,
            start + part.tangent(from) * reach,
            end - part.tangent(to) * reach,
            end,
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use trammel_kernel::Vec2;

    fn written(numbers: &[f64]) -> String {
        let mut content = Content::default();
        content.op(numbers, "x");
        String::from_utf8_lossy(&content.finish()).into_owned()
    }

    #[test]
    fn numbers_have_at_most_four_decimals_and_no_exponent() {
        assert_eq!(
            written(&[0.0, -0.0, 0.1 + 0.2, -1.5, 1e-9, -1e-5]),
            "0 0 0.3 -1.5 0 0 x\n"
        );
        assert_eq!(
            written(&[100.0, 1189.12344, 0.0123, 1e12, 10.05]),
            "100 1189.1234 0.0123 1000000000000 10.05 x\n"
        );
    }

    #[test]
    fn the_cubics_of_an_arc_stay_within_a_thousandth_and_meet() {
        let point = Point::new(3.0, 4.0);
        for radius in [0.01, 1.0, 20.0, 400.0, 5000.0] {
            for sweep in [0.2, 1.0, 3.0, -4.0, std::f64::consts::TAU] {
                let arc = Conic {
                    t0: 0.3,
                    dt: sweep,
                    ..Conic::circle(point, radius)
                };
                let mut at = arc.start();
                for cubic in cubics(&arc) {
                    assert!(norm(cubic.p0 - at) < 1e-9);
                    at = cubic.p3;
                    for i in 0..=20 {
                        let on = Seg::Cubic(cubic).point_at(f64::from(i) / 20.0);
                        let miss = (norm(on - point) - radius).abs();
                        assert!(miss <= TOLERANCE, "{radius} {sweep} {miss}");
                    }
                }
                assert!(norm(at - arc.end()) < 1e-9);
            }
        }
        let ellipse = Conic::ellipse(Point::ORIGIN, Vec2::new(30.0, 0.0), Vec2::new(0.0, 1.0));
        for cubic in cubics(&ellipse) {
            let on = Seg::Cubic(cubic).point_at(0.37);
            let nearest = Seg::Conic(ellipse).nearest(on).map(|near| near.distance);
            assert!(nearest.is_some_and(|distance| distance <= TOLERANCE));
        }
    }
}
