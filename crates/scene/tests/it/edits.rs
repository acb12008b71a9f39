//! Tests of the public API of drawings: edits, diffs, order, groups, locks.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
use proptest::prelude::*;
use trammel_kernel::{Affine, Point, affine::rotation, norm};
use trammel_scene::*;

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

fn circle(x: f64, y: f64, radius: f64) -> Shape {
    Shape::Circle {
        center: Point::new(x, y),
        radius,
    }
}

fn draw(edit: &mut Edit, text: &str) {
    edit.insert(&name(text), circle(0.0, 0.0, 1.0), Style::shared_default(), false)
        .unwrap();
}

fn order(scene: &Scene) -> Vec<&str> {
    scene.children(None).map(|e| e.name.as_str()).collect()
}

fn abc() -> Edit {
    let mut edit = Edit::new(Scene::default());
    ["a", "b", "c"].iter().for_each(|n| draw(&mut edit, n));
    edit
}

#[test]
fn placement_moves_an_entity_to_the_named_position() {
    let moved = |who: &str, placement: Placement| {
        let mut edit = abc();
        edit.place(who, &placement).unwrap();
        order(&edit).join("")
    };
    assert_eq!(moved("a", Placement::Below("c".into())), "bac");
    assert_eq!(moved("c", Placement::Above("a".into())), "acb");
    assert_eq!(moved("a", Placement::Steps(1)), "bac");
    assert_eq!(moved("c", Placement::Steps(-1)), "acb");
    assert_eq!(moved("a", Placement::Front), "bca");
    assert_eq!(moved("c", Placement::Back), "cab");
    assert_eq!(moved("a", Placement::Steps(-5)), "abc");
}

#[test]
fn repeated_inserts_between_neighbors_never_run_out_of_ranks() {
    let mut edit = abc();
    for i in 0..100 {
        let who = ["a", "c"][i % 2];
        edit.place(who, &Placement::Below("b".into())).unwrap();
        let at = |n: &str| order(&edit).iter().position(|x| *x == n).unwrap();
        assert_eq!(at(who) + 1, at("b"), "step {i}");
    }
}

#[test]
fn world_transforms_hold_in_rotated_and_scaled_groups() {
    let mut edit = Edit::new(Scene::default());
    draw(&mut edit, "c");
    edit.group(&name("g"), &[name("c")]).unwrap();
    edit.map_in_world("g", rotation(std::f64::consts::FRAC_PI_2))
        .unwrap();
    edit.map_in_world("c", Affine::translate((10.0, 0.0))).unwrap();
    let bounds = edit.world_bounds("c").unwrap();
    assert!(
        norm(bounds.center() - Point::new(10.0, 0.0)) < 1e-12,
        "{bounds:?}"
    );
    assert!((bounds.width() - 2.0).abs() < 1e-12);
}

#[test]
fn setting_a_pivot_and_reparenting_keep_world_coordinates() {
    let mut edit = Edit::new(Scene::default());
    let rect = Shape::Rect {
        corner: Point::new(-2.0, -1.0),
        width: 4.0,
        height: 2.0,
        corner_radius: 0.0,
    };
    edit.insert(&name("r"), rect, Style::shared_default(), false)
        .unwrap();
    edit.map_in_world("r", rotation(0.7)).unwrap();
    let before = edit.world_transform("r").unwrap();
    edit.set_pivot("r", Point::new(2.0, 0.0)).unwrap();
    assert_near(before, edit.world_transform("r").unwrap());
    edit.group(&name("g"), &[name("r")]).unwrap();
    edit.map_in_world("g", Affine::scale_non_uniform(3.0, -0.5) * rotation(1.0))
        .unwrap();
    let before = edit.world_transform("r").unwrap();
    edit.ungroup("g").unwrap();
    assert_near(before, edit.world_transform("r").unwrap());
}

fn assert_near(a: Affine, b: Affine) {
    for (x, y) in a.as_coeffs().into_iter().zip(b.as_coeffs()) {
        assert!((x - y).abs() < 1e-9, "{a:?} {b:?}");
    }
}

