//! The File System Access API of the browser: directories and files that the user has chosen.
//!
//! `web-sys` has this API only with unstable features, so its few functions are declared here.

use crate::ui::web_storage::describe;
use js_sys::{AsyncIterator, Object, Promise, Reflect};
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
}

/// Reason of a failure, in the words of the browser.
pub(super) type Result<T, E = String> = std::result::Result<T, E>;

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
    let picker = picker().ok_or("this browser has no access to folders")?;
    let chosen = picker.call1(&JsValue::UNDEFINED, &for_writing());
    match settled(chosen.and_then(JsCast::dyn_into)).await {
        Ok(directory) => Ok(Some(directory.unchecked_into())),
        Err(error) if name_of(&error) == "AbortError" => Ok(None),
        Err(error) => Err(words(&error)),
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
    pub(super) async fn permission(&self) -> Permission {
        permission(self.query_permission(&for_writing())).await
    }

    /// Asks the user for permission. Must be called in a click or a key press.
    pub(super) async fn ask(&self) -> Permission {
        permission(self.request_permission(&for_writing())).await
    }

    /// Whether both are the same directory on disk.
    pub(super) async fn is_same(&self, other: &Directory) -> bool {
        let same = settled(self.is_same_entry(other)).await;
        same.is_ok_and(|same| same.is_truthy())
    }

    /// Returns the files of the directory with their names.
    pub(super) async fn files(&self) -> Result<Vec<(String, FileEntry)>> {
        let entries = self.values().map_err(|error| words(&error))?;
        let mut files = Vec::new();
        loop {
            let next = settled(entries.next()).await.map_err(|error| words(&error))?;
            if Reflect::get(&next, &"done".into())
                .map_err(|error| words(&error))?
                .is_truthy()
            {
                return Ok(files);
            }
            let entry = Reflect::get(&next, &"value".into()).map_err(|error| words(&error))?;
            let entry: FileEntry = entry.unchecked_into();
            if entry.kind() == "file" {
                files.push((entry.file_name(), entry));
            }
        }
    }

    /// Returns a directory inside; `None` if there is none and `create` is not set.
    pub(super) async fn inside(&self, name: &str, create: bool) -> Result<Option<Directory>> {
        match settled(self.get_directory(name, &creating(create))).await {
            Ok(directory) => Ok(Some(directory.unchecked_into())),
            Err(error) if !create && name_of(&error) == "NotFoundError" => Ok(None),
            Err(error) => Err(words(&error)),
        }
    }

    /// Returns a file; `None` if there is none.
    pub(super) async fn file(&self, name: &str) -> Result<Option<FileEntry>> {
        match settled(self.get_file(name, &creating(false))).await {
            Ok(file) => Ok(Some(file.unchecked_into())),
            Err(error) if name_of(&error) == "NotFoundError" => Ok(None),
            Err(error) => Err(words(&error)),
        }
    }

    /// Replaces the text of a file, or creates the file. The file has the old or the new text at any time.
    pub(super) async fn write(&self, name: &str, text: &str) -> Result<()> {
        let file = settled(self.get_file(name, &creating(true)))
            .await
            .map_err(|error| words(&error))?;
        let file: FileEntry = file.unchecked_into();
        let writable = settled(file.create_writable())
            .await
            .map_err(|error| words(&error))?;
        let writable: Writable = writable.unchecked_into();
        settled(writable.write(text))
            .await
            .map_err(|error| words(&error))?;
        settled(writable.close()).await.map_err(|error| words(&error))?;
        Ok(())
    }

    /// Removes a file; a missing file is not an error.
    pub(super) async fn remove(&self, name: &str) -> Result<()> {
        match settled(self.remove_entry(name)).await {
            Err(error) if name_of(&error) != "NotFoundError" => Err(words(&error)),
            _ => Ok(()),
        }
    }
}

impl FileEntry {
    /// Returns the content, with its size and time; `None` if the file has been removed since it was listed.
    pub(super) async fn open(&self) -> Result<Option<web_sys::File>> {
        match settled(self.file()).await {
            Ok(file) => Ok(Some(file.unchecked_into())),
            Err(error) if name_of(&error) == "NotFoundError" => Ok(None),
            Err(error) => Err(words(&error)),
        }
    }
}

/// Returns the bytes of a file. The browser would replace bytes that are not UTF-8.
pub(super) async fn bytes(file: &web_sys::File) -> Result<Vec<u8>> {
    let buffer = JsFuture::from(file.array_buffer())
        .await
        .map_err(|error| words(&error))?;
    Ok(js_sys::Uint8Array::new(&buffer).to_vec())
}

/// Returns the page's monotonic clock, in milliseconds.
pub(super) fn now_ms() -> f64 {
    web_sys::window()
        .and_then(|window| window.performance())
        .map_or(0.0, |performance| performance.now())
}

async fn permission(state: Result<Promise, JsValue>) -> Permission {
    let state = settled(state).await.ok().and_then(|state| state.as_string());
    match state.as_deref() {
        Some("granted") => Permission::Granted,
        Some("prompt") => Permission::Ask,
        _ => Permission::Denied,
    }
}

async fn settled(promise: Result<Promise, JsValue>) -> Result<JsValue, JsValue> {
    JsFuture::from(promise?).await
}

fn for_writing() -> Object {
    with("mode", &"readwrite".into())
}

fn creating(create: bool) -> Object {
    with("create", &create.into())
}

fn with(name: &str, value: &JsValue) -> Object {
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
