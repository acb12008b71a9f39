//! Free names: a stem with the first number that is not taken.

/// Maximum length of a stem in characters, which leaves room for a number.
const MAX_STEM_CHARS: usize = 190;

/// Returns the first free name that begins with a stem, such as `hole_3` for `hole` and numbers from 3. The end of a long
/// stem is cut.
#[must_use]
pub fn free_name(stem: &str, first: u64, is_taken: impl Fn(&str) -> bool) -> String {
    let stem = short(stem);
    let mut names = (first..).map(|number| format!("{stem}_{number}"));
    names.find(|name| !is_taken(name)).unwrap_or_default()
}

/// Returns the stem of the names of copies, and the first number to try: `hole` and 4 for `hole_3`, `plate` and 2 for
/// `plate`.
#[must_use]
pub fn stem_of_copies(name: &str) -> (&str, u64) {
    let numbered = name.rsplit_once('_').and_then(|(stem, digits)| {
        let number: u64 = digits.parse().ok()?;
        // A number with zeros in front is a part of the name.
        let is_plain = digits.len() <= 15 && number.to_string() == digits;
        (is_plain && !stem.is_empty()).then_some((stem, number + 1))
    });
    let (stem, first) = numbered.unwrap_or((name, 2));
    (short(stem), first)
}

fn short(stem: &str) -> &str {
    let end = stem.char_indices().nth(MAX_STEM_CHARS);
    &stem[..end.map_or(stem.len(), |(at, _)| at)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_continue_the_number_of_the_original() {
        let names = ["hole_3", "plate", "a_01", "a_0", "_3", "x_1234567890123456"];
        assert_eq!(
            names.map(stem_of_copies),
            [
                ("hole", 4),
                ("plate", 2),
                ("a_01", 2),
                ("a", 1),
                ("_3", 2),
                ("x_1234567890123456", 2)
            ]
        );
    }

    #[test]
    fn a_free_name_is_not_taken_and_has_room_for_its_number() {
        let is_taken = |name: &str| ["hole_2", "hole_3"].contains(&name);
        assert_eq!(free_name("hole", 2, is_taken), "hole_4");
        assert_eq!(free_name(&"판".repeat(200), 2, is_taken).chars().count(), 192);
    }
}
