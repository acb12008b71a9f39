//! Sharing and files: links, exports, imports, and the preview of received drawings.
//!
//! Invariants: content from an address or a file is first shown in a [`preview`], in a session without storage whose
//! code runs in its own worker; the user's drawing, storage, and history are unchanged until the user makes a copy,
//! which is one undo step. Outgoing content is a [`Project`], which has no fields for keys or conversations.

mod copying;
mod embed;
mod export;
pub(super) mod files;
mod import_file;
mod importing;
mod link;
mod preview;
mod report;
mod stale;
pub(crate) mod state;

use super::button::ActionButton;
use super::cutting;
use super::file_dialog;
use super::i18n::Msg;
use super::library::starting;
use super::menu::{ActionItem, Menu};
use super::state::{App, app};
pub(super) use copying::copy_text;
use export::ExportDialog;
use import_file::{ImportFile, Receiver};
use importing::ImportDialog;
use leptos::prelude::*;
use link::LinkDialog;
use preview::Preview;
use state::{OpenError, Share};
use std::sync::Arc;
use trammel_canvas::actions::ActionId;
use trammel_formats::link::{self as codec, LinkError};
use trammel_formats::project::MAX_BYTES;
use trammel_formats::{FORMATS, accept_attribute, open, reader_of};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{DataTransfer, DragEvent, Event, FileList};

impl Share {
    /// Shows the link to the drawing, after the user has decided about broken code.
    pub(crate) fn show_link(self, app: App) {
        leptos::task::spawn_local(async move {
            if let Some((project, _)) = stale::project(app, false).await {
                self.link.set(Some(Arc::new(project)));
            }
        });
    }

    /// Shows the export dialog.
    pub(crate) fn show_export(self) {
        self.export.set(true);
    }

    /// Opens the cutting check with the kerf of the exports.
    pub(crate) fn check_for_cutting(self, app: App) {
        cutting::open(app, export::stored_kerf());
    }

    /// Lets the user choose a file to open.
    pub(crate) fn choose_file(self) {
        file_dialog::choose(&accept_attribute(FORMATS), move |file| self.read(file));
    }

    /// Copies the selection, or the whole drawing, in a text format.
    pub(crate) fn copy_as(self, app: App, id: &'static str) {
        leptos::task::spawn_local(copying::copy_as(app, id));
    }

    /// Saves the project as a file.
    pub(crate) fn save_project(self, app: App) {
        leptos::task::spawn_local(async move {
            export::save_project(app, false).await;
        });
    }

    fn read(self, file: web_sys::File) {
        leptos::task::spawn_local(async move {
            match files::bytes(&file).await {
                Ok(bytes) => self.open_bytes(&file.name(), &bytes, Receiver::New),
                Err(why) => self.trouble.set(Some(OpenError::File(why))),
            }
        });
    }

    /// Opens a text in a format of a file, as if it were that file, for the drawing on screen. Returns whether the text has such a format.
    pub(crate) fn open_text(self, text: &str) -> bool {
        let bytes = text.as_bytes();
        let Some(format) = reader_of(FORMATS, bytes).filter(|_| bytes.len() <= MAX_BYTES) else {
            return false;
        };
        self.open_bytes(&format!("pasted.{}", format.extension), bytes, Receiver::Present);
        true
    }

    /// Reads the first of several files, and says that the others were not opened.
    fn read_first(self, app: App, files: &FileList) {
        let Some(file) = files.get(0) else { return };
        let (name, others) = (file.name(), files.length() - 1);
        if others > 0 {
            app.announce(app.lang().pick([
                format!(
                    "Opening \"{name}\", the first of {} files. Open the other {others} one at a time.",
                    others + 1
                ),
                format!(
                    "파일 {}개 중 첫 파일 \"{name}\"만 열어요. 나머지 {others}개는 하나씩 여세요.",
                    others + 1
                ),
            ]));
        }
        self.read(file);
    }

    /// Shows the preview of a drawing, or the import of a file of another program.
    fn open_bytes(self, name: &str, bytes: &[u8], receiver: Receiver) {
        let readable = ImportFile::recognize(name, bytes, receiver);
        if let Some(file) = readable.clone().filter(ImportFile::is_foreign) {
            return self.import(file);
        }
        match open(FORMATS, bytes) {
            Ok(mut import) => {
                let stem = || readable.as_ref().map(|file| file.stem().to_owned());
                import.project.name = import.project.name.take().or_else(stem);
                self.look_at(import.project, Msg::PreviewFileTitle);
                self.addable.set(readable);
            }
            Err(error) => self.trouble.set(Some(OpenError::File(error.into()))),
        }
    }

