//! State of the active canvas tool: the tool itself, and the signals of its strip, cursor, and overlay.
//!
//! Invariant: only [`super::tool_input`] changes this state.

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use std::{cell::RefCell, rc::Rc};
use trammel_canvas::canvas_tool::{Modifiers, Preview, ToolInfo};
use trammel_canvas::canvas_tools::CANVAS_TOOLS;
use trammel_canvas::snapping::LazySnaps;
use trammel_canvas::tool_host::ToolHost;

/// The handle to the active canvas tool; cheap to copy into event handlers.
#[derive(Clone, Copy)]
pub(crate) struct ToolState {
    /// Description of the active tool in its current step.
    pub(crate) info: RwSignal<Option<ToolInfo>>,
    /// Preview of the tool, drawn over the drawing.
    pub(crate) preview: RwSignal<Preview>,
    inner: StoredValue<Rc<RefCell<ToolInner>>, LocalStorage>,
}

/// The non-reactive part of the state.
pub(crate) struct ToolInner {
    /// Host of the active tool.
    pub(crate) host: ToolHost,
    /// Held modifier keys.
    pub(crate) modifiers: Modifiers,
    /// Snap points of the drawing, with the revision that they belong to.
    pub(crate) snaps: (u64, LazySnaps),
    /// Timer that renders the drawing again when the camera rests.
    pub(crate) rest: Option<Timeout>,
}

impl ToolState {
    /// Creates the state with the first tool of the list active.
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

    /// Returns the non-reactive part of the state.
    pub(crate) fn inner(self) -> Rc<RefCell<ToolInner>> {
        self.inner.get_value()
    }
}
