//! Program that imports the SVG files of folders and compares the rendering of the imported drawing with that of the
//! source: `cargo run --example svg_files -- FOLDER...`. `cargo xtask oracles` runs it on public sets of files.
//!
//! Both are rendered by resvg at the same size. Each file has one of these outcomes, whose shares are printed: equal up
//! to few pixels, different with a reason in the report, refused with a reason, or different without a reason, which is a
//! failure. Too few equal files are a failure as well.

use resvg::{tiny_skia, usvg};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Arc;
use trammel_exchange::{CONVERTERS, ImportedContent, ImportedDrawing, ImportedItem, ReadError, convert};
use trammel_formats::{Conversion, Converted, Drawing, ImportOptions};
use trammel_kernel::Affine;
use trammel_kernel::affine::rotation;
use trammel_scene::{Edit, Name, Scene, Stroke, Style, Transform, Units};

/// Length of the longer side of a rendering in pixels.
const SIDE: f32 = 200.0;

/// Share of the pixels that may differ by more than [`LEVELS`]: borders of areas are smoothed differently.
const SHARE: f64 = 0.004;

/// Least share of the files that are imported without a visible difference. An importer that reported every file as changed
/// would fail.
const LEAST_EQUAL: f64 = 0.68;

/// Difference of a channel that counts, of 255.
const LEVELS: u8 = 64;

/// Returns the millimeters in a pixel. The reader follows Inkscape before 0.92, which has 90 pixels per inch; resvg does
/// not.
fn pixel(root: &str) -> f64 {
    let version = root.split_once("inkscape:version=").map(|(_, rest)| &rest[1..]);
    let minor = version.and_then(|version| version.strip_prefix("0."));
    let minor = minor.and_then(|minor| minor.split(|c: char| !c.is_ascii_digit()).next());
    let is_old = minor
        .and_then(|minor| minor.parse::<u32>().ok())
        .is_some_and(|minor| minor < 92);
    25.4 / if is_old { 90.0 } else { 96.0 }
}

/// Result of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Equal,
    Reported,
    Refused,
    /// The other renderer does not read the file.
    NotRendered,
    Different,
    Panic,
}

fn main() -> ExitCode {
    let mut files = Vec::new();
    for folder in std::env::args().skip(1) {
        collect(Path::new(&folder), &mut files);
    }
    files.sort();
    std::panic::set_hook(Box::new(|_| {}));
    let mut counts: BTreeMap<Outcome, usize> = BTreeMap::new();
    for file in &files {
        let outcome = catch_unwind(AssertUnwindSafe(|| compare(file))).unwrap_or(Outcome::Panic);
        *counts.entry(outcome).or_default() += 1;
        if outcome >= Outcome::Different {
            println!("{outcome:?}: {}", file.display());
        }
    }
    for (outcome, count) in &counts {
        println!(
            "{outcome:?}: {count} of {} files ({:.1} %)",
            files.len(),
            100.0 * *count as f64 / files.len() as f64
        );
    }
    let equal = counts.get(&Outcome::Equal).copied().unwrap_or(0) as f64;
    let is_equal = !files.is_empty() && equal >= LEAST_EQUAL * files.len() as f64;
    if !is_equal {
        println!("too few files are equal: expected {:.0} %", 100.0 * LEAST_EQUAL);
    }
    if is_equal && !counts.keys().any(|outcome| *outcome >= Outcome::Different) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "svg") {
            files.push(path);
        }
    }
}

fn compare(file: &Path) -> Outcome {
    let Ok(bytes) = std::fs::read(file) else {
        return Outcome::NotRendered;
    };
    let Some(read) = CONVERTERS
        .iter()
        .find(|converter| converter.id == "svg")
        .and_then(|svg| svg.read)
    else {
        return Outcome::Different;
    };
    let pixels = ImportOptions {
        units: Some(Units::Px),
        first: Some(10_000),
        ..ImportOptions::default()
    };
    let exact = ImportOptions {
        units: None,
        ..pixels.clone()
    };
    let read = match read(&bytes, &exact) {
        Err(ReadError::Question(_)) => read(&bytes, &pixels),
        read => read,
    };
    let Ok(drawing) = read else {
        return Outcome::Refused;
    };
    let Ok(source) = usvg::Tree::from_data(&bytes, &usvg::Options::default()) else {
        return Outcome::NotRendered;
    };
    let size = source.size();
    let scale = SIDE / size.width().max(size.height());
    let Some(text) = written(
        &drawing,
        page(&bytes, [size.width().into(), size.height().into()]),
    ) else {
        return Outcome::Different;
    };
    let Ok(imported) = usvg::Tree::from_str(&text, &usvg::Options::default()) else {
        return Outcome::Different;
    };
    let (Some(a), Some(b)) = (
        painted(&source, scale),
        painted(
            &imported,
            SIDE / imported.size().width().max(imported.size().height()),
        ),
    ) else {
        return Outcome::NotRendered;
    };
    let different = difference(&a, &b);
    match (different <= SHARE, drawing.report.is_empty()) {
        (true, _) => Outcome::Equal,
        (false, false) => Outcome::Reported,
        (false, true) => {
            println!("{:.2} % of the pixels differ", 100.0 * different);
            Outcome::Different
        }
    }
}

