//! The export dialog: project, drawing and picture, each to a file or to the clipboard.

use super::files;
use crate::formats::{json, project, svg};
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

    fn text(self, app: App, with_memory: bool) -> String {
        match self {
            Format::Project => project::write(&app.desk.project(with_memory)),
            Format::Scene => app.desk.scene(json::write),
            Format::Svg => app.desk.scene(svg::write),
        }
    }
}

/// Saves the project as a file, and says so.
pub(super) fn save_project(app: App, with_memory: bool) {
    app.announce(saved(app, Format::Project, with_memory));
}

/// Saves a file; what to say about it.
fn saved(app: App, format: Format, with_memory: bool) -> String {
    let (_, _, _, extension, mime) = format.about();
    let title = app.doc.title.get_untracked().0;
    let name = files::name(&title, extension);
    match files::save(&name, mime, &format.text(app, with_memory)) {
        Ok(()) => app.say(Msg::FileSaved, &[("file", &name)]),
        Err(why) => app.say(Msg::Refused, &[("why", &why)]),
    }
}

/// The dialog.
#[component]
pub(super) fn ExportDialog() -> impl IntoView {
    let app = app();
    let node = DialogRef::new();
    let with_memory = RwSignal::new(false);
    let said = RwSignal::new(String::new());
    spawn_local(async move { app.desk.settle_typing(app).await });
    let copy = move |format: Format| {
        let text = format.text(app, with_memory.get_untracked());
        spawn_local(async move {
            let result = match files::copy(&text).await {
                Ok(()) => app.say(Msg::Copied, &[]),
                Err(why) => app.say(Msg::CopyFailed, &[("why", &why)]),
            };
            // The dialog may be closed by now.
            let _ = said.try_set(result);
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
                        on:click=move |_| said.set(saved(app, format, with_memory.get_untracked()))
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
