//! Budget of drawn pieces: lines of hatches, dashes, characters, and pieces of outlines.
//!
//! A small entity may have many pieces, such as a dense hatch. They are painted on the thread of the page, so a drawing has
//! a maximum number. The numbers are quick estimates: they never draw the pieces.

use super::density::{dense_pieces, hatch_length};
use super::error::SceneError;
use super::tied::SOLID;
use super::{Cap, Entity, Name, Scene, Shape, Style, Text};
use std::sync::Arc;
use trammel_kernel::{Affine, Path, norm};
use trammel_language::{Bilingual, bilingual};

/// Maximum number of drawn pieces of a drawing.
pub const MAX_PIECES: usize = 500_000;

/// Maximum number of dashes of an entity. One with more is painted without its dash pattern, and its dashes do not count.
const MOST_DASHES: usize = 4_000;

/// Number of pieces of a dash. A dash takes about as long as five lines of a hatch (`docs/decisions.md`), but imported plans have
/// a hundred thousand.
const OF_DASH: f64 = 2.0;

/// Number of pieces of a dash with round or square ends.
const OF_CAPPED_DASH: f64 = 4.0;

/// Width of a stroke, in periods of its dash pattern, that adds a piece to each dash.
const WIDTHS_OF_PIECE: f64 = 8.0;

/// Maximum number of pieces that the width adds to a dash.
const OF_WIDE_DASH: f64 = 50.0;

/// Number of pieces of the outline of a character.
const OF_CHARACTER: usize = 20;

/// Number of straight edges of a plain outline that count as one piece. They are painted as they are stored, without layout
/// or clipping.
const OF_PIECE: usize = 4;

/// Length of the outline of a character, in cap heights.
const OF_OUTLINE: f64 = 10.0;

/// Length of the lines of a dimension, in sizes of the dimension.
const OF_DIMENSION: f64 = 4.0;

/// Number of pieces of the outline of a text that count as one piece, because the text is one path. A drawing has room for
/// as many texts of 20 characters as entities.
const OF_TEXT: usize = 8;

/// Number of pieces of a dimension or a leader that count as one piece. A drawing has room for as many as entities.
const OF_LABELED: usize = 16;

/// Number of pieces of a dimension or a leader besides its text.
const OF_ANNOTATION: usize = 40;

impl Shape {
    /// Returns the number of pieces of the outline, without dashes. Characters are estimated.
    pub fn outline_pieces(&self) -> usize {
        let segs = |paths: &[Path]| paths.iter().map(|path| path.segs.len()).sum();
        match self {
            Shape::Line { points, .. } => points.len(),
            Shape::Polygon { points, holes } => points.len() + holes.iter().map(Vec::len).sum::<usize>(),
            Shape::Bezier(data) => segs(data.paths()),
            Shape::Region { paths } => segs(paths),
            Shape::Text(text) => characters(text) * OF_CHARACTER,
            Shape::Dimension(_) => OF_ANNOTATION * OF_CHARACTER,
            Shape::Leader(tied) => OF_ANNOTATION * OF_CHARACTER + tied.leader.points.len(),
            Shape::Hatch(tied) => tied.pieces(),
            Shape::Rect { .. } => 8,
            Shape::Circle { .. } | Shape::Arc { .. } | Shape::Ellipse { .. } | Shape::Point { .. } => 2,
            Shape::Group => 0,
        }
    }
}

/// Returns the number of characters of a text.
fn characters(text: &Text) -> usize {
    text.text.len().min(text.text.chars().count())
}

impl Entity {
    /// Returns the number of drawn pieces.
    pub fn pieces(&self) -> usize {
        Pieces::of(&self.shape, &self.style).count()
    }

    /// Whether the entity is painted without its dash pattern, because it has too many dashes.
    pub fn is_painted_solid(&self) -> bool {
        dashes(&self.shape, &self.style) > MOST_DASHES as f64
    }
}

/// Drawn pieces of a shape with a style, by kind.
struct Pieces {
    /// Pieces of the outline, and the advice against them.
    outline: (usize, Advice),
    dashes: usize,
    /// Pieces that count because lines lie close together or cross.
    dense: usize,
}

impl Pieces {
    fn of(shape: &Shape, style: &Style) -> Pieces {
        let advice = match shape {
            Shape::Hatch(_) => HATCH_LINES,
            Shape::Text(_) | Shape::Dimension(_) | Shape::Leader(_) => CHARACTERS,
            _ => EDGES,
        };
        // The conversions saturate.
        Pieces {
            outline: (outline(shape), advice),
            dashes: dash_pieces(shape, style) as usize,
            dense: dense_pieces(shape, style) as usize,
        }
    }

