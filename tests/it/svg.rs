//! The SVG reader with mutated valid files: each one is refused, or read as a drawing that keeps the invariants.
//!
//! The mutations depend on a seed only, so a failure is reproducible.

use crate::support::worked;
use std::panic::{AssertUnwindSafe, catch_unwind};
use trammel_base::random::SplitMix64;
use trammel_exchange::{CONVERTERS, ImportedContent, ImportedDrawing, ImportedItem, ReadError};
use trammel_formats::ImportOptions;

/// Number of mutations of each file.
const CHANGES: usize = 1_500;

/// Texts that are put in the place of numbers, names, and values.
const PIECES: [&str; 40] = [
    "NaN",
    "1e308",
    "-1e308",
    "1e400",
    "-0.0",
    "5e-324",
    "1000000001",
    "-1",
    "0",
    "0x10",
    "100%",
    "-50%",
    "1e9em",
    "url(#a)",
    "url(#",
    "#",
    "inherit",
    "none",
    "M",
    "A0 0 0 0 0 0 0",
    "a1e300 1 0 1 1 1 1",
    "z",
    "matrix(0 0 0 0 0 0)",
    "matrix(1e200 0 0 1e-200 0 0)",
    "scale(0)",
    "rotate(1e9)",
    "use",
    "g",
    "svg",
    "symbol",
    "text",
    "path",
    "#a",
    "#b",
    "a",
    "b",
    "&amp;",
    "&#0;",
    "<g>",
    "</g>",
];

/// Valid files with everything that the reader knows.
const FILES: [&str; 3] = [
    include_str!("../data/svg/shapes.svg"),
    include_str!("../data/svg/uses.svg"),
    include_str!("../data/svg/inkscape.svg"),
];

struct Changer(SplitMix64);

impl Changer {
    fn below(&mut self, most: usize) -> usize {
        // A fraction is below 1.
        (self.0.next_fraction() * most.max(1) as f64) as usize
    }

    /// Returns the text with one to four changes.
    fn changed(&mut self, text: &str) -> Vec<u8> {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..=self.below(4) {
            if bytes.len() < 8 {
                break;
            }
            match self.below(12) {
                0 => {
                    let end = self.below(bytes.len());
                    bytes.truncate(end);
                }
                1 => {
                    let at = self.below(bytes.len());
                    bytes[at] ^= 1 << self.below(8);
                }
                2 => self.moved(&mut bytes),
                _ => self.replaced(&mut bytes),
            }
        }
        bytes
    }

    /// Copies a piece of the file to another place.
    fn moved(&mut self, bytes: &mut Vec<u8>) {
        let from = self.below(bytes.len());
        let length = self.below(200).min(bytes.len() - from);
        let piece = bytes[from..from + length].to_vec();
        let to = self.below(bytes.len());
        bytes.splice(to..to, piece);
    }

    /// Replaces a word by a piece or by another word of the file.
    fn replaced(&mut self, bytes: &mut Vec<u8>) {
        let word = |bytes: &[u8], at: usize| {
            let is_part =
                |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'#' | b'%');
            let start = bytes[..at]
                .iter()
                .rposition(|byte| !is_part(byte))
                .map_or(0, |at| at + 1);
            let end = bytes[at..]
                .iter()
                .position(|byte| !is_part(byte))
                .map_or(bytes.len(), |step| at + step);
            start..end.max(start)
        };
        let at = self.below(bytes.len());
        let place = word(bytes, at);
        let new = match self.below(3) {
            0 => {
                let other = self.below(bytes.len());
                bytes[word(bytes, other)].to_vec()
            }
            _ => PIECES[self.below(PIECES.len())].as_bytes().to_vec(),
        };
        bytes.splice(place, new);
    }
}

fn read(bytes: &[u8]) -> Result<ImportedDrawing, ReadError> {
    let svg = CONVERTERS.iter().find(|converter| converter.id == "svg").unwrap();
    svg.read.unwrap()(bytes, &ImportOptions::default())
}

