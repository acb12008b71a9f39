//! Facts about changed entities in a reply: the measures that a caller would otherwise ask for one by one.

use super::changes::Changes;
use serde_json::{Map, Value, json};
use trammel_kernel::{Bounds, Path, outline_lengths, region_area};
use trammel_scene::{Name, Scene, Shape};

/// Maximum number of entities whose facts are in a reply.
pub const MAX_FACTS: usize = 6;

/// Significant digits of the measures in a reply, so that rounding errors of the last digits are not shown.
const DIGITS: usize = 12;

/// Facts about an entity that a call added or changed. Lengths are in drawing units.
#[derive(Clone, Debug, PartialEq)]
pub struct EntityFacts {
    /// Name of the entity.
    pub name: Name,
    /// Type of the entity.
    pub kind: &'static str,
    /// Bounds in the drawing; `None` for an empty group.
    pub bounds: Option<Bounds>,
    /// Measures of the outline; `None` for an entity without one: a group, a point, an annotation.
    pub outline: Option<Outline>,
    /// Text of a dimension.
    pub text: Option<String>,
}

/// Measures of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outline {
    /// Open outline with its length.
    Open {
        /// Length.
        length: f64,
    },
    /// Closed outline.
    Closed {
        /// Enclosed area without the holes.
        area: f64,
        /// Length of the outer outlines.
        perimeter: f64,
        /// Number of holes.
        holes: usize,
        /// Length of the outlines of the holes.
        hole_perimeter: f64,
    },
}

impl EntityFacts {
    /// Returns the facts about an entity; `None` if the drawing does not have it.
    pub fn of(scene: &Scene, name: &Name) -> Option<EntityFacts> {
        let entity = scene.get(name)?;
        let map = scene.world_transform(name).unwrap_or_default();
        let (paths, text) = match &entity.shape {
            Shape::Group | Shape::Point { .. } | Shape::Leader(_) | Shape::Hatch(_) => (Vec::new(), None),
            Shape::Dimension(tied) => (Vec::new(), Some(tied.dimension.label())),
            shape => (shape.paths(), None),
        };
        let placed: Vec<Path> = paths.iter().map(|path| path.transformed(&map)).collect();
        Some(EntityFacts {
            name: entity.name.clone(),
            kind: entity.shape.kind(),
            bounds: scene.world_bounds(name),
            outline: Outline::of(&placed),
            text,
        })
    }

    /// Returns the facts about the first [`MAX_FACTS`] entities that a call added or changed.
    pub fn of_changes(scene: &Scene, changes: &Changes) -> Vec<EntityFacts> {
        let changed = changes.added.iter().chain(&changes.updated);
        changed
            .filter_map(|name| EntityFacts::of(scene, name))
            .take(MAX_FACTS)
            .collect()
    }

    /// Returns the facts as JSON, with measures of 12 significant digits.
    pub(super) fn to_json(&self) -> Value {
        let mut out = Map::new();
        let mut add = |key: &str, value: Value| out.insert(key.to_owned(), value);
        add("name", json!(self.name));
        add("type", json!(self.kind));
        match self.outline {
            None => {}
            Some(Outline::Open { length }) => {
                add("closed", json!(false));
                add("length", significant_number(length, DIGITS));
            }
            Some(Outline::Closed {
                area,
                perimeter,
                holes,
                hole_perimeter,
            }) => {
                add("closed", json!(true));
                add("area", significant_number(area, DIGITS));
                add("perimeter", significant_number(perimeter, DIGITS));
                add("holes", json!(holes));
                if holes > 0 {
                    add("hole_perimeter", significant_number(hole_perimeter, DIGITS));
                }
            }
        }
        if let Some(text) = &self.text {
            add("text", json!(text));
        }
        if let Some(bounds) = self.bounds {
            let corner =
                |x: f64, y: f64| json!([significant_number(x, DIGITS), significant_number(y, DIGITS)]);
            add("min", corner(bounds.min.x, bounds.min.y));
            add("max", corner(bounds.max.x, bounds.max.y));
        }
        Value::Object(out)
    }
}

impl Outline {
    fn of(paths: &[Path]) -> Option<Outline> {
        if paths.iter().all(Path::is_empty) {
            return None;
        }
        if paths.iter().any(|path| !path.closed) {
            return Some(Outline::Open {
                length: paths.iter().map(Path::length).sum(),
            });
        }
        let lengths = outline_lengths(paths);
        Some(Outline::Closed {
            area: region_area(paths),
            perimeter: lengths.outer,
            holes: lengths.holes,
            hole_perimeter: lengths.inner,
        })
    }
}

/// Returns a measure with this number of significant digits.
pub(super) fn significant_number(value: f64, digits: usize) -> Value {
    let rounded: f64 = format!("{value:.*e}", digits - 1).parse().unwrap_or(value);
    // Negative zero has no meaning for the reader.
    json!(rounded + 0.0)
}
