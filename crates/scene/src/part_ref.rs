//! References to entities and their parts, as text.

use super::name::Name;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use trammel_language::bilingual;

/// Reference to an entity or to a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PartRef {
    /// Referenced entity.
    pub entity: Name,
    /// Referenced part; `None` for the whole entity.
    pub part: Option<Part>,
}

/// Part of an entity; indices count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// Point of the entity.
    PartSelector(PartSelector),
    /// Corner, or end of an open outline.
    Point(usize),
    /// Piece of the outline.
    Edge(usize),
    /// Curved piece of the outline.
    Arc(usize),
    /// Point of a piece.
    EdgePoint(usize, PartSelector),
    /// Point of a curved piece.
    ArcPoint(usize, PartSelector),
}

/// Selector of a characteristic point of an entity or a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PartSelector {
    /// Start point.
    Start,
    /// End point.
    End,
    /// Midpoint by length.
    Mid,
    /// Center.
    Center,
}

impl PartRef {
    /// Returns the reference to a point of the referenced entity or piece; `None` if this is a reference to a point.
    pub fn spot(&self, spot: PartSelector) -> Option<PartRef> {
        let part = match self.part {
            None => Part::PartSelector(spot),
            Some(Part::Edge(i)) => Part::EdgePoint(i, spot),
            Some(Part::Arc(i)) => Part::ArcPoint(i, spot),
            Some(_) => return None,
        };
        Some(PartRef {
            entity: self.entity.clone(),
            part: Some(part),
        })
    }
}

/// Splits `entity.part` into the entity name and the part; `None` if `text` does not have this form.
pub(super) fn split(text: &str) -> Option<(Name, Part)> {
    let (head, last) = text.rsplit_once('.')?;
    let spot = PartSelector::parse(last);
    // In `plate.edge[2].mid`, the part itself contains a dot.
    if let (Some(spot), Some((entity, piece))) = (spot, head.rsplit_once('.'))
        && let Some((kind, i)) = split_index(piece)
    {
        let part = match kind {
            "edge" => Some(Part::EdgePoint(i, spot)),
            "arc" => Some(Part::ArcPoint(i, spot)),
            _ => None,
        };
        if let Some(part) = part {
            return Some((Name::new(entity).ok()?, part));
        }
    }
    let part = match (spot, split_index(last)) {
        (Some(spot), _) => Part::PartSelector(spot),
        (None, Some(("point", i))) => Part::Point(i),
        (None, Some(("edge", i))) => Part::Edge(i),
        (None, Some(("arc", i))) => Part::Arc(i),
        _ => return None,
    };
    Some((Name::new(head).ok()?, part))
}

/// Splits `edge[2]` into `edge` and 2.
fn split_index(text: &str) -> Option<(&str, usize)> {
    let (kind, rest) = text.split_once('[')?;
    Some((kind, rest.strip_suffix(']')?.parse().ok()?))
}

impl PartSelector {
    fn parse(text: &str) -> Option<PartSelector> {
        match text {
            "start" => Some(PartSelector::Start),
            "end" => Some(PartSelector::End),
            "mid" => Some(PartSelector::Mid),
            "center" => Some(PartSelector::Center),
            _ => None,
        }
    }
}

impl fmt::Display for PartSelector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PartSelector::Start => "start",
            PartSelector::End => "end",
            PartSelector::Mid => "mid",
            PartSelector::Center => "center",
        })
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::PartSelector(spot) => spot.fmt(f),
            Part::Point(i) => write!(f, "point[{i}]"),
            Part::Edge(i) => write!(f, "edge[{i}]"),
            Part::Arc(i) => write!(f, "arc[{i}]"),
            Part::EdgePoint(i, spot) => write!(f, "edge[{i}].{spot}"),
            Part::ArcPoint(i, spot) => write!(f, "arc[{i}].{spot}"),
        }
    }
}

impl fmt::Display for PartRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.part {
            None => self.entity.fmt(f),
            Some(part) => write!(f, "{}.{part}", self.entity),
        }
    }
}

/// Serialization as the pair of entity name and part, so that an entity name with a dot stays unambiguous.
impl Serialize for PartRef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.entity, self.part.map(|part| part.to_string())).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for PartRef {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PartRef, D::Error> {
        let (entity, part): (Name, Option<String>) = Deserialize::deserialize(deserializer)?;
        let part = match part {
            None => None,
            Some(text) => match split(&format!("e.{text}")) {
                Some((_, part)) => Some(part),
                None => {
                    return Err(de::Error::custom(bilingual!(
                        "'{text}' is not a part of an entity",
                        "'{text}'은(는) 항목의 부분이 아니에요"
                    )));
                }
            },
        };
        Ok(PartRef { entity, part })
    }
}
