//! Camera: the mapping between drawing units (y up) and screen pixels (y down).
//!
//! A [`Camera`] is a center and a zoom; a [`Viewport`] is the size of the canvas in CSS pixels. Everything here
//! is a pure function of the two. During a gesture, the page only transforms a composited layer
//! ([`Camera::layer_transform`]); after the gesture, the page redraws the picture from [`Camera::view_box`].

use trammel_kernel::{Bounds, Point, Vec2};

/// Range of the zoom, in CSS pixels per drawing unit.
pub const ZOOM_RANGE: (f64, f64) = (1e-7, 1e7);
/// Margin drawn beyond each edge of the view, as a share of the view size, so that a pan does not show blank
/// canvas at once.
pub const OVERSCAN: f64 = 0.25;
/// Margin around the drawing in [`Camera::fit`], in CSS pixels.
pub const FIT_MARGIN: f64 = 40.0;
/// Zoom factor of one press of a zoom button.
pub const ZOOM_STEP: f64 = 1.25;
/// Pan distance of one press of an arrow key, in CSS pixels.
pub const PAN_STEP: f64 = 60.0;
/// Minimum distance between grid lines, in CSS pixels.
pub const GRID_LEAST: f64 = 12.0;
/// Maximum absolute value of the camera center's coordinates, in drawing units.
const REACH: f64 = 2e9;

/// Size of the canvas on the screen, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// Width in CSS pixels.
    pub width: f64,
    /// Height in CSS pixels.
    pub height: f64,
}

impl Viewport {
    /// Creates a viewport with the size of an element; returns `None` while the element has no layout.
    #[must_use]
    pub fn of_element(width: i32, height: i32) -> Option<Self> {
        (width > 0 && height > 0).then(|| Self {
            width: f64::from(width),
            height: f64::from(height),
        })
    }

    /// Returns the center of the canvas, in CSS pixels from its top left corner.
    #[must_use]
    pub fn middle(self) -> Point {
        Point::new(self.width / 2.0, self.height / 2.0)
    }
}

/// View of the drawing: the drawing point at the center of the canvas, and the zoom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Drawing point at the center of the canvas (y up).
    pub center: Point,
    /// CSS pixels per drawing unit, within [`ZOOM_RANGE`].
    pub zoom: f64,
}

impl Default for Camera {
    fn default() -> Self {
        Self {
            center: Point::ZERO,
            zoom: 1.0,
        }
    }
}

/// A scale followed by a translation, in CSS pixels: `screen = scale * layer + (dx, dy)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerTransform {
    /// Uniform scale.
    pub scale: f64,
    /// Translation to the right, in CSS pixels.
    pub dx: f64,
    /// Translation down, in CSS pixels.
    pub dy: f64,
}

impl LayerTransform {
    /// Transform that leaves the layer unchanged.
    pub const IDENTITY: Self = Self {
        scale: 1.0,
        dx: 0.0,
        dy: 0.0,
    };
}

impl Camera {
    /// Creates a camera with its zoom and center clamped to their ranges; non-finite values become the default.
    #[must_use]
    pub fn new(center: Point, zoom: f64) -> Self {
        let fallback = Self::default();
        let center = if center.is_finite() {
            Point::new(center.x.clamp(-REACH, REACH), center.y.clamp(-REACH, REACH))
        } else {
            fallback.center
        };
        let zoom = if zoom.is_finite() {
            zoom.clamp(ZOOM_RANGE.0, ZOOM_RANGE.1)
        } else {
            fallback.zoom
        };
        Self { center, zoom }
    }

    /// Returns the pixel, relative to the top left corner of the canvas, of a drawing point.
    #[must_use]
    pub fn to_screen(self, world: Point, viewport: Viewport) -> Point {
        let middle = viewport.middle();
        Point::new(
            middle.x + (world.x - self.center.x) * self.zoom,
            middle.y - (world.y - self.center.y) * self.zoom,
        )
    }

    /// Returns the drawing point under a pixel.
    #[must_use]
    pub fn to_world(self, screen: Point, viewport: Viewport) -> Point {
        let middle = viewport.middle();
        Point::new(
            self.center.x + (screen.x - middle.x) / self.zoom,
            self.center.y - (screen.y - middle.y) / self.zoom,
        )
    }

