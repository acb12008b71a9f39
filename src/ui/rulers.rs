//! Rulers at the top and left edges of the canvas, in drawing units. They follow the camera in every frame of a gesture.

use super::display::RULERS;
use super::state::{App, app};
use leptos::prelude::*;
use std::fmt::Write;
use trammel_canvas::camera::Viewport;
use trammel_canvas::ruler::{Axis, RULER_PX, Tick, ticks};

/// Lengths of the ticks of minor and major lines, in pixels.
const TICK_PX: [f64; 2] = [5.0, 9.0];

/// Both rulers, if the user shows them. They repeat the coordinates of the status bar, so assistive technology skips
/// them.
#[component]
pub(crate) fn Rulers() -> impl IntoView {
    let app = app();
    view! {
        <Show when=move || app.prefs.display.is_on(&RULERS)>
            <div class="rulers" aria-hidden="true">
                {ruler(app, Axis::X)}
                {ruler(app, Axis::Y)}
                <span class="ruler-unit">{move || app.doc.title.get().1.as_str()}</span>
            </div>
        </Show>
    }
}

fn ruler(app: App, axis: Axis) -> impl IntoView {
    let view = app.view;
    let marks = Memo::new(move |_| ticks(axis, view.camera.get(), view.viewport.get()));
    let size = move |length: fn(&Viewport) -> f64| view.viewport.with(length);
    let (class, test) = match axis {
        Axis::X => ("ruler ruler-x", "ruler-x"),
        Axis::Y => ("ruler ruler-y", "ruler-y"),
    };
    let (width, height) = (
        move || match axis {
            Axis::X => size(|viewport| viewport.width),
            Axis::Y => RULER_PX,
        },
        move || match axis {
            Axis::X => RULER_PX,
            Axis::Y => size(|viewport| viewport.height),
        },
    );
    view! {
        <svg class=class data-testid=test width=width height=height>
            <path d=move || marks.with(|marks| path(axis, marks)) />
            {move || marks.with(|marks| numbers(axis, marks))}
        </svg>
    }
}

fn path(axis: Axis, marks: &[Tick]) -> String {
    marks.iter().fold(String::new(), |mut data, tick| {
        let at = tick.at;
        let start = RULER_PX - TICK_PX[usize::from(tick.number.is_some())];
        let written = match axis {
            Axis::X => write!(data, "M{at} {start}V{RULER_PX}"),
            Axis::Y => write!(data, "M{start} {at}H{RULER_PX}"),
        };
        debug_assert!(written.is_ok(), "writing to a string cannot fail");
        data
    })
}

/// Returns the numbers: beside the ticks of the upper ruler, and upward along those of the left one.
fn numbers(axis: Axis, marks: &[Tick]) -> Vec<AnyView> {
    let number = |tick: &Tick| {
        let text = tick.number.clone()?;
        let place = match axis {
            Axis::X => format!("translate({} 10)", tick.at + 3.0),
            Axis::Y => format!("translate(10 {}) rotate(-90)", tick.at - 3.0),
        };
        Some(view! { <text transform=place>{text}</text> }.into_any())
    };
    marks.iter().filter_map(number).collect()
}
