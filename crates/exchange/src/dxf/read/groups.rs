//! Groups of a file: named sets of entities, which become groups of the drawing.
//!
//! Invariant: an entity belongs to one group directly. A set within another one becomes a group in a group. Entities of two
//! sets, neither of which contains the other, stay in the larger one.

use super::super::super::imported::{ImportedContent, ImportedItem};
use super::blocks::{Blocks, is_part};
use super::reasons;
use std::collections::BTreeMap;
use trammel_dxf::Record;
use trammel_kernel::Affine;
use trammel_scene::MAX_ENTITIES;

/// Maximum number of groups in each other; blocks in blocks may be within them.
const MAX_GROUPS: usize = 6;

/// Group of a file.
#[derive(Debug)]
struct Set {
    /// Name; `None` if the program that wrote the file made it.
    name: Option<String>,
    /// Name, or handle of an unnamed group, for the report.
    id: String,
    /// Indexes of its entities, in order.
    members: Vec<usize>,
}

/// Group among others.
#[derive(Debug)]
struct Group {
    name: Option<String>,
    parent: Option<usize>,
    depth: usize,
    /// Index of its last entity, after which it is drawn.
    last: usize,
}

/// Part of a group or of the drawing.
#[derive(Clone, Copy, Debug)]
enum Part {
    Record(usize),
    Group(usize),
}

/// Groups of a file and their parts.
#[derive(Debug, Default)]
struct Tree {
    groups: Vec<Group>,
    /// Parts of each group, from back to front.
    parts: Vec<Vec<Part>>,
    /// Parts of the drawing.
    top: Vec<Part>,
}

