//! Conversion between byte offsets of UTF-8 text and offsets in UTF-16 code units, which the code editor uses.
//!
//! Invariant: an offset that is not at the boundary of a character, or beyond the end, has no counterpart.

/// Converts ascending byte offsets to offsets in UTF-16 code units, in one pass over the text. `None` if an offset is not at
/// the boundary of a character, is beyond the end, or is smaller than the one before it.
#[must_use]
pub fn to_utf16(text: &str, offsets: &[usize]) -> Option<Vec<usize>> {
    let (mut byte, mut unit) = (0, 0);
    let convert = |offset: &usize| {
        let skipped = text.get(byte..*offset)?;
        unit += skipped.encode_utf16().count();
        byte = *offset;
        Some(unit)
    };
    offsets.iter().map(convert).collect()
}

/// Converts an offset in UTF-16 code units to a byte offset. `None` if the offset is inside of a character or beyond the end.
#[must_use]
pub fn to_bytes(text: &str, offset: usize) -> Option<usize> {
    let mut unit = 0;
    for (byte, c) in text.char_indices() {
        if unit >= offset {
            return (unit == offset).then_some(byte);
        }
        unit += c.len_utf16();
    }
    (unit == offset).then_some(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_convert_in_both_directions() {
        // Bytes per character: 1, 3, 4, 1. Code units: 1, 1, 2, 1.
        let text = "a선😀b";
        assert_eq!(to_utf16(text, &[0, 1, 4, 8, 9]), Some(vec![0, 1, 2, 4, 5]));
        for (unit, byte) in [(0, 0), (1, 1), (2, 4), (4, 8), (5, 9)] {
            assert_eq!(to_bytes(text, unit), Some(byte), "{unit}");
        }
    }

    #[test]
    fn offsets_inside_a_character_or_beyond_the_end_are_refused() {
        let text = "a선😀b";
        assert_eq!(to_utf16(text, &[2]), None);
        assert_eq!(to_utf16(text, &[10]), None);
        assert_eq!(to_utf16(text, &[4, 1]), None);
        assert_eq!(to_bytes(text, 3), None);
        assert_eq!(to_bytes(text, 6), None);
        assert_eq!(to_utf16("", &[0]), Some(vec![0]));
        assert_eq!(to_bytes("", 0), Some(0));
    }
}
