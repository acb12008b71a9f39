//! Elements of one entity in world coordinates.

use super::super::placed::map_shape;
use super::numbers::Numbers;
use super::text;
use crate::report::{DISTORTED_LINES, Reason};
use std::f64::consts::TAU;
use std::fmt::Write as _;
use trammel_formats::svg::round_outlines;
use trammel_kernel::affine::{is_similarity, line_scale};
use trammel_kernel::{Affine, Path};
use trammel_scene::{Cap, Color, Entity, Join, SOLID, Shape, Stroke, Style};

/// Writer of single entities.
#[derive(Debug)]
pub(super) struct Painter {
    /// Width of every line; `None` keeps the widths.
    pub(super) hairline: Option<f64>,
    numbers: Numbers,
    keep_text: bool,
    colors: Vec<(String, Color)>,
}

/// Elements of an entity.
#[derive(Debug, Default)]
pub(super) struct Elements {
    /// Elements as text; empty if the entity draws nothing.
    pub(super) elements: Vec<String>,
    /// Whether an area is filled.
    pub(super) is_filled: bool,
    /// Width of the lines; 0 for none.
    pub(super) width: f64,
    /// Difference from the drawing, if any.
    pub(super) change: Option<Reason>,
}

impl Painter {
    /// Creates a writer with the colors of layers.
    pub(super) fn new(numbers: Numbers, keep_text: bool, colors: Vec<(String, Color)>) -> Painter {
        Painter {
            hairline: None,
            numbers,
            keep_text,
            colors,
        }
    }

    /// Returns the elements of an entity with this map to the world.
    pub(super) fn elements(&self, entity: &Entity, map: &Affine) -> Elements {
        let mut style = Style::clone(&entity.style);
        style.stroke = style.stroke.take().filter(|stroke| stroke.width > 0.0);
        let chosen = entity.layer.as_ref().and_then(|layer| {
            let row = self.colors.iter().find(|(name, _)| name == layer.as_str());
            row.map(|(_, color)| *color)
        });
        let is_similar = is_similarity(map);
        let scale = line_scale(map);
        if let Some(stroke) = &mut style.stroke {
            stroke.color = chosen.unwrap_or(stroke.color);
            stroke.dash.iter_mut().for_each(|dash| *dash *= scale);
            stroke.width *= scale;
            stroke.width = self.hairline.unwrap_or(stroke.width);
        }
        if let Some(fill) = &mut style.fill {
            fill.color = chosen.unwrap_or(fill.color);
        }
        let is_distorted = !is_similar && style.stroke.is_some() && self.hairline.is_none();
        Elements {
            elements: self.shape_elements(&entity.shape, &style, map),
            is_filled: style.fill.is_some(),
            width: style.stroke.map_or(0.0, |stroke| stroke.width),
            change: is_distorted.then_some(DISTORTED_LINES),
        }
    }

    /// Returns the elements of a shape in a style whose lengths are those in the world.
    fn shape_elements(&self, shape: &Shape, style: &Style, map: &Affine) -> Vec<String> {
        if let Some(drawn) = shape.drawn_form() {
            let [lines, fills] = style.of_annotation();
            let rounded = round_outlines(&drawn.fills, drawn.text_height);
            let parts = [(drawn.lines, lines), (rounded, fills)].into_iter();
            return parts
                .filter_map(|(paths, style)| self.path(&paths, map, paths.len() > 1, &style))
                .collect();
        }
        let one = match shape {
            Shape::Group => None,
            Shape::Text(text) => {
                let kept = self.keep_text.then(|| text::element(text, map, self.numbers));
                match kept.flatten() {
                    Some((start, content)) => Some(format!("{start}{}>{content}</text>", self.paint(style))),
                    None => {
                        let paths = round_outlines(&text.paths(), text.size);
                        self.path(&paths, map, paths.len() > 1, style)
                    }
                }
            }
            Shape::Hatch(tied) => {
                let paths = tied.paths();
                let is_solid = tied.pattern == SOLID;
                self.path(&paths, map, is_solid && paths.len() > 1, style)
            }
            Shape::Region { paths } => self.path(paths, map, paths.len() > 1, style),
            Shape::Bezier(data) => self.path(data.paths(), map, shape.may_overlap_itself(), style),
            other => match map_shape(other, map) {
                Some(Shape::Bezier(_)) | None => {
                    self.path(&other.paths(), map, other.may_overlap_itself(), style)
                }
                Some(placed) => self.simple(&placed, style),
            },
        };
        one.into_iter().collect()
    }

    /// Returns a path element; `None` if it would draw nothing.
    fn path(&self, paths: &[Path], map: &Affine, even_odd: bool, style: &Style) -> Option<String> {
        let paths: Vec<Path> = paths.iter().map(|path| path.transformed(map)).collect();
        let data = self.numbers.path_data(&paths);
        if data.is_empty() {
            return None;
        }
        let paint = self.paint(style);
        let rule = rule(even_odd, style);
        Some(format!("<path d=\"{data}\"{rule}{paint}/>"))
    }

