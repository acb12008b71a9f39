//! Curves of the basic shapes and of paths.

use super::super::placed::{map_shape, of_paths};
use super::css::Properties;
use super::look::length;
use roxmltree::Node;
use std::f64::consts::TAU;
use svgtypes::{PathParser, PointsParser};
use trammel_kernel::{Affine, Path, Point, norm, svg as path_data};
use trammel_language::{Bilingual, bilingual};
use trammel_scene::Shape;
use trammel_scene::explain::Explain;

/// Maximum number of segments of one path.
const MAX_SEGMENTS: usize = 200_000;

/// Maximum length of the data of one path.
const MAX_PATH_BYTES: usize = 8 << 20;

/// Geometry of an element in user coordinates.
#[derive(Clone, Debug)]
pub(super) enum Outline {
    /// A shape.
    Shape(Shape),
    /// Curves.
    Paths(Vec<Path>),
}

/// Lengths of an element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lengths<'n, 'a, 'input> {
    /// Element.
    pub(super) node: &'n Node<'a, 'input>,
    /// Its properties: style sheets may state its geometry.
    pub(super) properties: &'n Properties<'a>,
    /// Size of its font.
    pub(super) font_size: f64,
    /// Width and height of the view, for percentages.
    pub(super) view: [f64; 2],
}

impl Lengths<'_, '_, '_> {
    /// Returns a length along x, along y, or along the diagonal of the view, by the name of the attribute.
    pub(super) fn get(&self, name: &str) -> Option<f64> {
        let [width, height] = self.view;
        let full = match name {
            "x" | "x1" | "x2" | "cx" | "width" | "rx" | "dx" => width,
            "r" => libm::hypot(width, height) / std::f64::consts::SQRT_2,
            _ => height,
        };
        let stated = self.properties.get(name).or_else(|| self.node.attribute(name));
        length(stated?, self.font_size, full)
    }

    /// Returns the data of a path, from its attribute or from a style sheet.
    fn path_data(&self) -> &str {
        let text = self.properties.get("d").unwrap_or_default().trim();
        let Some(quoted) = text.strip_prefix("path(").and_then(|rest| rest.strip_suffix(')')) else {
            return if text == "none" { "" } else { text };
        };
        quoted.trim().trim_matches(['\'', '"'])
    }

    fn or_zero(&self, name: &str) -> f64 {
        self.get(name).unwrap_or(0.0)
    }

    fn point(&self, [x, y]: [&str; 2]) -> Point {
        Point::new(self.or_zero(x), self.or_zero(y))
    }
}

/// Returns the geometry of a basic shape or path; `None` if it draws nothing. The second value is the reason for a
/// path with an error, which ends before the error.
pub(super) fn outline(lengths: &Lengths<'_, '_, '_>) -> (Option<Outline>, Option<Bilingual>) {
    let tag = lengths.node.tag_name().name();
    let shape = match tag {
        "path" => return path(lengths.path_data()),
        "circle" => circle(lengths),
        "ellipse" => ellipse(lengths),
        "rect" => return (rect(lengths), None),
        "line" => Some(Shape::Line {
            points: vec![lengths.point(["x1", "y1"]), lengths.point(["x2", "y2"])],
            closed: false,
        }),
        _ => polyline(
            lengths.node.attribute("points").unwrap_or_default(),
            tag == "polygon",
        ),
    };
    let shape = shape.filter(|shape| shape.check().is_ok());
    (shape.map(Outline::Shape), None)
}

fn circle(lengths: &Lengths<'_, '_, '_>) -> Option<Shape> {
    Some(Shape::Circle {
        center: lengths.point(["cx", "cy"]),
        radius: lengths.get("r")?,
    })
}

fn ellipse(lengths: &Lengths<'_, '_, '_>) -> Option<Shape> {
    // A missing radius equals the other one.
    let (rx, ry) = (lengths.get("rx"), lengths.get("ry"));
    let (rx, ry) = (rx.or(ry)?, ry.or(rx)?);
    let center = lengths.point(["cx", "cy"]);
    if rx == ry {
        return Some(Shape::Circle { center, radius: rx });
    }
    Some(Shape::Ellipse {
        center,
        rx,
        ry,
        rotation: 0.0,
        start_angle: 0.0,
        end_angle: TAU,
    })
}

