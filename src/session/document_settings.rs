//! Settings around the files that a step of the history can replace.

use crate::knowledge::Memory;
use crate::scene::{Flags, Name, Units};
use crate::tools::CustomTools;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What lies around the files and belongs to a project.
#[derive(Clone, Debug)]
pub(super) struct DocumentSettings {
    pub(super) name: Arc<str>,
    pub(super) units: Units,
    pub(super) locks: BTreeMap<Name, Flags>,
    pub(super) custom: CustomTools,
    /// The remembered entries that are imported and off.
    pub(super) foreign: Memory,
}
