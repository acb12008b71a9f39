//! Medians of `cargo bench --bench kernel` compared with their bars, and growth tables.
//!
//! A bar is the target for a typical development machine; compare the ratios between versions. Start reading at
//! [`ROWS`].

use super::divan::{self, Measured};
use crate::process::{command, run_and_read, say};
use crate::record::{self, Numbers};

/// A row of the table of bars.
struct Row {
    /// Benchmark, as named by `divan::read`.
    bench: &'static str,
    /// Label of the row, if it differs from the benchmark's name.
    what: Option<&'static str>,
    /// Maximum value in the unit of the row.
    bar: f64,
    unit: Unit,
    /// Number of items that one call of the benchmark handles; the value is divided by this number.
    items: f64,
}

#[derive(Clone, Copy)]
enum Unit {
    Nanoseconds,
    Microseconds,
    Milliseconds,
    Bytes,
}

impl Unit {
    fn symbol(self) -> &'static str {
        match self {
            Nanoseconds => "ns",
            Microseconds => "us",
            Milliseconds => "ms",
            Bytes => "B",
        }
    }
}
use Unit::{Bytes, Microseconds, Milliseconds, Nanoseconds};

/// Creates a row for one call of a benchmark.
const fn row(bench: &'static str, bar: f64, unit: Unit) -> Row {
    Row {
        bench,
        what: None,
        bar,
        unit,
        items: 1.0,
    }
}

impl Row {
    const fn called(self, what: &'static str) -> Row {
        Row {
            what: Some(what),
            ..self
        }
    }

    /// Divides the value of the row by a number of items.
    const fn each_of(self, items: f64) -> Row {
        Row { items, ..self }
    }

    /// Returns the median in the unit of the row.
    fn median(&self, medians: &Medians) -> Result<f64, String> {
        let measured = medians.get(self.bench)?;
        let median = match self.unit {
            Nanoseconds => measured.seconds * 1e9,
            Microseconds => measured.seconds * 1e6,
            Milliseconds => measured.seconds * 1e3,
            Bytes => measured.kept_bytes,
        };
        Ok(median / self.items)
    }

    fn what(&self) -> &'static str {
        let name = self.bench.split_once('/').map_or(self.bench, |(_, name)| name);
        self.what.unwrap_or(name)
    }
}

