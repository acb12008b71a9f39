//! Sub-entities: named parts of entities such as `plate.edge[2]`, `hole.center`, `wall.start`.
//!
//! A [`PartRef`] is an entity name, optionally followed by a dot and a part. Indices count from 0. `edge[i]` is the
//! i-th piece of the outline and `arc[i]` the i-th curved piece. `start`, `end`, `mid` and `center` are points of the
//! entity or, after an edge or arc, of that piece. `point[i]` is the start of the i-th piece; an open path adds its end
//! point. If an outline has several paths, the count runs through all of them.

use super::drawing::Scene;
use super::entity::Entity;
use super::error::SceneError;
use super::name::Name;
use super::part_ref::{Part, PartRef, PartSelector, split};
use super::shape::Shape;
use trammel_kernel::{Path, Point, Seg};
use trammel_language::bilingual;

/// Geometry that a reference resolves to, in world coordinates.
#[derive(Clone, Debug, PartialEq)]
pub enum Resolved {
    /// Point.
    Point(Point),
    /// Piece of an outline.
    Curve(Seg),
    /// Outlines of an entity, or of all descendants of a group.
    Whole(Vec<Path>),
}

impl PartRef {
    /// Parses `entity` or `entity.part`. An entity whose name equals the whole text has precedence.
    ///
    /// # Errors
    /// Returns an error if the entity or the part does not exist; the message lists the existing parts.
    pub fn parse(scene: &Scene, text: &str) -> Result<PartRef, SceneError> {
        let reference = match split(text) {
            Some((entity, part)) if scene.get(text).is_none() => PartRef {
                entity,
                part: Some(part),
            },
            _ => PartRef {
                entity: scene
                    .require(text)
                    .map(|entity| entity.name.clone())
                    .map_err(|error| explain_part(scene, text).unwrap_or(error))?,
                part: None,
            },
        };
        reference.resolve(scene)?;
        Ok(reference)
    }

    /// Returns the entity name of a text in the form of a part, such as `plate` for `plate.edge[0]`; `None` for any
    /// other form. Neither the entity nor the part needs to exist.
    pub fn entity_of_part(text: &str) -> Option<Name> {
        split(text).map(|(entity, _)| entity)
    }

    /// Resolves the reference in `scene`, in world coordinates.
    ///
    /// # Errors
    /// Returns an error if the entity or the part does not exist; the message lists the existing parts.
    pub fn resolve(&self, scene: &Scene) -> Result<Resolved, SceneError> {
        let entity = scene.require(&self.entity)?;
        let Some(part) = self.part else {
            return Ok(Resolved::Whole(scene.world_paths(&self.entity)));
        };
        let map = scene.parent_transform(entity) * entity.matrix();
        match part.of(entity) {
            Some(Local::Point(point)) => Ok(Resolved::Point(map * point)),
            Some(Local::Curve(seg)) => Ok(Resolved::Curve(seg.transformed(&map))),
            None => Err(SceneError::Invalid(bilingual!(
                "'{}' has no part '{part}'; its parts are: {}",
                "'{}' 항목에 '{part}' 부분이 없어요. 있는 부분: {}",
                self.entity,
                parts_of(entity).join(", ")
            ))),
        }
    }

    /// Resolves the reference without composing an error, which searches all names of the drawing for similar ones.
    pub(super) fn find(&self, scene: &Scene) -> Option<Resolved> {
        scene.get(&self.entity)?;
        self.resolve(scene).ok()
    }
}

/// Part in local coordinates of its entity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Local {
    /// Point.
    Point(Point),
    /// Piece of the outline.
    Curve(Seg),
}

impl Part {
    /// Returns this part of `entity` in local coordinates; `None` if the entity has no such part.
    pub fn of(self, entity: &Entity) -> Option<Local> {
        let shape = &entity.shape;
        if let (Part::PartSelector(PartSelector::Center), Some(center)) = (self, center(shape)) {
            return Some(Local::Point(center));
        }
        let paths = shape.paths();
        let mut pieces = paths.iter().flat_map(|path| &path.segs);
        let mut arcs = paths
            .iter()
            .flat_map(|path| &path.segs)
            .filter(|seg| !matches!(seg, Seg::Line { .. }));
        let local = match self {
            Part::PartSelector(spot) => {
                Local::Point(of_path(paths.first().filter(|_| paths.len() == 1)?, spot)?)
            }
            Part::Point(i) => Local::Point(*corners(&paths).get(i)?),
            Part::Edge(i) => Local::Curve(*pieces.nth(i)?),
            Part::Arc(i) => Local::Curve(*arcs.nth(i)?),
            Part::EdgePoint(i, spot) => Local::Point(of_seg(pieces.nth(i)?, spot)?),
            Part::ArcPoint(i, spot) => Local::Point(of_seg(arcs.nth(i)?, spot)?),
        };
        Some(local)
    }
}

