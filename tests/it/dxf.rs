//! Tests of the reader of DXF files: golden output of whole files, and mutated valid files.
//!
//! Each mutation must be refused, or read as a valid drawing: its shapes pass their checks, a block inserts only blocks
//! before it, and its layers are listed. The mutations depend on a seed only, so a failure is reproducible.

use crate::support::check_golden;
use proptest::prelude::*;
use std::fmt::Write as _;
use trammel_base::random::SplitMix64;
use trammel_exchange::{CONVERTERS, ImportedContent, ImportedDrawing, ImportedItem, Precision, ReadError};
use trammel_formats::ImportOptions;
use trammel_scene::{Shape, Units};

/// Number of changes of each file.
const CHANGES: u64 = 600;

/// Values that are hard to read.
const VALUES: [&[u8]; 14] = [
    b"NaN",
    b"1e400",
    b"-1e308",
    b"1,5",
    b"",
    b"-1",
    b"0",
    b"32767",
    b"999999999999999999999",
    b"CHAIR",
    b"TABLE",
    b"\\U+D83D",
    b"\xb5",
    b"5e-324",
];

fn files() -> Vec<(&'static str, Vec<u8>)> {
    ["plate_r2000", "plan_r12_cp949", "plate_binary"]
        .map(|name| (name, std::fs::read(format!("tests/data/dxf/{name}.dxf")).unwrap()))
        .into()
}

fn read(bytes: &[u8], options: &ImportOptions) -> Result<ImportedDrawing, ReadError> {
    let converter = CONVERTERS.iter().find(|converter| converter.id == "dxf").unwrap();
    converter.read.unwrap()(bytes, options)
}

fn options() -> ImportOptions {
    ImportOptions {
        file_name: "test".to_owned(),
        ..ImportOptions::default()
    }
}

fn decimals(precision: Precision) -> u8 {
    match precision {
        Precision::Written(decimals) | Precision::Computed(decimals) => decimals,
    }
}

/// Returns the content of a drawing as text, one line for each layer, block, item, and entry of the report.
fn shown(drawing: &ImportedDrawing) -> String {
    let mut out = format!(
        "units {}, decimals {}\n",
        drawing.units.as_str(),
        decimals(drawing.precision)
    );
    for layer in &drawing.layers {
        writeln!(out, "layer {layer:?}").unwrap();
    }
    for block in &drawing.blocks {
        writeln!(out, "block {}", block.name).unwrap();
        show_items(&block.items, 1, &mut out);
    }
    show_items(&drawing.items, 0, &mut out);
    for entry in &drawing.report {
        writeln!(out, "{entry}").unwrap();
    }
    out
}

fn show_items(items: &[ImportedItem], depth: usize, out: &mut String) {
    for item in items {
        let style = serde_json::to_string(&item.style).unwrap();
        let layer = item.layer.as_deref().unwrap_or_default();
        write!(out, "{}{layer}: ", "  ".repeat(depth)).unwrap();
        match &item.content {
            ImportedContent::Shape(shape) => {
                writeln!(out, "{}", serde_json::to_string(shape).unwrap()).unwrap();
            }
            ImportedContent::Insert(insert) => writeln!(out, "{insert:?}").unwrap(),
            ImportedContent::Placed(..) => writeln!(out, "placed").unwrap(),
            ImportedContent::Group(items) => {
                writeln!(out, "group").unwrap();
                show_items(items, depth + 1, out);
            }
        }
        if item.style.is_some() {
            writeln!(out, "{}style {style}", "  ".repeat(depth + 1)).unwrap();
        }
    }
}

#[test]
fn dxf_files_are_read_as_in_the_golden_files() {
    for (name, bytes) in files().into_iter().filter(|(name, _)| *name != "plate_binary") {
        let drawing = read(&bytes, &options()).unwrap();
        check_golden(&format!("tests/golden/dxf_{name}.txt"), &shown(&drawing));
    }
}

#[test]
fn a_binary_dxf_file_is_read_like_its_text() {
    let [(_, text), _, (_, binary)] = files().try_into().unwrap();
    let [text, mut binary] = [text, binary].map(|bytes| read(&bytes, &options()).unwrap());
    binary.precision = text.precision;
    assert_eq!(shown(&text), shown(&binary));
}

/// Returns the first problem of a drawing.
fn problem(drawing: &ImportedDrawing) -> Option<String> {
    let layers: Vec<&str> = drawing.layers.iter().map(|layer| layer.name.as_str()).collect();
    let blocks = drawing.blocks.iter().enumerate();
    blocks
        .map(|(index, block)| (index, &block.items))
        .chain([(drawing.blocks.len(), &drawing.items)])
        .find_map(|(blocks, items)| problem_of_items(items, blocks, &layers))
        .or_else(|| (decimals(drawing.precision) > 15).then(|| "too many decimals".to_owned()))
}

