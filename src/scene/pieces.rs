//! Budget of drawn pieces: lines of hatches, dashes, characters, and pieces of outlines.
//!
//! A small entity may have many pieces, such as a dense hatch. They are painted on the thread of the page, so a drawing has
//! a maximum number. The numbers are quick estimates: they never draw the pieces.

use super::error::SceneError;
use super::{Entity, Name, Scene, Shape, Style};
use crate::geometry::{Affine, Path};
use crate::language::bilingual;

/// Maximum number of drawn pieces of a drawing.
pub const MAX_PIECES: usize = 500_000;

/// Maximum number of dashes of an entity that count. A browser draws a line with very many dashes as a plain line.
const MOST_DASHES: usize = 20_000;

/// Number of pieces of the outline of a character.
const OF_CHARACTER: usize = 20;

/// Number of straight edges of a plain outline that count as one piece. They are painted as they are stored, without layout
/// or clipping.
const OF_PIECE: usize = 4;

/// Number of pieces of the outline of a text that count as one piece, because the text is one path. A drawing has room for
/// as many texts of 20 characters, or dimensions, as entities.
const OF_TEXT: usize = 16;

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
            Shape::Text(text) => text.text.len().min(text.text.chars().count()) * OF_CHARACTER,
            Shape::Dimension(_) | Shape::Leader(_) => OF_ANNOTATION * OF_CHARACTER,
            Shape::Hatch(tied) => tied.pieces(),
            Shape::Rect { .. } => 8,
            Shape::Circle { .. } | Shape::Arc { .. } | Shape::Ellipse { .. } | Shape::Point { .. } => 2,
            Shape::Group => 0,
        }
    }
}

impl Entity {
    /// Returns the number of drawn pieces.
    pub fn pieces(&self) -> usize {
        pieces(&self.shape, &self.style)
    }
}

/// Returns the number of drawn pieces of a shape with a style.
fn pieces(shape: &Shape, style: &Style) -> usize {
    let dash = style.stroke.as_ref().map_or(&[][..], |stroke| &stroke.dash);
    let period: f64 = dash.iter().sum();
    let outline = match shape {
        Shape::Line { .. } | Shape::Polygon { .. } => shape.outline_pieces() / OF_PIECE,
        Shape::Text(_) | Shape::Dimension(_) | Shape::Leader(_) => shape.outline_pieces() / OF_TEXT,
        _ => shape.outline_pieces(),
    };
    if dash.is_empty() || period.is_nan() || period <= 0.0 || shape.is_group() {
        return outline;
    }
    let length: f64 = match shape {
        // The lines of a hatch are as long as its pieces are many.
        Shape::Hatch(_) | Shape::Text(_) | Shape::Dimension(_) | Shape::Leader(_) => {
            let bounds = shape.bounds(&Affine::IDENTITY);
            let reach = bounds.map_or(0.0, |bounds| bounds.width().max(bounds.height()));
            reach * outline.min(1_000) as f64
        }
        _ => shape.paths().iter().map(Path::length).sum(),
    };
    let dashes = length / period * (dash.len() as f64 / 2.0).max(1.0);
    // The conversion saturates.
    outline.saturating_add((dashes as usize).min(MOST_DASHES))
}

/// Checks that a drawing has room for an entity with this shape and style, in place of the present entity of this name.
///
/// # Errors
/// Returns an error with the name, the number of pieces, and the room. An entity that gets fewer pieces is never refused.
pub(super) fn check_room(scene: &Scene, name: &str, shape: &Shape, style: &Style) -> Result<(), SceneError> {
    let new = pieces(shape, style);
    let old = scene.get(name).map_or(0, |entity| entity.pieces());
    let room = MAX_PIECES.saturating_sub(scene.pieces().saturating_sub(old));
    if new <= room || new <= old {
        return Ok(());
    }
    Err(SceneError::Invalid(bilingual!(
        "'{name}' has about {new} drawn pieces (lines of a hatch, dashes, characters), and the drawing has room for {room} of \
         {MAX_PIECES}. Use a larger scale or longer dashes, or draw less.",
        "'{name}'을(를) 그리는 조각(해칭 선, 대시, 글자)이 약 {new}개인데 도면에는 {MAX_PIECES}개 중 {room}개만 남았어요. scale이나 \
         대시를 키우거나 덜 그리세요."
    )))
}

/// Returns the error for a change after which a drawing would have too many pieces, most of them of this entity.
pub(super) fn too_many_pieces(scene: &Scene, name: &Name) -> SceneError {
    let total = scene.pieces();
    let new = scene.get(name).map_or(0, |entity| entity.pieces());
    SceneError::Invalid(bilingual!(
        "'{name}' would have about {new} drawn pieces after this change (lines of a hatch, dashes, characters), and the \
         drawing {total} of {MAX_PIECES}. Give '{name}' a larger scale or longer dashes first, or change less.",
        "이렇게 바꾸면 '{name}'을(를) 그리는 조각(해칭 선, 대시, 글자)이 약 {new}개, 도면 전체가 {total}개가 되는데 최대 \
         {MAX_PIECES}개예요. 먼저 '{name}'의 scale이나 대시를 키우거나 덜 바꾸세요."
    ))
}

/// Checks the number of drawn pieces of a drawing from outside.
///
/// # Errors
/// Returns an error that names the entity with the most pieces.
pub fn check_pieces(scene: &Scene) -> Result<(), crate::language::Bilingual> {
    let total = scene.pieces();
    if total <= MAX_PIECES {
        return Ok(());
    }
    let most = scene.walk().max_by_key(|entity| entity.pieces());
    let (name, count) = most.map_or(("", 0), |entity| (entity.name.as_str(), entity.pieces()));
    Err(bilingual!(
        "the drawing has about {total} drawn pieces (lines of hatches, dashes, characters), at most {MAX_PIECES}; '{name}' \
         alone has {count}. Use a larger scale or longer dashes, or draw less.",
        "도면을 그리는 조각(해칭 선, 대시, 글자)이 약 {total}개이고 최대 {MAX_PIECES}개예요. '{name}'에만 {count}개가 있으니 scale이나 \
         대시를 키우거나 덜 그리세요."
    ))
}
