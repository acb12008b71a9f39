//! `cargo xtask size`: download sizes of the app compared with their budgets.

use crate::process::{command, root, run_and_read};
use crate::record::{self, Numbers};

/// Prints the sizes of `dist/`, compressed with the gzip and brotli of Node; `--write` records them.
///
/// # Errors
/// Returns an error if `dist/` is empty, or if a size is over its budget.
pub fn size(rest: &[&str]) -> Result<(), String> {
    let write = match rest {
        [] => false,
        ["--write"] => true,
        _ => return Err("size takes only --write".to_owned()),
    };
    let (within, output) = measure()?;
    if write {
        record::write("size", &numbers(&output))?;
        let sums = output.lines().filter(|line| line.contains(UNIT));
        record::document("size", &sums.collect::<Vec<_>>().join("\n"))?;
    }
    if within {
        Ok(())
    } else {
        Err("the sizes are over budget, or could not be measured".to_owned())
    }
}

/// Returns the sums of the sizes in KB of brotli, by name.
///
/// # Errors
/// Returns an error if `dist/` is empty, Node is missing, or the output has no sizes.
pub fn sums() -> Result<Numbers, String> {
    // A size over its budget ends the program with an error as well, so its sizes tell whether it has measured.
    let sums = numbers(&measure()?.1);
    if sums.is_empty() {
        return Err("the sizes could not be measured; see above".to_owned());
    }
    Ok(sums)
}

/// Text between a sum and its budget.
const UNIT: &str = " KB brotli of ";

fn measure() -> Result<(bool, String), String> {
    if !root().join("dist/index.html").is_file() {
        return Err("dist/ is empty: run `cargo xtask build --release` first".to_owned());
    }
    run_and_read(command(
        "node",
        &["--input-type=module", "-e", include_str!("size.mjs")],
    ))
}

/// Parses lines such as `page wasm   945.1 KB brotli of   500 KB  OVER BUDGET`.
fn numbers(output: &str) -> Numbers {
    let sums = output.lines().filter_map(|line| {
        let (sum, _) = line.split_once(UNIT)?;
        let (name, number) = sum.rsplit_once(' ')?;
        Some((name.trim().to_owned(), number.parse().ok()?))
    });
    sums.collect()
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn only_sum_lines_are_read() {
        let output = "file   raw KB\nindex.html   3.1  1.2  1.0\n\npage wasm                  945.1 KB brotli of   500 KB  OVER BUDGET\n";
        assert_eq!(numbers(output), [("page wasm".to_owned(), 945.1)]);
    }
}
