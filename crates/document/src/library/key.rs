//! Keys of records: the id of a drawing, alone or followed by a number or the id of a part.

/// Maximum length of the id of a drawing, in bytes.
const MAX_ID: usize = 40;

/// Whether a text is the id of a drawing: letters a to z, digits, and hyphens.
pub fn is_drawing_id(id: &str) -> bool {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (1..=MAX_ID).contains(&id.len()) && id.chars().all(allowed)
}

/// Returns the key of a numbered part of a drawing. Keys sort by number.
pub fn numbered_key(drawing: &str, number: u64) -> String {
    format!("{drawing}/{number:012}")
}

/// Returns the first key of the parts of a drawing, and the key after the last one.
pub fn under(drawing: &str) -> (String, String) {
    // '0' follows '/' in ASCII.
    (format!("{drawing}/"), format!("{drawing}0"))
}

/// Returns the part of a drawing that a key names: the text after the slash.
pub fn part_of(key: &str) -> Option<&str> {
    key.split_once('/').map(|(_, part)| part)
}
