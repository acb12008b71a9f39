//! Outlines for parts that plug together: panels with finger joints, and a coupon that measures the kerf.
//!
//! Slots and fingers have the size of the design; the kerf is a setting of the export.

use trammel_kernel::{Point, Vec2};

/// Edge of a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeKind {
    /// Straight edge.
    Plain,
    /// Fingers at both ends of the edge.
    Fingers,
    /// Notches at both ends of the edge: the counterpart of an edge with fingers.
    Notches,
}

/// Panel with finger joints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FingerPanel {
    /// Lower left corner.
    pub corner: Point,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
    /// Thickness of the sheet, which is the depth of the notches.
    pub thickness: f64,
    /// Approximate width of a finger.
    pub finger: f64,
    /// Gap between a finger and its notch, on each side of the finger.
    pub clearance: f64,
    /// Edges: bottom, right, top, left.
    pub edges: [EdgeKind; 4],
}

impl FingerPanel {
    /// Returns the corners of the outline, counterclockwise; `None` if the fingers do not fit.
    pub fn outline(&self) -> Option<Vec<Point>> {
        let (w, h, t) = (self.width, self.height, self.thickness);
        let sizes = [w, h, t, self.finger];
        if sizes.iter().any(|size| !(*size > 0.0 && size.is_finite())) {
            return None;
        }
        let corners = [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)].map(|(x, y)| self.corner + Vec2::new(x, y));
        let along = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)].map(|(x, y)| Vec2::new(x, y));
        let mut points: Vec<Point> = Vec::new();
        for at in 0..4 {
            let before = (at + 3) % 4;
            let (u, inward) = (along[at], along[at].turn_90());
            let starts_low = self.edges[at] == EdgeKind::Notches;
            let ends_low = self.edges[before] == EdgeKind::Notches;
            // The corner moves inward by the thickness on each side that has a notch there.
            let shift =
                Vec2::ZERO + inward * if starts_low { t } else { 0.0 } + u * if ends_low { t } else { 0.0 };
            points.push(corners[at] + shift);
            for [from, to] in self.notches(at)? {
                let edge = |s: f64, depth: f64| corners[at] + u * s + inward * depth;
                let length = if at % 2 == 0 { w } else { h };
                if from > 0.0 {
                    points.extend([edge(from, 0.0), edge(from, t)]);
                }
                if to < length {
                    points.extend([edge(to, t), edge(to, 0.0)]);
                }
            }
        }
        points.dedup();
        Some(points)
    }

    /// Returns the notches of an edge as ranges along it; `None` if a finger would vanish.
    fn notches(&self, edge: usize) -> Option<Vec<[f64; 2]>> {
        let length = if edge.is_multiple_of(2) {
            self.width
        } else {
            self.height
        };
        let edge = FingerEdge {
            length,
            thickness: self.thickness,
            finger: self.finger,
            clearance: self.clearance,
            kind: self.edges[edge],
        };
        edge.notches()
    }
}

/// Edge with finger joints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FingerEdge {
    /// Length.
    pub length: f64,
    /// Thickness of the sheet, which is the depth of the notches.
    pub thickness: f64,
    /// Approximate width of a finger.
    pub finger: f64,
    /// Gap between a finger and its notch, on each side of the finger.
    pub clearance: f64,
    /// Fingers or notches at both ends.
    pub kind: EdgeKind,
}

impl FingerEdge {
    /// Returns the notches as ranges along the edge; `None` if a finger would vanish.
    pub fn notches(&self) -> Option<Vec<[f64; 2]>> {
        let length = self.length;
        let count = self.count();
        let pitch = length / count as f64;
        // On each side, the finger and the notch have half of the gap each.
        let half = 0.5 * self.clearance;
        let first = match self.kind {
            EdgeKind::Plain => return Some(Vec::new()),
            EdgeKind::Fingers => 1,
            EdgeKind::Notches => 0,
        };
        // A finger that is no wider than the sheet is thick breaks, and its notch would reach the next edge.
        if count < 3 || pitch - 2.0 * half.abs() <= self.thickness {
            return None;
        }
        let range = |at: usize| {
            let low = if at == 0 { 0.0 } else { at as f64 * pitch - half };
            let high = if at + 1 == count {
                length
            } else {
                (at + 1) as f64 * pitch + half
            };
            [low, high]
        };
        Some((first..count).step_by(2).map(range).collect())
    }

