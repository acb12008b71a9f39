//! The drawing before, over the present one: while the user holds the key, and left of the slider.

use crate::ui::display::THIN_LINES;
use crate::ui::painter::Painter;
use crate::ui::state::app;
use leptos::prelude::*;
use leptos::svg;
use trammel_canvas::camera::OVERSCAN;
use trammel_scene::Scene;

/// The SVG element of the drawing before, which exists only while it is visible.
#[component]
pub(crate) fn BeforeLayer(
    /// The visible part of the drawing.
    #[prop(into)]
    view_box: Signal<String>,
    /// Size of a pixel in drawing units, as a length in CSS.
    hair: Memo<String>,
) -> impl IntoView {
    let app = app();
    let review = app.review;
    let px = |value: f64| format!("{value}px");
    let is_shown = Memo::new(move |_| review.shows_before.get() || review.wipe.get() > 0.0);
    view! {
        <Show when=move || is_shown.get()>
            {move || {
                let picture = NodeRef::<svg::Svg>::new();
                let painter = StoredValue::new_local(Painter::default());
                Effect::new(move |_| {
                    let (Some(picture), Some(base)) = (picture.get(), review.base()) else { return };
                    painter.with_value(|painter| {
                        painter.attach(&picture);
                        painter.apply(&Scene::default().diff_to(&base.scene), &base.scene);
                    });
                });
                view! {
                    <svg
                        node_ref=picture
                        class="before"
                        aria-hidden="true"
                        data-testid="drawing-before"
                        viewBox=move || view_box.get()
                        preserveAspectRatio="xMidYMid meet"
                        style=("--hair", move || hair.get())
                        style=("--weight", move || if app.prefs.display.is_on(&THIN_LINES) { "0" } else { "1" })
                        style:left=move || px(OVERSCAN * app.view.viewport.with(|v| v.width))
                        style:top=move || px(OVERSCAN * app.view.viewport.with(|v| v.height))
                        style:width=move || px(app.view.viewport.with(|v| v.width))
                        style:height=move || px(app.view.viewport.with(|v| v.height))
                    ></svg>
                }
            }}
        </Show>
    }
}
