//! The export dialog: project, drawing and picture, each to a file or to the clipboard.

use super::files;
use super::stale::{self, NotExported, State};
use crate::formats::project::{self, Project};
use crate::formats::{json, svg};
use crate::session::previous::PreviousDrawing;
use crate::ui::dialog::{self, Dialog, DialogRef};
use crate::ui::i18n::Msg;
use crate::ui::state::{App, app};
use leptos::{prelude::*, task::spawn_local};

/// What can be exported.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Project,
    Scene,
    Svg,
}

impl Format {
    const ALL: [Format; 3] = [Format::Project, Format::Scene, Format::Svg];

    /// Stable id, name, what it is for, extension and type of the file.
    fn about(self) -> (&'static str, Msg, Msg, &'static str, &'static str) {
        match self {
            Format::Project => (
                "project",
                Msg::ExportProject,
                Msg::ExportProjectHint,
                "trammel.json",
                files::JSON,
            ),
            Format::Scene => (
                "scene",
                Msg::ExportScene,
                Msg::ExportSceneHint,
                "scene.json",
                files::JSON,
            ),
            Format::Svg => ("svg", Msg::ExportSvg, Msg::ExportSvgHint, "svg", files::SVG),
        }
    }

    /// The text of the file, once the user has decided about code that does not run.
    async fn text(self, app: App, with_memory: bool) -> Result<(String, State), NotExported> {
        if self == Format::Project {
            let project = stale::project(app, with_memory).await;
            let (project, state) = project.ok_or(NotExported::Canceled)?;
            return Ok((project::write(&project), state));
        }
        let state = stale::of_drawing(app).await?;
        let write = match self {
            Format::Svg => svg::write,
            _ => json::write,
        };
        Ok((stale::scene(app, state, write), state))
    }
}

/// Saves the project as a file, and says so.
pub(super) async fn save_project(app: App, with_memory: bool) {
    match saved(app, Format::Project, with_memory).await {
        Some(Ok(said)) => app.announce(said),
        Some(Err(why)) => app.refuse(why),
        None => {}
    }
}

/// Saves a file; the text that says so, or the reason why it was not saved. `None` when the user has called it off.
async fn saved(app: App, format: Format, with_memory: bool) -> Option<Result<String, String>> {
    let (text, state) = match format.text(app, with_memory).await {
        Ok(file) => file,
        Err(NotExported::Refused(why)) => return Some(Err(why)),
        Err(NotExported::Canceled) => return None,
    };
    let (_, _, _, extension, mime) = format.about();
    let title = app.doc.title.get_untracked().0;
    let extension = match state {
        State::Present => extension.to_owned(),
        State::LastGood => format!("last-good.{extension}"),
    };
    let name = files::name(&title, &extension);
    Some(match files::save(&name, mime, &text) {
        Ok(()) => Ok(app.say(Msg::FileSaved, &[("file", &name)])),
        Err(why) => Err(app.say(Msg::Refused, &[("why", &why)])),
    })
}

/// Saves this project as a file; the text that says so, or the reason why it was not saved.
pub(super) fn save_as_file(app: App, project: &Project) -> String {
    let title = project.name.as_deref().unwrap_or("drawing");
    let name = files::name(title, "trammel.json");
    match files::save(&name, files::JSON, &project::write(project)) {
        Ok(()) => app.say(Msg::FileSaved, &[("file", &name)]),
        Err(why) => app.say(Msg::Refused, &[("why", &why)]),
    }
}

/// Saves work as files before it is replaced: the project, and its conversation if there is one. Whether that was done.
pub(super) fn save_backup(app: App, work: &PreviousDrawing) -> bool {
    let name = files::name(&work.title, "trammel.json");
    let mut saved = files::save(&name, files::JSON, &project::write(&work.project));
    if let (Ok(()), Some(conversation)) = (&saved, &work.conversation) {
        let name = files::name(&work.title, "conversation.json");
        saved = files::save(&name, files::JSON, &conversation.to_string());
    }
    if let Err(why) = &saved {
        app.refuse(app.say(Msg::Refused, &[("why", why)]));
    }
    saved.is_ok()
}

/// The dialog.
#[component]
pub(super) fn ExportDialog() -> impl IntoView {
    let app = app();
    let node = DialogRef::new();
    let with_memory = RwSignal::new(false);
    let said = RwSignal::new(String::new());
    let copy = move |format: Format| {
        let with_memory = with_memory.get_untracked();
        spawn_local(async move {
            let text = match format.text(app, with_memory).await {
                Ok((text, _)) => text,
                Err(NotExported::Canceled) => return,
                Err(NotExported::Refused(why)) => {
                    let _ = said.try_set(why);
                    return;
                }
            };
            let result = match files::copy(&text).await {
                Ok(()) => app.say(Msg::Copied, &[]),
                Err(why) => app.say(Msg::CopyFailed, &[("why", &why)]),
            };
            // The dialog may be closed by now.
            let _ = said.try_set(result);
        });
    };
    let save = move |format: Format| {
        let with_memory = with_memory.get_untracked();
        spawn_local(async move {
            if let Some(result) = saved(app, format, with_memory).await {
                // The dialog may be closed by now.
                let _ = said.try_set(result.unwrap_or_else(|why| why));
            }
        });
    };
    let row = move |format: Format| {
        let (id, name, hint, ..) = format.about();
        view! {
            <section class="export-row" aria-labelledby=format!("export-{id}-name")>
                <h3 id=format!("export-{id}-name")>{move || app.text(name)}</h3>
                <p class="hint">{move || app.text(hint)}</p>
                {(format == Format::Project)
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
                    <button
                        type="button"
                        class="button"
                        data-testid=format!("export-{id}-copy")
                        aria-describedby=format!("export-{id}-name")
                        on:click=move |_| copy(format)
                    >
                        {move || app.text(Msg::ToClipboard)}
                    </button>
                </div>
            </section>
        }
    };
    view! {
        <Dialog node name=Msg::Export test="export-dialog" closed=Callback::new(move |()| app.share.export.set(false))>
            {Format::ALL.into_iter().map(row).collect_view()}
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
