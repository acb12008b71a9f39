//! Tests of the repair: damaged drawings in, repaired drawings and lists of changes out.

use super::*;
use proptest::prelude::*;
use trammel_kernel::norm;

/// Repairs a drawing; returns it with the messages of the changes and of the remaining findings.
#[track_caller]
fn repaired(scene: &Scene, names: &[&str]) -> (Scene, Vec<String>, Vec<String>) {
    let mut edit = Edit::new(scene.clone());
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let Repair {
        changes, remaining, ..
    } = repair(&mut edit, &names, 0.05).unwrap();
    let changes = changes.into_iter().map(|change| change.message).collect();
    let remaining = remaining.into_iter().map(|finding| finding.message).collect();
    (edit.finish().0, changes, remaining)
}

fn names(scene: &Scene) -> Vec<String> {
    scene.walk().map(|entity| entity.name.to_string()).collect()
}

#[test]
fn a_received_outline_becomes_one_closed_contour() {
    let quarter = std::f64::consts::FRAC_PI_2;
    let scene = drawing(&[
        ("bottom", line(&[0.0, 0.0, 40.0, 0.0])),
        (
            "corner",
            Shape::Arc {
                center: Point::new(40.0, 10.0),
                radius: 10.0,
                start_angle: -quarter,
                end_angle: 0.0,
            },
        ),
        ("right", line(&[50.02, 30.0, 50.0, 10.03])),
        ("top", line(&[50.0, 30.0, 0.0, 30.0])),
        ("left", line(&[0.0, 30.0, 0.0, 0.0])),
        ("again", line(&[0.0, 0.0, 0.0, 30.0])),
        ("half", line(&[10.0, 30.0, 30.0, 30.0])),
        ("hole", circle(20.0, 15.0, 3.0)),
    ]);
    let (after, changes, remaining) = repaired(&scene, &[]);
    assert_eq!(
        changes,
        [
            "Deleted 'again', which repeats 'left'.",
            "Cut 20 out of 'half', which 'top' also follows.",
            "Joined 'bottom', 'corner', 'right', 'top' and 1 more as one closed contour 'bottom'; the gaps were 0.03 at (50, 10), 0.02 at (50.02, 30).",
        ]
    );
    assert_eq!(remaining, Vec::<String>::new());
    assert_eq!(names(&after), ["bottom", "hole"]);
    let outline = &after.world_paths("bottom")[0];
    assert!(outline.closed && outline.segs.len() == 5, "{outline:?}");
    // The arc keeps its exact place, and the line meets it.
    assert_eq!(outline.segs[1].end(), outline.segs[2].start());
    assert!(norm(outline.segs[1].end() - Point::new(50.0, 10.0)) < 1e-9);
    let area = 50.0 * 30.0 - 100.0 * (1.0 - std::f64::consts::PI / 4.0);
    assert!(
        (outline.signed_area().abs() - area).abs() < 0.5,
        "{}",
        outline.signed_area()
    );
    // A second repair changes nothing.
    let (again, changes, _) = repaired(&after, &[]);
    assert_eq!(changes, Vec::<String>::new());
    assert!(again.diff_to(&after).is_empty());
    assert!(
        with_kerf(&after, 0.2).is_ok(),
        "the repaired drawing can be compensated"
    );
}

#[test]
fn what_cannot_be_repaired_remains() {
    let scene = drawing(&[
        ("fold", line(&[0.0, 0.0, 30.0, 0.0])),
        ("left", rect(0.0, 10.0, 10.0, 10.0)),
        ("right", rect(10.0, 10.0, 10.0, 10.0)),
    ]);
    let (after, changes, remaining) = repaired(&scene, &[]);
    assert_eq!(changes, Vec::<String>::new());
    assert_eq!(
        remaining,
        [
            "'fold' is open, from (0, 0) to (30, 0).",
            "'left', 'right' follow the same line for 10, so the machine would cut twice."
        ]
    );
    assert!(after.diff_to(&scene).is_empty());
}

