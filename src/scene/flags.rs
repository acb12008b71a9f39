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

impl Flags {
    /// The flags of an entity that is locked and shown.
    pub const LOCKED: Flags = Flags {
        locked: true,
        hidden: false,
    };
    /// The flags of an entity that is hidden and not locked.
    pub const HIDDEN: Flags = Flags {
        locked: false,
        hidden: true,
    };
}
