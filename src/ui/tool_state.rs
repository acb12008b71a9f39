//! The active canvas tool as the page holds it: the tool itself, and the signals its strip, cursor and overlay read.
//!
//! Invariant: only [`super::tool_input`] changes it.

use crate::editor::canvas_tool::{Modifiers, Preview, ToolInfo};
use crate::editor::canvas_tools::CANVAS_TOOLS;
use crate::editor::snapping::LazySnaps;
use crate::editor::tool_host::ToolHost;
use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use std::{cell::RefCell, rc::Rc};

/// Handles of the active canvas tool; cheap to copy into event handlers.
#[derive(Clone, Copy)]
pub(crate) struct ToolState {
    /// Description of the active tool in its present step.
    pub(crate) info: RwSignal<Option<ToolInfo>>,
    /// The picture of the tool over the drawing.
    pub(crate) preview: RwSignal<Preview>,
    inner: StoredValue<Rc<RefCell<ToolInner>>, LocalStorage>,
}

/// The part that no signal announces.
pub(crate) struct ToolInner {
    /// The active tool.
    pub(crate) host: ToolHost,
    /// Modifier keys that are held.
    pub(crate) modifiers: Modifiers,
    /// Revision of the drawing, and its snap points.
    pub(crate) snaps: (u64, LazySnaps),
    /// Draws the picture again when the camera rests.
    pub(crate) rest: Option<Timeout>,
}

impl ToolState {
    /// The first tool of the list is active.
    pub(crate) fn new() -> Self {
        let host = ToolHost::new(CANVAS_TOOLS);
        Self {
            info: RwSignal::new(host.info()),
            preview: RwSignal::new(Preview::default()),
            inner: StoredValue::new_local(Rc::new(RefCell::new(ToolInner {
                host,
                modifiers: Modifiers::default(),
                snaps: (0, LazySnaps::default()),
                rest: None,
            }))),
        }
    }

    /// The part that no signal announces.
    pub(crate) fn inner(self) -> Rc<RefCell<ToolInner>> {
        self.inner.get_value()
    }
}
