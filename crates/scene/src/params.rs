//! Parameters of shapes: the fields of files, which have the names of the parameters of the drawing tools.
//!
//! Each shape is declared once, with the role of each field. Scene JSON, the arguments of changed shapes, the fields of
//! panels, and moved calls follow the declaration. A tool that draws a shape takes the same names
//! (`crates/tools/src/tests/shape_params.rs`). Annotations have other parameters than their files. Start at [`params`].

use super::boundaries::Boundaries;
use super::path_data::PathData;
use super::shape::Shape;
use super::text::Text;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::sync::Arc as Shared;
use trammel_kernel::Point;
use trammel_language::{Bilingual, bilingual};
use trammel_text::{Align, Valign};

/// Meaning of a parameter, the same in every shape and tool that has a parameter of the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// First coordinate of the place.
    X,
    /// Second coordinate of the place.
    Y,
    /// Coordinates of points, in turn x and y.
    Points,
    /// Lists of coordinates of points.
    Holes,
    /// SVG path data.
    Path,
    /// Boundaries of segments.
    Boundaries,
    /// Length above 0.
    Size,
    /// Length, 0 or more.
    Width,
    /// Angle in radians.
    Angle,
    /// Text of the user.
    Words,
    /// One of several words.
    Choice,
    /// `true` or `false`.
    Flag,
}

impl Role {
    /// Whether the value is a place, a length, or a direction that the user can set.
    #[must_use]
    pub fn is_measure(self) -> bool {
        !matches!(self, Role::Boundaries | Role::Words | Role::Choice | Role::Flag)
    }
}

/// Parameter of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name of the parameter.
    pub name: &'static str,
    /// Meaning of the parameter.
    pub role: Role,
}

/// Declares the types of shapes: the name of the type, the fields with their roles, their values, and the shape of given
/// values. An annotation has another declaration of its parameters; a type without parameters has none.
macro_rules! shapes {
    (
        $shape_type:ident
        parameters {$(
            $kind:literal $params:ident { $($field:ident: $type:ty = $role:ident,)* }
            $pattern:pat => ($($value:expr),*)
            |$given:ident| $shape:expr;
        )*}
        annotations { $($note:literal $note_pattern:pat,)* }
        no_parameters { $($bare:literal $bare_variant:ident;)* }
    ) => {
        $(
            #[derive(Serialize, Deserialize)]
            #[serde(deny_unknown_fields)]
            struct $params { $($field: $type,)* }
        )*

        $(
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct $bare_variant {}
        )*

        /// All shapes that have parameters, with the names of their types.
        const SHAPES: &[(&str, &[Field])] = &[$(
            ($kind, &[$(Field { name: stringify!($field), role: Role::$role }),*]),
        )*];

        impl $shape_type {
            /// Names of all types, as written by tools and files.
            pub const KINDS: [&'static str; [$($kind,)* $($note,)* $($bare),*].len()] =
                [$($kind,)* $($note,)* $($bare),*];

            /// Returns the name of the type as written by tools and files, one of the names of all types.
            #[allow(unused_variables, reason = "a pattern also binds the values of the parameters")]
            pub fn kind(&self) -> &'static str {
                match self {
                    $($pattern => $kind,)*
                    $($note_pattern => $note,)*
                    $($shape_type::$bare_variant => $bare,)*
                }
            }
        }

        /// Returns the parameters of a shape with their values; none for an annotation.
        #[must_use]
        pub fn params(shape: &$shape_type) -> Map<String, Value> {
            let params = match shape {
                $($pattern => serde_json::to_value($params { $($field: $value,)* }),)*
                $($note_pattern => return Map::new(),)*
                $($shape_type::$bare_variant => return Map::new(),)*
            };
            match params {
                Ok(Value::Object(params)) => params,
                _ => Map::new(),
            }
        }

        /// Returns the shape of a type with these parameters; `None` for an annotation or an unknown type.
        ///
        /// # Errors
        /// Returns one sentence about the first problem.
        pub fn shape_of(kind: &str, params: Value) -> Option<Result<$shape_type, Bilingual>> {
            Some(match kind {
                $($kind => parse_geometry(params).and_then(|$given: $params| $shape),)*
                $($bare => parse_geometry(params).map(|$bare_variant {}| $shape_type::$bare_variant),)*
                _ => return None,
            })
        }

        /// Returns the parameters of a type of shape, in the order of its file; none for an annotation.
        #[must_use]
        pub fn fields_of(kind: &str) -> &'static [Field] {
            let found = SHAPES.iter().find(|(known, _)| *known == kind);
            found.map_or(&[], |(_, fields)| fields)
        }

        /// Returns the meaning of a parameter in all shapes; `None` if no shape has it.
        #[must_use]
        pub fn role_of(name: &str) -> Option<Role> {
            let mut all = SHAPES.iter().flat_map(|(_, fields)| *fields);
            all.find(|field| field.name == name).map(|field| field.role)
        }
    };
}

