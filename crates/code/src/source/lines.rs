//! Lines of a text, and conversion of positions.

/// Splits a text into lines without their line breaks, each with its byte offset. Line breaks are those of JavaScript:
/// LF, CR, CRLF, U+2028 and U+2029.
pub fn lines(source: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = Some(0);
    std::iter::from_fn(move || {
        let from = start?;
        let rest = source.get(from..)?;
        let end = rest.find(is_break);
        start = end.map(|end| {
            let crlf = rest[end..].starts_with("\r\n");
            let width = rest[end..].chars().next().map_or(1, char::len_utf8);
            from + end + width + usize::from(crlf)
        });
        Some((from, &rest[..end.unwrap_or(rest.len())]))
    })
}

/// Returns a line by its number, from 1.
pub fn line(source: &str, number: usize) -> Option<&str> {
    Some(lines(source).nth(number.checked_sub(1)?)?.1)
}

/// Converts a byte offset to line and column, both from 1; columns count UTF-16 code units, as editors and engines do.
pub fn line_column(source: &str, offset: usize) -> (u32, u32) {
    let before = source.get(..offset).unwrap_or(source);
    let (line, (start, _)) = lines(before).enumerate().last().unwrap_or((0, (0, "")));
    let column = before[start..].encode_utf16().count() + 1;
    (
        u32::try_from(line + 1).unwrap_or(u32::MAX),
        u32::try_from(column).unwrap_or(u32::MAX),
    )
}

/// Returns the line of each byte offset, from 1. The offsets rise, and the text is read once. Only LF breaks a line.
pub fn lines_at(source: &str, offsets: impl IntoIterator<Item = usize>) -> Vec<usize> {
    let bytes = source.as_bytes();
    let (mut line, mut from) = (1, 0);
    let line_of = |offset: usize| {
        let end = offset.min(bytes.len()).max(from);
        line += bytes[from..end].iter().filter(|byte| **byte == b'\n').count();
        from = end;
        line
    };
    offsets.into_iter().map(line_of).collect()
}

/// Converts rising byte offsets to lines and columns like [`line_column`], and reads the text once for all of them.
pub fn line_columns(source: &str, offsets: impl IntoIterator<Item = usize>) -> Vec<(u32, u32)> {
    let mut starts = lines(source).map(|(start, _)| start).peekable();
    // Line, and the offset and column up to which it was read.
    let (mut line, mut at, mut column) = (0_u32, 0, 1_u32);
    let place = |offset: usize| {
        while let Some(start) = starts.next_if(|start| *start <= offset) {
            (line, at, column) = (line.saturating_add(1), start, 1);
        }
        let skipped = source.get(at..offset).unwrap_or_default();
        at = at.max(offset);
        column = column.saturating_add(u32::try_from(skipped.encode_utf16().count()).unwrap_or(u32::MAX));
        (line, column)
    };
    offsets.into_iter().map(place).collect()
}

/// Converts a line and column to a byte offset, clamped to the text.
pub fn offset_of(source: &str, line: u32, column: u32) -> usize {
    let number = usize::try_from(line).unwrap_or(usize::MAX).saturating_sub(1);
    let Some((start, text)) = lines(source).nth(number) else {
        return source.len();
    };
    let mut units = 1;
    for (at, c) in text.char_indices() {
        if units >= column {
            return start + at;
        }
        units += u32::try_from(c.len_utf16()).unwrap_or(1);
    }
    start + text.len()
}

/// Returns the byte offset of the start of the line with this offset.
pub fn line_start(source: &str, offset: usize) -> usize {
    let before = source.get(..offset).unwrap_or(source);
    before
        .char_indices()
        .rev()
        .find(|(_, c)| is_break(*c))
        .map_or(0, |(at, c)| at + c.len_utf8())
}

/// Returns the byte offset of the line break that ends the line with this offset, or the length of the text.
pub fn line_end(source: &str, offset: usize) -> usize {
    let rest = source.get(offset..).unwrap_or_default();
    rest.find(is_break).map_or(source.len(), |end| offset + end)
}

pub(super) fn is_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn places_found_together_equal_places_found_one_by_one(source in "[a가\u{1f600}\r\n\u{2028}]{0,40}") {
            let offsets: Vec<usize> = source.char_indices().map(|(at, _)| at).collect();
            // An offset between CR and LF is in neither line.
            let offsets: Vec<usize> = offsets
                .into_iter()
                .filter(|at| !(source[..*at].ends_with('\r') && source[*at..].starts_with('\n')))
                .collect();
            let together = line_columns(&source, offsets.iter().copied());
            let alone: Vec<(u32, u32)> = offsets.iter().map(|at| line_column(&source, *at)).collect();
            prop_assert_eq!(together, alone);
        }
    }
}
