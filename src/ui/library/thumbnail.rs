//! Small picture of a drawing or a version.

use leptos::prelude::*;
use trammel_document::library::{ChangePicture, THUMBNAIL_HEIGHT, THUMBNAIL_WIDTH};

/// The picture; an empty box for a drawing without outlines. What a change removed is dashed, and what it drew is thick.
#[component]
pub(crate) fn Thumbnail(
    /// Outlines as SVG path data.
    #[prop(optional)]
    data: String,
    /// Change that led to the drawing.
    #[prop(optional)]
    change: ChangePicture,
) -> impl IntoView {
    let view_box = format!("0 0 {THUMBNAIL_WIDTH} {THUMBNAIL_HEIGHT}");
    let path =
        |class: &'static str, data: String| (!data.is_empty()).then(|| view! { <path class=class d=data /> });
    view! {
        <svg class="thumbnail" viewBox=view_box aria-hidden="true" focusable="false">
            <path d=data />
            {path("was", change.before)}
            {path("is-new", change.after)}
        </svg>
    }
}
