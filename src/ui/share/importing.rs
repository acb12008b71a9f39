//! The dialog that imports a file of another program into the drawing.
//!
//! Invariants: the worker converts the file, and the dialog shows the result; only the button "Import" changes the
//! drawing, as one undo step. A failure closes the dialog, and the banner names the file and the reason.

mod state;
mod view;

pub(super) use view::ImportDialog;

use super::import_file::ImportFile;
use super::state::{OpenError, Share};
use leptos::prelude::*;
use trammel_document::MAX_IMPORT_BYTES;
use trammel_language::Bilingual;

impl Share {
    /// Shows the dialog that imports a file; a file that is too large is refused.
    pub(super) fn import(self, file: ImportFile) {
        let size = file.bytes.len();
        if size > MAX_IMPORT_BYTES {
            let (size, most) = (size.div_ceil(1 << 20), MAX_IMPORT_BYTES >> 20);
            let name = &file.name;
            self.trouble.set(Some(OpenError::File(Bilingual::new(
                format!("{name} has {size} MiB, at most {most} MiB. Export a part of it in the other program"),
                format!("{name}의 크기가 {size} MiB이고 최대 {most} MiB까지 열 수 있어요. 다른 프로그램에서 일부만 내보내세요"),
            ))));
            return;
        }
        self.trouble.set(None);
        self.importing.set(Some(file));
    }
}
