//! Options of PDF files.
//!
//! Lengths on paper are in millimeters. In JSON, a paper is `A4` or `200x300`, and a scale is `standard`, `fit`, or `1:2`.

use super::error::FormatError;
use super::paper::{DEFAULT, PAPERS, Paper};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use trammel_language::{Language, bilingual};

/// Options of PDF files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PdfOptions {
    /// Width and height of the paper, in portrait.
    #[serde(with = "paper_text")]
    pub paper: [f64; 2],
    /// Orientation of the paper.
    pub orientation: PdfOrientation,
    /// Scale of the drawing.
    pub scale: PdfScale,
    /// Whether a drawing that is larger than the paper is divided into several pages with overlap and crop marks.
    pub tile: bool,
    /// Widths of the lines.
    pub line_widths: PdfLineWidths,
    /// Author in the title block.
    pub author: String,
    /// Date in the title block, as text; the writer has no clock.
    pub date: String,
    /// Correction of the printer.
    pub calibration: PdfCalibration,
    /// Language of the labels on the page.
    pub language: Language,
}

impl Default for PdfOptions {
    /// Returns the options of a page of A4.
    fn default() -> PdfOptions {
        PdfOptions {
            paper: PAPERS[DEFAULT].size,
            orientation: PdfOrientation::default(),
            scale: PdfScale::default(),
            tile: false,
            line_widths: PdfLineWidths::default(),
            author: String::new(),
            date: String::new(),
            calibration: PdfCalibration::default(),
            language: Language::default(),
        }
    }
}

/// Orientation of the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PdfOrientation {
    /// The one with fewer pages, the larger scale, or the proportions of the drawing.
    #[default]
    Auto,
    /// The shorter side is horizontal.
    Portrait,
    /// The longer side is horizontal.
    Landscape,
}

/// Scale of a PDF file.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum PdfScale {
    /// The largest scale at which the drawing fits on one page.
    Fit,
    /// Length on paper divided by length of the part: 1.0 for 1:1, 0.5 for 1:2.
    Ratio(f64),
    /// The largest of 1:1, 1:2, 1:5, 1:10 and so on at which the drawing fits on one page; 1:1 with [`PdfOptions::tile`].
    #[default]
    Standard,
}

/// Widths of the lines on paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PdfLineWidths {
    /// `Paper` if no line of the drawing is wider than 2 mm, the widest line of ISO 128; `Scaled` otherwise.
    #[default]
    Auto,
    /// A line weight of 0.35 mm is 0.35 mm on paper at any scale, as is usual in CAD.
    Paper,
    /// Lines get narrower or wider with the drawing.
    Scaled,
}

/// Printed lengths of 100 mm on a test print in the same orientation. The file is corrected so that the next print has 100 mm.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PdfCalibration {
    /// Horizontal length.
    pub x: f64,
    /// Vertical length.
    pub y: f64,
}

impl Default for PdfCalibration {
    fn default() -> PdfCalibration {
        PdfCalibration { x: 100.0, y: 100.0 }
    }
}

/// Range of a scale.
const RATIOS: std::ops::RangeInclusive<f64> = 1e-9..=1e4;

impl PdfScale {
    /// Parses `standard`, `fit`, or two numbers with a colon such as `1:2`.
    ///
    /// # Errors
    /// Returns an error with the forms if the text is not a scale.
    pub fn parse(text: &str) -> Result<PdfScale, FormatError> {
        let text = text.trim();
        let ratio = text.split_once(':').and_then(|(paper, part)| {
            let side = |text: &str| text.trim().parse::<f64>().ok().filter(|side| *side > 0.0);
            Some(side(paper)? / side(part)?)
        });
        match (text, ratio) {
            ("standard", _) => Ok(PdfScale::Standard),
            ("fit", _) => Ok(PdfScale::Fit),
            (_, Some(ratio)) => PdfScale::Ratio(ratio).check_ratio(),
            _ => {
                let shown: String = text.chars().take(40).collect();
                Err(FormatError(bilingual!(
                    "'{shown}' is not a scale. Use standard, fit, or a ratio such as 1:2.",
                    "'{shown}'은(는) 척도가 아니에요. standard, fit, 1:2 같은 비를 쓰세요."
                )))
            }
        }
    }

    /// Returns the scale if a drawing can have it.
    ///
    /// # Errors
    /// Returns an error that states the range.
    pub fn check_ratio(self) -> Result<PdfScale, FormatError> {
        match self {
            PdfScale::Ratio(ratio) if !RATIOS.contains(&ratio) => Err(FormatError(bilingual!(
                "The scale {ratio} is not possible. Use a length on paper divided by the length of the part, from 1e-9 to 10000.",
                "척도 {ratio}은(는) 쓸 수 없어요. 종이에서의 길이를 부품의 길이로 나눈 값이며 1e-9~10000이에요."
            ))),
            _ => Ok(self),
        }
    }
}

impl fmt::Display for PdfScale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PdfScale::Standard => f.write_str("standard"),
            PdfScale::Fit => f.write_str("fit"),
            PdfScale::Ratio(ratio) => write!(f, "{ratio}:1"),
        }
    }
}

impl Serialize for PdfScale {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PdfScale {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PdfScale, D::Error> {
        let text = String::deserialize(deserializer)?;
        PdfScale::parse(&text).map_err(de::Error::custom)
    }
}

/// Form of a paper in files and messages.
mod paper_text {
    use super::{Deserialize, Deserializer, Paper, Serializer, de};

    pub(super) fn serialize<S: Serializer>(size: &[f64; 2], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{}x{}", size[0], size[1]))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[f64; 2], D::Error> {
        let text = String::deserialize(deserializer)?;
        Paper::parse(&text).map_err(de::Error::custom)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn options_round_trip_in_json_and_in_messages() {
        for scale in [PdfScale::Fit, PdfScale::Standard, PdfScale::Ratio(1.0 / 3.0)] {
            let options = PdfOptions {
                paper: [123.4, 567.891],
                scale,
                calibration: PdfCalibration { x: 99.5, y: 100.2 },
                ..PdfOptions::default()
            };
            let json = serde_json::to_string(&options).unwrap();
            assert_eq!(
                serde_json::from_str::<PdfOptions>(&json).unwrap(),
                options,
                "{json}"
            );
            let message = postcard::to_stdvec(&options).unwrap();
            assert_eq!(postcard::from_bytes::<PdfOptions>(&message).unwrap(), options);
        }
    }

    #[test]
    fn scales_are_parsed_and_wrong_ones_are_refused() {
        assert_eq!(PdfScale::parse("1:2").unwrap(), PdfScale::Ratio(0.5));
        assert_eq!(PdfScale::parse(" 5 : 2 ").unwrap(), PdfScale::Ratio(2.5));
        assert_eq!(PdfScale::parse("fit").unwrap(), PdfScale::Fit);
        let refused = |text: &str| PdfScale::parse(text).unwrap_err().to_string();
        assert_eq!(
            refused("half"),
            "'half' is not a scale. Use standard, fit, or a ratio such as 1:2."
        );
        for text in ["1:0", "0:1", "-1:2", "1:NaN", ""] {
            assert!(refused(text).contains("is not a scale"), "{text}");
        }
        assert!(refused("1e9:1").contains("is not possible"));
        assert!(refused("inf:1").contains("is not possible"));
    }
}