shapes! {
    Shape
    parameters {
        "line" Line { points: Vec<f64> = Points, closed: bool = Flag, }
        Shape::Line { points, closed } => (flat(points), *closed)
        |line| Ok(Shape::Line { points: points(&line.points)?, closed: line.closed });

        "circle" Circle { x: f64 = X, y: f64 = Y, radius: f64 = Size, }
        Shape::Circle { center, radius } => (center.x, center.y, *radius)
        |circle| Ok(Shape::Circle { center: Point::new(circle.x, circle.y), radius: circle.radius });

        "rect" Rect { x: f64 = X, y: f64 = Y, width: f64 = Size, height: f64 = Size, corner_radius: f64 = Width, }
        Shape::Rect { corner, width, height, corner_radius } => (corner.x, corner.y, *width, *height, *corner_radius)
        |rect| Ok(Shape::Rect {
            corner: Point::new(rect.x, rect.y),
            width: rect.width,
            height: rect.height,
            corner_radius: rect.corner_radius,
        });

        "arc" Arc { cx: f64 = X, cy: f64 = Y, radius: f64 = Size, start_angle: f64 = Angle, end_angle: f64 = Angle, }
        Shape::Arc { center, radius, start_angle, end_angle } => (center.x, center.y, *radius, *start_angle, *end_angle)
        |arc| Ok(Shape::Arc {
            center: Point::new(arc.cx, arc.cy),
            radius: arc.radius,
            start_angle: arc.start_angle,
            end_angle: arc.end_angle,
        });

        "polygon" Polygon { points: Vec<f64> = Points, holes: Vec<Vec<f64>> = Holes, }
        Shape::Polygon { points, holes } => (flat(points), holes.iter().map(|hole| flat(hole)).collect())
        |polygon| Ok(Shape::Polygon {
            points: points(&polygon.points)?,
            holes: polygon.holes.iter().map(|hole| points(hole)).collect::<Result<_, _>>()?,
        });

        "ellipse" Ellipse {
            cx: f64 = X, cy: f64 = Y, rx: f64 = Size, ry: f64 = Size,
            rotation: f64 = Angle, start_angle: f64 = Angle, end_angle: f64 = Angle,
        }
        Shape::Ellipse { center, rx, ry, rotation, start_angle, end_angle } =>
            (center.x, center.y, *rx, *ry, *rotation, *start_angle, *end_angle)
        |ellipse| Ok(Shape::Ellipse {
            center: Point::new(ellipse.cx, ellipse.cy),
            rx: ellipse.rx,
            ry: ellipse.ry,
            rotation: ellipse.rotation,
            start_angle: ellipse.start_angle,
            end_angle: ellipse.end_angle,
        });

        "bezier" Bezier { path: String = Path, }
        Shape::Bezier(data) => (data.text().to_owned())
        |bezier| PathData::new(&bezier.path).map(Shape::Bezier);

        "text" TextGeometry {
            text: String = Words, x: f64 = X, y: f64 = Y, size: f64 = Size,
            align: Align = Choice, valign: Valign = Choice, angle: f64 = Angle,
        }
        Shape::Text(text) => (text.text.clone(), text.at.x, text.at.y, text.size, text.align, text.valign, text.angle)
        |text| Ok(Shape::Text(Shared::new(Text {
            text: text.text,
            at: Point::new(text.x, text.y),
            size: text.size,
            align: text.align,
            valign: text.valign,
            angle: text.angle,
        })));

        "point" At { x: f64 = X, y: f64 = Y, }
        Shape::Point { at } => (at.x, at.y)
        |point| Ok(Shape::Point { at: Point::new(point.x, point.y) });

        "region" Region { paths: Boundaries = Boundaries, }
        Shape::Region { paths } => (Boundaries(paths.clone()))
        |region| Ok(Shape::Region { paths: region.paths.0 });
    }
    annotations {
        "dimension" Shape::Dimension(_),
        "leader" Shape::Leader(_),
        "hatch" Shape::Hatch(_),
    }
    no_parameters {
        "group" Group;
    }
}

fn parse_geometry<T: DeserializeOwned>(params: Value) -> Result<T, Bilingual> {
    serde_json::from_value(params).map_err(|e| bilingual!("geometry: {e}", "geometry: {e:#}"))
}

fn flat(points: &[Point]) -> Vec<f64> {
    points.iter().flat_map(|point| [point.x, point.y]).collect()
}

fn points(flat: &[f64]) -> Result<Vec<Point>, Bilingual> {
    if !flat.len().is_multiple_of(2) {
        return Err(bilingual!(
            "points needs x and y for every point, got {} numbers",
            "점마다 x와 y가 필요한데 숫자가 {}개예요",
            flat.len()
        ));
    }
    Ok(flat.chunks_exact(2).map(|xy| Point::new(xy[0], xy[1])).collect())
}

#[cfg(test)]
#[allow(
    clippy::unwrap_used,
    unreachable_pub,
    reason = "the macro declares public items"
)]
mod added_shape_tests;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_has_one_role_in_all_shapes() {
        for (kind, fields) in SHAPES {
            for field in *fields {
                assert_eq!(role_of(field.name), Some(field.role), "{kind}.{}", field.name);
            }
        }
    }
}
