//! Lint of a drawing: a summary for a model after a run, and warnings about probable mistakes.
//!
//! The cost is one pass over the entities and a sort: a few milliseconds for 10,000 entities. Hidden entities only
//! enter the counts. Comparisons of outlines and texts have a budget of work, because the drawing may come from others;
//! [`Facts::is_incomplete`] states that the budget did not suffice.

mod annotations;
mod facts;
mod outlines;
mod overlaps;
mod slivers;
mod stale;

pub use facts::Facts;

#[cfg(test)]
mod annotation_tests;

use super::{Entity, Name, Scene, Shape, Work};
use overlaps::overlaps;
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use trammel_kernel::{Affine, Bounds, Path, Point};
use trammel_language::Bilingual;

/// Largest plausible coordinate, in drawing units.
pub const SHEET: f64 = 1e6;

/// Size, in drawing units, at or below which an entity counts as empty.
const NO_SIZE: f64 = 1e-9;

/// Distance, as a multiple of the size of the rest, beyond which an entity counts as far away.
const FAR: f64 = 10.0;

/// Entity with its map to world coordinates.
type Placed<'a> = (&'a Entity, Affine);

/// Computes the facts of a drawing.
pub fn facts(scene: &Scene) -> Facts {
    let (mut facts, boxes) = examine(scene);
    let (found, is_complete) = overlaps(scene, &boxes);
    facts.overlaps = found;
    facts.is_incomplete |= !is_complete;
    facts
}

/// Returns the warnings about probable mistakes in a drawing. This is faster than [`facts`], because overlapping shapes are
/// not searched.
pub fn warnings(scene: &Scene) -> Vec<Bilingual> {
    examine(scene).0.warnings()
}

/// Computes all facts except overlaps, and returns them with the visible entities and their bounds.
fn examine(scene: &Scene) -> (Facts, Vec<(&Entity, Bounds)>) {
    let mut facts = Facts {
        entities: scene.len(),
        ..Facts::default()
    };
    let mut boxes: Vec<(&Entity, Bounds)> = Vec::new();
    let mut hidden: Option<Bounds> = None;
    let mut work = Work::default();
    let mut alike: FxHashMap<(&str, [i64; 4]), Vec<Placed<'_>>> = FxHashMap::default();
    for entity in scene.walk() {
        *facts.types.entry(entity.shape.kind()).or_default() += 1;
        if entity.shape.is_group() {
            continue;
        }
        let map = scene.world_transform(&entity.name).unwrap_or_default();
        let Some(bounds) = entity.shape.bounds(&map) else {
            continue;
        };
        if !scene.is_shown(entity) {
            hidden = Bounds::union_all(hidden.into_iter().chain([bounds]));
            continue;
        }
        boxes.push((entity, bounds));
        if bounds.width().max(bounds.height()) <= NO_SIZE && !matches!(entity.shape, Shape::Point { .. }) {
            facts.empty.push(entity.name.clone());
        }
        if slivers::has_sliver(&entity.shape, || world(entity, &map)) {
            facts.slivers.push(entity.name.clone());
        }
        if bounds.magnitude() > SHEET {
            facts.outside.push(entity.name.clone());
        }
        let same_place = alike.entry((entity.shape.kind(), cell(&bounds))).or_default();
        let twin = same_place
            .iter()
            .find(|(old, old_map)| same((old, old_map), (entity, &map), &mut work));
        match twin {
            Some((old, _)) => facts.duplicates.push((old.name.clone(), entity.name.clone())),
            // At most 64 distinct entities with the same box are compared with each other.
            None if same_place.len() < 64 => same_place.push((entity, map)),
            None => {}
        }
    }
    facts.extent = Bounds::union_all(boxes.iter().map(|(_, bounds)| *bounds));
    facts.bounds = Bounds::union_all(facts.extent.into_iter().chain(hidden));
    facts.far = far(&boxes);
    let mut letters = Work::default();
    let texts = annotations::lettering(scene, &mut letters);
    facts.overlapping_texts = annotations::overlapping_texts(&texts, &mut work);
    let mut lines = Work::default();
    facts.crossed_texts = annotations::crossed_texts(scene, &texts, &mut lines);
    // Texts that overlap are mostly on each other's lines, too.
    let overlapping = trammel_base::sort::set(
        facts
            .overlapping_texts
            .iter()
            .flat_map(|(a, b)| [(a.clone(), b.clone()), (b.clone(), a.clone())]),
    );
    facts.crossed_texts.retain(|pair| !overlapping.contains(pair));
    let outlines = OnceCell::new();
    facts.stale = stale::dimensions(scene, &outlines, &mut lines);
    facts.stale_hatches = stale::hatches(scene, &outlines, &mut lines);
    facts.is_incomplete = [work, letters, lines].iter().any(Work::is_exceeded);
    facts.beside_arc = annotations::beside_arc(scene);
    facts.typed_values = stale::typed_values(scene);
    facts.without_value = annotations::without_value(scene);
    facts.off_sheet = annotations::off_sheet(&boxes);
    (facts, boxes)
}

