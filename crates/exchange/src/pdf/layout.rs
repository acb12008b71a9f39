//! Choice of orientation, scale, and number of pages for a drawing.
//!
//! Neighboring pages of a tiled drawing share a strip of [`OVERLAP`]. The grid of pages is centered on the drawing.

use super::page::PageLayout;
use super::scale;
use trammel_base::numbers::number_text;
use trammel_formats::{FormatError, PAPERS, Paper, PdfOptions, PdfOrientation, PdfScale};
use trammel_kernel::Vec2;
use trammel_language::{Bilingual, bilingual};

/// Width of the strip that two neighboring pages share.
pub(super) const OVERLAP: f64 = 10.0;

/// Maximum number of pages.
const MAX_PAGES: f64 = 500.0;

/// Range of the printed length of 100 mm.
const CALIBRATION: std::ops::RangeInclusive<f64> = 90.0..=110.0;

/// Pages of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout {
    /// Width and height of the paper in millimeters.
    pub(super) paper: [f64; 2],
    /// Factor by which lengths on the page are drawn, in x and y, so that they have their nominal size when printed.
    pub(super) correction: [f64; 2],
    /// Layout of every page, before the correction.
    pub(super) page: PageLayout,
    /// Length on paper divided by length of the part.
    pub(super) scale: f64,
    /// Number of columns and rows of pages.
    pub(super) grid: [u32; 2],
    /// Position of the lower left corner of the drawing in the grid, whose origin is the lower left corner of the area of
    /// the lower left page.
    pub(super) offset: [f64; 2],
}

/// A page of the grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tile {
    /// Column from the left, from 0.
    pub(super) column: u32,
    /// Row from the top, from 0.
    pub(super) row: u32,
    /// Position of the lower left corner of the drawing on the page.
    pub(super) drawing: Vec2,
}

impl Layout {
    /// Chooses the pages for a drawing of this width and height in millimeters.
    ///
    /// # Errors
    /// Returns an error that states what would fit if an option is out of range or the drawing does not fit.
    pub(super) fn of(extent: [f64; 2], options: &PdfOptions) -> Result<Layout, FormatError> {
        let [short, long] = Paper::check(options.paper)?;
        check(options)?;
        let papers: Vec<[f64; 2]> = match options.orientation {
            PdfOrientation::Landscape => vec![[long, short]],
            PdfOrientation::Portrait => vec![[short, long]],
            PdfOrientation::Auto => vec![[short, long], [long, short]],
        };
        let candidates = papers
            .into_iter()
            .filter_map(|paper| candidate(paper, extent, options));
        let best = candidates.reduce(|a, b| better(a, b, extent, options));
        let best = best.ok_or_else(|| {
            FormatError(bilingual!(
                "The paper {} has no room for a drawing, the check bar, and the title block. Choose {} or larger.", "용지 {}에는 도면, 확인용 자, 표제란이 들어갈 자리가 없어요. {} 이상을 고르세요.",
                Paper::name_of([short, long]),
                PAPERS[0].name
            ))
        })?;
        if best.pages() > 1.0 && !options.tile {
            return Err(misfit_error(&best, extent, options));
        }
        if best.pages() > MAX_PAGES {
            return Err(FormatError(bilingual!(
                "At {} the drawing needs {} pages of {}, at most {MAX_PAGES}. Choose a smaller scale or larger paper.",
                "척도 {}에서 도면에 {2} 용지 {1}장이 필요한데 최대 {MAX_PAGES}장이에요. 척도를 줄이거나 용지를 키우세요.",
                scale::text(best.scale),
                best.pages(),
                Paper::name_of([short, long])
            )));
        }
        Ok(best)
    }

    /// Iterates over the pages, row by row from the top left.
    pub(super) fn tiles(&self) -> impl Iterator<Item = Tile> {
        let [columns, rows] = self.grid;
        let all = (0..rows).flat_map(move |row| (0..columns).map(move |column| (column, row)));
        all.map(move |(column, row)| {
            let area = self.page.area;
            let x = f64::from(column) * (area.width - OVERLAP);
            let y = f64::from(rows - 1 - row) * (area.height - OVERLAP);
            Tile {
                column,
                row,
                drawing: Vec2::new(area.x + self.offset[0] - x, area.y + self.offset[1] - y),
            }
        })
    }

    fn pages(&self) -> f64 {
        f64::from(self.grid[0]) * f64::from(self.grid[1])
    }
}

fn check(options: &PdfOptions) -> Result<(), FormatError> {
    let printed = [options.calibration.x, options.calibration.y];
    if let Some(length) = printed.iter().find(|length| !CALIBRATION.contains(length)) {
        let length = number_text(*length);
        return Err(FormatError(bilingual!(
            "The printed length of 100 mm is {length} mm, but must be from {} to {} mm. Measure the check bar of a test print.",
            "100 mm의 인쇄 길이가 {length} mm인데 {}~{} mm여야 해요. 시험 인쇄의 확인용 자를 재세요.",
            CALIBRATION.start(),
            CALIBRATION.end()
        )));
    }
    options.scale.check_ratio().map(|_| ())
}

