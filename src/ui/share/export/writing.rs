//! Writing a file in memory: by the format's own function, by the browser's canvas, or by a conversion in the worker.

use super::super::stale::{self, NotExported, State};
use crate::ui::i18n::Msg;
use crate::ui::picture;
use crate::ui::state::App;
use leptos::prelude::*;
use trammel_formats::project::{self, Project};
use trammel_formats::{
    Conversion, Converted, Drawing, Export, ExportOptions, Format, FormatError, Written, part_of,
};
use trammel_language::{Translated, bilingual};
use trammel_scene::{Name, Scene};

/// Choices for one export.
#[derive(Clone, Debug, Default)]
pub(in crate::ui::share) struct Chosen {
    /// Whether a project file includes the notes of the model.
    pub(in crate::ui::share) with_memory: bool,
    /// Options of the writer.
    pub(in crate::ui::share) options: ExportOptions,
}

/// Writes the file in memory, after the user has decided about broken code. The report names the checks of the drawing
/// that fail.
pub(in crate::ui::share) async fn write_file(
    app: App,
    format: &Format,
    chosen: Chosen,
) -> Result<(Written, State), NotExported> {
    let (mut written, state) = convert(app, format, chosen).await?;
    written.report.extend(
        app.document
            .session(|session| session.document().checks())
            .note(app.lang()),
    );
    Ok((written, state))
}

async fn convert(app: App, format: &Format, chosen: Chosen) -> Result<(Written, State), NotExported> {
    let Chosen { with_memory, options } = chosen;
    let refused =
        |error: FormatError| NotExported::Refused(app.say(Msg::Refused, &[("why", &error.text(app.lang()))]));
    let file = |bytes: Vec<u8>| Written {
        bytes,
        report: Vec::new(),
    };
    match format.export {
        None => Err(NotExported::Canceled),
        Some(Export::Project(write)) => {
            let project = stale::project(app, with_memory).await;
            let (project, state) = project.ok_or(NotExported::Canceled)?;
            let text = write(&project, &options).map_err(refused)?;
            Ok((file(text.into_bytes()), state))
        }
        Some(Export::Scene(write)) => {
            let state = stale::of_drawing(app).await?;
            let text = stale::scene(app, state, |scene| {
                write(&part_of(scene, &options.only)?, &options)
            })
            .map_err(refused)?;
            Ok((file(text.into_bytes()), state))
        }
        Some(Export::Picture(write)) => {
            let state = stale::of_drawing(app).await?;
            let text = stale::scene(app, state, |scene| {
                write(&part_of(scene, &options.only)?, &options)
            })
            .map_err(refused)?;
            let painted = picture::png_bytes(&text, &options.png).await;
            let bytes = painted.ok_or_else(|| NotExported::Refused(app.say(Msg::NotPainted, &[])))?;
            Ok((file(bytes), state))
        }
        Some(Export::Converted) => {
            let state = stale::of_drawing(app).await?;
            let mut options = options;
            options.pdf.language = app.prefs.lang.get_untracked();
            let conversion = stale::scene(app, state, |scene| Conversion::Write {
                format: format.id.to_owned(),
                drawing: Drawing::of(scene),
                project: code_of(app, state).as_ref().map(project::write),
                options: Box::new(options),
            });
            match app.document.convert(conversion).await {
                Ok(Converted::Written(written)) => Ok((written, state)),
                Ok(_) => Err(refused(FormatError(bilingual!(
                    "The conversion did not write a file.",
                    "변환이 파일을 쓰지 않았어요."
                )))),
                Err(why) => Err(refused(FormatError(why))),
            }
        }
    }
}

/// Returns the code of the exported drawing without notes; `None` if there is none.
fn code_of(app: App, state: State) -> Option<Project> {
    match state {
        State::Present => Some(app.document.project(false)),
        State::LastGood => app.document.last_good_project(false),
    }
    .map(|project| project.drawing_only())
}

/// Returns the selected entities that exist.
pub(in crate::ui::share) fn existing_selection(app: App, scene: &Scene) -> Vec<Name> {
    app.view.selection.with_untracked(|selection| {
        selection
            .iter()
            .filter(|name| scene.get(name).is_some())
            .cloned()
            .collect()
    })
}
