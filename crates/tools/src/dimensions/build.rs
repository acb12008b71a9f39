//! Construction of dimensions and leaders: references resolved in world coordinates, and the associative shapes.

use super::options::Direction;
use crate::checks::check_point;
use crate::error::ToolError;
use crate::points::{PointArg, Points};
use crate::reference_arg::Anchor;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, TAU};
use std::sync::Arc;
use trammel_kernel::{Affine, Point, Seg, Vec2, affine::rotation, norm};
use trammel_language::bilingual;
use trammel_scene::annotate::{DimStyle, Dimension, Leader, Marks, Measure};
use trammel_scene::{
    Edit, PartRef, PartSelector, Resolved, Shape, TiedDimension, TiedLeader, between, check_coordinate,
    circle_of, edge_distance, extent, line_of, tip_of,
};

/// Default height of the text, in drawing units.
pub(super) const TEXT_HEIGHT: f64 = 2.5;

/// End points of a linear dimension, in world coordinates, with their references.
pub(super) struct Ends {
    pub(super) points: [Point; 2],
    ties: [Option<PartRef>; 2],
}

impl Ends {
    pub(super) fn of(edit: &Edit, from: &Anchor, to: Option<&Anchor>) -> Result<Ends, ToolError> {
        let ends = match to {
            Some(to) => {
                let ((a, tie_a), (b, tie_b)) = (from.point(edit, "from")?, to.point(edit, "to")?);
                Ends {
                    points: [a, b],
                    ties: [tie_a, tie_b],
                }
            }
            None => {
                let tie = from.reference(edit, "from")?;
                let (a, b) = line_of(&tie.resolve(edit)?).ok_or_else(|| {
                    ToolError::new(bilingual!(
                        "from: '{tie}' is not a straight edge. Add 'to', or name an edge.",
                        "from: '{tie}'은(는) 곧은 변이 아니에요. 'to'를 더하거나 변을 쓰세요."
                    ))
                })?;
                let ties = [tie.spot(PartSelector::Start), tie.spot(PartSelector::End)];
                Ends { points: [a, b], ties }
            }
        };
        let [a, b] = ends.points;
        if a == b {
            return Err(ToolError::new(bilingual!(
                "from and to are the same point ({}, {})",
                "from과 to가 같은 점 ({}, {})이에요",
                a.x,
                a.y
            )));
        }
        Ok(ends)
    }

    pub(super) fn dimension(
        self,
        measure: Measure,
        style: DimStyle,
        text: Option<&String>,
    ) -> Result<Shape, ToolError> {
        if measure.value() <= 0.0 {
            return Err(ToolError::new(bilingual!(
                "the distance of the points in this direction is 0. Choose the other direction.",
                "이 방향으로 잰 점 사이 거리가 0이에요. 다른 방향을 고르세요."
            )));
        }
        Ok(tied_dimension(measure, style, text, self.ties.to_vec()))
    }
}

/// Returns the dimension of the distance of two parallel edges; `None` if an end is not an edge.
pub(super) fn edges_apart(
    edit: &Edit,
    [from, to]: [&Anchor; 2],
    offset: Option<f64>,
    look: &DimStyle,
    text: Option<&String>,
) -> Result<Option<Shape>, ToolError> {
    let edge = |anchor: &Anchor| match anchor {
        Anchor::Point(_) => Ok(None),
        Anchor::Part(part) => {
            let tie = PartRef::parse(edit, part)?;
            let line = line_of(&tie.resolve(edit)?);
            Ok::<_, ToolError>(line.map(|line| (tie, line)))
        }
    };
    let (Some((one, first)), Some((other, second))) = (edge(from)?, edge(to)?) else {
        return Ok(None);
    };
    let (start, way) = (first.0, first.1 - first.0);
    // The offset is to the left of the way from the first edge to the second one.
    let is_left = way.cross(second.0 - start) >= 0.0;
    let away = if is_left { -way } else { way } / norm(way);
    let offset = offset.unwrap_or(norm(way) / 2.0 + 4.0 * look.text_height);
    check_coordinate("offset", offset).map_err(ToolError::new)?;
    let at = start.midpoint(first.1) + away * offset;
    let Some(measure) = edge_distance([first, second], at) else {
        return Err(ToolError::new(bilingual!(
            "from and to: '{one}' and '{other}' are not parallel edges with a distance. Name two points, or use dimension_angular \
             for the angle.",
            "from과 to: '{one}'과(와) '{other}'은(는) 거리가 있는 평행한 변이 아니에요. 점 두 개를 쓰거나 각도는 dimension_angular로 넣으세요."
        )));
    };
    Ok(Some(tied_dimension(
        measure,
        look.clone(),
        text,
        vec![Some(one), Some(other)],
    )))
}

