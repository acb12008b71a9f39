//! The export dialog: every writable format, to a file or, for text formats, to the clipboard.

use super::files;
use super::stale::{self, NotExported, State};
use crate::formats::PROJECT;
use crate::formats::project::{self, Project};
use crate::formats::{Export, ExportOptions, FORMATS, Format, FormatError, file_name};
use crate::session::previous::PreviousDrawing;
use crate::ui::dialog::{self, Dialog, DialogRef};
use crate::ui::i18n::Msg;
use crate::ui::picture;
use crate::ui::state::{App, app};
use leptos::{prelude::*, task::spawn_local};

/// Length of the longer side of an exported picture, in pixels.
const PICTURE_PIXELS: f64 = 2048.0;

/// Writes the file in memory, after the user has decided about broken code.
async fn written(app: App, format: &Format, with_memory: bool) -> Result<(Vec<u8>, State), NotExported> {
    let options = ExportOptions::default();
    let Some(export) = format.export else {
        return Err(NotExported::Canceled);
    };
    let refused =
        |error: FormatError| NotExported::Refused(app.say(Msg::Refused, &[("why", &error.to_string())]));
    if let Export::Project(write) = export {
        let project = stale::project(app, with_memory).await;
        let (project, state) = project.ok_or(NotExported::Canceled)?;
        let text = write(&project, &options).map_err(refused)?;
        return Ok((text.into_bytes(), state));
    }
    let state = stale::of_drawing(app).await?;
    let (Export::Scene(write) | Export::Picture(write)) = export else {
        return Err(NotExported::Canceled);
    };
    let text = stale::scene(app, state, |scene| write(scene, &options)).map_err(refused)?;
    if !matches!(export, Export::Picture(_)) {
        return Ok((text.into_bytes(), state));
    }
    let painted = picture::png_bytes(&text, PICTURE_PIXELS).await;
    let bytes = painted.ok_or_else(|| NotExported::Refused(app.say(Msg::NotPainted, &[])))?;
    Ok((bytes, state))
}

/// Saves the project as a file, and reports the result.
pub(super) async fn save_project(app: App, with_memory: bool) {
    match saved(app, &PROJECT, with_memory).await {
        Some(Ok(said)) => app.announce(said),
        Some(Err(why)) => app.refuse(why),
        None => {}
    }
}

/// Saves a file. Returns the success message or the error message, and `None` if the user cancels.
async fn saved(app: App, format: &Format, with_memory: bool) -> Option<Result<String, String>> {
    let (bytes, state) = match written(app, format, with_memory).await {
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
    Some(match files::save(&name, format.mime, &bytes) {
        Ok(()) => Ok(app.say(Msg::FileSaved, &[("file", &name)])),
        Err(why) => Err(app.say(Msg::Refused, &[("why", &app.words(&why))])),
    })
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

/// Saves work as files before it is replaced: the project, and its conversation if there is one. Returns whether all
/// files were saved.
pub(super) fn save_backup(app: App, work: &PreviousDrawing) -> bool {
    let name = file_name(&work.title, PROJECT.extension);
    let mut saved = files::save(&name, PROJECT.mime, project::write(&work.project).as_bytes());
    if let (Ok(()), Some(conversation)) = (&saved, &work.conversation) {
        let name = file_name(&work.title, "conversation.json");
        saved = files::save(&name, PROJECT.mime, conversation.to_string().as_bytes());
    }
    if let Err(why) = &saved {
        app.refuse(app.say(Msg::Refused, &[("why", &app.words(why))]));
    }
    saved.is_ok()
}

/// The export dialog.
#[component]
pub(super) fn ExportDialog() -> impl IntoView {
    let app = app();
    let node = DialogRef::new();
    let with_memory = RwSignal::new(false);
    let said = RwSignal::new(String::new());
    let copy = move |format: &'static Format| {
        let with_memory = with_memory.get_untracked();
        spawn_local(async move {
            let text = match written(app, format, with_memory).await {
                Ok((bytes, _)) => String::from_utf8_lossy(&bytes).into_owned(),
                Err(NotExported::Canceled) => return,
                Err(NotExported::Refused(why)) => {
                    let _ = said.try_set(why);
                    return;
                }
            };
            let result = match files::copy(&text).await {
                Ok(()) => app.say(Msg::Copied, &[]),
                Err(why) => app.say(Msg::CopyFailed, &[("why", &app.words(&why))]),
            };
            // The dialog may have been closed in the meantime.
            let _ = said.try_set(result);
        });
    };
    let save = move |format: &'static Format| {
        let with_memory = with_memory.get_untracked();
        spawn_local(async move {
            if let Some(result) = saved(app, format, with_memory).await {
                // The dialog may have been closed in the meantime.
                let _ = said.try_set(result.unwrap_or_else(|why| why));
            }
        });
    };
    let row = move |format: &'static Format| {
        let id = format.id;
        let [name, purpose] =
            [format.label, format.purpose].map(|texts| move || app.prefs.lang.get().pick(texts));
        view! {
            <section class="export-row" aria-labelledby=format!("export-{id}-name")>
                <h3 id=format!("export-{id}-name")>{name}</h3>
                <p class="hint">{purpose}</p>
                {matches!(format.export, Some(Export::Project(_)))
                    .then(|| {
                        view! {
                            <label class="radio">
                                <input
                                    type="checkbox"
                                    data-testid="export-memory"
                                    prop:checked=move || with_memory.get()
                                    on:change=move |event| with_memory.set(event_target_checked(&event))
                                />
                                <span>{move || app.text(Msg::ExportMemory)}</span>
                            </label>
                        }
                    })}
                <div class="field-row">
                    <button
                        type="button"
                        class="button"
                        data-testid=format!("export-{id}-file")
                        aria-describedby=format!("export-{id}-name")
                        on:click=move |_| save(format)
                    >
                        {move || app.text(Msg::ToFile)}
                    </button>
                    {format
                        .is_text()
                        .then(|| {
                            view! {
                            <button
                                type="button"
                                class="button"
                                data-testid=format!("export-{id}-copy")
                                aria-describedby=format!("export-{id}-name")
                                on:click=move |_| copy(format)
                            >
                                {move || app.text(Msg::ToClipboard)}
                            </button>
                            }
                        })}
                </div>
            </section>
        }
    };
    view! {
        <Dialog node name=Msg::Export test="export-dialog" closed=Callback::new(move |()| app.share.export.set(false))>
            {FORMATS.iter().filter(|format| format.export.is_some()).map(row).collect_view()}
            <p class="hint">{move || app.text(Msg::ExportPrivacy)}</p>
            <div class="dialog-foot">
                <p role="status" data-testid="export-said">{move || said.get()}</p>
                <button type="button" class="button" data-testid="close-export" on:click=move |_| dialog::close(node)>
                    {move || app.text(Msg::Close)}
                </button>
            </div>
        </Dialog>
    }
    .into_any()
}
