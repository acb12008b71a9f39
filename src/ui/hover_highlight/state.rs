//! Signals of the links between code, drawing, and entity list.

use leptos::prelude::*;
use std::{collections::BTreeSet, rc::Rc, sync::Arc};
use trammel_canvas::hover::LazyHover;
use trammel_code::sites::Site;
use trammel_scene::Name;

/// Calls of one file at one revision of the document.
pub(crate) struct Sites {
    /// Revision of the context and the file that the sites belong to.
    pub(crate) of: (u64, String),
    /// The calls with their entities.
    pub(crate) sites: Vec<Site<Name>>,
}

/// Signals of the links; cheap to copy.
#[derive(Clone, Copy)]
pub(crate) struct HighlightState {
    /// Entity under the pointer, on the canvas or in the list.
    pub(crate) hovered: RwSignal<Option<Name>>,
    /// Entities of the statement at the cursor of the code editor.
    pub(crate) pointed: RwSignal<Arc<BTreeSet<Name>>>,
    /// Cursor of the code editor in UTF-16 code units, while the editor has the focus.
    pub(crate) cursor: StoredValue<Option<usize>>,
    /// Index for the entity under the pointer, with the revision of the drawing that it belongs to.
    pub(crate) index: StoredValue<Rc<(u64, LazyHover)>, LocalStorage>,
    /// Reference of the point or item at which the context menu was opened.
    pub(crate) reference: StoredValue<Option<String>>,
    /// Calls of the open file, for the cursor.
    pub(crate) sites: StoredValue<Option<Sites>, LocalStorage>,
}

impl HighlightState {
    /// Creates the signals without any highlight.
    pub(crate) fn new() -> Self {
        Self {
            hovered: RwSignal::new(None),
            pointed: RwSignal::new(Arc::default()),
            cursor: StoredValue::new(None),
            index: StoredValue::new_local(Rc::default()),
            reference: StoredValue::new(None),
            sites: StoredValue::new_local(None),
        }
    }

    /// Whether an entity is highlighted. Tracks the signals.
    pub(crate) fn highlights(self, name: &Name) -> bool {
        self.hovered.with(|hovered| hovered.as_ref() == Some(name))
            || self.pointed.with(|pointed| pointed.contains(name))
    }
}
