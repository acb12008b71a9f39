//! The sheet of a selection: the fields that all selected entities have, their facts, and their protection.

use super::extent::extent_fields;
use super::facts::{Fact, common_facts, entity_facts};
use super::field::{Field, FieldKind};
use super::mark::mark_field;
use super::paint::{offer_layers, paint_fields};
use super::shape::{point_fields, shape_fields};
use crate::protection::Protection;
use std::sync::Arc;
use trammel_scene::{Entity, Name, Scene};

/// Properties of a selection.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    /// The selected entities.
    pub names: Vec<Name>,
    /// Type of the entities; `None` if the types differ.
    pub kind: Option<&'static str>,
    /// Fields of the name, layer, and style.
    pub general: Vec<Field>,
    /// Fields of the shape.
    pub shape: Vec<Field>,
    /// Fields of the position and the size of all entities together, if their shapes have no numbers of a place.
    pub extent: Vec<Field>,
    /// Field of the mark of cutting, if all entities have contours.
    pub mark: Vec<Field>,
    /// Fields of the points, x and y in turn.
    pub points: Vec<Field>,
    /// Number of points without fields.
    pub more_points: usize,
    /// Measured facts.
    pub facts: Vec<Fact>,
    /// Whether all entities are locked; `None` if only some are.
    pub locked: Option<bool>,
    /// Whether all entities are hidden; `None` if only some are.
    pub hidden: Option<bool>,
    /// Reason why the fields are disabled.
    pub protection: Option<Protection>,
}

impl Sheet {
    /// Returns the field with this [`Field::id`].
    #[must_use]
    pub fn field(&self, id: &str) -> Option<&Field> {
        let all = self.general.iter().chain(&self.shape);
        let all = all.chain(&self.extent).chain(&self.mark).chain(&self.points);
        all.into_iter().find(|field| field.id() == id)
    }
}

/// Returns the sheet of the entities that exist; `None` if none does.
#[must_use]
pub fn sheet(scene: &Scene, names: &[Name]) -> Option<Sheet> {
    let entities: Vec<&Arc<Entity>> = names.iter().filter_map(|name| scene.get(name)).collect();
    let (first, others) = entities.split_first()?;
    let mut sheet = Sheet {
        names: entities.iter().map(|entity| entity.name.clone()).collect(),
        general: paint_fields(scene, first),
        shape: shape_fields(scene, first),
        mark: mark_field(scene, first).into_iter().collect(),
        ..Sheet::default()
    };
    if others.is_empty() {
        let name = Field::new("name", ["Name", "이름"], FieldKind::Name, first.name.to_string());
        sheet.general.insert(0, name);
        (sheet.points, sheet.more_points) = point_fields(scene, first);
        sheet.facts = entity_facts(scene, &first.name);
    } else {
        sheet.facts = common_facts(scene, &sheet.names);
    }
    for entity in others {
        keep_common(&mut sheet.general, &paint_fields(scene, entity));
        keep_common(&mut sheet.shape, &shape_fields(scene, entity));
        keep_common(&mut sheet.mark, mark_field(scene, entity).as_slice());
    }
    offer_layers(scene, &mut sheet.general);
    let same = |value: &dyn Fn(&Entity) -> bool| {
        let is_first = value(first);
        entities
            .iter()
            .all(|entity| value(entity) == is_first)
            .then_some(is_first)
    };
    sheet.locked = same(&|entity| entity.locked);
    sheet.hidden = same(&|entity| entity.hidden);
    let kind = first.shape.kind();
    sheet.kind = others
        .iter()
        .all(|entity| entity.shape.kind() == kind)
        .then_some(kind);
    if sheet.kind.is_none() {
        // The same parameter places the center of one shape and the corner of another one.
        sheet.shape.retain(|field| field.kind != FieldKind::Length);
    }
    let places = sheet.shape.iter().any(|field| field.kind == FieldKind::Length);
    if !places && sheet.points.is_empty() {
        sheet.extent = extent_fields(scene, &sheet.names);
    }
    sheet.protection = entities.iter().find_map(|entity| Protection::of(scene, entity));
    Some(sheet)
}

/// Keeps the fields that are in both lists. A field with different values loses its text.
fn keep_common(fields: &mut Vec<Field>, others: &[Field]) {
    fields.retain_mut(|field| {
        let Some(other) = others.iter().find(|other| other.is_same(field)) else {
            return false;
        };
        if field.text != other.text {
            field.text = None;
        }
        true
    });
}
