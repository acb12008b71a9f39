//! The overlay in screen pixels: sketch, selection boxes, and the preview of the active canvas tool.
//!
//! Invariant: no other layer depends on both the selection and the camera; the overlay has a fixed number of nodes for
//! any number of selected entities.

use super::state::app;
use crate::editor::camera::{Camera, Viewport};
use crate::editor::canvas_tool::Marquee;
use crate::editor::markup::{Markup, Stroke};
use crate::editor::selection::Selection;
use crate::editor::snapping::snap_label;
use crate::geometry::snap::SnapKind;
use crate::geometry::{Bounds, Path, Point};
use leptos::prelude::*;
use std::fmt::Write;

/// Maximum number of selected entities with a box each; a larger selection has one common box.
const MOST_BOXES: usize = 200;
/// Distance of the name of a snap from its point, in pixels.
const NAME_PX: f64 = 10.0;
/// Flattening tolerance of ghost geometry, in pixels.
const GHOST_TOLERANCE_PX: f64 = 0.25;

/// The overlay.
#[component]
pub(crate) fn Overlay() -> impl IntoView {
    let app = app();
    let view = app.view;
    let preview = view.tools.preview;
    // Bounds are computed when the drawing or the selection changes, not in every frame of a gesture.
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
        let marquee = preview.with(|preview| preview.marquee);
        marquee.map_or((0.0, 0.0, 0.0, 0.0), |marquee| {
            let (x, right) = side(marquee.from.x, marquee.to.x);
            let (y, bottom) = side(marquee.from.y, marquee.to.y);
            (x, y, right - x, bottom - y)
        })
    };
    let rect = move || marquee(|a, b| (a.min(b), a.max(b)));
    let mode = move || {
        let marquee = preview.with(|preview| preview.marquee);
        if marquee.is_some_and(Marquee::touching) {
            "touching"
        } else {
            "enclosed"
        }
    };
    let snap = move || {
        let (camera, viewport) = (view.camera.get(), view.viewport.get());
        preview.with(|preview| {
            let found = preview.snap.as_ref();
            found.map_or_else(String::new, |found| {
                marker(found.kind, camera.to_screen(found.point, viewport))
            })
        })
    };
    let snap_kind = move || preview.with(|preview| preview.snap.as_ref().map(|found| found.kind.as_str()));
    let strokes = move || {
        let (camera, viewport) = (view.camera.get(), view.viewport.get());
        view.sketch.with(|sketch| {
            let lines = sketch.strokes().iter().map(Stroke::points);
            path_data(lines, camera, viewport)
        })
    };
    let ink = move || {
        let (camera, viewport) = (view.camera.get(), view.viewport.get());
        preview.with(|preview| {
            let line = Some(preview.ink.as_slice()).filter(|line| !line.is_empty());
            path_data(line.into_iter(), camera, viewport)
        })
    };
    let ghosts = move || {
        let (camera, viewport) = (view.camera.get(), view.viewport.get());
        preview.with(|preview| ghost_data(&preview.ghosts, camera, viewport))
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
            <path class="ghost" d=ghosts data-testid="ghost" />
            <path class="snap" d=snap data-kind=snap_kind data-testid="snap" />
            <SnapName />
            <rect
                class="marquee"
                data-mode=mode
                x=move || rect().0
                y=move || rect().1
                width=move || rect().2
                height=move || rect().3
                visibility=move || if preview.with(|preview| preview.marquee.is_some()) { "visible" } else { "hidden" }
            />
        </svg>
    }
}

/// The name of the snap beside its marker.
#[component]
fn SnapName() -> impl IntoView {
    let app = app();
    let view = app.view;
    let shown = move || {
        let (camera, viewport) = (view.camera.get(), view.viewport.get());
        view.tools.preview.with(|preview| {
            let found = preview.snap.as_ref()?;
            let name = app.prefs.lang.get().pick(snap_label(found.kind));
            Some((name, camera.to_screen(found.point, viewport)))
        })
    };
    let at = move |side: fn(&Point) -> f64| shown().map_or(0.0, |(_, at)| side(&at));
    view! {
        <text class="snap-name" data-testid="snap-name" x=move || at(|at| at.x + NAME_PX) y=move || at(|at| at.y - NAME_PX)>
            {move || shown().map(|(name, _)| name)}
        </text>
    }
}

/// Returns the path data of polylines, in pixels. A polyline of one point becomes a dot.
fn path_data<'p>(lines: impl Iterator<Item = &'p [Point]>, camera: Camera, viewport: Viewport) -> String {
    let mut data = String::new();
    for line in lines {
        for (at, point) in line.iter().enumerate() {
            let letter = if at == 0 { 'M' } else { 'L' };
            let Point { x, y } = camera.to_screen(*point, viewport);
            let written = write!(data, "{letter}{x:.1} {y:.1}");
            debug_assert!(written.is_ok(), "writing to a string cannot fail");
        }
        if line.len() == 1 {
            // A segment of zero length is visible because of its round caps.
            data.push_str("h0");
        }
    }
    data
}

/// Returns the path data of the preview geometry, in pixels.
fn ghost_data(ghosts: &[Path], camera: Camera, viewport: Viewport) -> String {
    let lines: Vec<Vec<Point>> = ghosts
        .iter()
        .map(|ghost| {
            let mut line = ghost.flatten(GHOST_TOLERANCE_PX / camera.zoom);
            if ghost.closed {
                line.extend(line.first().copied());
            }
            line
        })
        .collect();
    path_data(lines.iter().map(Vec::as_slice), camera, viewport)
}

/// Returns the path data of the standard snap marker, in pixels.
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
        SnapKind::Extension => format!("M{left} {y}h2m2 0h2m2 0h2"),
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
    // Padding in pixels, so that the box of a rectangle does not cover its sides.
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
