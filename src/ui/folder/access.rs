//! The File System Access API of the browser: directories and files that the user has chosen.
//!
//! `web-sys` has this API only with unstable features, so its few functions are declared here.
//!
//! Invariant: every call has an end, apart from a question to the user. A call of a folder on a server may never answer.
//! Such a call is given up, and a file whose writing was given up is not written later.

use crate::ui::i18n::Msg;
use crate::ui::web_storage::describe;
use futures_util::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use js_sys::{AsyncIterator, Object, Promise, Reflect};
use leptos::task::spawn_local;
use std::pin::pin;
use trammel_language::Language;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    /// A directory (`FileSystemDirectoryHandle`).
    #[derive(Clone)]
    pub(super) type Directory;

    /// Returns the name of the directory, without its path.
    #[wasm_bindgen(method, getter)]
    pub(super) fn name(this: &Directory) -> String;

    #[wasm_bindgen(method, catch)]
    fn values(this: &Directory) -> Result<AsyncIterator, JsValue>;

    #[wasm_bindgen(method, catch, js_name = getDirectoryHandle)]
    fn get_directory(this: &Directory, name: &str, options: &Object) -> Result<Promise, JsValue>;

    #[wasm_bindgen(method, catch, js_name = getFileHandle)]
    fn get_file(this: &Directory, name: &str, options: &Object) -> Result<Promise, JsValue>;

    #[wasm_bindgen(method, catch, js_name = removeEntry)]
    fn remove_entry(this: &Directory, name: &str) -> Result<Promise, JsValue>;

    #[wasm_bindgen(method, catch, js_name = queryPermission)]
    fn query_permission(this: &Directory, options: &Object) -> Result<Promise, JsValue>;

    #[wasm_bindgen(method, catch, js_name = requestPermission)]
    fn request_permission(this: &Directory, options: &Object) -> Result<Promise, JsValue>;

    #[wasm_bindgen(method, catch, js_name = isSameEntry)]
    fn is_same_entry(this: &Directory, other: &Directory) -> Result<Promise, JsValue>;

    /// A file (`FileSystemFileHandle`).
    pub(super) type FileEntry;

    #[wasm_bindgen(method, getter, js_name = name)]
    fn file_name(this: &FileEntry) -> String;

    #[wasm_bindgen(method, getter)]
    fn kind(this: &FileEntry) -> String;

    #[wasm_bindgen(method, catch, js_name = getFile)]
    fn file(this: &FileEntry) -> Result<Promise, JsValue>;

    #[wasm_bindgen(method, catch, js_name = createWritable)]
    fn create_writable(this: &FileEntry) -> Result<Promise, JsValue>;

    type Writable;

    #[wasm_bindgen(method, catch)]
    fn write(this: &Writable, text: &str) -> Result<Promise, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn close(this: &Writable) -> Result<Promise, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn abort(this: &Writable) -> Result<Promise, JsValue>;
}

/// Maximum time to wait for the answer of one call, in milliseconds.
const ANSWER_MS: u32 = 10_000;

/// Reason why a folder could not be used.
#[derive(Clone, Debug)]
pub(super) enum FolderFault {
    /// A call did not answer.
    Silent,
    /// A call failed, for this reason in words.
    Failed(String),
}

impl FolderFault {
    /// Returns the reason with the path of the file.
    pub(super) fn in_file(self, path: &str) -> FolderFault {
        match self {
            FolderFault::Silent => FolderFault::Silent,
            FolderFault::Failed(why) => FolderFault::Failed(format!("{path}: {why}")),
        }
    }

    /// Returns the reason in a language.
    pub(super) fn text(self, language: Language) -> String {
        match self {
            FolderFault::Silent => Msg::FolderSilent.text(language).to_owned(),
            FolderFault::Failed(why) => why,
        }
    }
}

impl From<String> for FolderFault {
    fn from(why: String) -> FolderFault {
        FolderFault::Failed(why)
    }
}

