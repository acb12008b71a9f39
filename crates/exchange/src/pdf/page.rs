//! Layout of a page: margins, the area of the drawing, and the strip with the check bar and the title block.
//!
//! Lengths are millimeters on paper from the lower left corner of the page. Page sizes are those before the correction of
//! the printer, so that everything on the page is corrected alike.

/// Distance of the content from the edges of the paper; most printers leave about 5 mm blank.
const MARGIN: f64 = 10.0;

/// Distance between the area of the drawing and the strip, with room for crop marks.
const GAP: f64 = 6.0;

/// Height of the title block.
const TITLE_HEIGHT: f64 = 21.0;

/// Greatest and least width of the title block.
const TITLE_WIDTHS: [f64; 2] = [70.0, 110.0];

/// Height of the check bar with its texts.
const CHECK_HEIGHT: f64 = 17.0;

/// Length of the check bar.
const BAR: f64 = 100.0;

/// Least width and height of the area of the drawing.
const LEAST_AREA: f64 = 30.0;

/// Rectangle on a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rect {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// Layout of a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PageLayout {
    /// Area of the drawing.
    pub(super) area: Rect,
    /// Title block.
    pub(super) title: Rect,
    /// Check bar with its texts.
    pub(super) check: Rect,
    /// Length of the check bar: 100 mm, or a multiple of 10 mm on a narrow page.
    pub(super) bar: f64,
}

impl PageLayout {
    /// Returns the layout of a page of this size; `None` if the page is too small for a drawing.
    pub(super) fn of([width, height]: [f64; 2]) -> Option<PageLayout> {
        let room = width - 2.0 * MARGIN;
        // On a narrow page, the title block is below the check bar.
        let is_narrow = room < BAR + 5.0 + TITLE_WIDTHS[0];
        let title_width = if is_narrow {
            room.min(TITLE_WIDTHS[1])
        } else {
            (room - BAR - 5.0).min(TITLE_WIDTHS[1])
        };
        let strip = if is_narrow {
            TITLE_HEIGHT + 3.0 + CHECK_HEIGHT
        } else {
            TITLE_HEIGHT
        };
        let area = Rect {
            x: MARGIN,
            y: MARGIN + strip + GAP,
            width: room,
            height: height - 2.0 * MARGIN - strip - GAP,
        };
        let title = Rect {
            x: width - MARGIN - title_width,
            y: MARGIN,
            width: title_width,
            height: TITLE_HEIGHT,
        };
        let check = Rect {
            x: MARGIN,
            y: if is_narrow {
                MARGIN + TITLE_HEIGHT + 3.0
            } else {
                MARGIN
            },
            width: if is_narrow { room } else { room - title_width - 5.0 },
            height: CHECK_HEIGHT,
        };
        let bar = BAR.min(((room + 1e-9) / 10.0).floor() * 10.0);
        let fits = area.width >= LEAST_AREA && area.height >= LEAST_AREA;
        fits.then_some(PageLayout {
            area,
            title,
            check,
            bar,
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_page_lie_within_the_margins_and_do_not_overlap() {
        for size in [
            [210.0, 297.0],
            [297.0, 210.0],
            [841.0, 1189.0],
            [105.0, 148.0],
            [74.0, 107.0],
            [195.0, 110.0],
        ] {
            let PageLayout {
                area,
                title,
                check,
                bar,
            } = PageLayout::of(size).unwrap();
            for part in [area, title, check] {
                let [right, top] = [part.x + part.width, part.y + part.height];
                assert!(
                    part.x >= MARGIN && right <= size[0] - MARGIN + 1e-9,
                    "{size:?} {part:?}"
                );
                assert!(
                    part.y >= MARGIN && top <= size[1] - MARGIN + 1e-9,
                    "{size:?} {part:?}"
                );
            }
            assert!(area.y >= (title.y + title.height).max(check.y + check.height) + GAP);
            assert!(title.y + title.height <= check.y || check.x + check.width <= title.x);
            assert!(bar <= check.width && bar == if size[0] >= 120.0 { 100.0 } else { bar });
            assert!(bar % 10.0 == 0.0 && bar >= 30.0);
        }
        assert_eq!(PageLayout::of([74.0, 90.0]), None);
        assert_eq!(PageLayout::of([45.0, 300.0]), None);
    }
}
