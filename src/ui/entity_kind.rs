//! Icon and label of each type of entity.

use super::i18n::Msg;
use super::icons::Icon;
use trammel_scene::Shape;

/// Returns the icon and the label of an entity type.
pub(crate) fn kind(shape: &Shape) -> (Icon, Msg) {
    match shape {
        Shape::Line { .. } => (Icon::Line, Msg::KindLine),
        Shape::Circle { .. } => (Icon::Circle, Msg::KindCircle),
        Shape::Rect { .. } => (Icon::Rect, Msg::KindRect),
        Shape::Arc { .. } => (Icon::Arc, Msg::KindArc),
        Shape::Polygon { .. } => (Icon::Polygon, Msg::KindPolygon),
        Shape::Ellipse { .. } => (Icon::Ellipse, Msg::KindEllipse),
        Shape::Bezier(_) => (Icon::Curve, Msg::KindBezier),
        Shape::Text(_) => (Icon::Text, Msg::KindText),
        Shape::Point { .. } => (Icon::Point, Msg::KindPoint),
        Shape::Region { .. } => (Icon::Region, Msg::KindRegion),
        Shape::Dimension(_) => (Icon::Dimension, Msg::KindDimension),
        Shape::Leader(_) => (Icon::Leader, Msg::KindLeader),
        Shape::Hatch(_) => (Icon::Hatch, Msg::KindHatch),
        Shape::Group => (Icon::Group, Msg::KindGroup),
    }
}
