//! Pictures that accompany a message: pasted or chosen from a file, and shown as thumbnails until they are sent.

use super::connection::Choice;
use crate::ui::file_dialog;
use crate::ui::i18n::Msg;
use crate::ui::icons::{Draw, Icon};
use crate::ui::picture;
use crate::ui::state::{App, app};
use leptos::prelude::*;
use leptos::task::spawn_local;
use trammel_agent::Image;
use trammel_canvas::actions::EMPTY_DRAWING;
use trammel_canvas::markup::Stroke;
use trammel_formats::svg;
use trammel_kernel::Point;
use trammel_llm::models::Models;
use trammel_llm::provider;
use web_sys::{ClipboardEvent, File};

/// Maximum number of pictures per message.
const MOST: usize = 4;

/// Image types that browsers decode. Each picture is encoded again in a format that every provider accepts.
const KINDS: &str = "image/png,image/jpeg,image/webp,image/gif";

/// Attaches pasted pictures. Pasted text is left to the browser.
pub(super) fn paste(app: App, event: &ClipboardEvent) {
    let Some(files) = event.clipboard_data().and_then(|data| data.files()) else {
        return;
    };
    let files: Vec<File> = (0..files.length()).filter_map(|at| files.get(at)).collect();
    let pictures: Vec<File> = files
        .into_iter()
        .filter(|file| file.type_().starts_with("image/"))
        .collect();
    if !pictures.is_empty() {
        event.prevent_default();
        pictures.into_iter().for_each(|file| add(app, file));
    }
}

fn add(app: App, file: File) {
    spawn_local(async move {
        let image = picture::shrunk(&file).await;
        let image = image.map(|(mime, base64)| Image { mime, base64 });
        attach(app, image.ok_or(Msg::PictureBad));
    });
}

/// Stroke color of the sketch on white paper; equals `--sketch` of the style sheet.
const SKETCH: &str = "#c2185b";

/// Attaches a picture of the whole drawing, as a tool would show it to the model, with the sketch on top.
fn add_drawing(app: App) {
    let sketch = app.view.sketch.get_untracked();
    if sketch.is_empty() && app.document.scene(|scene| scene.bounds().is_none()) {
        app.refuse(app.text(EMPTY_DRAWING).to_owned());
        return;
    }
    let strokes: Vec<&[Point]> = sketch.strokes().iter().map(Stroke::points).collect();
    let svg = app.document.scene(|scene| match strokes.as_slice() {
        [] => svg::write(scene),
        strokes => svg::write_marked(scene, strokes, SKETCH),
    });
    spawn_local(async move {
        let base64 = picture::png(&svg).await;
        let mime = "image/png".to_owned();
        let image = base64.map(|base64| Image { mime, base64 });
        attach(app, image.ok_or(Msg::DrawingNotAttached));
    });
}

/// Attaches a picture to the message, or reports that the limit is reached or that there is no picture.
fn attach(app: App, image: Result<Image, Msg>) {
    let pictures = app.chat.pictures;
    match image {
        Ok(image) if pictures.with_untracked(Vec::len) < MOST => pictures.update(|all| all.push(image)),
        Ok(_) => app.refuse(app.say(Msg::PicturesFull, &[("n", &MOST.to_string())])),
        Err(why) => app.refuse(app.say(why, &[])),
    }
}

/// The button that attaches the drawing.
#[component]
pub(super) fn AttachDrawing() -> impl IntoView {
    let app = app();
    let name = move || app.text(Msg::AttachDrawing);
    view! {
        <button type="button" class="flag" data-testid="attach-drawing" aria-label=name title=name on:click=move |_| add_drawing(app)>
            <Draw icon=Icon::Camera />
        </button>
    }
}

/// The button that attaches a picture file.
#[component]
pub(super) fn AttachButton() -> impl IntoView {
    let app = app();
    let name = move || app.text(Msg::AttachPicture);
    let choose = move |_| file_dialog::choose(KINDS, move |file| add(app, file));
    view! {
        <button type="button" class="flag" data-testid="attach-picture" aria-label=name title=name on:click=choose>
            <Draw icon=Icon::Plus />
        </button>
    }
}

/// The attached pictures, each with a remove button.
#[component]
pub(super) fn AttachedPictures() -> impl IntoView {
    let app = app();
    let pictures = app.chat.pictures;
    let chip = move |at: usize, picture: &Image| {
        let source = format!("data:{};base64,{}", picture.mime, picture.base64);
        let name = move || app.text_with(Msg::RemovePicture, &[("n", &(at + 1).to_string())]);
        let remove = move |_| {
            pictures.update(|pictures| {
                if at < pictures.len() {
                    pictures.remove(at);
                }
            });
        };
        view! {
            <span class="chip" data-testid="picture-chip">
                <img class="thumbnail" src=source alt="" />
                <button type="button" class="flag" aria-label=name title=name on:click=remove>
                    <Draw icon=Icon::Close />
                </button>
            </span>
        }
    };
    let chips = move || {
        pictures.with(|pictures| {
            pictures
                .iter()
                .enumerate()
                .map(|(at, picture)| chip(at, picture))
                .collect_view()
        })
    };
    let unseen = move || {
        let models = Models::built_in().with(&app.chat.cost.get().models());
        let connected = app.chat.connected;
        let blind = connected.with(|choice| choice.as_ref().is_some_and(|choice| !sees(&models, choice)));
        blind && !pictures.with(Vec::is_empty)
    };
    view! {
        <div class="attached" hidden=move || pictures.with(Vec::is_empty)>{chips}</div>
        <p class="hint" data-testid="pictures-unseen" hidden=move || !unseen()>{move || app.text(Msg::PicturesUnseen)}</p>
    }
}

/// Whether the chosen model accepts pictures.
fn sees(models: &Models, choice: &Choice) -> bool {
    provider(&choice.provider).is_none_or(|provider| models.find(provider, &choice.model).images)
}
