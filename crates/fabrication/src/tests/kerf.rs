//! Tests of the kerf.

use super::*;
use proptest::prelude::*;
use std::collections::BTreeSet;
use trammel_kernel::norm;

#[track_caller]
fn refused(scene: &Scene, kerf: f64) -> String {
    with_kerf(scene, kerf).unwrap_err().to_string()
}

#[test]
fn outer_contours_grow_and_holes_shrink_by_half_the_kerf() {
    let scene = drawing(&[
        ("plate", rect(0.0, 0.0, 100.0, 60.0)),
        ("hole", circle(20.0, 30.0, 5.0)),
        ("window", rect(50.0, 20.0, 30.0, 20.0)),
        ("island", circle(65.0, 30.0, 4.0)),
        ("apart", circle(200.0, 0.0, 7.0)),
    ]);
    let cut = with_kerf(&scene, 0.2).unwrap();
    let shape = |name: &str| cut.get(name).unwrap().shape.clone();
    assert_eq!(shape("plate"), rect(-0.1, -0.1, 100.2, 60.2));
    assert_eq!(shape("hole"), circle(20.0, 30.0, 4.9));
    assert_eq!(shape("window"), rect(50.1, 20.1, 29.8, 19.8));
    assert_eq!(shape("island"), circle(65.0, 30.0, 4.1));
    assert_eq!(shape("apart"), circle(200.0, 0.0, 7.1));
    assert_eq!(
        scene.get("plate").unwrap().shape,
        rect(0.0, 0.0, 100.0, 60.0),
        "the design stays"
    );
}

#[test]
fn a_slot_becomes_narrower_by_the_kerf() {
    let (thickness, clearance, kerf) = (3.0, 0.1, 0.15);
    let slot = thickness + clearance;
    let left = 20.0;
    let scene = drawing(&[(
        "comb",
        polygon(&[
            0.0,
            0.0,
            60.0,
            0.0,
            60.0,
            40.0,
            left + slot,
            40.0,
            left + slot,
            15.0,
            left,
            15.0,
            left,
            40.0,
            0.0,
            40.0,
        ]),
    )]);
    let cut = with_kerf(&scene, kerf).unwrap();
    let Shape::Polygon { points, holes } = &cut.get("comb").unwrap().shape else {
        panic!("a polygon stays a polygon");
    };
    assert_eq!((points.len(), holes.len()), (8, 0));
    let mut sides: Vec<f64> = points
        .iter()
        .filter(|at| at.y > 10.0 && at.y < 30.0)
        .map(|at| at.x)
        .collect();
    sides.sort_by(f64::total_cmp);
    assert!(
        (sides[1] - sides[0] - (thickness + clearance - kerf)).abs() < 1e-9,
        "{sides:?}"
    );
}

#[test]
fn arcs_stay_arcs_and_a_placed_entity_keeps_its_place() {
    let rounded = Shape::Rect {
        corner: Point::ORIGIN,
        width: 40.0,
        height: 20.0,
        corner_radius: 5.0,
    };
    let mut edit = Edit::new(drawing(&[
        ("turned", rounded.clone()),
        ("stretched", rounded),
        (
            "ring",
            Shape::Region {
                paths: vec![
                    Path::circle(Point::new(300.0, 0.0), 10.0),
                    Path::circle(Point::new(300.0, 0.0), 4.0),
                ],
            },
        ),
    ]));
    let place = |rotate: f64, scale: Vec2, y: f64| Transform {
        translate: Vec2::new(0.0, y),
        rotate,
        scale,
        ..Transform::default()
    };
    edit.set_transform("turned", place(0.5, Vec2::new(2.0, 2.0), 0.0))
        .unwrap();
    edit.set_transform("stretched", place(0.0, Vec2::new(2.0, 1.0), 100.0))
        .unwrap();
    let scene = edit.finish().0;
    let cut = with_kerf(&scene, 1.0).unwrap();
    let turned = &cut.get("turned").unwrap();
    assert_eq!(
        turned.shape,
        Shape::Rect {
            corner: Point::new(-0.25, -0.25),
            width: 40.5,
            height: 20.5,
            corner_radius: 5.25
        }
    );
    let center = |scene: &Scene, name: &str| scene.world_bounds(name).unwrap().center();
    assert!(norm(center(&cut, "turned") - center(&scene, "turned")) < 1e-9);
    // The corners of the stretched rectangle are elliptic; the straight sides move by exactly half the kerf.
    let (old, new) = (
        scene.world_bounds("stretched").unwrap(),
        cut.world_bounds("stretched").unwrap(),
    );
    assert!(
        (new.width() - old.width() - 1.0).abs() < 1e-9 && (new.height() - old.height() - 1.0).abs() < 1e-9
    );
    let ring = cut.world_paths("ring");
    let radii: Vec<f64> = ring
        .iter()
        .map(|path| path.bounds().unwrap().width() / 2.0)
        .collect();
    assert_eq!(radii, [10.5, 3.5]);
    assert!(
        ring.iter().all(|path| path.segs.len() == 1),
        "circles stay circles: {ring:?}"
    );
}

