//! Units of length.

use serde::{Deserialize, Serialize};

/// Physical unit of one drawing unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Units {
    /// Millimeters.
    #[default]
    Mm,
    /// Centimeters.
    Cm,
    /// Meters.
    M,
    /// Inches.
    In,
    /// Points, 1/72 inch.
    Pt,
    /// Pixels, 1/96 inch.
    Px,
}

impl Units {
    /// All units.
    pub const ALL: [Units; 6] = [Units::Mm, Units::Cm, Units::M, Units::In, Units::Pt, Units::Px];

    /// Returns the unit as written in files.
    pub fn as_str(self) -> &'static str {
        match self {
            Units::Mm => "mm",
            Units::Cm => "cm",
            Units::M => "m",
            Units::In => "in",
            Units::Pt => "pt",
            Units::Px => "px",
        }
    }

    /// Returns the unit with the given abbreviation.
    pub fn find(text: &str) -> Option<Units> {
        Units::ALL.into_iter().find(|units| units.as_str() == text)
    }
}
