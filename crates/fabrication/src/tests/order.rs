//! Tests of the order of the cuts.

use super::*;
use proptest::prelude::*;
use trammel_kernel::norm;

fn ordered(scene: &Scene) -> Vec<String> {
    let order = cut_order(scene, &[], Point::ORIGIN).unwrap();
    order
        .cuts
        .iter()
        .map(|cut| format!("{}.{}", cut.entity, cut.index))
        .collect()
}

#[test]
fn inside_contours_come_before_the_contours_around_them() {
    let ring = Shape::Region {
        paths: vec![
            Path::circle(Point::new(300.0, 0.0), 10.0),
            Path::circle(Point::new(300.0, 0.0), 4.0),
        ],
    };
    let scene = drawing(&[
        ("plate", rect(0.0, 0.0, 100.0, 60.0)),
        ("window", rect(50.0, 20.0, 30.0, 20.0)),
        ("island", circle(65.0, 30.0, 4.0)),
        ("ring", ring),
        ("hole", circle(10.0, 10.0, 3.0)),
    ]);
    assert_eq!(
        ordered(&scene),
        ["hole.0", "island.0", "window.0", "plate.0", "ring.1", "ring.0"]
    );
}

#[test]
fn repeated_contours_are_all_cut() {
    let scene = drawing(&[
        ("a", circle(0.0, 0.0, 5.0)),
        ("b", circle(0.0, 0.0, 5.0)),
        ("c", circle(0.0, 0.0, 5.0)),
    ]);
    let mut all = ordered(&scene);
    all.sort();
    assert_eq!(all, ["a.0", "b.0", "c.0"]);
}

#[test]
fn open_contours_are_cut_from_the_nearer_end() {
    let scene = drawing(&[
        ("a", line(&[100.0, 0.0, 10.0, 0.0])),
        ("b", line(&[100.0, 5.0, 200.0, 5.0])),
    ]);
    let order = cut_order(&scene, &[], Point::ORIGIN).unwrap();
    let starts: Vec<Point> = order.cuts.iter().map(|cut| cut.start).collect();
    assert_eq!(starts, [Point::new(10.0, 0.0), Point::new(100.0, 5.0)]);
    assert_eq!(
        (order.travel, order.travel_before),
        (15.0, 100.0 + libm::hypot(90.0, 5.0))
    );
}

#[test]
fn the_ordered_drawing_has_one_entity_for_each_contour_at_the_same_place() {
    let mut edit = Edit::new(drawing(&[
        ("plate", rect(0.0, 0.0, 100.0, 60.0)),
        (
            "ring",
            Shape::Region {
                paths: vec![
                    Path::circle(Point::new(300.0, 0.0), 10.0),
                    Path::circle(Point::new(300.0, 0.0), 4.0),
                ],
            },
        ),
        ("hole", circle(10.0, 10.0, 3.0)),
        ("mark", Shape::Point { at: Point::ORIGIN }),
    ]));
    let name = |text: &str| Name::new(text).unwrap();
    edit.group(&name("g"), &[name("plate"), name("hole")]).unwrap();
    edit.set_transform(
        "g",
        Transform {
            translate: Vec2::new(7.0, 0.0),
            rotate: 0.5,
            ..Transform::default()
        },
    )
    .unwrap();
    let scene = edit.finish().0;
    let ordered = with_cut_order(&scene).unwrap();
    let names: Vec<&str> = ordered.walk().map(|entity| entity.name.as_str()).collect();
    assert_eq!(names, ["mark", "hole", "plate", "ring", "ring_2"]);
    assert!((material(&ordered) - material(&scene)).abs() < 1e-9);
    let (a, b) = (
        scene.world_bounds("hole").unwrap(),
        ordered.world_bounds("hole").unwrap(),
    );
    assert!(norm(a.center() - b.center()) < 1e-12);
    // The smaller circle of the ring is cut first, under the name of the entity.
    assert_eq!(ordered.world_bounds("ring").unwrap().width(), 8.0);
    assert!(trammel_scene::check_invariants(&ordered).is_empty());
}

/// Returns the names in the order of the cuts.
fn cut_names(shapes: &[(&str, Shape)]) -> Vec<String> {
    let order = cut_order(&drawing(shapes), &[], Point::ORIGIN).unwrap();
    order.cuts.iter().map(|cut| cut.entity.to_string()).collect()
}

fn arc(x: f64, y: f64, radius: f64, from: f64) -> Shape {
    Shape::Arc {
        center: Point::new(x, y),
        radius,
        start_angle: from,
        end_angle: from + std::f64::consts::PI,
    }
}