fn rect(lengths: &Lengths<'_, '_, '_>) -> Option<Outline> {
    let (width, height) = (lengths.get("width")?, lengths.get("height")?);
    let corner = lengths.point(["x", "y"]);
    let radius = |name: &str| lengths.get(name).filter(|radius| *radius >= 0.0);
    let (rx, ry) = (radius("rx"), radius("ry"));
    let rx_or_ry = |own: Option<f64>, other: Option<f64>| own.or(other).unwrap_or(0.0);
    let rx = rx_or_ry(rx, ry).min(width / 2.0);
    let ry = rx_or_ry(ry, radius("rx")).min(height / 2.0);
    let shape = |corner: Point, width: f64, height: f64, corner_radius: f64| {
        let shape = Shape::Rect {
            corner,
            width,
            height,
            corner_radius,
        };
        shape.check().is_ok().then_some(shape)
    };
    if rx == ry || rx == 0.0 || ry == 0.0 {
        let radius = if rx == ry { rx } else { 0.0 };
        return shape(corner, width, height, radius).map(Outline::Shape);
    }
    // Elliptic corners are circular ones under a scale.
    let scale = ry / rx;
    let round = shape(Point::new(corner.x, corner.y / scale), width, height / scale, rx)?;
    let map = Affine::scale_non_uniform(1.0, scale);
    Some(Outline::Paths(
        round.paths().iter().map(|path| path.transformed(&map)).collect(),
    ))
}

fn polyline(text: &str, closed: bool) -> Option<Shape> {
    let points: Vec<Point> = PointsParser::from(text)
        .take(MAX_SEGMENTS)
        .map(Point::from)
        .collect();
    Some(match closed && points.len() > 2 {
        true => Shape::Polygon {
            points,
            holes: Vec::new(),
        },
        false => Shape::Line {
            points,
            closed: false,
        },
    })
}

/// Returns the curves of path data; those before an error if there is one.
fn path(text: &str) -> (Option<Outline>, Option<Bilingual>) {
    if text.len() > MAX_PATH_BYTES {
        return (
            None,
            Some(bilingual!(
                "The path data is too long.",
                "경로 데이터가 너무 길어요."
            )),
        );
    }
    let outline = |paths: Vec<Path>| (!paths.is_empty()).then_some(Outline::Paths(paths));
    let mut error = None;
    let paths = match path_data::parse(text) {
        Ok(paths) => paths,
        Err(why) => {
            let why = why.explain();
            error = Some(bilingual!(
                "The path is imported only up to an error: {why}.",
                "경로를 오류 앞까지만 가져왔어요: {why:#}."
            ));
            sound(text)
        }
    };
    let segments: usize = paths.iter().map(|path| path.segs.len()).sum();
    if segments > MAX_SEGMENTS {
        return (
            None,
            Some(bilingual!(
                "The path has more than {MAX_SEGMENTS} segments.",
                "경로의 조각이 {MAX_SEGMENTS}개보다 많아요."
            )),
        );
    }
    (outline(paths), error)
}

/// Returns the curves of the commands before the first error.
fn sound(text: &str) -> Vec<Path> {
    let commands = PathParser::from(text).take_while(Result::is_ok).count();
    // The text up to the next command is the longest valid part.
    let starts = text
        .char_indices()
        .filter(|(_, c)| c.is_ascii_alphabetic() && !matches!(c, 'e' | 'E'));
    let starts: Vec<usize> = starts.map(|(at, _)| at).collect();
    let mut low = 0;
    let mut high = starts.len().min(commands + 1);
    while low < high {
        let middle = (low + high).div_ceil(2);
        let part = &text[..starts.get(middle).copied().unwrap_or(text.len())];
        match path_data::parse(part) {
            Ok(_) => low = middle,
            Err(_) => high = middle - 1,
        }
    }
    let part = &text[..starts.get(low).copied().unwrap_or(text.len())];
    path_data::parse(part).unwrap_or_default()
}

/// Returns the shape of an outline under a map. An area by the even-odd rule keeps that rule if its outlines are closed;
/// `None` for an outline without extent.
pub(super) fn shape(outline: &Outline, map: &Affine, is_even_odd: bool) -> Option<Shape> {
    let paths = match outline {
        Outline::Shape(shape) => return map_shape(shape, map),
        Outline::Paths(paths) => paths
            .iter()
            .map(|path| path.transformed(map))
            .collect::<Vec<Path>>(),
    };
    let paths: Vec<Path> = paths.into_iter().filter(has_extent).collect();
    if is_even_odd && paths.len() > 1 && paths.iter().all(|path| path.closed) {
        let region = Shape::Region { paths };
        return region.check().is_ok().then_some(region);
    }
    let shape = of_paths(&paths)?;
    shape.check().is_ok().then_some(shape)
}

/// Returns the point to which curves without extent reduce; round and square caps make it visible.
pub(super) fn dot(outline: &Outline, map: &Affine) -> Option<Shape> {
    let Outline::Paths(paths) = outline else {
        return None;
    };
    let is_dot = !paths.iter().any(has_extent);
    let at = *map * paths.first()?.start()?;
    let shape = Shape::Point { at };
    (is_dot && shape.check().is_ok()).then_some(shape)
}

/// Whether a path has more than one point.
pub(super) fn has_extent(path: &Path) -> bool {
    path.bounds()
        .is_some_and(|bounds| norm(bounds.max - bounds.min) > 0.0)
}
