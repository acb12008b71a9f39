//! The export dialog: every writable format with its options, to a file or, for text formats, to the clipboard.

use super::super::files;
use super::super::report::Report;
use super::super::stale::NotExported;
use super::saving::save_file;
use super::settings::{Options, Settings};
use super::writing::{Chosen, existing_selection, write_file};
use crate::ui::cutting;
use crate::ui::dialog::{self, CloseButton, Dialog, DialogRef};
use crate::ui::i18n::Msg;
use crate::ui::state::{App, app};
use leptos::{prelude::*, task::spawn_local};
use trammel_canvas::actions::ActionId;
use trammel_canvas::preview::Text;
use trammel_formats::{Export, FORMATS, Format, KERF, ReportEntry};
use trammel_language::Translated;

/// Label of the choice to export the selection only.
const ONLY_SELECTION_LABEL: Text = [
    "Only the selection (n), except in a project",
    "선택한 것만 (n), 프로젝트는 전체",
];

/// State of the open dialog.
#[derive(Clone, Copy)]
struct State {
    app: App,
    node: DialogRef,
    settings: Settings,
    with_memory: RwSignal<bool>,
    only_selection: RwSignal<bool>,
    said: RwSignal<String>,
    report: RwSignal<Vec<ReportEntry>>,
}

impl State {
    /// Returns the choices for a format, or shows the option with a wrong value.
    fn choices(self, format: &Format) -> Option<Chosen> {
        let mut options = match self
            .settings
            .options(format, self.app.doc.title.get_untracked().1)
        {
            Ok(options) => options,
            Err(why) => {
                self.show(
                    self.app.say(Msg::Refused, &[("why", &why.text(self.app.lang()))]),
                    Vec::new(),
                );
                return None;
            }
        };
        if self.only_selection.get_untracked() {
            options.only = self
                .app
                .document
                .scene(|scene| existing_selection(self.app, scene));
        }
        Some(Chosen {
            with_memory: self.with_memory.get_untracked(),
            options,
        })
    }

    /// Shows a result, unless the dialog has been closed in the meantime.
    fn show(self, said: String, report: Vec<ReportEntry>) {
        let _ = self.said.try_set(said);
        let _ = self.report.try_set(report);
    }

    fn save(self, format: &'static Format) {
        let Some(chosen) = self.choices(format) else {
            return;
        };
        spawn_local(async move {
            match save_file(self.app, format, chosen).await {
                Some(Ok((said, report))) => self.show(said, report),
                Some(Err(why)) => self.show(why, Vec::new()),
                None => {}
            }
        });
    }

    /// Closes the dialog and opens the cutting check, so that the drawing is visible beside the findings.
    fn check(self) {
        let kerf = self.settings.text(&KERF);
        dialog::close(self.node);
        cutting::open(self.app, kerf);
    }

    fn copy(self, format: &'static Format) {
        let Some(chosen) = self.choices(format) else {
            return;
        };
        spawn_local(async move {
            let app = self.app;
            let written = match write_file(app, format, chosen).await {
                Ok((written, _)) => written,
                Err(NotExported::Canceled) => return,
                Err(NotExported::Refused(why)) => return self.show(why, Vec::new()),
            };
            match files::copy(&String::from_utf8_lossy(&written.bytes)).await {
                Ok(()) => self.show(app.say(Msg::Copied, &[]), written.report),
                Err(why) => self.show(app.say(Msg::CopyFailed, &[("why", &app.words(&why))]), Vec::new()),
            }
        });
    }
}

/// The export dialog.
#[component]
pub(in crate::ui::share) fn ExportDialog() -> impl IntoView {
    let app = app();
    let node = DialogRef::new();
    let state = State {
        app,
        node,
        settings: Settings::load(),
        with_memory: RwSignal::new(false),
        only_selection: RwSignal::new(false),
        said: RwSignal::new(String::new()),
        report: RwSignal::new(Vec::new()),
    };
    let count = app.document.scene(|scene| existing_selection(app, scene)).len();
    let only_label = move || {
        app.prefs
            .lang
            .get()
            .pick(ONLY_SELECTION_LABEL)
            .replace("(n)", &format!("({count})"))
    };
    view! {
        <Dialog node name=ActionId::Export.label() test="export-dialog" closed=Callback::new(move |()| app.share.export.set(false))>
            {(count > 0)
                .then(|| {
                    view! {
                        <label class="radio">
                            <input
                                type="checkbox"
                                data-testid="export-selection"
                                prop:checked=move || state.only_selection.get()
                                on:change=move |event| state.only_selection.set(event_target_checked(&event))
                            />
                            <span>{only_label}</span>
                        </label>
                    }
                })}
            {FORMATS
                .iter()
                .filter(|format| format.export.is_some())
                .map(|format| view! { <Row format state /> })
                .collect_view()}
            <p class="hint">{move || app.text(Msg::ExportPrivacy)}</p>
            <Report report=state.report test="export-report" />
            <div class="dialog-foot">
                <p role="status" data-testid="export-said">{move || state.said.get()}</p>
                <CloseButton node test="close-export" />
            </div>
        </Dialog>
    }
    .into_any()
}

/// A format: its name, its purpose, its options, and the buttons.
#[component]
fn Row(format: &'static Format, state: State) -> impl IntoView {
    let app = state.app;
    let id = format.id;
    let [name, purpose] =
        [format.label, format.purpose].map(|texts| move || app.prefs.lang.get().pick(texts));
    let memory = matches!(format.export, Some(Export::Project(_))).then(|| {
        view! {
            <label class="radio">
                <input
                    type="checkbox"
                    data-testid="export-memory"
                    prop:checked=move || state.with_memory.get()
                    on:change=move |event| state.with_memory.set(event_target_checked(&event))
                />
                <span>{move || app.text(Msg::ExportMemory)}</span>
            </label>
        }
    });
    let copy = format.is_text().then(|| {
        view! {
            <button
                type="button"
                class="button"
                data-testid=format!("export-{id}-copy")
                aria-describedby=format!("export-{id}-name")
                on:click=move |_| state.copy(format)
            >
                {move || app.text(Msg::ToClipboard)}
            </button>
        }
    });
    let check = format.is_cut().then(|| {
        view! {
            <button
                type="button"
                class="button"
                data-testid=format!("export-{id}-check")
                aria-describedby=format!("export-{id}-name")
                on:click=move |_| state.check()
            >
                {move || app.text(ActionId::CheckForCutting.label())}
            </button>
        }
    });
    view! {
        <section class="export-row" aria-labelledby=format!("export-{id}-name")>
            <h3 id=format!("export-{id}-name")>{name}</h3>
            <p class="hint">{purpose}</p>
            {memory}
            <Options format settings=state.settings />
            <div class="field-row">
                <button
                    type="button"
                    class="button"
                    data-testid=format!("export-{id}-file")
                    aria-describedby=format!("export-{id}-name")
                    on:click=move |_| state.save(format)
                >
                    {move || app.text(Msg::ToFile)}
                </button>
                {copy}
                {check}
            </div>
        </section>
    }
    .into_any()
}
