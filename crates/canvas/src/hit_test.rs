//! Hit test: the entity under the pointer, and the entities selected by a marquee.
//!
//! Invariants: hidden and locked entities, and everything in a hidden or locked group, are never picked.
//! Distances are in drawing units; the caller converts pixels. A pick returns the outermost group, unless the
//! depth is [`Depth::Entity`].

use std::sync::Arc;
use trammel_kernel::affine::mean_scale;
use trammel_kernel::{Affine, Bounds, Path, Point, contains};
use trammel_scene::{Entity, Name, Scene};

/// Level of the group hierarchy at which a pick stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Outermost group that contains the hit entity.
    Outermost,
    /// The hit entity itself.
    Entity,
}

/// A pick: the point, the reach, and the depth.
#[derive(Clone, Copy)]
struct Probe {
    point: Point,
    reach: f64,
    depth: Depth,
}

/// Returns the front-most entity within `reach` of a point.
#[must_use]
pub fn at(scene: &Scene, point: Point, reach: f64, depth: Depth) -> Option<Name> {
    let probe = Probe { point, reach, depth };
    hit(scene, None, Affine::IDENTITY, probe)
}

fn hit(scene: &Scene, parent: Option<&str>, map: Affine, probe: Probe) -> Option<Name> {
    scene
        .children(parent)
        .rev()
        .filter(|entity| can_pick(entity))
        .find_map(|entity| {
            let map = map * entity.matrix();
            if entity.shape.is_group() {
                let inside = hit(scene, Some(&entity.name), map, probe)?;
                return Some(if probe.depth == Depth::Outermost {
                    entity.name.clone()
                } else {
                    inside
                });
            }
            is_hit(entity, &map, probe.point, probe.reach).then(|| entity.name.clone())
        })
}

/// Returns every entity within `reach` of a point, front to back.
#[must_use]
pub fn stack(scene: &Scene, point: Point, reach: f64, depth: Depth) -> Vec<Name> {
    let mut found = Vec::new();
    for entity in scene.children(None).rev().filter(|entity| can_pick(entity)) {
        collect(scene, entity, Affine::IDENTITY, (point, reach), &mut found);
    }
    if depth == Depth::Entity {
        return found;
    }
    let mut outer: Vec<Name> = Vec::new();
    for name in found {
        let parent =
            |entity: &Arc<Entity>| entity.parent.as_ref().and_then(|group| scene.get(group)).cloned();
        let root = std::iter::successors(scene.get(&name).cloned(), parent).last();
        if let Some(root) = root.filter(|root| !outer.contains(&root.name)) {
            outer.push(root.name.clone());
        }
    }
    outer
}

/// An entity that a click can pick, with its outermost group.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The entity.
    entity: Name,
    /// Outermost group that contains the entity, or the entity itself.
    pub outermost: Name,
    /// Bounds in drawing units, including half of the stroke; `None` if the entity has no extent.
    pub bounds: Option<Bounds>,
}

impl Candidate {
    /// Whether a click within `reach` of a point hits the entity.
    #[must_use]
    pub fn is_hit(&self, scene: &Scene, point: Point, reach: f64) -> bool {
        let map = scene.world_transform(&self.entity);
        map.zip(scene.get(&self.entity))
            .is_some_and(|(map, entity)| is_hit(entity, &map, point, reach))
    }
}

/// Returns the entities that a click can pick, from front to back.
#[must_use]
pub fn candidates(scene: &Scene) -> Vec<Candidate> {
    let mut found = Vec::with_capacity(scene.len());
    gather(scene, (None, None), Affine::IDENTITY, &mut found);
    found
}

fn collect(
    scene: &Scene,
    entity: &Arc<Entity>,
    map: Affine,
    (point, reach): (Point, f64),
    found: &mut Vec<Name>,
) {
    let map = map * entity.matrix();
    if !entity.shape.is_group() {
        if is_hit(entity, &map, point, reach) {
            found.push(entity.name.clone());
        }
        return;
    }
    let children = scene.children(Some(&entity.name)).rev();
    for child in children.filter(|child| can_pick(child)) {
        collect(scene, child, map, (point, reach), found);
    }
}

/// Whether an entity, or a member of a group, is within `reach` of a point. Locked and hidden entities count.
#[must_use]
pub fn is_on(scene: &Scene, name: &str, point: Point, reach: f64) -> bool {
    let Some((entity, map)) = scene.get(name).zip(scene.world_transform(name)) else {
        return false;
    };
    if !entity.shape.is_group() {
        return is_hit(entity, &map, point, reach);
    }
    let near = |bounds: Bounds| bounds.inflate(reach).contains(point);
    scene.world_bounds(name).is_some_and(near)
        && scene
            .children(Some(name))
            .any(|child| is_on(scene, &child.name, point, reach))
}

