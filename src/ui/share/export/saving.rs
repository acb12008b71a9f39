//! Saving an export as a file.

use super::super::files;
use super::super::stale::{NotExported, State};
use super::writing::{Chosen, write_file};
use crate::ui::i18n::Msg;
use crate::ui::state::App;
use leptos::prelude::*;
use trammel_formats::{Format, ReportEntry, file_name};

/// Message of an export, with the parts of the drawing that were left out or changed.
pub(super) type Said = (String, Vec<ReportEntry>);

/// Saves a file. Returns the success message or the error message, and `None` if the user cancels.
pub(super) async fn save_file(app: App, format: &Format, chosen: Chosen) -> Option<Result<Said, String>> {
    let (written, state) = match write_file(app, format, chosen).await {
        Ok(file) => file,
        Err(NotExported::Refused(why)) => return Some(Err(why)),
        Err(NotExported::Canceled) => return None,
    };
    let title = app.doc.title.get_untracked().0;
    let extension = match state {
        State::Present => format.extension.to_owned(),
        State::LastGood => format!("last-good.{}", format.extension),
    };
    let name = file_name(&title, &extension);
    Some(match files::save(&name, format.mime, &written.bytes) {
        Ok(()) => Ok((app.say(Msg::FileSaved, &[("file", &name)]), written.report)),
        Err(why) => Err(app.say(Msg::Refused, &[("why", &app.words(&why))])),
    })
}
