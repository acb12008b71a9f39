//! Measured quantities of points, items, and pairs of straight edges, as texts with a name and a unit.
//!
//! Invariants: lengths and areas are in the drawing's unit, angles in degrees; a text has at most four decimals.

use super::canvas_tool::Text;
use super::number_format::format_result;
use trammel_kernel::{Path, Point, Seg, norm, region_area};
use trammel_scene::{Name, Resolved, Scene, Shape, circle_of};

/// A straight edge by its ends.
pub type Edge = (Point, Point);

/// A measured quantity.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// Name of the quantity.
    pub label: Text,
    /// Number with its unit.
    pub text: String,
}

const LENGTH: Text = ["Length", "길이"];
const AREA: Text = ["Area", "넓이"];
const ANGLE: Text = ["Angle", "각도"];

/// Returns the distance of two points, its parts along x and y, and its direction.
pub fn between(scene: &Scene, from: Point, to: Point) -> Vec<Quantity> {
    let way = to - from;
    let direction = libm::atan2(way.y, way.x).to_degrees().rem_euclid(360.0);
    vec![
        length(scene, ["Distance", "거리"], norm(way)),
        length(scene, ["ΔX", "ΔX"], way.x),
        length(scene, ["ΔY", "ΔY"], way.y),
        angle(ANGLE, direction),
    ]
}

/// Returns the length of a chain of points, and the area of the polygon that the chain encloses.
pub fn chain(scene: &Scene, points: &[Point], closed: bool) -> Vec<Quantity> {
    let polygon = Path::from_points(points, true);
    let total = if closed {
        length(scene, ["Perimeter", "둘레"], polygon.length())
    } else {
        length(
            scene,
            ["Total length", "전체 길이"],
            Path::from_points(points, false).length(),
        )
    };
    let mut all = vec![total];
    if points.len() >= 3 {
        all.push(area(scene, polygon.signed_area().abs()));
    }
    all
}

/// Returns the length, or the perimeter and area, and the radius of an item; nothing for an item without outline.
pub fn item(scene: &Scene, name: &str) -> Vec<Quantity> {
    let is_curve =
        |shape: &Shape| !shape.is_group() && !shape.is_annotation() && !matches!(shape, Shape::Text(_));
    let curve = scene.get(name).filter(|entity| is_curve(&entity.shape));
    let paths = curve.map_or_else(Vec::new, |_| scene.world_paths(name));
    let total: f64 = paths.iter().map(Path::length).sum();
    if total == 0.0 {
        return Vec::new();
    }
    let mut all = Vec::new();
    if paths.iter().all(|path| path.closed) {
        all.push(length(scene, ["Perimeter", "둘레"], total));
        all.push(area(scene, region_area(&paths)));
    } else {
        all.push(length(scene, LENGTH, total));
    }
    if let Some((_, radius)) = circle_of(&Resolved::Whole(paths)) {
        all.push(length(scene, ["Radius", "반지름"], radius));
    }
    all
}

/// Returns the angle of two straight edges, and the distance of parallel ones.
pub fn edges(scene: &Scene, a: Edge, b: Edge) -> Vec<Quantity> {
    let (one, other) = (a.1 - a.0, b.1 - b.0);
    let (cross, dot) = (one.cross(other).abs(), one.dot(other).abs());
    let degrees = libm::atan2(cross, dot).to_degrees();
    if format_result(degrees) == "0" {
        let across = one.cross(b.0 - a.0).abs() / norm(one);
        return vec![
            angle(ANGLE, 0.0),
            length(
                scene,
                ["Distance of the parallel lines", "평행선 사이 거리"],
                across,
            ),
        ];
    }
    vec![
        angle(ANGLE, degrees),
        angle(["Supplement", "보각"], 180.0 - degrees),
    ]
}

/// Returns the straight edge of an item that is nearest to a point, if the nearest piece is straight.
pub fn edge_at(scene: &Scene, name: &Name, at: Point) -> Option<Edge> {
    let paths = scene.world_paths(name);
    let near = paths.iter().filter_map(|path| Some((path, path.nearest(at)?)));
    let (path, nearest) = near.min_by(|a, b| a.1.distance.total_cmp(&b.1.distance))?;
    match path.segs.get(nearest.seg)? {
        Seg::Line { a, b } if a != b => Some((*a, *b)),
        _ => None,
    }
}

/// Returns the quantities as one text in English and in Korean.
pub fn announcement(all: &[Quantity]) -> [String; 2] {
    [0, 1].map(|lang| {
        let texts = all
            .iter()
            .map(|quantity| format!("{} {}", quantity.label[lang], quantity.text));
        texts.collect::<Vec<_>>().join(", ")
    })
}

fn length(scene: &Scene, label: Text, value: f64) -> Quantity {
    let text = format!("{} {}", format_result(value), scene.units().as_str());
    Quantity { label, text }
}

fn area(scene: &Scene, value: f64) -> Quantity {
    let text = format!("{} {}²", format_result(value), scene.units().as_str());
    Quantity { label: AREA, text }
}

fn angle(label: Text, degrees: f64) -> Quantity {
    let text = format!("{}°", format_result(degrees));
    Quantity { label, text }
}
