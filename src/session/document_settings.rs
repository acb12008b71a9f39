//! Document settings that a history step can replace.

use crate::knowledge::Memory;
use crate::scene::{Flags, LayerSettings, Name, Units};
use crate::tools::CustomTools;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Project data other than the files.
#[derive(Clone, Debug)]
pub(super) struct DocumentSettings {
    pub(super) name: Arc<str>,
    pub(super) units: Units,
    pub(super) locks: BTreeMap<Name, Flags>,
    pub(super) layers: LayerSettings,
    pub(super) custom: CustomTools,
    /// Memory entries that are imported and off.
    pub(super) foreign: Memory,
}
