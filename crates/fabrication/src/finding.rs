//! Finding of a check: what is wrong, at which place, and whether a repair exists.
//!
//! The identifiers and the words for kinds and repairs are here, and nowhere else.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use trammel_kernel::Point;
use trammel_scene::Name;

/// Words in English and Korean.
type Words = [&'static str; 2];

/// Kind of a finding. The JSON form is its identifier, such as `open_contour`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FindingKind {
    /// Contour whose ends are apart.
    OpenContour,
    /// Ends that are nearly together.
    Gap,
    /// Contours whose ends meet, but which are not one contour.
    Unjoined,
    /// Contour that repeats another one.
    Duplicate,
    /// Stretch that two contours follow.
    Overlap,
    /// Crossing of two closed contours.
    Crossing,
    /// Crossing of a contour with itself.
    SelfIntersection,
    /// Feature narrower than the kerf.
    NarrowFeature,
    /// Hole narrower than the thickness of the sheet.
    NarrowHole,
    /// Text with characters that have no outline.
    Text,
}

impl FindingKind {
    /// Returns the name in English and Korean.
    pub fn label(self) -> Words {
        match self {
            FindingKind::OpenContour => ["Open contour", "열린 윤곽"],
            FindingKind::Gap => ["Gap", "틈"],
            FindingKind::Unjoined => ["Ends that meet, not joined", "만나지만 이어지지 않은 끝"],
            FindingKind::Duplicate => ["Duplicate, cut twice", "중복, 두 번 절단"],
            FindingKind::Overlap => ["Overlap, cut twice", "겹침, 두 번 절단"],
            FindingKind::Crossing => ["Crossing contours", "교차하는 윤곽"],
            FindingKind::SelfIntersection => ["Self-intersection", "자기 교차"],
            FindingKind::NarrowFeature => ["Narrower than the kerf", "절단 폭보다 좁은 부분"],
            FindingKind::NarrowHole => ["Hole narrower than the sheet is thick", "판재 두께보다 좁은 구멍"],
            FindingKind::Text => ["Character without an outline", "윤곽선이 없는 글자"],
        }
    }

    /// Returns the meaning of [`Finding::size`] in English and Korean; `None` for a place without a size.
    pub fn size_label(self) -> Option<Words> {
        match self {
            FindingKind::OpenContour => Some(["distance of the ends", "끝 사이의 거리"]),
            FindingKind::Gap | FindingKind::NarrowFeature | FindingKind::NarrowHole => {
                Some(["width", "너비"])
            }
            FindingKind::Duplicate | FindingKind::Overlap => Some(["length", "길이"]),
            FindingKind::Text => Some(["text height", "문자 높이"]),
            FindingKind::Unjoined | FindingKind::Crossing | FindingKind::SelfIntersection => None,
        }
    }
}

/// Change that removes the cause of a finding. The JSON form is its identifier, such as `join`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Remedy {
    /// The repeated contour is deleted.
    Remove,
    /// The common stretch is cut out of one contour.
    Trim,
    /// Ends are moved together, and the contours become one.
    Join,
}

impl Remedy {
    /// Returns the description of the change to come, in English and Korean.
    pub fn label(self) -> Words {
        match self {
            Remedy::Remove => ["deletes the repetition", "중복 삭제"],
            Remedy::Trim => ["cuts out the common stretch", "겹친 부분 잘라내기"],
            Remedy::Join => ["joins the ends", "끝 잇기"],
        }
    }

    /// Returns the description of the finished change, in English and Korean; the names of the entities follow.
    pub fn done_label(self) -> Words {
        match self {
            Remedy::Remove => ["Deleted", "삭제한 항목"],
            Remedy::Trim => ["Cut the common stretch out of", "겹친 부분을 잘라낸 항목"],
            Remedy::Join => ["Joined", "이은 항목"],
        }
    }
}

/// Finding of a check.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Kind.
    pub kind: FindingKind,
    /// Entities, each once.
    pub entities: Vec<Name>,
    /// Place in the drawing, the first one of several.
    pub place: Point,
    /// Further places of the same kind in the same entities.
    pub further_places: Vec<Point>,
    /// Two points that are apart: the ends of a gap or of an open contour, or the sides of a narrow place.
    pub between: Option<[Point; 2]>,
    /// Size in drawing units: the width of a gap or feature, or the length of an overlap.
    pub size: f64,
    /// One sentence.
    pub message: String,
    /// Change that `repair` makes, if there is one.
    pub remedy: Option<Remedy>,
}

/// Returns the findings with one for each kind and each list of entities. The first one gets the places of the others,
/// and its message their number.
pub(super) fn group_findings(findings: Vec<Finding>) -> Vec<Finding> {
    let mut groups: Vec<Finding> = Vec::new();
    let mut places: BTreeMap<(FindingKind, Vec<Name>), usize> = BTreeMap::new();
    for finding in findings {
        let key = (finding.kind, finding.entities.clone());
        match places.get(&key).and_then(|at| groups.get_mut(*at)) {
            Some(first) => first.further_places.push(finding.place),
            None => {
                places.insert(key, groups.len());
                groups.push(finding);
            }
        }
    }
    for group in &mut groups {
        let more = group.further_places.len();
        if more > 0 {
            let places = if more == 1 { "place" } else { "places" };
            group.message = format!("{} The same at {more} more {places}.", group.message);
        }
    }
    groups
}

/// Adds names that are not in the list.
pub(super) fn each_once(names: impl IntoIterator<Item = Name>) -> Vec<Name> {
    let mut list: Vec<Name> = Vec::new();
    for name in names {
        if !list.contains(&name) {
            list.push(name);
        }
    }
    list
}

/// Returns names in quotes, at most four of them.
pub(super) fn quote_names(names: &[Name]) -> String {
    let shown: Vec<String> = names.iter().take(4).map(|name| format!("'{name}'")).collect();
    let more = names.len() - shown.len();
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    format!("{}{more}", shown.join(", "))
}

/// Returns a point as text with at most three decimals.
pub(super) fn place(at: Point) -> String {
    let short = |x: f64| (x * 1000.0).round() / 1000.0 + 0.0;
    format!("({}, {})", short(at.x), short(at.y))
}

/// Returns a length as text with at most four digits after the point.
pub(super) fn length(value: f64) -> String {
    if value > 0.0 && value < 0.0001 {
        return format!("{value:.0e}");
    }
    format!("{}", (value * 10_000.0).round() / 10_000.0 + 0.0)
}
