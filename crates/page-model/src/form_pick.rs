//! Picks for the form of a tool: a click on the drawing fills the field that has the focus.
//!
//! Invariants: a reference is written only if it resolves to the picked point or piece, so that the drawing follows; a
//! pick never changes a field of another parameter, except the two coordinates of one point. Start with [`Takes::of`].

use super::schema_form::{Field, FieldKind};
use serde_json::{Value as Json, json};
use trammel_canvas::hit_test::Depth;
use trammel_canvas::picked::Picked;
use trammel_scene::Name;

/// Names of fields that hold the two coordinates of one point.
const COORDINATES: [(&str, &str); 2] = [("x", "y"), ("cx", "cy")];
/// Names of fields that hold a vector or a point in the coordinates of an entity, which no click can give.
const NOT_PICKED: [&str; 3] = ["scale", "translate", "pivot"];

/// Value that a field takes from a pick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Coordinates of a point, in the fields with these numbers.
    Coordinates(usize, usize),
    /// A point as `[x, y]`.
    Point,
    /// Points as `x1, y1, x2, y2`; each pick adds one.
    Points,
    /// A reference to a point, or the point itself.
    PointOrPart,
    /// References to points, or the points themselves, as JSON; each pick adds one.
    PointsOrParts,
    /// A reference to a piece of an outline, or the name of the entity.
    Part,
    /// Such references; each pick adds one.
    Parts,
    /// The name of an entity.
    Entity(Depth),
    /// Names of entities; each pick adds one.
    Entities,
}

/// Reason why a pick fills no field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missed {
    /// No entity is at the point.
    NoEntity,
    /// The list has the entity already.
    Listed,
}

impl Takes {
    /// Returns the value that the field number `at` takes; `None` if a click cannot give the value.
    #[must_use]
    pub fn of(fields: &[Field], at: usize) -> Option<Self> {
        let field = fields.get(at)?;
        let (name, about) = (field.name.as_str(), field.description.as_str());
        let exists = about.starts_with("The ") || about.starts_with("One ");
        let is_part = about.contains("part (") || about.contains("edge");
        match field.kind {
            FieldKind::Number => {
                let (x, y) = COORDINATES.into_iter().find(|(x, y)| [*x, *y].contains(&name))?;
                let place = |name: &str| fields.iter().position(|field| field.name == name);
                Some(Takes::Coordinates(place(x)?, place(y)?))
            }
            FieldKind::Data if about.contains("a point [x, y]") => Some(Takes::PointOrPart),
            FieldKind::Data if about.contains("or parts that are points") => Some(Takes::PointsOrParts),
            FieldKind::Data if about.contains("[x1, y1, ") && name == "points" => Some(Takes::Points),
            FieldKind::Data if about.contains("[x, y]") => {
                (!NOT_PICKED.contains(&name)).then_some(Takes::Point)
            }
            FieldKind::Data => match name {
                "entities" if is_part => Some(Takes::Parts),
                "entities" | "children" => Some(Takes::Entities),
                _ => None,
            },
            FieldKind::Text => match name {
                "name" | "entity" | "group" | "target" if exists && about != "The name." => {
                    Some(if is_part || (name == "target" && about == "The other.") {
                        Takes::Part
                    } else if about.contains("group") {
                        Takes::Entity(Depth::Outermost)
                    } else {
                        Takes::Entity(Depth::Entity)
                    })
                }
                _ => None,
            },
            FieldKind::Whole | FieldKind::Choice(_) => None,
        }
    }

    /// Whether further picks add to the field.
    #[must_use]
    pub fn is_list(self) -> bool {
        matches!(
            self,
            Takes::Points | Takes::PointsOrParts | Takes::Parts | Takes::Entities
        )
    }
}