#[test]
fn two_arcs_are_joined_by_a_short_line_and_stay_exact() {
    let pi = std::f64::consts::PI;
    let arc = |x: f64, from: f64| Shape::Arc {
        center: Point::new(x, 0.0),
        radius: 10.0,
        start_angle: from,
        end_angle: from + pi,
    };
    let scene = drawing(&[("upper", arc(0.0, 0.0)), ("lower", arc(0.04, pi))]);
    let (after, changes, remaining) = repaired(&scene, &[]);
    assert_eq!(
        (changes.len(), remaining.len()),
        (1, 0),
        "{changes:?} {remaining:?}"
    );
    let outline = &after.world_paths("upper")[0];
    let lines = outline.segs.iter().filter(|seg| seg.length() < 0.041).count();
    assert_eq!((outline.segs.len(), lines, outline.closed), (4, 2, true));
}

#[test]
fn a_stretch_inside_an_open_contour_leaves_two_parts_in_the_same_group() {
    let mut edit = Edit::new(drawing(&[
        ("plate", rect(0.0, 0.0, 100.0, 60.0)),
        ("long", line(&[-20.0, 0.0, 130.0, 0.0])),
    ]));
    let name = |text: &str| Name::new(text).unwrap();
    edit.group(&name("g"), &[name("long")]).unwrap();
    edit.set_transform(
        "g",
        Transform {
            translate: Vec2::new(5.0, 0.0),
            ..Transform::default()
        },
    )
    .unwrap();
    let (after, changes, _) = repaired(&edit.finish().0, &["plate", "g"]);
    assert_eq!(changes, ["Cut 100 out of 'long', which 'plate' also follows."]);
    let ends = |name: &str| {
        let path = after.world_paths(name).remove(0);
        [path.start(), path.end()].map(|end| (end.unwrap().x * 1e9).round() / 1e9)
    };
    assert_eq!((ends("long"), ends("long_2")), ([-15.0, 0.0], [100.0, 135.0]));
    assert_eq!(after.get("long_2").unwrap().parent, Some(name("g")));
}

/// Returns the ends of the lines of the only contour, rounded to 1e-6, each line once.
fn sides(scene: &Scene) -> Vec<[f64; 4]> {
    let paths = scene
        .walk()
        .flat_map(|entity| scene.world_paths(&entity.name))
        .collect::<Vec<_>>();
    assert_eq!(paths.len(), 1, "{paths:?}");
    let round = |x: f64| (x * 1e6).round() / 1e6 + 0.0;
    let ends =
        |seg: &trammel_kernel::Seg| [seg.start().x, seg.start().y, seg.end().x, seg.end().y].map(round);
    paths[0].segs.iter().map(ends).collect()
}

