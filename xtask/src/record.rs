//! Recorded results: download sizes and benchmark ratios of the last measured version, in `benches/recorded.tsv`,
//! and the blocks of `docs/performance.md` that the benchmarks write.
//!
//! Each line of the file has a kind, a name, and a number, separated by tabs.

use crate::process::root;
use std::fs;
use std::path::PathBuf;

/// Recorded numbers of one kind, by name.
pub type Numbers = Vec<(String, f64)>;

/// Returns the recorded numbers of a kind (`size` or `ratio`); an empty list if the file does not exist yet.
pub fn read(kind: &str) -> Numbers {
    parse(&fs::read_to_string(file()).unwrap_or_default(), kind)
}

/// Replaces the recorded numbers of a kind.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub fn write(kind: &str, numbers: &Numbers) -> Result<(), String> {
    let old = fs::read_to_string(file()).unwrap_or_default();
    let prefix = format!("{kind}\t");
    let mut lines: Vec<String> = old
        .lines()
        .filter(|line| !line.starts_with(&prefix))
        .map(str::to_owned)
        .collect();
    lines.extend(
        numbers
            .iter()
            .map(|(name, number)| format!("{kind}\t{name}\t{number:.3}")),
    );
    lines.sort();
    let text = lines.join("\n") + "\n";
    fs::write(file(), text).map_err(|error| format!("{}: {error}", file().display()))
}

/// Replaces the block of a name in `docs/performance.md`.
///
/// # Errors
/// Returns an error if the document has no such block or cannot be written.
pub fn document(name: &str, text: &str) -> Result<(), String> {
    let path = root().join("docs/performance.md");
    let old = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let new = with_block(&old, name, text)
        .ok_or_else(|| format!("docs/performance.md has no block \"<!-- bench: {name} -->\""))?;
    fs::write(&path, new).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns a document with another text between the marks of a block; `None` if the document has no such block.
fn with_block(document: &str, name: &str, text: &str) -> Option<String> {
    let begin = format!("<!-- bench: {name} -->\n");
    let end = "<!-- end of bench -->";
    let from = document.find(&begin)? + begin.len();
    let to = from + document[from..].find(end)?;
    Some(format!(
        "{}```\n{}\n```\n{}",
        &document[..from],
        text.trim(),
        &document[to..]
    ))
}

fn parse(text: &str, kind: &str) -> Numbers {
    let numbers = text.lines().filter_map(|line| {
        let mut columns = line.split('\t');
        let is_kind = columns.next() == Some(kind);
        let (name, number) = (columns.next()?, columns.next()?.parse().ok()?);
        is_kind.then(|| (name.to_owned(), number))
    });
    numbers.collect()
}

fn file() -> PathBuf {
    root().join("benches/recorded.tsv")
}

#[cfg(test)]
mod tests {
    use super::{parse, with_block};

    #[test]
    fn numbers_are_read_by_kind() {
        let text = "ratio\tbounds\t1.25\nsize\tworker (lazy)\t1651\nsize\tbroken\tx\n";
        assert_eq!(parse(text, "size"), [("worker (lazy)".to_owned(), 1651.0)]);
        assert_eq!(parse(text, "ratio"), [("bounds".to_owned(), 1.25)]);
    }

    #[test]
    fn a_block_is_replaced_and_the_rest_stays() {
        let document = "a\n<!-- bench: kernel -->\n```\nold\n```\n<!-- end of bench -->\nb\n";
        assert_eq!(
            with_block(document, "kernel", "new\n").as_deref(),
            Some("a\n<!-- bench: kernel -->\n```\nnew\n```\n<!-- end of bench -->\nb\n")
        );
        assert_eq!(with_block(document, "size", "new"), None);
    }
}
