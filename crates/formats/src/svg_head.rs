//! Recognition of SVG files by their first bytes.

use super::gzip;

/// Number of bytes in which the root element of an SVG file must start.
const HEAD: usize = 16 << 10;

/// Whether a file is SVG: its root element, within the first bytes, is `svg`. UTF-16 files count if they have a mark, and
/// files that gzip has compressed (SVGZ).
pub(super) fn is_svg(bytes: &[u8]) -> bool {
    if gzip::is_gzip(bytes) {
        let start = gzip::content(bytes, HEAD).unwrap_or_else(|start| start);
        return is_svg_text(&start);
    }
    is_svg_text(bytes)
}

fn is_svg_text(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(HEAD)];
    if let [0xff, 0xfe, ..] | [0xfe, 0xff, ..] = head {
        let plain: Vec<u8> = head.iter().copied().filter(|byte| *byte != 0).collect();
        return find(&plain, b"<svg").is_some();
    }
    let start = head
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(head)
        .trim_ascii_start();
    let Some(at) = find(start, b"<svg").or_else(|| find(start, b":svg")) else {
        return false;
    };
    start.starts_with(b"<")
        && !start[..at]
            .windows(5)
            .any(|word| word.eq_ignore_ascii_case(b"<html"))
}

/// Whether the bytes contain a word, which is not empty.
pub(super) fn contains(bytes: &[u8], word: &[u8]) -> bool {
    find(bytes, word).is_some()
}

/// Returns the position of a word.
fn find(bytes: &[u8], word: &[u8]) -> Option<usize> {
    let mut at = 0;
    while let Some(step) = bytes.get(at..)?.iter().position(|byte| *byte == word[0]) {
        at += step;
        if bytes[at..].starts_with(word) {
            return Some(at);
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_svg_files_are_recognized() {
        let utf16: Vec<u8> = [0xff, 0xfe]
            .into_iter()
            .chain("<svg/>".encode_utf16().flat_map(u16::to_le_bytes))
            .collect();
        assert!(is_svg(b"<svg/>") && is_svg(b"\xef\xbb\xbf \n<!-- x --><svg:svg/>") && is_svg(&utf16));
        for other in [
            &b"{\"a\": \"<svg/>\"}"[..],
            b"<html><svg/></html>",
            b"<kml/>",
            b"",
        ] {
            assert!(!is_svg(other), "{other:?}");
        }
    }
}
