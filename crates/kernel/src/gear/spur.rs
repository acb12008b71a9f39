//! Outlines of external and internal gears, and of racks. Start reading at [`Gear::outline`].

use super::outline::Outline;
use crate::num::{norm, sin_cos};
use crate::{Conic, CubicBez, Path, Point, Seg, Vec2};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// Dedendum in modules.
pub const DEDENDUM: f64 = 1.25;

/// Radius of the root fillet in modules, where there is room.
pub const FILLET: f64 = 0.38;

/// Largest distance of a fitted curve from the involute, in modules.
pub const FIT_TOLERANCE: f64 = 1e-6;

/// Angle below which an arc is left out, in radians.
const NO_ANGLE: f64 = 1e-12;

/// Toothing of a gear or rack. Lengths are in drawing units, angles in radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gear {
    /// Pitch diameter divided by the number of teeth, above 0.
    pub module: f64,
    /// Number of teeth, at least 3.
    pub teeth: u32,
    /// Pressure angle, between 0 and a right angle.
    pub pressure_angle: f64,
    /// Profile shift in modules.
    pub shift: f64,
    /// Circular backlash: width by which each tooth is thinner at the pitch circle.
    pub backlash: f64,
    /// Radius of the root fillets; `None` for 0.38 modules or what there is room for.
    pub fillet: Option<f64>,
}

/// Reason why a gear has no outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GearError {
    /// The flanks meet below the tip.
    Pointed,
    /// Neighboring teeth meet above the root.
    NoGap,
    /// The tip circle is not outside the base circle.
    NoInvolute,
    /// The root fillets overlap. The largest possible radius.
    Fillet(f64),
}

/// Form of a toothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toothing {
    /// Teeth outside.
    External,
    /// Teeth inside; the outline is that of the hole.
    Internal,
}

/// Outline of one tooth of a gear, or of one gap of an internal gear, which has the same form: symmetric to the x axis,
/// between two circles around the origin.
struct Tooth {
    base: f64,
    /// Angle between the axis and the start of the involute on the base circle.
    half: f64,
    inner: f64,
    outer: f64,
    /// Angle between two teeth.
    pitch: f64,
    fillet_at: Toothing,
}

/// Lower flank of a tooth, from the inner to the outer circle.
struct Flank {
    segs: Vec<Seg>,
    /// Angles at which the flank leaves the inner circle and reaches the outer circle.
    angles: (f64, f64),
}

impl Gear {
    /// Returns the radius of the pitch circle.
    pub fn pitch_radius(&self) -> f64 {
        0.5 * self.module * f64::from(self.teeth)
    }

    /// Returns the radii of the tip and root circles.
    pub fn tip_and_root(&self, toothing: Toothing) -> (f64, f64) {
        let (pitch, shift) = (self.pitch_radius(), self.shift * self.module);
        match toothing {
            Toothing::External => (
                pitch + self.module + shift,
                pitch - DEDENDUM * self.module + shift,
            ),
            Toothing::Internal => (
                pitch - self.module + shift,
                pitch + DEDENDUM * self.module + shift,
            ),
        }
    }

    /// Returns the closed outline around the origin, counterclockwise, with the first tooth (of an internal gear: the
    /// first gap) on the x axis, and the radius of the root fillets.
    ///
    /// # Errors
    /// Returns the reason if the proportions give no outline.
    pub fn outline(&self, toothing: Toothing) -> Result<(Path, f64), GearError> {
        let tooth = self.tooth(toothing);
        let largest = || {
            let (mut fits, mut fails) = (0.0, self.module);
            for _ in 0..60 {
                let middle = 0.5 * (fits + fails);
                if tooth.flank(middle, self.module).is_ok() {
                    fits = middle;
                } else {
                    fails = middle;
                }
            }
            fits
        };
        let fillet = match self.fillet {
            Some(radius) => radius,
            None => {
                let usual = FILLET * self.module;
                if tooth.flank(usual, self.module).is_ok() {
                    usual
                } else {
                    largest()
                }
            }
        };
        let flank = match tooth.flank(fillet, self.module) {
            Ok(flank) => flank,
            Err(GearError::Fillet(_)) => return Err(GearError::Fillet(largest())),
            Err(other) => return Err(other),
        };
        Ok((tooth.ring(&flank, self.teeth), fillet))
    }

