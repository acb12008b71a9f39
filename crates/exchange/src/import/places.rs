//! Points, edges, and circles of the entities that were written, to which dimensions are attached.
//!
//! Invariant: the coordinates are those of the statements: of the drawing, or of the function of a block.

use super::names::EntityNames;
use trammel_base::sort;
use trammel_kernel::{Affine, Bounds, Path, Point, Seg, norm};
use trammel_scene::{Local, Part, PartSelector, Shape, named_parts};

/// Written entity.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    /// Name; in a block without the name of the insert.
    pub(super) name: String,
    shape: Shape,
    /// Map from the shape to the coordinates of the statements.
    map: Affine,
    /// Index of the statement that draws the entity.
    pub(super) statement: usize,
}

/// Written entities of a scope in the order of their statements.
#[derive(Clone, Debug, Default)]
pub(super) struct Placeds(Vec<Placed>);

impl Placeds {
    /// Adds an entity. Annotations and texts have no points to measure.
    pub(super) fn add(&mut self, name: &str, shape: &Shape, statement: usize) {
        if shape.is_annotation() || matches!(shape, Shape::Text(_) | Shape::Group) {
            return;
        }
        self.0.push(Placed {
            name: name.to_owned(),
            shape: shape.clone(),
            map: Affine::IDENTITY,
            statement,
        });
    }

    /// Adds the entities of a block that is inserted with this name and map.
    pub(super) fn add_block(&mut self, block: &Placeds, name: &str, map: &Affine, statement: usize) {
        self.0.extend(block.0.iter().map(|placed| Placed {
            name: format!("{name}_{}", placed.name),
            shape: placed.shape.clone(),
            map: *map * placed.map,
            statement,
        }));
    }

    /// Returns the number of entities.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Removes the entities after the first `len`, whose places are unknown.
    pub(super) fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }
}

/// Reference to a part of a written entity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Reference<'a> {
    pub(super) placed: &'a Placed,
    pub(super) part: Option<Part>,
}

impl PartialEq for Placed {
    fn eq(&self, other: &Placed) -> bool {
        self.name == other.name
    }
}

/// Point of an entity.
#[derive(Clone, Copy, Debug)]
struct Spot {
    at: Point,
    entity: usize,
    part: Part,
    /// 0 for a corner, an end, or the center of an arc, more for a point that is measured less often.
    rank: u8,
}

/// Edge of an entity.
#[derive(Clone, Copy, Debug)]
struct Edge {
    seg: Seg,
    entity: usize,
    part: Option<Part>,
}

/// Parts of the written entities, sorted by place.
#[derive(Debug)]
pub(super) struct Places<'a> {
    entities: &'a [Placed],
    spots: Vec<Spot>,
    /// Straight edges at both of their ends.
    ends: Vec<(Point, Edge)>,
    /// Circles and arcs at their centers.
    rounds: Vec<(Point, Edge)>,
    /// Largest distance between points that count as one.
    tolerance: f64,
}

impl<'a> Places<'a> {
    /// Creates the index of some entities, apart from those to whose parts no reference is possible.
    pub(super) fn new(entities: &'a Placeds, names: &EntityNames, tolerance: f64) -> Places<'a> {
        let mut places = Places {
            entities: &entities.0,
            spots: Vec::new(),
            ends: Vec::new(),
            rounds: Vec::new(),
            tolerance,
        };
        let all = entities.0.iter().enumerate();
        for (at, entity) in all.filter(|(_, entity)| !names.is_ambiguous(&entity.name)) {
            for (part, local) in named_parts(&entity.shape) {
                places.add(at, entity, part, local);
            }
        }
        sort::by(&mut places.spots, |a, b| a.at.x.total_cmp(&b.at.x));
        sort::by(&mut places.ends, |a, b| a.0.x.total_cmp(&b.0.x));
        sort::by(&mut places.rounds, |a, b| a.0.x.total_cmp(&b.0.x));
        places
    }

    fn add(&mut self, at: usize, entity: &Placed, part: Part, local: Local) {
        match local {
            Local::Point(point) => {
                let is_filled = matches!(
                    entity.shape,
                    Shape::Rect { .. } | Shape::Polygon { .. } | Shape::Region { .. }
                );
                let rank = match part {
                    Part::PartSelector(PartSelector::Center) if is_filled => 2,
                    Part::PartSelector(PartSelector::Mid) | Part::EdgePoint(_, PartSelector::Mid) => 1,
                    _ => 0,
                };
                let at_point = entity.map * point;
                self.spots.push(Spot {
                    at: at_point,
                    entity: at,
                    part,
                    rank,
                });
            }
            Local::Curve(seg) => {
                let seg = seg.transformed(&entity.map);
                let is_whole = part == Part::Edge(0) && !matches!(seg, Seg::Line { .. });
                let edge = Edge {
                    seg,
                    entity: at,
                    part: (!is_whole).then_some(part),
                };
                match seg {
                    Seg::Line { a, b } if a != b => {
                        self.ends.push((a, edge));
                        self.ends.push((b, edge));
                    }
                    Seg::Conic(conic) if conic.radius().is_some() => self.rounds.push((conic.c, edge)),
                    _ => {}
                }
            }
        }
    }

    /// Returns the largest distance between points that count as one.
    pub(super) fn tolerance(&self) -> f64 {
        self.tolerance
    }

    fn reference(&self, entity: usize, part: Option<Part>) -> Reference<'a> {
        Reference {
            placed: &self.entities[entity],
            part,
        }
    }

