//! Transforms of elements: the attribute, and the property of style sheets with its units and its origin.

use super::css::Properties;
use super::look::length;
use super::outline::{Lengths, Outline, outline};
use super::walker::Context;
use crate::exchange::report::{Reason, Report};
use crate::geometry::{Affine, Bounds, Path, Point, Vec2, affine};
use roxmltree::Node;
use std::f64::consts::{PI, TAU};
use std::str::FromStr;

/// Transforms that are left out.
const INVALID: Reason = [
    "The transform is not supported, so the element is not transformed.",
    "지원하지 않는 변형이라서 요소를 변형하지 않았어요.",
];

/// Origin of a transform that is that of the view, for a group, a text, or a use.
const OTHER_ORIGIN: Reason = [
    "The element is transformed about a point of the view instead of a point of its own box.",
    "요소 자신의 상자 대신 보기 영역의 점을 기준으로 변형했어요.",
];

/// Kinds of elements whose box is that of their own curves.
const BASIC_SHAPES: [&str; 7] = ["path", "circle", "ellipse", "rect", "line", "polyline", "polygon"];

/// Returns the map of the transform of an element. The property of a style sheet has precedence over the attribute.
pub(super) fn transform(
    node: &Node<'_, '_>,
    properties: &Properties<'_>,
    context: &Context,
    report: &mut Report,
) -> Affine {
    let id = node.attribute("id");
    let map = match properties.get("transform") {
        Some(text) => css(text, context),
        None => match node.attribute("transform") {
            Some(text) => attribute(text),
            None => return Affine::IDENTITY,
        },
    };
    let Some(map) = map.filter(Affine::is_finite) else {
        report.dropped("transform", id, INVALID);
        return Affine::IDENTITY;
    };
    let stated = properties
        .get("transform-origin")
        .or_else(|| node.attribute("transform-origin"));
    let has_own_box = properties
        .get("transform-box")
        .or_else(|| node.attribute("transform-box"))
        .is_some_and(|value| value != "view-box");
    let own = has_own_box.then(|| own_box(node, properties, context)).flatten();
    let [a, b, c, d, ..] = map.as_coeffs();
    if has_own_box && own.is_none() && [a, b, c, d] != [1.0, 0.0, 0.0, 1.0] {
        report.changed("transform-origin", id, OTHER_ORIGIN);
    }
    let (corner, size) = match own {
        Some(own) => (own.min.to_vec2(), [own.width(), own.height()]),
        None => (Vec2::ZERO, context.view),
    };
    let stated = stated.and_then(|text| origin(text, size, context.look.font_size));
    let origin = corner + stated.map_or(Vec2::ZERO, Point::to_vec2);
    if origin == Vec2::ZERO {
        return map;
    }
    Affine::translate(origin) * map * Affine::translate(-origin)
}

/// Returns the box of the curves of a basic shape; `None` for other elements.
fn own_box(node: &Node<'_, '_>, properties: &Properties<'_>, context: &Context) -> Option<Bounds> {
    if !BASIC_SHAPES.contains(&node.tag_name().name()) {
        return None;
    }
    let lengths = Lengths {
        node,
        properties,
        font_size: context.look.font_size,
        view: context.view,
    };
    match outline(&lengths).0? {
        Outline::Shape(shape) => shape.bounds(&Affine::IDENTITY),
        Outline::Paths(paths) => Bounds::union_all(paths.iter().filter_map(Path::bounds)),
    }
}

/// Returns the map of an attribute.
fn attribute(text: &str) -> Option<Affine> {
    let map = svgtypes::Transform::from_str(text).ok()?;
    Some(Affine::new([map.a, map.b, map.c, map.d, map.e, map.f]))
}

/// Returns the map of a property: a list of functions whose arguments have units.
fn css(text: &str, context: &Context) -> Option<Affine> {
    let mut rest = text.trim();
    if rest == "none" {
        return Some(Affine::IDENTITY);
    }
    let mut map = Affine::IDENTITY;
    while !rest.is_empty() {
        let (name, after) = rest.split_once('(')?;
        let (arguments, after) = after.split_once(')')?;
        let arguments: Vec<&str> = arguments
            .split([',', ' ', '\t', '\n'])
            .filter(|argument| !argument.is_empty())
            .collect();
        map *= function(&name.trim().to_ascii_lowercase(), &arguments, context)?;
        rest = after.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
    }
    Some(map)
}

