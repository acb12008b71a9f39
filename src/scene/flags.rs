//! Flags that the user sets on entities.

use serde::{Deserialize, Serialize};

/// Whether the user has locked or hidden an entity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Flags {
    /// Nobody else changes it.
    pub locked: bool,
    /// It is not drawn.
    pub hidden: bool,
}
