//! State of Help: whether the dialog is open, and the chosen page.

use leptos::prelude::*;

/// Page of the guide that the dialog shows first.
const FIRST: &str = "start";

/// Signals of Help.
#[derive(Clone, Copy)]
pub(crate) struct Help {
    /// Whether the dialog is open.
    pub(crate) shown: RwSignal<bool>,
    /// Name of the chosen page, which stays chosen until the app is reloaded: a page of the guide, or one of the pages
    /// below.
    pub(super) page: RwSignal<String>,
}

impl Help {
    /// Page of all keyboard shortcuts. The names of guide pages have no such sign.
    pub(crate) const SHORTCUTS: &str = "@shortcuts";
    /// Page of all functions.
    pub(crate) const FUNCTIONS: &str = "@functions";
    /// Page about the program.
    pub(crate) const ABOUT: &str = "@about";

    /// Creates the state with a closed dialog.
    pub(crate) fn new() -> Self {
        Self {
            shown: RwSignal::new(false),
            page: RwSignal::new(FIRST.to_owned()),
        }
    }

    /// Opens the dialog with a page.
    pub(crate) fn show(self, page: &str) {
        self.page.set(page.to_owned());
        self.shown.set(true);
    }

    /// Opens the dialog with the page of the guide that was shown last.
    pub(crate) fn show_guide(self) {
        if self.page.with_untracked(|page| !is_guide(page)) {
            self.page.set(FIRST.to_owned());
        }
        self.shown.set(true);
    }
}

/// Whether a page belongs to the guide.
pub(super) fn is_guide(page: &str) -> bool {
    !page.starts_with('@')
}