impl<'a> Blocks<'_, 'a> {
    /// Converts the entities of the drawing, until `limit` entities are read.
    pub(super) fn grouped_items(&mut self, map: &Affine, limit: u64) -> Vec<ImportedItem> {
        let document = self.cx.document;
        let clips = document
            .objects
            .iter()
            .filter(|record| record.kind == "SPATIAL_FILTER");
        for clip in clips.filter_map(|record| document.entity(record).ok()) {
            self.cx.change(&clip, reasons::CLIPPED);
        }
        let sets = self.sets();
        if sets.is_empty() {
            return self.items(&document.entities, map, limit, 0);
        }
        let tree = self.tree(sets);
        let mut left = limit;
        let items = self.parts(&tree, &tree.top, map, &mut left);
        let entities: u64 = items.iter().map(|item| self.library.entities(item)).sum();
        if entities <= MAX_ENTITIES as u64 {
            return items;
        }
        self.cx
            .report
            .add_change("GROUP", "", reasons::NO_ROOM_FOR_GROUPS);
        without_groups(items)
    }

    /// Returns the groups of the file, from the largest to the smallest.
    fn sets(&mut self) -> Vec<Set> {
        let document = self.cx.document;
        let objects = |kind: &'static str| document.objects.iter().filter(move |record| record.kind == kind);
        if objects("GROUP").next().is_none() {
            return Vec::new();
        }
        let heads = document.entities.iter().enumerate();
        let heads = heads.filter(|(_, record)| !is_part(record.kind));
        let index_of: BTreeMap<u64, usize> = heads
            .filter_map(|(index, record)| Some((record.handle?, index)))
            .collect();
        let mut names = BTreeMap::new();
        for dictionary in objects("DICTIONARY").filter_map(|record| document.entity(record).ok()) {
            let mut name = None;
            for tag in dictionary.tags() {
                match (tag.code, name.take()) {
                    (3, _) => name = Some(tag),
                    (350 | 360, Some(name)) => {
                        names.extend(tag.handle().map(|of| (of, self.cx.coding.name(name))));
                    }
                    _ => {}
                }
            }
        }
        let groups = objects("GROUP").filter_map(|record| document.entity(record).ok());
        let mut sets: Vec<Set> = groups
            .filter_map(|group| {
                let handles = group.tags().iter().filter(|tag| tag.code == 340);
                let members = handles.filter_map(|tag| index_of.get(&tag.handle()?).copied());
                let members: Vec<usize> = trammel_base::sort::set(members).into_iter().collect();
                let name = group.tag(5).and_then(|tag| names.get(&tag.handle()?)).cloned();
                let name = name.filter(|name| !name.starts_with('*') && !name.is_empty());
                let id = name.clone().unwrap_or(group.id);
                (!members.is_empty()).then_some(Set { name, id, members })
            })
            .collect();
        trammel_base::sort::by(&mut sets, |a, b| b.members.len().cmp(&a.members.len()));
        sets
    }

    /// Arranges the groups in each other.
    fn tree(&mut self, sets: Vec<Set>) -> Tree {
        let records = &self.cx.document.entities;
        let mut tree = Tree::default();
        let mut owners: Vec<Option<usize>> = vec![None; records.len()];
        for Set {
            name,
            id,
            mut members,
        } in sets
        {
            let first = owners[members[0]];
            let parent = if members.iter().all(|member| owners[*member] == first) {
                first
            } else {
                members.retain(|member| owners[*member].is_none());
                self.cx
                    .report
                    .add_change("GROUP", id.as_str(), reasons::SHARED_BY_GROUPS);
                None
            };
            let depth = parent.map_or(1, |parent| tree.groups[parent].depth + 1);
            let Some(last) = members.last().copied() else {
                continue;
            };
            if depth > MAX_GROUPS {
                self.cx.report.add_drop("GROUP", id.as_str(), reasons::DEEP_GROUP);
                continue;
            }
            let between = &records[members[0]..=last];
            let is_apart = between.iter().filter(|record| !is_part(record.kind)).count() > members.len();
            if is_apart && between.iter().any(|record| covers(record)) {
                self.cx
                    .report
                    .add_change("GROUP", id.as_str(), reasons::DRAWN_TOGETHER);
            }
            for member in members {
                owners[member] = Some(tree.groups.len());
            }
            tree.groups.push(Group {
                name,
                parent,
                depth,
                last,
            });
        }
        tree.arrange(records, &owners);
        tree
    }

    fn parts(&mut self, tree: &Tree, parts: &[Part], map: &Affine, left: &mut u64) -> Vec<ImportedItem> {
        let document = self.cx.document;
        let mut out = Vec::new();
        for run in parts.chunk_by(|one, next| matches!((one, next), (Part::Record(_), Part::Record(_)))) {
            let items = if let [Part::Group(group)] = run {
                let content = self.parts(tree, &tree.parts[*group], map, left);
                if content.is_empty() {
                    continue;
                }
                *left = left.saturating_sub(1);
                vec![ImportedItem {
                    name: tree.groups[*group].name.clone(),
                    layer: None,
                    style: None,
                    content: ImportedContent::Group(content),
                }]
            } else {
                let records = run.iter().filter_map(|part| match part {
                    Part::Record(index) => Some(document.entities[*index]),
                    Part::Group(_) => None,
                });
                let records: Vec<Record<'a>> = records.collect();
                let items = self.items(&records, map, *left, 0);
                let entities: u64 = items.iter().map(|item| self.library.entities(item)).sum();
                *left = left.saturating_sub(entities);
                items
            };
            out.extend(items);
        }
        out
    }
}

impl Tree {
    /// Puts each record and each group into its place.
    fn arrange(&mut self, records: &[Record<'_>], owners: &[Option<usize>]) {
        let mut placed: Vec<(Option<usize>, usize, Part)> = Vec::with_capacity(records.len());
        let mut owner = None;
        for (index, record) in records.iter().enumerate() {
            // The parts of an entity follow it.
            if !is_part(record.kind) {
                owner = owners[index];
            }
            placed.push((owner, index, Part::Record(index)));
        }
        let groups = self.groups.iter().enumerate();
        placed.extend(groups.map(|(index, group)| (group.parent, group.last, Part::Group(index))));
        trammel_base::sort::by(&mut placed, |a, b| a.1.cmp(&b.1));
        self.parts = self.groups.iter().map(|_| Vec::new()).collect();
        for (owner, _, part) in placed {
            match owner {
                Some(owner) => self.parts[owner].push(part),
                None => self.top.push(part),
            }
        }
    }
}

/// Whether an entity can cover what is drawn before it.
fn covers(record: &Record<'_>) -> bool {
    matches!(record.kind, "HATCH" | "SOLID" | "TRACE" | "INSERT" | "MTEXT")
}

fn without_groups(items: Vec<ImportedItem>) -> Vec<ImportedItem> {
    let parts = items.into_iter().flat_map(|item| match item.content {
        ImportedContent::Group(items) if item.layer.is_none() => without_groups(items),
        _ => vec![item],
    });
    parts.collect()
}