    fn near<'s, T>(
        &'s self,
        all: &'s [T],
        at: Point,
        place: impl Fn(&T) -> Point,
    ) -> impl Iterator<Item = &'s T> {
        let start = all.partition_point(|item| place(item).x < at.x - self.tolerance);
        let end = all.partition_point(|item| place(item).x <= at.x + self.tolerance);
        let tolerance = self.tolerance;
        let range = all.get(start..end.max(start)).unwrap_or_default();
        range
            .iter()
            .filter(move |item| norm(place(item) - at) <= tolerance)
    }

    /// Returns the references to points at these places, of one entity if it has both; `None` where there is no point.
    pub(super) fn pair(&self, points: [Point; 2]) -> [Option<(Reference<'a>, Point)>; 2] {
        let [from, to] = points.map(|at| {
            let mut spots: Vec<&Spot> = self.near(&self.spots, at, |spot| spot.at).collect();
            sort::by(&mut spots, |a, b| (a.rank, a.entity).cmp(&(b.rank, b.entity)));
            spots.truncate(64);
            spots
        });
        let pairs = from.iter().flat_map(|a| to.iter().map(move |b| (*a, *b)));
        let together = pairs
            .filter(|(a, b)| a.entity == b.entity)
            .min_by_key(|(a, b)| (a.rank + b.rank, a.entity));
        let found = match together {
            Some((a, b)) => [Some(a), Some(b)],
            None => [from.first().copied(), to.first().copied()],
        };
        found.map(|spot| spot.map(|spot| (self.reference(spot.entity, Some(spot.part)), spot.at)))
    }

    /// Returns the reference to a point at this place.
    pub(super) fn point(&self, at: Point) -> Option<(Reference<'a>, Point)> {
        let [found, _] = self.pair([at, at]);
        found
    }

    /// Returns the straight edges that end at this place.
    pub(super) fn edges(&self, at: Point) -> Vec<(Reference<'a>, [Point; 2])> {
        self.near(&self.ends, at, |(end, _)| *end)
            .take(64)
            .map(|(_, edge)| {
                let reference = self.reference(edge.entity, edge.part);
                (reference, [edge.seg.start(), edge.seg.end()])
            })
            .collect()
    }

    /// Returns the circle or arc with this center and radius, and with the point `on` if one of them has it, with its
    /// center and radius.
    pub(super) fn round(&self, center: Point, radius: f64, on: Point) -> Option<(Reference<'a>, Point, f64)> {
        let all = self
            .near(&self.rounds, center, |(center, _)| *center)
            .filter_map(|(_, edge)| {
                let Seg::Conic(conic) = edge.seg else { return None };
                let own = conic.radius()?;
                ((own - radius).abs() <= self.tolerance).then_some((edge, conic.c, own))
            });
        let distance = |seg: &Seg| seg.nearest(on).map_or(f64::INFINITY, |nearest| nearest.distance);
        // Distances that differ by rounding count as one, so that the first entity is chosen.
        let key = |edge: &Edge| (distance(&edge.seg) / self.tolerance).round();
        all.min_by(|a, b| key(a.0).total_cmp(&key(b.0)).then(a.0.entity.cmp(&b.0.entity)))
            .map(|(edge, center, radius)| (self.reference(edge.entity, edge.part), center, radius))
    }

    /// Returns the entity whose bounds have these two corners.
    pub(super) fn extent(&self, corners: [Point; 2]) -> Option<(Reference<'a>, Bounds)> {
        let [a, b] = corners;
        let is_corner = |bounds: &Bounds, point: Point| {
            let mut corners = bounds.corners().into_iter();
            corners.any(|corner| norm(corner - point) <= self.tolerance)
        };
        self.entities.iter().enumerate().find_map(|(at, entity)| {
            let bounds = entity.shape.bounds(&entity.map)?;
            let is_extent = is_corner(&bounds, a) && is_corner(&bounds, b);
            is_extent.then(|| (self.reference(at, None), bounds))
        })
    }

    /// Returns the entity on whose outline a tip lies that is the nearest point to `from`.
    pub(super) fn outline(&self, tip: Point, from: Point) -> Option<Reference<'a>> {
        self.entities.iter().enumerate().find_map(|(at, entity)| {
            let bounds = entity.shape.bounds(&entity.map)?;
            if bounds.distance_to(tip) > self.tolerance {
                return None;
            }
            let paths: Vec<Path> = entity.shape.paths();
            let paths = paths.iter().map(|path| path.transformed(&entity.map));
            let nearest = paths.filter_map(|path| path.nearest(from));
            let nearest = nearest.min_by(|a, b| a.distance.total_cmp(&b.distance))?;
            (norm(nearest.point - tip) <= self.tolerance).then(|| self.reference(at, None))
        })
    }
}