fn function(name: &str, arguments: &[&str], context: &Context) -> Option<Affine> {
    let [width, height] = context.view;
    let size = context.look.font_size;
    let x = |at: usize| length(arguments.get(at)?, size, width);
    let y = |at: usize| length(arguments.get(at)?, size, height);
    let number = |at: usize| fraction(arguments.get(at)?);
    let angle = |at: usize| turn(arguments.get(at)?);
    let or = |at: usize, value: Option<f64>, usual: f64| match arguments.get(at) {
        Some(_) => value,
        None => Some(usual),
    };
    let shear = |x: f64, y: f64| Affine::new([1.0, libm::tan(y), libm::tan(x), 1.0, 0.0, 0.0]);
    match (name, arguments.len()) {
        ("translate", 1 | 2) => Some(Affine::translate(Vec2::new(x(0)?, or(1, y(1), 0.0)?))),
        ("translatex", 1) => Some(Affine::translate(Vec2::new(x(0)?, 0.0))),
        ("translatey", 1) => Some(Affine::translate(Vec2::new(0.0, y(0)?))),
        ("scale", 1 | 2) => {
            let factor = number(0)?;
            Some(Affine::scale_non_uniform(factor, or(1, number(1), factor)?))
        }
        ("scalex", 1) => Some(Affine::scale_non_uniform(number(0)?, 1.0)),
        ("scaley", 1) => Some(Affine::scale_non_uniform(1.0, number(0)?)),
        ("rotate" | "rotatez", 1) => Some(affine::rotation(angle(0)?)),
        // Three numbers as in the attribute.
        ("rotate", 3) => {
            let center = Vec2::new(x(1)?, y(2)?);
            Some(Affine::translate(center) * affine::rotation(angle(0)?) * Affine::translate(-center))
        }
        ("skew", 1 | 2) => Some(shear(angle(0)?, or(1, angle(1), 0.0)?)),
        ("skewx", 1) => Some(shear(angle(0)?, 0.0)),
        ("skewy", 1) => Some(shear(0.0, angle(0)?)),
        ("matrix", 6) => {
            let mut numbers = [0.0; 6];
            for (at, slot) in numbers.iter_mut().enumerate() {
                *slot = number(at)?;
            }
            Some(Affine::new(numbers))
        }
        _ => None,
    }
}

/// Returns an angle in radians. An angle without a unit is in degrees.
fn turn(text: &str) -> Option<f64> {
    for (unit, factor) in [
        ("grad", PI / 200.0),
        ("turn", TAU),
        ("deg", PI / 180.0),
        ("rad", 1.0),
        ("", PI / 180.0),
    ] {
        if let Some(number) = text.strip_suffix(unit) {
            // A full turn in the other units is a number of right angles, whose sine is exact.
            let angle: f64 = number.trim().parse().ok()?;
            return Some(angle * factor);
        }
    }
    None
}

/// Returns a number or a percentage.
fn fraction(text: &str) -> Option<f64> {
    match text.strip_suffix('%') {
        Some(percent) => Some(percent.parse::<f64>().ok()? / 100.0),
        None => text.parse().ok(),
    }
}

/// Returns the origin of a transform from the corner of a box with this width and height.
fn origin(text: &str, [width, height]: [f64; 2], size: f64) -> Option<Point> {
    let words: Vec<&str> = text.split_whitespace().take(3).collect();
    let x = |word: &str| match word {
        "left" => Some(0.0),
        "center" => Some(width / 2.0),
        "right" => Some(width),
        other => length(other, size, width),
    };
    let y = |word: &str| match word {
        "top" => Some(0.0),
        "center" => Some(height / 2.0),
        "bottom" => Some(height),
        other => length(other, size, height),
    };
    match words.as_slice() {
        [one] => match x(one) {
            Some(at) => Some(Point::new(at, height / 2.0)),
            None => Some(Point::new(width / 2.0, y(one)?)),
        },
        [first, second, ..] => match (x(first), y(second)) {
            (Some(x), Some(y)) => Some(Point::new(x, y)),
            // Words may be in the other order.
            _ => Some(Point::new(x(second)?, y(first)?)),
        },
        [] => None,
    }
}