fn problem_of_items(items: &[ImportedItem], blocks: usize, layers: &[&str]) -> Option<String> {
    items.iter().find_map(|item| {
        if let Some(layer) = &item.layer
            && !layers.contains(&layer.as_str())
        {
            return Some(format!("the layer '{layer}' is not listed"));
        }
        match &item.content {
            ImportedContent::Shape(shape) => shape.check().err().map(|why| why.english),
            ImportedContent::Group(items) => problem_of_items(items, blocks, layers),
            ImportedContent::Placed(transform, content) => match &**content {
                ImportedContent::Shape(shape @ Shape::Text(_)) => {
                    let problem = transform.check().and(shape.check());
                    problem.err().map(|why| why.english)
                }
                _ => Some("only texts have a transform".to_owned()),
            },
            ImportedContent::Insert(insert) => {
                let is_valid = insert.block < blocks
                    && insert.at.is_finite()
                    && insert.spacing.is_finite()
                    && insert.rotation.is_finite()
                    && insert
                        .scale
                        .iter()
                        .all(|factor| factor.is_finite() && *factor != 0.0)
                    && insert.count.iter().all(|count| *count > 0);
                (!is_valid).then(|| format!("{insert:?}"))
            }
        }
    })
}

/// Changes of a file, by tags of a text file and by bytes.
struct Changer(SplitMix64);

impl Changer {
    fn below(&mut self, most: usize) -> usize {
        // A fraction is below 1.
        (self.0.next_fraction() * most.max(1) as f64) as usize
    }

    fn changed(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut out = bytes.to_vec();
        for _ in 0..=self.below(3) {
            out = match self.below(8) {
                0 => out[..self.below(out.len())].to_vec(),
                1 | 2 => self.flipped(out),
                _ => self.restructured(&out),
            };
        }
        out
    }

    fn flipped(&mut self, mut bytes: Vec<u8>) -> Vec<u8> {
        for _ in 0..=self.below(4) {
            if bytes.is_empty() {
                break;
            }
            let at = self.below(bytes.len());
            match self.below(3) {
                0 => bytes[at] ^= 1 << self.below(8),
                1 => bytes.insert(at, b"0123456789.-\n\0 "[self.below(15)]),
                _ => drop(bytes.remove(at)),
            }
        }
        bytes
    }

    /// Changes, removes, repeats, or moves whole tags, so that the structure of the file stays valid.
    fn restructured(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut lines: Vec<Vec<u8>> = bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
        let tags = lines.len() / 2;
        if tags < 4 {
            return bytes.to_vec();
        }
        let (a, b) = (2 * self.below(tags - 2), 2 * self.below(tags - 2));
        let count = 2 * (1 + self.below(12)).min((lines.len() - a) / 2);
        match self.below(6) {
            0 | 1 => lines[a + 1] = VALUES[self.below(VALUES.len())].to_vec(),
            2 => lines[a] = lines[b].clone(),
            3 => lines[a + 1] = lines[b + 1].clone(),
            4 => drop(lines.drain(a..a + count)),
            _ => {
                let copied: Vec<Vec<u8>> = lines[a..a + count].to_vec();
                lines.splice(b..b, copied);
            }
        }
        lines.join(&b'\n')
    }
}

/// Reads changed files, and returns how many were read, raised a question, or were refused.
fn judge(seed: u64) -> [u64; 3] {
    let mut counts = [0; 3];
    for (name, valid) in files() {
        let mut changer = Changer(SplitMix64::new(seed));
        for change in 0..CHANGES {
            let bytes = changer.changed(&valid);
            let units = change.is_multiple_of(2).then_some(Units::Mm);
            let options = ImportOptions { units, ..options() };
            let judged = std::panic::catch_unwind(|| read(&bytes, &options));
            let found = match judged {
                Ok(Ok(drawing)) => {
                    counts[0] += 1;
                    problem(&drawing)
                }
                Ok(Err(ReadError::Question(_))) => {
                    counts[1] += 1;
                    None
                }
                Ok(Err(ReadError::Refused(_))) => {
                    counts[2] += 1;
                    None
                }
                Err(_) => Some("it panicked".to_owned()),
            };
            if let Some(problem) = found {
                panic!(
                    "{name}, seed {seed}, change {change}: {problem}\n{}",
                    String::from_utf8_lossy(&bytes)
                );
            }
        }
    }
    counts
}

#[test]
fn a_mutated_dxf_file_is_refused_or_valid() {
    let counts = judge(1);
    println!("{counts:?} files were read, raised a question, or were refused");
    let [read, asked, refused] = counts;
    assert!(read > 500 && asked > 0 && refused > 500, "{counts:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_mutated_dxf_file_is_refused_or_valid_for_any_seed(seed: u64) {
        judge(seed);
    }
}