/// Maximum number of parts of one kind that are listed individually.
const MAX_LISTED: usize = 12;

/// Lists the names of an entity's parts; a long series is shortened to its first and last name.
pub fn parts_of(entity: &Entity) -> Vec<String> {
    let paths = entity.shape.paths();
    let count = |name: &str, count: usize, out: &mut Vec<String>| {
        if count > MAX_LISTED {
            out.push(format!("{name}[0] to {name}[{}]", count - 1));
        } else {
            out.extend((0..count).map(|i| format!("{name}[{i}]")));
        }
    };
    let mut out: Vec<String> = [
        PartSelector::Start,
        PartSelector::End,
        PartSelector::Mid,
        PartSelector::Center,
    ]
    .into_iter()
    .filter(|spot| Part::PartSelector(*spot).of(entity).is_some())
    .map(|spot| spot.to_string())
    .collect();
    if matches!(entity.shape, Shape::Point { .. }) {
        return out;
    }
    let pieces: Vec<&Seg> = paths.iter().flat_map(|path| &path.segs).collect();
    let arcs = pieces
        .iter()
        .filter(|seg| !matches!(seg, Seg::Line { .. }))
        .count();
    if pieces.len() > 1 {
        count("point", corners(&paths).len(), &mut out);
        count("edge", pieces.len(), &mut out);
        if arcs < pieces.len() {
            count("arc", arcs, &mut out);
        }
    }
    out
}

/// Returns the points and pieces of a shape that a reference can name, each once and by its usual name: the center, the
/// ends and the middle of a single open piece, the corners, the pieces, their middles, and the centers of arcs.
pub fn named_parts(shape: &Shape) -> Vec<(Part, Local)> {
    let mut out = Vec::new();
    if let Some(center) = center(shape) {
        out.push((Part::PartSelector(PartSelector::Center), Local::Point(center)));
    }
    if matches!(shape, Shape::Point { .. }) {
        return out;
    }
    let paths = shape.paths();
    let pieces: Vec<&Seg> = paths.iter().flat_map(|path| &path.segs).collect();
    if let ([path], [piece]) = (paths.as_slice(), pieces.as_slice()) {
        for spot in [PartSelector::Start, PartSelector::End, PartSelector::Mid] {
            let point = of_path(path, spot).map(Local::Point);
            out.extend(point.map(|point| (Part::PartSelector(spot), point)));
        }
        out.push((Part::Edge(0), Local::Curve(**piece)));
        return out;
    }
    let corners = corners(&paths).into_iter().enumerate();
    out.extend(corners.map(|(i, corner)| (Part::Point(i), Local::Point(corner))));
    let mut arcs = 0;
    for (i, piece) in pieces.into_iter().enumerate() {
        let middle = of_seg(piece, PartSelector::Mid).map(Local::Point);
        out.extend(middle.map(|middle| (Part::EdgePoint(i, PartSelector::Mid), middle)));
        if let Seg::Line { .. } = piece {
            out.push((Part::Edge(i), Local::Curve(*piece)));
            continue;
        }
        out.push((Part::Arc(arcs), Local::Curve(*piece)));
        let center = of_seg(piece, PartSelector::Center).map(Local::Point);
        out.extend(center.map(|center| (Part::ArcPoint(arcs, PartSelector::Center), center)));
        arcs += 1;
    }
    out
}

fn center(shape: &Shape) -> Option<Point> {
    match shape {
        Shape::Circle { center, .. } | Shape::Arc { center, .. } | Shape::Ellipse { center, .. } => {
            Some(*center)
        }
        Shape::Point { at } => Some(*at),
        Shape::Rect { .. } | Shape::Polygon { .. } | Shape::Region { .. } => Some(shape.center()),
        _ => None,
    }
}

/// Returns the start points of all pieces, and the end points of open paths.
fn corners(paths: &[Path]) -> Vec<Point> {
    let of_path = |path: &Path| -> Vec<Point> {
        let end = path.end().filter(|_| !path.closed);
        path.segs.iter().map(Seg::start).chain(end).collect()
    };
    paths.iter().flat_map(of_path).collect()
}

fn of_path(path: &Path, spot: PartSelector) -> Option<Point> {
    if path.closed {
        return None;
    }
    match spot {
        PartSelector::Start => path.start(),
        PartSelector::End => path.end(),
        PartSelector::Mid => path.point_at_distance(path.length() / 2.0),
        PartSelector::Center => match path.segs.as_slice() {
            [Seg::Conic(conic)] => Some(conic.c),
            _ => None,
        },
    }
}

fn of_seg(seg: &Seg, spot: PartSelector) -> Option<Point> {
    match (spot, seg) {
        (PartSelector::Start, _) => Some(seg.start()),
        (PartSelector::End, _) => Some(seg.end()),
        (PartSelector::Mid, _) => Some(seg.point_at(seg.param_at_length(seg.length() / 2.0))),
        (PartSelector::Center, Seg::Conic(conic)) => Some(conic.c),
        (PartSelector::Center, _) => None,
    }
}

