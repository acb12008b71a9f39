//! Check of a drawing before it is cut: everything that a machine would cut wrongly, with the place of each finding.
//!
//! [`check`] changes nothing. A finding with a remedy is one that `repair` removes. The work is bounded: a spatial index
//! finds the pairs that are near each other, and a check that reached its limit says that it is not complete.

use super::chains::{Chain, chains};
use super::containment::Containment;
use super::contour::{Contour, contours, extent, named_entities, shown_entities};
use super::duplicates::duplicates;
use super::finding::{Finding, FindingKind, Remedy, each_once, group_findings, length, place, quote_names};
use super::meetings::Meetings;
use super::narrow::{Look, NarrowPlace, narrow};
use std::collections::BTreeMap;
use trammel_kernel::intersect::self_intersections;
use trammel_kernel::{Point, Tol, norm};
use trammel_scene::{Name, Scene, SceneError, Shape, Units};
use trammel_text as text;

/// Crossings of one contour with itself that are listed, at most.
const MAX_LOOPS: usize = 20;

/// Options of a check. Lengths are in drawing units.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckOptions {
    /// Widest gap that counts as an error of drawing.
    pub tolerance: f64,
    /// Width of the cut; `None` skips the search for narrow features.
    pub kerf: Option<f64>,
    /// Thickness of the sheet; `None` skips the search for narrow holes.
    pub thickness: Option<f64>,
    /// Entities, groups, and layers whose lines are meant to be open, such as folds and living hinges.
    pub open: Vec<String>,
}

/// Result of a check.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// Findings, sorted by kind, one for each kind and each list of entities.
    pub findings: Vec<Finding>,
    /// Number of contours that were examined.
    pub contours: usize,
    /// Whether everything was examined.
    pub is_complete: bool,
}

/// Returns the widest gap that counts as an error of drawing: 0.05 mm in drawing units.
pub fn default_tolerance(units: Units) -> f64 {
    match units {
        Units::Mm => 0.05,
        Units::Cm => 0.005,
        Units::M => 0.000_05,
        Units::In => 0.002,
        Units::Pt => 0.15,
        Units::Px => 0.2,
    }
}

/// Checks the shown entities with these names, or all of them for an empty list.
///
/// # Errors
/// Returns an error if there is no entity with one of the names, or no entity or layer with one of the names of open lines.
pub fn check(scene: &Scene, names: &[String], options: &CheckOptions) -> Result<Check, SceneError> {
    let contours = contours(scene, names)?;
    let meant_open = named_entities(scene, &options.open)?;
    let tol = Tol::for_extent(extent(&contours));
    let originals = duplicates(&contours, options.tolerance);
    let is_first = |at: usize| originals[at].is_none();
    let mut checking = Checking {
        contours: &contours,
        tol,
        findings: Vec::new(),
    };
    for (at, original) in originals.iter().enumerate() {
        checking.duplicate(at, *original);
    }
    for chain in chains(scene, &contours, is_first, options.tolerance) {
        checking.chain(&chain);
    }
    let meetings = Meetings::of(&contours, is_first, tol);
    checking.meetings(&meetings);
    for at in (0..contours.len()).filter(|at| is_first(*at)) {
        checking.loops(at);
    }
    let mut is_complete = meetings.is_complete;
    if let Some(kerf) = options.kerf {
        let (places, all) = narrow(&contours, is_first, kerf, Look::Everywhere);
        is_complete &= all;
        checking.narrow(&places, FindingKind::NarrowFeature, kerf);
    }
    if let Some(thickness) = options.thickness {
        let containment = Containment::of(&contours, is_first);
        let is_hole = |at: usize| is_first(at) && containment.is_hole(at);
        let (places, all) = narrow(&contours, is_hole, thickness, Look::Inside);
        is_complete &= all;
        checking.narrow(&places, FindingKind::NarrowHole, thickness);
    }
    let mut findings = checking.findings;
    findings.retain(|finding| {
        finding.kind != FindingKind::OpenContour
            || !finding.entities.iter().all(|name| meant_open.contains(name))
    });
    findings.extend(texts(scene, names)?);
    trammel_base::sort::by_key(&mut findings, |finding| finding.kind);
    Ok(Check {
        findings: group_findings(findings),
        contours: contours.len(),
        is_complete,
    })
}

/// Returns the findings of text that has no outlines, and would be cut as boxes.
fn texts(scene: &Scene, names: &[String]) -> Result<Vec<Finding>, SceneError> {
    let mut found = Vec::new();
    for entity in shown_entities(scene, names)? {
        let Shape::Text(text) = &entity.shape else {
            continue;
        };
        let missing = text::missing(&text.text);
        if missing.is_empty() {
            continue;
        }
        let characters: String = missing.iter().take(8).collect();
        found.push(Finding {
            kind: FindingKind::Text,
            entities: vec![entity.name.clone()],
            place: scene
                .world_bounds(&entity.name)
                .map_or(text.at, |bounds| bounds.center()),
            further_places: Vec::new(),
            between: None,
            size: text.size,
            message: format!(
                "The font has no outline of \"{characters}\" in '{}', so a box would be cut.",
                entity.name
            ),
            remedy: None,
        });
    }
    Ok(found)
}

/// Check in progress.
struct Checking<'a> {
    contours: &'a [Contour],
    tol: Tol,
    findings: Vec<Finding>,
}

