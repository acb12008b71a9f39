//! The drawing canvas: a composited layer with the live SVG and the grid, the overlay above it, and pointer input.
//!
//! Invariants: event handlers are on the host element only and forward events to the active canvas tool; a frame of a
//! gesture sets one signal and one CSS transform; the `viewBox` is written only when a gesture has ended, or when the
//! layer no longer covers the viewport. The SVG element takes no pointer events: `trammel_canvas::hit_test` finds the entity
//! under the pointer.

use super::display::{GRID, RULERS, THIN_LINES};
use super::editing::wording_field::WordingField;
use super::first_run::FirstRun;
use super::i18n::Msg;
use super::notice_list::Notices;
use super::overlay::Overlay;
use super::pointer;
use super::review::before::BeforeLayer;
use super::rulers::Rulers;
use super::state::{App, app};
use super::tool_form::pick::picking;
use super::tool_options::{TextOnDrawing, ToolOptions};
use super::tool_strip::{ToolPrompt, ToolStrip, ZoomCluster};
use leptos::{html, prelude::*, svg};
use std::cell::Cell;
use trammel_canvas::camera::{GRID_LEAST, LayerTransform, OVERSCAN, Viewport, grid_steps};
use wasm_bindgen::prelude::*;
use web_sys::{HtmlElement, ResizeObserver};

/// The canvas with all its floating controls.
#[component]
pub(crate) fn Canvas() -> impl IntoView {
    let app = app();
    let host = NodeRef::<html::Div>::new();
    let picture = NodeRef::<svg::Svg>::new();
    let pointer = pointer::Pointer::new(app);

    // Outward effect: watches the size of the host element and attaches the painter to the SVG element.
    Effect::new(move |_| {
        if let (Some(host), Some(picture)) = (host.get(), picture.get()) {
            watch_size(app, &host);
            app.painter.with_value(|painter| painter.attach(&picture));
        }
    });

    let label = move || {
        let (name, _) = app.doc.title.get();
        app.text_with(
            Msg::CanvasLabel,
            &[("name", &name), ("n", &app.doc.entities.get().to_string())],
        )
    };
    let cursor = move || {
        app.view.form.focused.track();
        if picking(app).is_some() {
            return Some("crosshair");
        }
        app.view.tools.preview.with(|preview| preview.cursor)
    };

    view! {
        <main
            id="canvas"
            class="stage"
            data-stale=move || app.doc.problem.with(Option::is_some).to_string()
            data-paper=move || app.prefs.display.paper.get().tag()
            data-rulers=move || app.prefs.display.is_on(&RULERS).to_string()
            data-before=move || app.review.shows_before.get().to_string()
            style=("--wipe", move || format!("{}%", app.review.wipe.get() * 100.0))
            aria-label=move || app.text(Msg::Canvas)
        >
            <div
                node_ref=host
                id="drawing"
                class="canvas-host"
                tabindex="0"
                role="application"
                aria-label=move || app.text(Msg::Canvas)
                aria-describedby="canvas-help"
                style:cursor=cursor
                on:pointerdown=move |event| pointer.down(&event)
                on:pointermove=move |event| pointer.handle_move(&event)
                on:pointerup=move |event| pointer.up(&event)
                on:pointercancel=move |event| pointer.cancel(&event)
                on:pointerleave=move |_| pointer.leave()
                on:dblclick=move |event| pointer.double(&event)
                on:wheel=move |event| pointer.wheel(&event)
                on:contextmenu=move |event| pointer.context_menu(&event)
            >
                <Layer picture=picture label=Signal::derive(label) />
                <Overlay />
            </div>
            <p id="canvas-help" class="visually-hidden">{move || app.text(Msg::CanvasHelp)}</p>
            <Show when=move || app.doc.ready.get() && app.doc.entities.get() == 0 && app.doc.problem.with(Option::is_none)>
                <p class="empty-note">{move || app.text(Msg::Empty)}</p>
            </Show>
            <Show when=move || app.doc.problem.with(Option::is_some)>
                <p class="stage-note" data-testid="last-good">
                    {move || app.text(if app.doc.entities.get() > 0 { Msg::LastGood } else { Msg::NothingDrawnYet })}
                </p>
            </Show>
            <Rulers />
            <ToolStrip />
            <ToolOptions />
            <TextOnDrawing />
            <WordingField />
            <ToolPrompt />
            <ZoomCluster />
            <Notices />
            <FirstRun />
        </main>
    }
    .into_any()
}

