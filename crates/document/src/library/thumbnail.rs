//! Small picture of a drawing: its outlines as SVG path data of limited size.

use std::fmt::Write as _;
use trammel_kernel::{Bounds, Point};
use trammel_scene::Scene;

/// Width of the picture, in units of its path data.
pub const THUMBNAIL_WIDTH: f64 = 160.0;

/// Height of the picture.
pub const THUMBNAIL_HEIGHT: f64 = 120.0;

/// Margin around the drawing.
const MARGIN: f64 = 6.0;

/// Maximum number of entities in a picture; larger entities come first.
const MAX_ENTITIES: usize = 300;

/// Returns the outlines of a drawing as SVG path data in a box of [`THUMBNAIL_WIDTH`] by [`THUMBNAIL_HEIGHT`], with y
/// pointing down and whole numbers. If the data would be longer than `max_bytes`, the smallest entities are left out.
pub fn thumbnail(scene: &Scene, max_bytes: usize) -> String {
    let mut sized: Vec<(f64, &str)> = scene
        .walk()
        .filter(|entity| !entity.shape.is_group() && !entity.hidden)
        .filter_map(|entity| {
            let bounds = scene.world_bounds(&entity.name)?;
            Some((bounds.width().max(bounds.height()), entity.name.as_str()))
        })
        .collect();
    let Some(bounds) = scene.bounds() else {
        return String::new();
    };
    sized.sort_by(|a, b| b.0.total_cmp(&a.0));
    let fit = Fit::of(&bounds);
    let mut data = String::new();
    for (_, name) in sized.into_iter().take(MAX_ENTITIES) {
        let length = data.len();
        for path in scene.world_paths(name) {
            let points = path.flatten(0.4 / fit.scale);
            fit.write(&points, path.closed, &mut data);
        }
        if data.len() > max_bytes {
            data.truncate(length);
            break;
        }
    }
    data
}

/// Map from the drawing to the picture.
struct Fit {
    scale: f64,
    middle: Point,
}

impl Fit {
    fn of(bounds: &Bounds) -> Fit {
        let across = (THUMBNAIL_WIDTH - 2.0 * MARGIN) / bounds.width();
        let up = (THUMBNAIL_HEIGHT - 2.0 * MARGIN) / bounds.height();
        let scale = across.min(up);
        Fit {
            scale: if scale.is_finite() { scale } else { 1.0 },
            middle: bounds.center(),
        }
    }

    fn place(&self, point: Point) -> (i32, i32) {
        let x = THUMBNAIL_WIDTH / 2.0 + (point.x - self.middle.x) * self.scale;
        let y = THUMBNAIL_HEIGHT / 2.0 - (point.y - self.middle.y) * self.scale;
        // A cast saturates, and the numbers lie inside the picture.
        (x.round() as i32, y.round() as i32)
    }

    /// Writes a polyline without repeated points.
    fn write(&self, points: &[Point], closed: bool, data: &mut String) {
        let mut last = None;
        for point in points {
            let place = self.place(*point);
            match last {
                None => {
                    let _ = write!(data, "M{} {}", place.0, place.1);
                }
                Some(last) if last == place => continue,
                Some(_) => {
                    let _ = write!(data, "L{} {}", place.0, place.1);
                }
            }
            last = Some(place);
        }
        if closed && last.is_some() {
            data.push('z');
        }
    }
}
