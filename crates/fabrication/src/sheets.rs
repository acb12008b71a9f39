//! Nesting: places for parts on sheets, by their bounding boxes.
//!
//! The parts are placed from the tallest to the lowest, each at the lowest free place of the first sheet with room and,
//! among equally low places, at the leftmost one. A sheet is described by its skyline: the height that is used at each x.
//! The boxes keep the gap, so the parts keep at least the gap. The result depends only on the input.

use trammel_kernel::Bounds;

/// Parts that one call places, at most.
pub const MAX_PARTS: usize = 500;

/// Sheet of material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sheet {
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
    /// Smallest distance between two parts.
    pub gap: f64,
    /// Smallest distance between a part and the edge of the sheet.
    pub margin: f64,
}

/// Place of a part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// Position of the part in the input.
    pub part: usize,
    /// Position of the rotation in the list of the part.
    pub rotation: usize,
    /// Sheet, from 0.
    pub sheet: usize,
    /// Lower left corner of the box of the part on its sheet.
    pub corner: [f64; 2],
}

/// Returns places for parts, each given by its box in every allowed rotation. A part without a place fits on no sheet.
pub fn nest(parts: &[Vec<Bounds>], sheet: &Sheet) -> Vec<Placed> {
    let height = |part: usize| parts[part].iter().map(Bounds::height).fold(0.0, f64::max);
    let area = |part: usize| {
        parts[part]
            .first()
            .map_or(0.0, |first| first.width() * first.height())
    };
    let mut order: Vec<usize> = (0..parts.len()).collect();
    trammel_base::sort::by(&mut order, |a, b| {
        height(*b)
            .total_cmp(&height(*a))
            .then(area(*b).total_cmp(&area(*a)))
    });
    let mut skylines: Vec<Skyline> = Vec::new();
    let mut placed = Vec::new();
    for part in order {
        let on = |skyline: &Skyline, number: usize| {
            let places = parts[part].iter().enumerate().filter_map(|(rotation, size)| {
                let [x, y] = skyline.place(sheet, size)?;
                Some((y + size.height(), x, rotation, [x, y], number))
            });
            // The lowest top edge wins, then the leftmost place, then the first rotation.
            places.reduce(|best, other| {
                let is_better = other
                    .0
                    .total_cmp(&best.0)
                    .then(other.1.total_cmp(&best.1))
                    .is_lt();
                if is_better { other } else { best }
            })
        };
        let empty = Skyline::new(sheet);
        let known = skylines
            .iter()
            .enumerate()
            .find_map(|(number, skyline)| on(skyline, number));
        let Some((_, _, rotation, corner, number)) = known.or_else(|| on(&empty, skylines.len())) else {
            continue;
        };
        if number == skylines.len() {
            skylines.push(empty);
        }
        skylines[number].cover(corner, &parts[part][rotation], sheet.gap);
        placed.push(Placed {
            part,
            rotation,
            sheet: number,
            corner,
        });
    }
    placed
}

/// Used height of a sheet: stretches of x with their height, without gaps, from left to right.
#[derive(Clone, Debug)]
struct Skyline {
    /// Left end and height of each stretch; the last stretch ends at the right edge.
    steps: Vec<[f64; 2]>,
    right: f64,
}

impl Skyline {
    fn new(sheet: &Sheet) -> Skyline {
        Skyline {
            steps: vec![[sheet.margin, sheet.margin]],
            right: sheet.width - sheet.margin,
        }
    }

    /// Returns the lowest, then leftmost place of a box.
    fn place(&self, sheet: &Sheet, size: &Bounds) -> Option<[f64; 2]> {
        let slack = 1e-9 * sheet.width.max(sheet.height);
        let top = sheet.height - sheet.margin + slack;
        let mut best: Option<[f64; 2]> = None;
        for (at, [x, _]) in self.steps.iter().enumerate() {
            let end = x + size.width();
            if end > self.right + slack {
                break;
            }
            let covered = self.steps[at..]
                .iter()
                .take_while(|step| step[0] < end + sheet.gap - slack);
            let y = covered.map(|step| step[1]).fold(0.0, f64::max);
            if y + size.height() <= top && best.is_none_or(|best| y < best[1]) {
                best = Some([*x, y]);
            }
        }
        best
    }

    /// Raises the skyline over a placed box and the gap to its right and above.
    fn cover(&mut self, [x, y]: [f64; 2], size: &Bounds, gap: f64) {
        let (end, height) = (x + size.width() + gap, y + size.height() + gap);
        // The stretch under the end of the box continues after it.
        let after = self
            .steps
            .iter()
            .rev()
            .find(|step| step[0] <= end)
            .map(|step| step[1]);
        self.steps.retain(|step| step[0] < x || step[0] > end);
        self.steps.push([x, height]);
        if end < self.right
            && let Some(after) = after
        {
            self.steps.push([end, after]);
        }
        self.steps.sort_by(|a, b| a[0].total_cmp(&b[0]));
    }
}
