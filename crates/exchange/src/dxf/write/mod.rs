//! DXF writer: R2000 (AC1015) with a complete structure, or R12 for old machines.
//!
//! Invariants: lines, circles, arcs, ellipses, and splines are exact unless the plan replaces splines by arcs; world
//! placements are applied to the numbers; every entity that is left out or changed is in the report.
//!
//! Start at [`encode`], then `drawing.rs`, which writes the entities, and `scaffold.rs`, which writes the rest
//! of the file.

mod annotation;
mod blocks;
mod curves;
mod drawing;
mod hatch;
mod names;
mod plan;
mod polyline;
mod scaffold;
mod tables;
mod text;
mod writer;

#[cfg(test)]
mod tests;

use crate::converter::WriteInput;
use plan::Plan;
use trammel_formats::{ExportOptions, FormatError, Written};

/// Writes a drawing as a DXF file.
///
/// # Errors
/// Returns no error: every drawing has a DXF file.
#[allow(clippy::unnecessary_wraps, reason = "the signature of a writer")]
pub(super) fn encode(input: &WriteInput<'_>, options: &ExportOptions) -> Result<Written, FormatError> {
    let plan = Plan::new(options, input.scene.units());
    let mut writer = drawing::write(input.scene, plan);
    let report = std::mem::take(&mut writer.report).into_entries();
    Ok(Written {
        bytes: scaffold::file(writer),
        report,
    })
}