    fn tooth(&self, toothing: Toothing) -> Tooth {
        let (tan, pitch) = (libm::tan(self.pressure_angle), self.pitch_radius());
        let (tip, root) = self.tip_and_root(toothing);
        let sign = if toothing == Toothing::External { -1.0 } else { 1.0 };
        let thickness = FRAC_PI_2 * self.module + 2.0 * self.shift * self.module * tan + sign * self.backlash;
        Tooth {
            base: pitch * sin_cos(self.pressure_angle).1,
            half: thickness / (2.0 * pitch) + tan - self.pressure_angle,
            inner: tip.min(root),
            outer: tip.max(root),
            pitch: TAU / f64::from(self.teeth),
            fillet_at: toothing,
        }
    }
}

impl Tooth {
    /// Returns the lower flank with a fillet of this radius.
    fn flank(&self, fillet: f64, module: f64) -> Result<Flank, GearError> {
        if self.outer <= self.base || self.inner <= 0.0 {
            return Err(GearError::NoInvolute);
        }
        let roll_at = |radius: f64| ((radius / self.base).powi(2) - 1.0).max(0.0).sqrt();
        let (mut first, mut last) = (roll_at(self.inner), roll_at(self.outer));
        if self.angle_at(last) >= 0.0 {
            return Err(GearError::Pointed);
        }
        let mut angles = (self.angle_at(first), self.angle_at(last));
        let is_external = self.fillet_at == Toothing::External;
        let circle = if is_external {
            self.inner + fillet
        } else {
            self.outer - fillet
        };
        let along = (circle * circle - self.base * self.base).max(0.0).sqrt();
        let mut start = Outline::at(polar(self.inner, angles.0));
        let mut end = None;
        if fillet > 0.0 && is_external {
            // The centers of circles that touch an involute lie on the tangents of its base circle, so that the distance of
            // the center from the point where its tangent touches the base circle is that of the involute and the radius.
            let roll = (along - fillet) / self.base;
            let (center, touch) = if circle > self.base && roll >= 0.0 {
                first = roll;
                (self.beside(roll, -fillet), self.point(roll))
            } else {
                let lean = libm::asin((fillet / circle).min(1.0));
                let touch = polar((circle * circle - fillet * fillet).max(0.0).sqrt(), -self.half);
                (polar(circle, -self.half - lean), touch)
            };
            angles.0 = angle_of(center);
            start = Outline::at(polar(self.inner, angles.0));
            start.arc_to(center, fillet, touch, false);
        } else if fillet > 0.0 {
            let roll = (along + fillet) / self.base;
            last = roll.min(last);
            let center = self.beside(last, fillet);
            angles.1 = angle_of(center);
            end = Some((center, polar(self.outer, angles.1)));
        }
        if 2.0 * angles.0 + self.pitch < 0.0
            || angles.1 > 0.0
            || first >= last
            || (!is_external && circle <= self.base)
        {
            return Err(if fillet > 0.0 {
                GearError::Fillet(0.0)
            } else {
                GearError::NoGap
            });
        }
        start.line(self.point(first));
        self.involute(&mut start, first, last, FIT_TOLERANCE * module, 0);
        if let Some((center, to)) = end {
            start.arc_to(center, fillet, to, true);
        }
        Ok(Flank {
            segs: start.segs,
            angles,
        })
    }

    /// Returns the point of the involute after rolling by an angle.
    fn point(&self, roll: f64) -> Point {
        self.beside(roll, 0.0)
    }

