//! Chamfer of the corner of two edges.

use super::corner_operation::Corner;
use super::operation::{Field, FieldUnit};
use crate::canvas_tool::Text;
use crate::keys::Chord;
use trammel_kernel::corner::{self, Cornered};
use trammel_kernel::modify::ModifyError;
use trammel_kernel::{Path, Tol};

/// A chamfer.
#[derive(Debug)]
pub struct Chamfer;

impl Corner for Chamfer {
    const ID: &'static str = "chamfer";
    const KEYS: &'static [Chord] = &[Chord("Shift+f")];
    const ICON: &'static str = "M4 20v-8l8-8h8M4 8V4h4";
    const LABEL: Text = ["Chamfer", "모따기"];
    const SIZES: &'static [Field] = &[
        Field {
            label: ["Distance", "거리"],
            unit: FieldUnit::Length,
        },
        Field {
            label: ["Second distance", "둘째 거리"],
            unit: FieldUnit::Length,
        },
    ];
    const PARAMETERS: &'static [&'static str] = &["distance", "distance2"];

    fn between(a: &Path, b: &Path, distances: [f64; 2], tol: Tol) -> Result<Cornered, ModifyError> {
        corner::chamfer(a, b, distances, [None; 2], tol)
    }

    fn within(path: &Path, at: usize, distances: [f64; 2], tol: Tol) -> Result<Path, ModifyError> {
        corner::chamfer_corners(path, &[(at, distances)], tol)
    }
}