#[test]
fn a_refused_edit_changes_nothing() {
    let mut edit = abc();
    edit.group(&name("g"), &[name("a")]).unwrap();
    edit.group(&name("h"), &[name("g")]).unwrap();
    let before = edit.scene().clone();
    assert!(matches!(
        edit.reparent("h", Some(&name("g"))),
        Err(SceneError::Cycle { .. })
    ));
    assert!(matches!(
        edit.reparent("h", Some(&name("h"))),
        Err(SceneError::Cycle { .. })
    ));
    assert!(matches!(
        edit.group(&name("k"), &[name("b"), name("zz")]),
        Err(SceneError::NotFound { .. })
    ));
    assert!(matches!(
        edit.group(&name("k"), &[name("b"), name("b")]),
        Err(SceneError::Invalid(_))
    ));
    assert!(matches!(
        edit.insert(&name("a"), circle(0.0, 0.0, 1.0), Style::shared_default(), false),
        Err(SceneError::Exists { .. })
    ));
    assert!(
        edit.insert(
            &name("new"),
            circle(0.0, 0.0, f64::NAN),
            Style::shared_default(),
            false
        )
        .is_err()
    );
    assert_eq!(*edit.scene(), before);
}

#[test]
fn a_large_group_is_protected_by_a_flag_at_any_depth_and_by_no_other() {
    let mut edit = Edit::by_user(Scene::new("t"));
    for i in 0..20 {
        draw(&mut edit, &format!("c{i}"));
    }
    let names = |range: std::ops::Range<u32>| range.map(|i| name(&format!("c{i}"))).collect::<Vec<_>>();
    edit.group(&name("inner"), &names(0..2)).unwrap();
    let outer: Vec<Name> = names(2..18).into_iter().chain([name("inner")]).collect();
    edit.group(&name("outer"), &outer).unwrap();
    edit.set_flags("c19", Flags::HIDDEN).unwrap();
    let scene = edit.finish().0;
    for (flagged, is_protected) in [
        ("c19", false),
        ("c18", false),
        ("c2", true),
        ("c0", true),
        ("inner", true),
        ("outer", true),
    ] {
        let mut edit = Edit::by_user(scene.clone());
        edit.set_flags(flagged, Flags::LOCKED).unwrap();
        let mut edit = Edit::new(edit.finish().0);
        assert_eq!(edit.is_protected("outer"), is_protected, "{flagged}");
        assert_eq!(
            edit.reparent("c18", Some(&name("outer"))).is_err(),
            is_protected || flagged == "c18",
            "{flagged}"
        );
    }
}

#[test]
fn edits_of_locked_entities_their_groups_and_children_are_refused() {
    let mut edit = abc();
    edit.group(&name("g"), &[name("a")]).unwrap();
    edit.set_flags("a", Flags::LOCKED).unwrap();
    for refused in [
        edit.remove("a"),
        edit.remove("g"),
        edit.set_pivot("g", Point::ORIGIN),
        edit.ungroup("g").map(drop),
    ] {
        assert_eq!(refused, Err(SceneError::Locked { name: "a".into() }));
    }
    edit.set_flags("b", Flags::HIDDEN).unwrap();
    assert_eq!(edit.remove("b"), Err(SceneError::Hidden { name: "b".into() }));
    assert!(Edit::by_user(edit.finish().0).remove("g").is_ok());
}

#[test]
fn deep_nesting_is_refused_without_a_stack_overflow() {
    let mut edit = Edit::new(Scene::default());
    draw(&mut edit, "g0");
    let refused = (1..100).find_map(|i| {
        edit.group(&name(&format!("g{i}")), &[name(&format!("g{}", i - 1))])
            .err()
    });
    assert!(matches!(refused, Some(SceneError::Invalid(_))), "{refused:?}");
}

#[derive(Debug, Clone)]
enum Op {
    Draw(u8),
    Remove(u8),
    Move(u8, i8, i8),
    Group(u8, u8, u8),
    Ungroup(u8),
    Reparent(u8, u8),
    Place(u8, i8),
    Rename(u8, u8),
    Pivot(u8, i8),
}