/// Call that has no result.
enum Unanswered {
    Silent,
    Threw(JsValue),
}

impl From<Unanswered> for FolderFault {
    fn from(why: Unanswered) -> FolderFault {
        match why {
            Unanswered::Silent => FolderFault::Silent,
            Unanswered::Threw(error) => FolderFault::Failed(words(&error)),
        }
    }
}

impl Unanswered {
    fn is_not_found(&self) -> bool {
        matches!(self, Unanswered::Threw(error) if name_of(error) == "NotFoundError")
    }
}

/// Result of a call of a folder.
pub(super) type Result<T, E = FolderFault> = std::result::Result<T, E>;

/// Whether the browser lets pages use folders.
pub(crate) fn is_available() -> bool {
    picker().is_some()
}

fn picker() -> Option<js_sys::Function> {
    let window = web_sys::window()?;
    let picker = Reflect::get(&window, &"showDirectoryPicker".into()).ok()?;
    picker.dyn_into().ok()
}

/// Lets the user choose a directory; `None` if the user cancels. Must be called in a click or a key press.
///
/// # Errors
/// Returns the reason if the browser does not let the page use the directory.
pub(super) async fn choose() -> Result<Option<Directory>> {
    let picker = picker().ok_or_else(|| "this browser has no access to folders".to_owned())?;
    let chosen = picker.call1(&JsValue::UNDEFINED, &for_writing());
    match await_promise(chosen.and_then(JsCast::dyn_into)).await {
        Ok(directory) => Ok(Some(directory.unchecked_into())),
        Err(error) if name_of(&error) == "AbortError" => Ok(None),
        Err(error) => Err(words(&error).into()),
    }
}

/// Permission to use a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Permission {
    Granted,
    /// The user has not been asked since the page was opened.
    Ask,
    Denied,
}

impl Directory {
    /// Returns the present permission.
    ///
    /// # Errors
    /// Returns the reason if the browser does not say.
    pub(super) async fn permission(&self) -> Result<Permission> {
        let state = answer(self.query_permission(&for_writing())).await?;
        Ok(Permission::of(&state))
    }

    /// Asks the user for permission. Must be called in a click or a key press.
    pub(super) async fn ask(&self) -> Permission {
        match await_promise(self.request_permission(&for_writing())).await {
            Ok(state) => Permission::of(&state),
            // A question that the browser does not ask is a refusal, which the page shows.
            Err(_) => Permission::Denied,
        }
    }

    /// Whether both are the same directory on disk.
    ///
    /// # Errors
    /// Returns the reason if the browser cannot compare them.
    pub(super) async fn is_same(&self, other: &Directory) -> Result<bool> {
        Ok(answer(self.is_same_entry(other)).await?.is_truthy())
    }

    /// Returns the files of the directory with their names.
    pub(super) async fn files(&self) -> Result<Vec<(String, FileEntry)>> {
        let threw = |error| FolderFault::from(Unanswered::Threw(error));
        let entries = self.values().map_err(threw)?;
        let mut files = Vec::new();
        loop {
            let next = answer(entries.next()).await?;
            if Reflect::get(&next, &"done".into()).map_err(threw)?.is_truthy() {
                return Ok(files);
            }
            let entry: FileEntry = Reflect::get(&next, &"value".into())
                .map_err(threw)?
                .unchecked_into();
            if entry.kind() == "file" {
                files.push((entry.file_name(), entry));
            }
        }
    }

    /// Returns a directory inside; `None` if there is none and `create` is not set.
    pub(super) async fn inside(&self, name: &str, create: bool) -> Result<Option<Directory>> {
        match answer(self.get_directory(name, &creating(create))).await {
            Ok(directory) => Ok(Some(directory.unchecked_into())),
            Err(why) if !create && why.is_not_found() => Ok(None),
            Err(why) => Err(why.into()),
        }
    }

