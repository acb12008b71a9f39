//! Copies the reference of a point, an edge, or an item, such as `plate.edge[0]`, for code and forms.

use crate::ui::state::App;
use crate::ui::tool_input;
use leptos::prelude::*;
use trammel_canvas::picked::Picked;
use trammel_canvas::point_ref;
use trammel_kernel::Point;

/// Returns the reference of what is at a pixel of the canvas.
pub(crate) fn at(app: App, pixel: Point) -> Option<String> {
    tool_input::with_canvas(app, |cx| Picked::at(cx, pixel).into_reference())
}

/// Copies a reference, or else that of the snap point under the pointer, or else the name of the selected item. Refuses if
/// there is none.
pub(crate) fn copy(app: App, reference: Option<String>) {
    let view = app.view;
    let snapped = || {
        let snapped = view
            .tools
            .preview
            .with_untracked(|preview| preview.snap.clone())?;
        let reference = app.document.scene(|scene| point_ref::of(scene, &snapped))?;
        Some(reference.to_string())
    };
    let selected = || {
        let last = view
            .selection
            .with_untracked(|selection| selection.last().cloned());
        last.map(|name| name.to_string())
    };
    match reference.or_else(snapped).or_else(selected) {
        Some(text) => tool_input::copy(app, text),
        None => app.refuse(
            app.lang()
                .pick([
                    "There is no point or item under the pointer. Point at one, or select an item.",
                    "포인터 아래에 점이나 항목이 없어요. 그 위를 가리키거나 항목을 선택하세요.",
                ])
                .to_owned(),
        ),
    }
}
