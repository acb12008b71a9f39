//! Reader of SVG files.
//!
//! Transforms are applied to the coordinates, so that the drawing has real coordinates. An element that `use` places
//! several times becomes a block. Invariants: work is bounded by budgets of elements and of entities, even if a file
//! repeats itself; everything that is left out or changed is in the report.
//!
//! Start at [`read`]. `page.rs` has the real size, `walk.rs` the elements, and `choose.rs` the limits.

mod baseline;
mod blocks;
mod choose;
mod colors;
mod conditions;
mod css;
mod effects;
mod font;
mod layers;
mod look;
mod outline;
mod page;
mod paint;
mod painted;
mod place;
mod precision;
mod runs;
mod sheets;
mod text;
mod transform;
mod unsupported;
mod uses;
mod view;
mod walk;
mod walker;
mod xml;

use super::super::converter::ReadError;
use super::super::imported::{ImportedDrawing, Precision};
use crate::report::Report;
use css::Rules;
use place::Ids;
use roxmltree::Node;
use trammel_formats::ImportOptions;
use trammel_kernel::Path;
use walker::{Context, Walker};

/// Reads a file.
///
/// # Errors
/// Returns an error with the reason if the file is damaged or exceeds a limit, or a question if the file does not
/// define its unit or has more entities than a drawing.
pub(super) fn read(bytes: &[u8], options: &ImportOptions) -> Result<ImportedDrawing, ReadError> {
    let source = xml::decode_file(bytes)?;
    let document = xml::parse(&source)?;
    let page = page::page(&document, &source, options)?;
    let mut report = Report::default();
    let sheets = css::text(&document, &source, &mut report);
    let elements = document.descendants().filter(Node::is_element).count();
    let rules = Rules::new(&sheets, elements, &mut report);
    let mut ids = Ids::default();
    for node in document.descendants() {
        if let Some(id) = node.attribute("id") {
            ids.entry(id).or_insert(node);
        }
    }
    let precision = precision::decimals(&document, &page.map);
    let root = document.root_element();
    let mut walker = Walker::new(&rules, &ids, report, blocks::counts(&document));
    let look = walker.root_look(&root, page.view);
    let mut context = Context::new(page.map, look, page.view);
    let properties = walker.properties(&root);
    context.map *= transform::transform(&root, &properties, &context, &mut walker.report);
    let mut items = Vec::new();
    let unmet = conditions::unmet(&root);
    let unmet = unmet.or((!properties.is_displayed("svg")).then_some(walk::NOT_DISPLAYED));
    match unmet {
        Some(reason) => walker.report.add_drop("svg", None, reason),
        None => walker.children(&root, &context, &mut items)?,
    }
    if let Some(frame) = page.frame {
        // A transform of the root moves its frame, too.
        let moved = Path::rect(frame.min, frame.width(), frame.height())
            .transformed(&(context.map * page.map.inverse()))
            .bounds();
        walker.report_outside(&root, &properties, moved, &items);
    }
    walker.report_opacity(&root, &properties, &items);
    let title = root.children().find(|child| child.tag_name().name() == "title");
    let title = title.and_then(|title| title.text()).unwrap_or_default();
    let mut drawing = ImportedDrawing {
        title: title.trim().to_owned(),
        units: page.units,
        precision: Precision::Computed(precision),
        items,
        ..ImportedDrawing::default()
    };
    walker.finish(&mut drawing);
    choose::choose_part(drawing, options)
}

#[cfg(test)]
mod report_tests;
#[cfg(test)]
mod sheet_tests;
#[cfg(test)]
mod style_tests;
#[cfg(test)]
mod test_support;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod text_tests;
mod winding;
#[cfg(test)]
mod winding_tests;
