//! Copies of the selection, or of the whole drawing, in a text format for other programs.

use super::export::writing::{Chosen, existing_selection, write_file};
use super::files;
use super::stale::NotExported;
use crate::ui::i18n::Msg;
use crate::ui::state::App;
use trammel_canvas::preview::Text;
use trammel_formats::{ExportOptions, FORMATS};

/// Messages of the result, with the number of entities in place of `(n)`.
const COPIED: Text = ["Copied: (n) selected", "선택한 (n)개를 복사했어요"];
const COPIED_ALL: Text = ["Copied the whole drawing", "도면 전체를 복사했어요"];

/// Copies the selection, or the whole drawing if nothing is selected, and announces the result.
pub(super) async fn copy_as(app: App, id: &'static str) {
    match copy_silently(app, id).await {
        Some(Ok(done)) => app.announce(done),
        Some(Err(why)) => app.refuse(why),
        None => {}
    }
}

/// Copies a text, and returns a message about the result.
pub(in crate::ui) async fn copy_text(app: App, text: &str) -> String {
    match files::copy(text).await {
        Ok(()) => app.say(Msg::Copied, &[]),
        Err(why) => app.say(Msg::CopyFailed, &[("why", &app.words(&why))]),
    }
}

/// Copies the selection, or the whole drawing if nothing is selected, and returns a message about the result with the
/// parts that the format cannot hold; `None` if the user canceled.
pub(super) async fn copy_silently(app: App, id: &'static str) -> Option<Result<String, String>> {
    let format = FORMATS.iter().find(|format| format.id == id)?;
    let only = app.document.scene(|scene| existing_selection(app, scene));
    let count = only.len();
    let chosen = Chosen {
        options: ExportOptions {
            only,
            ..ExportOptions::default()
        },
        ..Chosen::default()
    };
    let written = match write_file(app, format, chosen).await {
        Ok((written, _)) => written,
        Err(NotExported::Canceled) => return None,
        Err(NotExported::Refused(why)) => return Some(Err(why)),
    };
    Some(
        match files::copy(&String::from_utf8_lossy(&written.bytes)).await {
            Ok(()) => {
                let said = if count == 0 { COPIED_ALL } else { COPIED };
                let said = app.lang().pick(said).replace("(n)", &count.to_string());
                let report = written.report.iter().map(ToString::to_string);
                Ok(std::iter::once(said).chain(report).collect::<Vec<_>>().join(". "))
            }
            Err(why) => Err(app.say(Msg::CopyFailed, &[("why", &app.words(&why))])),
        },
    )
}
