//! Layers as groups, in an order that keeps the picture.
//!
//! Each layer is one group where possible. An entity joins the group of its layer that is already written only if no
//! filled area would then be covered differently; otherwise its layer gets a second group with the same label.

use super::tree::Node;
use std::fmt::Write as _;
use trammel_formats::svg::escape;
use trammel_kernel::Bounds;
use trammel_scene::Name;

/// Nodes on one layer, or without a layer, that follow each other in the file.
#[derive(Debug)]
pub(super) struct Section<'a> {
    layer: Option<&'a Name>,
    /// Number of the section in the file, from 1.
    number: usize,
    nodes: Vec<Node<'a>>,
    bounds: Option<Bounds>,
    filled: Option<Bounds>,
}

/// Returns the nodes as sections, from back to front.
pub(super) fn sections(nodes: Vec<Node<'_>>) -> Vec<Section<'_>> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    for node in nodes {
        for part in parts(node) {
            place(part, &mut sections);
        }
    }
    sections
}

/// Writes a section.
pub(super) fn write(section: &Section<'_>, out: &mut String) {
    let Some(layer) = section.layer else {
        for node in &section.nodes {
            write_node(node, section.number, out);
        }
        return;
    };
    let _ = writeln!(
        out,
        "<g id=\"layer.{}\" inkscape:groupmode=\"layer\" inkscape:label=\"{}\">",
        section.number,
        escape(layer)
    );
    for node in &section.nodes {
        write_node(node, section.number, out);
    }
    out.push_str("</g>\n");
}

/// Returns the parts of a node in the order of drawing, each with neighboring leaves on one layer. A group is in each part
/// with a leaf of the group.
fn parts(node: Node<'_>) -> Vec<Node<'_>> {
    if node.children.is_empty() {
        return vec![node];
    }
    let entity = node.entity;
    let mut runs: Vec<Vec<Node<'_>>> = Vec::new();
    for part in node.children.into_iter().flat_map(parts) {
        match runs.last_mut() {
            Some(run) if run.first().is_some_and(|first| first.layer == part.layer) => run.push(part),
            _ => runs.push(vec![part]),
        }
    }
    let groups = runs.into_iter().map(|run| Node {
        layer: run.first().and_then(|first| first.layer),
        ..Node::group(entity, run)
    });
    groups.collect()
}

/// Adds a part to those of a section. It becomes one with the last part if both are of the same group.
fn append<'a>(nodes: &mut Vec<Node<'a>>, part: Node<'a>) {
    match nodes.last_mut() {
        Some(last) if std::ptr::eq(last.entity, part.entity) => {
            last.bounds = Bounds::union_all(last.bounds.into_iter().chain(part.bounds));
            last.filled = Bounds::union_all(last.filled.into_iter().chain(part.filled));
            last.widest = last.widest.max(part.widest);
            for child in part.children {
                append(&mut last.children, child);
            }
        }
        _ => nodes.push(part),
    }
}

/// Adds a part to the last section of its layer, or to a new one if a section in front of it would then cover the part
/// instead of being covered.
fn place<'a>(node: Node<'a>, sections: &mut Vec<Section<'a>>) {
    let layer = node.layer;
    let meets =
        |a: &Option<Bounds>, b: &Option<Bounds>| matches!((a, b), (Some(a), Some(b)) if a.intersects(b));
    let conflicts =
        |section: &Section<'a>| meets(&section.bounds, &node.filled) || meets(&section.filled, &node.bounds);
    let own = sections.iter().rposition(|section| section.layer == layer);
    let own = own.filter(|own| !sections[own + 1..].iter().any(conflicts));
    let number = sections.len() + 1;
    let section = match own.and_then(|own| sections.get_mut(own)) {
        Some(section) => section,
        None => sections.push_mut(Section {
            layer,
            number,
            nodes: Vec::new(),
            bounds: None,
            filled: None,
        }),
    };
    section.bounds = Bounds::union_all(section.bounds.into_iter().chain(node.bounds));
    section.filled = Bounds::union_all(section.filled.into_iter().chain(node.filled));
    append(&mut section.nodes, node);
}

fn write_node(node: &Node<'_>, section: usize, out: &mut String) {
    let name = &node.entity.name;
    if node.children.is_empty() {
        match node.elements.as_slice() {
            [element] => {
                let (tag, rest) = element.split_once(' ').unwrap_or((element, ""));
                let _ = writeln!(out, "{tag}{} {rest}", identity(name, None));
            }
            elements => {
                let _ = writeln!(out, "<g{}>{}</g>", identity(name, None), elements.concat());
            }
        }
        return;
    }
    // A group whose children are on several layers is written once in each section with one of them.
    let _ = writeln!(out, "<g{}>", identity(name, Some(section)));
    for child in &node.children {
        write_node(child, section, out);
    }
    out.push_str("</g>\n");
}

/// Returns the attributes with the name of an entity: an XML id and, if the id differs from the name, a label. Ids of
/// groups state their section, because a group may be in several.
fn identity(name: &str, section: Option<usize>) -> String {
    let is_letter = |c: char| c.is_alphabetic() || c == '_';
    let is_plain = name.starts_with(is_letter)
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
    if is_plain && section.is_none() {
        return format!(" id=\"{name}\"");
    }
    let mut id = String::new();
    if !name.starts_with(is_letter) {
        id.push('_');
    }
    for c in name.chars() {
        // A dot cannot be a part of a plain name, so no two names share an id.
        if c.is_alphanumeric() || matches!(c, '_' | '-') {
            id.push(c);
        } else {
            let _ = write!(id, ".{:x}.", u32::from(c));
        }
    }
    if !is_plain {
        id.push('.');
    }
    if let Some(section) = section {
        let _ = write!(id, ".{section}");
    }
    format!(" id=\"{id}\" inkscape:label=\"{}\"", escape(name))
}