    /// Opens the link in the page's address, if there is one, after the operation of the user's own drawing. If the page did not
    /// finish the preview of this link before, the user is asked first.
    fn open_address(self, app: App) {
        let hash = window().location().hash().unwrap_or_default();
        if !codec::is_link(&hash) {
            return;
        }
        self.opened.set(hash.clone());
        leptos::task::spawn_local(async move {
            // A page that the preview blocks has then no marker of the user's own drawing.
            starting::until_idle(app).await;
            let is_newest = move |hash: &String| self.opened.with_untracked(|opened| opened == hash);
            if !is_newest(&hash) {
                return;
            }
            if !starting::begin_link(&hash) {
                let answers = [(Msg::LinkNotOpened, "leave-link"), (Msg::LinkOpened, "open-link")];
                let text = app.say(Msg::LinkUnfinished, &[]);
                let answer = app.ask(Msg::PreviewTitle, text, &answers).await;
                if !is_newest(&hash) {
                    return;
                }
                match answer {
                    Some(1) => starting::retry_link(),
                    Some(_) => {
                        starting::end_link();
                        return self.clear_address();
                    }
                    // The link stays in the address, and a reload asks again.
                    None => return,
                }
            }
            match codec::decode(&hash) {
                Ok(project) => self.look_at(project, Msg::PreviewTitle),
                Err(why) => {
                    starting::end_link();
                    self.shown.set(None);
                    self.trouble.set(Some(OpenError::Link(why)));
                }
            }
        });
    }

    /// Removes the opened link from the address, so that a reload shows the user's own drawing. A newer link stays in
    /// the address: the `close` event of a dialog is asynchronous, so another link may have arrived since.
    fn clear_address(self) {
        let location = window().location();
        let hash = location.hash().unwrap_or_default();
        if !codec::is_link(&hash) || self.opened.with_untracked(|opened| *opened != hash) {
            return;
        }
        let path = location.pathname().unwrap_or_default() + &location.search().unwrap_or_default();
        if let Ok(history) = window().history() {
            // If the browser forbids the change, the link stays in the address.
            let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&path));
        }
    }
}

/// Saves a text as a file, and reports the result.
pub(crate) fn save_text(app: App, name: &str, text: &str) {
    save_file(app, name, "text/plain", text);
}

/// Saves a text as a file of this MIME type, and reports the result.
pub(crate) fn save_file(app: App, name: &str, mime: &str, text: &str) {
    match files::save(name, mime, text.as_bytes()) {
        Ok(()) => app.announce(app.say(Msg::FileSaved, &[("file", name)])),
        Err(why) => app.refuse(app.say(Msg::Refused, &[("why", &app.words(&why))])),
    }
}

/// Opens links in the address and dropped files, for the lifetime of the page.
pub(crate) fn listen(app: App) {
    let share = app.share;
    share.open_address(app);
    let address = window_event_listener_untyped("hashchange", move |_| share.open_address(app));
    on_cleanup(move || address.remove());
    let paste = Closure::<dyn Fn(Event)>::new(move |event| handle_paste(app, &event));
    let _ = window().add_event_listener_with_callback_and_bool("paste", paste.as_ref().unchecked_ref(), true);
    paste.forget();
    // These listeners use the capture phase, because the code editor would insert the text of a dropped file.
    for name in ["dragover", "drop"] {
        let handle = Closure::<dyn Fn(DragEvent)>::new(move |event| handle_drag(app, &event));
        let _ =
            window().add_event_listener_with_callback_and_bool(name, handle.as_ref().unchecked_ref(), true);
        handle.forget();
    }
}

fn handle_drag(app: App, event: &DragEvent) {
    let Some(data) = event.data_transfer() else { return };
    if !data.types().includes(&JsValue::from_str("Files"), 0) {
        return;
    }
    event.prevent_default();
    event.stop_propagation();
    if event.type_() == "drop"
        && let Some(files) = data.files()
    {
        app.share.read_first(app, &files);
    }
}

