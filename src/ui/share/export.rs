//! Export to a file or to the clipboard. [`dialog`] is the dialog, [`writing`] writes a file in memory, and [`settings`] has
//! the options that the user chose.

mod dialog;
mod saving;
mod settings;
pub(super) mod writing;

use super::files;
use crate::ui::i18n::Msg;
use crate::ui::state::App;
use saving::save_file;
use settings::Settings;
use trammel_formats::project::{self, Project};
use trammel_formats::{KERF, PROJECT, file_name};
use writing::Chosen;

pub(super) use dialog::ExportDialog;

/// Returns the kerf of the exports, as the user typed it.
pub(super) fn stored_kerf() -> String {
    Settings::load().text(&KERF)
}

/// Saves the project as a file, and reports the result.
pub(super) async fn save_project(app: App, with_memory: bool) {
    let chosen = Chosen {
        with_memory,
        ..Chosen::default()
    };
    match save_file(app, &PROJECT, chosen).await {
        Some(Ok((said, _))) => app.announce(said),
        Some(Err(why)) => app.refuse(why),
        None => {}
    }
}

/// Saves a project as a file. Returns the success message or the error message.
pub(super) fn save_as_file(app: App, project: &Project) -> String {
    let title = project.name.as_deref().unwrap_or("drawing");
    let name = file_name(title, PROJECT.extension);
    match files::save(&name, PROJECT.mime, project::write(project).as_bytes()) {
        Ok(()) => app.say(Msg::FileSaved, &[("file", &name)]),
        Err(why) => app.say(Msg::Refused, &[("why", &app.words(&why))]),
    }
}
