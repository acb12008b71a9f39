//! Tests of markup: recognition of imprecise strokes, descriptions for a model, and bounds on the output.

use super::recognize::{Direction, Form};
use super::simplify::{at_most, distance, simplify};
use super::strokes::MOST_RAW;
use super::*;
use proptest::prelude::*;
use std::f64::consts::TAU;
use std::sync::Arc;
use trammel_kernel::{Point, norm};
use trammel_scene::{Edit, Flags, Name, Scene, Shape};

fn p(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

/// Simulates a freehand stroke: samples a curve over 0 to 1 in 60 steps, with deviations of up to `noise`.
fn drawn(line: impl Fn(f64) -> Point, noise: f64) -> Vec<Point> {
    let tremble = |at: usize| libm::sin(at as f64 * 12.9898) * noise;
    let point = |at: usize| {
        let exact = line(at as f64 / 60.0);
        p(exact.x + tremble(at), exact.y + tremble(at + 7))
    };
    (0..=60).map(point).collect()
}

fn around(center: (f64, f64), radii: (f64, f64), turns: f64) -> impl Fn(f64) -> Point {
    move |t| {
        let (sin, cos) = libm::sincos(t * turns * TAU);
        p(center.0 + radii.0 * cos, center.1 + radii.1 * sin)
    }
}

fn through(corners: &[(f64, f64)]) -> impl Fn(f64) -> Point {
    move |t| {
        let place = t * (corners.len() - 1) as f64;
        let at = (place.floor() as usize).min(corners.len() - 2);
        let (a, b) = (Point::from(corners[at]), Point::from(corners[at + 1]));
        a.lerp(b, place - at as f64)
    }
}

fn stroke(points: &[Point], zoom: f64) -> StrokeBuilder {
    let mut ink = StrokeBuilder::begin(points[0], zoom);
    points.iter().for_each(|point| ink.push(*point));
    ink
}

fn form(points: &[Point]) -> Form {
    Form::of(stroke(points, 1.0).finish().unwrap().points(), 1.0)
}

fn description_of(scene: &Scene, strokes: &[Vec<Point>], zoom: f64) -> String {
    let mut sketch = Markup::default();
    for points in strokes {
        assert!(sketch.add(stroke(points, zoom)));
    }
    sketch.description(scene).unwrap()
}

fn scene() -> Scene {
    let mut edit = Edit::by_user(Scene::default());
    let mut add = |name: &str, shape: Shape| {
        edit.insert(&Name::new(name).unwrap(), shape, Arc::default(), false)
            .unwrap();
    };
    let line = |from: (f64, f64), to: (f64, f64)| Shape::Line {
        points: vec![from.into(), to.into()],
        closed: false,
    };
    let rect = |corner: (f64, f64), width: f64, height: f64| Shape::Rect {
        corner: corner.into(),
        width,
        height,
        corner_radius: 0.0,
    };
    add("plate", rect((0.0, 0.0), 400.0, 200.0));
    let (center, radius) = (p(100.0, 100.0), 20.0);
    add("hole", Shape::Circle { center, radius });
    add("far away", rect((900.0, 900.0), 10.0, 10.0));
    add("wall", line((500.0, 0.0), (500.0, 200.0)));
    add("ghost", line((520.0, 0.0), (520.0, 200.0)));
    edit.set_flags("ghost", Flags::HIDDEN).unwrap();
    edit.finish().0
}

#[test]
fn straight_strokes_within_8_degrees_of_an_axis_snap_to_it() {
    let at = |degrees: f64| {
        let (sin, cos) = libm::sincos(degrees.to_radians());
        form(&drawn(through(&[(0.0, 0.0), (200.0 * cos, 200.0 * sin)]), 2.0))
    };
    for horizontal in [0.0, 7.0, -7.0, 173.0, 187.0] {
        assert_eq!(
            at(horizontal),
            Form::Straight(Direction::Horizontal),
            "{horizontal}"
        );
    }
    for vertical in [90.0, 83.0, -97.0] {
        assert_eq!(at(vertical), Form::Straight(Direction::Vertical), "{vertical}");
    }
    for (slanted, wanted) in [(30.0, 30.0), (10.0, 10.0), (-45.0, 135.0), (225.0, 45.0)] {
        let Form::Straight(Direction::Slanted(degrees)) = at(slanted) else {
            panic!("{slanted}: {:?}", at(slanted))
        };
        assert!((degrees - wanted).abs() < 2.0, "{slanted}: {degrees}");
    }
}

#[test]
fn circles_rectangles_and_other_closed_strokes_are_recognized() {
    // A full turn, a turn that overshoots, and a turn that stops short.
    for turns in [1.0, 1.06, 0.95] {
        let Form::Circle { center, radius } = form(&drawn(around((50.0, -20.0), (60.0, 56.0), turns), 2.0))
        else {
            panic!("{turns} turns are no circle")
        };
        assert!(norm(center - p(50.0, -20.0)) < 4.0, "{center:?}");
        assert!((radius - 58.0).abs() < 4.0, "{radius}");
    }
    let corners = [(0.0, 0.0), (160.0, 3.0), (158.0, 90.0), (-2.0, 88.0), (1.0, 4.0)];
    let Form::Rect(bounds) = form(&drawn(through(&corners), 1.5)) else {
        panic!("no rectangle")
    };
    assert!((bounds.width() - 160.0).abs() < 8.0 && (bounds.height() - 89.0).abs() < 8.0);
    let triangle = [(0.0, 0.0), (100.0, 0.0), (40.0, 90.0), (0.0, 0.0)];
    assert_eq!(form(&drawn(through(&triangle), 1.0)), Form::Closed);
    assert_eq!(
        form(&drawn(around((0.0, 0.0), (100.0, 40.0), 1.0), 1.0)),
        Form::Closed
    );
    assert_eq!(
        form(&drawn(around((0.0, 0.0), (60.0, 60.0), 0.6), 1.0)),
        Form::Open
    );
    assert_eq!(form(&drawn(|_| p(3.0, 3.0), 1.0)), Form::Dot);
}

#[test]
fn the_description_relates_strokes_to_the_drawing() {
    let scene = scene();
    let horizontal = drawn(through(&[(396.0, 4.0), (530.0, 9.0)]), 1.0);
    let ring = drawn(around((102.0, 99.0), (41.0, 39.0), 1.0), 1.0);
    let text = description_of(&scene, &[horizontal, ring, vec![p(300.0, 150.0)]], 1.0);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4, "{text}");
    assert!(
        lines[0].contains("strokes: 3; freehand, mm, y up, good to about 4"),
        "{text}"
    );
    assert!(
        lines[1].starts_with("1. straight line, meant horizontal: [39")
            && lines[1].contains("starts near the endpoint [400, 0] of \"plate\"")
            && lines[1].contains("crosses \"wall\" at [500, 8]"),
        "{text}"
    );
    assert!(
        lines[2].starts_with(
            "2. closed, about a circle: center [102, 99] (near the center [100, 100] of \"hole\"), radius 40"
        ) && lines[2].contains("surrounds \"hole\"; lies in \"plate\"; points [[1"),
        "{text}"
    );
    assert_eq!(lines[3], "3. dot at [300, 150]; lies in \"plate\"");
    assert!(!text.contains("ghost") && !text.contains("far away"), "{text}");
}

