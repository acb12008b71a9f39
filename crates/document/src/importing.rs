//! An import that waits for its run.

use super::codegen::ComposedMain;
use trammel_formats::ImportedCode;

/// Import that waits for its run.
#[derive(Debug)]
pub(super) struct Importing {
    /// `main` with the call of the new module.
    pub(super) composed: ComposedMain,
    /// Code of the file, if the host has converted it.
    pub(super) code: Option<ImportedCode>,
}