fn op() -> impl Strategy<Value = Op> {
    let id = 0..12u8;
    prop_oneof![
        4 => id.clone().prop_map(Op::Draw),
        1 => id.clone().prop_map(Op::Remove),
        3 => (id.clone(), any::<i8>(), any::<i8>()).prop_map(|(a, x, y)| Op::Move(a, x, y)),
        2 => (id.clone(), id.clone(), id.clone()).prop_map(|(a, b, c)| Op::Group(a, b, c)),
        1 => id.clone().prop_map(Op::Ungroup),
        2 => (id.clone(), id.clone()).prop_map(|(a, b)| Op::Reparent(a, b)),
        2 => (id.clone(), -4..4i8).prop_map(|(a, n)| Op::Place(a, n)),
        1 => (id.clone(), id.clone()).prop_map(|(a, b)| Op::Rename(a, b)),
        1 => (id, any::<i8>()).prop_map(|(a, x)| Op::Pivot(a, x)),
    ]
}

/// Performs an operation; errors are ignored.
fn perform(edit: &mut Edit, op: &Op) {
    let n = |i: u8| name(&format!("e{i}"));
    let _ = match *op {
        Op::Draw(a) => edit.insert(&n(a), circle(1.0, 2.0, 3.0), Style::shared_default(), a % 2 == 0),
        Op::Remove(a) => edit.remove(&n(a)),
        Op::Move(a, x, y) => {
            let turn = rotation(f64::from(x) / 20.0);
            edit.map_in_world(&n(a), Affine::translate((f64::from(x), f64::from(y))) * turn)
        }
        Op::Group(a, b, c) => edit.group(&n(a), &[n(b), n(c)]),
        Op::Ungroup(a) => edit.ungroup(&n(a)).map(drop),
        Op::Reparent(a, b) => edit.reparent(&n(a), Some(&n(b))),
        Op::Place(a, steps) => edit.place(&n(a), &Placement::Steps(steps.into())),
        Op::Rename(a, b) => edit.rename(&n(a), &n(b)),
        Op::Pivot(a, x) => edit.set_pivot(&n(a), Point::new(x.into(), 1.0)),
    };
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn a_diff_followed_by_its_inverse_is_the_identity(
        first in prop::collection::vec(op(), 0..30), second in prop::collection::vec(op(), 0..30),
    ) {
        let mut edit = Edit::new(Scene::default());
        first.iter().for_each(|op| perform(&mut edit, op));
        let (start, mut whole) = edit.finish();
        let mut edit = Edit::new(start.clone());
        second.iter().for_each(|op| perform(&mut edit, op));
        let (end, diff) = edit.finish();
        prop_assert_eq!(check_invariants(&end), Vec::<String>::new());

        let mut scene = end.clone();
        scene.apply(&diff.inverse());
        prop_assert_eq!(&scene, &start);
        scene.apply(&diff);
        prop_assert_eq!(&scene, &end);

        let mut seen = start.clone();
        seen.apply(&start.diff_to(&end));
        prop_assert_eq!(&seen, &end);

        whole.then(diff);
        let mut squashed = Scene::default();
        squashed.apply(&whole);
        prop_assert_eq!(&squashed, &end);
        squashed.apply(&whole.inverse());
        prop_assert!(squashed.is_empty());
    }

    #[test]
    fn aborting_restores_the_scene(first in prop::collection::vec(op(), 0..20), second in prop::collection::vec(op(), 0..20)) {
        let mut edit = Edit::new(Scene::default());
        first.iter().for_each(|op| perform(&mut edit, op));
        let (start, _) = edit.finish();
        let mut edit = Edit::new(start.clone());
        second.iter().for_each(|op| perform(&mut edit, op));
        prop_assert_eq!(edit.abort(), start);
    }
}

