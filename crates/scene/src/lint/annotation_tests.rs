//! Tests of the findings about annotations: what misleads is named, and what is intended is not.
#![allow(clippy::unwrap_used, reason = "tests")]

use super::facts;
use crate::annotate::{DimStyle, Dimension, Marks, Measure};
use crate::{Edit, Name, PartRef, Scene, Shape, Style, Text, TiedDimension, TiedHatch};
use std::sync::Arc;
use trammel_kernel::{Path, Point};
use trammel_text::{Align, Valign};

fn draw(edit: &mut Edit, name: &str, shape: Shape) {
    edit.insert(&Name::new(name).unwrap(), shape, Style::shared_default(), false)
        .unwrap();
}

fn rect(x: f64, y: f64, width: f64, height: f64) -> Shape {
    Shape::Rect {
        corner: Point::new(x, y),
        width,
        height,
        corner_radius: 0.0,
    }
}

fn text(x: f64, y: f64) -> Shape {
    Shape::Text(Arc::new(Text {
        text: "HHH".to_owned(),
        at: Point::new(x, y),
        size: 5.0,
        align: Align::Left,
        valign: Valign::Baseline,
        angle: 0.0,
    }))
}

fn dimension(measure: Measure, text: Option<&str>, ties: Vec<Option<PartRef>>) -> Shape {
    Shape::Dimension(Arc::new(TiedDimension {
        dimension: Dimension {
            value: measure.value(),
            measure,
            style: DimStyle::default(),
            text: text.map(str::to_owned),
            marks: Marks::default(),
        },
        ties,
        detached: false,
    }))
}

fn width(from: (f64, f64), to: (f64, f64)) -> Measure {
    Measure::Linear {
        from: from.into(),
        to: to.into(),
        angle: Some(0.0),
        at: Point::new(from.0, from.1 - 30.0),
    }
}

fn warnings(draw_all: impl FnOnce(&mut Edit)) -> Vec<String> {
    let mut edit = Edit::new(Scene::new("t"));
    draw_all(&mut edit);
    let found = facts(&edit.finish().0).warnings();
    for warning in &found {
        assert_eq!(warning.check_translation(), Ok(()));
    }
    found.into_iter().map(|warning| warning.english).collect()
}

#[test]
fn a_text_on_a_line_is_reported_and_a_text_in_a_shape_is_not() {
    let found = warnings(|edit| {
        draw(edit, "plate", rect(0.0, 0.0, 100.0, 60.0));
        draw(edit, "inside", text(20.0, 20.0));
        draw(edit, "crossed", text(92.0, 40.0));
        draw(edit, "stands", text(40.0, 60.5));
    });
    assert_eq!(
        found,
        ["1 text lies on a line: 'crossed' on 'plate'. Move the text or the dimension line."]
    );
}

#[test]
fn two_texts_on_each_other_are_reported() {
    let found = warnings(|edit| {
        draw(edit, "a", text(0.0, 0.0));
        draw(edit, "b", text(1.0, 1.0));
        draw(edit, "c", text(0.0, 10.0));
    });
    assert_eq!(
        found,
        [
            "1 pair of texts overlaps: 'a' and 'b'. Move a dimension line with offset, or make the texts smaller."
        ]
    );
}

#[test]
fn a_radius_that_points_at_the_missing_half_of_its_arc_is_reported() {
    let radius = |at: (f64, f64), edit: &Edit| {
        let tie = PartRef::parse(edit, "bend").unwrap();
        let measure = Measure::Radius {
            center: Point::ORIGIN,
            radius: 20.0,
            at: at.into(),
        };
        dimension(measure, None, vec![Some(tie)])
    };
    let found = warnings(|edit| {
        let bend = Shape::Arc {
            center: Point::ORIGIN,
            radius: 20.0,
            start_angle: 0.0,
            end_angle: 1.5,
        };
        draw(edit, "bend", bend);
        let (good, bad) = (radius((30.0, 30.0), edit), radius((-30.0, -30.0), edit));
        draw(edit, "good", good);
        draw(edit, "bad", bad);
    });
    assert_eq!(
        found,
        [
            "1 radius or diameter points at the missing part of its arc: 'bad'. Set at to a place on the side of the arc."
        ]
    );
}

#[test]
fn a_typed_dimension_is_reported_when_the_geometry_has_left_its_end() {
    let at = |wall: f64| {
        warnings(|edit| {
            draw(edit, "wall", rect(0.0, 0.0, wall, 100.0));
            draw(
                edit,
                "size",
                dimension(width((0.0, 0.0), (700.0, 0.0)), None, vec![None, None]),
            );
            // Beside the drawing, a dimension is a note.
            draw(
                edit,
                "note",
                dimension(width((5000.0, 900.0), (5100.0, 900.0)), None, vec![None, None]),
            );
        })
    };
    assert_eq!(at(700.0), [] as [&str; 0]);
    let told = "1 dimension measures to a place where nothing is: 'size'. Name parts of entities as its ends, so that it follows them.";
    assert_eq!(at(800.0), [told]);
    assert_eq!(at(600.0), [told]);
}

#[test]
fn a_typed_number_that_is_not_the_measured_one_is_reported() {
    let found = warnings(|edit| {
        draw(edit, "plate", rect(0.0, 0.0, 40.0, 10.0));
        for (place, (name, text)) in [
            ("same", "40"),
            ("shown", "2x <>"),
            ("words", "see note"),
            ("other", "42 mm"),
        ]
        .iter()
        .enumerate()
        {
            let down = -12.0 * place as f64;
            let measure = Measure::Linear {
                from: Point::ORIGIN,
                to: Point::new(40.0, 0.0),
                angle: Some(0.0),
                at: Point::new(0.0, down - 20.0),
            };
            draw(edit, name, dimension(measure, Some(text), vec![None, None]));
        }
    });
    assert_eq!(
        found,
        [
            "1 dimension shows another number than it measures: 'other'. Write <> in text for the measured value."
        ]
    );
}

#[test]
fn a_hatch_is_reported_when_the_outline_beside_it_has_moved() {
    let hatch = |width: f64| {
        let corners = [(0.0, 0.0), (width, 0.0), (width, 10.0), (0.0, 10.0)].map(Point::from);
        Shape::Hatch(Arc::new(TiedHatch {
            boundary: vec![Path::from_points(&corners, true)],
            pattern: "ansi31".to_owned(),
            scale: 1.0,
            angle: 0.0,
            ties: Vec::new(),
            seed: None,
            detached: false,
        }))
    };
    let at = |wall: f64| {
        warnings(|edit| {
            draw(edit, "wall", rect(0.0, 0.0, wall, 10.0));
            draw(edit, "section", hatch(70.0));
        })
    };
    assert_eq!(at(70.0), [] as [&str; 0]);
    let told = "1 hatch does not end at the outlines around it: 'section'. Draw it again, with entities so that it follows them.";
    assert_eq!(at(80.0), [told]);
    assert_eq!(at(60.0), [told]);
}