/// Reads a pasted file of a format that the program opens. Other files are left to the element with the focus.
fn handle_paste(app: App, event: &Event) {
    let data = js_sys::Reflect::get(event, &JsValue::from_str("clipboardData")).ok();
    let data = data.and_then(|data| data.dyn_into::<DataTransfer>().ok());
    let Some(files) = data.and_then(|data| data.files()) else {
        return;
    };
    let Some(file) = files.get(0) else { return };
    let name = file.name().to_lowercase();
    let opened = FORMATS.iter().filter(|format| format.import.is_some());
    if opened
        .into_iter()
        .any(|format| name.ends_with(&format!(".{}", format.extension)))
    {
        event.prevent_default();
        event.stop_propagation();
        app.share.read_first(app, &files);
    }
}

/// The menu of all exports and imports.
#[component]
pub(crate) fn ShareMenu() -> impl IntoView {
    view! {
        <Menu name=Msg::Share test="share">
            <ActionItem action=ActionId::ShareLink test="share-link" />
            <ActionItem action=ActionId::CopyAsSvg test="copy-svg" />
            <ActionItem action=ActionId::CopyAsJson test="copy-json" />
            <ActionItem action=ActionId::Export test="share-export" />
            <ActionItem action=ActionId::CheckForCutting test="share-cutting" />
            <ActionItem action=ActionId::SaveProject test="save-project" />
            <ActionItem action=ActionId::OpenFile test="open-file" />
        </Menu>
    }
}

/// The dialogs of sharing and the preview.
#[component]
pub(crate) fn ShareLayer() -> impl IntoView {
    let app = app();
    let share = app.share;
    listen(app);
    view! {
        {move || share.link.get().map(|project| view! { <LinkDialog project /> })}
        {move || share.export.get().then(|| view! { <ExportDialog /> })}
        {move || share.importing.get().map(|file| view! { <ImportDialog file /> })}
        {move || share.shown.get().map(|(project, title)| view! { <Preview project title /> })}
    }
}

/// The banner for a link or file that could not be opened, until the user dismisses it.
#[component]
pub(crate) fn ShareTrouble() -> impl IntoView {
    let app = app();
    let trouble = app.share.trouble;
    let dismiss = move |_| {
        trouble.set(None);
        app.share.clear_address();
    };
    move || {
        trouble.get().map(|why| {
            let kind = kind(&why);
            view! {
                <div class="banner" role="alert" data-testid="share-trouble" data-kind=kind>
                    <p>{move || in_words(app, &why)}</p>
                    <ActionButton action=ActionId::OpenFile test="open-file-instead" wide=true />
                    <button type="button" class="button" on:click=dismiss>{move || app.text(Msg::Dismiss)}</button>
                </div>
            }
        })
    }
}

fn kind(trouble: &OpenError) -> &'static str {
    match trouble {
        OpenError::Link(LinkError::NotALink) => "no-link",
        OpenError::Link(LinkError::Cut(..)) => "cut",
        OpenError::Link(LinkError::Corrupt) => "corrupt",
        OpenError::Link(LinkError::Newer(_)) => "newer",
        OpenError::Link(LinkError::TooLarge(_) | LinkError::TooLong(_)) => "too-large",
        OpenError::Link(LinkError::Malformed(_)) => "malformed",
        OpenError::File(_) => "file",
    }
}

fn in_words(app: App, trouble: &OpenError) -> String {
    let n = |n: usize| n.to_string();
    match trouble {
        OpenError::Link(LinkError::Cut(there, wanted)) => {
            app.text_with(Msg::LinkCut, &[("n", &n(*there)), ("all", &n(*wanted))])
        }
        OpenError::Link(LinkError::NotALink | LinkError::Corrupt) => app.text(Msg::LinkCorrupt).to_owned(),
        OpenError::Link(LinkError::Newer(_)) => app.text(Msg::LinkNewer).to_owned(),
        OpenError::Link(LinkError::TooLarge(_) | LinkError::TooLong(_)) => {
            app.text(Msg::LinkTooLarge).to_owned()
        }
        OpenError::Link(LinkError::Malformed(why)) => {
            app.text_with(Msg::LinkMalformed, &[("why", &app.words(why))])
        }
        OpenError::File(why) => app.text_with(Msg::FileNotOpened, &[("why", &app.words(why))]),
    }
}