/// Returns the layout on paper of this width and height; `None` if the paper is too small.
fn candidate(paper: [f64; 2], extent: [f64; 2], options: &PdfOptions) -> Option<Layout> {
    let calibration = [options.calibration.x / 100.0, options.calibration.y / 100.0];
    let page = PageLayout::of([paper[0] * calibration[0], paper[1] * calibration[1]])?;
    let area = [page.area.width, page.area.height];
    let scale = scale::choose(options.scale, options.tile, extent, area);
    let axis = |i: usize| {
        let length = extent[i] * scale;
        let count = pages_along(length, area[i]);
        let total = f64::from(count) * (area[i] - OVERLAP) + OVERLAP;
        // Rounded, so that the pixels of a rasterized page are those of the drawing.
        (count, ((total - length) * 5.0).round() / 10.0)
    };
    let ((columns, x), (rows, y)) = (axis(0), axis(1));
    Some(Layout {
        paper,
        correction: calibration.map(f64::recip),
        page,
        scale,
        grid: [columns, rows],
        offset: [x, y],
    })
}

/// Returns the number of pages along one axis.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "at least 1, and the cast saturates"
)]
fn pages_along(length: f64, area: f64) -> u32 {
    let count = ((length - OVERLAP) / (area - OVERLAP) - 1e-9).ceil();
    count.max(1.0) as u32
}

/// Returns the layout with fewer pages, with the larger scale, or with the orientation of the drawing.
fn better(a: Layout, b: Layout, extent: [f64; 2], options: &PdfOptions) -> Layout {
    let is_like = |layout: &Layout| (layout.paper[0] > layout.paper[1]) == (extent[0] > extent[1]);
    let by_pages = b.pages().total_cmp(&a.pages());
    let by_scale = if matches!(options.scale, PdfScale::Ratio(_)) {
        std::cmp::Ordering::Equal
    } else {
        a.scale.total_cmp(&b.scale)
    };
    let order = by_pages.then(by_scale).then(is_like(&a).cmp(&is_like(&b)));
    if order.is_lt() { b } else { a }
}

/// Returns the error for a drawing that is larger than the page, with a scale and a paper that fit.
fn misfit_error(layout: &Layout, extent: [f64; 2], options: &PdfOptions) -> FormatError {
    let fitting = PdfOptions {
        scale: PdfScale::Standard,
        ..options.clone()
    };
    let fitting = Layout::of(extent, &fitting).map(|fitting| scale::text(fitting.scale));
    let larger = PAPERS.iter().find(|paper| {
        let sides = [paper.size, [paper.size[1], paper.size[0]]];
        let mut layouts = sides
            .into_iter()
            .filter_map(|sides| candidate(sides, extent, options));
        layouts.any(|layout| layout.pages() <= 1.0)
    });
    let mut choices: Vec<Bilingual> = Vec::new();
    choices.extend(fitting.ok().map(Bilingual::same));
    choices.extend(larger.map(|paper| Bilingual::same(paper.name)));
    choices.push(bilingual!("several pages", "여러 장"));
    let choices = match &choices[..] {
        [a, b] => bilingual!("{a} or {b}", "{a:#} 또는 {b:#}"),
        [a, b, c] => bilingual!("{a}, {b}, or {c}", "{a:#}, {b:#}, {c:#} 중 하나"),
        _ => Bilingual::join(&choices, ["", ""]),
    };
    FormatError(bilingual!(
        "At {} the drawing is {} x {} mm, but {} has room for {} x {} mm. Choose {choices}.",
        "척도 {}에서 도면은 {} x {} mm인데 {} 용지에는 {} x {} mm까지 들어가요. {choices:#}을(를) 고르세요.",
        scale::text(layout.scale),
        millimeters(extent[0] * layout.scale),
        millimeters(extent[1] * layout.scale),
        Paper::name_of([
            layout.paper[0].min(layout.paper[1]),
            layout.paper[0].max(layout.paper[1])
        ]),
        millimeters(layout.page.area.width),
        millimeters(layout.page.area.height),
    ))
}