/// Rounds bounds to a grid of 1e-6. Bounds that are equal up to rounding errors mostly share a cell; equal bounds
/// always do.
fn cell(bounds: &Bounds) -> [i64; 4] {
    [bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y].map(|x| (x * 1e6).round() as i64)
}

/// Whether two entities have the same curves; false if the work for the comparison is not left.
fn same((a, a_map): (&Entity, &Affine), (b, b_map): (&Entity, &Affine), work: &mut Work) -> bool {
    if !work.take(a.shape.outline_pieces() + b.shape.outline_pieces()) {
        return false;
    }
    if a.shape == b.shape && a_map == b_map {
        return true;
    }
    same_paths(&world(a, a_map), &world(b, b_map))
}

fn world(entity: &Entity, map: &Affine) -> Vec<Path> {
    let paths = entity.shape.paths();
    paths.iter().map(|path| path.transformed(map)).collect()
}

/// Whether two lists of paths have the same pieces, compared at four points of each piece.
pub fn same_paths(a: &[Path], b: &[Path]) -> bool {
    let near = |p: Point, q: Point| {
        let slack = 1e-9 * p.x.abs().max(p.y.abs()).max(1.0);
        (p.x - q.x).abs() <= slack && (p.y - q.y).abs() <= slack
    };
    let same = |(a, b): (&Path, &Path)| {
        let pieces = a.segs.iter().zip(&b.segs);
        a.segs.len() == b.segs.len()
            && a.closed == b.closed
            && pieces.into_iter().all(|(x, y)| {
                [0.0, 0.27, 0.61, 1.0]
                    .into_iter()
                    .all(|u| near(x.point_at(u), y.point_at(u)))
            })
    };
    !a.is_empty() && a.len() == b.len() && a.iter().zip(b).all(same)
}

