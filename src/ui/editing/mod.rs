//! Actions that edit the selection: each is one tool call, or one statement for several entities.
//!
//! Invariant: an action that would change a locked or hidden entity is refused before anything runs. Start with
//! [`perform::act`].

pub(crate) mod chosen;
pub(crate) mod clipboard;
pub(crate) mod deleting;
pub(crate) mod menu_place;
pub(crate) mod perform;
pub(crate) mod reference;
pub(crate) mod rename;
pub(crate) mod wording;
pub(crate) mod wording_field;
