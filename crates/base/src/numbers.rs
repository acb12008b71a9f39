//! Numbers as text, the same in messages, in generated code, and in files of the program.

/// Returns the shortest text that parses to this number, for messages and for generated code: with an exponent below 1e-5
/// and, as in JavaScript, from 1e21.
pub fn number_text(value: f64) -> String {
    if value == 0.0 {
        // The sign of zero is irrelevant in a drawing.
        return "0".to_owned();
    }
    if (1e-5..1e21).contains(&value.abs()) {
        return value.to_string();
    }
    format!("{value:e}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_parse_to_the_same_number() {
        let numbers = [0.1, -0.0, 2e-5, 3e-7, 9_007_199_254_740_992.0, 1e21, -1e308];
        let texts = [
            "0.1",
            "0",
            "0.00002",
            "3e-7",
            "9007199254740992",
            "1e21",
            "-1e308",
        ];
        for (number, text) in numbers.into_iter().zip(texts) {
            assert_eq!(number_text(number), text);
            assert_eq!(text.parse(), Ok(number));
        }
    }
}