/// Rounds a length to tenths of a millimeter.
fn millimeters(length: f64) -> f64 {
    (length * 10.0).round() / 10.0
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use trammel_formats::PdfCalibration;

    fn a4(scale: PdfScale, tile: bool) -> PdfOptions {
        PdfOptions {
            scale,
            tile,
            ..PdfOptions::default()
        }
    }

    fn summary(extent: [f64; 2], options: &PdfOptions) -> String {
        match Layout::of(extent, options) {
            Ok(layout) => format!(
                "{:?} {} {:?}",
                layout.paper,
                scale::text(layout.scale),
                layout.grid
            ),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn the_default_is_a_standard_scale_in_the_better_orientation() {
        let options = PdfOptions::default();
        assert_eq!(summary([100.0, 60.0], &options), "[297.0, 210.0] 1:1 [1, 1]");
        assert_eq!(summary([60.0, 100.0], &options), "[210.0, 297.0] 1:1 [1, 1]");
        assert_eq!(summary([250.0, 100.0], &options), "[297.0, 210.0] 1:1 [1, 1]");
        assert_eq!(summary([190.0, 250.0], &options), "[210.0, 297.0] 1:1 [1, 1]");
        assert_eq!(summary([9000.0, 6000.0], &options), "[297.0, 210.0] 1:50 [1, 1]");
        assert_eq!(summary([0.0, 0.0], &options), "[210.0, 297.0] 1:1 [1, 1]");
    }

    #[test]
    fn tiles_overlap_and_cover_the_drawing() {
        let layout = Layout::of([500.0, 300.0], &a4(PdfScale::Ratio(1.0), true)).unwrap();
        assert_eq!((layout.paper, layout.grid), ([297.0, 210.0], [2, 2]));
        let tiles: Vec<Tile> = layout.tiles().collect();
        let area = layout.page.area;
        let step = [
            tiles[0].drawing.x - tiles[1].drawing.x,
            tiles[2].drawing.y - tiles[0].drawing.y,
        ];
        assert_eq!(step, [area.width - OVERLAP, area.height - OVERLAP]);
        // The drawing begins on the lower left page and ends on the upper right page.
        assert!(tiles[2].drawing.x >= area.x && tiles[2].drawing.y >= area.y);
        assert!(tiles[1].drawing.x + 500.0 <= area.x + area.width);
        assert!(tiles[1].drawing.y + 300.0 <= area.y + area.height);
        assert_eq!(
            summary([500.0, 300.0], &a4(PdfScale::Standard, true)),
            "[297.0, 210.0] 1:1 [2, 2]"
        );
        assert_eq!(
            summary([500.0, 300.0], &a4(PdfScale::Fit, true)),
            "[297.0, 210.0] 1:1.85 [1, 1]"
        );
    }

    #[test]
    fn a_drawing_that_does_not_fit_is_refused_with_what_fits() {
        assert_eq!(
            summary([420.0, 300.0], &a4(PdfScale::Ratio(1.0), false)),
            "At 1:1 the drawing is 420 x 300 mm, but A4 has room for 277 x 163 mm. Choose 1:2, A2, or several pages."
        );
        assert_eq!(
            summary([5e6, 5e6], &a4(PdfScale::Ratio(1.0), false)),
            "At 1:1 the drawing is 5000000 x 5000000 mm, but A4 has room for 190 x 250 mm. Choose 1:50000 or several pages."
        );
        assert!(
            summary([5e6, 5e6], &a4(PdfScale::Ratio(1.0), true)).starts_with("At 1:1 the drawing needs 5"),
        );
    }

    #[test]
    fn options_out_of_range_are_refused_with_the_range() {
        let refused = |options: PdfOptions| summary([100.0, 60.0], &options);
        for [x, y] in [
            [f64::NAN, 100.0],
            [100.0, 150.0],
            [0.0, 100.0],
            [f64::INFINITY, 100.0],
        ] {
            let options = PdfOptions {
                calibration: PdfCalibration { x, y },
                ..PdfOptions::default()
            };
            assert!(refused(options).contains("must be from 90 to 110 mm"));
        }
        for ratio in [0.0, -1.0, f64::NAN, 1e9] {
            assert!(refused(a4(PdfScale::Ratio(ratio), false)).contains("is not possible"));
        }
        for paper in [[0.0, 100.0], [f64::NAN, 100.0], [100.0, 1e9]] {
            let options = PdfOptions {
                paper,
                ..PdfOptions::default()
            };
            assert!(refused(options).contains("from 60 to 5080 mm"));
        }
        let tiny = PdfOptions {
            paper: [60.0, 60.0],
            ..PdfOptions::default()
        };
        assert!(refused(tiny).contains("no room"));
    }

    #[test]
    fn a_calibrated_page_keeps_its_paper_and_shrinks_its_area() {
        let options = PdfOptions {
            calibration: PdfCalibration { x: 98.0, y: 100.0 },
            orientation: PdfOrientation::Portrait,
            ..PdfOptions::default()
        };
        let layout = Layout::of([100.0, 60.0], &options).unwrap();
        assert_eq!(layout.paper, [210.0, 297.0]);
        assert!((layout.page.area.width - (210.0 * 0.98 - 20.0)).abs() < 1e-9);
        assert!((layout.correction[0] * 0.98 - 1.0).abs() < 1e-12);
    }
}
