//! Painting the drawing as PNG with the browser's own canvas, for models that look at pictures.
//!
//! The session hands a picture out as SVG; everything that leaves the page for a model is PNG on white paper.

use leptos::prelude::document;
use serde_json::{Value, json};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement};

/// The longer side of a picture, in pixels: enough to see, small enough to send.
const LONGER_SIDE: f64 = 1024.0;

/// The reply with its pictures as PNG. One that cannot be painted becomes a reply that says so.
pub(super) async fn painted(mut reply: Value) -> Value {
    let Some(blocks) = reply.get_mut("content").and_then(Value::as_array_mut) else {
        return reply;
    };
    for block in blocks.iter_mut().filter(|block| block["mime"] == "image/svg+xml") {
        let svg = block["text"].as_str().unwrap_or_default().to_owned();
        let Some(base64) = png(&svg).await else {
            let error = "this browser could not paint the drawing; use get_scene_info and get_entity instead";
            return json!({ "success": false, "error": error });
        };
        *block = json!({ "type": "image", "mime": "image/png", "base64": base64 });
    }
    reply
}

/// An SVG file as PNG, in base64.
async fn png(svg: &str) -> Option<String> {
    let image = HtmlImageElement::new().ok()?;
    let data = String::from(js_sys::encode_uri_component(svg));
    image.set_src(&format!("data:image/svg+xml;charset=utf-8,{data}"));
    JsFuture::from(image.decode()).await.ok()?;
    let (width, height) = (
        f64::from(image.natural_width()),
        f64::from(image.natural_height()),
    );
    if width <= 0.0 || height <= 0.0 {
        return None;
    }
    let scale = LONGER_SIDE / width.max(height);
    let (width, height) = (
        (width * scale).round().max(1.0),
        (height * scale).round().max(1.0),
    );
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 1 to 1024"
    )]
    {
        canvas.set_width(width as u32);
        canvas.set_height(height as u32);
    }
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    context.set_fill_style_str("#ffffff");
    context.fill_rect(0.0, 0.0, width, height);
    let draw = context.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, width, height);
    draw.ok()?;
    let url = canvas.to_data_url_with_type("image/png").ok()?;
    url.split_once(";base64,").map(|(_, base64)| base64.to_owned())
}
