#![doc = include_str!("../README.md")]
#![allow(clippy::unwrap_used, reason = "tests")]

use proptest::prelude::*;
use std::f64::consts::TAU;
use std::sync::Arc;
use trammel_kernel::{Path, Point, Vec2};
use trammel_scene::annotate::{DimStyle, Dimension, Leader, Marks, Measure, Tolerance};
use trammel_scene::{
    Color, Definitions, Edit, Fill, Flags, Layer, Name, PartRef, PathData, Scene, Shape, Stroke, Style, Text,
    TiedDimension, TiedHatch, TiedLeader, Transform, Units,
};
use trammel_text::{Align, Valign};

/// A coordinate.
pub fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        -1e4..1e4,
        Just(0.1 + 0.2),
        Just(-0.0),
        Just(1e-12),
        Just(-1e-300),
        Just(1e8 / 3.0),
        Just(100.0)
    ]
}

fn point() -> impl Strategy<Value = Point> {
    (number(), number()).prop_map(|(x, y)| Point::new(x, y))
}

fn size() -> impl Strategy<Value = f64> {
    prop_oneof![1e-3..1e3, Just(0.1 + 0.2)]
}

/// A ring of points that encloses something.
fn ring() -> impl Strategy<Value = Vec<Point>> {
    (point(), prop::collection::vec(point(), 1..6)).prop_map(|(first, mut points)| {
        points.push(Point::new(first.x + 1.0, first.y + 0.25));
        points.push(Point::new(first.x, first.y + 2.0));
        points.push(first);
        points
    })
}

fn words() -> impl Strategy<Value = String> {
    "[\"<>&\\\\'`$a-z가-힣\n🙂]{1,12}x"
}

/// Closed outlines of lines, of lines and arcs, and of one curve.
fn outline() -> BoxedStrategy<Path> {
    let small = (-1e4..1e4, -1e4..1e4).prop_map(|(x, y)| Point::new(x, y));
    prop_oneof![
        ring().prop_map(|points| Path::from_points(&points, true)),
        (small.clone(), 1.0..1e3, 1.0..1e3, 0.01..0.4)
            .prop_map(|(corner, width, height, radius)| Path::rounded_rect(corner, width, height, radius)),
        (small.clone(), 1.0..1e3).prop_map(|(center, radius)| Path::circle(center, radius)),
        (small, 1.0..1e3, 1.0..1e3, -3.0..3.0)
            .prop_map(|(center, rx, ry, turn)| Path::ellipse(center, rx, ry, turn)),
    ]
    .boxed()
}

/// A reference to an entity that is gone, which ties nothing.
fn lost() -> PartRef {
    let scene = Scene::default();
    PartRef {
        entity: Name::new("gone.with a dot").unwrap(),
        part: PartRef::parse(&scene, "gone.edge[2].start")
            .ok()
            .and_then(|reference| reference.part),
    }
}

fn dimension_style() -> BoxedStrategy<DimStyle> {
    (size(), size(), 0..=8_u8, "[ a-z°\"]{0,5}", 0.1..30.0)
        .prop_map(|(height, arrow, decimals, suffix, factor)| DimStyle {
            arrow_size: arrow,
            decimals,
            suffix,
            factor,
            ..DimStyle::for_text(height)
        })
        .boxed()
}

/// Returns marks that follow from a number, so that they take no random numbers from the strategies after them.
fn marks_of(number: f64) -> Marks {
    let mixed = number.to_bits().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 59;
    let tolerance = match mixed & 3 {
        0 => None,
        1 => Some(Tolerance::Symmetric(0.125)),
        _ => Some(Tolerance::Deviations {
            upper: 0.25,
            lower: -0.1,
        }),
    };
    Marks {
        text_at: (mixed & 4 != 0).then(|| Point::new(0.5 * number, -0.25 * number)),
        tolerance,
        fit: (mixed & 8 != 0).then(|| "H7".to_owned()),
    }
}