/// Finds entities far away from the core: the four fifths of all entities nearest to the median center.
fn far(boxes: &[(&Entity, Bounds)]) -> Vec<Name> {
    if boxes.len() < 4 {
        return Vec::new();
    }
    let middle = |of: fn(Point) -> f64| {
        let mut all: Vec<f64> = boxes.iter().map(|(_, bounds)| of(bounds.center())).collect();
        let at = all.len() / 2;
        *all.select_nth_unstable_by(at, f64::total_cmp).1
    };
    let home = Point::new(middle(|p| p.x), middle(|p| p.y));
    let mut order: Vec<(f64, usize)> = boxes
        .iter()
        .enumerate()
        .map(|(i, (_, bounds))| (bounds.distance_to(home), i))
        .collect();
    trammel_base::sort::by(&mut order, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let most = (boxes.len() * 4).div_ceil(5).min(boxes.len() - 1);
    let core = Bounds::union_all(order[..most].iter().map(|(_, i)| boxes[*i].1));
    let Some(core) = core else { return Vec::new() };
    let reach = FAR * core.width().max(core.height());
    let mut apart: Vec<usize> = order[most..]
        .iter()
        .map(|(_, i)| *i)
        .filter(|i| gap(&core, &boxes[*i].1) > reach)
        .collect();
    apart.sort_unstable();
    apart.into_iter().map(|i| boxes[i].0.name.clone()).collect()
}

fn gap(a: &Bounds, b: &Bounds) -> f64 {
    let dx = (a.min.x - b.max.x).max(b.min.x - a.max.x).max(0.0);
    let dy = (a.min.y - b.max.y).max(b.min.y - a.max.y).max(0.0);
    dx.max(dy)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::{Edit, Flags, Style};

    fn scene(shapes: &[(&str, Shape)]) -> Scene {
        let mut edit = Edit::new(Scene::new("t"));
        for (name, shape) in shapes {
            let name = Name::new(name).unwrap();
            edit.insert(&name, shape.clone(), Style::shared_default(), false)
                .unwrap();
        }
        edit.finish().0
    }

    fn circle(x: f64, y: f64, radius: f64) -> Shape {
        Shape::Circle {
            center: Point::new(x, y),
            radius,
        }
    }

    #[test]
    fn a_tidy_drawing_has_no_warnings() {
        let tidy = scene(&[
            ("a", circle(0.0, 0.0, 5.0)),
            ("b", circle(0.0, 0.0, 4.0)),
            ("c", circle(9.0, 0.0, 5.0)),
        ]);
        let found = facts(&tidy);
        assert_eq!(found.warnings(), [] as [&str; 0]);
        assert_eq!((found.entities, found.types["circle"]), (3, 3));
        assert_eq!(found.extent.unwrap().max, Point::new(14.0, 5.0));
        assert_eq!(facts(&Scene::new("t")), Facts::default());
    }

    #[test]
    fn entities_in_a_hidden_group_are_not_linted() {
        let mut edit = Edit::by_user(scene(&[
            ("a", circle(0.0, 0.0, 5.0)),
            ("b", circle(0.0, 0.0, 5.0)),
        ]));
        edit.group(&Name::new("g").unwrap(), &[Name::new("b").unwrap()])
            .unwrap();
        edit.set_flags("g", Flags::HIDDEN).unwrap();
        assert_eq!(facts(&edit.finish().0).duplicates, []);
    }

    #[test]
    fn only_crossing_closed_outlines_are_overlaps() {
        let rect = |x: f64| Shape::Rect {
            corner: Point::new(x, 0.0),
            width: 10.0,
            height: 10.0,
            corner_radius: 0.0,
        };
        let found = facts(&scene(&[
            ("a", rect(0.0)),
            ("beside", rect(10.0)),
            ("b", rect(25.0)),
            ("c", rect(30.0)),
            ("inside", circle(5.0, 5.0, 2.0)),
        ]));
        let told = "1 pair overlaps partly: 'b' and 'c'";
        assert_eq!(found.overlapping().as_deref(), Some(told));
        assert_eq!(found.warnings(), [] as [&str; 0]);
    }

    #[test]
    fn duplicates_are_found_in_world_coordinates() {
        let mut edit = Edit::new(scene(&[
            ("a", circle(0.0, 0.0, 5.0)),
            ("b", circle(10.0, 0.0, 5.0)),
            ("c", circle(0.0, 0.0, 5.0)),
        ]));
        edit.map_in_world("b", Affine::translate((-10.0, 0.0))).unwrap();
        let found = facts(&edit.finish().0);
        let pairs: Vec<(&str, &str)> = found
            .duplicates
            .iter()
            .map(|(a, b)| (a.as_ref(), b.as_ref()))
            .collect();
        assert_eq!(pairs, [("a", "b"), ("a", "c")]);
        assert_eq!(
            found.warnings(),
            ["2 entities duplicate another: 'b' = 'a', 'c' = 'a'. Delete or move the duplicates."]
        );
    }

    #[test]
    fn outliers_are_reported_by_name() {
        let mut shapes: Vec<(String, Shape)> = (0..10)
            .map(|i| (format!("c{i}"), circle(f64::from(i) * 10.0, 0.0, 4.0)))
            .collect();
        shapes.push(("lost".to_owned(), circle(50_000.0, 0.0, 4.0)));
        shapes.push(("gone".to_owned(), circle(0.0, 5e6, 4.0)));
        let tiny = Shape::Line {
            points: vec![Point::new(1.0, 1.0), Point::new(1.0, 1.0 + 1e-12)],
            closed: false,
        };
        shapes.push(("tiny".to_owned(), tiny));
        let shapes: Vec<(&str, Shape)> = shapes
            .iter()
            .map(|(name, shape)| (name.as_str(), shape.clone()))
            .collect();
        let warnings = facts(&scene(&shapes)).warnings();
        for warning in &warnings {
            assert_eq!(warning.check_translation(), Ok(()));
        }
        assert_eq!(
            warnings,
            [
                "1 entity has no size: 'tiny'. They are invisible; check their coordinates.",
                "1 entity reaches beyond ±1e6: 'gone'. Check the coordinates and the unit.",
                "1 entity is very far from the rest: 'lost'. The whole drawing is shown very small; check their coordinates.",
            ]
        );
    }

    #[test]
    fn edges_that_rounding_leaves_are_reported() {
        let polygon = |x: f64| Shape::Polygon {
            points: [
                (0.0, 0.0),
                (120.0, 0.0),
                (x, 50.0),
                (120.0, 50.0 + 1e-12),
                (0.0, 50.0),
            ]
            .map(Point::from)
            .to_vec(),
            holes: Vec::new(),
        };
        assert_eq!(
            facts(&scene(&[("plate", polygon(119.999_999_999_999_99))])).warnings(),
            [
                "1 outline has an edge below a billionth of its size: 'plate'. Let two points meet exactly, or leave one out."
            ]
        );
        assert_eq!(
            facts(&scene(&[("plate", polygon(119.0))])).warnings(),
            [] as [&str; 0]
        );
    }

    #[test]
    fn long_warning_lists_are_cut() {
        let shapes: Vec<(String, Shape)> = (0..30)
            .map(|i| (format!("c{i}"), circle(1.0, 2.0, 4.0)))
            .collect();
        let shapes: Vec<(&str, Shape)> = shapes
            .iter()
            .map(|(name, shape)| (name.as_str(), shape.clone()))
            .collect();
        let warnings = facts(&scene(&shapes)).warnings();
        assert_eq!(warnings[0].check_translation(), Ok(()));
        assert!(
            warnings.len() == 1 && warnings[0].english.contains("and 24 more"),
            "{warnings:?}"
        );
    }
}