#[test]
fn loose_lines_and_arcs_around_a_contour_are_cut_after_it() {
    let pi = std::f64::consts::PI;
    let outline = [
        ("bottom", line(&[0.0, 0.0, 40.0, 0.0])),
        ("right", line(&[40.0, 30.0, 40.0, 0.0])),
        ("top", line(&[40.0, 30.0, 0.0, 30.0])),
        ("left", line(&[0.0, 30.0, 0.0, 0.0])),
    ];
    let hole = [
        ("east", arc(20.0, 15.0, 5.0, -0.5 * pi)),
        ("west", arc(20.0, 15.0, 5.0, 0.5 * pi)),
    ];
    // Drawn one after the other, mixed, and with the hole as one circle.
    let mixed = [&outline[..1], &hole[..1], &outline[1..], &hole[1..]].concat();
    for shapes in [[&outline[..], &hole[..]].concat(), mixed] {
        let names = cut_names(&shapes);
        let sides = ["bottom", "right", "top", "left"];
        assert!(
            names[..2].iter().all(|name| name == "east" || name == "west"),
            "{names:?}"
        );
        assert!(
            names[2..].iter().all(|name| sides.contains(&name.as_str())),
            "{names:?}"
        );
        // The sides follow one another around the outline.
        let next = |name: &String| sides.iter().position(|side| side == name).unwrap();
        let steps: Vec<usize> = names[2..]
            .windows(2)
            .map(|pair| (next(&pair[1]) + 4 - next(&pair[0])) % 4)
            .collect();
        assert!(steps == [1, 1, 1] || steps == [3, 3, 3], "{names:?}");
    }
    let one = [("hole", circle(20.0, 15.0, 5.0))];
    assert_eq!(cut_names(&[&outline[..], &one[..]].concat())[0], "hole");
    // A slot of two lines and two arcs, with a hole inside, in a plate of four lines.
    let slot = [
        ("s1", line(&[10.0, 8.0, 30.0, 8.0])),
        ("s2", arc(30.0, 15.0, 7.0, -0.5 * pi)),
        ("s3", line(&[30.0, 22.0, 10.0, 22.0])),
        ("s4", arc(10.0, 15.0, 7.0, 0.5 * pi)),
    ];
    let names = cut_names(&[&outline[..], &slot[..], &one[..]].concat());
    assert_eq!(names[0], "hole");
    assert!(names[1..5].iter().all(|name| name.starts_with('s')), "{names:?}");
    // Ends within the rounding of a file with four decimals meet; an open chain contains nothing.
    let rounded = ("left", line(&[0.0001, 30.0, 0.0, 0.0001]));
    assert_eq!(
        cut_names(&[&outline[..3], &[rounded], &one[..]].concat())[0],
        "hole"
    );
    assert_eq!(open_entities(&drawing(&outline[..3]), &[]).unwrap().len(), 3);
    assert_eq!(open_entities(&drawing(&outline), &[]).unwrap(), []);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn an_order_is_a_permutation_with_inside_before_outside(
        plates in proptest::collection::vec((0..6_i32, 0..6_i32, 0..5_usize), 1..12),
    ) {
        let mut edit = Edit::new(Scene::new("t"));
        let mut cells = std::collections::BTreeSet::new();
        for (x, y, holes) in plates {
            if !cells.insert((x, y)) {
                continue;
            }
            let (left, low) = (f64::from(x) * 50.0, f64::from(y) * 50.0);
            add(&mut edit, &format!("p{x}{y}"), rect(left, low, 40.0, 40.0));
            for hole in 0..holes {
                add(&mut edit, &format!("h{x}{y}_{hole}"), circle(left + 6.0 + 7.0 * hole as f64, low + 20.0, 2.0));
            }
        }
        let scene = edit.finish().0;
        let order = cut_order(&scene, &[], Point::ORIGIN).unwrap();
        let mut names: Vec<String> = order.cuts.iter().map(|cut| cut.entity.to_string()).collect();
        for (at, name) in names.iter().enumerate() {
            if let Some(cell) = name.strip_prefix('p') {
                let inside = format!("h{cell}_");
                prop_assert!(names[at..].iter().all(|later| !later.starts_with(&inside)));
            }
        }
        let mut all: Vec<String> = scene.walk().map(|entity| entity.name.to_string()).collect();
        all.sort();
        names.sort();
        prop_assert_eq!(names, all);
        // The stated travel is the travel of the stated cuts.
        let mut at = Point::ORIGIN;
        let mut sum = 0.0;
        for cut in &order.cuts {
            sum += norm(cut.start - at);
            at = cut.end;
        }
        prop_assert!((sum - order.travel).abs() < 1e-9);
        prop_assert_eq!(cut_order(&scene, &[], Point::ORIGIN).unwrap(), order);
    }
}
