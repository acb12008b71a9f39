//! Small picture of a drawing or a version.

use leptos::prelude::*;
use trammel_document::library::{THUMBNAIL_HEIGHT, THUMBNAIL_WIDTH};

/// The picture; an empty box for a drawing without outlines.
#[component]
pub(crate) fn Thumbnail(
    /// Outlines as SVG path data.
    data: String,
) -> impl IntoView {
    let view_box = format!("0 0 {THUMBNAIL_WIDTH} {THUMBNAIL_HEIGHT}");
    view! {
        <svg class="thumbnail" viewBox=view_box aria-hidden="true" focusable="false">
            <path d=data />
        </svg>
    }
}
