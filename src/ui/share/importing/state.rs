//! State of the import dialog.

use super::super::import_file::{ImportFile, Receiver};
use super::super::state::OpenError;
use crate::ui::document::{Caller, Request};
use crate::ui::i18n::Msg;
use crate::ui::library;
use crate::ui::selecting;
use crate::ui::state::App;
use leptos::{prelude::*, task::spawn_local};
use std::sync::Arc;
use trammel_canvas::selection::Selection;
use trammel_document::Session;
use trammel_formats::{Conversion, Converted, ImportOptions, ImportQuestion, ImportedCode, NewDrawing};
use trammel_language::Bilingual;
use trammel_scene::{Name, Units};

/// Stage of an import.
#[derive(Clone, PartialEq)]
pub(super) enum Stage {
    /// The worker converts the file.
    Reading,
    /// The file has more entities than the drawing has room for.
    TooLarge {
        entities: usize,
        most: usize,
        layers: Vec<(String, usize)>,
    },
    /// The file was converted.
    Ready(Arc<ImportedCode>),
    /// The code runs.
    Importing,
}

/// State of the open dialog.
#[derive(Clone, Copy)]
pub(super) struct State {
    pub(super) app: App,
    file: StoredValue<ImportFile>,
    pub(super) stage: RwSignal<Stage>,
    /// Drawing for which the file is converted.
    pub(super) receiver: RwSignal<Receiver>,
    /// Unit of a new drawing that the user chose; `None` for the unit of the file.
    pub(super) new_units: RwSignal<Option<Units>>,
    /// Unit that the user chose, or that the file suggests.
    pub(super) units: RwSignal<Option<Units>>,
    /// Reason for the suggested unit, if the file does not define one.
    pub(super) reason: RwSignal<Option<Bilingual>>,
    /// Chosen layers of a file that is too large.
    pub(super) layers: RwSignal<Vec<String>>,
    /// Number of the first entities of the file to import, if the user chose to import only those.
    pub(super) first: RwSignal<Option<usize>>,
    /// Number of the conversion, so that only the result of the last one is shown.
    turn: RwSignal<u32>,
}

impl State {
    pub(super) fn new(app: App, file: ImportFile) -> State {
        let receiver = file.receiver;
        State {
            app,
            file: StoredValue::new(file),
            stage: RwSignal::new(Stage::Reading),
            receiver: RwSignal::new(receiver),
            new_units: RwSignal::new(None),
            units: RwSignal::new(None),
            reason: RwSignal::new(None),
            layers: RwSignal::new(Vec::new()),
            first: RwSignal::new(None),
            turn: RwSignal::new(0),
        }
    }

    /// Converts the file with the present answers.
    pub(super) fn convert(self) {
        self.stage.set(Stage::Reading);
        self.turn.update(|turn| *turn += 1);
        let turn = self.turn.get_untracked();
        let file = self.file.get_value();
        let conversion = Conversion::Read {
            format: file.format.id.to_owned(),
            bytes: file.bytes.to_vec(),
            options: ImportOptions {
                file_name: file.stem().to_owned(),
                units: self.units.get_untracked(),
                layers: self.layers.get_untracked(),
                first: self.first.get_untracked(),
            },
            target: match self.receiver.get_untracked() {
                Receiver::New => {
                    let units = self.new_units.get_untracked();
                    self.app.document.new_drawing_target(NewDrawing { units })
                }
                Receiver::Present => self.app.document.import_target(file.stem()),
            },
        };
        let converted = self.app.document.convert(conversion);
        spawn_local(async move {
            let converted = converted.await;
            // The dialog may have been closed, or the user may have changed an answer in the meantime.
            if self.turn.try_get_untracked() == Some(turn) {
                self.show(converted);
            }
        });
    }

    fn show(self, converted: Result<Converted, Bilingual>) {
        match converted {
            Ok(Converted::Read(code)) => {
                if self.units.get_untracked().is_none() {
                    self.units.set(Some(code.source_units));
                }
                self.stage.set(Stage::Ready(Arc::new(code)));
            }
            Ok(Converted::Question(ImportQuestion::Units { suggested, reason })) => {
                self.units.set(Some(suggested));
                self.reason.set(Some(reason));
                self.convert();
            }
            Ok(Converted::Question(ImportQuestion::TooLarge {
                entities,
                most,
                layers,
            })) => {
                self.stage.set(Stage::TooLarge {
                    entities,
                    most,
                    layers,
                });
            }
            Ok(Converted::Written(_)) => {
                self.fail(Converted::not_read());
            }
            Err(why) => self.fail(why),
        }
    }

    /// Closes the dialog, and shows the reason with the name of the file.
    fn fail(self, why: Bilingual) {
        let name = self.name();
        self.app.share.importing.set(None);
        refuse(self.app, &name, why);
    }

    fn name(self) -> String {
        self.file.with_value(|file| file.name.clone())
    }

    /// Opens the converted file as a new drawing, or adds it to the drawing on screen.
    pub(super) fn import(self) {
        let Stage::Ready(code) = self.stage.get_untracked() else {
            return;
        };
        self.stage.set(Stage::Importing);
        match self.receiver.get_untracked() {
            Receiver::New => self.open(code),
            Receiver::Present => self.add(code),
        }
    }

    /// Opens the converted file as a new drawing with its name.
    fn open(self, code: Arc<ImportedCode>) {
        let app = self.app;
        let name = self.file.with_value(|file| file.stem().to_owned());
        spawn_local(async move {
            app.document.flush_typing().await;
            let session = Session::of_import(&code, Some(&name));
            if library::opening::open_session(app, session, &name, Vec::new()).await {
                app.announce(app.say(Msg::CopyMade, &[]));
            }
            // The dialog may have been closed in the meantime, which does not cancel the opening.
            if self.turn.try_get_untracked().is_some() {
                app.share.importing.set(None);
            }
        });
    }

    /// Adds the converted file to the drawing, selects its group, and fits the view to it.
    fn add(self, code: Arc<ImportedCode>) {
        let app = self.app;
        let name = self.name();
        spawn_local(async move {
            app.document.flush_typing().await;
            let group = code.group.clone();
            let reply = app.document.run(Caller::Form, Request::Import(code)).await;
            // The dialog may have been closed in the meantime, which does not cancel the import.
            if self.turn.try_get_untracked().is_some() {
                app.share.importing.set(None);
            }
            match reply.failure() {
                Some(failure) => refuse(app, &name, failure.in_words()),
                None => show_group(app, group),
            }
        });
    }
}

/// Shows the reason why a file was not imported.
fn refuse(app: App, name: &str, why: Bilingual) {
    let why = why.map(|why| format!("{name}: {}", why.trim_end_matches('.')));
    app.share.trouble.set(Some(OpenError::File(why)));
}

/// Selects the group of an import and fits the view to it.
fn show_group(app: App, group: Option<Name>) {
    let bounds = app.document.scene(|scene| match &group {
        Some(group) => scene.world_bounds(group),
        None => scene.bounds(),
    });
    app.view.show(bounds);
    if let Some(group) = group {
        selecting::select(app, Selection::of([group]));
    }
}
