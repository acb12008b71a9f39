//! Dimensions of several points in one direction: a chain in one row, and baseline dimensions in rows.
//!
//! Invariant: no two texts of a chain overlap. A text without room between its extension lines moves away from the points
//! to the nearest free place.

use super::build::tied_dimension;
use super::options::Direction;
use crate::error::ToolError;
use crate::reference_arg::Anchor;
use std::sync::Arc;
use trammel_base::numbers::number_text;
use trammel_base::sort;
use trammel_kernel::{Bounds, Path, Point, Vec2};
use trammel_language::bilingual;
use trammel_scene::annotate::{DimStyle, Dimension, Marks, Measure};
use trammel_scene::{Edit, PartRef, Shape};

/// Maximum number of points.
const MOST: usize = 200;

/// Distance of two rows by default, in heights of the text.
const ROW: f64 = 3.0;

/// Least distance of two rows, in heights of the text.
const LEAST_ROW: f64 = 2.0;

/// Distance of two rows of moved texts, in heights of the text.
const TEXT_ROW: f64 = 1.5;

/// Arguments of a row.
#[derive(Debug)]
pub(super) struct RowArgs<'a> {
    pub(super) points: &'a [Anchor],
    pub(super) direction: Option<Direction>,
    pub(super) offset: Option<f64>,
    pub(super) style: DimStyle,
    pub(super) marks: Marks,
}

/// Measured point with its reference and its place in the argument.
#[derive(Clone, Debug)]
struct Spot {
    point: Point,
    tie: Option<PartRef>,
    place: usize,
}

/// Points and the first dimension line.
struct Row {
    spots: Vec<Spot>,
    direction: Direction,
    /// Height of the first dimension line, or its x for a vertical direction.
    level: f64,
    /// Side of the dimension lines: 1 above or right of the points, -1 below or left.
    away: f64,
    style: DimStyle,
    marks: Marks,
}

impl Row {
    fn of(edit: &Edit, args: RowArgs<'_>) -> Result<Row, ToolError> {
        let count = args.points.len();
        if !(2..=MOST).contains(&count) {
            return Err(ToolError::new(bilingual!(
                "points needs 2 to {MOST} points, got {count}",
                "points에는 점이 2~{MOST}개 있어야 하는데 {count}개를 받았어요"
            )));
        }
        let mut spots = Vec::new();
        for (place, anchor) in args.points.iter().enumerate() {
            let (point, tie) = anchor.point(edit, &format!("points[{place}]"))?;
            spots.push(Spot { point, tie, place });
        }
        let bounds = Bounds::from_points(spots.iter().map(|spot| spot.point));
        let bounds = bounds.ok_or_else(|| {
            ToolError::new(bilingual!(
                "points must be finite numbers",
                "points는 유한한 수여야 해요"
            ))
        })?;
        let direction = Direction::or_larger(args.direction, bounds.width(), bounds.height());
        let offset = args.offset.unwrap_or(4.0 * args.style.text_height);
        trammel_scene::check_coordinate("offset", offset).map_err(ToolError::new)?;
        let end = if offset < 0.0 { bounds.min } else { bounds.max };
        Ok(Row {
            spots,
            direction,
            level: across(direction, end) + offset,
            away: if offset < 0.0 { -1.0 } else { 1.0 },
            style: args.style,
            marks: args.marks,
        })
    }

    fn along(&self, spot: &Spot) -> f64 {
        along(self.direction, spot.point)
    }

    /// Refuses two neighbors at the same coordinate.
    fn check_neighbors(&self) -> Result<(), ToolError> {
        let same = self
            .spots
            .windows(2)
            .find(|pair| self.along(&pair[0]) == self.along(&pair[1]));
        let Some([a, b]) = same else { return Ok(()) };
        let axis = if self.direction.is_horizontal() { "x" } else { "y" };
        Err(ToolError::new(bilingual!(
            "points[{}] and points[{}] have the same {axis}, {}, so their distance is 0. Leave one of them out, or choose the \
             other direction.",
            "points[{}]과(와) points[{}]의 {axis} 값이 {}(으)로 같아서 거리가 0이에요. 하나를 빼거나 다른 방향을 고르세요.",
            a.place.min(b.place),
            a.place.max(b.place),
            self.along(a)
        )))
    }

