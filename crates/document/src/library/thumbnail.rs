//! Small pictures of a drawing and of a change: outlines as SVG path data of limited size.

use super::step::ChangePicture;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use trammel_kernel::{Bounds, Point};
use trammel_scene::comparison::differing;
use trammel_scene::{Diff, Entity, Name, Scene};

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
    let fit = scene.bounds().map(|bounds| Fit::of(&bounds));
    fit.map_or_else(String::new, |fit| outlines(scene, |_| true, &fit, max_bytes))
}

/// Returns the outlines of a drawing after a change as in [`thumbnail`], and what the change was, in the same place. The box
/// also holds what the change deleted. Each of the three paths is at most `max_bytes` long.
pub fn change_pictures(after: &Scene, change: &Diff, max_bytes: usize) -> (String, ChangePicture) {
    let mut before = after.clone();
    before.apply(&change.inverse());
    let changed: BTreeSet<&Name> = trammel_base::sort::set(differing(&before, after, 0.0));
    let gone = changed.iter().filter_map(|name| before.world_bounds(name));
    let Some(bounds) = Bounds::union_all(after.bounds().into_iter().chain(gone)) else {
        return (String::new(), ChangePicture::default());
    };
    let fit = Fit::of(&bounds);
    // The members of a changed group have another place.
    let is_changed_in = |scene: &Scene, entity: &Entity| {
        let own = changed.contains(&entity.name);
        own || scene
            .ancestors(&entity.name)
            .any(|group| changed.contains(&group.name))
    };
    let of = |scene: &Scene| outlines(scene, |entity| is_changed_in(scene, entity), &fit, max_bytes);
    let pictures = ChangePicture {
        after: of(after),
        before: of(&before),
    };
    (outlines(after, |_| true, &fit, max_bytes), pictures)
}

/// Returns the outlines of the visible entities that the function accepts.
fn outlines(scene: &Scene, accepts: impl Fn(&Entity) -> bool, fit: &Fit, max_bytes: usize) -> String {
    let mut sized: Vec<(f64, &str)> = scene
        .walk()
        .filter(|entity| !entity.shape.is_group() && !entity.hidden && accepts(entity))
        .filter_map(|entity| {
            let bounds = scene.world_bounds(&entity.name)?;
            Some((bounds.width().max(bounds.height()), entity.name.as_str()))
        })
        .collect();
    sized.sort_by(|a, b| b.0.total_cmp(&a.0));
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
