//! Tests of the places on sheets.

use super::*;
use proptest::prelude::*;
use trammel_kernel::Bounds;

fn size(width: f64, height: f64) -> Bounds {
    Bounds::new(Point::ORIGIN, Point::new(width, height)).unwrap()
}

fn sheet(width: f64, height: f64, gap: f64) -> Sheet {
    Sheet {
        width,
        height,
        gap,
        margin: 0.0,
    }
}

#[test]
fn parts_fill_a_sheet_from_the_lower_left() {
    let parts = [
        vec![size(40.0, 20.0)],
        vec![size(40.0, 50.0)],
        vec![size(18.0, 20.0)],
    ];
    let placed = nest(&parts, &sheet(100.0, 50.0, 2.0));
    let places: Vec<(usize, usize, [f64; 2])> = placed
        .iter()
        .map(|place| (place.part, place.sheet, place.corner))
        .collect();
    assert_eq!(
        places,
        [(1, 0, [0.0, 0.0]), (0, 0, [42.0, 0.0]), (2, 0, [42.0, 22.0])]
    );
}

#[test]
fn a_part_that_fits_only_turned_is_turned_and_one_that_never_fits_has_no_place() {
    let parts = [
        vec![size(20.0, 90.0), size(90.0, 20.0)],
        vec![size(101.0, 5.0), size(5.0, 101.0)],
    ];
    let placed = nest(&parts, &sheet(100.0, 50.0, 2.0));
    assert_eq!(placed.len(), 1);
    assert_eq!((placed[0].part, placed[0].rotation), (0, 1));
}

#[test]
fn a_full_sheet_is_followed_by_the_next() {
    let parts = vec![vec![size(50.0, 50.0)]; 3];
    let sheets: Vec<usize> = nest(&parts, &sheet(100.0, 50.0, 0.0))
        .iter()
        .map(|place| place.sheet)
        .collect();
    assert_eq!(sheets, [0, 0, 1]);
    let sheets: Vec<usize> = nest(&parts, &sheet(100.0, 50.0, 0.1))
        .iter()
        .map(|place| place.sheet)
        .collect();
    assert_eq!(sheets, [0, 1, 2], "the gap takes room");
}

proptest! {
    #[test]
    fn placed_parts_keep_the_gap_and_the_margin(
        sizes in proptest::collection::vec((1.0..70.0_f64, 1.0..70.0_f64), 1..40),
        gap in 0.0..6.0_f64,
        margin in 0.0..5.0_f64,
    ) {
        let parts: Vec<Vec<Bounds>> = sizes.iter().map(|(w, h)| vec![size(*w, *h), size(*h, *w)]).collect();
        let sheet = Sheet { width: 100.0, height: 80.0, gap, margin };
        let placed = nest(&parts, &sheet);
        prop_assert_eq!(placed.len(), parts.len(), "each part fits on an empty sheet");
        let boxes: Vec<(usize, Bounds)> = placed.iter().map(|place| {
            let size = &parts[place.part][place.rotation];
            let low = Point::from((place.corner[0], place.corner[1]));
            (place.sheet, Bounds::new(low, low + Vec2::new(size.width(), size.height())).unwrap())
        }).collect();
        for (at, (sheet_a, a)) in boxes.iter().enumerate() {
            prop_assert!(a.min.x >= margin && a.min.y >= margin);
            prop_assert!(a.max.x <= 100.0 - margin + 1e-6 && a.max.y <= 80.0 - margin + 1e-6);
            for (_, b) in boxes[at + 1..].iter().filter(|(sheet_b, _)| sheet_a == sheet_b) {
                let apart = (b.min.x - a.max.x).max(a.min.x - b.max.x).max(b.min.y - a.max.y).max(a.min.y - b.max.y);
                prop_assert!(apart >= gap - 1e-6, "{a:?} {b:?}");
            }
        }
    }
}