    fn count(&self) -> usize {
        self.outline
            .0
            .saturating_add(self.dashes)
            .saturating_add(self.dense)
    }

    /// Returns the advice against the most frequent kind.
    fn advice(&self) -> Advice {
        let kinds = [self.outline, (self.dashes, DASHES), (self.dense, LINES_TOGETHER)];
        let most = kinds.into_iter().max_by_key(|(count, _)| *count);
        most.unwrap_or(self.outline).1
    }
}

/// Kind of drawn pieces and the next step against many of them, in English and Korean.
#[derive(Clone, Copy)]
struct Advice {
    kind: [&'static str; 2],
    step: [&'static str; 2],
}

const EDGES: Advice = Advice {
    kind: ["edges", "변"],
    step: ["Use fewer points, or draw less.", "점을 줄이거나 덜 그리세요."],
};

const HATCH_LINES: Advice = Advice {
    kind: ["lines of a hatch", "해칭 선"],
    step: [
        "Use a larger scale, or draw less.",
        "scale을 키우거나 덜 그리세요.",
    ],
};

const CHARACTERS: Advice = Advice {
    kind: ["characters", "글자"],
    step: ["Write less text, or draw less.", "글자를 줄이거나 덜 그리세요."],
};

const DASHES: Advice = Advice {
    kind: ["dashes", "대시"],
    step: ["Use longer dashes, or draw less.", "대시를 키우거나 덜 그리세요."],
};

const LINES_TOGETHER: Advice = Advice {
    kind: [
        "lines that lie close together or cross",
        "서로 붙거나 교차하는 선",
    ],
    step: [
        "Draw fewer lines in the same place.",
        "같은 자리에 선을 덜 그리세요.",
    ],
};

/// Returns the number of drawn pieces of the outline of a shape.
fn outline(shape: &Shape) -> usize {
    match shape {
        Shape::Line { .. } | Shape::Polygon { .. } => shape.outline_pieces() / OF_PIECE,
        Shape::Text(_) => shape.outline_pieces() / OF_TEXT,
        Shape::Dimension(_) | Shape::Leader(_) => shape.outline_pieces() / OF_LABELED,
        _ => shape.outline_pieces(),
    }
}

/// Returns the estimated number of dashes of a shape.
fn dashes(shape: &Shape, style: &Style) -> f64 {
    let dash = style.stroke.as_ref().map_or(&[][..], |stroke| &stroke.dash);
    let period: f64 = dash.iter().sum();
    if dash.is_empty() || period.is_nan() || period <= 0.0 || shape.is_group() {
        return 0.0;
    }
    let length: f64 = match shape {
        Shape::Hatch(tied) if tied.pattern != SOLID => hatch_length(tied),
        Shape::Text(text) => characters(text) as f64 * text.size * OF_OUTLINE,
        Shape::Leader(tied) => tied
            .leader
            .points
            .windows(2)
            .map(|ends| norm(ends[1] - ends[0]))
            .sum(),
        Shape::Dimension(_) => {
            let bounds = shape.bounds(&Affine::IDENTITY);
            bounds.map_or(0.0, |bounds| bounds.width().max(bounds.height())) * OF_DIMENSION
        }
        _ => shape.paths().iter().map(Path::length).sum(),
    };
    length / period * (dash.len() as f64 / 2.0).max(1.0)
}

/// Returns the number of drawn pieces of the dashes of a shape; 0 if it is painted without its dash pattern.
fn dash_pieces(shape: &Shape, style: &Style) -> f64 {
    let (dashes, Some(stroke)) = (dashes(shape, style), &style.stroke) else {
        return 0.0;
    };
    if dashes.is_nan() || dashes > MOST_DASHES as f64 {
        return 0.0;
    }
    let period: f64 = stroke.dash.iter().sum();
    let of_ends = if stroke.cap == Cap::Butt {
        OF_DASH
    } else {
        OF_CAPPED_DASH
    };
    let of_width = (stroke.width / period / WIDTHS_OF_PIECE).min(OF_WIDE_DASH);
    dashes * (of_ends + of_width)
}

/// Checks that a drawing has room for an entity with this shape and style, in place of the present entity of this name.
///
/// # Errors
/// Returns an error with the name, the number of pieces, and the room. An entity that gets fewer pieces is never refused.
pub(super) fn check_room(scene: &Scene, name: &str, shape: &Shape, style: &Style) -> Result<(), SceneError> {
    let pieces = Pieces::of(shape, style);
    let new = pieces.count();
    let old = scene.get(name).map_or(0, |entity| entity.pieces());
    let room = MAX_PIECES.saturating_sub(scene.pieces().saturating_sub(old));
    if new <= room || new <= old {
        return Ok(());
    }
    let Advice {
        kind: [kind, kind_in_korean],
        step: [step, step_in_korean],
    } = pieces.advice();
    Err(SceneError::Invalid(bilingual!(
        "'{name}' has about {new} drawn pieces (mostly {kind}), and the drawing has room for {room} of {MAX_PIECES}. {step}",
        "'{name}'을(를) 그리는 조각(주로 {kind_in_korean})이 약 {new}개인데 도면에는 {MAX_PIECES}개 중 {room}개만 남았어요. {step_in_korean}"
    )))
}

/// Returns the error for a change after which a drawing would have too many pieces, most of them of this entity.
pub(super) fn too_many_pieces(scene: &Scene, name: &Name) -> SceneError {
    let total = scene.pieces();
    let (
        new,
        Advice {
            kind: [kind, kind_in_korean],
            step: [step, step_in_korean],
        },
    ) = count_with_advice(scene.get(name));
    SceneError::Invalid(bilingual!(
        "'{name}' would have about {new} drawn pieces after this change (mostly {kind}), and the drawing {total} of {MAX_PIECES}. {step}",
        "이렇게 바꾸면 '{name}'을(를) 그리는 조각(주로 {kind_in_korean})이 약 {new}개, 도면 전체가 {total}개가 되는데 최대 {MAX_PIECES}개예요. {step_in_korean}"
    ))
}

/// Checks the number of drawn pieces of a drawing from outside.
///
/// # Errors
/// Returns an error that names the entity with the most pieces.
pub fn check_pieces(scene: &Scene) -> Result<(), Bilingual> {
    let total = scene.pieces();
    if total <= MAX_PIECES {
        return Ok(());
    }
    let most = scene.walk().max_by_key(|entity| entity.pieces());
    let name = most.map_or("", |entity| entity.name.as_str());
    let (
        count,
        Advice {
            kind: [kind, kind_in_korean],
            step: [step, step_in_korean],
        },
    ) = count_with_advice(most);
    Err(bilingual!(
        "the drawing has about {total} drawn pieces, at most {MAX_PIECES}; '{name}' alone has {count} (mostly {kind}). {step}",
        "도면을 그리는 조각이 약 {total}개이고 최대 {MAX_PIECES}개예요. '{name}'에만 {count}개(주로 {kind_in_korean})가 있어요. {step_in_korean}"
    ))
}

/// Returns the number of drawn pieces of an entity, and the advice against them.
fn count_with_advice(entity: Option<&Arc<Entity>>) -> (usize, Advice) {
    entity.map_or((0, EDGES), |entity| {
        let pieces = Pieces::of(&entity.shape, &entity.style);
        (pieces.count(), pieces.advice())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stroke;
    use trammel_kernel::Point;

    fn dashed(width: f64, dash: f64, cap: Cap) -> Style {
        let stroke = Stroke {
            width,
            dash: vec![dash, dash],
            cap,
            ..Stroke::default()
        };
        Style {
            stroke: Some(stroke),
            fill: None,
        }
    }

    fn line(length: f64) -> Shape {
        Shape::Line {
            points: vec![Point::ORIGIN, Point::new(length, 0.0)],
            closed: false,
        }
    }

    #[test]
    fn dashes_count_up_to_the_number_that_is_painted() {
        let count = |dashes: f64, style: &Style| Pieces::of(&line(dashes), style).count();
        let thin = dashed(0.1, 0.5, Cap::Butt);
        assert_eq!(count(1_000.0, &thin), 2_012);
        assert_eq!(count(4_000.0, &thin), 8_050);
        assert_eq!(count(4_001.0, &thin), 0);
        assert_eq!(count(1e9, &thin), 0);
        // Round ends and a large width take more time.
        assert_eq!(count(1_000.0, &dashed(0.1, 0.5, Cap::Round)), 4_012);
        assert_eq!(count(1_000.0, &dashed(80.0, 0.5, Cap::Butt)), 12_000);
        assert_eq!(count(1_000.0, &dashed(1e9, 0.5, Cap::Butt)), 52_000);
    }

    #[test]
    fn the_advice_names_the_most_frequent_kind() {
        let kind = |shape: &Shape, style: &Style| Pieces::of(shape, style).advice().kind[0];
        assert_eq!(kind(&line(100.0), &dashed(0.1, 0.5, Cap::Butt)), "dashes");
        let points = |turn: f64| (0..4_000).map(move |n| Point::new(f64::from(n), turn * f64::from(n % 2)));
        let polygon = |turn: f64| Shape::Polygon {
            points: points(turn).collect(),
            holes: Vec::new(),
        };
        assert_eq!(kind(&polygon(1.0), &Style::default()), "edges");
        assert_eq!(
            kind(&polygon(4_000.0), &Style::default()),
            "lines that lie close together or cross"
        );
    }
}