    /// Pans the view by `by` pixels (right and down positive), as if the user dragged the drawing.
    #[must_use]
    pub fn pan_by(self, by: Vec2) -> Self {
        Self::new(
            Point::new(self.center.x - by.x / self.zoom, self.center.y + by.y / self.zoom),
            self.zoom,
        )
    }

    /// Zooms by `factor` while the drawing point under pixel `at` keeps its position.
    #[must_use]
    pub fn zoom_at(self, at: Point, factor: f64, viewport: Viewport) -> Self {
        let fixed = self.to_world(at, viewport);
        let zoom = Self::new(self.center, self.zoom * factor).zoom;
        let offset = at - viewport.middle();
        Self::new(
            Point::new(fixed.x - offset.x / zoom, fixed.y + offset.y / zoom),
            zoom,
        )
    }

    /// Returns the camera that shows all of `bounds` with a margin of [`FIT_MARGIN`] pixels. A drawing without
    /// extent (a single point) is shown at 100 %.
    #[must_use]
    pub fn fit(bounds: &Bounds, viewport: Viewport) -> Self {
        let free = |size: f64| (size - 2.0 * FIT_MARGIN).max(size * 0.5).max(1.0);
        let across = if bounds.width() > 0.0 {
            free(viewport.width) / bounds.width()
        } else {
            f64::INFINITY
        };
        let down = if bounds.height() > 0.0 {
            free(viewport.height) / bounds.height()
        } else {
            f64::INFINITY
        };
        let zoom = across.min(down);
        Self::new(bounds.center(), if zoom.is_finite() { zoom } else { 1.0 })
    }

    /// Returns the visible area in drawing units.
    #[must_use]
    pub fn visible(self, viewport: Viewport) -> Bounds {
        let half = Vec2::new(
            viewport.width / self.zoom / 2.0,
            viewport.height / self.zoom / 2.0,
        );
        Bounds {
            min: self.center - half,
            max: self.center + half,
        }
    }

    /// Returns `[x, y, width, height]` for the `viewBox` of an SVG of the canvas size. SVG has y down, so y is negated.
    #[must_use]
    pub fn view_box(self, viewport: Viewport) -> [f64; 4] {
        let width = viewport.width.max(1.0) / self.zoom;
        let height = viewport.height.max(1.0) / self.zoom;
        [
            self.center.x - width / 2.0,
            -self.center.y - height / 2.0,
            width,
            height,
        ]
    }

    /// Returns [`Camera::view_box`] as the text of the attribute.
    #[must_use]
    pub fn view_box_text(self, viewport: Viewport) -> String {
        let [x, y, width, height] = self.view_box(viewport);
        format!("{x} {y} {width} {height}")
    }

    /// Returns the transform that makes a layer drawn with camera `drawn` match this camera.
    #[must_use]
    pub fn layer_transform(self, drawn: Self, viewport: Viewport) -> LayerTransform {
        let scale = self.zoom / drawn.zoom;
        let middle = viewport.middle();
        LayerTransform {
            scale,
            dx: middle.x * (1.0 - scale) + (drawn.center.x - self.center.x) * self.zoom,
            dy: middle.y * (1.0 - scale) - (drawn.center.y - self.center.y) * self.zoom,
        }
    }

    /// Whether a transformed layer is no longer good enough: its scale is too coarse, or it leaves much of the
    /// screen uncovered.
    #[must_use]
    pub fn outgrows(self, drawn: Self, viewport: Viewport) -> bool {
        let moved = self.layer_transform(drawn, viewport);
        let uncovered = |size: f64, shift: f64| {
            let start = shift - OVERSCAN * size * moved.scale;
            let end = shift + (1.0 + OVERSCAN) * size * moved.scale;
            start.max(0.0) + (size - end).max(0.0) > 0.4 * size
        };
        moved.scale > 6.0 || uncovered(viewport.width, moved.dx) || uncovered(viewport.height, moved.dy)
    }
}