/// Returns the page of a file of this size in pixels, in coordinates of a file of the drawing.
fn page(bytes: &[u8], [width, height]: [f64; 2]) -> [f64; 4] {
    let text = String::from_utf8_lossy(bytes);
    let root = text.find("<svg").map_or("", |at| &text[at..]);
    let root = &root[..root.find('>').unwrap_or(root.len())];
    let view_box = root.split_once("viewBox").and_then(|(_, rest)| {
        let rest = rest.trim_start().strip_prefix('=')?.trim_start();
        let quote = rest.chars().next()?;
        svgtypes::ViewBox::from_str(rest[1..].split_once(quote)?.0).ok()
    });
    let pixel = pixel(root);
    let (width, height) = (width * pixel, height * pixel);
    match view_box.filter(|view| view.x != 0.0 || view.y != 0.0) {
        None => [0.0, -height, width, height],
        Some(view) => {
            // The origin of the coordinates stays; the usual alignment centers the view.
            let scale = (width / view.w).min(height / view.h);
            let (dx, dy) = ((width - view.w * scale) / 2.0, (height - view.h * scale) / 2.0);
            [view.x * scale - dx, view.y * scale - dy, width, height]
        }
    }
}

/// Returns the drawing as an SVG file with this page.
fn written(drawing: &ImportedDrawing, [x, y, width, height]: [f64; 4]) -> Option<String> {
    let mut builder = Builder {
        drawing,
        edit: Edit::new(Scene::new("imported")),
        count: 0,
    };
    builder.add(&drawing.items, Affine::IDENTITY)?;
    let conversion = Conversion::Write {
        format: "svg".to_owned(),
        drawing: Drawing::of(&builder.edit.finish().0),
        project: None,
        options: Box::default(),
    };
    let Ok(Converted::Written(file)) = convert(&conversion) else {
        return None;
    };
    let text = String::from_utf8(file.bytes).ok()?;
    let (_, content) = text.split_once("</title>")?;
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:inkscape=\"x\" width=\"{width}mm\" height=\"{height}mm\" \
         viewBox=\"{x} {y} {width} {height}\">{content}"
    ))
}

/// Builder of a scene from the content of a file, with placements copied.
struct Builder<'a> {
    drawing: &'a ImportedDrawing,
    edit: Edit,
    count: usize,
}

impl Builder<'_> {
    fn add(&mut self, items: &[ImportedItem], map: Affine) -> Option<()> {
        for item in items {
            match &item.content {
                ImportedContent::Group(inner) => self.add(inner, map)?,
                ImportedContent::Insert(insert) => {
                    let [sx, sy] = insert.scale;
                    let placed = map
                        * Affine::translate(insert.at.to_vec2())
                        * rotation(insert.rotation)
                        * Affine::scale_non_uniform(sx, sy);
                    self.add(&self.drawing.blocks.get(insert.block)?.items, placed)?;
                }
                ImportedContent::Shape(shape) => {
                    self.count += 1;
                    let name = Name::new(&format!("item {}", self.count)).ok()?;
                    let style = item.style.clone().unwrap_or_else(|| self.of_layer(item));
                    self.edit
                        .insert(&name, shape.clone(), Arc::new(style), false)
                        .ok()?;
                    let pivot = self.edit.scene().get(&name)?.shape.center();
                    let transform = Transform::default().with_matrix(map, pivot)?;
                    self.edit.set_transform(&name, transform).ok()?;
                }
                _ => return None,
            }
        }
        Some(())
    }

    /// Returns the style of the layer of an item.
    fn of_layer(&self, item: &ImportedItem) -> Style {
        let layer = self
            .drawing
            .layers
            .iter()
            .find(|layer| Some(&layer.name) == item.layer.as_ref());
        Style {
            stroke: layer.map(|layer| Stroke {
                color: layer.color,
                width: layer.line_weight.unwrap_or(1.0),
                ..Stroke::default()
            }),
            fill: None,
        }
    }
}

fn painted(tree: &usvg::Tree, scale: f32) -> Option<tiny_skia::Pixmap> {
    let side = |length: f32| (length * scale).ceil().clamp(1.0, 2.0 * SIDE) as u32;
    let mut paper = tiny_skia::Pixmap::new(side(tree.size().width()), side(tree.size().height()))?;
    paper.fill(tiny_skia::Color::WHITE);
    resvg::render(
        tree,
        tiny_skia::Transform::from_scale(scale, scale),
        &mut paper.as_mut(),
    );
    Some(paper)
}

/// Returns the share of the pixels that differ.
fn difference(a: &tiny_skia::Pixmap, b: &tiny_skia::Pixmap) -> f64 {
    let (width, height) = (a.width().min(b.width()), a.height().min(b.height()));
    let mut count = 0_u32;
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        let (Some(a), Some(b)) = (a.pixel(x, y), b.pixel(x, y)) else {
            continue;
        };
        let far = |a: u8, b: u8| a.abs_diff(b) > LEVELS;
        if far(a.red(), b.red()) || far(a.green(), b.green()) || far(a.blue(), b.blue()) {
            count += 1;
        }
    }
    f64::from(count) / f64::from(width * height)
}