/// Writes the picked value into the texts of the fields; `at` is the number of the field that has the focus. Returns
/// the number of the field that takes the next input.
///
/// # Errors
/// Returns the reason if the place has no value for the field; the texts stay as they are.
pub fn fill(picked: &Picked, fields: &[Field], texts: &mut [String], at: usize) -> Result<usize, Missed> {
    let Some(takes) = Takes::of(fields, at) else {
        return Ok(at);
    };
    let (x, y) = coordinates(picked);
    let value = match takes {
        Takes::Coordinates(first, second) => {
            for (place, text) in [(first, x), (second, y)] {
                if let Some(field) = texts.get_mut(place) {
                    *field = text;
                }
            }
            return Ok(next(fields, texts, second).unwrap_or(second));
        }
        Takes::Point => format!("[{x}, {y}]"),
        Takes::Points => format!("{x}, {y}"),
        Takes::PointOrPart => point_or_part(picked, fields.get(at).is_some_and(takes_edge)),
        Takes::PointsOrParts => {
            let Some(text) = texts.get_mut(at) else {
                return Ok(at);
            };
            *text = list_with(picked, text)?;
            return Ok(at);
        }
        Takes::Part | Takes::Parts => part(picked).ok_or(Missed::NoEntity)?,
        Takes::Entities => name(picked, Depth::Outermost)?,
        Takes::Entity(depth) => name(picked, depth)?,
    };
    let Some(text) = texts.get_mut(at) else {
        return Ok(at);
    };
    if !takes.is_list() {
        *text = value;
        return Ok(next(fields, texts, at).unwrap_or(at));
    }
    if takes != Takes::Points && text.split(',').any(|name| name.trim() == value) {
        return Err(Missed::Listed);
    }
    if text.trim().is_empty() {
        *text = value;
    } else {
        *text = format!("{}, {value}", text.trim().trim_end_matches(','));
    }
    Ok(at)
}

fn name(picked: &Picked, depth: Depth) -> Result<String, Missed> {
    picked.name(depth).map(Name::to_string).ok_or(Missed::NoEntity)
}

/// Returns the reference of the piece of an outline, or the name of the entity.
fn part(picked: &Picked) -> Option<String> {
    let edge = picked.edge_reference().map(str::to_owned);
    edge.or_else(|| picked.name(Depth::Entity).map(Name::to_string))
}

/// Returns the reference of the point, or of the edge, or else the point.
fn point_or_part(picked: &Picked, takes_edge: bool) -> String {
    let edge = picked.edge_reference().filter(|_| takes_edge);
    let reference = picked.point_reference().or(edge);
    reference.map_or_else(
        || {
            let (x, y) = coordinates(picked);
            format!("[{x}, {y}]")
        },
        str::to_owned,
    )
}

/// Returns a list of points and references, as JSON or as names with commas, with the picked point as JSON.
fn list_with(picked: &Picked, list: &str) -> Result<String, Missed> {
    let names = || list.split(',').map(str::trim).filter(|name| !name.is_empty());
    let mut all: Vec<Json> = serde_json::from_str(list).unwrap_or_else(|_| names().map(Json::from).collect());
    let value = picked.point_reference().map_or_else(
        || {
            let point = picked.rounded_point();
            json!([point.x, point.y])
        },
        Json::from,
    );
    if all.contains(&value) {
        return Err(Missed::Listed);
    }
    all.push(value);
    Ok(Json::from(all).to_string())
}

fn coordinates(picked: &Picked) -> (String, String) {
    let point = picked.rounded_point();
    (point.x.to_string(), point.y.to_string())
}

/// Whether a field for a point also takes an edge.
fn takes_edge(field: &Field) -> bool {
    field.description.contains(".edge[")
}

