//! Standard output and standard error of the program, and the only text that they take.
//!
//! Invariants: names, texts, paths, and answers may be those of others, so everything that is printed is a [`Line`], in
//! which hidden characters (`visible.rs` of `base`) are escaped. The content of a file on standard output is an exception, unless a
//! terminal shows it. A closed pipe never causes a panic. A failed write to standard output ends the command with exit
//! code 2; a failed write to standard error is ignored, because no place for a report is left.

use serde::Serialize;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use trammel_base::visible::{escape_hidden, is_hidden};

/// One or more printable lines, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line(String);

impl Line {
    /// Returns exactly one line with its end. Line breaks and tabs of the text become escapes.
    pub fn of(text: &str) -> Line {
        let line = escape_hidden(text).replace('\n', "\\n").replace('\r', "\\r");
        Line(line.replace('\t', "\\t") + "\n")
    }

    /// Returns a text of several lines, or a part of a line. Line breaks and tabs stay.
    pub fn text(text: &str) -> Line {
        Line(escape_hidden(text).into_owned())
    }

    /// Returns a value as JSON on one line with its end. The escapes are those of JSON, so the value is the same.
    pub fn json(value: &impl Serialize) -> Line {
        // A value that is not JSON has no text; no type of the program is of that kind.
        let mut line = escape_json(&serde_json::to_string(value).unwrap_or_default());
        line.push('\n');
        Line(line)
    }

    /// Returns a text that is JSON, on any number of lines, with the escapes of JSON.
    pub fn of_json(text: &str) -> Line {
        Line(escape_json(text))
    }
}

impl FromIterator<Line> for Line {
    fn from_iter<T: IntoIterator<Item = Line>>(lines: T) -> Line {
        Line(lines.into_iter().map(|line| line.0).collect())
    }
}

/// Writes lines to standard output at once.
///
/// # Errors
/// Returns an error if standard output is closed or cannot be written.
pub fn print(line: &Line) -> Result<(), String> {
    write(line.0.as_bytes())
}

/// Writes lines to standard error.
pub fn report(line: &Line) {
    let _ = writeln!(io::stderr().lock(), "{}", line.0.trim_end_matches('\n'));
}

/// Writes the content of a file to standard output. A terminal shows a text as [`Line::text`] does.
///
/// # Errors
/// Returns an error if standard output cannot be written, or if it is a terminal and the content is not a text.
pub fn print_file(content: &[u8]) -> Result<(), String> {
    write(&file_content(content, io::stdout().is_terminal())?)
}

/// Returns what the system knows of standard output, which may be a file.
///
/// # Errors
/// Returns an error if standard output is closed.
#[cfg(unix)]
pub fn output_metadata() -> io::Result<std::fs::Metadata> {
    use std::os::fd::AsFd;
    let descriptor = io::stdout().as_fd().try_clone_to_owned()?;
    std::fs::File::from(descriptor).metadata()
}

fn write(bytes: &[u8]) -> Result<(), String> {
    let mut out = io::stdout().lock();
    let written = out.write_all(bytes).and_then(|()| out.flush());
    written.map_err(|e| format!("standard output: {e}"))
}

fn file_content(content: &[u8], is_terminal: bool) -> Result<Vec<u8>, String> {
    match std::str::from_utf8(content) {
        _ if !is_terminal => Ok(content.to_owned()),
        Ok(text) => Ok(escape_hidden(text).into_owned().into_bytes()),
        Err(_) => {
            Err("the file is not a text, so a terminal cannot show it. Name a file instead of -".to_owned())
        }
    }
}

/// Replaces hidden characters of a JSON text by the escapes of JSON. They occur only in its strings; line breaks separate
/// its parts.
fn escape_json(json: &str) -> String {
    let mut shown = String::with_capacity(json.len());
    for c in json.chars() {
        if c == '\n' || !is_hidden(c) {
            shown.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            let _ = write!(shown, "\\u{unit:04x}");
        }
    }
    shown
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn control_characters_are_visible_escapes() {
        let title = "\u{1b}]0;title\u{7}\tA\n한글\u{9b}31m\u{202e}";
        let shown = "\u{241b}]0;title\u{2407}\tA\n한글\u{fffd}31m\u{fffd}";
        assert_eq!(Line::text(title).0, shown);
        let one = format!("{}\n", shown.replace('\t', "\\t").replace('\n', "\\n"));
        assert_eq!(Line::of(title).0, one);
        assert_eq!(Line::text("👨\u{200d}👩 ❤\u{fe0f}").0, "👨\u{200d}👩 ❤\u{fe0f}");
    }

    #[test]
    fn escaped_json_is_the_same_value_without_hidden_characters() {
        let hidden: String = (0..=0x10_ffff)
            .filter_map(char::from_u32)
            .filter(|c| is_hidden(*c))
            .collect();
        let value = json!({ hidden.as_str(): [hidden, "한글"] });
        for line in [Line::json(&value), Line::of_json(&format!("{value:#}\n"))] {
            assert!(line.0.chars().all(|c| c == '\n' || !is_hidden(c)));
            assert_eq!(serde_json::from_str::<Value>(&line.0).unwrap(), value);
        }
    }

    #[test]
    fn a_file_is_escaped_only_for_a_terminal() {
        let text = "<text>\u{9b}\n</text>".as_bytes();
        assert_eq!(file_content(text, false).unwrap(), text);
        assert_eq!(
            file_content(text, true).unwrap(),
            "<text>\u{fffd}\n</text>".as_bytes()
        );
        assert_eq!(file_content(b"\x89PNG", false).unwrap(), b"\x89PNG");
        assert!(file_content(b"\x89PNG", true).is_err());
    }
}
