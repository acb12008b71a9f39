//! Table of the constants and functions of a figure.
//!
//! The drawing tool calls a figure through its table, so that the program contains the tool once, not once for each
//! figure.

use super::figure::{Figure, FigureCall, FigureKind, Step};
use super::value::Value;
use crate::canvas_tool::Text;
use crate::expression::TypedError;
use trammel_kernel::Path;

/// The items of [`Figure`], under the same names.
#[derive(Debug)]
pub struct FigureTable {
    pub(super) kind: FigureKind,
    pub(super) method_of: Option<&'static str>,
    pub(super) keeps_choice: bool,
    pub(super) step: fn(&[Value]) -> Step,
    pub(super) is_complete: fn(&[Value]) -> bool,
    pub(super) may_end: fn(&[Value]) -> bool,
    pub(super) choices: fn(&[Value]) -> &'static [(&'static str, Text)],
    pub(super) initial: fn(usize) -> Option<Value>,
    pub(super) outlines: fn(&[Value]) -> Vec<Path>,
    pub(super) measured: fn(&[Value]) -> Option<String>,
    pub(super) call: fn(&[Value]) -> Result<FigureCall, TypedError>,
    pub(super) note: fn(&[Value]) -> Option<Text>,
}

impl FigureTable {
    /// Returns the table of a figure.
    #[must_use]
    pub const fn of<F: Figure>() -> &'static Self {
        const {
            &Self {
                kind: F::KIND,
                method_of: F::METHOD_OF,
                keeps_choice: F::KEEPS_CHOICE,
                step: F::step,
                is_complete: F::is_complete,
                may_end: F::may_end,
                choices: F::choices,
                initial: F::initial,
                outlines: F::outlines,
                measured: F::measured,
                call: F::call,
                note: F::note,
            }
        }
    }
}