    /// Returns the corners as `[distance along the edge, depth]`, from `insets[0]` after the start to `insets[1]` before the
    /// end; `None` if a finger would vanish, or if an inset reaches beyond the first or last finger or notch.
    pub fn profile(&self, insets: [f64; 2]) -> Option<Vec<[f64; 2]>> {
        let notches = self.notches()?;
        let steps: Vec<f64> = notches
            .iter()
            .flatten()
            .copied()
            .filter(|at| *at > 0.0 && *at < self.length)
            .collect();
        let (from, to) = (insets[0], self.length - insets[1]);
        let fits =
            steps.first().is_none_or(|first| from < *first) && steps.last().is_none_or(|last| to > *last);
        if !(fits && from >= 0.0 && insets[1] >= 0.0 && from < to) {
            return None;
        }
        let low = self.kind == EdgeKind::Notches;
        let depth = |low: bool| if low { self.thickness } else { 0.0 };
        let mut corners = vec![[from, depth(low)]];
        for (i, at) in steps.iter().enumerate() {
            let is_low = low != (i % 2 == 1);
            corners.extend([[*at, depth(is_low)], [*at, depth(!is_low)]]);
        }
        // The number of fingers and notches is odd, so both ends have the same depth.
        corners.push([to, depth(low)]);
        Some(corners)
    }

    /// Returns the number of fingers and notches, which is odd.
    pub fn count(&self) -> usize {
        let wanted = (self.length / self.finger).floor().clamp(1.0, 999.0) as usize;
        if wanted.is_multiple_of(2) {
            wanted - 1
        } else {
            wanted
        }
    }
}

/// Slot of a kerf coupon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CouponSlot {
    /// Kerf that the slot tests.
    pub kerf: f64,
    /// Middle of the slot, below its bottom.
    pub label: Point,
}

/// Comb whose slots are narrower than the sheet by one kerf each. The slot that holds a piece of the sheet names the kerf.
#[derive(Clone, Debug, PartialEq)]
pub struct KerfCoupon {
    /// Corners of the outline, counterclockwise.
    pub outline: Vec<Point>,
    /// Slots from left to right.
    pub slots: Vec<CouponSlot>,
}

impl KerfCoupon {
    /// Creates the coupon of a sheet, with the lower left corner at `corner`.
    pub fn new(corner: Point, thickness: f64, kerfs: &[f64]) -> KerfCoupon {
        let depth = (4.0 * thickness).max(1e-6);
        let pitch = 4.0 * thickness;
        let height = 2.0 * depth;
        let width = pitch * kerfs.len() as f64 + 0.5 * pitch;
        let at = |x: f64, y: f64| corner + Vec2::new(x, y);
        let mut outline = vec![at(0.0, 0.0), at(width, 0.0), at(width, height)];
        let mut slots = Vec::new();
        for (number, kerf) in kerfs.iter().enumerate().rev() {
            let middle = pitch * (number as f64 + 0.75);
            let half = 0.5 * (thickness - kerf);
            let (left, right, bottom) = (middle - half, middle + half, height - depth);
            outline.extend([
                at(right, height),
                at(right, bottom),
                at(left, bottom),
                at(left, height),
            ]);
            slots.push(CouponSlot {
                kerf: *kerf,
                label: at(middle, 0.5 * bottom),
            });
        }
        outline.push(at(0.0, height));
        slots.reverse();
        KerfCoupon { outline, slots }
    }
}
