//! Name and unit of a drawing.
//!
//! Invariant: values set by the code of the drawing ([`Edit::set_title`](super::Edit::set_title), stored in the
//! [`Definitions`](super::Definitions)) take precedence over the defaults, which a document stores with its code.

use super::drawing::Scene;
use super::units::Units;
use std::sync::Arc;

impl Scene {
    /// Returns the name of the drawing.
    pub fn name(&self) -> &str {
        self.definitions.name.as_ref().unwrap_or(&self.default_name)
    }

    /// Returns the physical unit of one drawing unit.
    pub fn units(&self) -> Units {
        self.definitions.units.unwrap_or(self.default_units)
    }

    /// Returns the name used if the code sets none.
    pub fn default_name(&self) -> &str {
        &self.default_name
    }

    /// Returns the unit used if the code sets none.
    pub fn default_units(&self) -> Units {
        self.default_units
    }

    /// Returns this drawing with other defaults; values set by the code stay.
    #[must_use]
    pub fn with_defaults(mut self, name: &str, units: Units) -> Scene {
        self.default_name = name.into();
        self.default_units = units;
        self
    }

    /// Returns this drawing with another default name and without a name set by the code.
    #[must_use]
    pub fn with_name(mut self, name: &str) -> Scene {
        self.default_name = name.into();
        if self.definitions.name.is_some() {
            Arc::make_mut(&mut self.definitions).name = None;
        }
        self
    }

    /// Returns this drawing with another default unit and without a unit set by the code; coordinates are not scaled.
    #[must_use]
    pub fn with_units(mut self, units: Units) -> Scene {
        self.default_units = units;
        if self.definitions.units.is_some() {
            Arc::make_mut(&mut self.definitions).units = None;
        }
        self
    }
}
