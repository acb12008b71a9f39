//! Parser for the text output of divan, which has no machine-readable format.
//!
//! ```text
//! kernel            fastest       │ slowest       │ median        │ mean          │ samples │ iters
//! ╰─ growth                       │               │               │               │         │
//!    ╰─ save                      │               │               │               │         │
//!       ╰─ 100     865.1 µs      │ 905.3 µs      │ 870.2 µs      │ 871 µs        │ 100     │ 100
//!                   alloc:        │               │               │               │         │
//!                     12          │ 12            │ 12            │ 12            │         │
//!                     9.52 KB     │ 9.52 KB       │ 9.52 KB       │ 9.52 KB       │         │
//! ```

/// Result of one benchmark: the medians of its samples.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// Modules, name, and argument (if any) of the benchmark: `growth/save/100`.
    pub name: String,
    /// Duration of one call in seconds.
    pub seconds: f64,
    /// Bytes that one call allocates and does not free.
    pub kept_bytes: f64,
}

/// Returns the benchmarks in the output of divan, without the name of the program.
pub fn read(output: &str) -> Vec<Measured> {
    let mut found: Vec<Measured> = Vec::new();
    let mut path: Vec<&str> = Vec::new();
    // Sign of the byte count in the current block, and the number of values already read in the block.
    let mut block = (0.0, 0);
    for line in output.lines() {
        if let Some((depth, rest)) = branch(line) {
            let (name, columns) = rest.split_once("  ").unwrap_or((rest, ""));
            path.truncate(depth);
            path.push(name.trim());
            block = (0.0, 0);
            if let Some(seconds) = columns.split('│').nth(2).and_then(seconds) {
                found.push(Measured {
                    name: path.join("/"),
                    seconds,
                    kept_bytes: 0.0,
                });
            }
            continue;
        }
        let columns: Vec<&str> = line.rsplitn(6, '│').collect();
        let (Some(measured), &[_, _, _, median, _, first]) = (found.last_mut(), &columns[..]) else {
            continue;
        };
        let label = first.trim_matches(['│', ' ']);
        if label.ends_with(':') {
            block = (sign(label), 0);
        } else {
            // The first value is the number of allocations, the second one their bytes.
            block.1 += 1;
            if block.1 == 2 {
                measured.kept_bytes += block.0 * bytes(median).unwrap_or(0.0);
            }
        }
    }
    found
}

/// Returns the depth and the text of a line of the tree, or `None` for a line without a name.
fn branch(line: &str) -> Option<(usize, &str)> {
    let at = line.find("├─ ").or_else(|| line.find("╰─ "))?;
    // Each level is indented by three characters.
    let depth = line[..at].chars().count() / 3;
    Some((depth, &line[at + "├─ ".len()..]))
}

/// Returns the sign with which the bytes under this heading contribute to the memory that stays allocated.
fn sign(label: &str) -> f64 {
    match label {
        "alloc:" | "grow:" => 1.0,
        "dealloc:" | "shrink:" => -1.0,
        _ => 0.0,
    }
}

fn seconds(text: &str) -> Option<f64> {
    let units = [("ns", 1e-9), ("µs", 1e-6), ("ms", 1e-3), ("s", 1.0), ("m", 60.0)];
    number(text, &units)
}

fn bytes(text: &str) -> Option<f64> {
    number(text, &[("B", 1.0), ("KB", 1e3), ("MB", 1e6), ("GB", 1e9)])
}

fn number(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let (number, unit) = text.trim().split_once(' ')?;
    let (_, factor) = units.iter().find(|(name, _)| *name == unit)?;
    Some(number.parse::<f64>().ok()? * factor)
}

#[cfg(test)]
mod tests {
    use super::{Measured, read};

    const OUTPUT: &str = "\
Timer precision: 20 ns
kernel                   fastest       │ slowest       │ median        │ mean          │ samples │ iters
├─ curves                              │               │               │               │         │
│  ├─ bounds of a line   5.636 ns      │ 9.1 ns        │ 5.7 ns        │ 5.9 ns        │ 100     │ 51200
│  ╰─ index of boxes                   │               │               │               │         │
│     ├─ 10000           412.1 µs      │ 1.2 ms        │ 420 µs        │ 433.3 µs      │ 100     │ 100
│     │                    max alloc:  │               │               │               │         │
│     │                      5         │ 5             │ 5             │ 5             │         │
│     │                      1.5 MB    │ 1.5 MB        │ 1.5 MB        │ 1.5 MB        │         │
│     │                    alloc:      │               │               │               │         │
│     │                      7         │ 7             │ 7             │ 7             │         │
│     │                      2 MB      │ 2 MB          │ 2 MB          │ 2 MB          │         │
│     │                    dealloc:    │               │               │               │         │
│     │                      2         │ 2             │ 2             │ 2             │         │
│     │                      500.5 KB  │ 500.5 KB      │ 500.5 KB      │ 500.5 KB      │         │
│     ╰─ 100000          5.1 ms        │ 6.2 ms        │ 5.2 ms        │ 5.3 ms        │ 100     │ 100
╰─ growth                              │               │               │               │         │
   ╰─ save                             │               │               │               │         │
      ╰─ 100             1.165 s       │ 1.165 s       │ 1.165 s       │ 1.165 s       │ 1       │ 1
                           grow:       │               │               │               │         │
                             1         │ 1             │ 1             │ 1             │         │
                             96 B      │ 96 B          │ 96 B          │ 96 B          │         │
";

    #[test]
    fn medians_and_memory_are_read_with_their_full_names() {
        let measured = |name: &str, seconds, kept_bytes| Measured {
            name: name.to_owned(),
            seconds,
            kept_bytes,
        };
        assert_eq!(
            read(OUTPUT),
            [
                measured("curves/bounds of a line", 5.7 * 1e-9, 0.0),
                measured("curves/index of boxes/10000", 420.0 * 1e-6, 1_499_500.0),
                measured("curves/index of boxes/100000", 5.2 * 1e-3, 0.0),
                measured("growth/save/100", 1.165, 96.0),
            ]
        );
    }

    #[test]
    fn text_without_benchmarks_has_no_results() {
        assert_eq!(read("error: could not compile\n  |  │ x\n"), []);
    }
}
