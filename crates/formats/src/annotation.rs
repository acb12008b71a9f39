//! Dimensions, leaders, and hatches in scene JSON: writer and reader.
//!
//! A reference is a pair of an entity name and a sub-entity (`["plate", "edge[2].start"]`), so that a name may
//! contain a dot. A file may refer to entities that do not exist.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use trammel_kernel::Point;
use trammel_language::{Bilingual, bilingual};
use trammel_scene::annotate::{DimStyle, Dimension, Leader, Marks, Measure, Tolerance};
use trammel_scene::{Boundaries, PartRef, Shape, TiedDimension, TiedHatch, TiedLeader};

/// Returns the geometry of an annotation as JSON; `None` for other shapes.
pub(super) fn geometry_json(shape: &Shape) -> Option<Value> {
    match shape {
        Shape::Dimension(tied) => {
            let d = &tied.dimension;
            let mut out = json!({
                "measure": Form::of(&d.measure), "value": d.value, "text": d.text, "style": d.style,
                "refs": tied.ties, "detached": tied.detached,
            });
            // The optional parts are left out if absent, as in files of earlier versions.
            let parts = [
                ("text_at", d.marks.text_at.map(|at| json!(pair(at)))),
                (
                    "tolerance",
                    d.marks.tolerance.map(|tolerance| json!(Permitted::of(tolerance))),
                ),
                ("fit", d.marks.fit.as_ref().map(|fit| json!(fit))),
            ];
            for (name, value) in parts {
                if let Some(value) = value {
                    out[name] = value;
                }
            }
            Some(out)
        }
        Shape::Leader(tied) => Some(json!({
            "points": tied.leader.points.iter().copied().map(pair).collect::<Vec<_>>(), "text": tied.leader.text,
            "style": tied.leader.style, "ref": tied.tie, "detached": tied.detached,
        })),
        Shape::Hatch(tied) => {
            let mut out = json!({
                "pattern": tied.pattern, "scale": tied.scale, "angle": tied.angle,
                "paths": Boundaries(tied.boundary.clone()),
                "refs": tied.ties, "detached": tied.detached,
            });
            // Left out if absent, as in files of earlier versions.
            if let Some(seed) = tied.seed {
                out["at"] = json!(pair(seed));
            }
            Some(out)
        }
        _ => None,
    }
}

/// Reads the annotation with this type and geometry.
///
/// # Errors
/// Returns an error if the type is not an annotation, or if the geometry is malformed.
pub fn from_json(kind: &str, geometry: &Value) -> Result<Shape, Bilingual> {
    read(kind, geometry).unwrap_or_else(|| {
        Err(bilingual!(
            "type must be \"dimension\", \"leader\" or \"hatch\", got \"{kind}\"",
            "type은 \"dimension\", \"leader\", \"hatch\" 중 하나여야 하는데 \"{kind}\"을(를) 받았어요"
        ))
    })
}

/// Reads a shape written by [`geometry_json`]; returns `None` for other types.
pub(super) fn read(kind: &str, geometry: &Value) -> Option<Result<Shape, Bilingual>> {
    Some(match kind {
        "dimension" => parse_geometry(geometry).map(|read: DimensionForm| {
            Shape::Dimension(Arc::new(TiedDimension {
                dimension: Dimension {
                    measure: read.measure.measure(),
                    value: read.value,
                    style: read.style,
                    text: read.text,
                    marks: Marks {
                        text_at: read.text_at.map(point),
                        tolerance: read.tolerance.map(Permitted::tolerance),
                        fit: read.fit,
                    },
                },
                ties: read.refs,
                detached: read.detached,
            }))
        }),
        "leader" => parse_geometry(geometry).map(|read: LeaderForm| {
            Shape::Leader(Arc::new(TiedLeader {
                leader: Leader {
                    points: read.points.into_iter().map(point).collect(),
                    text: read.text,
                    style: read.style,
                },
                tie: read.tie,
                detached: read.detached,
            }))
        }),
        "hatch" => parse_geometry(geometry).map(|read: HatchForm| {
            Shape::Hatch(Arc::new(TiedHatch {
                boundary: read.paths.0,
                pattern: read.pattern,
                scale: read.scale,
                angle: read.angle,
                ties: read.refs,
                seed: read.at.map(point),
                detached: read.detached,
            }))
        }),
        _ => return None,
    })
}

