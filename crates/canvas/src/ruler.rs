//! Marks of the rulers at the edges of the canvas: ticks at the lines of the grid, and numbers at its major lines.
//!
//! Invariant: the number of marks depends only on the size of the canvas, because ticks keep a minimum distance.

use super::camera::{Camera, Viewport, grid_steps};
use super::number_format::{format_number, round_to};
use trammel_kernel::Point;

/// Width of a ruler, in pixels.
pub const RULER_PX: f64 = 20.0;
/// Minimum distance of two ticks, in pixels.
const LEAST_PX: f64 = 10.0;

/// Direction of a ruler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// The ruler at the top edge.
    X,
    /// The ruler at the left edge.
    Y,
}

/// A tick of a ruler.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// Distance in pixels from the start of the canvas.
    pub at: f64,
    /// Number at a major tick, in drawing units.
    pub number: Option<String>,
}

/// Returns the ticks of a ruler in drawing order: to the right, or down.
#[must_use]
pub fn ticks(axis: Axis, camera: Camera, viewport: Viewport) -> Vec<Tick> {
    let (minor, major) = grid_steps(camera.zoom, LEAST_PX);
    let visible = camera.visible(viewport);
    let (from, to) = match axis {
        Axis::X => (visible.min.x, visible.max.x),
        Axis::Y => (visible.min.y, visible.max.y),
    };
    let first = (from / minor).ceil();
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at most one tick for each ten pixels"
    )]
    let count = ((to / minor).floor() - first + 1.0).clamp(0.0, 10_000.0) as u32;
    let tick = |index: u32| {
        let value = round_to((first + f64::from(index)) * minor, minor);
        let screen = match axis {
            Axis::X => camera.to_screen(Point::new(value, 0.0), viewport).x,
            Axis::Y => camera.to_screen(Point::new(0.0, value), viewport).y,
        };
        let majors = value / major;
        let is_major = (majors - majors.round()).abs() < 1e-6;
        Tick {
            at: (screen * 100.0).round() / 100.0,
            number: is_major.then(|| format_number(value)),
        }
    };
    let ticks = (0..count).map(tick);
    match axis {
        Axis::X => ticks.collect(),
        Axis::Y => ticks.rev().collect(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    const VIEW: Viewport = Viewport {
        width: 200.0,
        height: 100.0,
    };

    fn numbers(axis: Axis, camera: Camera) -> Vec<(f64, String)> {
        let all = ticks(axis, camera, VIEW);
        all.into_iter()
            .filter_map(|tick| Some((tick.at, tick.number?)))
            .collect()
    }

    #[test]
    fn ticks_are_at_grid_lines_and_follow_the_camera() {
        let camera = Camera::default();
        let wanted = [
            (0.0, "-100"),
            (50.0, "-50"),
            (100.0, "0"),
            (150.0, "50"),
            (200.0, "100"),
        ];
        assert_eq!(
            numbers(Axis::X, camera),
            wanted.map(|(at, text)| (at, text.to_owned()))
        );
        let down = [(0.0, "50"), (50.0, "0"), (100.0, "-50")];
        assert_eq!(
            numbers(Axis::Y, camera),
            down.map(|(at, text)| (at, text.to_owned()))
        );
        assert_eq!(ticks(Axis::X, camera, VIEW).len(), 21);
        let near = Camera::new(Point::new(0.05, 0.0), 1000.0);
        assert!(numbers(Axis::X, near).contains(&(100.0, "0.05".to_owned())));
    }

    #[test]
    fn the_number_of_ticks_is_bounded_at_any_zoom() {
        let mut zoom = 1e-6;
        while zoom < 1e6 {
            let camera = Camera::new(Point::new(1e8, -1e8), zoom);
            assert!(ticks(Axis::X, camera, VIEW).len() <= 21, "{zoom}");
            zoom *= 3.7;
        }
    }
}
