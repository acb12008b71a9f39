//! Tests of the preparation for cutting: drawings in, drawings and findings out.

use super::*;
use std::sync::Arc;
use trammel_kernel::{Path, Point, Vec2, affine, region_area};
use trammel_scene::{Edit, Name, Scene, Shape, Style, Transform};

mod check;
mod joints;
mod kerf;
mod order;
mod repair;
mod report;
mod sheets;

/// Returns a drawing of these shapes.
pub(super) fn drawing(shapes: &[(&str, Shape)]) -> Scene {
    let mut edit = Edit::new(Scene::new("t"));
    for (name, shape) in shapes {
        add(&mut edit, name, shape.clone());
    }
    edit.finish().0
}

pub(super) fn add(edit: &mut Edit, name: &str, shape: Shape) {
    let name = Name::new(name).unwrap();
    edit.insert(&name, shape, Arc::new(Style::default()), false)
        .unwrap();
}

pub(super) fn circle(x: f64, y: f64, radius: f64) -> Shape {
    Shape::Circle {
        center: Point::new(x, y),
        radius,
    }
}

pub(super) fn rect(x: f64, y: f64, width: f64, height: f64) -> Shape {
    Shape::Rect {
        corner: Point::new(x, y),
        width,
        height,
        corner_radius: 0.0,
    }
}

pub(super) fn points(flat: &[f64]) -> Vec<Point> {
    flat.chunks(2).map(|xy| Point::new(xy[0], xy[1])).collect()
}

pub(super) fn line(flat: &[f64]) -> Shape {
    Shape::Line {
        points: points(flat),
        closed: false,
    }
}

pub(super) fn polygon(flat: &[f64]) -> Shape {
    Shape::Polygon {
        points: points(flat),
        holes: Vec::new(),
    }
}

/// Returns the area of the material: all contours of the drawing by the even-odd rule.
pub(super) fn material(scene: &Scene) -> f64 {
    let paths: Vec<Path> = contours(scene, &[])
        .unwrap()
        .into_iter()
        .map(|contour| contour.path)
        .collect();
    region_area(&paths)
}