#[test]
fn a_transform_out_of_range_is_refused_for_an_entity_within_range() {
    let mut edit = Edit::new(Scene::new("t"));
    let name = Name::new("p").unwrap();
    let point = Shape::Point {
        at: Point::new(9.9, 130_000.0),
    };
    edit.insert(&name, point, Style::shared_default(), false).unwrap();
    let scaled = Transform {
        scale: trammel_kernel::Vec2::new(-180_000.0, 1.0),
        ..Transform::default()
    };
    edit.set_transform("p", scaled).unwrap();
    let error = edit
        .set_pivot("p", Point::new(-180_000.0, -180_000.0))
        .unwrap_err();
    assert!(error.to_string().contains("±1e9"), "{error}");
    let (scene, _) = edit.finish();
    let text = trammel_formats::json::write(&scene);
    assert_eq!(trammel_formats::json::read(&text), Ok(scene));
}

/// Draws the circle `far` far from the origin, and the group `g`, scaled by 1e-6, around the circle `a`.
fn small_group() -> Edit {
    let mut edit = Edit::new(Scene::default());
    draw(&mut edit, "a");
    edit.group(&name("g"), &[name("a")]).unwrap();
    let small = Transform {
        scale: trammel_kernel::Vec2::new(1e-6, 1e-6),
        ..Transform::default()
    };
    edit.set_transform("g", small).unwrap();
    edit.insert(
        &name("far"),
        circle(1e4, 0.0, 1.0),
        Style::shared_default(),
        false,
    )
    .unwrap();
    edit
}

#[test]
fn an_entity_enters_a_group_only_if_its_numbers_there_are_in_range() {
    let mut edit = small_group();
    let error = edit.reparent("far", Some(&name("g"))).unwrap_err().to_string();
    assert!(error.contains("'far'") && error.contains("±1e9"), "{error}");
    // The transform is in range, but not the circle in the coordinates of the group.
    edit.insert(
        &name("wide"),
        circle(0.0, 0.0, 1e4),
        Style::shared_default(),
        false,
    )
    .unwrap();
    let error = edit.reparent("wide", Some(&name("g"))).unwrap_err().to_string();
    assert!(error.contains("'wide'") && error.contains("±1e9"), "{error}");
    let (scene, _) = edit.finish();
    let text = trammel_formats::json::write(&scene);
    assert_eq!(trammel_formats::json::read(&text), Ok(scene));
}

#[test]
fn a_drawing_with_large_numbers_in_a_small_group_is_read_again() {
    let mut edit = small_group();
    edit.insert(&name("b"), circle(1e8, 0.0, 1.0), Style::shared_default(), false)
        .unwrap();
    edit.group(&name("h"), &[name("b")]).unwrap();
    let small = edit.get("g").unwrap().transform;
    edit.set_transform("h", small).unwrap();
    let (scene, _) = edit.finish();
    let text = trammel_formats::json::write(&scene);
    assert_eq!(trammel_formats::json::read(&text), Ok(scene));
}

#[test]
fn a_group_or_its_end_that_fails_for_one_child_changes_nothing() {
    let mut edit = small_group();
    edit.insert(
        &name("near"),
        circle(0.0, 0.0, 1.0),
        Style::shared_default(),
        false,
    )
    .unwrap();
    let before = edit.scene().clone();
    // The new group belongs to the small group of its first child.
    let children = [name("a"), name("near"), name("far")];
    edit.group(&name("k"), &children).unwrap_err();
    assert_eq!(edit.scene(), &before);

    // Two scales of 1e5 are in range each, but not their product.
    let mut edit = abc();
    edit.insert(
        &name("dot"),
        circle(0.0, 0.0, 1e-8),
        Style::shared_default(),
        false,
    )
    .unwrap();
    let large = Transform {
        scale: trammel_kernel::Vec2::new(1e5, 1e5),
        ..Transform::default()
    };
    edit.group(&name("g"), &[name("a"), name("dot")]).unwrap();
    edit.set_transform("dot", large).unwrap();
    edit.set_transform("g", large).unwrap();
    let before = edit.scene().clone();
    edit.ungroup("g").unwrap_err();
    assert_eq!(edit.scene(), &before);
}