#[test]
fn loose_lines_and_arcs_that_close_are_compensated_as_one_contour_and_open_ones_stay() {
    let pi = std::f64::consts::PI;
    let half = |from: f64| Shape::Arc {
        center: Point::new(20.0, 15.0),
        radius: 5.0,
        start_angle: from,
        end_angle: from + pi,
    };
    let scene = drawing(&[
        ("bottom", line(&[0.0, 0.0, 40.0, 0.0])),
        ("west", half(0.5 * pi)),
        ("right", line(&[40.0, 30.0, 40.0, 0.0])),
        ("top", line(&[40.0, 30.0, 0.0, 30.0])),
        ("east", half(-0.5 * pi)),
        ("hinge", line(&[10.0, 5.0, 10.0, 25.0])),
        ("left", line(&[0.0, 30.0, 0.0, 0.0])),
        ("slit", line(&[30.0, -5.0, 30.0, 35.0])),
    ]);
    let cut = with_kerf(&scene, 0.2).unwrap();
    let names: Vec<&str> = cut.walk().map(|entity| entity.name.as_str()).collect();
    assert_eq!(names, ["bottom", "west", "hinge", "slit"]);
    let size = |name: &str| {
        let bounds = cut.world_bounds(name).unwrap();
        [bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y].map(|x| (x * 1e9).round() / 1e9)
    };
    assert_eq!(size("bottom"), [-0.1, -0.1, 40.1, 30.1]);
    assert_eq!(size("west"), [15.1, 10.1, 24.9, 19.9]);
    assert_eq!(size("hinge"), [10.0, 5.0, 10.0, 25.0]);
    assert_eq!(size("slit"), [30.0, -5.0, 30.0, 35.0]);
    let open: Vec<String> = open_entities(&scene, &[])
        .unwrap()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(open, ["hinge", "slit"]);
    // Only the named loose lines.
    let names = ["bottom", "right", "top", "left"].map(str::to_owned);
    let some = compensate(&scene, &names, &BTreeSet::new(), 0.2).unwrap();
    assert_eq!((some.shapes.len(), some.merged.len()), (1, 3));
}

#[test]
fn a_drawing_of_open_contours_stays_as_it_is() {
    let scene = drawing(&[("fold", line(&[0.0, 70.0, 50.0, 70.5]))]);
    assert!(with_kerf(&scene, 0.2).unwrap().diff_to(&scene).is_empty());
}

#[test]
fn exceptions_and_what_is_cut_as_drawn_stay_and_still_contain_holes() {
    let mut edit = Edit::new(drawing(&[
        ("plate", rect(0.0, 0.0, 100.0, 60.0)),
        ("hole", circle(20.0, 30.0, 5.0)),
        ("gauge", rect(200.0, 0.0, 20.0, 10.0)),
        ("a", line(&[300.0, 0.0, 310.0, 0.0, 310.0, 10.0])),
        ("b", line(&[310.0, 10.0, 300.0, 0.0])),
    ]));
    for name in ["gauge", "a", "b"] {
        edit.set_as_drawn(name, true).unwrap();
    }
    let scene = edit.finish().0;
    let except = named_entities(&scene, &["plate".to_owned()]).unwrap();
    let cut = with_kerf_of(&scene, &[], &except, 0.2).unwrap();
    let shape = |name: &str| cut.get(name).map(|entity| entity.shape.clone());
    assert_eq!(shape("plate"), Some(rect(0.0, 0.0, 100.0, 60.0)));
    assert_eq!(shape("hole"), Some(circle(20.0, 30.0, 4.9)), "still a hole");
    assert_eq!(shape("gauge"), Some(rect(200.0, 0.0, 20.0, 10.0)));
    // Loose lines of one contour are joined, and keep their places.
    let bounds = cut.world_bounds("a").unwrap();
    assert_eq!(
        (bounds.min, bounds.max),
        (Point::new(300.0, 0.0), Point::new(310.0, 10.0))
    );
    assert_eq!((cut.get("a").unwrap().as_drawn, shape("b")), (true, None));
    let wrong = named_entities(&scene, &["plat".to_owned()]).unwrap_err();
    assert!(
        wrong.to_string().contains("no entity, group, or layer 'plat'"),
        "{wrong}"
    );
}