fn dimension() -> BoxedStrategy<Shape> {
    let measure = prop_oneof![
        (point(), point(), prop::option::of(-3.0..3.0), point())
            .prop_map(|(from, to, angle, at)| Measure::Linear { from, to, angle, at }),
        (point(), point(), point(), point()).prop_map(|(vertex, from, to, at)| Measure::Angular {
            vertex,
            from,
            to,
            at
        }),
        (point(), size(), point()).prop_map(|(center, radius, at)| Measure::Radius { center, radius, at }),
        (point(), size(), point()).prop_map(|(center, radius, at)| Measure::Diameter { center, radius, at }),
    ];
    (
        measure,
        number(),
        dimension_style(),
        prop::option::of(words()),
        any::<bool>(),
    )
        .prop_map(|(measure, value, style, text, detached)| {
            let ties = if detached {
                vec![Some(lost()), None]
            } else {
                Vec::new()
            };
            Shape::Dimension(Arc::new(TiedDimension {
                dimension: Dimension {
                    measure,
                    value,
                    style,
                    text,
                    marks: marks_of(value),
                },
                ties,
                detached,
            }))
        })
        .boxed()
}

fn leader() -> BoxedStrategy<Shape> {
    let text = prop_oneof![Just(String::new()), words()];
    (
        prop::collection::vec(point(), 2..5),
        text,
        dimension_style(),
        any::<bool>(),
    )
        .prop_map(|(points, text, style, detached)| {
            Shape::Leader(Arc::new(TiedLeader {
                leader: Leader { points, text, style },
                tie: detached.then(lost),
                detached,
            }))
        })
        .boxed()
}

fn hatch() -> BoxedStrategy<Shape> {
    let center = (-1e3..1e3, -1e3..1e3).prop_map(|(x, y)| Point::new(x, y));
    let boundary = prop_oneof![
        (center.clone(), 1.0..100.0).prop_map(|(center, radius)| Path::circle(center, radius)),
        (center, 1.0..100.0, 1.0..100.0).prop_map(|(corner, w, h)| Path::rounded_rect(corner, w, h, 0.3)),
    ];
    let pattern = prop_oneof![Just("solid"), Just("lines"), Just("ansi31"), Just("ansi37")];
    (
        prop::collection::vec(boundary, 1..3),
        pattern,
        2.0..20.0,
        -3.0..3.0,
        any::<bool>(),
    )
        .prop_map(|(boundary, pattern, scale, angle, detached)| {
            Shape::Hatch(Arc::new(TiedHatch {
                boundary,
                pattern: pattern.to_owned(),
                scale,
                angle,
                ties: if detached { vec![lost()] } else { Vec::new() },
                seed: (detached && angle > 0.0).then_some(Point::new(scale, angle)),
                detached,
            }))
        })
        .boxed()
}

fn text() -> BoxedStrategy<Shape> {
    let align = prop_oneof![Just(Align::Left), Just(Align::Center), Just(Align::Right)];
    let valign = prop_oneof![
        Just(Valign::Baseline),
        Just(Valign::Bottom),
        Just(Valign::Middle),
        Just(Valign::Top)
    ];
    (point(), size(), words(), align, valign, -4.0..4.0)
        .prop_map(|(at, size, text, align, valign, angle)| {
            Shape::Text(Arc::new(Text {
                text,
                at,
                size,
                align,
                valign,
                angle,
            }))
        })
        .boxed()
}

/// A shape of any type, groups included.
pub fn shape() -> BoxedStrategy<Shape> {
    let arc = (point(), size(), -3.0..0.0, 0.1..3.0).prop_map(|(center, radius, start_angle, end_angle)| {
        Shape::Arc {
            center,
            radius,
            start_angle,
            end_angle,
        }
    });
    let ellipse = (
        point(),
        size(),
        size(),
        -4.0..4.0,
        -3.0..0.0,
        0.1..3.0,
        any::<bool>(),
    )
        .prop_map(
            |(center, rx, ry, rotation, start_angle, end, whole)| Shape::Ellipse {
                center,
                rx,
                ry,
                rotation,
                start_angle,
                end_angle: if whole { start_angle + TAU } else { end },
            },
        );
    let rect = (point(), 1.0..1e3, 1.0..1e3, prop_oneof![Just(0.0), 0.0..0.5]).prop_map(
        |(corner, width, height, corner_radius)| Shape::Rect {
            corner,
            width,
            height,
            corner_radius,
        },
    );
    prop_oneof![
        (ring(), any::<bool>()).prop_map(|(points, closed)| Shape::Line { points, closed }),
        (point(), size()).prop_map(|(center, radius)| Shape::Circle { center, radius }),
        rect,
        arc,
        (ring(), prop::collection::vec(ring(), 0..2))
            .prop_map(|(points, holes)| Shape::Polygon { points, holes }),
        ellipse,
        number().prop_map(|x| Shape::Bezier(
            PathData::new(&format!("M0,0 C0,{x} 10,10 20,0 A5 5 0 0 1 9 9")).unwrap()
        )),
        text(),
        point().prop_map(|at| Shape::Point { at }),
        prop::collection::vec(outline(), 1..3).prop_map(|paths| Shape::Region { paths }),
        dimension(),
        leader(),
        hatch(),
        Just(Shape::Group),
    ]
    .boxed()
}

