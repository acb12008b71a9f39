//! Path data of lines over the drawing, in screen pixels.

use std::fmt::Write;
use trammel_canvas::camera::{Camera, Viewport};
use trammel_kernel::{Bounds, Path, Point};

/// Flattening tolerance of ghost geometry, in pixels.
const GHOST_TOLERANCE_PX: f64 = 0.25;

/// Returns the path data of polylines, in pixels. A polyline of one point becomes a dot.
pub(crate) fn path_data<'p>(
    lines: impl Iterator<Item = &'p [Point]>,
    camera: Camera,
    viewport: Viewport,
) -> String {
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
pub(crate) fn ghost_data(ghosts: &[Path], camera: Camera, viewport: Viewport) -> String {
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

/// Adds a box around bounds to path data.
pub(crate) fn add_box(mut path: String, bounds: &Bounds, camera: Camera, viewport: Viewport) -> String {
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
