//! Content of a page around the drawing: check bar, scale in words, title block, and crop marks.

use super::artwork::BLACK;
use super::content::Content;
use super::labels::Labels;
use super::layout::{Layout, OVERLAP, Tile};
use super::page::Rect;
use trammel_kernel::{Affine, Path, Point};
use trammel_text::{self as text, Align, Setting, Valign};

/// Cap height of captions in millimeters.
const SMALL: f64 = 1.8;

/// Cap height of the scale in words.
const MEDIUM: f64 = 2.2;

/// Cap height of the entries of the title block.
const LARGE: f64 = 2.5;

/// Cap height of the labels of the title block.
const LABEL: f64 = 1.3;

/// Share of the width for the place of a page; the rest states the overlap.
const PLACE: f64 = 0.65;

/// Width of the lines of the title block.
const LINE: f64 = 0.25;

/// Texts of the title block.
pub(super) struct Title<'a> {
    /// Name of the drawing.
    pub(super) name: &'a str,
    /// Date.
    pub(super) date: &'a str,
    /// Author.
    pub(super) author: &'a str,
    /// Unit of the drawing.
    pub(super) unit: &'a str,
}

/// Writes what is the same on every page: the check bar, the scale in words, and the title block without the sheet.
pub(super) fn common(layout: &Layout, title: &Title<'_>, labels: &Labels) -> Vec<u8> {
    let mut pen = Pen::default();
    pen.check_bar(layout, labels);
    pen.title_block(layout, title, labels);
    pen.content.finish()
}

/// Writes what differs between pages: the sheet, and the crop marks of a tiled drawing.
pub(super) fn of_tile(layout: &Layout, tile: &Tile, labels: &Labels) -> Vec<u8> {
    let mut pen = Pen::default();
    let [columns, rows] = layout.grid;
    let (sheet, sheets) = (tile.row * columns + tile.column + 1, columns * rows);
    let cell = sheet_cell(layout.page.title);
    pen.entry(cell, labels.sheet, &format!("{sheet} / {sheets}"));
    if sheets > 1 {
        let check = layout.page.check;
        let at = Point::new(check.x, check.y + 6.0);
        let place = labels.place([tile.column + 1, columns], [tile.row + 1, rows]);
        pen.text(&place, at, SMALL, check.width * PLACE);
        pen.crop_marks(layout, tile);
    }
    pen.content.finish()
}

/// Height of a row of the title block.
fn row_height(title: Rect) -> f64 {
    title.height / 3.0
}

/// Returns a cell of the title block: the row from the bottom, and the start and width as sixths of the block.
fn cell(title: Rect, row: u8, from: u8, width: u8) -> Rect {
    let (height, sixth) = (row_height(title), title.width / 6.0);
    Rect {
        x: title.x + sixth * f64::from(from),
        y: title.y + height * f64::from(row),
        width: sixth * f64::from(width),
        height,
    }
}

fn sheet_cell(title: Rect) -> Rect {
    cell(title, 0, 4, 2)
}

#[derive(Default)]
struct Pen {
    content: Content,
}

impl Pen {
    fn check_bar(&mut self, layout: &Layout, labels: &Labels) {
        let (at, bar) = (layout.page.check, layout.page.bar);
        let caption = labels.caption(bar);
        let caption = caption
            .iter()
            .find(|text| text::advance(text, SMALL) <= at.width)
            .unwrap_or(&caption[1]);
        self.text(caption, Point::new(at.x, at.y + 14.6), SMALL, at.width);
        self.content.fill_color(BLACK);
        // The lower half is black from end to end; the upper half has a block for every second 10 mm.
        self.content.rect(Point::new(at.x, at.y + 10.0), bar, 1.25);
        let mut from = 0.0;
        while from < bar - 1e-9 {
            let width = (bar - from).min(10.0);
            self.content
                .rect(Point::new(at.x + from, at.y + 11.25), width, 1.25);
            from += 20.0;
        }
        self.content.op(&[], "f");
        let words = labels.scale_in_words(layout.scale);
        self.text(&words, Point::new(at.x, at.y + 1.0), MEDIUM, at.width);
        if layout.grid != [1, 1] {
            let right = Point::new(at.x + at.width * (PLACE + 0.05), at.y + 6.0);
            self.text(labels.overlap(), right, SMALL, at.width * (0.95 - PLACE));
        }
    }

