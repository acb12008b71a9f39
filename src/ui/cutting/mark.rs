//! The mark on the canvas for the chosen finding: a ring around its place, and a line across the gap of the finding.

use crate::ui::state::app;
use leptos::prelude::*;
use trammel_kernel::Point;

/// Radius of the ring, in pixels.
const RADIUS: f64 = 16.0;

/// The mark, empty while no finding is chosen.
#[component]
pub(crate) fn FindingMark() -> impl IntoView {
    let app = app();
    let view = app.view;
    let places = Memo::new(move |_| {
        view.cutting
            .shown_finding()
            .map(|finding| (finding.place, finding.between))
    });
    let data = move || {
        let (camera, viewport) = (view.camera.get(), view.viewport.get());
        let pixel = |[x, y]: [f64; 2]| camera.to_screen(Point::new(x, y), viewport);
        places.get().map_or_else(String::new, |(place, between)| {
            let (at, r) = (pixel(place), RADIUS);
            let ring = format!(
                "M{} {}a{r} {r} 0 1 0 {w} 0a{r} {r} 0 1 0 -{w} 0Z",
                at.x - r,
                at.y,
                w = 2.0 * r
            );
            let line = between.map(|ends| ends.map(pixel));
            line.map_or_else(
                || ring.clone(),
                |[a, b]| format!("{ring}M{} {}L{} {}", a.x, a.y, b.x, b.y),
            )
        })
    };
    view! { <path class="finding-mark" data-testid="finding-mark" d=data /> }
}