fn gather(
    scene: &Scene,
    (parent, outermost): (Option<&str>, Option<&Name>),
    map: Affine,
    found: &mut Vec<Candidate>,
) {
    for entity in scene.children(parent).rev().filter(|entity| can_pick(entity)) {
        let map = map * entity.matrix();
        let outermost = outermost.unwrap_or(&entity.name);
        if entity.shape.is_group() {
            gather(scene, (Some(&entity.name), Some(outermost)), map, found);
            continue;
        }
        let bounds = entity.shape.bounds(&map);
        found.push(Candidate {
            entity: entity.name.clone(),
            outermost: outermost.clone(),
            bounds: bounds.map(|bounds| bounds.inflate(half_stroke(entity, &map))),
        });
    }
}

fn half_stroke(entity: &Entity, map: &Affine) -> f64 {
    let stroke = entity.style.stroke.as_ref();
    stroke.map_or(0.0, |stroke| stroke.width / 2.0) * mean_scale(map)
}

fn is_hit(entity: &Entity, map: &Affine, point: Point, reach: f64) -> bool {
    let reach = reach.max(half_stroke(entity, map));
    if !entity
        .shape
        .bounds(map)
        .is_some_and(|bounds| bounds.inflate(reach).contains(point))
    {
        return false;
    }
    let paths = world_paths(entity, map);
    let near = |path: &Path| {
        path.nearest(point)
            .is_some_and(|nearest| nearest.distance <= reach)
    };
    (is_filled(entity) && contains(&paths, point)) || paths.iter().any(near)
}

/// Returns the entities selected by a marquee, back to front: those inside the marquee, and with `touching`
/// also those that the marquee touches.
#[must_use]
pub fn within(scene: &Scene, area: &Bounds, touching: bool) -> Vec<Name> {
    let roots = scene.children(None).filter(|entity| can_pick(entity));
    let caught = roots.filter(|entity| {
        if touching {
            touches(scene, entity, Affine::IDENTITY, area)
        } else {
            is_enclosed(scene, entity, area)
        }
    });
    caught.map(|entity| entity.name.clone()).collect()
}

/// Returns the entities that Select all selects, back to front.
#[must_use]
pub fn all(scene: &Scene) -> Vec<Name> {
    inside(scene, None)
}

/// Returns the members of a group, or of the drawing for `None`, that can be picked, back to front.
#[must_use]
pub fn inside(scene: &Scene, group: Option<&str>) -> Vec<Name> {
    scene
        .children(group)
        .filter(|entity| can_pick(entity))
        .map(|entity| entity.name.clone())
        .collect()
}

fn is_enclosed(scene: &Scene, entity: &Entity, area: &Bounds) -> bool {
    scene
        .world_bounds(&entity.name)
        .is_some_and(|bounds| area.contains(bounds.min) && area.contains(bounds.max))
}

fn touches(scene: &Scene, entity: &Arc<Entity>, map: Affine, area: &Bounds) -> bool {
    let map = map * entity.matrix();
    if entity.shape.is_group() {
        return scene
            .children(Some(&entity.name))
            .filter(|child| can_pick(child))
            .any(|child| touches(scene, child, map, area));
    }
    let Some(bounds) = entity.shape.bounds(&map).filter(|bounds| bounds.intersects(area)) else {
        return false;
    };
    if area.contains(bounds.min) && area.contains(bounds.max) {
        return true;
    }
    let paths = world_paths(entity, &map);
    let tolerance = (bounds.width().max(bounds.height()) * 1e-3).max(f64::MIN_POSITIVE);
    let crosses = paths.iter().any(|path| {
        let points = path.flatten(tolerance);
        let closing = if path.closed {
            points.first().copied()
        } else {
            None
        };
        let ends = points.iter().copied().skip(1).chain(closing);
        points
            .iter()
            .zip(ends)
            .any(|(from, to)| segment_meets(*from, to, area))
    });
    crosses || (is_filled(entity) && contains(&paths, area.center()))
}

fn can_pick(entity: &Entity) -> bool {
    !entity.hidden && !entity.locked
}

fn is_filled(entity: &Entity) -> bool {
    entity.style.fill.is_some()
}

fn world_paths(entity: &Entity, map: &Affine) -> Vec<Path> {
    entity
        .shape
        .paths()
        .iter()
        .map(|path| path.transformed(map))
        .collect()
}