#[test]
fn a_gap_closes_where_the_lines_meet_and_no_line_tilts() {
    // Square corners with a gap on either line, on both, and past the corner.
    for (x, y) in [
        (0.02, 0.0),
        (0.0, 0.02),
        (0.03, 0.03),
        (-0.02, 0.0),
        (0.0, -0.02),
        (0.02, -0.03),
        (-0.03, -0.03),
    ] {
        let scene = drawing(&[
            ("bottom", line(&[0.0, 0.0, 4.0 - x, 0.0])),
            ("right", line(&[4.0, 0.5, 4.0, y])),
            ("rest", line(&[4.0, 0.5, 0.0, 0.5, 0.0, 0.0])),
        ]);
        let (after, changes, remaining) = repaired(&scene, &[]);
        assert_eq!((changes.len(), remaining), (1, vec![]), "{x} {y}");
        let found = sides(&after);
        let square = [
            [0.0, 0.0, 4.0, 0.0],
            [4.0, 0.0, 4.0, 0.5],
            [4.0, 0.5, 0.0, 0.5],
            [0.0, 0.5, 0.0, 0.0],
        ];
        assert!(
            found.len() == 4 && square.iter().all(|side| found.contains(side)),
            "{x} {y}: {found:?}"
        );
    }
    // Parallel walls that miss each other are bridged, and both keep their places.
    let scene = drawing(&[
        ("a", line(&[0.0, 0.0, 2.0, 0.0])),
        ("b", line(&[2.0, 0.03, 4.0, 0.03, 4.0, 3.0, 0.0, 3.0, 0.0, 0.0])),
    ]);
    let found = sides(&repaired(&scene, &[]).0);
    assert!(
        found.contains(&[0.0, 0.0, 2.0, 0.0]) && found.contains(&[2.0, 0.0, 2.0, 0.03]),
        "{found:?}"
    );
    assert!(found.contains(&[2.0, 0.03, 4.0, 0.03]), "{found:?}");
    // A wall beside an arc: the arc is cut off or extended along its circle, and the wall stays upright.
    let quarter = std::f64::consts::FRAC_PI_2;
    let corner = Shape::Arc {
        center: Point::new(10.0, 10.0),
        radius: 10.0,
        start_angle: quarter,
        end_angle: 2.0 * quarter,
    };
    let scene = drawing(&[
        ("wall", line(&[0.02, -5.0, 0.02, 9.98])),
        ("corner", corner),
        ("rest", line(&[10.0, 20.0, 10.0, -5.0, 0.02, -5.0])),
    ]);
    let (after, _, remaining) = repaired(&scene, &[]);
    assert_eq!(remaining, Vec::<String>::new());
    let found = sides(&after);
    assert!(
        found.iter().any(|[a, _, b, _]| *a == 0.02 && *b == 0.02),
        "{found:?}"
    );
}

#[test]
fn every_gap_is_named_with_its_place() {
    let scene = drawing(&[
        ("a", line(&[0.0, 0.0, 10.0, 0.0])),
        ("b", line(&[10.0, 0.02, 10.0, 10.0])),
        ("c", line(&[9.97, 10.0, 0.0, 10.0])),
        ("d", line(&[0.0, 9.99, 0.0, 0.0])),
    ]);
    let mut edit = Edit::new(scene);
    let done = repair(&mut edit, &[], 0.05).unwrap();
    assert_eq!(
        done.changes[0].message,
        "Joined 'a', 'b', 'c', 'd' as one closed contour 'a'; the gaps were 0.02 at (10, 0), 0.03 at (10, 10), 0.01 at (0, 10)."
    );
    assert_eq!(done.changes[0].places.len(), 3);
}

#[test]
fn contours_that_repeat_each_other_within_the_tolerance_are_deleted_and_not_chained() {
    let quarter = std::f64::consts::FRAC_PI_2;
    let arc = |end: f64| Shape::Arc {
        center: Point::ORIGIN,
        radius: 10.0,
        start_angle: 0.0,
        end_angle: end,
    };
    let pairs = [
        (line(&[0.0, 0.0, 30.0, 0.0]), line(&[0.0, 0.0, 30.0, 0.02])),
        (line(&[0.0, 0.0, 30.0, 0.0]), line(&[30.03, 0.0, 0.0, 0.01])),
        (
            line(&[0.0, 0.0, 30.0, 0.0, 30.0, 5.0]),
            line(&[0.02, 0.0, 30.02, 0.0, 30.0, 5.0]),
        ),
        (arc(quarter), arc(quarter + 0.003)),
    ];
    for (at, (first, second)) in pairs.into_iter().enumerate() {
        let (after, changes, _) = repaired(&drawing(&[("a", first), ("b", second)]), &[]);
        assert_eq!(changes, ["Deleted 'b', which repeats 'a'."], "{at}");
        assert_eq!(names(&after), ["a"], "{at}");
    }
    // Lines with the same ends as an arc, and short marks side by side, are not repetitions.
    let bow = Shape::Arc {
        center: Point::ORIGIN,
        radius: 10.0,
        start_angle: 0.0,
        end_angle: 2.0 * quarter,
    };
    let (after, ..) = repaired(
        &drawing(&[("bow", bow), ("chord", line(&[-10.0, 0.0, 10.0, 0.0]))]),
        &[],
    );
    assert_eq!(after.world_paths("bow")[0].segs.len(), 2);
    let marks = [
        ("a", line(&[0.0, 0.0, 0.1, 0.0])),
        ("b", line(&[0.0, 0.03, 0.1, 0.03])),
    ];
    let (_, changes, _) = repaired(&drawing(&marks), &[]);
    assert!(changes[0].starts_with("Joined 'a', 'b'"), "{changes:?}");
}

