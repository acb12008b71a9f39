//! Standard output and standard error of the program.
//!
//! Invariant: a closed pipe never causes a panic. A failed write to standard output ends the command with exit code 2;
//! a failed write to standard error is ignored, because no place for a report is left.

use crate::visible::escape_hidden;
use std::io::{self, Write};

/// Writes bytes to standard output at once.
///
/// # Errors
/// Returns an error if standard output is closed or cannot be written.
pub(super) fn print(bytes: impl AsRef<[u8]>) -> Result<(), String> {
    let mut out = io::stdout().lock();
    let written = out.write_all(bytes.as_ref()).and_then(|()| out.flush());
    written.map_err(|e| format!("standard output: {e}"))
}

/// Writes a line to standard error.
pub(super) fn report(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// Returns the text of a model or a server with visible characters in place of those that control a terminal, which
/// could change its title, its clipboard, or lines that are already printed. Line breaks and tabs stay.
pub(super) fn for_terminal(text: &str) -> String {
    escape_hidden(text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::for_terminal;

    #[test]
    fn control_characters_are_visible() {
        let title = "\u{1b}]0;title\u{7}\tA\n한글\u{9b}31m\u{202e}";
        assert_eq!(
            for_terminal(title),
            "\u{241b}]0;title\u{2407}\tA\n한글\u{fffd}31m\u{fffd}"
        );
    }
}
