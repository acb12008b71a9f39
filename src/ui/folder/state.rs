//! State of the folder of the open drawing.

use super::access::Directory;
use super::contents::Contents;
use leptos::prelude::*;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use trammel_document::library::{Agreement, Silence, WriteAttempts};

/// State of the folder, as the user sees it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum FolderState {
    /// The drawing has no folder.
    #[default]
    None,
    /// The folder has the present texts, or will have them shortly.
    InUse,
    /// The database could not be read, for this reason, so it is not known whether the drawing has a folder.
    Unread(String),
    /// The user has to permit the use of the folder in this visit.
    NeedsPermission,
    /// A change waits for the user's approval ([`sync::hold`](super::sync::hold)).
    Held,
    /// Both sides have changed these files.
    BothChanged(Vec<String>),
    /// These files are gone: `main.js`, or most files.
    Vanished(Vec<String>),
    /// The folder has the present texts, apart from files that the page leaves alone, for this reason.
    LeftAlone(String),
    /// The folder could not be used, for this reason.
    Failed(String),
}

/// Folder of the open drawing.
#[derive(Clone, Copy)]
pub(crate) struct FolderLink {
    /// State of the folder.
    pub(crate) state: RwSignal<FolderState>,
    /// Name of the folder, without its path.
    pub(crate) name: RwSignal<Arc<str>>,
    /// Whether the user has opened the description of the folder.
    pub(crate) shown: RwSignal<bool>,
    inner: StoredValue<Rc<Inner>, LocalStorage>,
}

/// Data of the folder that no view reads.
#[derive(Default)]
pub(super) struct Inner {
    pub(super) link: RefCell<Option<Link>>,
    /// Whether drawing and folder are being compared.
    pub(super) is_busy: Cell<bool>,
    /// Whether something changed during the comparison.
    pub(super) is_due: Cell<bool>,
    /// Whether a change waits for the user's approval.
    pub(super) is_held: Cell<bool>,
    /// Attempts without an answer.
    pub(super) silence: Cell<Silence>,
}

/// Connection of a drawing to a folder.
#[derive(Clone)]
pub(super) struct Link {
    /// Id of the drawing.
    pub(super) drawing: String,
    pub(super) directory: Directory,
    /// Texts on which drawing and folder last agreed.
    pub(super) agreed: Agreement,
    /// Writes after which a file still differed.
    pub(super) attempts: WriteAttempts,
    /// Files as they were last read.
    pub(super) contents: Contents,
}

impl FolderLink {
    /// Creates the state of a drawing without a folder.
    pub(crate) fn new() -> Self {
        Self {
            state: RwSignal::new(FolderState::None),
            name: RwSignal::new(Arc::from("")),
            shown: RwSignal::new(false),
            inner: StoredValue::new_local(Rc::default()),
        }
    }

    pub(super) fn inner(self) -> Rc<Inner> {
        self.inner.get_value()
    }

    /// Sets that it is not known whether the open drawing has a folder.
    pub(super) fn set_unread(self, why: String) {
        *self.inner().link.borrow_mut() = None;
        let unread = FolderState::Unread(why);
        if self.state.with_untracked(|state| *state != unread) {
            self.name.set("?".into());
            self.state.set(unread);
        }
    }

    /// Sets the connection; `None` ends it.
    pub(super) fn set(self, link: Option<Link>) {
        let name = link.as_ref().map(|link| link.directory.name());
        self.name.set(name.unwrap_or_default().into());
        self.shown.set(false);
        self.state.set(if link.is_some() {
            FolderState::InUse
        } else {
            FolderState::None
        });
        let inner = self.inner();
        inner.silence.set(Silence::default());
        *inner.link.borrow_mut() = link;
    }
}