    /// Returns the dimension between two points in a row.
    fn dimension(&self, from: &Spot, to: &Spot, level: f64) -> Dimension {
        let first = self.along(from).min(self.along(to));
        let measure = Measure::Linear {
            from: from.point,
            to: to.point,
            angle: Some(self.direction.angle()),
            at: point_at(self.direction, first, level),
        };
        Dimension {
            value: measure.value(),
            measure,
            style: self.style.clone(),
            text: None,
            marks: self.marks.clone(),
        }
    }

    fn shape(&self, dimension: Dimension, from: &Spot, to: &Spot) -> Shape {
        let ties = vec![from.tie.clone(), to.tie.clone()];
        let mut shape = tied_dimension(dimension.measure, dimension.style, None, ties);
        if let Shape::Dimension(tied) = &mut shape {
            Arc::make_mut(tied).dimension.marks = dimension.marks;
        }
        shape
    }

    /// Returns the bounds of the text of a dimension: along the direction, and across it.
    fn text_bounds(&self, dimension: &Dimension) -> Option<Bounds> {
        let drawn = dimension.drawn_form();
        let outlines = drawn.fills.get(drawn.labels.first()?.outlines.clone())?;
        let bounds = Path::bounds_of(outlines)?;
        let turned = |point: Point| Point::new(along(self.direction, point), across(self.direction, point));
        Bounds::new(turned(bounds.min), turned(bounds.max))
    }

    /// Whether the text of a dimension stands between its extension lines.
    fn has_room(&self, dimension: &Dimension, ends: [f64; 2]) -> bool {
        let drawn = dimension.drawn_form();
        drawn.labels.first().is_none_or(|label| {
            let at = along(self.direction, label.setting.at);
            ends[0].min(ends[1]) < at && at < ends[0].max(ends[1])
        })
    }

    /// Moves the texts without room to free places. Returns the bounds of all texts.
    fn separate(&self, dimensions: &mut [Dimension], is_bounded: bool) -> Vec<Bounds> {
        let ends = |at: usize| [self.along(&self.spots[at]), self.along(&self.spots[at + 1])];
        let (crowded, roomy): (Vec<usize>, Vec<usize>) =
            (0..dimensions.len()).partition(|at| !self.has_room(&dimensions[*at], ends(*at)));
        let mut taken: Vec<Bounds> = roomy
            .iter()
            .filter_map(|at| self.text_bounds(&dimensions[*at]))
            .collect();
        let outer = [
            self.along(&self.spots[0]),
            self.along(&self.spots[self.spots.len() - 1]),
        ];
        let (height, gap) = (self.style.text_height, self.style.gap);
        for at in crowded {
            let [a, b] = ends(at);
            let first = self.style.extension_beyond + gap + height / 2.0;
            let mut middle = 0.5 * a + 0.5 * b;
            let at_row = |middle: f64, row: f64| {
                point_at(
                    self.direction,
                    middle,
                    self.level + self.away * (first + row * TEXT_ROW * height),
                )
            };
            dimensions[at].marks.text_at = Some(at_row(middle, 0.0));
            let Some(mut bounds) = self.text_bounds(&dimensions[at]) else {
                continue;
            };
            if is_bounded {
                // The extension lines of the overall dimension pass the ends of the row.
                let half = 0.5 * bounds.width() + gap;
                let (low, high) = (outer[0].min(outer[1]) + half, outer[0].max(outer[1]) - half);
                let kept = if low <= high {
                    middle.clamp(low, high)
                } else {
                    middle
                };
                bounds = shift(&bounds, Vec2::new(kept - middle, 0.0));
                middle = kept;
            }
            let moved = |row: f64| shift(&bounds, Vec2::new(0.0, self.away * row * TEXT_ROW * height));
            let is_free = |row: &u32| {
                let wide = moved(f64::from(*row)).inflate(gap);
                taken.iter().all(|other| !wide.intersects(other))
            };
            // Each row of texts blocks a bounded number of rows.
            let most = 4 * u32::try_from(dimensions.len()).unwrap_or(u32::MAX / 4) + 4;
            let row = f64::from((0..most).find(is_free).unwrap_or(most));
            dimensions[at].marks.text_at = Some(at_row(middle, row));
            taken.push(moved(row));
        }
        taken
    }

