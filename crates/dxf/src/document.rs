//! Scan of a DXF file: its header variables, and the positions of its table entries, blocks, and entities.
//!
//! Invariant: the scan reads every tag once and keeps a record of constant size for each entity, so its time and memory
//! are in proportion to the size of the file.

use crate::coding::Evidence;
use crate::entity::Entity;
use crate::error::{Damage, DxfError, InvalidNumber};
use crate::tags::{FilePosition, Tag, TagReader};
use std::collections::BTreeMap;
use trammel_kernel::Point;

/// Position of an entity or table entry.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    /// Type, such as `LINE`.
    pub kind: &'a str,
    /// Position of the first tag after the type.
    pub place: FilePosition,
    /// Handle; `None` if it has none.
    pub handle: Option<u64>,
    /// Bytes of the name of its layer.
    pub layer: &'a [u8],
    /// Bytes of the name of the inserted block; empty for other entities.
    pub block: &'a [u8],
    /// Number of copies of the inserted block.
    pub copies: u64,
}

/// Block of a file.
#[derive(Clone, Debug, Default)]
pub struct BlockRecord<'a> {
    /// Bytes of its name.
    pub name: &'a [u8],
    /// Base point.
    pub base: Point,
    /// Flags of group 70.
    pub flags: i64,
    /// Content.
    pub records: Vec<Record<'a>>,
}

/// Scanned file.
#[derive(Debug)]
pub struct Document<'a> {
    tags: TagReader<'a>,
    header: BTreeMap<&'a [u8], Tag<'a>>,
    /// Entries of the tables of layers, line types, text styles, dimension styles, and blocks.
    pub tables: Vec<Record<'a>>,
    /// Blocks in the order of the file.
    pub blocks: Vec<BlockRecord<'a>>,
    /// Entities of the drawing.
    pub entities: Vec<Record<'a>>,
    /// Groups, the dictionaries that have their names, the clips of inserts, and the styles of multilines.
    pub objects: Vec<Record<'a>>,
    /// Largest number of decimals of a written coordinate.
    pub decimals: usize,
    /// Evidence about the encoding of the texts.
    pub evidence: Evidence,
}

impl<'a> Document<'a> {
    /// Scans a file.
    ///
    /// # Errors
    /// Returns an error with the line if the file is damaged or truncated, or is not a DXF file.
    pub fn scan(bytes: &'a [u8]) -> Result<Document<'a>, DxfError> {
        let tags = TagReader::new(bytes)?;
        let document = Document {
            tags: tags.clone(),
            header: BTreeMap::new(),
            tables: Vec::new(),
            blocks: Vec::new(),
            entities: Vec::new(),
            objects: Vec::new(),
            decimals: if tags.is_binary() { 15 } else { 0 },
            evidence: Evidence::default(),
        };
        let mut scanner = Scanner {
            tags,
            out: document,
            section: Section::None,
            is_in_block: false,
            has_sections: false,
            is_record_open: false,
        };
        scanner.run()?;
        Ok(scanner.out)
    }

    /// Returns a header variable, such as `$INSUNITS`.
    pub fn variable(&self, name: &str) -> Option<&Tag<'a>> {
        self.header.get(name.as_bytes())
    }

    /// Returns the names of the blocks by the handles of their records.
    pub fn blocks_by_handle(&self) -> BTreeMap<u64, &'a [u8]> {
        let records = self.tables.iter().filter(|record| record.kind == "BLOCK_RECORD");
        records
            .filter_map(|record| self.entity(record).ok())
            .filter_map(|record| Some((record.tag(5)?.handle()?, record.raw(2)?.trim_ascii())))
            .collect()
    }

    /// Reads the entity of a record.
    ///
    /// # Errors
    /// Returns the reason if a number is invalid.
    pub fn entity(&self, record: &Record<'a>) -> Result<Entity<'a>, InvalidNumber> {
        Entity::read(record.kind, self.tags.from(record.place), record.place)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    None,
    Header,
    Tables,
    Blocks,
    Entities,
    Objects,
    Other,
}

struct Scanner<'a> {
    tags: TagReader<'a>,
    out: Document<'a>,
    section: Section,
    is_in_block: bool,
    has_sections: bool,
    /// Whether the present tags belong to the last record.
    is_record_open: bool,
}

impl<'a> Scanner<'a> {
    fn run(&mut self) -> Result<(), DxfError> {
        let mut variable: Option<&'a [u8]> = None;
        loop {
            let place = self.tags.place();
            let Some(tag) = self.tags.read_tag()? else {
                return self.end_of_file(place);
            };
            // Other groups have no texts of the user, and some have bytes of pictures.
            if matches!(tag.code, 1..=9 | 300..=309 | 1000..=1003) {
                self.out.evidence.add(tag.raw());
            }
            if tag.code == 0 {
                variable = None;
                self.is_record_open = false;
                if self.start(tag.raw().trim_ascii())? {
                    return Ok(());
                }
                continue;
            }
            match self.section {
                Section::Header if tag.code == 9 => variable = Some(tag.raw().trim_ascii()),
                Section::Header => {
                    if let Some(name) = variable.take() {
                        self.out.header.insert(name, tag);
                    }
                }
                Section::Tables | Section::Blocks | Section::Entities => self.detail(&tag),
                Section::None | Section::Objects | Section::Other => {}
            }
        }
    }

