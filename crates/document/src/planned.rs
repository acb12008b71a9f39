//! Adjustment that waits for the run of its changed code.

use super::calls::Execution;
use std::collections::BTreeMap;
use trammel_code::FileName;
use trammel_language::Bilingual;
use trammel_run::origins::Touch;
use trammel_scene::{Diff, Name, Written};

/// New texts of the changed files.
pub(super) type NewTexts = BTreeMap<FileName, String>;

/// Adjustment that was tried on the drawing.
#[derive(Debug)]
pub(super) struct Tried {
    /// Change of the drawing.
    pub(super) diff: Diff,
    /// Text of the statements that make the change.
    pub(super) statements: String,
    /// Effects of the statements, with offsets in their text.
    pub(super) effects: Vec<(Name, Touch, Execution)>,
    pub(super) label: &'static str,
    pub(super) warnings: Vec<Bilingual>,
}

/// Adjustment with the changed code to run.
#[derive(Debug)]
pub(super) struct Planned {
    pub(super) tried: Tried,
    pub(super) texts: NewTexts,
    /// Form of the change if the code draws what the user wants.
    pub(super) written: Written,
    /// Largest difference of coordinates that does not matter.
    pub(super) tolerance: f64,
}