impl Checking<'_> {
    fn name(&self, contour: usize) -> Name {
        self.contours[contour].entity.clone()
    }

    fn duplicate(&mut self, at: usize, original: Option<usize>) {
        let Some(original) = original else { return };
        let (name, first) = (self.name(at), self.name(original));
        let path = &self.contours[at].path;
        self.findings.push(Finding {
            kind: FindingKind::Duplicate,
            message: format!("'{name}' repeats '{first}', so the machine would cut twice."),
            entities: each_once([first, name]),
            place: path.bounds().map_or(Point::ORIGIN, |bounds| bounds.center()),
            further_places: Vec::new(),
            between: None,
            size: path.length(),
            remedy: Some(Remedy::Remove),
        });
    }

    fn chain(&mut self, chain: &Chain) {
        let names = each_once(chain.members.iter().map(|(at, _)| self.name(*at)));
        for gap in chain.gaps.iter().filter(|gap| gap.width > self.tol.merge) {
            self.findings.push(Finding {
                kind: FindingKind::Gap,
                message: format!(
                    "A gap of {} at {} in {}.",
                    length(gap.width),
                    place(gap.ends[0]),
                    quote_names(&names)
                ),
                entities: names.clone(),
                place: gap.ends[0].midpoint(gap.ends[1]),
                further_places: Vec::new(),
                between: Some(gap.ends),
                size: gap.width,
                remedy: Some(Remedy::Join),
            });
        }
        let has_gap = chain.widest().is_some_and(|gap| gap.width > self.tol.merge);
        let free = chain.free_ends(self.contours);
        match free {
            Some(ends) => self.findings.push(Finding {
                kind: FindingKind::OpenContour,
                message: format!(
                    "{} {} open, from {} to {}.",
                    quote_names(&names),
                    if names.len() == 1 { "is" } else { "are" },
                    place(ends[0]),
                    place(ends[1])
                ),
                entities: names,
                place: ends[0],
                further_places: Vec::new(),
                between: Some(ends),
                size: norm(ends[1] - ends[0]),
                remedy: None,
            }),
            None if !has_gap => self.findings.push(Finding {
                kind: FindingKind::Unjoined,
                message: format!(
                    "The ends of {} meet, but they are not one closed contour.",
                    quote_names(&names)
                ),
                entities: names,
                place: chain.widest().map_or(Point::ORIGIN, |gap| gap.ends[0]),
                further_places: Vec::new(),
                between: None,
                size: 0.0,
                remedy: Some(Remedy::Join),
            }),
            None => {}
        }
    }

    fn meetings(&mut self, meetings: &Meetings) {
        let mut pairs: BTreeMap<[usize; 2], (f64, Point)> = BTreeMap::new();
        for overlap in &meetings.overlaps {
            let pair = overlap.stretches.map(|stretch| stretch.contour);
            let (sum, _) = pairs.entry(pair).or_insert((0.0, overlap.at));
            *sum += overlap.length;
        }
        for (pair, (size, at)) in pairs {
            let names = each_once(pair.map(|contour| self.name(contour)));
            let is_open = pair.iter().any(|contour| !self.contours[*contour].path.closed);
            self.findings.push(Finding {
                kind: FindingKind::Overlap,
                message: format!(
                    "{} follow the same line for {}, so the machine would cut twice.",
                    quote_names(&names),
                    length(size)
                ),
                entities: names,
                place: at,
                further_places: Vec::new(),
                between: None,
                size,
                remedy: is_open.then_some(Remedy::Trim),
            });
        }
        for crossing in &meetings.crossings {
            let names = each_once(crossing.contours.map(|contour| self.name(contour)));
            self.findings.push(Finding {
                kind: FindingKind::Crossing,
                message: format!("{} cross at {}.", quote_names(&names), place(crossing.at)),
                entities: names,
                place: crossing.at,
                further_places: Vec::new(),
                between: None,
                size: 0.0,
                remedy: None,
            });
        }
    }

    fn loops(&mut self, at: usize) {
        let name = self.name(at);
        for hit in self_intersections(&self.contours[at].path, self.tol)
            .iter()
            .take(MAX_LOOPS)
        {
            self.findings.push(Finding {
                kind: FindingKind::SelfIntersection,
                entities: vec![name.clone()],
                place: hit.point,
                further_places: Vec::new(),
                between: None,
                size: 0.0,
                message: format!("'{name}' crosses or follows itself at {}.", place(hit.point)),
                remedy: None,
            });
        }
    }

    fn narrow(&mut self, places: &[NarrowPlace], kind: FindingKind, limit: f64) {
        for narrow in places {
            let names = each_once(narrow.contours.map(|contour| self.name(contour)));
            let middle = narrow.between[0].midpoint(narrow.between[1]);
            let reason = match kind {
                FindingKind::NarrowHole => "less than the thickness of the sheet",
                _ => "less than the kerf",
            };
            let verb = if names.len() == 1 { "is" } else { "are" };
            let apart = if names.len() == 1 { "wide" } else { "apart" };
            self.findings.push(Finding {
                kind,
                message: format!(
                    "{} {verb} only {} {apart} at {}, {reason} ({}).",
                    quote_names(&names),
                    length(narrow.width),
                    place(middle),
                    length(limit)
                ),
                entities: names,
                place: middle,
                further_places: Vec::new(),
                between: Some(narrow.between),
                size: narrow.width,
                remedy: None,
            });
        }
    }
}