    /// Returns the point at a distance from the involute, positive inside the tooth.
    fn beside(&self, roll: f64, distance: f64) -> Point {
        let (sin, cos) = sin_cos(roll - self.half);
        let tangent = self.base * roll - distance;
        Point::new(self.base * cos + tangent * sin, self.base * sin - tangent * cos)
    }

    /// Returns the polar angle of the involute after rolling by an angle.
    fn angle_at(&self, roll: f64) -> f64 {
        roll - libm::atan(roll) - self.half
    }

    /// Adds Bézier curves that follow the involute between two rolling angles within a tolerance.
    fn involute(&self, outline: &mut Outline, from: f64, to: f64, tolerance: f64, depth: u32) {
        // With the square of the rolling angle as its parameter, the involute has a tangent at the base circle as well.
        let third = (to * to - from * from) / 3.0;
        let speed = |roll: f64| {
            let (sin, cos) = sin_cos(roll - self.half);
            Vec2::new(cos, sin) * (0.5 * self.base * third)
        };
        let (start, end) = (self.point(from), self.point(to));
        let cubic = CubicBez::new(start, start + speed(from), end - speed(to), end);
        let seg = Seg::Cubic(cubic);
        let is_near = |at: f64| {
            let point = seg.point_at(at);
            let radius = norm(point.to_vec2());
            let roll = ((radius / self.base).powi(2) - 1.0).max(0.0).sqrt();
            (angle_of(point) - self.angle_at(roll)).abs() * radius <= tolerance
        };
        if depth >= 12 || [0.15, 0.35, 0.5, 0.65, 0.85].into_iter().all(is_near) {
            outline.add(seg);
            return;
        }
        let middle = 0.5 * (from + to);
        self.involute(outline, from, middle, tolerance, depth + 1);
        self.involute(outline, middle, to, tolerance, depth + 1);
    }

    /// Returns the outline of all teeth.
    fn ring(&self, flank: &Flank, teeth: u32) -> Path {
        let mirrored: Vec<Seg> = flank
            .segs
            .iter()
            .rev()
            .map(|seg| seg.transformed(&crate::Affine::FLIP_Y).reversed())
            .collect();
        let arc = |radius: f64, from: f64, to: f64| {
            (to - from > NO_ANGLE).then(|| Seg::Conic(Conic::arc(Point::ORIGIN, radius, from, to)))
        };
        let mut segs = Vec::new();
        for tooth in 0..teeth {
            let turn = crate::affine::rotation(f64::from(tooth) * self.pitch);
            let placed = |seg: &Seg| seg.transformed(&turn);
            segs.extend(flank.segs.iter().map(placed));
            segs.extend(
                arc(self.outer, flank.angles.1, -flank.angles.1)
                    .as_ref()
                    .map(placed),
            );
            segs.extend(mirrored.iter().map(placed));
            segs.extend(
                arc(self.inner, -flank.angles.0, self.pitch + flank.angles.0)
                    .as_ref()
                    .map(placed),
            );
        }
        Path::new(segs, true)
    }
}

fn polar(radius: f64, angle: f64) -> Point {
    let (sin, cos) = sin_cos(angle);
    Point::new(radius * cos, radius * sin)
}

fn angle_of(point: Point) -> f64 {
    libm::atan2(point.y, point.x)
}

