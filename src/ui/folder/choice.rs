//! The user's choice of a folder: an empty one gets the open drawing, one with a drawing is opened.

use super::access::{self, Directory, FolderFault, Permission};
use super::contents::{Contents, is_drawing};
use super::record;
use super::state::{FolderState, Link};
use super::sync;
use crate::ui::document_storage::message;
use crate::ui::i18n::Msg;
use crate::ui::library::opening;
use crate::ui::state::App;
use leptos::prelude::*;
use trammel_code::{FILE_PREFIX, MAIN_KEY, MemoryStorage};
use trammel_document::library::{Agreement, Texts, is_shared};
use trammel_document::{Provenance, Session};
use trammel_run::Limits;

/// Lets the user choose a folder and uses it.
pub(crate) async fn choose(app: App) {
    if !access::is_available() {
        app.refuse(app.say(Msg::NoFolders, &[]));
        return;
    }
    match access::choose().await {
        Ok(Some(directory)) => {
            if let Err(why) = use_directory(app, directory).await {
                app.refuse(app.say(Msg::FolderRefused, &[("why", &why.text(app.lang()))]));
            }
        }
        Ok(None) => {}
        Err(why) => app.refuse(app.say(Msg::FolderRefused, &[("why", &why.text(app.lang()))])),
    }
}

async fn use_directory(app: App, directory: Directory) -> Result<(), FolderFault> {
    // A folder that the browser knows already belongs to its drawing.
    if let Some(drawing) = record::drawing_in(app, &directory).await? {
        // A drawing that is not opened reports the reason itself.
        if opening::open(app, drawing).await {
            permit(app).await;
        }
        return Ok(());
    }
    let mut contents = Contents::default();
    let there = contents.read(&directory, &Agreement::default()).await?;
    if let Some(why) = there.unusable.get(MAIN_KEY) {
        // A drawing without its main file would be opened otherwise.
        return Err(format!("main.js: {}", app.words(&why.reason())).into());
    }
    let agreed = if is_drawing(&there.texts) {
        open_drawing(app, &there.texts, &directory.name()).await?;
        agreement(app, &there.texts)
    } else if app.library.follows.get_untracked() {
        return Err(app.say(Msg::FolderInOtherTab, &[]).into());
    } else {
        Agreement::default()
    };
    let link = Link {
        drawing: app.library.open_id(),
        directory,
        agreed,
        attempts: Default::default(),
        contents,
    };
    record::store(app, &link).await;
    let name = link.directory.name();
    app.folder.set(Some(link));
    sync::soon(app);
    app.announce(app.say(Msg::FolderUsed, &[("name", &name)]));
    Ok(())
}

/// Opens the texts of a folder as a new drawing. Its custom tools and memory count as those of another author.
async fn open_drawing(app: App, there: &Texts, name: &str) -> Result<(), String> {
    let texts = there.iter().filter(|(key, _)| is_shared(key));
    let storage: MemoryStorage = texts.map(|(key, text)| (key.clone(), text.clone())).collect();
    let provenance = Provenance::Imported(name.to_owned());
    let (session, problems) = Session::load_as(&storage, Limits::default(), &provenance)
        .map_err(|why| app.words(&message(&why)))?;
    if opening::open_session(app, session, name, problems).await {
        Ok(())
    } else {
        Err(app.say(Msg::FolderNotOpened, &[]))
    }
}

/// Returns the agreement of a folder with the drawing that was just opened from it. The drawing may have another form of
/// the state files, which then stay as they are until the drawing changes.
fn agreement(app: App, there: &Texts) -> Agreement {
    let ours = sync::texts_of(app);
    let mut agreed = Agreement::default();
    for (key, text) in there.iter().filter(|(key, _)| is_shared(key)) {
        // The user may have typed since the drawing was opened, so its code is not taken for that of the folder.
        let is_code = key.starts_with(FILE_PREFIX);
        agreed.set(key, if is_code { Some(text) } else { ours.get(key) }, Some(text));
    }
    agreed
}

/// Asks the browser for permission to use the folder in this visit.
pub(crate) async fn permit(app: App) {
    let directory = app
        .folder
        .inner()
        .link
        .borrow()
        .as_ref()
        .map(|link| link.directory.clone());
    let Some(directory) = directory else {
        return;
    };
    if directory.ask().await == Permission::Granted {
        app.folder.state.set(FolderState::InUse);
        sync::soon(app);
    } else {
        app.refuse(app.say(Msg::FolderNotPermitted, &[]));
    }
}

/// Ends the use of the folder; its files stay.
pub(crate) async fn stop(app: App) {
    let drawing = app
        .folder
        .inner()
        .link
        .borrow()
        .as_ref()
        .map(|link| link.drawing.clone());
    app.folder.set(None);
    // A record that could not be read belongs to the open drawing.
    let drawing = drawing.unwrap_or_else(|| app.library.open_id());
    record::remove(app, &drawing).await;
}