    /// Starts the structure of a tag with group code 0. Returns whether it is the end of the file.
    fn start(&mut self, kind: &'a [u8]) -> Result<bool, DxfError> {
        match kind {
            b"SECTION" => {
                let place = self.tags.place();
                let name = self.tags.read_tag()?;
                let Some(Tag { code: 2, .. }) = name else {
                    return Err(self.tags.damage(place, Damage::UnnamedSection));
                };
                self.has_sections = true;
                self.is_in_block = false;
                self.section = match name.map(|tag| tag.raw().trim_ascii()) {
                    Some(b"HEADER") => Section::Header,
                    Some(b"TABLES") => Section::Tables,
                    Some(b"BLOCKS") => Section::Blocks,
                    Some(b"ENTITIES") => Section::Entities,
                    Some(b"OBJECTS") => Section::Objects,
                    _ => Section::Other,
                };
            }
            b"ENDSEC" => self.section = Section::None,
            b"EOF" => return Ok(true),
            kind => self.record(kind)?,
        }
        Ok(false)
    }

    fn record(&mut self, kind: &'a [u8]) -> Result<(), DxfError> {
        let place = self.tags.place();
        let Ok(kind) = std::str::from_utf8(kind) else {
            return Err(self.tags.damage(place, Damage::UnreadableType));
        };
        let record = Record {
            kind,
            place,
            handle: None,
            layer: b"0",
            block: b"",
            copies: 1,
        };
        match (self.section, kind) {
            (Section::Tables, "LAYER" | "LTYPE" | "STYLE" | "DIMSTYLE" | "BLOCK_RECORD") => {
                self.out.tables.push(record);
                self.is_record_open = true;
            }
            (Section::Blocks, "BLOCK") => {
                self.is_in_block = true;
                self.out.blocks.push(BlockRecord::default());
            }
            (Section::Blocks, "ENDBLK") => self.is_in_block = false,
            (Section::Blocks, _) if self.is_in_block => {
                if let Some(block) = self.out.blocks.last_mut() {
                    block.records.push(record);
                    self.is_record_open = true;
                }
            }
            (Section::Entities, _) => {
                self.out.entities.push(record);
                self.is_record_open = true;
            }
            (Section::Objects, "GROUP" | "DICTIONARY" | "SPATIAL_FILTER" | "MLINESTYLE") => {
                self.out.objects.push(record);
            }
            _ => {}
        }
        Ok(())
    }

    /// Keeps the tags that are needed before the entities are read.
    fn detail(&mut self, tag: &Tag<'a>) {
        if matches!(tag.code, 10..=18 | 20..=28) && self.section != Section::Tables {
            self.count_decimals(tag);
        }
        if !self.is_record_open {
            if let (Section::Blocks, true, Some(block)) =
                (self.section, self.is_in_block, self.out.blocks.last_mut())
            {
                let value = tag.real().unwrap_or(0.0);
                match tag.code {
                    2 => block.name = tag.raw().trim_ascii(),
                    10 => block.base.x = value,
                    20 => block.base.y = value,
                    70 => block.flags = tag.int().unwrap_or(0),
                    _ => {}
                }
            }
            return;
        }
        let records = match self.section {
            Section::Entities => &mut self.out.entities,
            Section::Blocks => match self.out.blocks.last_mut() {
                Some(block) => &mut block.records,
                None => return,
            },
            _ => return,
        };
        let Some(record) = records.last_mut() else {
            return;
        };
        let is_radius = tag.code == 40 && matches!(record.kind, "ARC" | "CIRCLE");
        match (tag.code, record.kind) {
            (5, _) => record.handle = tag.handle(),
            (8, _) => record.layer = tag.raw().trim_ascii(),
            (2, "INSERT") => record.block = tag.raw().trim_ascii(),
            (70 | 71, "INSERT") => {
                let count = tag.int().unwrap_or(1).clamp(1, i64::from(u16::MAX));
                record.copies = record.copies.saturating_mul(count.unsigned_abs());
            }
            _ => {}
        }
        if is_radius {
            self.count_decimals(tag);
        }
    }

    /// Counts the decimals of a coordinate or a radius.
    fn count_decimals(&mut self, tag: &Tag<'a>) {
        if let (super::tags::TagValue::Text(text), 0..15) = (tag.value, self.out.decimals) {
            self.out.decimals = self.out.decimals.max(super::tags::decimals(text));
        }
    }

    fn end_of_file(&self, place: FilePosition) -> Result<(), DxfError> {
        if !self.has_sections {
            return Err(DxfError::NoSection);
        }
        if self.section == Section::None {
            return Ok(());
        }
        Err(self.tags.damage(place, Damage::EndInSection))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::error::Position;

    #[test]
    fn a_truncated_file_is_refused_with_the_line() {
        let text = b"0\nSECTION\n2\nENTITIES\n0\nLINE\n8\n0\n";
        let error = Document::scan(text).unwrap_err();
        let position = Position::Line(9);
        let damage = Damage::EndInSection;
        assert_eq!(error, DxfError::Damaged { position, damage });
        assert_eq!(Document::scan(b"12\nabc\n").unwrap_err(), DxfError::NoSection);
    }
}
