//! Adjustment that waits for the run of its changed code.

use crate::contents::calls::Execution;
use std::collections::BTreeMap;
use trammel_code::FileName;
use trammel_code::Written;
use trammel_language::Bilingual;
use trammel_run::origins::Touch;
use trammel_scene::{Diff, Name};

/// New texts of the changed files.
pub(crate) type NewTexts = BTreeMap<FileName, String>;

/// Adjustment that was tried on the drawing.
#[derive(Debug)]
pub(crate) struct Tried {
    /// Change of the drawing.
    pub(crate) diff: Diff,
    /// Text of the statements that make the change.
    pub(crate) statements: String,
    /// Effects of the statements, with offsets in their text.
    pub(crate) effects: Vec<(Name, Touch, Execution)>,
    pub(crate) label: &'static str,
    pub(crate) warnings: Vec<Bilingual>,
}

/// Adjustment with the changed code to run.
#[derive(Debug)]
pub(crate) struct Planned {
    pub(crate) tried: Tried,
    pub(crate) texts: NewTexts,
    /// Form of the change if the code draws what the user wants.
    pub(crate) written: Written,
    /// Largest difference of coordinates that does not matter.
    pub(crate) tolerance: f64,
}
