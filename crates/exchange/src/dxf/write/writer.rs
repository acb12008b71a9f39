//! State of a file that is being written: entities, blocks, groups, tables, and the report.
//!
//! Invariants: every handle is used once, and every entity has the handle of its owner. [`Writer::begin`] is the only
//! function that begins an entity.

use super::plan::Plan;
use super::tables::{Pen, Tables};
use crate::report::Report;
use trammel_dxf::TagWriter;
use trammel_kernel::{Affine, Bounds, Path};
use trammel_language::Bilingual;

/// Handle of the block record of the model space.
pub(super) const MODEL_SPACE: u32 = 0x17;

/// First handle that the scaffold does not use.
const FIRST_HANDLE: u32 = 0x40;

/// Block that a dimension draws or a group inserts.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// Name.
    pub(super) name: String,
    /// Handle of the block record.
    pub(super) record: u32,
    /// Handles of the begin and the end of the block.
    pub(super) ends: [u32; 2],
    /// Entities.
    pub(super) tags: TagWriter,
    /// Bounds of the entities, in the coordinates of the block.
    pub(super) bounds: Option<Bounds>,
}

/// Named set of entities.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// Name in the file.
    pub(super) name: String,
    /// Handle.
    pub(super) handle: u32,
    /// Handles of the entities.
    pub(super) entities: Vec<u32>,
}

/// File that is being written.
#[derive(Debug)]
pub(super) struct Writer {
    /// Choices of the preset.
    pub(super) plan: Plan,
    /// Tables.
    pub(super) tables: Tables,
    /// Entities of the present owner.
    pub(super) tags: TagWriter,
    /// Handles of the entities of the model space.
    pub(super) handles: Vec<u32>,
    /// Blocks.
    pub(super) blocks: Vec<Block>,
    /// Groups.
    pub(super) groups: Vec<Group>,
    /// Handles of the groups that contain the next entity, from the outermost.
    pub(super) enclosing: Vec<u32>,
    /// Bounds of the entities.
    pub(super) bounds: Option<Bounds>,
    /// Factor by which the inserts around the present entity scale it.
    pub(super) grown: f64,
    /// Whether a text has characters beyond Latin, which need a font that has them.
    pub(super) has_other_scripts: bool,
    /// Report.
    pub(super) report: Report,
    /// Name of the entity of the drawing that is being written, for the report.
    pub(super) entity: String,
    owner: u32,
    next: u32,
    /// Number of blocks of dimensions.
    dimensions: usize,
}

impl Writer {
    /// Creates a file without entities.
    pub(super) fn new(plan: Plan, tables: Tables) -> Writer {
        Writer {
            plan,
            tables,
            tags: TagWriter::default(),
            handles: Vec::new(),
            blocks: Vec::new(),
            groups: Vec::new(),
            enclosing: Vec::new(),
            bounds: None,
            grown: 1.0,
            has_other_scripts: false,
            report: Report::default(),
            entity: String::new(),
            owner: MODEL_SPACE,
            next: FIRST_HANDLE,
            dimensions: 0,
        }
    }

    /// Returns a handle that is not in use.
    pub(super) fn next_handle(&mut self) -> u32 {
        let handle = self.next;
        self.next += 1;
        handle
    }

    /// Begins an entity: type, handle, owner, attributes, and the marker of its class, which DXF R12 does not have.
    pub(super) fn begin(&mut self, pen: &Pen, kind: &str, class: &str) {
        self.tags.text(0, kind);
        if !self.plan.is_r12 {
            let handle = self.next_handle();
            self.tags.handle(5, handle);
            if self.owner == MODEL_SPACE {
                self.handles.push(handle);
                self.reactors();
            }
            self.tags.handle(330, self.owner);
            self.tags.text(100, "AcDbEntity");
        }
        self.attributes(pen);
        self.class(class);
    }

    /// Adds the groups of the next entity.
    fn reactors(&mut self) {
        if self.enclosing.is_empty() {
            return;
        }
        self.tags.text(102, "{ACAD_REACTORS");
        for group in &self.enclosing {
            self.tags.handle(330, *group);
        }
        self.tags.text(102, "}");
    }

    /// Adds layer, line type, color, and line weight.
    pub(super) fn attributes(&mut self, pen: &Pen) {
        self.tags.text(8, &super::names::ascii(&pen.layer));
        if let Some(line_type) = &pen.line_type {
            self.tags.text(6, line_type);
        }
        if let Some(color) = pen.color {
            self.tags.int(62, i64::from(color));
        }
        if let Some(weight) = pen.weight.filter(|_| !self.plan.is_r12) {
            self.tags.int(370, weight);
        }
    }

    /// Adds the marker of a class.
    pub(super) fn class(&mut self, class: &str) {
        if !self.plan.is_r12 {
            self.tags.text(100, class);
        }
    }

    /// Extends the bounds of the file.
    pub(super) fn include(&mut self, path: &Path) {
        let bounds = Bounds::union_all(self.bounds.into_iter().chain(path.bounds()));
        self.bounds = bounds;
    }

    /// Whether the present entities belong to a block.
    pub(super) fn is_in_block(&self) -> bool {
        self.owner != MODEL_SPACE
    }

    /// Adds an anonymous block with the entities that `draw` writes in the coordinates of the drawing, and returns its name.
    pub(super) fn anonymous_block(&mut self, draw: impl FnOnce(&mut Writer)) -> String {
        self.dimensions += 1;
        let name = format!("*D{}", self.dimensions);
        let block = self.block(&name, draw);
        self.blocks.push(block);
        name
    }

    /// Adds a block with the entities that `draw` writes, unless it writes none. Returns whether there are any.
    pub(super) fn named_block(&mut self, name: &str, draw: impl FnOnce(&mut Writer)) -> bool {
        let (bounds, enclosing) = (self.bounds.take(), std::mem::take(&mut self.enclosing));
        let mut block = self.block(name, draw);
        self.enclosing = enclosing;
        block.bounds = std::mem::replace(&mut self.bounds, bounds);
        let has_content = !block.tags.as_str().is_empty();
        if has_content {
            self.blocks.push(block);
        }
        has_content
    }

    /// Extends the bounds of the file by those of a block at this place.
    pub(super) fn include_block(&mut self, name: &str, map: &Affine) {
        let own = self
            .blocks
            .iter()
            .find(|block| block.name == name)
            .and_then(|block| block.bounds);
        if let Some(own) = own {
            self.include(&Path::from_points(
                &own.corners().map(|corner| *map * corner),
                true,
            ));
        }
    }

    fn block(&mut self, name: &str, draw: impl FnOnce(&mut Writer)) -> Block {
        let (record, begin, end) = (self.next_handle(), self.next_handle(), self.next_handle());
        let outer = std::mem::take(&mut self.tags);
        let owner = std::mem::replace(&mut self.owner, record);
        draw(self);
        self.owner = owner;
        let tags = std::mem::replace(&mut self.tags, outer);
        Block {
            name: name.to_owned(),
            record,
            ends: [begin, end],
            tags,
            bounds: None,
        }
    }

    /// Records that the present entity was changed.
    pub(super) fn report_change(&mut self, kind: &str, reason: impl Into<Bilingual>) {
        self.report.add_change_of(kind, &self.entity, reason);
    }

    /// Records that the present entity, or a part of it, was left out.
    pub(super) fn report_drop(&mut self, kind: &str, reason: impl Into<Bilingual>) {
        self.report.add_drop_of(kind, &self.entity, reason);
    }
}
