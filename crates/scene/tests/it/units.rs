//! Conversions of a drawing to other units.

use proptest::prelude::*;
use std::sync::Arc;
use trammel_arbitrary as arbitrary;
use trammel_kernel::affine::max_scale;
use trammel_kernel::{Point, Vec2, norm};
use trammel_scene::annotate::{DimStyle, Dimension, Marks, Measure};
use trammel_scene::{Edit, Entity, Name, PartRef, Scene, Shape, TiedDimension, Units, constraint_kinds};

fn close(a: f64, b: f64, size: f64) -> bool {
    (a - b).abs() <= 1e-6 * size.abs().max(1e-6)
}

/// Whether the last digit decides which angle an angular dimension measures, because its place lies on a side or its
/// sides have one direction.
fn is_on_side(measure: &Measure) -> bool {
    let Measure::Angular { vertex, from, to, at } = measure else {
        return false;
    };
    let [from, to, at] = [from, to, at].map(|point| *point - *vertex);
    let are_parallel = |a: Vec2, b: Vec2| a.cross(b).abs() <= 1e-6 * norm(a) * norm(b);
    are_parallel(from, at) || are_parallel(to, at) || are_parallel(from, to)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_size_stays(scene in arbitrary::scene(), to in prop::sample::select(&Units::ALL[..])) {
        let from = scene.units();
        let mut edit = Edit::by_user(scene.clone());
        edit.begin();
        let Ok(factor) = edit.convert_units(to) else {
            prop_assert_eq!(edit.scene(), &scene);
            return Ok(());
        };
        edit.update_associative();
        let (converted, _) = edit.finish();
        prop_assert_eq!(converted.units(), to);
        prop_assert!(close(factor * to.millimeters(), from.millimeters(), 1.0));
        for entity in scene.walk() {
            let other = converted.get(&entity.name).unwrap();
            prop_assert_eq!((entity.hidden, entity.locked), (other.hidden, other.locked));
            // The label of a dimension may have other digits and thus another width.
            let is_labeled = converted.with_members(&entity.name).iter().any(|name| {
                converted.get(name).is_some_and(|member| matches!(member.shape, Shape::Dimension(_)))
            });
            if !is_labeled && let (Some(old), Some(new)) = (scene.world_bounds(&entity.name), converted.world_bounds(&entity.name)) {
                let size = old.magnitude() * factor;
                for (a, b) in [(old.min.x, new.min.x), (old.min.y, new.min.y), (old.max.x, new.max.x), (old.max.y, new.max.y)] {
                    prop_assert!(close(a * factor, b, size), "{}: {a} becomes {b}", entity.name);
                }
            }
            // Lines are drawn with the scale of their entity.
            let drawn = |scene: &Scene, entity: &Entity, length: f64| {
                length * max_scale(&scene.world_transform(&entity.name).unwrap_or_default())
            };
            if let (Some(old), Some(new)) = (&entity.style.stroke, &other.style.stroke) {
                let widths = [drawn(&scene, entity, old.width) * factor, drawn(&converted, other, new.width)];
                prop_assert!(close(widths[0], widths[1], widths[0]), "{}: {widths:?}", entity.name);
                for (old, new) in old.dash.iter().zip(&new.dash) {
                    let dashes = [drawn(&scene, entity, *old) * factor, drawn(&converted, other, *new)];
                    prop_assert!(close(dashes[0], dashes[1], dashes[0]), "{}: {dashes:?}", entity.name);
                }
            }
            if let (Shape::Dimension(old), Shape::Dimension(new)) = (&entity.shape, &other.shape) {
                let is_angle = matches!(old.dimension.measure, Measure::Angular { .. });
                let value = old.dimension.value * if is_angle { 1.0 } else { factor };
                let new = new.dimension.value;
                let is_decided = !is_on_side(&old.dimension.measure);
                prop_assert!(!is_decided || close(value, new, value), "{}: {value} becomes {new}", entity.name);
            }
        }
    }
}

#[test]
fn a_dimension_across_the_whole_range_has_its_value() {
    let mut edit = Edit::by_user(Scene::new("site").with_units(Units::In));
    let measure = Measure::Linear {
        from: Point::new(-3.3e7, -3.3e7),
        to: Point::new(3.3e7, 3.3e7),
        angle: None,
        at: Point::ORIGIN,
    };
    let value = measure.value();
    let dimension = Shape::Dimension(Arc::new(TiedDimension {
        dimension: Dimension {
            measure,
            value,
            style: DimStyle::default(),
            text: None,
            marks: Marks::default(),
        },
        ties: Vec::new(),
        detached: false,
    }));
    edit.insert(&Name::new("d").unwrap(), dimension, Arc::default(), false)
        .unwrap();
    edit.convert_units(Units::Mm).unwrap();
    edit.update_associative();
    let (scene, _) = edit.finish();
    let Shape::Dimension(tied) = &scene.get("d").unwrap().shape else {
        panic!("no dimension");
    };
    assert!(
        close(tied.dimension.value, value * 25.4, value),
        "{}",
        tied.dimension.value
    );
}

#[test]
fn a_second_conversion_restores_the_numbers() {
    let code = Scene::new("plate").with_units(Units::Mm);
    let mut edit = Edit::by_user(code);
    let line = Shape::Line {
        points: vec![Point::ORIGIN, Point::new(254.0, 0.0)],
        closed: false,
    };
    let name = Name::new("line").unwrap();
    edit.insert(&name, line, Arc::default(), false).unwrap();
    let refs = vec![PartRef {
        entity: name,
        part: None,
    }];
    let constraint =
        |edit: &mut Edit, kind, value| edit.add_constraint(kind, refs.clone(), Some(value)).unwrap();
    constraint(&mut edit, constraint_kinds::LENGTH, 254.0);
    constraint(&mut edit, constraint_kinds::ANGLE, 0.5);
    edit.convert_units(Units::In).unwrap();
    let values = |edit: &Edit| -> Vec<f64> {
        let definitions = edit.scene().definitions();
        definitions
            .constraints
            .iter()
            .filter_map(|constraint| constraint.value)
            .collect()
    };
    assert_eq!(values(&edit), [10.0, 0.5]);
    edit.convert_units(Units::Mm).unwrap();
    assert_eq!(values(&edit), [254.0, 0.5]);
}
