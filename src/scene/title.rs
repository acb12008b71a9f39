//! Name and unit of a drawing.
//!
//! Invariant: what the code of the drawing says ([`Edit::set_title`](super::Edit::set_title), in the [`Definitions`](super::Sheet))
//! wins. The default, which a document stores beside its code, holds where the code says nothing.

use super::Scene;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The physical unit of one drawing unit.
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
    /// Every unit.
    pub const ALL: [Units; 6] = [Units::Mm, Units::Cm, Units::M, Units::In, Units::Pt, Units::Px];

    /// The unit as files write it.
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

    /// The unit that files write like this.
    pub fn find(text: &str) -> Option<Units> {
        Units::ALL.into_iter().find(|units| units.as_str() == text)
    }
}

impl Scene {
    /// The name of the drawing.
    pub fn name(&self) -> &str {
        self.sheet.name.as_ref().unwrap_or(&self.default_name)
    }

    /// The physical unit of one drawing unit.
    pub fn units(&self) -> Units {
        self.sheet.units.unwrap_or(self.default_units)
    }

    /// The name that the drawing has where its code gives none.
    pub fn default_name(&self) -> &str {
        &self.default_name
    }

    /// The unit that the drawing has where its code gives none.
    pub fn default_units(&self) -> Units {
        self.default_units
    }

    /// This drawing with other defaults; what its code says stays.
    #[must_use]
    pub fn with_defaults(mut self, name: &str, units: Units) -> Scene {
        self.default_name = name.into();
        self.default_units = units;
        self
    }

    /// This drawing with another name, whatever its code says.
    #[must_use]
    pub fn with_name(mut self, name: &str) -> Scene {
        self.default_name = name.into();
        if self.sheet.name.is_some() {
            Arc::make_mut(&mut self.sheet).name = None;
        }
        self
    }

    /// This drawing with another unit, whatever its code says; numbers stay as they are.
    #[must_use]
    pub fn with_units(mut self, units: Units) -> Scene {
        self.default_units = units;
        if self.sheet.units.is_some() {
            Arc::make_mut(&mut self.sheet).units = None;
        }
        self
    }
}
