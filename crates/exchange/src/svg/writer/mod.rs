//! Writer of SVG files for machines.
//!
//! The page has the real size of the part, one unit of the file is one drawing unit, and every coordinate is that of
//! the drawing with y flipped: no element has a transform. Layers are groups that Inkscape shows as layers. Hidden
//! entities are left out and reported. A file of the whole drawing carries its code, so that it opens for editing again.
//!
//! Start at [`file`]. `tree.rs` collects the entities, `element.rs` writes one, and `layers.rs` arranges them.

mod element;
mod layers;
mod numbers;
mod text;
mod tree;

use super::super::converter::WriteInput;
use super::names::{GENERATOR, INKSCAPE};
use element::Painter;
use numbers::Numbers;
use std::fmt::Write as _;
use trammel_formats::{ExportOptions, FormatError, SvgOptions, Written, svg, svg_project};
use trammel_kernel::Bounds;
use trammel_language::bilingual;
use trammel_scene::{Color, Scene, Units};
use tree::{Node, Tree};

/// Width of a hairline in millimeters. Laser cutters cut lines of at most 0.025 mm and engrave wider lines.
const HAIRLINE: f64 = 0.01;

/// Writes a drawing.
///
/// # Errors
/// Returns an error if the colors of layers are not pairs of a layer of the drawing and a color.
pub(super) fn file(input: &WriteInput<'_>, options: &ExportOptions) -> Result<Written, FormatError> {
    let is_whole = options.only.is_empty();
    let is_cut = options.is_for_cutting("svg");
    let (scene, options) = (input.scene, &options.svg);
    let numbers = Numbers::new(scene.bounds().map_or(1.0, |bounds| bounds.magnitude()));
    let mut painter = Painter::new(numbers, options.keep_text, layer_colors(options, scene)?);
    painter.hairline = (is_cut || options.hairline).then(|| HAIRLINE / scene.units().millimeters());
    let mut tree = Tree::new(scene, painter);
    let nodes = tree.nodes();
    let page = page(&nodes, options);
    let mut out = head(scene, &page, numbers);
    for section in layers::sections(nodes) {
        layers::write(&section, &mut out);
    }
    if let Some(project) = input.project.filter(|_| is_whole && !options.without_project) {
        svg_project::write(project, &mut out);
    }
    out.push_str("</svg>\n");
    Ok(Written {
        bytes: out.into_bytes(),
        report: tree.report(),
    })
}

/// Returns the chosen colors of the layers, from pairs such as `cut=red`.
fn layer_colors(options: &SvgOptions, scene: &Scene) -> Result<Vec<(String, Color)>, FormatError> {
    let pairs = options
        .layer_colors
        .split(',')
        .filter(|pair| !pair.trim().is_empty());
    let chosen = pairs.map(|pair| {
        let (layer, color) = pair.rsplit_once('=').ok_or_else(|| {
            FormatError(bilingual!(
                "The color of layer '{}' is missing. Write pairs such as cut=red, engrave=blue.",
                "레이어 '{}'의 색이 없어요. cut=red, engrave=blue처럼 짝으로 쓰세요.",
                pair.trim()
            ))
        })?;
        let layer = layer.trim();
        if scene.definitions().layer(layer).is_none() {
            return Err(FormatError(bilingual!(
                "There is no layer '{layer}', so it gets no color. Name layers of the drawing.",
                "레이어 '{layer}'이(가) 없어서 색을 정하지 못했어요. 도면의 레이어를 쓰세요."
            )));
        }
        let color = Color::parse(color.trim()).map_err(|why| {
            FormatError(bilingual!(
                "Layer '{layer}': {why}.",
                "레이어 '{layer}': {why:#}."
            ))
        })?;
        Ok((layer.to_owned(), color))
    });
    chosen.collect()
}

/// Returns the page: the extent of the geometry, with half the width of the lines on each side if they count.
fn page(nodes: &[Node<'_>], options: &SvgOptions) -> Bounds {
    let bounds = Bounds::union_all(nodes.iter().filter_map(|node| node.bounds));
    let widest = nodes.iter().map(|node| node.widest).fold(0.0, f64::max);
    // A drawing without visible entities has a blank page.
    let Some(mut bounds) = bounds else {
        return Bounds {
            min: (0.0, 0.0).into(),
            max: (100.0, 100.0).into(),
        };
    };
    if options.include_stroke {
        bounds = bounds.inflate(widest / 2.0);
    }
    // A page without area shows nothing, so a straight line gets a page as wide as its stroke.
    let room = if widest > 0.0 { widest } else { 1.0 } / 2.0;
    let [dx, dy] = [bounds.width(), bounds.height()].map(|side| if side > 1e-9 { 0.0 } else { room });
    Bounds {
        min: (bounds.min.x - dx, bounds.min.y - dy).into(),
        max: (bounds.max.x + dx, bounds.max.y + dy).into(),
    }
}

/// Returns the start of the file. SVG has no meters, so their page is in millimeters.
fn head(scene: &Scene, page: &Bounds, numbers: Numbers) -> String {
    let (unit, factor) = match scene.units() {
        Units::M => ("mm", 1000.0),
        units => (units.as_str(), 1.0),
    };
    let [width, height] = [page.width(), page.height()].map(|side| numbers.clean(side));
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:inkscape=\"{INKSCAPE}\" {}=\"{}\" width=\"{}{unit}\" \
         height=\"{}{unit}\" viewBox=\"{} {} {width} {height}\">\n<title>{}</title>",
        GENERATOR.0,
        GENERATOR.1,
        numbers.text(width * factor),
        numbers.text(height * factor),
        numbers.text(page.min.x),
        numbers.text(-page.max.y),
        svg::escape(scene.name()),
    );
    out
}

#[cfg(test)]
mod tests;
