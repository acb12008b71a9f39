//! Groups that become blocks: groups with the same content, and groups that have a placement of their own.
//!
//! Invariant: an insert draws exactly what its group draws. A group whose placement no insert states is written as its
//! entities.

use super::names::Names;
use crate::report::Reason;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;
use trammel_kernel::affine::{Trs, decompose};
use trammel_kernel::{Affine, Point, Vec2};
use trammel_scene::{Entity, Name, Scene, Shape, TiedDimension, TiedHatch, TiedLeader};

/// Shear, and difference of a scale from 1, that are errors of a calculation.
const ERROR: f64 = 1e-9;

/// Reason for writing the entities of a group that is sheared.
const SHEARED: Reason = [
    "An insert cannot be sheared, so the group is written as its entities.",
    "블록 삽입은 기울일 수 없어서 그룹을 낱낱의 항목으로 썼어요.",
];

/// Reason for writing the entities of a group with dimensions that is scaled or mirrored.
const SCALED: Reason = [
    "The dimensions of a scaled or mirrored insert show other numbers, so the group is written as its entities.",
    "배율을 바꾸거나 뒤집은 블록 삽입은 치수의 수가 달라져서 그룹을 낱낱의 항목으로 썼어요.",
];

/// Placement of a block: scale, then rotation, then translation of its origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Insert {
    /// Position of the origin, in the coordinates around the group.
    pub(super) at: Point,
    /// Rotation in radians.
    pub(super) rotation: f64,
    /// Factors along the axes of the block; a negative one mirrors.
    pub(super) scale: Vec2,
}

/// Contents of the groups of a drawing, and the blocks that have been written.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    /// Number of the content of each group.
    contents: BTreeMap<Name, usize>,
    /// Number of groups with each content, and whether the content has a dimension.
    uses: Vec<(usize, bool)>,
    names: Names,
    /// Names of the blocks by their content and the scale of their lines.
    written: BTreeMap<(usize, String), Option<String>>,
}

impl Blocks {
    /// Compares the groups of a drawing.
    pub(super) fn of(scene: &Scene) -> Blocks {
        let mut blocks = Blocks::default();
        let mut known = BTreeMap::new();
        blocks.content(scene, None, &mut known);
        blocks
    }

    /// Returns the content of a group as text, in which nested groups are numbers, and whether it has a dimension.
    fn content(
        &mut self,
        scene: &Scene,
        group: Option<&Name>,
        known: &mut BTreeMap<String, usize>,
    ) -> (String, bool) {
        let (mut text, mut has_dimension) = (String::new(), false);
        for child in scene
            .children(group.map(Name::as_str))
            .filter(|child| !child.hidden)
        {
            if child.shape.is_group() {
                let (inner, has) = self.content(scene, Some(&child.name), known);
                let next = known.len();
                let number = *known.entry(inner).or_insert(next);
                if number == next {
                    self.uses.push((0, has));
                }
                self.uses[number].0 += 1;
                self.contents.insert(child.name.clone(), number);
                has_dimension |= has;
                let _ = write!(text, "#{number}");
            } else {
                let shape = without_ties(&child.shape);
                has_dimension |= matches!(shape, Shape::Dimension(_));
                text.push_str(&serde_json::to_string(&shape).unwrap_or_default());
            }
            let look = (&child.style, &child.layer, &child.transform);
            text.push_str(&serde_json::to_string(&look).unwrap_or_default());
            text.push('\n');
        }
        (text, has_dimension)
    }

    /// Returns the placement of a group that is a block, with `map` from its coordinates to those around it; `None` for
    /// another group.
    ///
    /// # Errors
    /// Returns the reason if the group would be a block but no insert states its placement.
    pub(super) fn insert(&self, group: &Entity, map: &Affine) -> Result<Option<Insert>, Reason> {
        let Some((count, has_dimension)) = self.contents.get(&group.name).map(|content| self.uses[*content])
        else {
            return Ok(None);
        };
        if count < 2 && group.transform.is_identity() {
            return Ok(None);
        }
        let transform = &group.transform;
        let hint = Trs {
            translate: Vec2::ZERO,
            rotate: transform.rotate,
            shear: 0.0,
            scale: transform.scale,
        };
        let parts = decompose(*map, &hint)
            .filter(|parts| parts.shear.abs() <= ERROR)
            .ok_or(SHEARED)?;
        let is_unscaled = (parts.scale.x - 1.0).abs() <= ERROR && (parts.scale.y - 1.0).abs() <= ERROR;
        let is_turned = (parts.scale.x + 1.0).abs() <= ERROR && (parts.scale.y + 1.0).abs() <= ERROR;
        if has_dimension && !is_unscaled && !is_turned {
            return Err(SCALED);
        }
        Ok(Some(Insert {
            at: *map * Point::ORIGIN,
            rotation: parts.rotate,
            scale: parts.scale,
        }))
    }

    /// Returns the name of the block of a group for lines of this scale, which `write` adds to the file if it is new; `None`
    /// if the block has no entities.
    pub(super) fn name(
        &mut self,
        group: &Entity,
        grown: f64,
        write: impl FnOnce(&mut Blocks, &str) -> bool,
    ) -> Option<String> {
        let content = *self.contents.get(&group.name)?;
        let key = (content, format!("{grown:.9}"));
        if let Some(name) = self.written.get(&key) {
            return name.clone();
        }
        let name = self.names.unique(stem(&group.name), "BLOCK", false);
        let name = write(self, &name).then_some(name);
        self.written.insert(key, name.clone());
        name
    }
}

/// Returns the name of a group without its number at the end, such as `bolt` for `bolt_2`.
fn stem(name: &str) -> &str {
    let short = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let short = short.trim_end_matches(['_', '-', ' ']);
    if short.is_empty() { name } else { short }
}

/// Returns a shape without its references, which differ between copies.
fn without_ties(shape: &Shape) -> Shape {
    match shape {
        Shape::Dimension(tied) => Shape::Dimension(Arc::new(TiedDimension {
            ties: Vec::new(),
            ..TiedDimension::clone(tied)
        })),
        Shape::Leader(tied) => Shape::Leader(Arc::new(TiedLeader {
            tie: None,
            ..TiedLeader::clone(tied)
        })),
        Shape::Hatch(tied) => Shape::Hatch(Arc::new(TiedHatch {
            ties: Vec::new(),
            ..TiedHatch::clone(tied)
        })),
        other => other.clone(),
    }
}
