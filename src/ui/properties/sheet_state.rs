//! State that the fields of a selection share.

use crate::ui::state::App;
use leptos::prelude::*;
use std::sync::Arc;
use trammel_canvas::properties::sheet::Sheet;
use trammel_scene::Name;

/// State that the fields of a selection share; cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct SheetState {
    /// Handle to the page.
    pub(super) app: App,
    /// The selected entities.
    pub(super) names: StoredValue<Arc<[Name]>>,
    /// Their properties.
    pub(super) sheet: Memo<Option<Sheet>>,
}

impl SheetState {
    /// Whether the fields are disabled because an entity is locked or hidden.
    pub(super) fn is_protected(self) -> bool {
        self.sheet
            .with(|sheet| sheet.as_ref().is_some_and(|sheet| sheet.protection.is_some()))
    }

    /// Reads the sheet; `None` if no entity exists. Tracks the sheet.
    pub(super) fn of<T>(self, read: impl FnOnce(&Sheet) -> T) -> Option<T> {
        self.sheet.with(|sheet| sheet.as_ref().map(read))
    }
}