    /// Returns a file; `None` if there is none.
    pub(super) async fn file(&self, name: &str) -> Result<Option<FileEntry>> {
        match answer(self.get_file(name, &creating(false))).await {
            Ok(file) => Ok(Some(file.unchecked_into())),
            Err(why) if why.is_not_found() => Ok(None),
            Err(why) => Err(why.into()),
        }
    }

    /// Replaces the text of a file, or creates the file. The file has the old or the new text at any time. After an
    /// error, the file is not replaced later.
    pub(super) async fn write(&self, name: &str, text: &str) -> Result<()> {
        let file: FileEntry = answer(self.get_file(name, &creating(true)))
            .await?
            .unchecked_into();
        let opening = file.create_writable();
        let writable: Writable = match answer(opening.clone()).await {
            Ok(writable) => writable.unchecked_into(),
            Err(why) => {
                spawn_local(async move {
                    // A writer that the browser makes later has no text.
                    if let Ok(writable) = await_promise(opening).await {
                        abort(writable.unchecked_into()).await;
                    }
                });
                return Err(why.into());
            }
        };
        let written = async {
            answer(writable.write(text)).await?;
            answer(writable.close()).await
        };
        if let Err(why) = written.await {
            spawn_local(abort(writable));
            return Err(why.into());
        }
        Ok(())
    }

    /// Removes a file; a missing file is not an error.
    pub(super) async fn remove(&self, name: &str) -> Result<()> {
        match answer(self.remove_entry(name)).await {
            Err(why) if !why.is_not_found() => Err(why.into()),
            _ => Ok(()),
        }
    }
}

/// Discards the text of a writer, so that a late text replaces no newer one.
async fn abort(writable: Writable) {
    // A writer that has failed cannot be aborted, and needs not.
    let _ = await_promise(writable.abort()).await;
}

impl FileEntry {
    /// Returns the content, with its size and time; `None` if the file has been removed since it was listed.
    pub(super) async fn open(&self) -> Result<Option<web_sys::File>> {
        match answer(self.file()).await {
            Ok(file) => Ok(Some(file.unchecked_into())),
            Err(why) if why.is_not_found() => Ok(None),
            Err(why) => Err(why.into()),
        }
    }
}

/// Returns the bytes of a file. The browser would replace bytes that are not UTF-8.
pub(super) async fn bytes(file: &web_sys::File) -> Result<Vec<u8>> {
    let buffer = answer(Ok(file.array_buffer())).await?;
    Ok(js_sys::Uint8Array::new(&buffer).to_vec())
}

impl Permission {
    fn of(state: &JsValue) -> Permission {
        match state.as_string().as_deref() {
            Some("granted") => Permission::Granted,
            Some("prompt") => Permission::Ask,
            _ => Permission::Denied,
        }
    }
}

/// Waits for the answer of a call, but not without a limit.
async fn answer(promise: Result<Promise, JsValue>) -> Result<JsValue, Unanswered> {
    match select(pin!(await_promise(promise)), pin!(TimeoutFuture::new(ANSWER_MS))).await {
        Either::Left((result, _)) => result.map_err(Unanswered::Threw),
        Either::Right(_) => Err(Unanswered::Silent),
    }
}

/// Waits for the answer of the user or of a call.
async fn await_promise(promise: Result<Promise, JsValue>) -> Result<JsValue, JsValue> {
    JsFuture::from(promise?).await
}

fn for_writing() -> Object {
    object_with("mode", &"readwrite".into())
}

fn creating(create: bool) -> Object {
    object_with("create", &create.into())
}

fn object_with(name: &str, value: &JsValue) -> Object {
    let object = Object::new();
    let set = Reflect::set(&object, &name.into(), value);
    debug_assert!(set.is_ok(), "a plain object takes any property");
    object
}

fn name_of(error: &JsValue) -> String {
    let name = Reflect::get(error, &"name".into()).ok();
    name.and_then(|name| name.as_string()).unwrap_or_default()
}

fn words(error: &JsValue) -> String {
    describe(error).english
}
