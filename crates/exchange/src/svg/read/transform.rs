//! Transforms of elements: the attribute, and the property of style sheets with its units and its origin.

use super::colors;
use super::css::Properties;
use super::look::length;
use super::outline::{Lengths, Outline, outline};
use super::walker::Context;
use crate::report::{Reason, Report};
use roxmltree::Node;
use std::str::FromStr;
use trammel_kernel::{Affine, Bounds, Path, Point, Vec2, affine};

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
    let is_stated = |value: &&str| !matches!(value.to_ascii_lowercase().as_str(), "none" | "inherit");
    let [translate, rotate, scale] =
        ["translate", "rotate", "scale"].map(|name| properties.get(name).filter(is_stated));
    let of_sheet = properties.get("transform");
    let of_attribute = node.attribute("transform").filter(|_| of_sheet.is_none());
    if [translate, rotate, scale, of_sheet, of_attribute] == [None; 5] {
        return Affine::IDENTITY;
    }
    let stated = properties
        .get("transform-origin")
        .or_else(|| node.attribute("transform-origin"));
    let has_own_box = properties
        .get("transform-box")
        .or_else(|| node.attribute("transform-box"))
        .is_some_and(|value| value != "view-box");
    let own = has_own_box.then(|| own_box(node, properties, context)).flatten();
    let (corner, size) = match own {
        Some(own) => (own.min.to_vec2(), [own.width(), own.height()]),
        None => (Vec2::ZERO, context.view),
    };
    let font_size = context.look.font_size;
    let reference = Reference { size, font_size };
    // The order of CSS Transforms: single properties come before the list of functions.
    let parts = [
        ("translate", translate.map(|text| translation(text, &reference))),
        ("rotate", rotate.map(rotation)),
        ("scale", scale.map(scaling)),
        ("transform", of_sheet.map(|text| css(text, &reference))),
        ("transform", of_attribute.map(attribute)),
    ];
    let mut map = Affine::IDENTITY;
    for (name, part) in parts {
        match part.map(|part| part.filter(Affine::is_finite)) {
            Some(Some(part)) => map *= part,
            Some(None) => report.add_drop(name, id, INVALID),
            None => {}
        }
    }
    let [a, b, c, d, ..] = map.as_coeffs();
    let has_percentages = [translate, of_sheet]
        .into_iter()
        .flatten()
        .any(|text| text.contains('%'));
    let needs_box = has_percentages || [a, b, c, d] != [1.0, 0.0, 0.0, 1.0];
    if has_own_box && own.is_none() && needs_box {
        report.add_change("transform-origin", id, OTHER_ORIGIN);
    }
    let stated = stated.and_then(|text| origin(text, size, font_size));
    let origin = corner + stated.map_or(Vec2::ZERO, Point::to_vec2);
    if origin == Vec2::ZERO {
        return map;
    }
    Affine::translate(origin) * map * Affine::translate(-origin)
}

/// What lengths with units refer to.
struct Reference {
    /// Width and height of the box.
    size: [f64; 2],
    font_size: f64,
}

/// Returns the map of the property `translate`; `None` if it leaves the plane.
fn translation(text: &str, reference: &Reference) -> Option<Affine> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let along = |at: usize, full: f64| match words.get(at) {
        Some(word) => length(word, reference.font_size, full),
        None => Some(0.0),
    };
    let [width, height] = reference.size;
    let is_plane = words.len() <= 3 && along(2, 0.0)? == 0.0;
    is_plane
        .then_some(Vec2::new(along(0, width)?, along(1, height)?))
        .map(Affine::translate)
}

/// Returns the map of the property `rotate`; `None` if it leaves the plane, or for an angle without a unit.
fn rotation(text: &str) -> Option<Affine> {
    let text = text.to_ascii_lowercase();
    let words: Vec<&str> = text.split_whitespace().collect();
    let (angle, sign) = match words.as_slice() {
        [angle] | [angle, "z"] | ["z", angle] => (angle, 1.0),
        [angle, x, y, z] | [x, y, z, angle] if fraction(x)? == 0.0 && fraction(y)? == 0.0 => {
            (angle, fraction(z)?.signum())
        }
        _ => return None,
    };
    let has_unit = angle.ends_with(|c: char| c.is_ascii_alphabetic()) || fraction(angle) == Some(0.0);
    has_unit.then_some(affine::rotation(sign * colors::angle(angle)?))
}

/// Returns the map of the property `scale`; `None` if it leaves the plane.
fn scaling(text: &str) -> Option<Affine> {
    let factors: Option<Vec<f64>> = text.split_whitespace().map(fraction).collect();
    match *factors? {
        [both] => Some(Affine::scale(both)),
        [x, y] | [x, y, 1.0] => Some(Affine::scale_non_uniform(x, y)),
        _ => None,
    }
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
fn css(text: &str, reference: &Reference) -> Option<Affine> {
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
        map *= function(&name.trim().to_ascii_lowercase(), &arguments, reference)?;
        rest = after.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
    }
    Some(map)
}

fn function(name: &str, arguments: &[&str], reference: &Reference) -> Option<Affine> {
    let [width, height] = reference.size;
    let size = reference.font_size;
    let x = |at: usize| length(arguments.get(at)?, size, width);
    let y = |at: usize| length(arguments.get(at)?, size, height);
    let number = |at: usize| fraction(arguments.get(at)?);
    let angle = |at: usize| colors::angle(arguments.get(at)?);
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
