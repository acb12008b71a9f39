//! Arrangements of the selected entities: alignment of an edge of their bounds, and even distribution.

use super::canvas_tool::Text;
use serde_json::{Value, json};
use trammel_scene::Name;

/// An arrangement of several entities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Arrangement {
    /// The left sides are on one line.
    AlignLeft,
    /// The centers are on one vertical line.
    AlignCenter,
    /// The right sides are on one line.
    AlignRight,
    /// The top sides are on one line.
    AlignTop,
    /// The centers are on one horizontal line.
    AlignMiddle,
    /// The bottom sides are on one line.
    AlignBottom,
    /// The gaps from left to right are equal.
    DistributeAcross,
    /// The gaps from bottom to top are equal.
    DistributeUp,
}

impl Arrangement {
    /// All arrangements, in the order of menus.
    pub const ALL: [Self; 8] = [
        Self::AlignLeft,
        Self::AlignCenter,
        Self::AlignRight,
        Self::AlignTop,
        Self::AlignMiddle,
        Self::AlignBottom,
        Self::DistributeAcross,
        Self::DistributeUp,
    ];

    /// Returns the name in menus and in the command palette.
    #[must_use]
    pub fn label(self) -> Text {
        match self {
            Self::AlignLeft => ["Align left sides", "왼쪽 정렬"],
            Self::AlignCenter => ["Align centers on a vertical line", "수직 가운데 정렬"],
            Self::AlignRight => ["Align right sides", "오른쪽 정렬"],
            Self::AlignTop => ["Align top sides", "위쪽 정렬"],
            Self::AlignMiddle => ["Align centers on a horizontal line", "수평 가운데 정렬"],
            Self::AlignBottom => ["Align bottom sides", "아래쪽 정렬"],
            Self::DistributeAcross => ["Distribute from left to right", "가로 균등 분배"],
            Self::DistributeUp => ["Distribute from bottom to top", "세로 균등 분배"],
        }
    }

    /// Returns the smallest number of entities to arrange.
    #[must_use]
    pub fn least(self) -> usize {
        match self {
            Self::DistributeAcross | Self::DistributeUp => 3,
            _ => 2,
        }
    }

    /// Returns the tool that arranges these entities, with its arguments.
    #[must_use]
    pub fn call(self, names: &[Name]) -> (&'static str, Value) {
        let names: Vec<&str> = names.iter().map(Name::as_str).collect();
        let edge = match self {
            Self::AlignLeft => "left",
            Self::AlignCenter => "center_x",
            Self::AlignRight => "right",
            Self::AlignTop => "top",
            Self::AlignMiddle => "center_y",
            Self::AlignBottom => "bottom",
            Self::DistributeAcross | Self::DistributeUp => {
                let direction = if self == Self::DistributeUp { "y" } else { "x" };
                return ("distribute", json!({ "entities": names, "direction": direction }));
            }
        };
        ("align", json!({ "entities": names, "edge": edge }))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn arrangements_are_calls_with_all_names() {
        let names = ["a", "b", "c"].map(|text| Name::new(text).unwrap());
        assert_eq!(
            Arrangement::AlignMiddle.call(&names),
            (
                "align",
                json!({ "entities": ["a", "b", "c"], "edge": "center_y" })
            )
        );
        assert_eq!(
            Arrangement::DistributeUp.call(&names),
            (
                "distribute",
                json!({ "entities": ["a", "b", "c"], "direction": "y" })
            )
        );
        assert_eq!(Arrangement::AlignLeft.least(), 2);
        assert_eq!(Arrangement::DistributeAcross.least(), 3);
    }
}
