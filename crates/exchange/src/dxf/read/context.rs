//! State of the conversion of entities: the tables, the report, and the precision of the file.

use super::super::super::imported::{ImportedContent, ImportedItem};
use super::inherited::{Inherited, Looks, Uses, ZERO};
use super::placement::{INEXACT, map_shape};
use super::reasons;
use super::tables::{Tables, stated_color};
use crate::report::Report;
use trammel_dxf::Document;
use trammel_dxf::Entity;
use trammel_dxf::coding::{Coding, without_carets, without_percent_codes};
use trammel_kernel::Affine;
use trammel_language::Bilingual;
use trammel_scene::{MAX_COORDINATE, Shape, Style};

/// State of the conversion of entities.
#[derive(Debug)]
pub(super) struct Context<'d, 'a> {
    /// Scanned file.
    pub document: &'d Document<'a>,
    /// Characters of its texts.
    pub coding: Coding,
    /// Its tables.
    pub tables: Tables<'a>,
    /// Parts that were changed or left out.
    pub report: Report,
    /// Properties of the insert whose block is being read.
    pub inherited: Inherited,
    /// Those of them that the content has used.
    pub uses: Uses,
    /// Whether numbers of the drawing are computed, so that they need more decimals than those of the file.
    pub is_derived: bool,
    /// Whether lengths are in inches, which decides the meaning of pattern scales.
    pub is_imperial: bool,
}

impl<'a> Context<'_, 'a> {
    /// Returns the name of the layer of an entity, as written in the table of layers. In a block, layer 0 is that of the
    /// insert, and so is each layer if the insert is hidden.
    pub(super) fn layer(&mut self, entity: &Entity<'a>) -> String {
        let own = self.own_layer(entity);
        match &self.inherited.layer {
            Some(layer) if own == ZERO || self.inherited.is_hidden => {
                self.uses.layer |= own == ZERO;
                layer.clone()
            }
            _ => {
                // Another insert has other properties.
                self.uses.layer |= own == ZERO;
                own
            }
        }
    }

    /// Returns the name of the layer that an entity states.
    pub(super) fn own_layer(&mut self, entity: &Entity<'a>) -> String {
        let name = entity.tag(8).map(|tag| self.coding.name(tag)).unwrap_or_default();
        self.tables.layer(&name).name.clone()
    }

    /// Returns the style of an entity on a layer; `None` if it is the style of the layer.
    pub(super) fn style(&mut self, entity: &Entity<'a>, layer: &str) -> Option<Style> {
        self.uses.scale = true;
        let (style, uses) = self.tables.style(entity, layer, self.coding, &self.inherited);
        self.uses.add(uses);
        style
    }

    /// Returns the style of an area or of letters, which have no lines; `None` if it is the style of the layer.
    pub(super) fn fill_style(&mut self, entity: &Entity<'a>) -> Option<Style> {
        let (color, uses) = stated_color(entity, &self.inherited);
        self.uses.add(uses);
        color.map(Style::fill_only)
    }

    /// Returns the properties that the content of an insert takes.
    pub(super) fn inherited_by_content(&mut self, entity: &Entity<'a>) -> Inherited {
        let uses = self.uses;
        let layer = self.layer(entity);
        let unscaled = Inherited {
            scale: 1.0,
            ..self.inherited.clone()
        };
        let looks = Looks {
            stated: self.tables.style(entity, &layer, self.coding, &unscaled).0,
            of_layer: self.tables.layer_style(&layer),
        };
        // Content that takes none of these properties uses none.
        self.uses = uses;
        let is_hidden = self.tables.layer(&layer).is_hidden;
        self.inherited.of_insert(entity, &layer, is_hidden, &looks)
    }

    /// Returns a text of one line with its codes replaced.
    pub(super) fn text(&self, entity: &Entity<'a>, code: u16) -> String {
        let text = entity
            .raw(code)
            .map(|raw| self.coding.decode(raw))
            .unwrap_or_default();
        without_carets(&without_percent_codes(&text))
    }

    /// Reports that an entity is left out.
    pub(super) fn drop(&mut self, entity: &Entity<'a>, reason: impl Into<Bilingual>) {
        self.report.add_drop(entity.kind, entity.id.as_str(), reason);
    }

    /// Reports that an entity was imported with a difference.
    pub(super) fn change(&mut self, entity: &Entity<'a>, reason: impl Into<Bilingual>) {
        self.report.add_change(entity.kind, entity.id.as_str(), reason);
    }

    /// Reports the properties of an entity that a drawing does not have.
    pub(super) fn report_unknown_properties(&mut self, entity: &Entity<'a>) {
        // The mark of a transparency of its own, and an alpha below 255.
        let transparency = entity.int(440);
        if transparency & 0x0200_0000 != 0 && transparency & 0xff != 0xff {
            self.change(entity, reasons::OPAQUE);
        }
        if entity.real(39).is_some_and(|thickness| thickness != 0.0) {
            self.change(entity, reasons::FLAT);
        }
    }

    /// Returns the item of a shape with the layer and style of its entity, mapped to the block or drawing; `None`, with
    /// a report, if the shape is not valid.
    pub(super) fn item(&mut self, entity: &Entity<'a>, shape: Shape, map: &Affine) -> Option<ImportedItem> {
        let style = if shape.is_filled() {
            self.fill_style(entity)
        } else {
            let layer = self.layer(entity);
            self.style(entity, &layer)
        };
        self.styled_item(entity, shape, map, style)
    }

    /// Returns the item of a shape with this style, like [`Context::item`].
    pub(super) fn styled_item(
        &mut self,
        entity: &Entity<'a>,
        shape: Shape,
        map: &Affine,
        style: Option<Style>,
    ) -> Option<ImportedItem> {
        let shape = self.place_shape(entity, shape, map)?;
        Some(ImportedItem {
            name: None,
            layer: Some(self.layer(entity)),
            style,
            content: ImportedContent::Shape(shape),
        })
    }

    fn place_shape(&mut self, entity: &Entity<'a>, shape: Shape, map: &Affine) -> Option<Shape> {
        let [a, b, c, d, ..] = map.as_coeffs();
        // Translations and mirrored axes keep the decimals of the file.
        self.is_derived |= a.abs() != 1.0 || b != 0.0 || c != 0.0 || d.abs() != 1.0;
        self.is_derived |= matches!(shape, Shape::Ellipse { .. } | Shape::Bezier(_));
        let (shape, is_exact) = map_shape(shape, map);
        if !is_exact {
            self.change(entity, INEXACT);
        }
        let is_in_range = || {
            let bounds = shape.bounds(&Affine::IDENTITY);
            bounds.is_none_or(|bounds| bounds.magnitude() <= MAX_COORDINATE)
        };
        if shape.check().is_ok() && is_in_range() {
            return Some(shape);
        }
        self.drop(
            entity,
            [
                "It has no size, or its numbers are outside the range of a drawing.",
                "크기가 없거나 수가 도면의 범위를 벗어나요.",
            ],
        );
        None
    }
}