/// Whether a segment intersects a rectangle (Liang-Barsky algorithm).
fn segment_meets(a: Point, b: Point, area: &Bounds) -> bool {
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    let delta = b - a;
    for (step, from, low, high) in [
        (delta.x, a.x, area.min.x, area.max.x),
        (delta.y, a.y, area.min.y, area.max.y),
    ] {
        if step == 0.0 {
            if from < low || from > high {
                return false;
            }
            continue;
        }
        let (one, two) = ((low - from) / step, (high - from) / step);
        enter = enter.max(one.min(two));
        leave = leave.min(one.max(two));
    }
    enter <= leave
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;
    use trammel_scene::{Color, Edit, Flags, Placement, Shape, Style};

    fn name(text: &str) -> Name {
        Name::new(text).unwrap()
    }

    fn circle(x: f64, y: f64, radius: f64) -> Shape {
        Shape::Circle {
            center: Point::new(x, y),
            radius,
        }
    }

    fn filled() -> Style {
        Style {
            fill: Some(trammel_scene::Fill { color: Color::Ink }),
            ..Style::default()
        }
    }

    fn scene(make: impl FnOnce(&mut Edit)) -> Scene {
        let mut edit = Edit::new(Scene::default());
        make(&mut edit);
        edit.finish().0
    }

    fn draw(edit: &mut Edit, text: &str, shape: Shape, style: Style) {
        edit.insert(&name(text), shape, Arc::new(style), false).unwrap();
    }

    fn hit_at(scene: &Scene, x: f64, y: f64) -> Option<String> {
        at(scene, Point::new(x, y), 0.5, Depth::Outermost).map(|name| name.to_string())
    }

    fn caught(scene: &Scene, min: (f64, f64), max: (f64, f64), touching: bool) -> String {
        let area = Bounds {
            min: min.into(),
            max: max.into(),
        };
        within(scene, &area, touching)
            .iter()
            .map(Name::as_str)
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn an_outline_is_hit_on_its_line_and_a_filled_shape_inside() {
        let scene = scene(|edit| {
            draw(edit, "ring", circle(0.0, 0.0, 10.0), Style::default());
            draw(edit, "disc", circle(50.0, 0.0, 10.0), filled());
        });
        assert_eq!(hit_at(&scene, 10.3, 0.0).as_deref(), Some("ring"));
        assert_eq!(hit_at(&scene, 0.0, 0.0), None);
        assert_eq!(hit_at(&scene, 50.0, 3.0).as_deref(), Some("disc"));
        assert_eq!(hit_at(&scene, 62.0, 0.0), None);
    }

    #[test]
    fn the_frontmost_entity_is_hit_and_the_stroke_width_counts() {
        let scene = scene(|edit| {
            draw(edit, "back", circle(0.0, 0.0, 10.0), filled());
            let mut thick = Style::default();
            thick.stroke.as_mut().unwrap().width = 8.0;
            draw(edit, "front", circle(0.0, 0.0, 10.0), thick);
        });
        assert_eq!(hit_at(&scene, 13.0, 0.0).as_deref(), Some("front"));
        assert_eq!(hit_at(&scene, 0.0, 1.0).as_deref(), Some("back"));
    }

    #[test]
    fn locked_and_hidden_entities_are_never_hit() {
        let scene = scene(|edit| {
            draw(edit, "a", circle(0.0, 0.0, 10.0), filled());
            draw(edit, "b", circle(0.0, 0.0, 9.0), filled());
            draw(edit, "c", circle(0.0, 0.0, 8.0), filled());
            edit.set_flags("c", Flags::LOCKED).unwrap();
            edit.set_flags("b", Flags::HIDDEN).unwrap();
        });
        assert_eq!(hit_at(&scene, 0.0, 0.0).as_deref(), Some("a"));
        assert_eq!(all(&scene), [name("a")]);
        assert_eq!(caught(&scene, (-20.0, -20.0), (20.0, 20.0), true), "a");
    }

    #[test]
    fn a_group_is_hit_as_one_entity_unless_depth_is_entity() {
        let scene = scene(|edit| {
            draw(edit, "a", circle(0.0, 0.0, 10.0), filled());
            draw(edit, "b", circle(100.0, 0.0, 10.0), filled());
            edit.group(&name("pair"), &[name("a"), name("b")]).unwrap();
        });
        assert_eq!(hit_at(&scene, 100.0, 0.0).as_deref(), Some("pair"));
        assert_eq!(
            at(&scene, Point::new(100.0, 0.0), 0.5, Depth::Entity),
            Some(name("b"))
        );
        assert_eq!(caught(&scene, (90.0, -20.0), (120.0, 20.0), false), "");
        assert_eq!(caught(&scene, (90.0, -20.0), (120.0, 20.0), true), "pair");
        assert_eq!(caught(&scene, (-20.0, -20.0), (120.0, 20.0), false), "pair");
    }

    #[test]
    fn touching_marquee_tests_the_curve_and_not_its_bounding_box() {
        let scene = scene(|edit| draw(edit, "ring", circle(0.0, 0.0, 10.0), Style::default()));
        assert_eq!(caught(&scene, (9.0, 9.0), (12.0, 12.0), true), "");
        assert_eq!(caught(&scene, (-2.0, -2.0), (2.0, 2.0), true), "");
        assert_eq!(caught(&scene, (6.0, 6.0), (12.0, 12.0), true), "ring");
        // The segment that closes a polygon counts as well.
        let points = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)].map(Point::from).to_vec();
        let scene = self::scene(|edit| {
            draw(
                edit,
                "p",
                Shape::Polygon {
                    points,
                    holes: vec![],
                },
                Style::default(),
            );
        });
        assert_eq!(caught(&scene, (4.0, 4.5), (4.8, 5.5), true), "p");
    }

    #[test]
    fn marquee_results_are_in_drawing_order() {
        let scene = scene(|edit| {
            draw(edit, "a", circle(0.0, 0.0, 1.0), Style::default());
            draw(edit, "b", circle(5.0, 0.0, 1.0), Style::default());
            edit.place("a", &Placement::Front).unwrap();
        });
        assert_eq!(caught(&scene, (-9.0, -9.0), (9.0, 9.0), false), "b a");
    }
}