    /// Returns the overall dimension, one row beyond all texts.
    fn total(&self, texts: &[Bounds]) -> Shape {
        let (first, last) = (&self.spots[0], &self.spots[self.spots.len() - 1]);
        let reach = |bounds: &Bounds, level: f64, away: f64| {
            if away > 0.0 {
                bounds.max.y - level
            } else {
                level - bounds.min.y
            }
        };
        let far = texts
            .iter()
            .map(|text| reach(text, self.level, self.away))
            .fold(0.0, f64::max);
        // The part of the own text that stands on the side of the chain.
        let own = self.text_bounds(&self.dimension(first, last, self.level));
        let inner = own
            .map_or(0.0, |own| reach(&own, self.level, -self.away))
            .max(0.0);
        let distance = (ROW * self.style.text_height).max(far + self.style.gap + inner);
        let dimension = self.dimension(first, last, self.level + self.away * distance);
        self.shape(dimension, first, last)
    }
}

/// Returns the dimensions of a chain, and the overall dimension if `total` is set.
pub(super) fn chain(
    edit: &Edit,
    args: RowArgs<'_>,
    total: bool,
) -> Result<(Vec<Shape>, Option<Shape>), ToolError> {
    let mut row = Row::of(edit, args)?;
    let direction = row.direction;
    let position = |spot: &Spot| along(direction, spot.point);
    let is_reversed = row.spots.last().map(position) < row.spots.first().map(position);
    sort::by(&mut row.spots, |a, b| position(a).total_cmp(&position(b)));
    if is_reversed {
        row.spots.reverse();
    }
    row.check_neighbors()?;
    let mut dimensions: Vec<Dimension> = row
        .spots
        .windows(2)
        .map(|pair| row.dimension(&pair[0], &pair[1], row.level))
        .collect();
    let texts = row.separate(&mut dimensions, total);
    let shapes = dimensions
        .into_iter()
        .zip(row.spots.windows(2))
        .map(|(dimension, pair)| row.shape(dimension, &pair[0], &pair[1]))
        .collect();
    Ok((shapes, total.then(|| row.total(&texts))))
}

/// Returns the dimensions from the first point to each other point, the shortest first. A text without room stands beyond
/// the first point.
pub(super) fn baseline(
    edit: &Edit,
    args: RowArgs<'_>,
    spacing: Option<f64>,
) -> Result<Vec<Shape>, ToolError> {
    let height = args.style.text_height;
    let spacing = spacing.unwrap_or(ROW * height);
    trammel_scene::check_coordinate("spacing", spacing).map_err(ToolError::new)?;
    if spacing < LEAST_ROW * height {
        let spacing = number_text(spacing);
        return Err(ToolError::new(bilingual!(
            "spacing must be at least {LEAST_ROW} times text_height, {}, so that texts and lines stay apart, got {spacing}",
            "spacing은 글과 선이 떨어지도록 text_height의 {LEAST_ROW}배인 {} 이상이어야 하는데 {spacing}을(를) 받았어요",
            number_text(LEAST_ROW * height)
        )));
    }
    let mut row = Row::of(edit, args)?;
    let direction = row.direction;
    let position = |spot: &Spot| along(direction, spot.point);
    sort::by(&mut row.spots, |a, b| position(a).total_cmp(&position(b)));
    row.check_neighbors()?;
    let Some(first) = row.spots.iter().find(|spot| spot.place == 0).cloned() else {
        return Ok(Vec::new());
    };
    let mut others: Vec<Spot> = row.spots.iter().filter(|spot| spot.place != 0).cloned().collect();
    let distance = |spot: &Spot| (position(spot) - position(&first)).abs();
    sort::by(&mut others, |a, b| distance(a).total_cmp(&distance(b)));
    let shape = |(at, other): (usize, &Spot)| {
        let level = row.level + row.away * spacing * at as f64;
        row.shape(row.dimension(other, &first, level), other, &first)
    };
    Ok(others.iter().enumerate().map(shape).collect())
}

fn along(direction: Direction, point: Point) -> f64 {
    if direction.is_horizontal() {
        point.x
    } else {
        point.y
    }
}

fn across(direction: Direction, point: Point) -> f64 {
    if direction.is_horizontal() {
        point.y
    } else {
        point.x
    }
}

/// Returns the point with these coordinates along and across the direction.
fn point_at(direction: Direction, along: f64, across: f64) -> Point {
    if direction.is_horizontal() {
        Point::new(along, across)
    } else {
        Point::new(across, along)
    }
}

fn shift(bounds: &Bounds, by: Vec2) -> Bounds {
    Bounds {
        min: bounds.min + by,
        max: bounds.max + by,
    }
}
