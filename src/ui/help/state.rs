//! State of the user guide: whether the dialog is open, and the chosen page.

use leptos::prelude::*;

/// Page that the dialog shows first.
const FIRST: &str = "start";

/// Signals of the user guide.
#[derive(Clone, Copy)]
pub(crate) struct Help {
    /// Whether the dialog is open.
    pub(crate) shown: RwSignal<bool>,
    /// Name of the chosen page, which stays chosen until the app is reloaded.
    pub(super) page: RwSignal<String>,
}

impl Help {
    /// Creates the state with a closed dialog.
    pub(crate) fn new() -> Self {
        Self {
            shown: RwSignal::new(false),
            page: RwSignal::new(FIRST.to_owned()),
        }
    }
}
