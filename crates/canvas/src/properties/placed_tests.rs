//! Property test: fields show numbers of the drawing, and a typed number is the one of the drawing afterward.
#![allow(clippy::unwrap_used, reason = "tests")]

use super::placed::set;
use super::sheet::{Sheet, sheet};
use proptest::prelude::*;
use std::f64::consts::{FRAC_PI_2, PI};
use std::sync::Arc;
use trammel_kernel::{Affine, Point, Vec2, affine};
use trammel_scene::{Edit, Name, PathData, Scene, Shape, Style, Text, Transform};
use trammel_text::{Align, Valign};

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

/// Shapes of all types with fields of places and sizes.
fn shapes() -> Vec<Shape> {
    let at = Point::new(12.0, -5.0);
    let points = vec![Point::new(0.0, 0.0), Point::new(10.0, 1.0), Point::new(4.0, 8.0)];
    vec![
        Shape::Line {
            points: points.clone(),
            closed: false,
        },
        Shape::Polygon {
            points,
            holes: Vec::new(),
        },
        Shape::Circle {
            center: at,
            radius: 3.0,
        },
        Shape::Rect {
            corner: at,
            width: 30.0,
            height: 20.0,
            corner_radius: 0.0,
        },
        Shape::Rect {
            corner: at,
            width: 30.0,
            height: 20.0,
            corner_radius: 2.0,
        },
        Shape::Arc {
            center: at,
            radius: 7.0,
            start_angle: 0.5,
            end_angle: 2.0,
        },
        Shape::Ellipse {
            center: at,
            rx: 8.0,
            ry: 3.0,
            rotation: 0.25,
            start_angle: 0.5,
            end_angle: 4.0,
        },
        Shape::Text(Arc::new(Text {
            text: "Ab".to_owned(),
            at,
            size: 5.0,
            align: Align::Left,
            valign: Valign::Baseline,
            angle: 0.125,
        })),
        Shape::Point { at },
        Shape::Bezier(PathData::new("M 0 0 C 1 5 8 5 9 0").unwrap()),
    ]
}

/// Returns a drawing with one entity, in a group if `group` is given.
fn drawing(shape: &Shape, transform: Transform, group: Option<Transform>) -> Scene {
    let mut edit = Edit::by_user(Scene::default());
    edit.insert(&name("e"), shape.clone(), Style::shared_default(), false)
        .unwrap();
    if let Some(group) = group {
        edit.group(&name("g"), &[name("e")]).unwrap();
        edit.set_transform("g", group).unwrap();
    }
    edit.set_transform("e", transform).unwrap();
    edit.finish().0
}

fn of(scene: &Scene) -> Sheet {
    sheet(scene, &[name("e")]).unwrap()
}

/// Numbers of a sheet that place the shape, by field.
fn numbers(sheet: &Sheet) -> Vec<(String, f64)> {
    let all = sheet.shape.iter().chain(&sheet.points);
    let number = |text: &Option<String>| text.as_ref().and_then(|text| text.parse::<f64>().ok());
    all.filter_map(|field| Some((field.id(), number(&field.text)?)))
        .collect()
}

fn transforms() -> impl Strategy<Value = Transform> {
    let turns = prop_oneof![
        Just(0.0),
        Just(FRAC_PI_2),
        Just(PI),
        Just(-FRAC_PI_2),
        -3.0..3.0_f64
    ];
    let scales = prop_oneof![
        Just([1.0, 1.0]),
        Just([2.0, 2.0]),
        Just([-1.0, 1.0]),
        Just([0.5, 3.0]),
        Just([-1.5, -1.5])
    ];
    let pivots = prop_oneof![Just(None), Just(Some(Point::new(1.0, 2.0)))];
    (-50..50_i32, -50..50_i32, turns, scales, pivots).prop_map(|(x, y, rotate, [sx, sy], pivot)| Transform {
        translate: Vec2::new(f64::from(x) / 4.0, f64::from(y) / 4.0),
        rotate,
        shear: 0.0,
        scale: Vec2::new(sx, sy),
        pivot,
    })
}