/// The layer that a CSS transform moves during a gesture and that is rendered again when the gesture ends. The layer
/// exceeds the canvas on each side by the fraction [`OVERSCAN`] of its size; the SVG element inside it has the size of
/// the canvas and draws beyond its edges.
#[component]
fn Layer(picture: NodeRef<svg::Svg>, label: Signal<String>) -> impl IntoView {
    let app = app();
    let (camera, drawn, viewport) = (app.view.camera, app.view.rendered_camera, app.view.viewport);
    let px = |value: f64| format!("{value}px");
    let over = move |size: fn(&Viewport) -> f64| viewport.with(size);
    let transform = move || {
        let moved = camera.get().layer_transform(drawn.get(), viewport.get());
        if moved == LayerTransform::IDENTITY {
            return "none".to_owned();
        }
        // The layer starts before the canvas by the fraction `OVERSCAN` of its size, and its transform origin is its
        // own corner.
        let shift = |size: f64, by: f64| by - OVERSCAN * size * (moved.scale - 1.0);
        let (dx, dy) = (
            shift(over(|v| v.width), moved.dx),
            shift(over(|v| v.height), moved.dy),
        );
        format!("matrix({scale}, 0, 0, {scale}, {dx}, {dy})", scale = moved.scale)
    };
    let view_box = move || drawn.get().view_box_text(viewport.get());
    // Only a change of the zoom sets the property, because each change restyles every entity.
    let hair = Memo::new(move |_| px(1.0 / drawn.get().zoom));
    let grid = move || {
        let (minor, major) = grid_steps(drawn.get().zoom, GRID_LEAST);
        (minor * drawn.get().zoom, major * drawn.get().zoom)
    };
    // Grid offset of the drawing's origin in the layer, modulo the major grid step, so that the numbers stay small.
    let origin = move |axis: fn(trammel_kernel::Point) -> f64, size: fn(&Viewport) -> f64| {
        let at = axis(
            drawn
                .get()
                .to_screen(trammel_kernel::Point::ORIGIN, viewport.get()),
        );
        px((at + OVERSCAN * over(size)).rem_euclid(grid().1.max(1.0)))
    };
    view! {
        <div
            class="layer"
            style:left=move || px(-OVERSCAN * over(|v| v.width))
            style:top=move || px(-OVERSCAN * over(|v| v.height))
            style:width=move || px((1.0 + 2.0 * OVERSCAN) * over(|v| v.width))
            style:height=move || px((1.0 + 2.0 * OVERSCAN) * over(|v| v.height))
            style:transform=transform
        >
            <div
                class="grid"
                aria-hidden="true"
                data-testid="grid"
                hidden=move || !app.prefs.display.is_on(&GRID)
                style=("--minor", move || px(grid().0))
                style=("--major", move || px(grid().1))
                style=("--grid-x", move || origin(|p| p.x, |v| v.width))
                style=("--grid-y", move || origin(|p| p.y, |v| v.height))
            ></div>
            <svg
                node_ref=picture
                data-testid="canvas"
                role="graphics-document"
                aria-label=move || label.get()
                viewBox=view_box
                style=("--hair", move || hair.get())
                style=("--weight", move || if app.prefs.display.is_on(&THIN_LINES) { "0" } else { "1" })
                preserveAspectRatio="xMidYMid meet"
                style:left=move || px(OVERSCAN * over(|v| v.width))
                style:top=move || px(OVERSCAN * over(|v| v.height))
                style:width=move || px(over(|v| v.width))
                style:height=move || px(over(|v| v.height))
            ></svg>
            <BeforeLayer view_box=Signal::derive(view_box) hair />
        </div>
    }
}

/// Updates the viewport signal when the host element is resized. The observer lives as long as the page.
fn watch_size(app: App, host: &HtmlElement) {
    let watched = host.clone();
    let edges = Cell::new(None);
    let measure = move || {
        let Some(viewport) = Viewport::of_element(watched.client_width(), watched.client_height()) else {
            return;
        };
        let place = watched.get_bounding_client_rect();
        let before: Option<[f64; 4]> =
            edges.replace(Some([place.left(), place.right(), place.top(), place.bottom()]));
        // A bar above the canvas comes and goes while the window stays as it is.
        let lowered = before.filter(|[left, right, _, bottom]| {
            (*left, *right, *bottom) == (place.left(), place.right(), place.bottom())
        });
        if let Some([_, _, top, _]) = lowered {
            app.view.lower(viewport, place.top() - top);
        } else {
            app.view
                .resize(viewport, || app.document.scene(trammel_scene::Scene::bounds));
        }
    };
    measure();
    let callback = Closure::<dyn FnMut()>::new(measure);
    if let Ok(observer) = ResizeObserver::new(callback.as_ref().unchecked_ref()) {
        observer.observe(host);
    }
    callback.forget();
}