/// Returns the dimension with these references.
pub(super) fn tied_dimension(
    measure: Measure,
    style: DimStyle,
    text: Option<&String>,
    ties: Vec<Option<PartRef>>,
) -> Shape {
    Shape::Dimension(Arc::new(TiedDimension {
        dimension: Dimension {
            value: measure.value(),
            measure,
            style,
            text: text.cloned(),
            marks: Marks::default(),
        },
        ties,
        detached: false,
    }))
}

/// Checks the numbers that place texts, before a layout uses them.
pub(super) fn check_look(style: &DimStyle, marks: &Marks) -> Result<(), ToolError> {
    style.check_numbers().map_err(ToolError::new)?;
    marks.check().map_err(ToolError::new)
}

/// Parameters of the dimension of an extent.
pub(super) struct Extent<'a> {
    pub(super) entity: &'a str,
    pub(super) direction: Option<Direction>,
    pub(super) offset: Option<f64>,
    pub(super) text: Option<&'a String>,
}

pub(super) fn overall(this: &Extent<'_>, edit: &Edit, look: DimStyle) -> Result<Shape, ToolError> {
    let whole = PartRef::entity_of_part(this.entity).filter(|_| edit.get(this.entity).is_none());
    if let Some(entity) = whole.filter(|entity| edit.get(entity).is_some()) {
        return Err(ToolError::new(bilingual!(
            "entity: '{}' is a part of '{entity}'. Name '{entity}', or dimension the part with dimension_linear.",
            "entity: '{}'은(는) '{entity}' 항목의 부분이에요. '{entity}'을(를) 쓰거나 부분의 치수는 dimension_linear로 넣으세요.",
            this.entity
        )));
    }
    let entity = edit.require(this.entity)?;
    if entity.shape.is_annotation() {
        return Err(ToolError::new(bilingual!(
            "entity: '{}' is an annotation. Name the entity that it measures.",
            "entity: '{}'은(는) 주석이에요. 그것이 재는 항목을 쓰세요.",
            this.entity
        )));
    }
    let tie = PartRef {
        entity: entity.name.clone(),
        part: None,
    };
    let ends = |direction: Direction, upper: bool| {
        extent(edit, &tie, &Affine::IDENTITY, direction.angle(), upper).ok_or_else(|| {
            ToolError::new(bilingual!(
                "entity: '{}' has no outline",
                "entity: '{}' 항목에 외곽선이 없어요",
                this.entity
            ))
        })
    };
    let (left, right) = ends(Direction::Horizontal, true)?;
    let (bottom, top) = ends(Direction::Vertical, true)?;
    let direction = Direction::or_larger(this.direction, right.x - left.x, top.y - bottom.y);
    let offset = this.offset.unwrap_or(4.0 * look.text_height);
    check_coordinate("offset", offset).map_err(ToolError::new)?;
    // The side above is left of the horizontal direction; the side to the right is right of the vertical direction.
    let (from, to) = ends(direction, (offset >= 0.0) == direction.is_horizontal())?;
    let at = if direction.is_horizontal() {
        Point::new(from.x.min(to.x), from.y + offset)
    } else {
        Point::new(from.x + offset, from.y.min(to.y))
    };
    let angle = Some(direction.angle());
    let measure = Measure::Linear { from, to, angle, at };
    if measure.value() <= 0.0 {
        let size = if direction.is_horizontal() {
            bilingual!("width", "너비")
        } else {
            bilingual!("height", "높이")
        };
        return Err(ToolError::new(bilingual!(
            "entity: the {size} of '{}' is 0. Choose the other direction.",
            "entity: '{}' 항목의 {size:#}이(가) 0이에요. 다른 방향을 고르세요.",
            this.entity
        )));
    }
    Ok(tied_dimension(
        measure,
        look,
        this.text,
        vec![Some(tie.clone()), Some(tie)],
    ))
}