#[test]
fn an_exception_within_a_contour_is_a_mark_and_not_a_cut() {
    let fold = |name, points: &[f64]| (name, line(points));
    let scene = drawing(&[
        ("net", rect(0.0, 0.0, 80.0, 80.0)),
        fold("f1", &[20.0, 20.0, 60.0, 20.0]),
        fold("f2", &[60.0, 20.0, 60.0, 60.0]),
        fold("f3", &[60.0, 60.0, 20.0, 60.0]),
        fold("f4", &[20.0, 60.0, 20.0, 20.0]),
        ("hole", circle(40.0, 40.0, 5.0)),
        ("ring", circle(10.0, 10.0, 5.0)),
        ("eye", circle(10.0, 10.0, 2.0)),
    ]);
    let names = ["f1", "f2", "f3", "f4", "ring"].map(str::to_owned);
    let except = named_entities(&scene, &names).unwrap();
    let cut = with_kerf_of(&scene, &[], &except, 0.2).unwrap();
    let shape = |scene: &Scene, name: &str| scene.get(name).map(|entity| entity.shape.clone());
    assert_eq!(shape(&cut, "net"), Some(rect(-0.1, -0.1, 80.2, 80.2)));
    assert_eq!(shape(&cut, "hole"), Some(circle(40.0, 40.0, 4.9)));
    assert_eq!(shape(&cut, "ring"), Some(circle(10.0, 10.0, 5.0)));
    assert_eq!(shape(&cut, "eye"), Some(circle(10.0, 10.0, 1.9)));
    let within: Vec<String> = crate::entities_in_marks(&scene, &[], &except)
        .unwrap()
        .iter()
        .map(Name::to_string)
        .collect();
    assert_eq!(within, ["hole", "eye"]);
    // A ring that is cut as drawn is a cut, so what it contains is an island.
    let mut edit = Edit::new(scene);
    edit.set_as_drawn("ring", true).unwrap();
    let cut = with_kerf_of(&edit.finish().0, &[], &except, 0.2).unwrap();
    assert_eq!(shape(&cut, "eye"), Some(circle(10.0, 10.0, 2.1)));
}

#[test]
fn a_kerf_is_refused_with_names_and_places() {
    let plate = ("plate", rect(0.0, 0.0, 100.0, 60.0));
    assert_eq!(
        refused(&drawing(&[plate.clone(), ("pin", circle(10.0, 10.0, 0.1))]), 0.2),
        "'pin' at (10, 10) is narrower than the kerf. Enlarge or delete it."
    );
    assert_eq!(
        refused(
            &drawing(&[plate.clone(), ("gap", rect(10.0, 10.0, 0.15, 20.0))]),
            0.2
        ),
        "'gap' at (10.075, 20) is narrower than the kerf. Enlarge or delete it."
    );
    assert_eq!(
        refused(
            &drawing(&[plate.clone(), ("next", rect(100.0, 0.0, 10.0, 60.0))]),
            0.2
        ),
        "'plate' and 'next' cross or share an edge at (100, 30), so what is inside is not defined. Unite them or move \
         them apart."
    );
    let close = refused(
        &drawing(&[plate.clone(), ("next", rect(100.1, 0.0, 10.0, 50.0))]),
        0.2,
    );
    assert!(
        close.starts_with("'plate' and 'next' are closer than the kerf at (100."),
        "{close}"
    );
    let bow = polygon(&[0.0, 100.0, 10.0, 110.0, 10.0, 100.0, 0.0, 110.0]);
    assert_eq!(
        refused(&drawing(&[plate, ("bow", bow)]), 0.2),
        "'bow' crosses itself at (5, 105), so what is inside is not defined. Redraw it without the loop."
    );
    assert_eq!(refused(&drawing(&[]), 0.2), "there is no contour to cut");
    assert_eq!(
        refused(&drawing(&[("a", circle(0.0, 0.0, 1.0))]), f64::NAN),
        "the kerf must be a number, got NaN"
    );
}