#[test]
fn the_description_names_followed_and_touched_entities() {
    let along = drawn(through(&[(503.0, 20.0), (497.0, 180.0)]), 1.0);
    let text = description_of(
        &scene(),
        &[along, drawn(through(&[(300.0, 205.0), (350.0, 300.0)]), 1.0)],
        1.0,
    );
    assert!(
        text.contains("meant vertical") && text.contains("follows \"wall\""),
        "{text}"
    );
    assert!(
        text.contains("touches \"plate\"") || text.contains("crosses \"plate\""),
        "{text}"
    );
}

#[test]
fn number_precision_in_the_description_follows_the_zoom() {
    let line = |scale: f64| drawn(through(&[(1.0, 1.0), (1.0 + 123.456 * scale, 40.0 * scale)]), 0.0);
    let empty = Scene::default();
    assert!(description_of(&empty, &[line(1.0)], 1.0).contains("[1, 1] to [124, 40]"));
    assert!(description_of(&empty, &[line(0.01)], 100.0).contains("[1, 1] to [2.23, 0.4]"));
    let wide = description_of(&empty, &[line(1000.0)], 0.001);
    assert!(wide.contains("[0, 0] to [123000, 40000]"), "{wide}");
}

#[test]
fn a_full_sketch_refuses_strokes_and_its_description_is_bounded() {
    let mut sketch = Markup::default();
    let scribble = |at: usize| {
        let ring = around((at as f64, 0.0), (300.0, 170.0), 9.0);
        drawn(ring, 40.0)
    };
    for at in 0..MOST_STROKES {
        assert!(sketch.add(stroke(&scribble(at), 1.0)));
    }
    assert!(sketch.is_full());
    let before = sketch.clone();
    assert!(!sketch.add(stroke(&scribble(0), 1.0)), "a stroke too many");
    assert_eq!(sketch, before);
    assert!(
        sketch
            .strokes()
            .iter()
            .all(|stroke| stroke.points().len() <= MOST_POINTS)
    );
    // Many entities under each stroke.
    let mut edit = Edit::by_user(Scene::default());
    for at in 0..300 {
        let (center, radius) = (
            p(
                f64::from(at % 20) * 20.0 - 200.0,
                f64::from(at / 20) * 20.0 - 150.0,
            ),
            6.0,
        );
        let name = Name::new(&format!("some_circle_{at}")).unwrap();
        edit.insert(&name, Shape::Circle { center, radius }, Arc::default(), false)
            .unwrap();
    }
    let text = sketch.description(edit.scene()).unwrap();
    assert!(text.len() < MOST_STROKES * 1_500, "{} bytes: {text}", text.len());
    assert!(text.contains(" more"), "{text}");
    sketch.remove_last();
    assert_eq!(sketch.waiting(), MOST_STROKES - 1);
}

