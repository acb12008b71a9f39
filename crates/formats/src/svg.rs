//! SVG, for files and for the canvas.
//!
//! SVG has y down and drawings have y up. The flip is in the coordinates and not in a mirrored group, so that other programs
//! read upright numbers. Arcs stay arcs. The canvas and pictures use the same [`element`], so they cannot differ. SVG files for
//! the user and for machines have a writer of their own in `trammel_exchange`, because their layers, widths, and groups follow other
//! rules.

use std::borrow::Cow;
use std::fmt::Write as _;
use trammel_kernel::affine::max_scale;
use trammel_kernel::{Affine, Bounds, CubicBez, Path, Point, Seg, svg as path_data};
use trammel_scene::annotate::Drawn;
use trammel_scene::{Cap, Color, Entity, Join, SOLID, Scene, Shape, Style};

/// An SVG element without its children: a tag and unescaped attributes.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// `circle`, `rect`, `path`, or `g`.
    pub tag: &'static str,
    /// Attributes in a fixed order.
    pub attributes: Vec<(&'static str, String)>,
    /// Parts of a dimension or leader: lines and filled shapes. The children of a group are separate entities
    /// and not included.
    pub parts: Vec<Element>,
}

/// Writes the whole drawing as an SVG file, fitted to its bounds and sized in its unit, without hidden
/// entities. `ink` is black.
pub fn write(scene: &Scene) -> String {
    sheet(scene, &view_box(scene), "")
}

/// Writes the drawing with markup over it in one color; a line of one point is a dot. The lines are not part of
/// the drawing. Used for images that show the user's markup.
pub fn write_marked(scene: &Scene, marks: &[&[Point]], color: &str) -> String {
    let over = Bounds::from_points(marks.iter().flat_map(|mark| mark.iter().copied()));
    let drawing = (!scene.is_empty() || over.is_none()).then(|| view_box(scene));
    let Some(view) = Bounds::union_all(drawing.into_iter().chain(over)) else {
        return write(scene);
    };
    let width = (view.width() + view.height()).max(1.0) * 0.003;
    let mut lines = String::new();
    for mark in marks {
        for (at, point) in mark.iter().enumerate() {
            let letter = if at == 0 { 'M' } else { 'L' };
            let _ = write!(lines, "{letter}{} {}", number(point.x), number(-point.y));
        }
        if mark.len() == 1 {
            // A line of zero length is visible because of its round caps.
            lines.push_str("h0");
        }
    }
    let (width, color) = (number(width), escape(color));
    let group = format!(
        "<path d=\"{lines}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\"/>\n"
    );
    let room = (view.width() + view.height()) * 0.01;
    sheet(scene, &view.inflate(room), &group)
}

/// Writes a file that shows this part of the drawing, with additional elements on top.
pub(super) fn sheet(scene: &Scene, view: &Bounds, over: &str) -> String {
    let (width, height, unit) = (
        number(view.width()),
        number(view.height()),
        scene.units().as_str(),
    );
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}{unit}\" height=\"{height}{unit}\" \
         viewBox=\"{} {} {width} {height}\">\n<title>{}</title>\n",
        number(view.min.x),
        number(-view.max.y),
        escape(scene.name()),
    );
    write_children(scene, None, 0, &mut out);
    out.push_str(over);
    out.push_str("</svg>\n");
    out
}

/// Returns the bounds of the drawing including stroke widths, or a small blank area if the drawing is empty.
pub fn view_box(scene: &Scene) -> Bounds {
    let widest = scene
        .walk()
        .filter_map(|entity| stroke_width(scene, entity))
        .fold(0.0, f64::max);
    let Some(bounds) = scene.bounds() else {
        return Bounds {
            min: (0.0, 0.0).into(),
            max: (100.0, 100.0).into(),
        };
    };
    // A line along an axis has no area but needs a margin.
    bounds.inflate(
        (widest / 2.0)
            .max((bounds.width() + bounds.height()) * 0.005)
            .max(0.5),
    )
}

/// Returns the width of an entity's stroke in the world; strokes scale with their entity.
fn stroke_width(scene: &Scene, entity: &Entity) -> Option<f64> {
    let stroke = entity
        .style
        .stroke
        .as_ref()
        .filter(|_| !entity.shape.is_group())?;
    let map = scene.parent_transform(entity) * entity.matrix();
    Some(stroke.width * max_scale(&map))
}

