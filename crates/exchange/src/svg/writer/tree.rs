//! Entities to write, in the tree of the drawing, with their elements in world coordinates.

use super::element::{Elements, Painter};
use crate::report::Reason;
use std::collections::BTreeMap;
use trammel_formats::{ReportEntry, Treatment};
use trammel_kernel::{Affine, Bounds};
use trammel_scene::{Entity, Name, Scene};

/// An entity to write.
#[derive(Clone, Debug)]
pub(super) struct Node<'a> {
    /// Entity.
    pub(super) entity: &'a Entity,
    /// Layer of a leaf.
    pub(super) layer: Option<&'a Name>,
    /// Elements of a leaf.
    pub(super) elements: Vec<String>,
    /// Children of a group, from back to front.
    pub(super) children: Vec<Node<'a>>,
    /// Extent of the geometry.
    pub(super) bounds: Option<Bounds>,
    /// Extent of the filled part of the geometry.
    pub(super) filled: Option<Bounds>,
    /// Width of the widest line.
    pub(super) widest: f64,
}

impl<'a> Node<'a> {
    /// Creates a group.
    pub(super) fn group(entity: &'a Entity, children: Vec<Node<'a>>) -> Node<'a> {
        Node {
            entity,
            layer: None,
            elements: Vec::new(),
            bounds: Bounds::union_all(children.iter().filter_map(|node| node.bounds)),
            filled: Bounds::union_all(children.iter().filter_map(|node| node.filled)),
            widest: children.iter().map(|node| node.widest).fold(0.0, f64::max),
            children,
        }
    }
}

/// Collector of the nodes and of the report.
#[derive(Debug)]
pub(super) struct Tree<'a> {
    scene: &'a Scene,
    painter: Painter,
    hidden: Vec<String>,
    without_curves: Vec<String>,
    changed: BTreeMap<Reason, Vec<String>>,
}

impl<'a> Tree<'a> {
    /// Creates a collector.
    pub(super) fn new(scene: &'a Scene, painter: Painter) -> Tree<'a> {
        Tree {
            scene,
            painter,
            hidden: Vec::new(),
            without_curves: Vec::new(),
            changed: BTreeMap::new(),
        }
    }

    /// Returns the entities at the top level.
    pub(super) fn nodes(&mut self) -> Vec<Node<'a>> {
        self.children(None, Affine::IDENTITY)
    }

    /// Returns the entries of the report, after the nodes were collected.
    pub(super) fn report(self) -> Vec<ReportEntry> {
        let dropped = [
            (
                "hidden",
                self.hidden,
                [
                    "Hidden entities are not exported.",
                    "숨긴 항목은 내보내지 않아요.",
                ],
            ),
            (
                "empty",
                self.without_curves,
                [
                    "These entities have no curves to write.",
                    "쓸 곡선이 없는 항목이에요.",
                ],
            ),
        ];
        let dropped = dropped
            .into_iter()
            .filter(|(_, ids, _)| !ids.is_empty())
            .map(|(kind, ids, reason)| ReportEntry::new(Treatment::Dropped, kind, ids, reason));
        let changed = self.changed.into_iter();
        let changed =
            changed.map(|(reason, ids)| ReportEntry::new(Treatment::Changed, "stroke", ids, reason));
        dropped.chain(changed).collect()
    }

    /// Returns the children of a group whose local coordinates have this map to the world. Groups nest at most
    /// `MAX_DEPTH` levels deep.
    fn children(&mut self, parent: Option<&str>, map: Affine) -> Vec<Node<'a>> {
        let scene = self.scene;
        let children = scene.children(parent);
        children.filter_map(|entity| self.node(entity, map)).collect()
    }

    fn node(&mut self, entity: &'a Entity, parent: Affine) -> Option<Node<'a>> {
        if entity.hidden {
            self.hidden.push(entity.name.to_string());
            return None;
        }
        let map = parent * entity.matrix();
        if entity.shape.is_group() {
            let children = self.children(Some(&entity.name), map);
            return (!children.is_empty()).then(|| Node::group(entity, children));
        }
        let Elements {
            elements,
            is_filled,
            width,
            change,
        } = self.painter.elements(entity, &map);
        if elements.is_empty() {
            self.without_curves.push(entity.name.to_string());
            return None;
        }
        if let Some(reason) = change {
            self.changed
                .entry(reason)
                .or_default()
                .push(entity.name.to_string());
        }
        let bounds = entity.shape.bounds(&map);
        Some(Node {
            entity,
            layer: entity.layer.as_ref(),
            elements,
            children: Vec::new(),
            bounds,
            filled: bounds.filter(|_| is_filled),
            widest: width,
        })
    }
}