#[test]
fn sent_strokes_are_not_sent_again_and_a_new_stroke_removes_them() {
    let mut sketch = Markup::default();
    sketch.set_sent();
    assert!(!sketch.is_sent() && sketch.description(&Scene::default()).is_none());
    sketch.add(stroke(&[p(0.0, 0.0), p(50.0, 0.0)], 1.0));
    sketch.add(stroke(&[p(0.0, 9.0), p(50.0, 9.0)], 1.0));
    assert_eq!(sketch.waiting(), 2);
    sketch.set_sent();
    assert_eq!((sketch.len(), sketch.waiting()), (2, 0));
    assert_eq!(sketch.description(&Scene::default()), None);
    sketch.add(stroke(&[p(0.0, 0.0)], 1.0));
    assert_eq!((sketch.len(), sketch.waiting(), sketch.is_sent()), (1, 1, false));
    sketch.remove_last();
    assert_eq!(sketch, Markup::default());
}

#[test]
fn a_long_stroke_is_simplified_while_it_is_drawn() {
    let mut ink = StrokeBuilder::begin(p(f64::NAN, 0.0), 0.0);
    for at in 0..20_000 {
        let (sin, cos) = libm::sincos(f64::from(at) / 50.0);
        ink.push(p(cos * f64::from(at), sin * f64::from(at)));
    }
    ink.push(p(f64::INFINITY, 0.0));
    assert!(ink.points().len() < MOST_RAW);
    assert!(ink.finish().unwrap().points().len() <= MOST_POINTS);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn points_removed_by_simplification_lie_within_the_tolerance(
        points in prop::collection::vec((-1e3..1e3, -1e3..1e3_f64), 1..200),
        tolerance in 0.1..200.0_f64,
    ) {
        let points: Vec<Point> = points.into_iter().map(Point::from).collect();
        let fewer = simplify(&points, tolerance);
        prop_assert_eq!(fewer.first(), points.first());
        prop_assert_eq!(fewer.last(), points.last());
        // Each point is near the segment between the kept points around it.
        let mut piece = 0;
        for point in &points {
            if fewer.get(piece + 1) == Some(point) {
                piece += 1;
            }
            let (from, to) = (fewer[piece.min(fewer.len() - 1)], fewer[(piece + 1).min(fewer.len() - 1)]);
            prop_assert!(distance(*point, from, to) <= tolerance, "{point:?}");
        }
        prop_assert!(at_most(&points, tolerance, MOST_POINTS).len() <= MOST_POINTS);
    }

    #[test]
    fn the_description_of_any_strokes_has_a_bounded_length(
        strokes in prop::collection::vec(prop::collection::vec((-1e6..1e6, -1e6..1e6_f64), 1..90), 1..5),
        zoom in 1e-7..1e7_f64,
    ) {
        let strokes: Vec<Vec<Point>> = strokes
            .into_iter()
            .map(|points| points.into_iter().map(Point::from).collect())
            .collect();
        let text = description_of(&scene(), &strokes, zoom);
        prop_assert!(text.len() < 400 + strokes.len() * 3_000, "{}", text.len());
        prop_assert!(!text.contains("NaN") && !text.contains("inf"), "{}", text);
    }
}