/// Rows of the table.
#[rustfmt::skip]
const ROWS: &[Row] = &[
    row("curves/bounds of a line", 5.0, Nanoseconds),
    row("curves/bounds of an arc", 40.0, Nanoseconds),
    row("curves/bounds of a cubic", 80.0, Nanoseconds),
    row("curves/bounds of a path of 10 pieces", 500.0, Nanoseconds),
    row("curves/bounds of 100,000 shapes", 12.0, Milliseconds),
    row("curves/index of boxes/10000", 1.0, Milliseconds).called("index of 10,000 boxes"),
    row("curves/index of boxes/100000", 15.0, Milliseconds).called("index of 100,000 boxes"),
    row("curves/window query, a few of 100,000", 5.0, Microseconds),
    row("curves/nearest of 100,000, exact distance", 10.0, Microseconds),
    row("curves/snap among 100,000, every kind", 0.3, Milliseconds),
    row("curves/point at a distance on 1,000 pieces", 5.0, Microseconds),
    row("curves/nearest point on 1,000 pieces", 20.0, Microseconds),
    row("curves/intersections of two paths of 1,000 pieces", 1.0, Milliseconds),
    row("curves/intersections of two zigzags of 1,000 lines", 1.0, Milliseconds),
    row("curves/union of two regions of 1,000 lines", 10.0, Milliseconds),
    row("curves/union of two regions of 1,000 arcs and lines", 10.0, Milliseconds),
    row("curves/offset of an outline of 500 lines", 5.0, Milliseconds),
    row("curves/offset of an outline of 500 arcs and lines", 5.0, Milliseconds),
    row("curves/inward offset of 500 arcs and lines", 5.0, Milliseconds),
    row("curves/fillets at 1,000 corners", 1.0, Milliseconds),
    row("curves/hatch of an A4 sheet at 3 mm in 200 pieces", 2.0, Milliseconds),
    row("curves/constraints, by rectangles/2", 0.1, Milliseconds).called("constraints, 20 unknowns"),
    row("curves/constraints, by rectangles/12", 2.0, Milliseconds).called("constraints, 100 unknowns"),
    row("curves/constraints, by rectangles/50", 60.0, Milliseconds).called("constraints, 400 unknowns"),
    row("drawing/create 10,000 entities, typed", 1.0, Microseconds).each_of(1e4).called("create an entity, typed"),
    row("drawing/create 10,000 entities, JSON tool calls", 6.0, Microseconds).each_of(1e4).called("create an entity, JSON tool call"),
    row("growth/bounds/10000", 1.0, Milliseconds).called("world bounds of 10,000 entities"),
    row("growth/lint/10000", 16.0, Milliseconds).called("lint of 10,000 entities"),
    row("growth/undo/10000", 10.0, Microseconds).called("undo of one call in 10,000 entities"),
    row("growth/SVG/10000", 15.0, Milliseconds).called("SVG of 10,000 entities"),
    row("growth/SVG file/10000", 300.0, Milliseconds).called("SVG file for machines of 10,000 entities"),
    row("growth/SVG import/10000", 500.0, Milliseconds).called("import of an SVG file with 10,000 entities"),
    row("growth/DXF import/10000", 500.0, Milliseconds).called("import of a DXF file with 10,000 entities"),
    row("growth/DXF/10000", 300.0, Milliseconds).called("DXF of 10,000 entities"),
    row("growth/PDF/10000", 300.0, Milliseconds).called("PDF of 10,000 entities"),
    row("drawing/a drawing of 10,000 entities", 400.0, Bytes).each_of(1e4).called("memory of an entity, among 10,000"),
];

/// Columns of the first growth table, and whether their time is divided by the number of entities.
const GROWTH: [(&str, bool); 11] = [
    ("create", true),
    ("bounds", true),
    ("index", true),
    ("lint", true),
    ("SVG", true),
    ("DXF", true),
    ("PDF", true),
    ("save", true),
    ("query", false),
    ("window", false),
    ("undo", false),
];
const ENTITIES: [usize; 4] = [100, 1000, 10_000, 100_000];

/// Rows of the second growth table.
const CALLS: [&str; 3] = ["draw (direct)", "change (direct)", "run_cad_code"];
const CALLS_BEFORE: [usize; 4] = [1000, 2000, 4000, 8000];
const FULL: &str = "10,000 draws and 10,000 changes (direct)";

/// Runs the benchmarks and prints the tables. Values over their bar are not an error. With `write`, the tables go
/// into `docs/performance.md` and the ratios into the record.
///
/// # Errors
/// Returns an error if the benchmarks do not build or fail, or if a benchmark in a table is missing.
pub fn kernel(write: bool) -> Result<(), String> {
    let medians = measure(&[])?;
    let tables = tables(&medians)?;
    print!("{tables}");
    if write {
        record::document("kernel", &tables)?;
        record::write("ratio", &ratios(&medians)?)?;
    }
    Ok(())
}

/// Runs the benchmarks of the table of bars with few samples and returns the ratio of each row.
///
/// # Errors
/// Returns an error if the benchmarks do not build or fail, or if a benchmark in the table is missing.
pub fn quick_ratios() -> Result<Numbers, String> {
    let few = ["--sample-count", "15", "--max-time", "0.5"];
    ratios(&measure(&few)?)
}

/// Runs the benchmarks with options of divan.
fn measure(options: &[&str]) -> Result<Medians, String> {
    let arguments = ["bench", "--locked", "--package", "benches", "--bench", "kernel"];
    say(&format!("cargo {}", arguments.join(" ")));
    let all = [&arguments[..], &["--", "--color=never"], options].concat();
    let mut bench = command("cargo", &all);
    bench.env("DIVAN_BYTES_FORMAT", "decimal");
    let (succeeded, output) = run_and_read(bench)?;
    if !succeeded {
        return Err("the benchmarks failed; see above".to_owned());
    }
    Ok(Medians(divan::read(&output)))
}

