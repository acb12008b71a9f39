//! Tests of grips: a shape and a target in, arguments of the drawing call out.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use super::dragging::{GripDrag, Pressed};
use super::grip::{GripChange, WorldTarget, change, grips_of, visible_grips};
use crate::camera::Camera;
use crate::canvas_tool::CanvasCx;
use crate::expression::TypedError;
use crate::extent::ItemChange;
use crate::keys::KeyPress;
use crate::selection::Selection;
use crate::test_rig::{TestCanvas, draw_shapes, name};
use serde_json::{Value, json};
use std::f64::consts::{FRAC_PI_2, PI};
use trammel_kernel::{Affine, Path, Point, Seg, Vec2, norm};
use trammel_scene::{Adjustment, Edit, Flags, PathData, Scene, Shape, Transform};

fn p(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

fn scene(shape: Shape) -> Scene {
    draw_shapes([("a", shape)])
}

/// Runs a test with a canvas where the entity "a" is selected.
fn on_canvas<T>(scene: &Scene, test: impl FnOnce(&CanvasCx<'_>) -> T) -> T {
    TestCanvas::of(scene.clone(), &["a"]).with(test)
}

fn dragged(scene: &Scene, index: usize, to: WorldTarget) -> Result<GripChange, TypedError> {
    let grips = grips_of(scene, &[name("a")]);
    on_canvas(scene, |cx| change(&grips[index], to, cx))
}

/// Drags a grip to a point, and returns the changed arguments.
fn values(scene: &Scene, index: usize, to: Point) -> Value {
    match dragged(scene, index, WorldTarget::Point(to, false))
        .unwrap()
        .change
    {
        ItemChange::Adjust(Adjustment::Set { mut entities, .. }) => {
            let (_, values) = entities.remove(0);
            values.into_iter().collect::<serde_json::Map<_, _>>().into()
        }
        ItemChange::Adjust(Adjustment::Move { by, .. }) => json!({ "dx": by.x, "dy": by.y }),
        other => panic!("{other:?}"),
    }
}

fn rect() -> Shape {
    Shape::Rect {
        corner: p(10.0, 20.0),
        width: 40.0,
        height: 30.0,
        corner_radius: 0.0,
    }
}

#[test]
fn a_circle_has_quadrants_and_a_center() {
    let scene = scene(Shape::Circle {
        center: p(5.0, 0.0),
        radius: 10.0,
    });
    assert_eq!(grips_of(&scene, &[name("a")])[1].at, p(5.0, 10.0));
    assert_eq!(values(&scene, 0, p(30.3, 0.0)), json!({ "radius": 25.0 }));
    assert_eq!(values(&scene, 4, p(8.0, 4.0)), json!({ "dx": 3.0, "dy": 4.0 }));
    let typed = dragged(&scene, 1, WorldTarget::Length(12.25)).unwrap();
    assert_eq!(typed.ghosts, [Path::circle(p(5.0, 0.0), 12.25)]);
    let zero = dragged(&scene, 0, WorldTarget::Point(p(5.0, 0.0), true));
    assert_eq!(zero, Err(TypedError::NotPositive));
}

#[test]
fn corners_and_sides_of_a_rectangle_keep_the_opposite_ones() {
    let scene = scene(rect());
    assert_eq!(
        values(&scene, 0, p(0.0, 10.0)),
        json!({ "x": 0.0, "y": 10.0, "width": 50.0, "height": 40.0 })
    );
    assert_eq!(
        values(&scene, 2, p(60.0, 60.0)),
        json!({ "width": 50.0, "height": 40.0 })
    );
    // A corner that is dragged beyond the opposite one turns the rectangle over.
    assert_eq!(
        values(&scene, 1, p(0.0, 20.0)),
        json!({ "x": 0.0, "width": 10.0 })
    );
    assert_eq!(values(&scene, 5, p(70.0, 90.0)), json!({ "width": 60.0 }));
    assert_eq!(
        values(&scene, 4, p(70.0, 10.0)),
        json!({ "y": 10.0, "height": 40.0 })
    );
    let flat = dragged(&scene, 2, WorldTarget::Point(p(60.0, 20.0), true));
    assert_eq!(flat, Err(TypedError::NotPositive));
}

#[test]
fn vertices_move_alone_and_the_midpoint_of_a_line_moves_all() {
    let line = scene(Shape::Line {
        points: vec![p(0.0, 0.0), p(50.0, 0.0)],
        closed: false,
    });
    assert_eq!(
        values(&line, 1, p(50.0, 25.0)),
        json!({ "points": [0.0, 0.0, 50.0, 25.0] })
    );
    assert_eq!(values(&line, 2, p(25.0, 5.0)), json!({ "dx": 0.0, "dy": 5.0 }));
    let same = dragged(&line, 1, WorldTarget::Point(p(0.0, 0.0), true));
    assert_eq!(same, Err(TypedError::Coincident));
    let triangle = |by: f64| vec![p(by, by), p(10.0, 0.0), p(0.0, 10.0)];
    let polygon = scene(Shape::Polygon {
        points: triangle(-9.0),
        holes: vec![triangle(1.0)],
    });
    assert_eq!(
        values(&polygon, 3, p(2.0, 2.0)),
        json!({ "holes": [[2.0, 2.0, 10.0, 0.0, 0.0, 10.0]] })
    );
}

#[test]
fn ends_of_an_arc_change_angles_and_its_middle_the_radius() {
    let arc = scene(Shape::Arc {
        center: p(0.0, 0.0),
        radius: 20.0,
        start_angle: 0.0,
        end_angle: PI,
    });
    assert_eq!(
        values(&arc, 0, p(0.0, -30.0)),
        json!({ "start_angle": -FRAC_PI_2 })
    );
    assert_eq!(values(&arc, 2, p(0.0, 30.0)), json!({ "end_angle": FRAC_PI_2 }));
    assert_eq!(values(&arc, 1, p(0.0, 33.0)), json!({ "radius": 33.0 }));
    assert_eq!(
        dragged(&arc, 0, WorldTarget::Point(p(-5.0, 0.0), true)),
        Err(TypedError::Coincident)
    );
}

#[test]
fn the_semi_axes_of_an_ellipse_change_alone() {
    let ellipse = scene(Shape::Ellipse {
        center: p(0.0, 0.0),
        rx: 20.0,
        ry: 10.0,
        rotation: FRAC_PI_2,
        start_angle: 0.0,
        end_angle: 2.0 * PI,
    });
    assert_eq!(grips_of(&ellipse, &[name("a")])[0].at, p(0.0, 20.0));
    assert_eq!(values(&ellipse, 0, p(0.0, 35.0)), json!({ "rx": 35.0 }));
    assert_eq!(values(&ellipse, 3, p(15.0, 0.0)), json!({ "ry": 15.0 }));
}

#[test]
fn control_points_of_a_curve_rewrite_its_path() {
    let data = PathData::new("M0,0 C0,10 10,10 10,0 l10,0").unwrap();
    let curve = scene(Shape::Bezier(data));
    assert_eq!(grips_of(&curve, &[name("a")]).len(), 5);
    let path = values(&curve, 3, p(10.0, -5.0))["path"]
        .as_str()
        .unwrap()
        .to_owned();
    let drawn = PathData::new(&path).unwrap();
    assert_eq!(drawn.paths()[0].segs[0].end(), p(10.0, -5.0));
    assert_eq!(drawn.paths()[0].segs[1].start(), p(10.0, -5.0));
    assert_eq!(drawn.paths()[0].segs[1].end(), p(20.0, 0.0));
}

#[test]
fn other_corners_keep_their_places_under_a_transform() {
    for (parent, pivot) in [(false, None), (true, None), (true, Some(p(3.0, 4.0)))] {
        let mut edit = Edit::by_user(scene(rect()));
        let turned = Transform {
            rotate: 0.5,
            scale: Vec2::new(2.0, 1.0),
            translate: Vec2::new(7.0, 1.0),
            pivot,
            ..Transform::default()
        };
        edit.set_transform("a", turned).unwrap();
        if parent {
            edit.group(&name("g"), &[name("a")]).unwrap();
            edit.map_in_world("g", Affine::rotate(1.0)).unwrap();
        }
        let scene = edit.finish().0;
        let before = grips_of(&scene, &[name("a")]);
        let to = before[2].at + Vec2::new(6.0, 8.0);
        let ghost = dragged(&scene, 2, WorldTarget::Point(to, true)).unwrap().ghosts;
        let corners: Vec<Point> = ghost[0].segs.iter().map(Seg::start).collect();
        assert!(norm(corners[0] - before[0].at) < 1e-9, "{corners:?}");
        assert!(norm(corners[2] - to) < 1e-9, "{corners:?}");
    }
}

#[test]
fn locked_entities_and_large_selections_have_no_grips() {
    let mut edit = Edit::by_user(scene(rect()));
    let count = |scene: &Scene, zoom: f64| {
        let camera = Camera::new(Point::ORIGIN, zoom);
        visible_grips(scene, &Selection::of([name("a")]), camera).len()
    };
    assert_eq!(count(edit.scene(), 1.0), 9);
    assert_eq!(count(edit.scene(), 0.1), 0, "the grips would cover the entity");
    edit.set_flags(
        "a",
        Flags {
            locked: true,
            hidden: false,
        },
    )
    .unwrap();
    assert_eq!(count(edit.scene(), 1.0), 0);
}

/// Sends keys to the first grip, and returns the last result.
fn pressed(scene: &Scene, keys: &[&'static str]) -> Pressed {
    let grip = grips_of(scene, &[name("a")]).remove(0);
    let mut drag = GripDrag::new(scene, &grip);
    on_canvas(scene, |cx| {
        let results = keys.iter().map(|key| {
            let (shift, key) = key
                .strip_prefix("Shift+")
                .map_or((false, *key), |key| (true, key));
            let press = KeyPress {
                key,
                code: key,
                shift,
                ..KeyPress::default()
            };
            drag.key(&press, true, cx)
        });
        results.last().unwrap()
    })
}

/// A group with a plate from (0, 0) to (40, 30), and a disk of radius 10 beside it.
fn grouped() -> Scene {
    let plate = Shape::Rect {
        corner: p(0.0, 0.0),
        width: 40.0,
        height: 30.0,
        corner_radius: 0.0,
    };
    let disk = Shape::Circle {
        center: p(70.0, 10.0),
        radius: 10.0,
    };
    let scene = draw_shapes([("plate", plate), ("disk", disk)]);
    let mut edit = Edit::by_user(scene);
    edit.group(&name("a"), &[name("plate")]).unwrap();
    edit.finish().0
}

fn scaling(change: &GripChange) -> Value {
    match &change.change {
        ItemChange::Adjust(Adjustment::Scale {
            names,
            factor,
            center,
        }) => {
            let [name] = names.as_slice() else {
                panic!("{names:?}");
            };
            json!({ "name": name, "sx": factor, "around": [center.x, center.y] })
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn corners_of_whole_items_scale_about_the_opposite_one() {
    let scene = grouped();
    let grips = grips_of(&scene, &[name("a")]);
    let places: Vec<Point> = grips.iter().map(|grip| grip.at).collect();
    assert_eq!(
        places,
        [
            p(0.0, 0.0),
            p(40.0, 0.0),
            p(40.0, 30.0),
            p(0.0, 30.0),
            p(20.0, 15.0)
        ]
    );
    let exact = |index: usize, to: Point| dragged(&scene, index, WorldTarget::Point(to, true)).unwrap();
    let doubled = exact(2, p(80.0, 60.0));
    assert_eq!(
        scaling(&doubled),
        json!({ "name": "a", "sx": 2.0, "around": [0.0, 0.0] })
    );
    assert_eq!(doubled.ghosts[0].bounds().unwrap().max, p(80.0, 60.0));
    // A place beside the diagonal counts by its projection.
    let beside = exact(0, p(20.0 + 3.0, 15.0 - 4.0));
    assert_eq!(
        scaling(&beside),
        json!({ "name": "a", "sx": 0.5, "around": [40.0, 30.0] })
    );
    let typed = dragged(&scene, 1, WorldTarget::Length(60.0)).unwrap();
    assert_eq!(
        scaling(&typed),
        json!({ "name": "a", "sx": 1.5, "around": [0.0, 30.0] })
    );
    // The center moves the group, like that of any other item.
    assert!(matches!(
        exact(4, p(25.0, 15.0)).change,
        ItemChange::Adjust(Adjustment::Move { .. })
    ));
    let over = dragged(&scene, 2, WorldTarget::Point(p(-1.0, -1.0), true));
    assert_eq!(over, Err(TypedError::NotPositive));
}

#[test]
fn several_items_have_corners_outside_of_their_own_grips() {
    let scene = grouped();
    let names = [name("a"), name("disk")];
    let selection = Selection::of(names.clone());
    let camera = Camera::new(Point::ORIGIN, 2.0);
    let grips = visible_grips(&scene, &selection, camera);
    // Four corners, the center of the group, and the five grips of the circle.
    assert_eq!(grips.len(), 10);
    assert_eq!(
        (grips[2].at, grips[2].mark(camera)),
        (p(80.0, 30.0), p(85.0, 35.0))
    );
    let change = TestCanvas::of(scene.clone(), &["a", "disk"])
        .with(|cx| change(&grips[2], WorldTarget::Length(40.0), cx))
        .unwrap();
    let scaled = Adjustment::Scale {
        names: vec![name("a"), name("disk")],
        factor: 0.5,
        center: p(0.0, 0.0),
    };
    assert_eq!(change.change, ItemChange::Adjust(scaled));
    assert_eq!(change.ghosts.len(), 2);
}

#[test]
fn keys_step_type_and_leave() {
    let scene = scene(rect());
    let set = |result: Pressed| match result {
        Pressed::Changed(change, _) => match change.change {
            ItemChange::Adjust(Adjustment::Set { mut entities, .. }) => entities
                .remove(0)
                .1
                .into_iter()
                .map(|(key, value)| format!("{key} {value}"))
                .collect::<Vec<_>>()
                .join(" "),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    };
    assert_eq!(set(pressed(&scene, &["ArrowLeft"])), "x -10.0 width 60.0");
    // The second step counts from the first one, which the drawing does not show yet.
    assert_eq!(
        set(pressed(&scene, &["ArrowLeft", "ArrowLeft"])),
        "x -30.0 width 80.0"
    );
    assert_eq!(
        set(pressed(&scene, &["0", "Tab", "5", "Enter"])),
        "x 0.0 y 5.0 width 50.0 height 45.0"
    );
    assert_eq!(
        set(pressed(&scene, &["@", "5", ",", "5", "Enter"])),
        "x 15.0 y 25.0 width 35.0 height 25.0"
    );
    assert!(matches!(pressed(&scene, &["Tab"]), Pressed::Focused([said, _]) if said.ends_with(": 50, 20")));
    assert!(
        matches!(pressed(&scene, &["Shift+Tab"]), Pressed::Focused([said, _]) if said.starts_with("Move"))
    );
    assert_eq!(pressed(&scene, &["7", "Escape"]), Pressed::Used);
    assert_eq!(pressed(&scene, &["7", "Escape", "Escape"]), Pressed::Left);
    assert_eq!(pressed(&scene, &["Enter"]), Pressed::Used);
    assert!(matches!(
        pressed(&scene, &["5", "/", "0", "Enter"]),
        Pressed::Refused(TypedError::DivisionByZero)
    ));
    assert_eq!(pressed(&scene, &["v"]), Pressed::Unused);
}
