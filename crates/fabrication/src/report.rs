//! Replies of the tools that check and repair: the JSON form of findings and changes, which the page reads back.
//!
//! A list in a reply has at most [`MAX_LISTED`] entries; the counts include the findings that are not listed. Findings of
//! one kind in the same entities are one finding with several places. It has at
//! most 20 crossings of a contour with itself and 8 narrow places of a pair of contours. Start with [`CheckReport`].

use super::check::Check;
use super::finding::{Finding, FindingKind, Remedy};
use super::repair::{Repair, RepairChange};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use trammel_kernel::{Bounds, Point, Vec2};
use trammel_scene::Name;

/// Entries of a list in a reply, at most.
pub const MAX_LISTED: usize = 200;

/// Further places of a finding in a reply, at most.
const MAX_PLACES: usize = 20;

/// Share of the view that a gap or a narrow place takes.
const SHARE: f64 = 0.05;

/// Reply of a check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckReport {
    /// Whether there are no findings.
    pub ok: bool,
    /// Whether everything was examined.
    pub complete: bool,
    /// Number of contours that were examined.
    pub contours: usize,
    /// Number of findings of each kind.
    pub counts: BTreeMap<FindingKind, usize>,
    /// Findings, sorted by kind.
    pub findings: Vec<ReportedFinding>,
}

/// Reply of a repair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RepairReport {
    /// Number of changes.
    pub count: usize,
    /// Changes, in order.
    pub changes: Vec<ReportedChange>,
    /// Findings that remain.
    pub remaining: Vec<ReportedFinding>,
}

/// Finding in a reply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReportedFinding {
    /// Kind.
    pub kind: FindingKind,
    /// Entities, each once.
    pub entities: Vec<Name>,
    /// Place in the drawing, the first one of several.
    pub place: [f64; 2],
    /// Further places of the same kind in the same entities.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub further_places: Vec<[f64; 2]>,
    /// Number of places, if some of them are not listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<usize>,
    /// Size in drawing units; the kind gives its meaning.
    pub size: f64,
    /// One sentence.
    pub message: String,
    /// Two points that are apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub between: Option<[[f64; 2]; 2]>,
    /// Change that a repair makes, if there is one.
    #[serde(rename = "repair", default, skip_serializing_if = "Option::is_none")]
    pub remedy: Option<Remedy>,
}

/// Change in the reply of a repair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReportedChange {
    /// Kind of the change.
    #[serde(rename = "repair")]
    pub remedy: Remedy,
    /// Entities that were changed or deleted.
    pub entities: Vec<Name>,
    /// Place in the drawing, the first one of several.
    pub place: [f64; 2],
    /// Further places: the other gaps of a contour.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub further_places: Vec<[f64; 2]>,
    /// One sentence.
    pub message: String,
}

impl RepairReport {
    /// Returns the listed findings that would still be cut wrongly without a choice of the user: contours that are open, and
    /// contours that are cut twice.
    pub fn unresolved_findings(&self) -> impl Iterator<Item = &ReportedFinding> {
        self.remaining.iter().filter(|finding| {
            matches!(
                finding.kind,
                FindingKind::OpenContour | FindingKind::Duplicate | FindingKind::Overlap
            )
        })
    }
}

impl CheckReport {
    /// Returns the number of findings, including those that are not listed.
    pub fn total(&self) -> usize {
        self.counts.values().sum()
    }

    /// Whether a repair removes a listed finding.
    pub fn is_repairable(&self) -> bool {
        self.findings.iter().any(|finding| finding.remedy.is_some())
    }
}

impl ReportedFinding {
    /// Returns the number of places beside the first one.
    pub fn more_places(&self) -> usize {
        self.places
            .map_or(self.further_places.len(), |places| places.saturating_sub(1))
    }

    /// Returns the part of the drawing that shows the finding: the items with these bounds if the finding is about all of
    /// them, and otherwise the place with enough around it to see what is narrow there.
    pub fn surroundings(&self, items: Option<Bounds>) -> Option<Bounds> {
        let extent = items.map_or(0.0, |items| items.width().max(items.height()));
        let extent = if extent > 0.0 { extent } else { 1.0 };
        let [x, y] = self.place;
        let around = |reach: f64| {
            let (place, reach) = (Point::new(x, y), Vec2::new(reach, reach));
            Bounds::new(place - reach, place + reach)
        };
        match self.kind {
            FindingKind::OpenContour | FindingKind::Duplicate | FindingKind::Overlap | FindingKind::Text => {
                items.filter(|items| items.width().max(items.height()) > 0.0)
            }
            FindingKind::Unjoined | FindingKind::Crossing | FindingKind::SelfIntersection => {
                around(0.1 * extent)
            }
            FindingKind::Gap | FindingKind::NarrowFeature | FindingKind::NarrowHole => {
                around((0.5 * self.size / SHARE).clamp(1e-4 * extent, extent))
            }
        }
    }
}

impl From<&Check> for CheckReport {
    fn from(check: &Check) -> Self {
        let mut counts = BTreeMap::new();
        for finding in &check.findings {
            *counts.entry(finding.kind).or_default() += 1;
        }
        Self {
            ok: check.findings.is_empty(),
            complete: check.is_complete,
            contours: check.contours,
            counts,
            findings: listed_findings(&check.findings),
        }
    }
}

impl From<&Repair> for RepairReport {
    fn from(repair: &Repair) -> Self {
        Self {
            count: repair.changes.len(),
            changes: repair
                .changes
                .iter()
                .take(MAX_LISTED)
                .map(ReportedChange::from)
                .collect(),
            remaining: listed_findings(&repair.remaining),
        }
    }
}

impl From<&Finding> for ReportedFinding {
    fn from(finding: &Finding) -> Self {
        Self {
            kind: finding.kind,
            entities: finding.entities.clone(),
            place: pair(finding.place),
            further_places: further(&finding.further_places),
            places: (finding.further_places.len() > MAX_PLACES).then_some(finding.further_places.len() + 1),
            size: finding.size,
            message: finding.message.clone(),
            between: finding.between.map(|ends| ends.map(pair)),
            remedy: finding.remedy,
        }
    }
}

impl From<&RepairChange> for ReportedChange {
    fn from(change: &RepairChange) -> Self {
        Self {
            remedy: change.remedy,
            entities: change.entities.clone(),
            place: change.places.first().copied().map(pair).unwrap_or_default(),
            further_places: change
                .places
                .iter()
                .skip(1)
                .take(MAX_LISTED)
                .copied()
                .map(pair)
                .collect(),
            message: change.message.clone(),
        }
    }
}

fn listed_findings(findings: &[Finding]) -> Vec<ReportedFinding> {
    findings
        .iter()
        .take(MAX_LISTED)
        .map(ReportedFinding::from)
        .collect()
}

fn further(places: &[Point]) -> Vec<[f64; 2]> {
    places.iter().take(MAX_PLACES).copied().map(pair).collect()
}

fn pair(point: Point) -> [f64; 2] {
    [point.x, point.y]
}