/// Returns the ratio of each row of the table of bars.
fn ratios(medians: &Medians) -> Result<Numbers, String> {
    let ratio = |row: &Row| Ok((row.what().to_owned(), row.median(medians)? / row.bar));
    ROWS.iter().map(ratio).collect()
}

/// Parsed benchmark results.
struct Medians(Vec<Measured>);

impl Medians {
    fn get(&self, name: &str) -> Result<&Measured, String> {
        self.0
            .iter()
            .find(|measured| measured.name == name)
            .ok_or_else(|| {
                format!("`cargo bench` printed no median of {name:?}; xtask/src/bench/kernel.rs names it")
            })
    }

    fn microseconds(&self, name: &str) -> Result<f64, String> {
        Ok(self.get(name)?.seconds * 1e6)
    }
}

fn tables(medians: &Medians) -> Result<String, String> {
    Ok(format!(
        "\nCPU: {}\n{}\n{}\n{}",
        cpu(),
        bars(medians)?,
        growth(medians)?,
        calls(medians)?
    ))
}

fn bars(medians: &Medians) -> Result<String, String> {
    let mut text = format!(
        "{:<58} {:>12} {:>10} {:>7}\n",
        "operation", "median", "bar", "ratio"
    );
    let mut over = Vec::new();
    for row in ROWS {
        let (what, bar, median) = (row.what(), row.bar, row.median(medians)?);
        let (ratio, unit) = (median / bar, row.unit.symbol());
        if ratio > 1.0 {
            over.push(what);
        }
        let verdict = if ratio > 1.0 { "  over" } else { "" };
        text += &format!("{what:<58} {median:>9.3} {unit} {bar:>7} {unit} {ratio:>7.2}{verdict}\n");
    }
    Ok(text + &format!("{} over their bars: {}\n", over.len(), over.join("; ")))
}

fn growth(medians: &Medians) -> Result<String, String> {
    let mut text = "growth: microseconds an entity (query, window, undo: microseconds a call)\n".to_owned();
    text += &format!("{:<9}", "entities");
    for (column, _) in GROWTH {
        text += &format!(" {column:>8}");
    }
    for count in ENTITIES {
        text += &format!("\n{count:<9}");
        for (column, divided) in GROWTH {
            let time = medians.microseconds(&format!("growth/{column}/{count}"))?;
            text += &format!(" {:>8.3}", if divided { time / count as f64 } else { time });
        }
    }
    Ok(text + "\n")
}

fn calls(medians: &Medians) -> Result<String, String> {
    let mut text = "growth: microseconds of a call after this number of calls (median)\n".to_owned();
    text += &format!("{:<22}", "call");
    for size in CALLS_BEFORE {
        text += &format!(" {size:>8}");
    }
    text += &format!(" {:>11}\n", "8000/1000");
    for call in CALLS {
        text += &format!("{call:<22}");
        let mut times = Vec::new();
        for size in CALLS_BEFORE {
            let time = medians.microseconds(&format!("calls/{call}/{size}"))?;
            text += &format!(" {time:>8.1}");
            times.push(time);
        }
        text += &format!(" {:>11.2}\n", times[times.len() - 1] / times[0]);
    }
    let total = medians.get(&format!("calls/{FULL}"))?.seconds;
    Ok(text + &format!("10000 draws and 10000 changes by direct calls: {total:.3} s\n"))
}

fn cpu() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info
        .lines()
        .find_map(|line| line.strip_prefix("model name"))
        .map(|rest| rest.trim_start_matches([' ', '\t', ':']).to_owned());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!(
        "{}, {cores} cores, {}",
        model.unwrap_or_else(|| "unknown".to_owned()),
        std::env::consts::ARCH
    )
}