/// Returns the first empty required field after a field.
fn next(fields: &[Field], texts: &[String], after: usize) -> Option<usize> {
    let is_empty = |at: &usize| fields[*at].required && texts.get(*at).is_some_and(String::is_empty);
    (after + 1..fields.len()).find(is_empty)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema_form::fields;
    use trammel_canvas::camera::{Camera, Viewport};
    use trammel_canvas::canvas_tool::{CanvasCx, Modifiers};
    use trammel_canvas::markup::Markup;
    use trammel_canvas::selection::Selection;
    use trammel_canvas::snapping::LazySnaps;
    use trammel_kernel::Point;
    use trammel_scene::{Edit, LayerSettings, Scene, Shape, Style};

    fn scene() -> Scene {
        let mut edit = Edit::default();
        let mut draw = |name: &str, shape: Shape| {
            edit.insert(&Name::new(name).unwrap(), shape, Style::shared_default(), false)
                .unwrap();
        };
        draw(
            "plate",
            Shape::Rect {
                corner: Point::new(0.0, 0.0),
                width: 80.0,
                height: 40.0,
                corner_radius: 0.0,
            },
        );
        draw(
            "hole",
            Shape::Circle {
                center: Point::new(-30.0, 10.0),
                radius: 5.0,
            },
        );
        edit.group(&Name::new("part").unwrap(), &[Name::new("hole").unwrap()])
            .unwrap();
        edit.finish().0
    }

    /// Returns what a click at a pixel gives.
    fn pick(pixel: Point, snaps_to_objects: bool) -> Picked {
        let cx = CanvasCx {
            scene: &scene(),
            snaps: &LazySnaps::default(),
            selection: &Selection::default(),
            markup: &Markup::default(),
            camera: Camera::default(),
            viewport: Viewport {
                width: 200.0,
                height: 200.0,
            },
            modifiers: Modifiers::default(),
            layers: &LayerSettings::default(),
            snaps_to_objects,
            grid: None,
            blocked: None,
        };
        Picked::at(&cx, pixel)
    }

    /// Returns what a click at a point of the drawing gives.
    fn picked(x: f64, y: f64) -> Picked {
        pick(Point::new(100.0 + x, 100.0 - y), true)
    }

    /// Returns the texts of a form after picks into the field number `at`, and the field for the next input.
    fn filled(form: &[(&str, &str, &str)], at: usize, picks: &[(f64, f64)]) -> (Vec<String>, usize) {
        let property = |(name, kind, about): &(&str, &str, &str)| {
            let kind = kind.split('|').collect::<Vec<_>>();
            let kind = if kind.len() == 1 {
                json!(kind[0])
            } else {
                json!(kind)
            };
            ((*name).to_owned(), json!({ "type": kind, "description": about }))
        };
        let properties: serde_json::Map<_, _> = form.iter().map(property).collect();
        let names: Vec<&str> = form.iter().map(|(name, ..)| *name).collect();
        let fields = fields(&json!({ "properties": properties, "required": names }));
        let mut texts = vec![String::new(); fields.len()];
        let mut next = at;
        for (x, y) in picks {
            next = fill(&picked(*x, *y), &fields, &mut texts, at).unwrap();
        }
        (texts, next)
    }

    #[test]
    fn a_click_fills_both_coordinates_and_moves_on() {
        let circle = [
            ("name", "string", "Name of the new entity; unique in the drawing."),
            ("x", "number", "Center x."),
            ("y", "number", "Center y."),
            ("radius", "number", "Radius, above 0."),
        ];
        assert_eq!(
            filled(&circle, 2, &[(80.4, 39.8)]),
            (vec![String::new(), "80".into(), "40".into(), String::new()], 3)
        );
        let (texts, _) = filled(&circle, 1, &[(-12.3, 61.9)]);
        assert_eq!(
            texts[1..3],
            ["-10", "60"],
            "a free place is rounded to half a step of the grid"
        );
        assert_eq!(
            filled(&circle, 0, &[(0.0, 0.0)]).0,
            ["", "", "", ""],
            "a new name is typed"
        );
    }

    #[test]
    fn a_click_gives_the_reference_of_a_point_or_an_edge() {
        let end = "One end: a point [x, y] or a part that is a point; or a straight edge (\"plate.edge[0]\"), without to.";
        let both = [
            ("from", "string|array", end),
            (
                "to",
                "string|array",
                "The other end: a point [x, y] or a part that is a point.",
            ),
        ];
        assert_eq!(
            filled(&both, 0, &[(80.0, 40.0)]),
            (vec!["plate.point[2]".into(), String::new()], 1)
        );
        assert_eq!(filled(&both, 0, &[(20.0, 0.0)]).0[0], "plate.edge[0]");
        assert_eq!(filled(&both, 1, &[(20.0, 0.0)]).0[1], "[20, 0]");
        assert_eq!(filled(&both, 1, &[(11.0, 75.0)]).0[1], "[10, 80]");
        let edge = [("entity", "string", "The entity or part (\"plate.edge[0]\").")];
        assert_eq!(filled(&edge, 0, &[(20.0, 0.0)]).0, ["plate.edge[0]"]);
        assert_eq!(filled(&edge, 0, &[(-25.0, 10.0)]).0, ["hole"]);
    }

    #[test]
    fn clicks_into_the_points_of_a_chain_are_references_that_follow() {
        let chain = [(
            "points",
            "array",
            "Points [x, y], or parts that are points (\"plate.point[1]\"), which the dimensions follow.",
        )];
        let places = [(0.0, 40.0), (-30.0, 10.0), (80.0, 40.0), (11.0, 75.0)];
        let (texts, next) = filled(&chain, 0, &places);
        assert_eq!(
            (texts[0].as_str(), next),
            (
                r#"["plate.point[3]","hole.center","plate.point[2]",[10.0,80.0]]"#,
                0
            )
        );
        let corner = picked(80.0, 40.0);
        assert_eq!(
            list_with(&corner, "plate.point[3], "),
            Ok(r#"["plate.point[3]","plate.point[2]"]"#.to_owned())
        );
        assert_eq!(list_with(&corner, r#"["plate.point[2]"]"#), Err(Missed::Listed));
    }

    #[test]
    fn a_click_names_the_entity_or_its_group_and_lists_grow() {
        let translate = [
            ("name", "string", "The entity or group."),
            ("dx", "number", "Shift in x."),
        ];
        assert_eq!(
            filled(&translate, 0, &[(-25.0, 10.0)]),
            (vec!["part".into(), String::new()], 1)
        );
        assert_eq!(
            filled(&translate, 1, &[(-25.0, 10.0)]).0,
            ["", ""],
            "a shift is typed"
        );
        let trim = [("entity", "string", "The entity to trim.")];
        assert_eq!(filled(&trim, 0, &[(-25.0, 10.0)]).0, ["hole"]);
        let names = [("entities", "array", "Two entities or groups or more.")];
        assert_eq!(
            filled(&names, 0, &[(0.0, 10.0), (-25.0, 10.0)]),
            (vec!["plate, part".into()], 0)
        );
        let points = [(
            "points",
            "array",
            "Coordinates [x1, y1, x2, y2, ...], two points or more.",
        )];
        assert_eq!(filled(&points, 0, &[(0.0, 0.0), (80.0, 0.0)]).0, ["0, 0, 80, 0"]);
    }

    #[test]
    fn a_place_has_the_reference_of_its_point_edge_or_entity() {
        let reference = |x: f64, y: f64| picked(x, y).into_reference();
        assert_eq!(reference(79.0, 1.0).as_deref(), Some("plate.point[1]"));
        assert_eq!(reference(20.0, 1.0).as_deref(), Some("plate.edge[0]"));
        assert_eq!(reference(-30.0, 10.0).as_deref(), Some("hole.center"));
        assert_eq!(reference(90.0, 90.0), None);
    }

    #[test]
    fn a_place_is_not_snapped_while_snapping_to_objects_is_off() {
        let reference = |snaps: bool| pick(Point::new(179.0, 99.5), snaps).into_reference();
        assert_eq!(reference(true).as_deref(), Some("plate.point[1]"));
        assert_eq!(reference(false).as_deref(), Some("plate.edge[0]"));
    }

    #[test]
    fn a_click_beside_all_entities_changes_nothing() {
        let fields =
            fields(&json!({ "properties": { "entities": { "type": "array", "description": "Entities." } } }));
        let mut texts = vec!["plate".to_owned()];
        assert_eq!(
            fill(&picked(90.0, 90.0), &fields, &mut texts, 0),
            Err(Missed::NoEntity)
        );
        assert_eq!(
            fill(&picked(0.0, 10.0), &fields, &mut texts, 0),
            Err(Missed::Listed)
        );
        assert_eq!(texts, ["plate"]);
    }
}