impl Gear {
    /// Returns the closed outline of a rack, counterclockwise: the pitch line is the x axis, and the body reaches
    /// `height` below the roots. Also returns the radius of the root fillets.
    ///
    /// # Errors
    /// Returns the reason if the proportions give no outline.
    pub fn rack(&self, height: f64) -> Result<(Path, f64), GearError> {
        let (module, tan) = (self.module, libm::tan(self.pressure_angle));
        let pitch = PI * module;
        let middle = 0.25 * pitch - 0.5 * self.backlash;
        let (tip, root) = (middle - module * tan, middle + DEDENDUM * module * tan);
        let floor = 0.5 * pitch - root;
        if tip <= 0.0 {
            return Err(GearError::Pointed);
        }
        if floor <= 0.0 {
            return Err(GearError::NoGap);
        }
        // The tangents of a fillet are as long as its radius times the tangent of half the change of direction.
        let turn = FRAC_PI_2 - self.pressure_angle;
        let per_radius = libm::tan(0.5 * turn);
        let most = floor / per_radius;
        let fillet = self.fillet.unwrap_or((FILLET * module).min(most));
        if fillet > most {
            return Err(GearError::Fillet(most));
        }
        let low = -DEDENDUM * module;
        let (sin, cos) = sin_cos(self.pressure_angle);
        let reach = fillet * per_radius;
        let mut outline = Outline::at(Point::new(0.0, low));
        for tooth in 0..self.teeth {
            let axis = (f64::from(tooth) + 0.5) * pitch;
            let corner = axis - root;
            outline.line(Point::new(corner - reach, low));
            outline.arc(
                Point::new(corner - reach, low + fillet),
                fillet,
                (-FRAC_PI_2, turn),
            );
            outline.line(Point::new(axis - tip, module));
            outline.line(Point::new(axis + tip, module));
            let corner = axis + root;
            outline.line(Point::new(corner - reach * sin, low + reach * cos));
            outline.arc(
                Point::new(corner + reach, low + fillet),
                fillet,
                (-FRAC_PI_2 - turn, turn),
            );
        }
        let end = f64::from(self.teeth) * pitch;
        outline.line(Point::new(end, low));
        outline.line(Point::new(end, low - height));
        outline.line(Point::new(0.0, low - height));
        outline.line(Point::new(0.0, low));
        Ok((Path::new(outline.segs, true).reversed(), fillet))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::affine::rotation;
    use crate::boolean::{Op, boolean};
    use crate::{Affine, region_area};
    use proptest::prelude::*;
    use std::f64::consts::PI;

    fn gear(module: f64, teeth: u32) -> Gear {
        Gear {
            module,
            teeth,
            pressure_angle: 20_f64.to_radians(),
            shift: 0.0,
            backlash: 0.0,
            fillet: None,
        }
    }

    fn is_closed(path: &Path) -> bool {
        let next = path.segs.iter().skip(1).chain(&path.segs[..1]);
        path.segs
            .iter()
            .zip(next)
            .all(|(seg, next)| norm(seg.end() - next.start()) < 1e-9)
    }

    #[test]
    fn tip_root_and_flanks_are_those_of_the_standard() {
        let (outline, fillet) = gear(2.0, 24).outline(Toothing::External).unwrap();
        assert!(is_closed(&outline));
        assert!((fillet - 0.76).abs() < 1e-12);
        let bounds = outline.bounds().unwrap();
        assert!((bounds.max.x - 26.0).abs() < 1e-12, "tip diameter m (z + 2)");
        let least = outline
            .segs
            .iter()
            .map(|seg| norm(seg.start().to_vec2()))
            .fold(f64::MAX, f64::min);
        assert!((least - 21.5).abs() < 1e-12, "root diameter m (z - 2.5)");
        // The chord of a tooth at the pitch circle is m z sin(90°/z).
        let chord = 48.0 * libm::sin(FRAC_PI_2 / 24.0);
        let below = Point::new(libm::sqrt(24.0 * 24.0 - 0.25 * chord * chord), -0.5 * chord);
        assert!(outline.distance_to(below).unwrap() < 2e-6);
    }

    #[test]
    fn every_point_of_a_flank_is_on_the_involute() {
        for teeth in [8, 17, 40, 120] {
            let toothing = gear(1.0, teeth).tooth(Toothing::External);
            let flank = toothing.flank(0.0, 1.0).unwrap();
            let curves = flank.segs.iter().filter(|seg| matches!(seg, Seg::Cubic(_)));
            for at in curves.flat_map(|seg| (0..=20).map(|i| seg.point_at(f64::from(i) / 20.0))) {
                let radius = norm(at.to_vec2());
                let roll = ((radius / toothing.base).powi(2) - 1.0).max(0.0).sqrt();
                assert!(norm(at - toothing.point(roll)) < 2e-6, "{teeth} teeth at {at}");
            }
        }
    }

    #[test]
    fn neighbors_of_a_fillet_are_tangent_to_it() {
        for (teeth, toothing) in [
            (12, Toothing::External),
            (60, Toothing::External),
            (40, Toothing::Internal),
        ] {
            let tooth = gear(3.0, teeth).tooth(toothing);
            let flank = tooth.flank(0.6, 3.0).unwrap();
            for pair in flank.segs.windows(2) {
                let (a, b) = (
                    pair[0].direction_at(1.0).unwrap(),
                    pair[1].direction_at(0.0).unwrap(),
                );
                assert!(
                    a.cross(b).abs() < 1e-6 && a.dot(b) > 0.0,
                    "{teeth} teeth: {a:?} {b:?}"
                );
            }
        }
    }

    #[test]
    fn proportions_without_an_outline_are_refused() {
        let pointed = Gear {
            shift: 0.9,
            ..gear(1.0, 8)
        };
        assert_eq!(
            pointed.outline(Toothing::External).unwrap_err(),
            GearError::Pointed
        );
        let round = Gear {
            fillet: Some(2.0),
            ..gear(1.0, 20)
        };
        let Err(GearError::Fillet(most)) = round.outline(Toothing::External) else {
            panic!("the fillets overlap");
        };
        assert!(most > 0.38 && most < 0.8, "{most}");
        assert!(
            Gear {
                fillet: Some(most),
                ..round
            }
            .outline(Toothing::External)
            .is_ok()
        );
        assert!(matches!(
            Gear {
                fillet: Some(9.0),
                ..round
            }
            .rack(5.0),
            Err(GearError::Fillet(_))
        ));
    }

    #[test]
    fn a_rack_has_its_teeth_at_the_pitch() {
        let (outline, _) = gear(2.0, 5).rack(4.0).unwrap();
        assert!(is_closed(&outline));
        assert!(outline.signed_area() > 0.0);
        let bounds = outline.bounds().unwrap();
        assert!(
            (bounds.width() - 10.0 * PI).abs() < 1e-9 && (bounds.height() - (2.0 + 2.5 + 4.0)).abs() < 1e-9
        );
    }

    fn overlap(a: &Path, b: &Path) -> f64 {
        let common = boolean(std::slice::from_ref(a), std::slice::from_ref(b), Op::Intersect);
        region_area(&common.unwrap())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn two_gears_mesh_without_an_overlap(one in 18_u32..60, other in 18_u32..60, roll in 0.0..1.0_f64) {
            let (a, b) = (gear(2.0, one), gear(2.0, other));
            let place = |gear: &Gear, x: f64, turn: f64| {
                let (outline, _) = gear.outline(Toothing::External).unwrap();
                outline.transformed(&(Affine::translate(Vec2::new(x, 0.0)) * rotation(turn)))
            };
            let angle = roll * TAU / f64::from(one);
            let left = place(&a, 0.0, angle);
            // A gap of the second gear faces the tooth of the first.
            let facing = PI + PI / f64::from(other);
            let right = place(&b, a.pitch_radius() + b.pitch_radius(), facing - angle * f64::from(one) / f64::from(other));
            prop_assert!(overlap(&left, &right) < 1e-4);
        }

        #[test]
        fn every_gear_is_closed(teeth in 6_u32..150, degrees in 14.5..25.0_f64, backlash in 0.0..0.1_f64) {
            let gear = Gear { pressure_angle: degrees.to_radians(), backlash, ..gear(1.5, teeth) };
            for toothing in [Toothing::External, Toothing::Internal] {
                match gear.outline(toothing) {
                    Ok((outline, _)) => {
                        prop_assert!(is_closed(&outline));
                        prop_assert!(outline.signed_area() > 0.0);
                    }
                    Err(error) => prop_assert!(toothing == Toothing::Internal && teeth < 20, "{error:?}"),
                }
            }
        }
    }
}