fn parse_geometry<T: for<'a> Deserialize<'a>>(geometry: &Value) -> Result<T, Bilingual> {
    T::deserialize(geometry).map_err(|e| bilingual!("geometry: {e}", "geometry: {e:#}"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DimensionForm {
    measure: Form,
    value: f64,
    text: Option<String>,
    style: DimStyle,
    refs: Vec<Option<PartRef>>,
    detached: bool,
    text_at: Option<[f64; 2]>,
    tolerance: Option<Permitted>,
    fit: Option<String>,
}

/// A [`Tolerance`] as a number or as an object with both limits.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Permitted {
    Symmetric(f64),
    Deviations(Limits),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Limits {
    upper: f64,
    lower: f64,
}

impl Permitted {
    fn of(tolerance: Tolerance) -> Permitted {
        match tolerance {
            Tolerance::Symmetric(deviation) => Permitted::Symmetric(deviation),
            Tolerance::Deviations { upper, lower } => Permitted::Deviations(Limits { upper, lower }),
        }
    }

    fn tolerance(self) -> Tolerance {
        match self {
            Permitted::Symmetric(deviation) => Tolerance::Symmetric(deviation),
            Permitted::Deviations(Limits { upper, lower }) => Tolerance::Deviations { upper, lower },
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaderForm {
    points: Vec<[f64; 2]>,
    text: String,
    style: DimStyle,
    #[serde(rename = "ref")]
    tie: Option<PartRef>,
    detached: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HatchForm {
    pattern: String,
    scale: f64,
    angle: f64,
    paths: Boundaries,
    refs: Vec<PartRef>,
    #[serde(default)]
    at: Option<[f64; 2]>,
    detached: bool,
}

/// A [`Measure`] with points as pairs.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum Form {
    Linear {
        from: [f64; 2],
        to: [f64; 2],
        angle: Option<f64>,
        at: [f64; 2],
    },
    Angular {
        vertex: [f64; 2],
        from: [f64; 2],
        to: [f64; 2],
        at: [f64; 2],
    },
    Radius {
        center: [f64; 2],
        radius: f64,
        at: [f64; 2],
    },
    Diameter {
        center: [f64; 2],
        radius: f64,
        at: [f64; 2],
    },
}

impl Form {
    fn of(measure: &Measure) -> Form {
        match *measure {
            Measure::Linear { from, to, angle, at } => Form::Linear {
                from: pair(from),
                to: pair(to),
                angle,
                at: pair(at),
            },
            Measure::Angular { vertex, from, to, at } => Form::Angular {
                vertex: pair(vertex),
                from: pair(from),
                to: pair(to),
                at: pair(at),
            },
            Measure::Radius { center, radius, at } => Form::Radius {
                center: pair(center),
                radius,
                at: pair(at),
            },
            Measure::Diameter { center, radius, at } => Form::Diameter {
                center: pair(center),
                radius,
                at: pair(at),
            },
        }
    }

    fn measure(self) -> Measure {
        match self {
            Form::Linear { from, to, angle, at } => Measure::Linear {
                from: point(from),
                to: point(to),
                angle,
                at: point(at),
            },
            Form::Angular { vertex, from, to, at } => Measure::Angular {
                vertex: point(vertex),
                from: point(from),
                to: point(to),
                at: point(at),
            },
            Form::Radius { center, radius, at } => Measure::Radius {
                center: point(center),
                radius,
                at: point(at),
            },
            Form::Diameter { center, radius, at } => Measure::Diameter {
                center: point(center),
                radius,
                at: point(at),
            },
        }
    }
}

fn pair(point: Point) -> [f64; 2] {
    [point.x, point.y]
}

fn point([x, y]: [f64; 2]) -> Point {
    Point::new(x, y)
}