/// Returns the SVG element of an entity in its parent's coordinates. `ink` is the CSS name of the contrast color.
pub fn element(entity: &Entity, ink: &str) -> Element {
    let (tag, mut attributes) = geometry(&entity.shape, entity.style.fill.is_some());
    let matrix = entity.matrix();
    if matrix != Affine::IDENTITY {
        let [a, b, c, d, e, f] = matrix.as_coeffs().map(number);
        let minus = |n: String| {
            if n == "0" {
                n
            } else {
                n.strip_prefix('-').map_or(format!("-{n}"), str::to_owned)
            }
        };
        attributes.push((
            "transform",
            format!("matrix({a} {} {} {d} {e} {})", minus(b), minus(c), minus(f)),
        ));
    }
    let style = painted_style(entity);
    if tag != "g" {
        paint(&style, ink, &mut attributes);
    }
    let drawn = entity.shape.drawn_form();
    Element {
        tag,
        attributes,
        parts: drawn.map_or_else(Vec::new, |drawn| parts(drawn, &style, ink)),
    }
}

/// Returns the style with which an entity is painted.
fn painted_style(entity: &Entity) -> Cow<'_, Style> {
    let mut style: Cow<'_, Style> = Cow::Borrowed(&entity.style);
    let is_point = matches!(entity.shape, Shape::Point { .. });
    // The pattern of a stroke with very many dashes is hardly visible, and takes seconds to paint.
    let is_solid = entity.is_painted_solid();
    if (is_point || is_solid)
        && let Some(stroke) = &mut style.to_mut().stroke
    {
        if is_point {
            // A line of zero length is visible only with round caps, as a dot.
            stroke.cap = Cap::Round;
        }
        if is_solid {
            stroke.dash.clear();
        }
    }
    style
}

/// Returns the parts of an annotation: lines with the entity's stroke, and arrowheads and text filled with its color.
fn parts(drawn: Drawn, style: &Style, ink: &str) -> Vec<Element> {
    let [lined, filled] = style.of_annotation();
    let fills = round_outlines(&drawn.fills, drawn.text_height);
    [(drawn.lines, lined), (fills, filled)]
        .into_iter()
        .filter(|(paths, _)| !paths.is_empty())
        .map(|(paths, style)| {
            let mut attributes = vec![("d", path_data::write(&paths, true))];
            if style.fill.is_some() {
                attributes.push(("fill-rule", "evenodd".to_owned()));
            }
            paint(&style, ink, &mut attributes);
            Element {
                tag: "path",
                attributes,
                parts: Vec::new(),
            }
        })
        .collect()
}

/// Escapes a text for an attribute or for text content; characters that XML forbids are removed.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}

fn geometry(shape: &Shape, is_filled: bool) -> (&'static str, Vec<(&'static str, String)>) {
    match shape {
        Shape::Group => ("g", Vec::new()),
        Shape::Circle { center, radius } => (
            "circle",
            vec![
                ("cx", number(center.x)),
                ("cy", number(-center.y)),
                ("r", number(*radius)),
            ],
        ),
        Shape::Rect {
            corner,
            width,
            height,
            corner_radius,
        } => {
            let mut attributes = vec![
                ("x", number(corner.x)),
                ("y", number(-(corner.y + height))),
                ("width", number(*width)),
                ("height", number(*height)),
            ];
            if *corner_radius > 0.0 {
                attributes.push(("rx", number(*corner_radius)));
            }
            ("rect", attributes)
        }
        Shape::Dimension(tied) => ("g", label_attributes(&tied.dimension.label())),
        Shape::Leader(tied) => ("g", label_attributes(&tied.leader.text)),
        Shape::Text(text) => (
            "path",
            vec![
                (
                    "d",
                    path_data::write(&round_outlines(&text.paths(), text.size), true),
                ),
                ("fill-rule", "evenodd".to_owned()),
                ("role", "img".to_owned()),
                ("aria-label", text.text.clone()),
            ],
        ),
        _ => {
            let mut attributes = vec![("d", path_data::write(&shape.paths(), true))];
            let is_even_odd = match shape {
                Shape::Hatch(tied) => tied.boundary.len() > 1 && tied.pattern == SOLID,
                Shape::Line { .. } | Shape::Bezier(_) => is_filled && shape.may_overlap_itself(),
                Shape::Polygon { holes, .. } if holes.is_empty() => is_filled && shape.may_overlap_itself(),
                _ => shape.may_overlap_itself(),
            };
            if is_even_odd {
                attributes.push(("fill-rule", "evenodd".to_owned()));
            }
            ("path", attributes)
        }
    }
}

/// Returns the attributes that label an element for screen readers.
fn label_attributes(text: &str) -> Vec<(&'static str, String)> {
    vec![("role", "img".to_owned()), ("aria-label", text.to_owned())]
}

