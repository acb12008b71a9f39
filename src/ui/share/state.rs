//! State of sharing: the open dialogs, the preview, and the last failure.

use super::import_file::ImportFile;
use crate::ui::i18n::Msg;
use leptos::prelude::*;
use std::sync::Arc;
use trammel_formats::link::LinkError;
use trammel_formats::project::Project;
use trammel_language::Bilingual;

/// Signals of sharing.
#[derive(Clone, Copy)]
pub(crate) struct Share {
    pub(super) link: RwSignal<Option<Arc<Project>>>,
    pub(super) export: RwSignal<bool>,
    /// Project in the preview, with the title of the dialog.
    pub(super) shown: RwSignal<Option<(Arc<Project>, Msg)>>,
    /// File of another program in the import dialog.
    pub(super) importing: RwSignal<Option<ImportFile>>,
    /// File in the preview that can also be added to the drawing.
    pub(super) addable: RwSignal<Option<ImportFile>>,
    pub(super) trouble: RwSignal<Option<OpenError>>,
    /// Fragment of the address that was opened last.
    pub(super) opened: RwSignal<String>,
}

/// Reason why a link or a file could not be opened.
#[derive(Clone, PartialEq)]
pub(crate) enum OpenError {
    Link(LinkError),
    File(Bilingual),
}

impl Share {
    /// Creates the state without an open dialog.
    pub(crate) fn new() -> Self {
        Self {
            link: RwSignal::new(None),
            export: RwSignal::new(false),
            shown: RwSignal::new(None),
            importing: RwSignal::new(None),
            addable: RwSignal::new(None),
            trouble: RwSignal::new(None),
            opened: RwSignal::new(String::new()),
        }
    }

    /// Shows a view-only preview of a drawing.
    pub(crate) fn look_at(self, project: Project, title: Msg) {
        self.trouble.set(None);
        self.addable.set(None);
        self.shown.set(Some((Arc::new(project), title)));
    }
}
