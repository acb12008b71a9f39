//! Backup of the whole library as a file, and its restoration.

use super::database::Database;
use super::identity::{library_id, new_id};
use super::lock::DrawingLock;
use super::{listing, opening, saving, tabs};
use crate::ui::document_storage;
use crate::ui::i18n::{Msg, fill};
use crate::ui::share::save_file;
use crate::ui::state::App;
use crate::ui::web_storage::{self, StorageArea, describe};
use leptos::prelude::*;
use trammel_code::StorageError;
use trammel_document::library::{Backup, Batch, DrawingRecord, Record, Restoring, Store};
use trammel_language::{Bilingual, Language};
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

/// Start of the keys of the settings. Keys of providers have another start, and are never part of a backup.
const SETTINGS: &str = "pref:";

/// Settings that a backup restores: they change how the page looks, and give no program access to the drawing.
const HARMLESS: [&str; 9] = [
    "lang",
    "tool-lang",
    "theme",
    "tab",
    "left-width",
    "right-width",
    "welcome",
    "wrap",
    "export",
];

/// Start of the names of the display settings, which are harmless as well.
const DISPLAY: &str = "display-";

/// Name of the file.
const FILE: &str = "trammel-backup.json";

/// Saves all drawings, histories, conversations, and settings as a file.
pub(super) async fn save(app: App) {
    // The status bar shows a failure, and the backup then has the last stored state.
    let _ = saving::save(app).await;
    let result = match app.library.database() {
        Some(database) => collect_backup(&database)
            .await
            .map_err(|why| document_storage::message(&why)),
        None => Err(document_storage::message(&missing())),
    };
    match result {
        Ok(backup) => save_file(app, FILE, "application/json", &backup.write()),
        Err(why) => refuse(app, &why),
    }
}

/// Reads all records and settings.
async fn collect_backup(database: &Database) -> Result<Backup, StorageError> {
    let mut backup = Backup {
        library: library_id(),
        ..Backup::default()
    };
    for store in Store::ALL {
        let records = database.records(store, None).await?;
        backup.records.insert(store, trammel_base::sort::map(records));
    }
    for key in web_storage::keys(StorageArea::Device, SETTINGS) {
        if let Some(text) = web_storage::read(StorageArea::Device, &key) {
            backup.settings.insert(key, text);
        }
    }
    Ok(backup)
}

/// Adds the drawings of a backup to the library.
pub(super) async fn restore(app: App, file: File) {
    match restore_backup(app, &file).await {
        Ok(text) => app.announce(text),
        Err(why) => refuse(app, &why),
    }
    listing::refresh(app).await;
}

/// Keeps other tabs from opening the drawings that a batch writes.
///
/// # Errors
/// Returns an error if another tab has one of them open: it would go on with the content before.
async fn hold_replaced(app: App, batch: &Batch, open: &str) -> Result<Vec<Option<DrawingLock>>, Bilingual> {
    let mut locks = Vec::new();
    for (store, id, text) in &batch.puts {
        if *store != Store::Drawings || (id == open && !app.library.follows.get_untracked()) {
            continue;
        }
        let lock = tabs::hold_closed(id).await;
        locks.push(lock.map_err(|tabs::OpenElsewhere| {
            let record = DrawingRecord::read(text).unwrap_or_default();
            let words = [Language::English, Language::Korean].map(|language| {
                let name = if record.name.is_empty() {
                    Msg::Untitled.text(language)
                } else {
                    &record.name
                };
                fill(Msg::OpenElsewhere.text(language), &[("name", name)])
            });
            let [english, korean] = words;
            Bilingual::new(english, korean)
        })?);
    }
    Ok(locks)
}

async fn restore_backup(app: App, file: &File) -> Result<String, Bilingual> {
    let message = |why: StorageError| document_storage::message(&why);
    saving::save(app).await.map_err(message)?;
    let database = app.library.database().ok_or_else(|| message(missing()))?;
    let text = JsFuture::from(file.text())
        .await
        .map_err(|error| describe(&error))?;
    let text = text.as_string().unwrap_or_default();
    let backup = Backup::read(&text).map_err(|why| super::loading::words(&why))?;
    let restoring = Restoring {
        from: &file.name(),
        name_of_copy: &|name| {
            let name = if name.is_empty() {
                app.say(Msg::Untitled, &[])
            } else {
                name.to_owned()
            };
            app.say(Msg::CopyOf, &[("name", &name)])
        },
        new_id: &mut new_id,
    };
    let merge = backup.merge_into(&collect_backup(&database).await.map_err(message)?, restoring);
    let open = app.library.open_id();
    let _locks = hold_replaced(app, &merge.batch, &open).await?;
    database.write(&merge.batch).await.map_err(message)?;
    for (key, text) in &backup.settings {
        let is_new = web_storage::read(StorageArea::Device, key).is_none();
        if is_harmless(key) && is_new {
            // A setting that cannot be stored has its standard value.
            let _ = web_storage::write(StorageArea::Device, key, text);
        }
    }
    if merge
        .batch
        .puts
        .iter()
        .any(|(store, key, _)| *store == Store::Contents && *key == open)
    {
        opening::reopen(app).await;
    }
    let count = |count: usize| count.to_string();
    let mut said = app.say(
        Msg::BackupRestored,
        &[
            ("added", &count(merge.added)),
            ("replaced", &count(merge.replaced)),
            ("copied", &count(merge.copied)),
            ("kept", &count(merge.kept)),
        ],
    );
    if merge.is_foreign {
        said.push(' ');
        said.push_str(&app.say(Msg::BackupForeign, &[]));
    }
    if !merge.left_out.is_empty() {
        said.push(' ');
        said.push_str(&app.say(
            Msg::BackupLeftOut,
            &[(
                "why",
                Bilingual::join(&merge.left_out, ["; ", "; "]).text(app.lang()),
            )],
        ));
    }
    Ok(said)
}

fn is_harmless(key: &str) -> bool {
    key.strip_prefix(SETTINGS)
        .is_some_and(|name| HARMLESS.contains(&name) || name.starts_with(DISPLAY))
}

fn missing() -> StorageError {
    StorageError::Unavailable(Bilingual::new("it has no database", "데이터베이스가 없어요"))
}

fn refuse(app: App, why: &Bilingual) {
    app.refuse(app.say(Msg::Refused, &[("why", &app.words(why))]));
}