proptest! {
    #[test]
    fn a_typed_number_is_the_one_of_the_drawing_and_other_fields_stay(
        at in 0..10_usize,
        transform in transforms(),
        group in prop::option::of(transforms()),
        typed in 1..400_i32,
    ) {
        let shape = &shapes()[at];
        let scene = drawing(shape, transform, group);
        let before = of(&scene);
        let text = format!("{}", f64::from(typed) / 8.0);
        for field in before.shape.iter().chain(&before.points) {
            let Some((id, _)) = numbers(&before).into_iter().find(|(id, _)| *id == field.id()) else { continue };
            let entity = scene.get("e").unwrap();
            let values = field.values(&scene, entity, &text).unwrap();
            let mut changed = entity.shape.clone();
            for (key, value) in &values {
                if key == "points" {
                    let flat: Vec<f64> = value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
                    let (Shape::Line { points, .. } | Shape::Polygon { points, .. }) = &mut changed else { panic!("{key}") };
                    *points = flat.chunks(2).map(|xy| Point::new(xy[0], xy[1])).collect();
                } else {
prop_assert!(set(&mut changed, key, None, value), "{key}");
                }
            }
            // Equal neighbors and such are refused by the drawing.
            if changed.check().is_err() { continue }
            let after = of(&drawing(&changed, transform, group));
            prop_assert_eq!(numbers(&before).len(), numbers(&after).len(), "{} = {}", id, text);
            for ((id_before, old), (id_after, new)) in numbers(&before).into_iter().zip(numbers(&after)) {
                prop_assert_eq!(&id_before, &id_after);
                let expected = if id_after == id { text.parse().unwrap() } else { old };
                prop_assert!((new - expected).abs() < 2e-6, "{} = {}: {} is {}, not {}", id, text, id_after, new, expected);
            }
        }
    }

    #[test]
    fn a_typed_line_weight_is_the_one_of_the_drawing(
        transform in transforms(),
        group in prop::option::of(transforms()),
        typed in 1..400_i32,
    ) {
        let circle = &shapes()[2];
        let scene = drawing(circle, transform, group);
        let entity = scene.get("e").unwrap();
        let sheet = of(&scene);
        let width = f64::from(typed) / 100.0;
        for (key, text, expected) in [
            ("style.stroke.width", width.to_string(), vec![width]),
            ("style.stroke.dash", format!("{width} 2"), vec![width, 2.0]),
        ] {
            let values = sheet.field(key).unwrap().values(&scene, entity, &text).unwrap();
            let [(name, value)] = values.as_slice() else { panic!("{values:?}") };
            prop_assert_eq!(name, key);
            let mut style = Style::clone(&entity.style);
            let stroke = style.stroke.as_mut().unwrap();
            let number = |value: &serde_json::Value| value.as_f64().unwrap();
            match value.as_array() {
                Some(values) => stroke.dash = values.iter().map(number).collect(),
                None => stroke.width = number(value),
            }
            // The file states the lengths of the drawing.
            let mut edit = Edit::by_user(scene.clone());
            edit.set_style("e", style).unwrap();
            let shown = of(&edit.finish().0);
            let shown = shown.field(key).unwrap().text.clone().unwrap();
            let shown = shown.split(' ').map(|text| text.parse::<f64>().unwrap());
            for (shown, expected) in shown.zip(expected) {
                prop_assert!((shown - expected).abs() < 1e-6, "{} {} {}", key, shown, expected);
            }
        }
    }

    #[test]
    fn numbers_of_a_sheet_are_measured_in_the_drawing(
        transform in transforms(),
        group in prop::option::of(transforms()),
        at in 0..10_usize,
    ) {
        let shape = &shapes()[at];
        let scene = drawing(shape, transform, group);
        let map = scene.world_transform("e").unwrap();
        let numbers = numbers(&of(&scene));
        let number = |id: &str| numbers.iter().find(|(name, _)| name == id).map(|(_, number)| *number);
        let near = |id: &str, expected: f64| number(id).is_none_or(|got| (got - expected).abs() < 2e-6);
        let bounds = scene.world_bounds("e").unwrap();
        match shape {
            Shape::Circle { .. } => {
                prop_assert!(near("x", bounds.center().x) && near("y", bounds.center().y));
                prop_assert!(near("radius", bounds.width() / 2.0));
                prop_assert_eq!(number("radius").is_some(), affine::is_similarity(&map));
            }
            Shape::Rect { .. } if is_upright(&map) => {
                prop_assert!(near("x", bounds.min.x) && near("y", bounds.min.y));
                prop_assert!(near("width", bounds.width()) && near("height", bounds.height()));
            }
            Shape::Line { points, .. } => {
                let last = map * points[2];
                prop_assert_eq!(number("points.2.x").is_some(), true);
                prop_assert!(near("points.2.x", last.x) && near("points.2.y", last.y));
            }
            _ => {}
        }
    }
}

fn is_upright(map: &Affine) -> bool {
    let [a, b, c, d, ..] = map.as_coeffs();
    (b.abs() < 1e-12 && c.abs() < 1e-12) || (a.abs() < 1e-12 && d.abs() < 1e-12)
}

#[test]
fn a_copy_is_at_the_typed_place() {
    let rect = Shape::Rect {
        corner: Point::new(0.0, 5.0),
        width: 10.0,
        height: 4.0,
        corner_radius: 0.0,
    };
    let moved = Transform {
        translate: Vec2::new(2.0, -2.0),
        ..Transform::default()
    };
    let scene = drawing(&rect, moved, None);
    let sheet = of(&scene);
    assert_eq!(
        numbers(&sheet)[..2],
        [("x".to_owned(), 2.0), ("y".to_owned(), 3.0)]
    );
    let values = sheet
        .field("x")
        .unwrap()
        .values(&scene, scene.get("e").unwrap(), "5");
    assert_eq!(values.unwrap(), [("x".to_owned(), serde_json::json!(3.0))]);
}
