//! Choices of a preset: the version of the file and the form of each kind of entity.

use trammel_formats::{DxfPreset, ExportOptions};
use trammel_scene::Units;

/// Deviation of arcs from a curve, in millimeters.
const TOLERANCE: f64 = 0.01;

/// Choices of a preset and of the user.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// Whether the file is DXF R12, which has no LWPOLYLINE, ELLIPSE, SPLINE, HATCH, line weights, and units.
    pub(super) is_r12: bool,
    /// Whether groups are written; their entities always are.
    pub(super) has_groups: bool,
    /// Whether areas become HATCH entities. Otherwise patterns become lines, and filled areas are left out.
    pub(super) has_hatches: bool,
    /// Whether splines become arcs.
    pub(super) splines_as_arcs: bool,
    /// Whether text becomes outlines.
    pub(super) outlines_text: bool,
    /// Length in the file of one drawing unit.
    pub(super) scale: f64,
    /// Unit of the numbers in the file.
    pub(super) units: Units,
    /// Maximum deviation of arcs from a curve, in units of the file.
    pub(super) tolerance: f64,
}

impl Plan {
    /// Returns the choices for a drawing in these units.
    pub(super) fn new(options: &ExportOptions, drawing: Units) -> Plan {
        let dxf = &options.dxf;
        let preset = dxf.preset;
        let is_cad = preset == DxfPreset::Cad;
        let is_r12 = preset == DxfPreset::R12;
        // DXF has no points and pixels.
        let units = match drawing {
            Units::Pt | Units::Px => Units::Mm,
            others => others,
        };
        Plan {
            is_r12,
            has_groups: is_cad,
            has_hatches: is_cad,
            splines_as_arcs: is_r12 || dxf.splines_as_arcs.unwrap_or(!is_cad),
            outlines_text: !options.keeps_text("dxf"),
            scale: if units == drawing {
                1.0
            } else {
                drawing.millimeters()
            },
            units,
            tolerance: TOLERANCE / units.millimeters(),
        }
    }

    /// Returns the value of `$INSUNITS`.
    pub(super) fn insunits(&self) -> i64 {
        match self.units {
            Units::In => 1,
            Units::Cm => 5,
            Units::M => 6,
            Units::Mm | Units::Pt | Units::Px => 4,
        }
    }

    /// Returns the length in millimeters of one unit of the file.
    pub(super) fn millimeters(&self) -> f64 {
        self.units.millimeters()
    }
}
