//! Variants of blocks: the conversions of one block for inserts with different properties.
//!
//! Invariants: a block is converted when its first insert is read, so it only inserts blocks before it, and a block in
//! itself is left out; the depth of blocks and the number of their variants are limited.

use super::super::super::imported::ImportedItem;
use super::blocks::Blocks;
use super::inherited::{Inherited, ZERO};
use super::reasons;
use super::text;
use super::variant::{State, Variant};
use trammel_dxf::Entity;
use trammel_kernel::Affine;

/// Maximum number of records of the block of a dimension among which its text is searched.
const MAX_DRAWN: usize = 256;

/// Maximum depth of blocks in blocks; the groups of a drawing have a limited depth.
const MAX_NESTING: usize = 24;

/// Maximum depth of the search for blocks in blocks.
const MAX_SEARCH: usize = 96;

/// Maximum number of conversions of one block for inserts with different properties.
const MAX_VARIANTS: usize = 64;

/// Maximum number of records that are read again for inserts with different properties.
const MAX_REPEATED: usize = 100_000;

impl<'a> Blocks<'_, 'a> {
    /// Returns the text in the block of a dimension; `None` if there is no block, or if it has no text or several.
    pub(super) fn text_of_block(&self, entity: &Entity<'a>) -> Option<String> {
        let name = entity.raw(2)?.trim_ascii();
        let block = &self.cx.document.blocks[*self.by_name.get(&self.key(name))?];
        let mut texts = block
            .records
            .iter()
            .take(MAX_DRAWN)
            .filter(|record| matches!(record.kind, "TEXT" | "MTEXT"));
        let (Some(record), None) = (texts.next(), texts.next()) else {
            return None;
        };
        let text = text::characters(&self.cx, &self.cx.document.entity(record).ok()?);
        Some(text).filter(|text| !text.trim().is_empty())
    }

    /// Returns the key of the name of a block.
    pub(super) fn key(&self, name: &[u8]) -> String {
        self.cx.coding.decode(name).trim().to_lowercase()
    }

    /// Returns the content of the block that draws an entity; `None` if there is none.
    pub(super) fn drawn_block(
        &mut self,
        entity: &Entity<'a>,
        map: &Affine,
        level: usize,
    ) -> Option<Vec<ImportedItem>> {
        let inherited = Inherited {
            is_copied: true,
            scale: 1.0,
            ..self.cx.inherited_by_content(entity)
        };
        let block = self.block_of(entity, level, &inherited)?;
        let map = *map * Affine::scale(1.0 / self.factor);
        Some(self.library.copy_content(block, &map, &mut self.cx.report))
    }

    /// Returns the index of the block that an entity inserts, converted for these properties.
    pub(super) fn block_of(
        &mut self,
        entity: &Entity<'a>,
        level: usize,
        inherited: &Inherited,
    ) -> Option<usize> {
        let name = entity.raw(2).unwrap_or_default().trim_ascii();
        let variant = self.block(name, level, inherited)?;
        let is_on_zero = self.cx.own_layer(entity) == ZERO;
        self.cx.uses.add(variant.uses.around(entity, is_on_zero));
        Some(variant.block)
    }

    /// Returns the conversion of a block for an insert with these properties; `None` if there is none, if the block is being
    /// read, or if it is too deep.
    fn block(&mut self, name: &[u8], level: usize, inherited: &Inherited) -> Option<Variant> {
        let index = *self.by_name.get(&self.key(name))?;
        let variants = match std::mem::replace(&mut self.states[index], State::BeingRead) {
            State::BeingRead => return None,
            State::Unread => Vec::new(),
            State::Read(variants) => variants,
        };
        let records = self.cx.document.blocks[index].records.len();
        let known = variants
            .iter()
            .find(|variant| variant.inherited == inherited.restrict_to(variant.uses))
            .cloned();
        let last = variants.last().cloned();
        let is_limited = variants.len() >= MAX_VARIANTS || self.repeated + records > MAX_REPEATED;
        let (found, variants) = match (known, last) {
            (Some(known), _) => (Some(known), variants),
            (None, Some(last)) if is_limited => {
                let name = self.cx.coding.decode(name);
                self.cx
                    .report
                    .add_change("BLOCK", name.as_str(), reasons::MANY_VARIANTS);
                (Some(last), variants)
            }
            (None, None) if level >= MAX_SEARCH => {
                self.states[index] = State::Unread;
                return None;
            }
            (None, last) => {
                let variant = if last.is_some() {
                    self.repeated += records;
                    // The report has the content already.
                    let report = std::mem::take(&mut self.cx.report);
                    let variant = self.convert(index, level, inherited);
                    self.cx.report = report;
                    variant
                } else {
                    self.convert(index, level, inherited)
                };
                let mut variants = variants;
                variants.push(variant.clone());
                (Some(variant), variants)
            }
        };
        self.states[index] = State::Read(variants);
        found.filter(|variant| self.library.block_depth(variant.block) < MAX_NESTING)
    }

    /// Converts a block for an insert with these properties.
    fn convert(&mut self, index: usize, level: usize, inherited: &Inherited) -> Variant {
        let document = self.cx.document;
        let record = &document.blocks[index];
        if record.flags & (4 | 32) != 0 {
            let name = self.cx.coding.decode(record.name);
            self.cx.report.add_drop("BLOCK", name.as_str(), reasons::EXTERNAL);
        }
        let map = Affine::scale(self.factor) * Affine::translate(-record.base.to_vec2());
        let around = std::mem::replace(&mut self.cx.inherited, inherited.clone());
        let uses_around = std::mem::take(&mut self.cx.uses);
        let items = self.items(&record.records, &map, u64::MAX, level + 1);
        self.cx.inherited = around;
        let uses = std::mem::replace(&mut self.cx.uses, uses_around);
        let name = self.cx.coding.decode(record.name);
        Variant {
            uses,
            inherited: inherited.restrict_to(uses),
            block: self.library.add(name, items),
        }
    }
}