/// Returns the first violated invariant of a drawing.
fn problem(drawing: &ImportedDrawing) -> Option<String> {
    let mut blocks = drawing.blocks.iter().enumerate();
    blocks
        .find_map(|(at, block)| problem_of(drawing, &block.items, at))
        .or_else(|| problem_of(drawing, &drawing.items, drawing.blocks.len()))
}

/// Returns the first violated invariant of items that may insert the blocks before `blocks`.
fn problem_of(drawing: &ImportedDrawing, items: &[ImportedItem], blocks: usize) -> Option<String> {
    items.iter().find_map(|item| {
        let is_listed = |layer: &String| drawing.layers.iter().any(|own| own.name == *layer);
        if item.layer.as_ref().is_some_and(|layer| !is_listed(layer)) {
            return Some(format!("the layer {:?} is not in the list", item.layer));
        }
        let stroke = item.style.as_ref().and_then(|style| style.stroke.as_ref());
        if let Some(Err(why)) = stroke.map(trammel_scene::Stroke::check) {
            return Some(why.english);
        }
        match &item.content {
            ImportedContent::Group(inner) => problem_of(drawing, inner, blocks),
            ImportedContent::Insert(insert) => {
                (insert.block >= blocks).then(|| format!("block {} is not before", insert.block))
            }
            ImportedContent::Shape(shape) => shape.check().err().map(|why| why.english),
            _ => Some("an SVG file has no other content".to_owned()),
        }
    })
}

#[test]
fn a_mutated_svg_file_is_refused_or_valid() {
    let mut changer = Changer(SplitMix64::new(7));
    let (mut accepted, mut refused, mut wrong) = (0, 0, Vec::new());
    for file in FILES {
        let drawing = read(file.as_bytes()).unwrap();
        assert_eq!(problem(&drawing), None);
        assert!(!drawing.items.is_empty());
        for _ in 0..CHANGES {
            let bytes = changer.changed(file);
            let shown = || String::from_utf8_lossy(&bytes).into_owned();
            match catch_unwind(AssertUnwindSafe(|| read(&bytes))) {
                Ok(Ok(drawing)) => {
                    accepted += 1;
                    if let Some(problem) = problem(&drawing) {
                        wrong.push(format!("{problem}\n{}", shown()));
                    }
                }
                Ok(Err(_)) => refused += 1,
                Err(_) => wrong.push(format!("it panicked\n{}", shown())),
            }
        }
    }
    println!("SVG files: {accepted} read, {refused} refused");
    assert!(
        wrong.is_empty(),
        "{} files were handled wrongly, such as: {}",
        wrong.len(),
        wrong[0]
    );
    assert!(
        accepted > 500 && refused > 200,
        "{accepted} read, {refused} refused"
    );
}

#[test]
fn the_area_of_a_repeated_element_is_computed_once() {
    // A closed curve with many crossings.
    let mut path = "M50 10A40 40 0 0 1 90 50".to_owned();
    for step in 1..30 {
        let angle = f64::from(step * 13) * std::f64::consts::TAU / 30.0;
        let (sin, cos) = libm::sincos(angle);
        path += &format!("L{} {}", 50.0 + 40.0 * cos, 50.0 + 40.0 * sin);
    }
    let seconds = |uses: usize| {
        let use_ = "<use href='#a' transform='scale(1 0.9)'/>".repeat(uses);
        let text = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='100mm' height='100mm' viewBox='0 0 100 100'>\
             <defs><path id='a' d='{path}Z'/></defs>{use_}</svg>"
        );
        let started = worked();
        let drawing = read(text.as_bytes()).unwrap();
        let time = worked().saturating_sub(started).as_secs_f64();
        assert_eq!(drawing.items.len(), uses);
        time
    };
    let fastest = |uses: usize| (0..3).map(|_| seconds(uses)).fold(f64::INFINITY, f64::min);
    let (one, many) = (fastest(1), fastest(100));
    assert!(many < 40.0 * one, "{many} s for 100 placements, {one} s for one");
}
