//! Fillet of the corner of two edges.

use super::corner_operation::Corner;
use super::operation::{Field, FieldUnit};
use crate::canvas_tool::Text;
use crate::keys::Chord;
use trammel_kernel::corner::{self, Cornered};
use trammel_kernel::modify::ModifyError;
use trammel_kernel::{Path, Tol};

/// A fillet.
#[derive(Debug)]
pub struct Fillet;

impl Corner for Fillet {
    const ID: &'static str = "fillet";
    const KEYS: &'static [Chord] = &[Chord("f")];
    const ICON: &'static str = "M4 20v-6A10 10 0 0 1 14 4h6M4 9V4h5";
    const LABEL: Text = ["Fillet", "모깎기"];
    const SIZES: &'static [Field] = &[Field {
        label: ["Radius", "반지름"],
        unit: FieldUnit::Length,
    }];
    const PARAMETERS: &'static [&'static str] = &["radius"];

    fn between(a: &Path, b: &Path, [radius, _]: [f64; 2], tol: Tol) -> Result<Cornered, ModifyError> {
        corner::fillet(a, b, radius, [None; 2], tol)
    }

    fn within(path: &Path, at: usize, [radius, _]: [f64; 2], tol: Tol) -> Result<Path, ModifyError> {
        corner::fillet_corners(path, &[(at, radius)], tol)
    }
}