/// Returns an error that lists the parts of the entity in `text`; `None` if the entity does not exist.
fn explain_part(scene: &Scene, text: &str) -> Option<SceneError> {
    let (head, part) = text.rsplit_once('.')?;
    let entity = scene.get(head)?;
    Some(SceneError::Invalid(bilingual!(
        "'{head}' has no part '{part}'; its parts are: {}",
        "'{head}' 항목에 '{part}' 부분이 없어요. 있는 부분: {}",
        parts_of(entity).join(", ")
    )))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::{Edit, Style};
    use trammel_kernel::Affine;

    fn scene() -> Scene {
        let mut edit = Edit::default();
        let mut draw = |name: &str, shape: Shape| {
            edit.insert(&Name::new(name).unwrap(), shape, Style::shared_default(), false)
                .unwrap();
        };
        let rect = |corner_radius| Shape::Rect {
            corner: Point::ORIGIN,
            width: 10.0,
            height: 4.0,
            corner_radius,
        };
        draw("plate", rect(0.0));
        draw("slot", rect(2.0));
        draw("a.b", rect(0.0));
        draw(
            "hole",
            Shape::Circle {
                center: Point::new(3.0, 3.0),
                radius: 1.0,
            },
        );
        draw(
            "wall",
            Shape::Line {
                points: vec![Point::ORIGIN, Point::new(6.0, 0.0), Point::new(6.0, 2.0)],
                closed: false,
            },
        );
        edit.map_in_world("plate", Affine::translate((5.0, 0.0))).unwrap();
        edit.finish().0
    }

    fn resolved(text: &str) -> Resolved {
        let scene = scene();
        PartRef::parse(&scene, text).unwrap().resolve(&scene).unwrap()
    }

    #[test]
    fn subentities_resolve_to_world_coordinates() {
        let point = |x, y| Resolved::Point(Point::new(x, y));
        assert_eq!(resolved("plate.point[2]"), point(15.0, 4.0));
        assert_eq!(resolved("plate.center"), point(10.0, 2.0));
        assert_eq!(
            resolved("plate.edge[0]"),
            Resolved::Curve(Seg::line(Point::new(5.0, 0.0), Point::new(15.0, 0.0)))
        );
        assert_eq!(resolved("plate.edge[0].mid"), point(10.0, 0.0));
        assert_eq!(resolved("hole.center"), point(3.0, 3.0));
        assert_eq!(resolved("wall.start"), point(0.0, 0.0));
        assert_eq!(resolved("wall.mid"), point(4.0, 0.0));
        assert_eq!(resolved("a.b.point[1]"), point(10.0, 0.0));
        assert!(matches!(resolved("a.b"), Resolved::Whole(paths) if paths.len() == 1));
        let Resolved::Curve(Seg::Conic(arc)) = resolved("slot.arc[0]") else {
            panic!()
        };
        assert_eq!(arc.radius(), Some(2.0));
    }

    #[test]
    fn the_error_for_a_missing_subentity_lists_the_existing_ones() {
        let scene = scene();
        let error = |text: &str| PartRef::parse(&scene, text).unwrap_err();
        assert_eq!(
            error("hole.edge[4]").to_string(),
            "'hole' has no part 'edge[4]'; its parts are: center"
        );
        assert!(
            error("wall.corner")
                .to_string()
                .starts_with("'wall' has no part 'corner'; its parts are: start, end, mid, point[0]")
        );
        assert_eq!(error("plat.center").suggestions(), ["plate"]);
    }

    #[test]
    fn the_named_parts_of_a_shape_are_those_that_references_resolve_to() {
        let scene = scene();
        for (name, count) in [("plate", 13), ("slot", 23), ("hole", 2), ("wall", 7)] {
            let entity = scene.get(name).unwrap();
            let parts = named_parts(&entity.shape);
            assert_eq!(parts.len(), count, "{name}: {parts:?}");
            for (part, local) in parts {
                assert_eq!(part.of(entity), Some(local), "{name}.{part}");
            }
        }
    }

    #[test]
    fn a_subentity_reference_round_trips() {
        let scene = scene();
        for text in [
            "plate",
            "plate.edge[2]",
            "a.b.edge[1].mid",
            "slot.arc[3].center",
            "hole.center",
            "wall.point[2]",
        ] {
            let reference = PartRef::parse(&scene, text).unwrap();
            assert_eq!(reference.to_string(), text);
            let json = serde_json::to_string(&reference).unwrap();
            assert_eq!(
                serde_json::from_str::<PartRef>(&json).unwrap(),
                reference,
                "{json}"
            );
        }
    }
}
