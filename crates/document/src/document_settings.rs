//! Document settings that a history step can replace.

use std::collections::BTreeMap;
use std::sync::Arc;
use trammel_knowledge::Memory;
use trammel_scene::{Flags, LayerSettings, Name, Units};
use trammel_tools::CustomTools;

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
