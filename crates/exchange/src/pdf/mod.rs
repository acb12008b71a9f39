//! PDF writer: pages at true scale with a check bar, the scale in words, a title block, and tiles.
//!
//! Invariants: a length on paper is the length of the part times the scale on every page; curves deviate by at most a
//! thousandth of a millimeter on paper; the file depends only on the drawing and the options, so it has no time of creation.
//! Text is written as outlines with the fonts of the program.
//!
//! Start at [`PDF`]. `artwork` collects the visible parts, `layout` chooses the pages, `drawing` and `furniture` write their
//! content, and `document` writes the file.

mod artwork;
mod content;
mod document;
mod drawing;
mod furniture;
mod labels;
mod layout;
mod page;
mod scale;

use super::converter::{Converter, WriteInput};
use artwork::Artwork;
use document::Document;
use drawing::DrawingContent;
use furniture::Title;
use labels::Labels;
use layout::Layout;
use trammel_formats::{ExportOptions, FormatError, ReportEntry, Treatment, Written};
use trammel_kernel::Point;
use trammel_language::bilingual;
use trammel_scene::Name;

/// Converter of PDF files.
pub(super) const PDF: Converter = Converter {
    id: "pdf",
    write: Some(write),
    read: None,
};

fn write(input: &WriteInput<'_>, options: &ExportOptions) -> Result<Written, FormatError> {
    let options = &options.pdf;
    let mut artwork = Artwork::of(input.scene);
    let bounds = artwork.bounds.ok_or_else(|| nothing_visible(&artwork))?;
    let keeps_widths = drawing::keeps_widths(&artwork, options.line_widths);
    // Lines that are scaled may be wider than the margins, so they count as a part of the drawing.
    let extent = if keeps_widths {
        bounds
    } else {
        bounds.inflate(artwork.widest / 2.0)
    };
    let layout = Layout::of([extent.width(), extent.height()], options)?;
    let content = drawing::write(&artwork, &extent, layout.scale, keeps_widths);
    // Room for the corners of wide lines.
    let room = 10.0 + 4.0 * artwork.widest * layout.scale.max(1.0);
    let title = Title {
        name: input.scene.name(),
        date: &options.date,
        author: &options.author,
        unit: input.scene.units().as_str(),
    };
    for text in [title.name, title.date, title.author] {
        artwork.note_boxed(text);
    }
    let document = Document {
        layout: &layout,
        drawing: &content,
        extent: [
            Point::new(-room, -room),
            Point::new(
                extent.width() * layout.scale + room,
                extent.height() * layout.scale + room,
            ),
        ],
        layers: &input.scene.definitions().layers,
        title,
        labels: &Labels::of(options.language),
        language: options.language.tag(),
    };
    Ok(Written {
        bytes: document.write(),
        report: report(&artwork, &content),
    })
}

fn nothing_visible(artwork: &Artwork) -> FormatError {
    FormatError(match artwork.hidden.len() {
        0 => bilingual!(
            "The drawing has nothing to print. Draw something first.",
            "도면에 인쇄할 것이 없어요. 먼저 도형을 그리세요."
        ),
        1 => bilingual!(
            "The only item is hidden, so there is nothing to print. Show it first.",
            "하나뿐인 항목이 숨겨져 있어서 인쇄할 것이 없어요. 먼저 보이게 하세요."
        ),
        count => bilingual!(
            "All {count} items are hidden, so there is nothing to print. Show one first.",
            "항목 {count}개가 모두 숨겨져 있어서 인쇄할 것이 없어요. 먼저 하나를 보이게 하세요."
        ),
    })
}

/// Returns the parts that were left out or changed.
fn report(artwork: &Artwork, content: &DrawingContent) -> Vec<ReportEntry> {
    let names = |names: &[Name]| names.iter().map(ToString::to_string).collect();
    let entries = [
        ReportEntry::new(
            Treatment::Dropped,
            "hidden",
            names(&artwork.hidden),
            ["hidden items are not printed", "숨긴 항목은 인쇄하지 않아요"],
        ),
        ReportEntry::new(
            Treatment::Dropped,
            "unpainted",
            names(&artwork.unpainted),
            [
                "items with neither a stroke nor a fill are not printed",
                "선도 채우기도 없는 항목은 인쇄하지 않아요",
            ],
        ),
        ReportEntry::without_ids(
            Treatment::Changed,
            "line width",
            content.narrowed,
            [
                "lines wider than 2 mm on paper are drawn 2 mm wide",
                "종이에서 굵기가 2 mm를 넘는 선은 2 mm로 그려요",
            ],
        ),
        ReportEntry::new(
            Treatment::Changed,
            "character",
            artwork.boxed.iter().map(ToString::to_string).collect(),
            [
                "characters without a glyph are drawn as boxes",
                "글꼴에 없는 문자는 네모로 그려요",
            ],
        ),
    ];
    entries.into_iter().filter(|entry| entry.count > 0).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