/// Parameters of an angular dimension.
pub(super) struct Angle<'a> {
    pub(super) a: &'a Anchor,
    pub(super) b: &'a Anchor,
    pub(super) vertex: Option<&'a Anchor>,
    pub(super) at: Option<PointArg>,
    pub(super) text: Option<&'a String>,
}

pub(super) fn angular(this: &Angle<'_>, edit: &Edit, look: DimStyle) -> Result<Shape, ToolError> {
    let at = this.at.map(|at| check_point("at", at)).transpose()?;
    let least = 4.0 * look.text_height;
    // The default position is on the bisector, at 0.6 times the shorter side but at least `least` away from the
    // vertex.
    let default_at = |vertex: Point, from: Point, to: Point| {
        let (u, v) = (from - vertex, to - vertex);
        let middle = u / norm(u) + v / norm(v);
        let away = if norm(middle) > 1e-6 {
            middle / norm(middle)
        } else {
            Vec2::new(-u.y, u.x) / norm(u)
        };
        vertex + away * (0.6_f64 * norm(u).min(norm(v))).max(least)
    };
    if let Some(vertex) = this.vertex {
        let (vertex, tie) = vertex.point(edit, "vertex")?;
        let ((from, tie_from), (to, tie_to)) = (this.a.point(edit, "entity")?, this.b.point(edit, "target")?);
        if from == vertex || to == vertex {
            return Err(ToolError::new(bilingual!(
                "a and b must differ from vertex",
                "a와 b는 vertex와 달라야 해요"
            )));
        }
        let at = at.unwrap_or_else(|| default_at(vertex, from, to));
        let measure = Measure::Angular { vertex, from, to, at };
        return Ok(tied_dimension(
            measure,
            look,
            this.text,
            vec![tie, tie_from, tie_to],
        ));
    }
    let ties = [
        this.a.reference(edit, "entity")?,
        this.b.reference(edit, "target")?,
    ];
    let line = |tie: &PartRef, parameter: &str| {
        line_of(&tie.resolve(edit)?).ok_or_else(|| {
            ToolError::new(bilingual!(
                "{parameter}: '{tie}' is not a straight edge. Name a straight edge, or give vertex and two points.", "{parameter}: '{tie}'은(는) 곧은 변이 아니에요. 곧은 변을 쓰거나 vertex와 점 두 개를 주세요."
            ))
        })
    };
    let lines = [line(&ties[0], "a")?, line(&ties[1], "b")?];
    let parallel = || {
        ToolError::new(bilingual!(
            "'{}' and '{}' are parallel, so they form no angle",
            "'{}'과(와) '{}'은(는) 평행해서 각도가 없어요",
            ties[0],
            ties[1]
        ))
    };
    // Any position suffices to find the intersection of the lines. The sides of the angle then lead to the farther
    // end of each line.
    let Some(Measure::Angular { vertex, .. }) = between(lines, lines[0].0, None) else {
        return Err(parallel());
    };
    let farther = |(p, q): (Point, Point)| {
        if norm(p - vertex) > norm(q - vertex) { p } else { q }
    };
    let at = at.unwrap_or_else(|| default_at(vertex, farther(lines[0]), farther(lines[1])));
    let measure = between(lines, at, None).ok_or_else(parallel)?;
    Ok(tied_dimension(measure, look, this.text, ties.map(Some).to_vec()))
}