    /// Returns the element of a shape that needs no path.
    fn simple(&self, shape: &Shape, style: &Style) -> Option<String> {
        let numbers = self.numbers;
        let attribute = |name, value| numbers.attribute(name, value);
        let start = match shape {
            Shape::Circle { center, radius } => format!(
                "<circle{}{}{}",
                attribute("cx", center.x),
                attribute("cy", -center.y),
                attribute("r", *radius)
            ),
            Shape::Rect {
                corner,
                width,
                height,
                corner_radius,
            } => {
                let (x, y) = (attribute("x", corner.x), attribute("y", -corner.y - height));
                let size = attribute("width", *width) + &attribute("height", *height);
                let radius = match *corner_radius > 0.0 {
                    true => attribute("rx", *corner_radius),
                    false => String::new(),
                };
                format!("<rect{x}{y}{size}{radius}")
            }
            Shape::Ellipse { .. } => match self.ellipse(shape) {
                Some(ellipse) => ellipse,
                None => return self.path(&shape.paths(), &Affine::IDENTITY, false, style),
            },
            Shape::Line {
                points,
                closed: false,
            } => match points.as_slice() {
                [a, b] => format!(
                    "<line{}{}{}{}",
                    attribute("x1", a.x),
                    attribute("y1", -a.y),
                    attribute("x2", b.x),
                    attribute("y2", -b.y)
                ),
                points => format!("<polyline points=\"{}\"", numbers.points(points)),
            },
            Shape::Line { points, .. } => format!("<polygon points=\"{}\"", numbers.points(points)),
            Shape::Polygon { points, holes } if holes.is_empty() => {
                format!("<polygon points=\"{}\"", numbers.points(points))
            }
            Shape::Point { .. } => {
                // A line of zero length is visible only with round caps, as a dot.
                let mut style = style.clone();
                if let Some(stroke) = &mut style.stroke {
                    stroke.cap = Cap::Round;
                }
                return self.path(&shape.paths(), &Affine::IDENTITY, false, &style);
            }
            other => {
                return self.path(
                    &other.paths(),
                    &Affine::IDENTITY,
                    other.may_overlap_itself(),
                    style,
                );
            }
        };
        let rule = rule(shape.may_overlap_itself(), style);
        Some(format!("{start}{rule}{}/>", self.paint(style)))
    }

    /// Returns the start of an ellipse element for a full ellipse with axes along x and y.
    fn ellipse(&self, shape: &Shape) -> Option<String> {
        let Shape::Ellipse {
            center,
            rx,
            ry,
            rotation,
            start_angle,
            end_angle,
        } = *shape
        else {
            return None;
        };
        let (sin, cos) = libm::sincos(rotation);
        let is_upright = sin.abs() < 1e-15;
        let is_full = (end_angle - start_angle).abs() >= TAU - 1e-12;
        if !is_full || !(is_upright || cos.abs() < 1e-15) {
            return None;
        }
        let (rx, ry) = if is_upright { (rx, ry) } else { (ry, rx) };
        let attribute = |name, value| self.numbers.attribute(name, value);
        let place = attribute("cx", center.x) + &attribute("cy", -center.y);
        Some(format!(
            "<ellipse{place}{}{}",
            attribute("rx", rx),
            attribute("ry", ry)
        ))
    }

    /// Returns the attributes that paint an element.
    fn paint(&self, style: &Style) -> String {
        let mut out = String::new();
        self.color("fill", style.fill.map(|fill| fill.color), &mut out);
        match &style.stroke {
            Some(stroke) => self.stroke(stroke, &mut out),
            None => self.color("stroke", None, &mut out),
        }
        out
    }

    fn stroke(&self, stroke: &Stroke, out: &mut String) {
        self.color("stroke", Some(stroke.color), out);
        out.push_str(&self.numbers.attribute("stroke-width", stroke.width));
        if !stroke.dash.is_empty() {
            let dashes: Vec<String> = stroke.dash.iter().map(|dash| self.numbers.text(*dash)).collect();
            let _ = write!(out, " stroke-dasharray=\"{}\"", dashes.join(" "));
        }
        match stroke.cap {
            Cap::Butt => {}
            Cap::Round => out.push_str(" stroke-linecap=\"round\""),
            Cap::Square => out.push_str(" stroke-linecap=\"square\""),
        }
        match stroke.join {
            Join::Miter => {}
            Join::Round => out.push_str(" stroke-linejoin=\"round\""),
            Join::Bevel => out.push_str(" stroke-linejoin=\"bevel\""),
        }
    }

    fn color(&self, paint: &str, color: Option<Color>, out: &mut String) {
        let _ = match color {
            None => write!(out, " {paint}=\"none\""),
            Some(Color::Ink) => write!(out, " {paint}=\"#000000\""),
            Some(Color::Rgba([r, g, b, alpha])) => {
                let [r, g, b] = [r, g, b].map(byte);
                let _ = write!(out, " {paint}=\"#{r:02x}{g:02x}{b:02x}\"");
                match alpha < 1.0 {
                    true => write!(out, " {paint}-opacity=\"{}\"", self.numbers.clean(alpha)),
                    false => Ok(()),
                }
            }
        };
    }
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to 0..=255 and rounded"
)]
fn byte(channel: f64) -> u8 {
    (channel.clamp(0.0, 1.0) * 255.0).round() as u8
}

/// Returns the attribute of a filled element whose outline counts by the even-odd rule, as areas of the drawing do.
fn rule(even_odd: bool, style: &Style) -> &'static str {
    match even_odd && style.fill.is_some() {
        true => " fill-rule=\"evenodd\"",
        false => "",
    }
}
