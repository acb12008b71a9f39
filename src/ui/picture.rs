//! Pictures for models, painted on an HTML canvas: the drawing, and pictures that the user attaches.
//!
//! The session returns pictures as SVG. Every picture for a model has a white background and a limited size.
//! An exported PNG file has the background and the size of its options.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use leptos::prelude::document;
use std::collections::VecDeque;
use trammel_formats::PngOptions;
use trammel_language::Bilingual;
use trammel_tools::Reply;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{CanvasRenderingContext2d, File, HtmlCanvasElement, HtmlImageElement, Url};

/// Length of a picture's longer side, in pixels.
const LONGER_SIDE: f64 = 1024.0;

/// Maximum length of a PNG in base64 characters; a larger picture is sent as JPEG.
const LARGE: usize = 500_000;

/// Quality of a JPEG, from 0 to 1.
const QUALITY: f64 = 0.85;

/// Color of paper.
const PAPER: &str = "#ffffff";

/// Size of a painted picture.
#[derive(Clone, Copy)]
struct Size {
    /// Length of the longer side in pixels.
    longer_side: f64,
    /// Maximum magnification.
    largest: f64,
}

impl Size {
    /// Returns the size of a picture that can be magnified without limit.
    fn of_longer_side(longer_side: f64) -> Size {
        Size {
            longer_side,
            largest: f64::INFINITY,
        }
    }
}

/// Converts the SVG pictures of a reply to PNG. The reply becomes a failure if a picture cannot be painted.
///
/// The browser paints the pictures, because the library that paints for the command line would only duplicate the
/// browser's ability and enlarge the page.
pub(super) async fn paint(reply: &mut Reply) {
    let mut painted = VecDeque::new();
    for svg in reply.svgs() {
        painted.push_back(png(svg).await);
    }
    let why = "this browser could not paint the drawing; use get_scene_info and get_entity instead";
    reply.paint(|_| {
        painted
            .pop_front()
            .flatten()
            .ok_or_else(|| Bilingual::english_only(why))
    });
}

/// Returns an SVG file as PNG in base64, for a model; `None` if the browser cannot paint the file.
pub(super) async fn png(svg: &str) -> Option<String> {
    png_of(svg, Size::of_longer_side(LONGER_SIDE), Some(PAPER)).await
}

/// Returns an SVG file as a PNG file with these options; `None` if the browser cannot paint the file in this size.
pub(super) async fn png_bytes(svg: &str, options: &PngOptions) -> Option<Vec<u8>> {
    let size = Size::of_longer_side(f64::from(options.pixels()));
    let background = (!options.transparent).then_some(PAPER);
    STANDARD.decode(png_of(svg, size, background).await?).ok()
}

async fn png_of(svg: &str, size: Size, background: Option<&str>) -> Option<String> {
    let data = String::from(js_sys::encode_uri_component(svg));
    let source = format!("data:image/svg+xml;charset=utf-8,{data}");
    let canvas = paint_image(&source, size, background).await?;
    base64(&canvas.to_data_url_with_type("image/png").ok()?)
}

/// Returns the MIME type and base64 data of a user's picture: reduced to the size that a model needs, and without
/// camera metadata. `None` if the browser cannot decode the picture.
pub(super) async fn shrunk(file: &File) -> Option<(String, String)> {
    let address = Url::create_object_url_with_blob(file).ok()?;
    let size = Size {
        longer_side: LONGER_SIDE,
        largest: 1.0,
    };
    let canvas = paint_image(&address, size, Some(PAPER)).await;
    // The browser has finished reading the file.
    let _ = Url::revoke_object_url(&address);
    let canvas = canvas?;
    let png = base64(&canvas.to_data_url_with_type("image/png").ok()?)?;
    if png.len() <= LARGE {
        return Some(("image/png".to_owned(), png));
    }
    let quality = JsValue::from_f64(QUALITY);
    let jpeg = canvas.to_data_url_with_type_and_encoder_options("image/jpeg", &quality);
    Some(("image/jpeg".to_owned(), base64(&jpeg.ok()?)?))
}

fn base64(data_url: &str) -> Option<String> {
    data_url
        .split_once(";base64,")
        .map(|(_, base64)| base64.to_owned())
}

/// Paints an image on a canvas with this background; `None` leaves the background transparent.
async fn paint_image(source: &str, size: Size, background: Option<&str>) -> Option<HtmlCanvasElement> {
    let image = HtmlImageElement::new().ok()?;
    image.set_src(source);
    JsFuture::from(image.decode()).await.ok()?;
    let (width, height) = (
        f64::from(image.natural_width()),
        f64::from(image.natural_height()),
    );
    if width <= 0.0 || height <= 0.0 {
        return None;
    }
    let scale = (size.longer_side / width.max(height)).min(size.largest);
    let (width, height) = (
        (width * scale).round().max(1.0),
        (height * scale).round().max(1.0),
    );
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 1 to a few thousand"
    )]
    {
        canvas.set_width(width as u32);
        canvas.set_height(height as u32);
    }
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    if let Some(color) = background {
        context.set_fill_style_str(color);
        context.fill_rect(0.0, 0.0, width, height);
    }
    let draw = context.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, width, height);
    draw.ok()?;
    Some(canvas)
}