/// Rounds the outlines of a text to a power of ten that is at most a thousandth of the cap height. The
/// difference is invisible, and the text takes a third of the space.
pub fn round_outlines(paths: &[Path], cap_height: f64) -> Vec<Path> {
    let digits = libm::floor(4.0 - libm::log10(cap_height));
    let per_unit = libm::pow(10.0, digits);
    if !(per_unit.is_finite() && per_unit > 0.0) {
        return paths.to_vec();
    }
    let round = |p: Point| {
        Point::new(
            (p.x * per_unit).round() / per_unit,
            (p.y * per_unit).round() / per_unit,
        )
    };
    let shorten = |seg: &Seg| match *seg {
        Seg::Line { a, b } => Seg::line(round(a), round(b)),
        Seg::Cubic(c) => Seg::Cubic(CubicBez::new(round(c.p0), round(c.p1), round(c.p2), round(c.p3))),
        Seg::Conic(_) => *seg,
    };
    let path = |path: &Path| Path::new(path.segs.iter().map(shorten).collect(), path.closed);
    paths.iter().map(path).collect()
}

fn paint(style: &Style, ink: &str, attributes: &mut Vec<(&'static str, String)>) {
    let mut color = |paint: &'static str, opacity: &'static str, color: Option<Color>| match color {
        None => attributes.push((paint, "none".to_owned())),
        Some(Color::Ink) => attributes.push((paint, ink.to_owned())),
        Some(Color::Rgba([r, g, b, a])) => {
            let byte = |c: f64| format!("{:02x}", to_byte(c));
            attributes.push((paint, format!("#{}{}{}", byte(r), byte(g), byte(b))));
            if a < 1.0 {
                attributes.push((opacity, number(a)));
            }
        }
    };
    color("fill", "fill-opacity", style.fill.map(|fill| fill.color));
    let stroke = style.stroke.as_ref().filter(|stroke| stroke.width > 0.0);
    color("stroke", "stroke-opacity", stroke.map(|stroke| stroke.color));
    let Some(stroke) = stroke else { return };
    attributes.push(("stroke-width", number(stroke.width)));
    if !stroke.dash.is_empty() {
        let dashes: Vec<String> = stroke.dash.iter().map(|d| number(*d)).collect();
        attributes.push(("stroke-dasharray", dashes.join(" ")));
    }
    match stroke.cap {
        Cap::Butt => {}
        Cap::Round => attributes.push(("stroke-linecap", "round".to_owned())),
        Cap::Square => attributes.push(("stroke-linecap", "square".to_owned())),
    }
    match stroke.join {
        Join::Miter => {}
        Join::Round => attributes.push(("stroke-linejoin", "round".to_owned())),
        Join::Bevel => attributes.push(("stroke-linejoin", "bevel".to_owned())),
    }
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to 0..=255 and rounded"
)]
fn to_byte(channel: f64) -> u8 {
    (channel.clamp(0.0, 1.0) * 255.0).round() as u8
}

fn write_children(scene: &Scene, parent: Option<&str>, depth: usize, out: &mut String) {
    let indent = " ".repeat(depth);
    for entity in scene.children(parent).filter(|entity| !entity.hidden) {
        let Element {
            tag,
            attributes,
            parts,
        } = element(entity, "#000000");
        let _ = write!(out, "{indent}<{tag} id=\"{}\"", id(&entity.name));
        write_attributes(&attributes, out);
        let _ = write!(out, "><title>{}</title>", escape(&entity.name));
        for part in &parts {
            let _ = write!(out, "<{}", part.tag);
            write_attributes(&part.attributes, out);
            out.push_str("/>");
        }
        if entity.shape.is_group() {
            out.push('\n');
            write_children(scene, Some(&entity.name), depth + 1, out);
            out.push_str(&indent);
        }
        let _ = writeln!(out, "</{tag}>");
    }
}

fn write_attributes(attributes: &[(&'static str, String)], out: &mut String) {
    for (key, value) in attributes {
        let _ = write!(out, " {key}=\"{}\"", escape(value));
    }
}

/// Converts a name to an XML id: letters, digits, `_`, and `-` are kept, and every other character becomes its
/// code point, so that two names never share an id.
fn id(name: &str) -> String {
    let mut out = String::from("e-");
    for c in name.chars() {
        if c.is_alphanumeric() || matches!(c, '_' | '-') {
            out.push(c);
        } else {
            let _ = write!(out, ".{:x}.", u32::from(c));
        }
    }
    out
}

/// Returns the shortest decimal that parses to `value`; -0 becomes 0.
fn number(value: f64) -> String {
    format!("{}", value + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_strokes_are_drawn_above_the_drawing_within_the_view_box() {
        let scene = Scene::default();
        let (line, dot) = (
            [Point::new(-500.0, 0.0), Point::new(900.0, 20.0)],
            [Point::new(0.0, 300.0)],
        );
        let marked = write_marked(&scene, &[&line, &dot], "#c2185b");
        assert!(
            marked.contains("d=\"M-500 0L900 -20M0 -300h0\"") && marked.contains("stroke=\"#c2185b\""),
            "{marked}"
        );
        assert!(marked.contains("viewBox=\"-517 -317 1434 334\""), "{marked}");
        let unmarked = write_marked(&scene, &[], "#c2185b");
        assert!(!unmarked.contains("L") && unmarked.contains("<svg"), "{unmarked}");
    }
}