    fn title_block(&mut self, layout: &Layout, title: &Title<'_>, labels: &Labels) {
        let block = layout.page.title;
        self.content.line_color(BLACK);
        self.content.op(&[LINE], "w");
        let cells = [
            (cell(block, 2, 0, 6), labels.name, title.name),
            (cell(block, 1, 0, 2), labels.date, title.date),
            (cell(block, 1, 2, 4), labels.author, title.author),
            (
                cell(block, 0, 0, 2),
                labels.scale,
                &super::scale::text(layout.scale),
            ),
            (cell(block, 0, 2, 2), labels.unit, title.unit),
        ];
        for (cell, _, _) in &cells {
            self.content
                .rect(Point::new(cell.x, cell.y), cell.width, cell.height);
        }
        let sheet = sheet_cell(block);
        self.content
            .rect(Point::new(sheet.x, sheet.y), sheet.width, sheet.height);
        self.content.op(&[], "S");
        for (cell, label, value) in cells {
            self.entry(cell, label, value);
        }
    }

    /// Writes a label and a value into a cell of the title block.
    fn entry(&mut self, cell: Rect, label: &str, value: &str) {
        let room = cell.width - 2.0;
        let top = Point::new(cell.x + 1.0, cell.y + cell.height - 0.8 - LABEL);
        self.text(label, top, LABEL, room);
        self.text(value, Point::new(cell.x + 1.0, cell.y + 1.2), LARGE, room);
    }

    /// Writes one line of text from a point on its baseline, smaller if it is wider than the room.
    fn text(&mut self, wording: &str, at: Point, size: f64, room: f64) {
        let wording = wording.replace('\n', " ");
        let advance = text::advance(&wording, size);
        let size = if advance > room {
            size * room / advance
        } else {
            size
        };
        let setting = Setting {
            at,
            size,
            align: Align::Left,
            valign: Valign::Baseline,
            angle: 0.0,
        };
        let outlines = text::layout(&wording, &setting);
        if !outlines.is_empty() {
            self.content.fill_color(BLACK);
            self.content.paths(&outlines, &Affine::IDENTITY);
            self.content.op(&[], "f*");
        }
    }

    /// Marks the corners of the area, and the strips that the page shares with its neighbors.
    fn crop_marks(&mut self, layout: &Layout, tile: &Tile) {
        let area = layout.page.area;
        let [columns, rows] = layout.grid;
        let (left, right) = (area.x, area.x + area.width);
        let (bottom, top) = (area.y, area.y + area.height);
        let mut lines: Vec<[Point; 2]> = Vec::new();
        let mut mark = |x: f64, y: f64, length: f64, is_vertical: bool| {
            for side in [-1.0, 1.0] {
                let (near, far) = (side, side * (1.0 + length));
                lines.push(if is_vertical {
                    let edge = if side < 0.0 { bottom } else { top };
                    [Point::new(x, edge + near), Point::new(x, edge + far)]
                } else {
                    let edge = if side < 0.0 { left } else { right };
                    [Point::new(edge + near, y), Point::new(edge + far, y)]
                });
            }
        };
        for x in [left, right] {
            mark(x, 0.0, 4.0, true);
        }
        for y in [bottom, top] {
            mark(0.0, y, 4.0, false);
        }
        let has_neighbor = [
            (tile.column > 0, left + OVERLAP, true),
            (tile.column + 1 < columns, right - OVERLAP, true),
            (tile.row + 1 < rows, bottom + OVERLAP, false),
            (tile.row > 0, top - OVERLAP, false),
        ];
        for (_, at, is_vertical) in has_neighbor.into_iter().filter(|(exists, _, _)| *exists) {
            mark(at, at, 2.0, is_vertical);
        }
        self.content.line_color(BLACK);
        self.content.op(&[LINE / 2.0], "w");
        let paths: Vec<Path> = lines.iter().map(|line| Path::from_points(line, false)).collect();
        self.content.paths(&paths, &Affine::IDENTITY);
        self.content.op(&[], "S");
    }
}
