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

    /// Returns the length of the unit in millimeters.
    pub fn millimeters(self) -> f64 {
        match self {
            Units::Mm => 1.0,
            Units::Cm => 10.0,
            Units::M => 1000.0,
            Units::In => 25.4,
            Units::Pt => 25.4 / 72.0,
            Units::Px => 25.4 / 96.0,
        }
    }

    /// Returns the default line weight in this unit: 0.35 mm, a line width of ISO 128, as a short decimal.
    pub fn line_weight(self) -> f64 {
        match self {
            Units::Mm => 0.35,
            Units::Cm => 0.035,
            Units::M => 0.000_35,
            Units::In => 0.014,
            Units::Pt => 1.0,
            Units::Px => 1.3,
        }
    }

    /// Returns the unit with the given abbreviation.
    pub fn find(text: &str) -> Option<Units> {
        Units::ALL.into_iter().find(|units| units.as_str() == text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_line_weight_is_035_millimeters_in_every_unit() {
        for units in Units::ALL {
            let weight = units.line_weight() * units.millimeters();
            assert!((weight / 0.35 - 1.0).abs() < 0.02, "{units:?}: {weight} mm");
        }
    }
}