#[test]
fn contours_of_different_layers_stay_apart() {
    let mut edit = Edit::new(drawing(&[
        ("cut", line(&[0.0, 0.0, 10.0, 0.0, 10.0, 10.0])),
        ("engraved", line(&[10.0, 10.0, 0.0, 10.0, 0.0, 0.0])),
    ]));
    let layer = trammel_scene::Layer {
        name: Name::new("engrave").unwrap(),
        color: trammel_scene::Color::parse("#ff0000").unwrap(),
        line_weight: 0.1,
    };
    edit.set_layer_paint(layer).unwrap();
    edit.set_layer("engraved", Some("engrave")).unwrap();
    let (after, changes, remaining) = repaired(&edit.finish().0, &[]);
    assert_eq!((changes.len(), remaining.len(), after.len()), (0, 2, 2));
}

#[test]
fn a_locked_entity_is_not_repaired() {
    let mut edit = Edit::new(drawing(&[
        ("a", circle(0.0, 0.0, 5.0)),
        ("b", circle(0.0, 0.0, 5.0)),
    ]));
    edit.set_flags(
        "b",
        trammel_scene::Flags {
            locked: true,
            hidden: false,
        },
    )
    .unwrap();
    let error = repair(&mut edit, &[], 0.05).unwrap_err();
    assert!(error.to_string().contains("'b'"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_polygon_in_shuffled_loose_pieces_is_restored(
        corners in 3..9_usize,
        order in proptest::collection::vec(any::<u32>(), 9),
        flips in proptest::collection::vec(any::<bool>(), 9),
        // Two lines of an octagon meet within the tolerance of ends that are moved so far.
        shift in proptest::collection::vec(-0.01..0.01_f64, 36),
    ) {
        let ring = Path::regular_polygon(Point::new(3.0, 4.0), 25.0, corners, 0.3);
        let mut pieces: Vec<(u32, Vec<f64>)> = ring.segs.iter().enumerate().map(|(at, seg)| {
            let (mut a, mut b) = (seg.start(), seg.end());
            if flips[at] {
                (a, b) = (b, a);
            }
            let s = &shift[4 * at..];
            (order[at], vec![a.x + s[0], a.y + s[1], b.x + s[2], b.y + s[3]])
        }).collect();
        pieces.sort_by_key(|piece| piece.0);
        let mut edit = Edit::new(Scene::new("t"));
        for (at, (_, flat)) in pieces.iter().enumerate() {
            add(&mut edit, &format!("l{at}"), line(flat));
        }
        let (after, _, remaining) = repaired(&edit.finish().0, &[]);
        prop_assert_eq!(remaining, Vec::<String>::new());
        prop_assert_eq!(names(&after), ["l0"]);
        let path = &after.world_paths("l0")[0];
        prop_assert!(path.closed && path.segs.len() == corners);
        prop_assert!((path.signed_area().abs() - ring.signed_area()).abs() < 0.03 * path.length());
        let (_, changes, _) = repaired(&after, &[]);
        prop_assert_eq!(changes, Vec::<String>::new());
    }
}