#[test]
fn hidden_entities_and_annotations_keep_their_size() {
    let mut edit = Edit::new(drawing(&[
        ("plate", rect(0.0, 0.0, 100.0, 60.0)),
        ("draft", line(&[0.0, 0.0, 5.0, 5.0])),
    ]));
    edit.set_flags(
        "draft",
        trammel_scene::Flags {
            locked: false,
            hidden: true,
        },
    )
    .unwrap();
    add(&mut edit, "mark", Shape::Point { at: Point::ORIGIN });
    let scene = edit.finish().0;
    let cut = with_kerf(&scene, 0.2).unwrap();
    assert_eq!(cut.get("draft").unwrap().shape, line(&[0.0, 0.0, 5.0, 5.0]));
    assert_eq!(cut.get("mark").unwrap().shape, Shape::Point { at: Point::ORIGIN });
    assert!(with_kerf(&scene, 0.0).unwrap().diff_to(&scene).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_kerf_and_its_inverse_give_the_same_area(
        width in 20.0..80.0_f64,
        height in 20.0..80.0_f64,
        radius in 1.0..8.0_f64,
        turn in 0.0..6.0_f64,
        sides in 3..9_usize,
        kerf in 0.05..0.8_f64,
    ) {
        let hexagon = Path::regular_polygon(Point::new(200.0, 0.0), width, sides, turn);
        let mut edit = Edit::new(drawing(&[
            ("plate", rect(0.0, 0.0, width, height)),
            ("hole", circle(10.0, 10.0, radius)),
            ("nut", Shape::Region { paths: vec![hexagon] }),
        ]));
        edit.map_in_world("plate", affine::rotation_about(0.0, Point::ORIGIN)).unwrap();
        let scene = edit.finish().0;
        let cut = with_kerf(&scene, kerf).unwrap();
        let back = with_kerf(&cut, -kerf).unwrap();
        let (before, between, after) = (material(&scene), material(&cut), material(&back));
        prop_assert!(between > before, "material is added: {before} {between}");
        prop_assert!((before - after).abs() < 1e-7 * before, "{before} {after}");
    }
}

#[test]
fn slots_necks_and_bridges_that_a_kerf_closes_are_found() {
    let keyhole = [
        0.0, 0.0, 40.0, 0.0, 40.0, 30.0, 20.05, 30.0, 20.05, 20.0, 25.0, 20.0, 25.0, 10.0, 15.0, 10.0, 15.0,
        20.0, 19.95, 20.0, 19.95, 30.0, 0.0, 30.0,
    ];
    let dumbbell = [
        65.0, 10.0, 75.0, 10.0, 75.0, 14.95, 100.0, 14.95, 100.0, 10.0, 110.0, 10.0, 110.0, 20.0, 100.0,
        20.0, 100.0, 15.05, 75.0, 15.05, 75.0, 20.0, 65.0, 20.0,
    ];
    let scene = drawing(&[
        ("keyhole", polygon(&keyhole)),
        ("plate", rect(60.0, 0.0, 60.0, 30.0)),
        ("dumbbell", polygon(&dumbbell)),
        // Material that is narrower than the kerf stays.
        ("thin", rect(60.0, 50.0, 50.0, 0.05)),
    ]);
    let found = |except: &BTreeSet<Name>, kerf: f64| {
        let (places, is_complete) = places_closed_by_kerf(&scene, &[], except, kerf).unwrap();
        assert!(is_complete);
        let mut names: Vec<String> = places.iter().map(|place| place.entity.to_string()).collect();
        names.dedup();
        names
    };
    let none = BTreeSet::new();
    assert_eq!(found(&none, 0.2), ["keyhole", "dumbbell"]);
    assert_eq!(found(&none, 0.09), [] as [&str; 0]);
    let keyhole = [Name::new("keyhole").unwrap()].into();
    assert_eq!(found(&keyhole, 0.2), ["dumbbell"]);
    let (places, _) = places_closed_by_kerf(&scene, &["keyhole".to_owned()], &none, 0.2).unwrap();
    assert!(
        (places[0].width - 0.1).abs() < 1e-9 && (places[0].at.x - 20.0).abs() < 1e-9,
        "{places:?}"
    );
    let reason = places[0].reason();
    assert!(reason.english.contains("only 0.1 apart at (20, "), "{reason}");
    assert!(reason.korean.contains("0.1뿐"), "{reason:#}");
}

/// Contours of which nothing closes have as many paths after the kerf, and the inverse gives them back.
#[test]
fn a_slot_as_wide_as_the_kerf_allows_comes_back_with_the_inverse() {
    let comb = [
        0.0, 0.0, 60.0, 0.0, 60.0, 40.0, 20.3, 40.0, 20.3, 15.0, 20.0, 15.0, 20.0, 40.0, 0.0, 40.0,
    ];
    let scene = drawing(&[("comb", polygon(&comb))]);
    let none = BTreeSet::new();
    assert_eq!(places_closed_by_kerf(&scene, &[], &none, 0.2).unwrap().0, []);
    let back = with_kerf(&with_kerf(&scene, 0.2).unwrap(), -0.2).unwrap();
    let area = |scene: &Scene| region_area(&scene.world_paths("comb"));
    assert!((area(&back) - area(&scene)).abs() < 1e-6);
}
