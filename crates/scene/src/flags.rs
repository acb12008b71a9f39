//! Flags that the user sets on entities.

use serde::{Deserialize, Serialize};

/// Locked and hidden state of an entity, set by the user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Flags {
    /// Whether changes by tools and code are refused.
    pub locked: bool,
    /// Whether the entity is not drawn.
    pub hidden: bool,
}

impl Flags {
    /// Returns the flags of an entity that has both of these: locked or hidden by either one.
    #[must_use]
    pub fn or(self, other: Flags) -> Flags {
        Flags {
            locked: self.locked || other.locked,
            hidden: self.hidden || other.hidden,
        }
    }

    /// Returns these flags without the lock.
    #[must_use]
    pub fn without_lock(self) -> Flags {
        Flags {
            locked: false,
            ..self
        }
    }

    /// Flags of an entity that is locked and shown.
    pub const LOCKED: Flags = Flags {
        locked: true,
        hidden: false,
    };
    /// Flags of an entity that is hidden and not locked.
    pub const HIDDEN: Flags = Flags {
        locked: false,
        hidden: true,
    };
}
