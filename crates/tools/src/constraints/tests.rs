//! Tests of the constraint tools: calls, resulting shapes and reports.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use super::super::tests::{call, circle, data, drawn};
use super::*;
use trammel_formats::json as file;
use trammel_kernel::{Affine, Point, Vec2, affine, norm};
use trammel_scene::{Edit, Resolved, Shape};

fn line(name: &str, points: [f64; 4]) -> (&'static str, Value) {
    ("draw_line", json!({"name": name, "points": points}))
}

/// Adds a constraint; `value` may be `null`.
fn bind(edit: &mut Edit, kind: &str, refs: &[&str], value: Value) -> Value {
    let mut input = json!({"kind": kind, "refs": refs});
    if !value.is_null() {
        input["value"] = value;
    }
    data(edit, "add_constraint", input)
}

fn solve(edit: &mut Edit) -> Value {
    data(edit, "solve_constraints", json!({}))
}

fn refused(edit: &mut Edit, input: Value) -> String {
    call(edit, "add_constraint", input).unwrap_err().message.english
}

fn at(edit: &Edit, reference: &str) -> Point {
    let reference = PartRef::parse(edit, reference).unwrap();
    match reference.resolve(edit).unwrap() {
        Resolved::Point(p) => p,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn near(a: Point, x: f64, y: f64) {
    assert!(
        (a.x - x).abs() < 1e-7 && (a.y - y).abs() < 1e-7,
        "{a} is not ({x}, {y})"
    );
}

#[test]
fn coincident_horizontal_and_perpendicular_lines_are_solved() {
    let mut edit = drawn(&[
        line("a", [0.0, 0.0, 10.0, 1.0]),
        line("b", [10.0, 1.5, 11.0, 9.0]),
    ]);
    assert_eq!(bind(&mut edit, "horizontal", &["a"], Value::Null), "c1");
    assert_eq!(bind(&mut edit, "perpendicular", &["a", "b"], Value::Null), "c2");
    assert_eq!(
        bind(&mut edit, "coincident", &["a.end", "b.start"], Value::Null),
        "c3"
    );
    // Adding constraints moves nothing before the solver runs.
    near(at(&edit, "a.end"), 10.0, 1.0);
    let report = solve(&mut edit);
    assert_eq!((&report["status"], &report["dof"]), (&json!("under"), &json!(4)));
    assert_eq!(report["free"], json!(["a", "b"]));
    assert_eq!(
        (&report["conflicts"], &report["redundant"]),
        (&json!([]), &json!([]))
    );
    assert_eq!(report["moved"].as_array().unwrap().len(), 2);
    let (start, end) = (at(&edit, "a.start"), at(&edit, "a.end"));
    assert_eq!((start.y, end), (end.y, at(&edit, "b.start")));
    assert!((at(&edit, "b.end").x - end.x).abs() < 1e-9);
    // A second run moves nothing.
    assert_eq!(solve(&mut edit)["moved"], json!([]));
    let listed = data(&mut edit, "list_constraints", json!({}));
    assert_eq!(
        listed[1],
        json!({"id": "c2", "kind": "perpendicular", "refs": ["a", "b"], "value": null, "satisfied": true})
    );
}

#[test]
fn a_plate_with_a_hole_is_fully_determined() {
    let mut edit = drawn(&[
        (
            "draw_rect",
            json!({"name": "plate", "x": 1, "y": 2, "width": 90, "height": 55}),
        ),
        circle("hole", 40.0, 30.0, 9.0),
        ("draw_point", json!({"name": "o", "x": 0, "y": 0})),
    ]);
    for (kind, refs, value) in [
        ("fix", vec!["o"], Value::Null),
        ("coincident", vec!["plate.point[0]", "o"], Value::Null),
        ("length", vec!["plate.edge[0]"], json!(100)),
        ("distance", vec!["plate.point[1]", "plate.point[2]"], json!(60)),
        ("coincident", vec!["hole.center", "plate.center"], Value::Null),
        ("diameter", vec!["hole"], json!(20)),
    ] {
        bind(&mut edit, kind, &refs, value);
    }
    let report = solve(&mut edit);
    assert_eq!((&report["status"], &report["dof"]), (&json!("fully"), &json!(0)));
    assert_eq!(report["free"], json!([]));
    let Shape::Rect {
        corner,
        width,
        height,
        ..
    } = edit.get("plate").unwrap().shape
    else {
        panic!()
    };
    near(corner, 0.0, 0.0);
    near(Point::new(width, height), 100.0, 60.0);
    near(at(&edit, "hole.center"), 50.0, 30.0);
    assert!(matches!(edit.get("hole").unwrap().shape, Shape::Circle { radius, .. } if radius == 10.0));
}

#[test]
fn solving_moves_every_entity_type_through_its_transform() {
    let mut edit = drawn(&[
        line("l", [0.0, 0.0, 10.0, 2.0]),
        circle("c", 0.0, 0.0, 3.0),
        (
            "draw_arc",
            json!({"name": "a", "cx": 0, "cy": 0, "radius": 5, "start_angle": 0.2, "end_angle": 2}),
        ),
        (
            "draw_rect",
            json!({"name": "r", "x": 0, "y": 0, "width": 8, "height": 4, "corner_radius": 1}),
        ),
        ("draw_polygon", json!({"name": "p", "points": [0, 0, 8, 0, 4, 6]})),
        (
            "draw_ellipse",
            json!({"name": "e", "cx": 0, "cy": 0, "rx": 6, "ry": 3}),
        ),
        ("draw_point", json!({"name": "o", "x": 1, "y": 1})),
        (
            "draw_bezier",
            json!({"name": "z", "path": "M0,0 C0,10 10,10 10,0"}),
        ),
    ]);
    let spots = [
        "l.start",
        "c.center",
        "a.end",
        "r.edge[0].start",
        "p.point[1]",
        "e.center",
        "o.center",
        "z.end",
    ];
    // The entities are mirrored, rotated and scaled, in a group that is shifted.
    let map = Affine::translate(Vec2::new(30.0, -20.0))
        * affine::rotation(0.7)
        * Affine::scale_non_uniform(-2.0, 2.0);
    for spot in spots {
        edit.map_in_world(&spot[..1], map).unwrap();
    }
    let names: Vec<&str> = spots.iter().map(|spot| &spot[..1]).collect();
    call(&mut edit, "create_group", json!({"name": "g", "children": names})).unwrap();
    call(&mut edit, "translate", json!({"name": "g", "dx": 3, "dy": 4})).unwrap();
    call(
        &mut edit,
        "draw_point",
        json!({"name": "target", "x": 70, "y": 7}),
    )
    .unwrap();
    bind(&mut edit, "fix", &["target"], Value::Null);
    for spot in spots {
        bind(&mut edit, "coincident", &[spot, "target"], Value::Null);
    }
    let before: Vec<Shape> = names
        .iter()
        .map(|name| edit.get(name).unwrap().shape.clone())
        .collect();
    let report = solve(&mut edit);
    assert_eq!(report["conflicts"], json!([]), "{report}");
    for spot in spots {
        near(at(&edit, spot), 70.0, 7.0);
    }
    for (name, before) in names.iter().zip(before) {
        let entity = edit.get(name).unwrap();
        assert_eq!(entity.shape.kind(), before.kind());
        assert_eq!(entity.parent.as_ref().unwrap().as_str(), "g");
    }
}

#[test]
fn circles_and_arcs_become_tangent_to_a_line() {
    let mut edit = drawn(&[
        line("l", [0.0, 0.0, 20.0, 0.0]),
        circle("c", 8.0, 9.0, 5.0),
        (
            "draw_arc",
            json!({"name": "a", "cx": 21, "cy": 5, "radius": 5.5, "start_angle": -1.5, "end_angle": 1}),
        ),
    ]);
    bind(&mut edit, "fix", &["l"], Value::Null);
    bind(&mut edit, "tangent", &["c", "l"], Value::Null);
    bind(&mut edit, "radius", &["c"], json!(4));
    bind(&mut edit, "coincident", &["a.start", "l.end"], Value::Null);
    bind(&mut edit, "tangent", &["l", "a"], Value::Null);
    let report = solve(&mut edit);
    assert_eq!(report["conflicts"], json!([]), "{report}");
    assert!((at(&edit, "c.center").y - 4.0).abs() < 1e-9);
    near(at(&edit, "a.start"), 20.0, 0.0);
    assert!((at(&edit, "a.center").x - 20.0).abs() < 1e-9);
    near(at(&edit, "l.end"), 20.0, 0.0);
}

#[test]
fn angles_accept_degrees_and_are_stored_in_radians() {
    let mut edit = drawn(&[line("a", [0.0, 0.0, 10.0, 0.0]), line("b", [0.0, 0.0, 7.0, 6.0])]);
    bind(&mut edit, "fix", &["a"], Value::Null);
    let input = json!({"kind": "angle", "refs": ["a", "b"], "value": 60, "angle_unit": "degree"});
    assert_eq!(data(&mut edit, "add_constraint", input), "c2");
    solve(&mut edit);
    let along = at(&edit, "b.end") - at(&edit, "b.start");
    assert!((libm::atan2(along.y, along.x) - std::f64::consts::FRAC_PI_3).abs() < 1e-9);
    // The rotation keeps the length.
    assert!((norm(along) - 85.0_f64.sqrt()).abs() < 1e-6);
    let listed = data(&mut edit, "list_constraints", json!({}));
    assert!((listed[1]["value"].as_f64().unwrap() - std::f64::consts::FRAC_PI_3).abs() < 1e-15);
}

#[test]
fn locked_entities_do_not_move_when_solving() {
    let mut edit = drawn(&[
        line("wall", [0.0, 0.0, 0.0, 10.0]),
        line("a", [1.0, 1.0, 9.0, 2.0]),
    ]);
    edit.set_flags("wall", trammel_scene::Flags::LOCKED).unwrap();
    let before = edit.get("wall").unwrap().clone();
    bind(&mut edit, "coincident", &["a.start", "wall.end"], Value::Null);
    let report = solve(&mut edit);
    assert_eq!(report["dof"], json!(2));
    near(at(&edit, "a.start"), 0.0, 10.0);
    assert_eq!(edit.get("wall").unwrap(), &before);
}

#[test]
fn conflicting_constraints_are_reported_and_change_nothing() {
    let mut edit = drawn(&[
        line("a", [0.0, 0.0, 10.0, 0.0]),
        (
            "draw_rect",
            json!({"name": "r", "x": 20, "y": 0, "width": 8, "height": 4}),
        ),
    ]);
    bind(&mut edit, "distance", &["a.start", "a.end"], json!(10));
    bind(&mut edit, "distance", &["a.start", "a.end"], json!(20));
    bind(&mut edit, "fix", &["a"], Value::Null);
    let report = solve(&mut edit);
    assert_eq!(report["status"], "conflicting");
    assert!(
        report["conflicts"].as_array().unwrap().contains(&json!("c2")),
        "{report}"
    );
    near(at(&edit, "a.end"), 10.0, 0.0);
    // A rectangle cannot rotate, and a warning states so.
    call(&mut edit, "remove_constraint", json!({"id": "c2"})).unwrap();
    let turned = json!({"kind": "angle", "refs": ["a", "r.edge[0]"], "value": 0.5});
    call(&mut edit, "add_constraint", turned).unwrap();
    let mut env = crate::ToolEnv::default();
    let mut cx = ToolCx::new(&mut edit, &mut env);
    SolveConstraints {}.run(&mut cx).unwrap();
    assert!(
        cx.notes
            .warnings
            .iter()
            .any(|w| w.english.contains("'r' is a rect")),
        "{:?}",
        cx.notes.warnings
    );
}

#[test]
fn a_redundant_constraint_is_reported_as_over_constrained() {
    let mut edit = drawn(&[line("a", [0.0, 0.0, 10.0, 1.0]), line("b", [0.0, 5.0, 10.0, 5.5])]);
    bind(&mut edit, "horizontal", &["a"], Value::Null);
    bind(&mut edit, "horizontal", &["b"], Value::Null);
    bind(&mut edit, "parallel", &["a", "b"], Value::Null);
    let report = solve(&mut edit);
    assert_eq!(
        (&report["status"], &report["redundant"]),
        (&json!("over"), &json!(["c3"]))
    );
}

#[test]
fn unsuitable_references_are_refused_with_the_reason() {
    let mut edit = drawn(&[
        line("a", [0.0, 0.0, 10.0, 1.0]),
        circle("c", 0.0, 0.0, 3.0),
        (
            "draw_rect",
            json!({"name": "r", "x": 20, "y": 0, "width": 8, "height": 4}),
        ),
    ]);
    let mut error = |kind: &str, refs: &[&str]| refused(&mut edit, json!({"kind": kind, "refs": refs}));
    assert_eq!(
        error("parallel", &["a", "c"]),
        "parallel takes two lines; got 'a' (a line) and 'c' (a circle or arc)"
    );
    assert_eq!(
        error("parallel", &["a"]),
        "parallel takes two lines; got 'a' (a line)"
    );
    assert!(error("parallel", &["a", "r"]).contains("'r' is a rect, whose parts are: center, point[0]"));
    assert!(error("parallel", &["a", "r.edge[9]"]).contains("'r' has no part 'edge[9]'"));
    assert!(error("parallel", &["a", "x"]).contains("'x' not found"));
    assert!(error("paralel", &["a", "a"]).contains("parallel"));
    assert_eq!(error("radius", &["c"]), "add_constraint: radius needs a value");
    let mut with = |kind: &str, refs: &[&str], value: f64| {
        refused(&mut edit, json!({"kind": kind, "refs": refs, "value": value}))
    };
    assert!(with("horizontal", &["a"], 3.0).contains("takes no value"));
    assert!(with("radius", &["c"], 0.0).contains("above 0"));
    assert!(with("distance", &["a"], -1.0).contains("must not be negative"));
    call(&mut edit, "create_group", json!({"name": "g", "children": ["r"]})).unwrap();
    assert!(refused(&mut edit, json!({"kind": "fix", "refs": ["g"]})).contains("is a group"));
    let unknown = call(&mut edit, "remove_constraint", json!({"id": "c7"})).unwrap_err();
    assert!(unknown.message.english.contains("c7 not found"));
    assert!(call(&mut edit, "remove_constraint", json!({"id": "7"})).is_err());
}

#[test]
fn duplicates_are_refused_in_either_order() {
    let mut edit = drawn(&[line("a", [0.0, 0.0, 10.0, 1.0]), line("b", [0.0, 5.0, 10.0, 5.5])]);
    bind(&mut edit, "parallel", &["a", "b"], Value::Null);
    let error = refused(&mut edit, json!({"kind": "parallel", "refs": ["b", "a"]}));
    assert_eq!(error, "add_constraint: this constraint already exists: c1");
}

#[test]
fn constraints_follow_renames_and_are_deleted_with_their_entities() {
    let mut edit = drawn(&[line("a", [0.0, 0.0, 10.0, 1.0]), line("b", [0.0, 5.0, 10.0, 5.5])]);
    bind(&mut edit, "horizontal", &["a"], Value::Null);
    bind(&mut edit, "parallel", &["a", "b"], Value::Null);
    call(
        &mut edit,
        "rename_entity",
        json!({"entity": "a", "new_name": "base"}),
    )
    .unwrap();
    let listed = data(&mut edit, "list_constraints", json!({}));
    assert_eq!(listed[1]["refs"], json!(["base", "b"]));
    let mut env = crate::ToolEnv::default();
    let mut cx = ToolCx::new(&mut edit, &mut env);
    let delete = crate::find("delete_entity").unwrap();
    delete.call(json!({"name": "b"}).into(), &mut cx).unwrap();
    assert_eq!(
        cx.notes.warnings,
        ["constraints of removed entities were removed: c2"]
    );
    assert_eq!(
        data(&mut edit, "list_constraints", json!({}))
            .as_array()
            .unwrap()
            .len(),
        1
    );
    // Ids of removed constraints are not reused.
    assert_eq!(bind(&mut edit, "length", &["base"], json!(3)), "c3");
}

#[test]
fn constraints_round_trip_through_the_file() {
    let mut edit = drawn(&[line("a.b", [0.0, 0.0, 10.0, 1.0]), circle("c", 1.0, 2.0, 3.0)]);
    bind(&mut edit, "horizontal", &["a.b"], Value::Null);
    bind(&mut edit, "point_on", &["a.b.end", "c"], Value::Null);
    bind(&mut edit, "collinear", &["a.b", "a.b.edge[0]"], Value::Null);
    bind(&mut edit, "diameter", &["c"], json!(0.1 + 0.2));
    let (scene, _) = edit.finish();
    let text = file::write(&scene);
    let read = file::read(&text).unwrap();
    assert_eq!(file::write(&read), text);
    assert_eq!(read, scene);
}

#[test]
fn an_inapplicable_constraint_is_skipped_with_a_warning() {
    let mut edit = drawn(&[
        line("a", [0.0, 0.0, 10.0, 1.0]),
        (
            "draw_polygon",
            json!({"name": "p", "points": [0, 0, 8, 0, 8, 8, 0, 8]}),
        ),
    ]);
    bind(&mut edit, "parallel", &["a", "p.edge[3]"], Value::Null);
    let triangle = [(0.0, 0.0), (8.0, 0.0), (4.0, 6.0)].map(Point::from).to_vec();
    edit.set_shape(
        "p",
        Shape::Polygon {
            points: triangle,
            holes: Vec::new(),
        },
    )
    .unwrap();
    let mut env = crate::ToolEnv::default();
    let mut cx = ToolCx::new(&mut edit, &mut env);
    SolveConstraints {}.run(&mut cx).unwrap();
    assert!(
        cx.notes.warnings[0].english.starts_with("c1 was ignored"),
        "{:?}",
        cx.notes.warnings
    );
    let listed = data(&mut edit, "list_constraints", json!({}));
    assert_eq!(listed[0]["satisfied"], false);
}