/// Parameters of a radius or diameter dimension.
pub(super) struct Round<'a> {
    pub(super) target: &'a str,
    pub(super) at: Option<PointArg>,
    pub(super) text: Option<&'a String>,
    /// Whether the dimension measures the diameter, as opposed to the radius.
    pub(super) whole: bool,
}

pub(super) fn round(this: &Round<'_>, edit: &Edit, look: DimStyle) -> Result<Shape, ToolError> {
    let tie = PartRef::parse(edit, this.target)?;
    let found = tie.resolve(edit)?;
    let (center, radius) = circle_of(&found).ok_or_else(|| {
        ToolError::new(bilingual!(
            "target: '{tie}' is not round. Name a circle, an arc or a round edge.",
            "target: '{tie}'은(는) 둥글지 않아요. 원, 호, 둥근 변을 쓰세요."
        ))
    })?;
    let away = rotation(toward(&found)) * Point::new(radius + 3.0 * look.text_height, 0.0);
    let at = match this.at {
        Some(at) => check_point("at", at)?,
        None => center + away.to_vec2(),
    };
    let measure = if this.whole {
        Measure::Diameter { center, radius, at }
    } else {
        Measure::Radius { center, radius, at }
    };
    Ok(tied_dimension(measure, look, this.text, vec![Some(tie)]))
}

/// Returns the direction in which a dimension of a circle or an arc is placed by default: up to the right, if the arc is
/// there, else the middle of the arc.
fn toward(found: &Resolved) -> f64 {
    let seg = match found {
        Resolved::Curve(seg) => Some(seg),
        Resolved::Whole(paths) => match paths.as_slice() {
            [path] if path.segs.len() == 1 => path.segs.first(),
            _ => None,
        },
        Resolved::Point(_) => None,
    };
    let Some(Seg::Conic(arc)) = seg else {
        return FRAC_PI_4;
    };
    let angle = |point: Point| libm::atan2(point.y - arc.c.y, point.x - arc.c.x);
    let arc = if arc.is_ccw() { *arc } else { arc.reversed() };
    let is_there = (FRAC_PI_4 - angle(arc.point(arc.t0))).rem_euclid(TAU) <= arc.dt.abs();
    if arc.is_full() || is_there {
        FRAC_PI_4
    } else {
        angle(arc.point(arc.t0 + arc.dt / 2.0))
    }
}

pub(super) fn leader(
    target: &Anchor,
    points: &Points,
    text: &str,
    edit: &Edit,
    style: DimStyle,
) -> Result<Shape, ToolError> {
    let Some(next) = points.0.first().copied() else {
        return Err(ToolError::new(bilingual!(
            "points needs at least one point, the start of the text",
            "points에는 글의 시작인 점이 하나는 있어야 해요"
        )));
    };
    let (tip, tie) = match target {
        Anchor::Point(_) => target.point(edit, "target")?,
        Anchor::Part(_) => {
            let tie = target.reference(edit, "target")?;
            let tip = tip_of(&tie.resolve(edit)?, next).ok_or_else(|| {
                ToolError::new(bilingual!(
                    "target: '{tie}' has no outline",
                    "target: '{tie}' 항목에 외곽선이 없어요"
                ))
            })?;
            (tip, Some(tie))
        }
    };
    Ok(Shape::Leader(Arc::new(TiedLeader {
        leader: Leader {
            points: std::iter::once(tip).chain(points.0.iter().copied()).collect(),
            text: text.to_owned(),
            style,
        },
        tie,
        detached: false,
    })))
}

/// Returns the unit vector to the left of the direction `angle`.
pub(super) fn across(angle: f64) -> Vec2 {
    let turned: Affine = rotation(angle + FRAC_PI_2);
    (turned * Point::new(1.0, 0.0)).to_vec2()
}