/// A style with every kind of color, with and without stroke and fill.
pub fn style() -> BoxedStrategy<Style> {
    let color = prop_oneof![
        Just(Color::Ink),
        Just(Color::parse("#1b5fd0").unwrap()),
        Just(Color::parse("#1b5fd080").unwrap()),
        prop::array::uniform4(0.0..1.0).prop_map(Color::Rgba),
    ];
    let stroke =
        (color.clone(), 0.0..9.0, prop::collection::vec(0.5..9.0, 0..3)).prop_map(|(color, width, dash)| {
            Stroke {
                color,
                width,
                dash,
                ..Stroke::default()
            }
        });
    (
        prop_oneof![Just(Some(Stroke::default())), Just(None), stroke.prop_map(Some)],
        prop::option::of(color.prop_map(|color| Fill { color })),
    )
        .prop_map(|(stroke, fill)| Style { stroke, fill })
        .boxed()
}

/// A transform: none, a shift, or everything at once.
pub fn transform() -> BoxedStrategy<Transform> {
    let factor = || prop_oneof![Just(1.0), 0.1..3.0, -3.0..-0.1];
    let zero_or = || prop_oneof![Just(0.0), -3.0..3.0];
    (
        (number(), number()),
        zero_or(),
        zero_or(),
        (factor(), factor()),
        prop::option::of((number(), number())),
        0..4,
    )
        .prop_map(|(translate, rotate, shear, scale, pivot, kind)| {
            let all = Transform {
                translate: Vec2::from(translate),
                rotate,
                shear,
                scale: Vec2::from(scale),
                pivot: pivot.map(Point::from),
            };
            let plain = Transform::default();
            let translate = all.translate;
            match kind {
                0 => plain,
                1 => Transform { translate, ..plain },
                _ => all,
            }
        })
        .boxed()
}

prop_compose! {
    /// A drawing of up to a dozen entities in groups, on layers, locked and hidden.
    pub fn scene()(
        rows in prop::collection::vec((shape(), style(), transform(), any::<prop::sample::Index>(), any::<(bool, bool, bool)>()), 0..12),
        inches in any::<bool>(),
    ) -> Scene {
        let units = if inches { Units::In } else { Units::Mm };
        let mut edit = Edit::by_user(Scene::new("도면 \"1\"").with_units(units));
        let layer = Name::new("층 </style>").unwrap();
        let layers = vec![Layer { name: layer.clone(), color: Color::Ink, line_weight: 0.25 }];
        edit.set_definitions(Definitions { layers, ..Definitions::default() }).unwrap();
        let mut groups: Vec<Option<Name>> = vec![None];
        for (i, (shape, style, transform, parent, (locked, hidden, layered))) in rows.into_iter().enumerate() {
            let name = Name::new(&format!("항목 {i} \"'\\ </script>")).unwrap();
            let style = if shape.is_group() { Style::default() } else { style };
            let group = shape.is_group();
            if edit.insert(&name, shape, Arc::new(style), false).is_err() {
                // Random points may coincide, and such a shape is refused.
                continue;
            }
            // A group or a transform that moves the shape out of the range of coordinates is refused, and the shape stays as it
            // was.
            let _ = edit.reparent(&name, groups[parent.index(groups.len())].as_ref());
            let _ = edit.set_transform(&name, transform);
            if layered && !group {
                edit.put_on_layer(&name, Some(&layer)).unwrap();
            }
            edit.set_flags(&name, Flags { locked, hidden }).unwrap();
            if group {
                groups.push(Some(name));
            }
        }
        edit.finish().0
    }
}

#[test]
fn the_shape_strategy_generates_every_entity_type() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..400 {
        seen.insert(shape().new_tree(&mut runner).unwrap().current().kind());
    }
    assert_eq!(seen, Shape::KINDS.into_iter().collect());
}
