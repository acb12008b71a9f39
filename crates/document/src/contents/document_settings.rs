//! Document settings that a history step can replace.

use std::collections::BTreeMap;
use std::sync::Arc;
use trammel_knowledge::Memory;
use trammel_scene::{Flags, LayerSettings, Name, Units};
use trammel_tools::CustomTools;

/// Project data other than the files.
#[derive(Clone, Debug)]
pub(crate) struct DocumentSettings {
    pub(crate) name: Arc<str>,
    pub(crate) units: Units,
    pub(crate) locks: BTreeMap<Name, Flags>,
    pub(crate) layers: LayerSettings,
    pub(crate) custom: CustomTools,
    /// Memory entries that are imported and off.
    pub(crate) foreign: Memory,
}
