//! Fit and tolerance of a dimension whose file has them in its text.

use trammel_scene::annotate::{Dimension, Marks, Measure, Tolerance};

/// Returns the text and the marks of a dimension: a text that ends with a fit and a tolerance as the tools write them
/// is divided.
pub(super) fn separate_marks(dimension: &Dimension) -> (Option<String>, Marks) {
    let (text, marks) = (&dimension.text, &dimension.marks);
    let whole = || (text.clone(), marks.clone());
    let Some(typed) = text.as_deref() else {
        return whole();
    };
    let Some((before, after)) = typed.split_once("<>") else {
        // A text without a value shows neither a fit nor a tolerance.
        let marks = Marks {
            text_at: marks.text_at,
            ..Marks::default()
        };
        return (text.clone(), marks);
    };
    if after.is_empty() || marks.fit.is_some() || marks.tolerance.is_some() || after.contains("<>") {
        return whole();
    }
    let mut words: Vec<&str> = after.split(' ').filter(|word| !word.is_empty()).collect();
    let mut found = Marks {
        text_at: marks.text_at,
        ..Marks::default()
    };
    let unit = if matches!(dimension.measure, Measure::Angular { .. }) {
        "°"
    } else {
        ""
    };
    let number = |word: &str| {
        word.strip_suffix(unit)?
            .parse::<f64>()
            .ok()
            .filter(|n| n.is_finite())
    };
    if let Some(deviation) = words.last().and_then(|word| number(word.strip_prefix('±')?)) {
        found.tolerance = Some(Tolerance::Symmetric(deviation));
        words.pop();
    } else if let [.., upper, lower] = *words.as_slice()
        && let (Some(upper), Some(lower)) = (number(upper), number(lower))
    {
        found.tolerance = Some(Tolerance::Deviations { upper, lower });
        words.truncate(words.len() - 2);
    }
    match *words.as_slice() {
        [] => {}
        [fit] if is_fit(fit) => found.fit = Some(fit.to_owned()),
        _ => return whole(),
    }
    let text = Some(format!("{before}<>")).filter(|text| text != "<>");
    let divided = Dimension {
        text: text.clone(),
        marks: found.clone(),
        ..dimension.clone()
    };
    if found.check().is_err() || divided.label() != dimension.label() {
        return whole();
    }
    (text, found)
}

/// Whether a word is a fit such as `H7` or `js6`.
fn is_fit(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    (1..=2).contains(&(word.len() - digits.len()))
        && (1..=2).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use trammel_kernel::Point;
    use trammel_scene::annotate::DimStyle;

    #[test]
    fn a_text_is_divided_only_if_it_is_shown_the_same() {
        let of = |text: &str| {
            let measure = Measure::Linear {
                from: Point::ORIGIN,
                to: Point::new(40.0, 0.0),
                angle: None,
                at: Point::ORIGIN,
            };
            separate_marks(&Dimension {
                value: measure.value(),
                measure,
                style: DimStyle::default(),
                text: Some(text.to_owned()),
                marks: Marks::default(),
            })
        };
        let limits = Tolerance::Deviations {
            upper: 0.1,
            lower: -0.05,
        };
        let (text, marks) = of("2x <> H7 +0.1 -0.05");
        assert_eq!(
            (text.as_deref(), marks.fit.as_deref()),
            (Some("2x <>"), Some("H7"))
        );
        assert_eq!(marks.tolerance, Some(limits));
        let (text, marks) = of("<> ±0.1");
        assert_eq!((text, marks.tolerance), (None, Some(Tolerance::Symmetric(0.1))));
        for kept in ["<> ±0.10", "<> deep", "<> +0.1 -0.05 H7", "40", "<> <>"] {
            assert_eq!(of(kept), (Some(kept.to_owned()), Marks::default()));
        }
    }
}
