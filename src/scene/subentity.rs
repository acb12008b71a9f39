//! Parts of entities by name: `plate.edge[2]`, `hole.center`, `wall.start`.
//!
//! A [`PartRef`] is an entity and, behind a dot, one of its parts. Indices count from 0. `edge[i]` is the i-th piece of
//! the outline, `arc[i]` the i-th curved one; `start`, `end`, `mid` and `center` are points of the entity or, behind an
//! edge, of that piece; `point[i]` is where the i-th piece starts (behind an open outline, also its end).
//! Where an outline has several paths, pieces are counted through all of them.

use super::{Entity, Name, Scene, SceneError, Shape};
use crate::geometry::{Path, Point, Seg};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// An entity, or a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PartRef {
    /// The entity.
    pub entity: Name,
    /// The part; the whole entity without one.
    pub part: Option<Part>,
}

/// A part of some entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// A point of the entity.
    PartSelector(PartSelector),
    /// A corner, or an end of the outline.
    Point(usize),
    /// A piece of the outline.
    Edge(usize),
    /// A curved piece of the outline.
    Arc(usize),
    /// A point of a piece.
    EdgeSpot(usize, PartSelector),
    /// A point of a curved piece.
    ArcSpot(usize, PartSelector),
}

/// A point of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PartSelector {
    /// Where it starts.
    Start,
    /// Where it ends.
    End,
    /// Halfway along it.
    Mid,
    /// Its center.
    Center,
}

/// What a reference stands for, in world coordinates.
#[derive(Clone, Debug, PartialEq)]
pub enum Resolved {
    /// A point.
    Point(Point),
    /// A piece of an outline.
    Curve(Seg),
    /// The outlines of an entity, or of all that is in a group.
    Whole(Vec<Path>),
}

impl PartRef {
    /// Reads `entity` or `entity.part`. An entity whose own name is the whole text wins.
    ///
    /// # Errors
    /// The entity or the part does not exist; says which parts there are.
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

    /// The entity that `text` names a part of, as `plate` in `plate.edge[0]`; `None` when `text` does not have the form of
    /// a part. Neither has to exist.
    pub fn entity_of_part(text: &str) -> Option<Name> {
        split(text).map(|(entity, _)| entity)
    }

    /// What it stands for in `scene`, in world coordinates.
    ///
    /// # Errors
    /// The entity or the part does not exist; says which parts there are.
    pub fn resolve(&self, scene: &Scene) -> Result<Resolved, SceneError> {
        let entity = scene.require(&self.entity)?;
        let Some(part) = self.part else {
            return Ok(Resolved::Whole(scene.world_paths(&self.entity)));
        };
        let map = scene.parent_transform(entity) * entity.matrix();
        match part.of(entity) {
            Some(Local::Point(point)) => Ok(Resolved::Point(map * point)),
            Some(Local::Curve(seg)) => Ok(Resolved::Curve(seg.transformed(&map))),
            None => Err(SceneError::Invalid(format!(
                "'{}' has no part '{part}'; its parts are: {}",
                self.entity,
                listed(entity).join(", ")
            ))),
        }
    }
}

/// A part in the entity's own coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Local {
    /// A point.
    Point(Point),
    /// A piece of the outline.
    Curve(Seg),
}

impl Part {
    /// The part of that entity, in its own coordinates; `None` when it has none such.
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
            Part::EdgeSpot(i, spot) => Local::Point(of_seg(pieces.nth(i)?, spot)?),
            Part::ArcSpot(i, spot) => Local::Point(of_seg(arcs.nth(i)?, spot)?),
        };
        Some(local)
    }
}

/// The most parts of one kind that are listed one by one.
const MAX_LISTED: usize = 12;

/// The names of an entity's parts; long rows as their first and last.
pub fn listed(entity: &Entity) -> Vec<String> {
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

/// Where pieces start, and where open paths end.
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

/// The entity and the part of `entity.part`.
fn split(text: &str) -> Option<(Name, Part)> {
    let (head, last) = text.rsplit_once('.')?;
    let spot = PartSelector::parse(last);
    // `plate.edge[2].mid`: the part has a dot of its own.
    if let (Some(spot), Some((entity, piece))) = (spot, head.rsplit_once('.'))
        && let Some((kind, i)) = indexed(piece)
    {
        let part = match kind {
            "edge" => Some(Part::EdgeSpot(i, spot)),
            "arc" => Some(Part::ArcSpot(i, spot)),
            _ => None,
        };
        if let Some(part) = part {
            return Some((Name::new(entity).ok()?, part));
        }
    }
    let part = match (spot, indexed(last)) {
        (Some(spot), _) => Part::PartSelector(spot),
        (None, Some(("point", i))) => Part::Point(i),
        (None, Some(("edge", i))) => Part::Edge(i),
        (None, Some(("arc", i))) => Part::Arc(i),
        _ => return None,
    };
    Some((Name::new(head).ok()?, part))
}

/// What is wrong with a part that cannot be read, when its entity exists.
fn explain_part(scene: &Scene, text: &str) -> Option<SceneError> {
    let (head, part) = text.rsplit_once('.')?;
    let entity = scene.get(head)?;
    Some(SceneError::Invalid(format!(
        "'{head}' has no part '{part}'; its parts are: {}",
        listed(entity).join(", ")
    )))
}

/// `edge` and 2 of `edge[2]`.
fn indexed(text: &str) -> Option<(&str, usize)> {
    let (kind, rest) = text.split_once('[')?;
    Some((kind, rest.strip_suffix(']')?.parse().ok()?))
}

impl PartSelector {
    fn parse(text: &str) -> Option<PartSelector> {
        match text {
            "start" => Some(PartSelector::Start),
            "end" => Some(PartSelector::End),
            "mid" => Some(PartSelector::Mid),
            "center" => Some(PartSelector::Center),
            _ => None,
        }
    }
}

impl fmt::Display for PartSelector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PartSelector::Start => "start",
            PartSelector::End => "end",
            PartSelector::Mid => "mid",
            PartSelector::Center => "center",
        })
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::PartSelector(spot) => spot.fmt(f),
            Part::Point(i) => write!(f, "point[{i}]"),
            Part::Edge(i) => write!(f, "edge[{i}]"),
            Part::Arc(i) => write!(f, "arc[{i}]"),
            Part::EdgeSpot(i, spot) => write!(f, "edge[{i}].{spot}"),
            Part::ArcSpot(i, spot) => write!(f, "arc[{i}].{spot}"),
        }
    }
}

impl fmt::Display for PartRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.part {
            None => self.entity.fmt(f),
            Some(part) => write!(f, "{}.{part}", self.entity),
        }
    }
}

/// As an entity's name and a part's, so that a name with a dot in it stays a name.
impl Serialize for PartRef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.entity, self.part.map(|part| part.to_string())).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for PartRef {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PartRef, D::Error> {
        let (entity, part): (Name, Option<String>) = Deserialize::deserialize(deserializer)?;
        let part = match part {
            None => None,
            Some(text) => match split(&format!("e.{text}")) {
                Some((_, part)) => Some(part),
                None => return Err(de::Error::custom(format!("'{text}' is no part of an entity"))),
            },
        };
        Ok(PartRef { entity, part })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::geometry::Affine;
    use crate::scene::{Edit, Style};

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
    fn parts_are_found_in_the_world() {
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
    fn what_is_not_there_is_said_with_what_is() {
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
    fn references_travel() {
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