/// Returns the zoom factor for a wheel movement of `down` pixels. Browsers report a pinch on a touchpad as
/// wheel events with Ctrl and small steps.
#[must_use]
pub fn wheel_factor(down: f64, pinch: bool) -> f64 {
    let strength = if pinch { 0.01 } else { 0.0016 };
    libm::exp(-down.clamp(-600.0, 600.0) * strength)
}

/// Returns the grid distances `(minor, major)` in drawing units, from the series 1, 2, 5, 10 ..., so that minor
/// lines are at least `least` pixels apart. Every major line is also a minor line.
#[must_use]
pub fn grid_steps(zoom: f64, least: f64) -> (f64, f64) {
    let wanted = least / zoom;
    let decade = libm::pow(10.0, libm::floor(libm::log10(wanted)));
    let (minor, times) = [(1.0, 5.0), (2.0, 5.0), (5.0, 4.0), (10.0, 5.0)]
        .into_iter()
        .find(|(step, _)| step * decade >= wanted * (1.0 - 1e-12))
        .unwrap_or((10.0, 5.0));
    (minor * decade, minor * decade * times)
}

/// Returns the number of decimals for coordinates at this zoom: one pixel must change the last decimal.
#[must_use]
pub fn coordinate_decimals(zoom: f64) -> usize {
    let digits = libm::ceil(libm::log10(zoom.max(1e-9)));
    digits.clamp(0.0, 6.0) as usize
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;
    use trammel_kernel::norm;

    const VIEW: Viewport = Viewport {
        width: 800.0,
        height: 600.0,
    };

    fn near(a: Point, b: Point) {
        assert!(
            norm(a - b) < 1e-9 * (1.0 + norm(b.to_vec2())),
            "{a:?} is not {b:?}"
        );
    }

    #[test]
    fn screen_and_world_conversions_are_inverse() {
        let camera = Camera::new(Point::new(30.0, -7.0), 2.5);
        for world in [
            Point::new(0.0, 0.0),
            Point::new(12.0, 90.0),
            Point::new(-1e4, 3.0),
        ] {
            near(camera.to_world(camera.to_screen(world, VIEW), VIEW), world);
        }
        // The drawing has y up and the screen has y down.
        assert!(camera.to_screen(Point::new(0.0, 10.0), VIEW).y < camera.to_screen(Point::ZERO, VIEW).y);
    }

    #[test]
    fn zooming_keeps_the_point_under_the_cursor() {
        let camera = Camera::new(Point::new(5.0, 5.0), 1.0);
        let at = Point::new(123.0, 456.0);
        let before = camera.to_world(at, VIEW);
        for factor in [0.1, 0.9, 1.1, 40.0, 1e5, 1e-5] {
            near(camera.zoom_at(at, factor, VIEW).to_world(at, VIEW), before);
        }
    }

    #[test]
    fn panning_moves_the_drawing_by_the_pointer_distance() {
        let camera = Camera::new(Point::ZERO, 4.0);
        let moved = camera.pan_by(Vec2::new(8.0, 12.0));
        near(
            moved.to_screen(Point::ZERO, VIEW),
            VIEW.middle() + Vec2::new(8.0, 12.0),
        );
    }

    #[test]
    fn fit_leaves_a_margin_around_the_bounds() {
        let bounds = Bounds {
            min: Point::new(-100.0, 20.0),
            max: Point::new(900.0, 40.0),
        };
        let camera = Camera::fit(&bounds, VIEW);
        let left = camera.to_screen(bounds.min, VIEW);
        let right = camera.to_screen(bounds.max, VIEW);
        assert!((left.x - FIT_MARGIN).abs() < 1e-9 && (right.x - (VIEW.width - FIT_MARGIN)).abs() < 1e-9);
        near(camera.center, bounds.center());
    }

    #[test]
    fn fit_of_a_point_or_a_tiny_canvas_has_a_valid_zoom() {
        let point = Bounds {
            min: Point::new(3.0, 4.0),
            max: Point::new(3.0, 4.0),
        };
        assert_eq!(
            Camera::fit(&point, VIEW),
            Camera {
                center: Point::new(3.0, 4.0),
                zoom: 1.0
            }
        );
        let area = Bounds {
            min: Point::ZERO,
            max: Point::new(10.0, 10.0),
        };
        let zoom = Camera::fit(
            &area,
            Viewport {
                width: 0.0,
                height: 0.0,
            },
        )
        .zoom;
        assert!(zoom.is_finite() && zoom > 0.0);
    }

    #[test]
    fn layer_transform_maps_the_rendered_camera_to_the_live_camera() {
        let drawn = Camera::new(Point::new(10.0, 20.0), 2.0);
        let live = drawn
            .zoom_at(Point::new(100.0, 500.0), 1.7, VIEW)
            .pan_by(Vec2::new(-30.0, 11.0));
        let layer = live.layer_transform(drawn, VIEW);
        for world in [Point::ZERO, Point::new(55.0, -3.0)] {
            let was = drawn.to_screen(world, VIEW);
            near(
                Point::new(layer.scale * was.x + layer.dx, layer.scale * was.y + layer.dy),
                live.to_screen(world, VIEW),
            );
        }
        assert_eq!(drawn.layer_transform(drawn, VIEW), LayerTransform::IDENTITY);
    }

    #[test]
    fn only_large_camera_moves_outgrow_the_rendered_layer() {
        let drawn = Camera::new(Point::ZERO, 1.0);
        assert!(!drawn.outgrows(drawn, VIEW));
        assert!(!drawn.pan_by(Vec2::new(200.0, 0.0)).outgrows(drawn, VIEW));
        assert!(drawn.pan_by(Vec2::new(700.0, 0.0)).outgrows(drawn, VIEW));
        assert!(drawn.zoom_at(VIEW.middle(), 0.2, VIEW).outgrows(drawn, VIEW));
        assert!(drawn.zoom_at(VIEW.middle(), 10.0, VIEW).outgrows(drawn, VIEW));
    }

    #[test]
    fn the_view_box_is_centered_and_flipped() {
        let [x, y, width, height] = Camera::new(Point::new(100.0, 50.0), 2.0).view_box(VIEW);
        assert_eq!((width, height), (400.0, 300.0));
        assert_eq!((x + width / 2.0, y + height / 2.0), (100.0, -50.0));
    }

    #[test]
    fn opposite_wheel_steps_cancel_out() {
        assert_eq!(wheel_factor(0.0, false), 1.0);
        assert!((wheel_factor(120.0, false) * wheel_factor(-120.0, false) - 1.0).abs() < 1e-12);
        assert!(wheel_factor(-10.0, true) > wheel_factor(-10.0, false));
        assert_eq!(wheel_factor(1e9, false), wheel_factor(600.0, false));
        assert_eq!(Viewport::of_element(0, 600), None);
        assert_eq!(Viewport::of_element(800, 600), Some(VIEW));
        let camera = Camera::new(Point::new(100.0, 50.0), 2.0);
        assert_eq!(camera.view_box_text(VIEW), "-100 -200 400 300");
    }

    #[test]
    fn grid_steps_are_1_2_5_and_wide_enough() {
        assert_eq!(grid_steps(1.0, 10.0), (10.0, 50.0));
        assert_eq!(grid_steps(10.0, 10.0), (1.0, 5.0));
        assert_eq!(grid_steps(7.0, 10.0), (2.0, 10.0));
        assert_eq!(grid_steps(3.0, 10.0), (5.0, 20.0));
        let mut zoom = 1e-6;
        while zoom < 1e6 {
            let (minor, major) = grid_steps(zoom, 10.0);
            assert!(
                minor * zoom >= 10.0 * (1.0 - 1e-9) && minor * zoom < 26.0,
                "{zoom}: {minor}"
            );
            let ratio = major / minor;
            assert!(
                (ratio - ratio.round()).abs() < 1e-9 && ratio > 3.9,
                "{zoom}: {ratio}"
            );
            zoom *= 1.37;
        }
    }

    #[test]
    fn non_finite_camera_values_fall_back_to_the_default() {
        let camera = Camera::new(Point::new(f64::NAN, 0.0), f64::INFINITY);
        assert_eq!(camera, Camera::default());
        assert_eq!(coordinate_decimals(1.0), 0);
        assert_eq!(coordinate_decimals(250.0), 3);
    }
}
