//! Sizes of paper.
//!
//! Invariant: a paper has its width below its height, in millimeters; the orientation is a separate choice.

use super::error::FormatError;
use trammel_language::bilingual;

/// A standard size of paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paper {
    /// Name, which is the same in every language.
    pub name: &'static str,
    /// Width and height in portrait, in millimeters.
    pub size: [f64; 2],
}

/// Standard sizes of ISO 216 from small to large, then those of ANSI.
pub const PAPERS: &[Paper] = &[
    paper("A6", 105.0, 148.0),
    paper("A5", 148.0, 210.0),
    paper("A4", 210.0, 297.0),
    paper("A3", 297.0, 420.0),
    paper("A2", 420.0, 594.0),
    paper("A1", 594.0, 841.0),
    paper("A0", 841.0, 1189.0),
    paper("Letter", 215.9, 279.4),
    paper("Legal", 215.9, 355.6),
    paper("Tabloid", 279.4, 431.8),
];

/// Place of the paper of a page for which no other one is chosen, A4.
pub(super) const DEFAULT: usize = 2;

/// Shortest and longest side of paper in millimeters; the longest one is the limit of PDF.
const SIDES: [f64; 2] = [60.0, 5080.0];

const fn paper(name: &'static str, width: f64, height: f64) -> Paper {
    Paper {
        name,
        size: [width, height],
    }
}

impl Paper {
    /// Returns the size of the paper with this name in any case, or with these sides in millimeters: `A4`, `200x300`.
    /// The shorter side is the width.
    ///
    /// # Errors
    /// Returns an error that lists the names if the text is neither.
    pub fn parse(text: &str) -> Result<[f64; 2], FormatError> {
        let text = text.trim();
        if let Some(paper) = PAPERS.iter().find(|paper| paper.name.eq_ignore_ascii_case(text)) {
            return Ok(paper.size);
        }
        let sides = text.trim_end_matches("mm").split_once(['x', 'X', '×']);
        let sides = sides.and_then(|(a, b)| Some([a.trim().parse().ok()?, b.trim().parse().ok()?]));
        match sides {
            Some(size) => Paper::check(size),
            None => {
                let names: Vec<&str> = PAPERS.iter().map(|paper| paper.name).collect();
                let shown: String = text.chars().take(40).collect();
                Err(FormatError(bilingual!(
                    "'{shown}' is not a paper size. Use {}, or two sides in millimeters such as 200x300.",
                    "'{shown}'은(는) 용지 크기가 아니에요. {} 또는 200x300 같은 밀리미터 단위의 두 변을 쓰세요.",
                    names.join(", ")
                )))
            }
        }
    }

    /// Returns the size of a paper with these sides in portrait.
    ///
    /// # Errors
    /// Returns an error that states the allowed sides if a side is too short, too long, or not a number.
    pub fn check(sides: [f64; 2]) -> Result<[f64; 2], FormatError> {
        let [shortest, longest] = SIDES;
        if sides.iter().any(|side| !(shortest..=longest).contains(side)) {
            return Err(FormatError(bilingual!(
                "The paper of {} x {} mm is not possible. Both sides must be from {shortest} to {longest} mm.",
                "{} x {} mm 용지는 쓸 수 없어요. 두 변은 {shortest}~{longest} mm여야 해요.",
                sides[0],
                sides[1]
            )));
        }
        Ok([sides[0].min(sides[1]), sides[0].max(sides[1])])
    }

    /// Returns the name of a standard size, or the sides in millimeters.
    pub fn name_of(size: [f64; 2]) -> String {
        let near = |paper: &&Paper| (0..2).all(|i| (paper.size[i] - size[i]).abs() < 0.05);
        match PAPERS.iter().find(near) {
            Some(paper) => paper.name.to_owned(),
            None => format!("{} x {} mm", size[0], size[1]),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn names_and_sides_are_parsed_in_any_orientation() {
        assert_eq!(Paper::parse("a3").unwrap(), [297.0, 420.0]);
        assert_eq!(Paper::parse(" 300 x 200.5 ").unwrap(), [200.5, 300.0]);
        for paper in PAPERS {
            assert_eq!(Paper::parse(paper.name).unwrap(), paper.size);
            assert_eq!(Paper::name_of(paper.size), paper.name);
            assert_eq!(Paper::check([paper.size[1], paper.size[0]]).unwrap(), paper.size);
        }
        assert_eq!(Paper::name_of([200.0, 300.0]), "200 x 300 mm");
    }

    #[test]
    fn a_wrong_paper_is_refused_with_the_choices() {
        assert_eq!(Paper::parse("200 x 300.5 mm").unwrap(), [200.0, 300.5]);
        let refused = Paper::parse("A9").unwrap_err().to_string();
        assert!(
            refused.starts_with("'A9' is not a paper size. Use A6, A5, A4"),
            "{refused}"
        );
        for text in ["20x300", "200x", "1e9x300", "NaNx300", ""] {
            assert!(Paper::parse(text).is_err(), "{text}");
        }
        assert!(Paper::check([f64::INFINITY, 100.0]).is_err());
    }
}
