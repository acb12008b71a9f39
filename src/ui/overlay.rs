//! What is drawn over the drawing: the sketch, boxes around the selection and the marquee, in screen pixels.
//!
//! Invariant: the overlay is the only thing on screen that depends on both the selection and the camera; it has a fixed
//! number of nodes, however many entities are selected.

use super::{markup, state::app};
use crate::editor::camera::{Camera, Viewport};
use crate::editor::markup::{Markup, Stroke, StrokeBuilder};
use crate::editor::selection::Selection;
use crate::geometry::snap::SnapKind;
use crate::geometry::{Bounds, Point};
use leptos::prelude::*;
use std::fmt::Write;

/// With more than this many selected, one box around all is shown.
const MOST_BOXES: usize = 200;

/// The overlay.
#[component]
pub(crate) fn Overlay() -> impl IntoView {
    let app = app();
    let view = app.view;
    // Bounds are looked up when the drawing or the selection changes, not in every frame of a gesture.
    let bounds = Memo::new(move |_| {
        app.doc.revision.track();
        view.selection
            .with(|selection| app.document.scene(|scene| selected_bounds(scene, selection)))
    });
    let boxes = move || {
        let (camera, viewport) = (view.camera.get(), view.viewport.get());
        bounds.with(|bounds| {
            bounds.iter().fold(String::new(), |path, bounds| {
                add_box(path, bounds, camera, viewport)
            })
        })
    };
    let marquee = move |side: fn(f64, f64) -> (f64, f64)| {
        let marquee = view.marquee.get();
        marquee.map_or((0.0, 0.0, 0.0, 0.0), |marquee| {
            let (x, right) = side(marquee.from.x, marquee.to.x);
            let (y, bottom) = side(marquee.from.y, marquee.to.y);
            (x, y, right - x, bottom - y)
        })
    };
    let rect = move || marquee(|a, b| (a.min(b), a.max(b)));
    let mode = move || {
        let touching = view
            .marquee
            .get()
            .is_some_and(crate::editor::gesture::Marquee::touching);
        if touching { "touching" } else { "enclosed" }
    };
    let snap = move || {
        let (camera, viewport) = (view.camera.get(), view.viewport.get());
        view.snapped.with(|snapped| {
            let found = snapped.as_ref();
            found.map_or_else(String::new, |found| {
                marker(found.kind, camera.to_screen(found.point, viewport))
            })
        })
    };
    let snap_kind = move || {
        view.snapped
            .with(|snapped| snapped.as_ref().map(|found| found.kind.as_str()))
    };
    let strokes = move || {
        let (camera, viewport) = (view.camera.get(), view.viewport.get());
        view.sketch.with(|sketch| {
            let lines = sketch.strokes().iter().map(Stroke::points);
            markup::path_data(lines, camera, viewport)
        })
    };
    let ink = move || {
        let (camera, viewport) = (view.camera.get(), view.viewport.get());
        view.ink
            .with(|ink| markup::path_data(ink.iter().map(StrokeBuilder::points), camera, viewport))
    };
    view! {
        <svg class="overlay" aria-hidden="true">
            <path
                class="sketch"
                d=strokes
                data-strokes=move || view.sketch.with(Markup::len).to_string()
                data-sent=move || view.sketch.with(Markup::is_sent).to_string()
                data-testid="sketch"
            />
            <path class="sketch" d=ink data-testid="ink" />
            <path class="box" d=boxes data-testid="selection-box" />
            <path class="snap" d=snap data-kind=snap_kind data-testid="snap" />
            <rect
                class="marquee"
                data-mode=mode
                x=move || rect().0
                y=move || rect().1
                width=move || rect().2
                height=move || rect().3
                visibility=move || if view.marquee.get().is_some() { "visible" } else { "hidden" }
            />
        </svg>
    }
}

/// The usual sign for a kind of point, drawn around it.
fn marker(kind: SnapKind, at: Point) -> String {
    const R: f64 = 5.0;
    let (x, y) = (at.x, at.y);
    let (left, right, top, bottom) = (x - R, x + R, y - R, y + R);
    match kind {
        SnapKind::Endpoint => format!("M{left} {top}H{right}V{bottom}H{left}Z"),
        SnapKind::Midpoint => format!("M{x} {top}L{right} {bottom}H{left}Z"),
        SnapKind::Center | SnapKind::Tangent => {
            format!("M{left} {y}A{R} {R} 0 0 1 {right} {y}A{R} {R} 0 0 1 {left} {y}Z")
        }
        SnapKind::Quadrant => format!("M{x} {top}L{right} {y}L{x} {bottom}L{left} {y}Z"),
        SnapKind::Intersection => format!("M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}"),
        SnapKind::Perpendicular => format!("M{left} {top}V{bottom}H{right}M{left} {y}H{x}V{bottom}"),
        SnapKind::Nearest => format!("M{left} {top}H{right}L{left} {bottom}H{right}Z"),
        SnapKind::Grid => format!("M{left} {y}H{right}M{x} {top}V{bottom}"),
    }
}

fn selected_bounds(scene: &crate::scene::Scene, selection: &Selection) -> Vec<Bounds> {
    let all: Vec<Bounds> = selection
        .iter()
        .filter_map(|name| scene.world_bounds(name))
        .collect();
    if all.len() <= MOST_BOXES {
        all
    } else {
        Bounds::union_all(all).into_iter().collect()
    }
}

fn add_box(mut path: String, bounds: &Bounds, camera: Camera, viewport: Viewport) -> String {
    // Three pixels of air, so that the box of a rectangle does not hide its sides.
    const AIR: f64 = 3.0;
    let (a, b) = (
        camera.to_screen(bounds.min, viewport),
        camera.to_screen(bounds.max, viewport),
    );
    let (left, top, right, bottom) = (a.x - AIR, b.y - AIR, b.x + AIR, a.y + AIR);
    let written = write!(path, "M{left:.1} {top:.1}H{right:.1}V{bottom:.1}H{left:.1}Z");
    debug_assert!(written.is_ok(), "writing to a string cannot fail");
    path
}
