//! The overlay in screen pixels: sketch, selection boxes, grips, and the preview of the active canvas tool.
//!
//! Invariant: no other layer depends on both the selection and the camera; the overlay has a fixed number of nodes for
//! any number of selected entities.

use super::cutting::FindingMark;
use super::hover_highlight::outline;
use super::overlay_paths::{add_box, ghost_data, path_data};
use super::review::marks::ReviewMarks;
use super::state::app;
use leptos::prelude::*;
use std::fmt::Write;
use trammel_canvas::camera::Viewport;
use trammel_canvas::canvas_tool::{Marquee, Note};
use trammel_canvas::grips::grip;
use trammel_canvas::markup::{Markup, Stroke};
use trammel_canvas::selection::Selection;
use trammel_canvas::snapping::snap_label;
use trammel_kernel::snap::SnapKind;
use trammel_kernel::{Bounds, Point};
use trammel_language::Language;

/// Maximum number of selected entities with a box each; a larger selection has one common box.
const MOST_BOXES: usize = 200;
/// Distance of the name of a snap from its point, in pixels.
const NAME_PX: f64 = 10.0;

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
    // Outlines are computed when a highlight changes, not in every frame of a gesture.
    let linked = Memo::new(move |_| outline::outlines(app));
    let links = move || {
        let (camera, viewport) = (view.camera.get(), view.viewport.get());
        linked.with(|paths| ghost_data(paths, camera, viewport))
    };
    view! {
        <svg class="overlay" aria-hidden="true">
            <path
                class="linked"
                d=links
                data-hovered=move || view.highlight.hovered.with(|name| name.as_ref().map(ToString::to_string))
                data-testid="linked"
            />
            <path
                class="sketch"
                d=strokes
                data-strokes=move || view.sketch.with(Markup::len).to_string()
                data-sent=move || view.sketch.with(Markup::is_sent).to_string()
                data-testid="sketch"
            />
            <path class="sketch" d=ink data-testid="ink" />
            <ReviewMarks />
            <path class="box" d=boxes data-testid="selection-box" />
            <path class="ghost" d=ghosts data-testid="ghost" />
            <FindingMark />
            <Grips />
            <Notes />
            <path class="snap" d=snap data-kind=snap_kind data-testid="snap" />
            <SnapName />
            <MarqueeBox />
        </svg>
    }
}

/// The grips of the selected entities, and the grip under the pointer or with the keyboard focus.
#[component]
fn Grips() -> impl IntoView {
    let app = app();
    let view = app.view;
    let preview = view.tools.preview;
    // Only the select tool has grips, and only while no drag shows a ghost.
    let grips = Memo::new(move |_| {
        app.doc.revision.track();
        let is_select = view
            .tools
            .info
            .with(|info| info.is_some_and(|info| info.id == "select"));
        let camera = view.camera.get();
        let shown = |selection: &Selection| {
            let grips = app
                .document
                .scene(|scene| grip::visible_grips(scene, selection, camera));
            grips.iter().map(|grip| grip.mark(camera)).collect::<Vec<Point>>()
        };
        if is_select {
            view.selection.with(shown)
        } else {
            Vec::new()
        }
    });
    let squares = move || {
        let (camera, viewport) = (view.camera.get(), view.viewport.get());
        let is_drag = preview.with(|preview| !preview.ghosts.is_empty() || preview.marquee.is_some());
        grips.with(|grips| {
            let shown = grips.iter().filter(|_| !is_drag);
            shown.fold(String::new(), |path, at| {
                add_square(path, camera.to_screen(*at, viewport))
            })
        })
    };
    let hot = move || {
        let (camera, viewport) = (view.camera.get(), view.viewport.get());
        let at = preview.with(|preview| preview.grip);
        at.map_or_else(String::new, |at| {
            add_square(String::new(), camera.to_screen(at, viewport))
        })
    };
    view! {
        <path class="grip" d=squares data-testid="grips" data-count=move || grips.with(Vec::len).to_string() />
        <path class="grip" data-hot="true" d=hot data-testid="grip-active" />
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

/// The rectangle of a marquee selection.
#[component]
fn MarqueeBox() -> impl IntoView {
    let preview = app().view.tools.preview;
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
    view! {
        <rect
            class="marquee"
            data-mode=mode
            x=move || rect().0
            y=move || rect().1
            width=move || rect().2
            height=move || rect().3
            visibility=move || if preview.with(|preview| preview.marquee.is_some()) { "visible" } else { "hidden" }
        />
    }
}

/// The notes of the preview.
#[component]
fn Notes() -> impl IntoView {
    let app = app();
    let view = app.view;
    move || {
        let (camera, viewport, lang) = (view.camera.get(), view.viewport.get(), app.prefs.lang.get());
        let place = |note: &Note| note_lines(note, camera.to_screen(note.at, viewport), viewport, lang);
        view.tools
            .preview
            .with(|preview| preview.notes.iter().map(place).collect_view())
    }
}

/// Returns the lines of a note at a pixel: to the right below it, or to the left and above it near those edges.
fn note_lines(note: &Note, at: Point, viewport: Viewport, lang: Language) -> impl IntoView + use<> {
    const AIR: f64 = 16.0;
    const LINE: f64 = 16.0;
    let is_left = at.x > 0.6 * viewport.width;
    let height = LINE * note.lines.len() as f64;
    let x = if is_left { at.x - AIR } else { at.x + AIR };
    let top = if at.y + AIR + height > viewport.height {
        at.y - AIR - height
    } else {
        at.y + AIR
    };
    let anchor = if is_left { "end" } else { "start" };
    let line = |(index, text): (usize, &[String; 2])| {
        let y = top + LINE * (index as f64 + 0.8);
        view! { <text class="note" x=x y=y text-anchor=anchor>{lang.pick(text.clone())}</text> }
    };
    let lines = note.lines.iter().enumerate().map(line);
    view! { <g data-testid="note">{lines.collect_view()}</g> }
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

fn selected_bounds(scene: &trammel_scene::Scene, selection: &Selection) -> Vec<Bounds> {
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

/// Adds the square of a grip to path data.
fn add_square(mut path: String, at: Point) -> String {
    const SIDE: f64 = 8.0;
    let (left, top) = (at.x - SIDE / 2.0, at.y - SIDE / 2.0);
    let written = write!(path, "M{left:.1} {top:.1}h{SIDE}v{SIDE}h-{SIDE}Z");
    debug_assert!(written.is_ok(), "writing to a string cannot fail");
    path
}
