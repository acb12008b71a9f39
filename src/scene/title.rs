//! Name and unit of a drawing.
//!
//! Invariant: what the code of the drawing says ([`Edit::set_title`](super::Edit::set_title), in the [`Definitions`](super::Definitions))
//! wins. The default, which a document stores beside its code, holds where the code says nothing.

use super::drawing::Scene;
use super::units::Units;
use std::sync::Arc;

impl Scene {
    /// The name of the drawing.
    pub fn name(&self) -> &str {
        self.definitions.name.as_ref().unwrap_or(&self.default_name)
    }

    /// The physical unit of one drawing unit.
    pub fn units(&self) -> Units {
        self.definitions.units.unwrap_or(self.default_units)
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
        if self.definitions.name.is_some() {
            Arc::make_mut(&mut self.definitions).name = None;
        }
        self
    }

    /// This drawing with another unit, whatever its code says; numbers stay as they are.
    #[must_use]
    pub fn with_units(mut self, units: Units) -> Scene {
        self.default_units = units;
        if self.definitions.units.is_some() {
            Arc::make_mut(&mut self.definitions).units = None;
        }
        self
    }
}
