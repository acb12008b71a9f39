//! The property `font`, which states the size of a font together with its other properties.

/// Names of the fonts of an operating system, whose sizes a file does not state.
const SYSTEM: [&str; 6] = [
    "caption",
    "icon",
    "menu",
    "message-box",
    "small-caption",
    "status-bar",
];

/// Words before the size.
const WORDS: [&str; 17] = [
    "normal",
    "italic",
    "oblique",
    "small-caps",
    "bold",
    "bolder",
    "lighter",
    "ultra-condensed",
    "extra-condensed",
    "condensed",
    "semi-condensed",
    "semi-expanded",
    "expanded",
    "extra-expanded",
    "ultra-expanded",
    "wider",
    "narrower",
];

/// Sizes that are words.
const SIZES: [&str; 10] = [
    "xx-small",
    "x-small",
    "small",
    "medium",
    "large",
    "x-large",
    "xx-large",
    "xxx-large",
    "smaller",
    "larger",
];

fn is_in(words: &[&str], word: &str) -> bool {
    words.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Whether a value of `font` is a font of the operating system.
pub(super) fn is_of_system(value: &str) -> bool {
    is_in(&SYSTEM, value.trim())
}

/// Returns the size in a value of `font`; `None` if browsers ignore the value: it needs a size and a family.
pub(super) fn size(value: &str) -> Option<&str> {
    let value = value.trim();
    if value.eq_ignore_ascii_case("inherit") {
        return Some(value);
    }
    let mut rest = value;
    loop {
        let end = rest.find(|c: char| c.is_whitespace() || c == '/')?;
        let (word, after) = rest.split_at(end);
        rest = after.trim_start();
        let weight = word
            .parse::<f64>()
            .is_ok_and(|number| (1.0..=1_000.0).contains(&number));
        let angle = ["deg", "grad", "rad", "turn"]
            .iter()
            .any(|unit| word.ends_with(unit));
        if is_in(&WORDS, word) || weight || angle {
            continue;
        }
        let family = match rest.strip_prefix('/') {
            Some(height) => height.trim_start().split_once(char::is_whitespace)?.1,
            None => rest,
        };
        let is_number = word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | '+'));
        // A number needs a unit, which 0 does not.
        let has_unit = word.ends_with(|c: char| c.is_ascii_alphabetic() || c == '%') || word == "0";
        let is_size = is_in(&SIZES, word) || (is_number && has_unit);
        return (is_size && !family.trim().is_empty()).then_some(word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_is_found_among_the_other_properties() {
        for (value, wanted) in [
            ("30px sans-serif", Some("30px")),
            ("italic bold 12pt/14pt \"A B\", serif", Some("12pt")),
            ("12pt / 14pt serif", Some("12pt")),
            ("oblique 10deg 400 condensed .5em/normal a", Some(".5em")),
            ("small-caps X-Large serif", Some("X-Large")),
            ("150% 30px", Some("150%")),
            ("inherit", Some("inherit")),
            ("30px", None),
            ("30 serif", None),
            ("-3px serif", None),
            ("bold serif", None),
            ("12px/14px", None),
            ("caption", None),
            ("", None),
        ] {
            assert_eq!(size(value), wanted, "{value}");
        }
        assert!(is_of_system(" Caption") && !is_of_system("30px caption"));
    }
}
