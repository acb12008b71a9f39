//! Statements of imported code: the functions of blocks, and the content of the file.

use super::super::imported::{ImportedContent, ImportedDrawing, ImportedItem, Insert};
use super::insert::{self, ArrayTexts};
use super::layers::Layers;
use super::names::EntityNames;
use super::numbers::Numbers;
use super::part::{Size, block_sizes, content_size, copies};
use super::places::Placeds;
use super::scope::{Pending, Scope};
use super::statement::{Statement, drawing as drawing_of, group as group_of};
use crate::report::Report;
use std::collections::BTreeMap;
use std::sync::Arc;
use trammel_code::{Call, Identifiers, snake};
use trammel_formats::ReportEntry;
use trammel_formats::code::{drawing_call, transform_statement};
use trammel_kernel::Point;
use trammel_language::bilingual;
use trammel_scene::{Entity, Name, Rank, Scene, Shape, Style};

/// Maximum length of a name within a block, in characters, so that names of nested blocks stay short enough.
const MAX_BLOCK_NAME_CHARS: usize = 24;

/// Function of a block.
#[derive(Debug)]
pub(super) struct BlockFunction {
    /// Name of the function.
    pub(super) function: String,
    /// Name of the block in the file.
    pub(super) block: String,
    pub(super) statements: Vec<Statement>,
    /// Ends of the names of the entities that the function draws.
    ends: Vec<String>,
    /// Entities that the function draws.
    placed: Placeds,
}

/// Writer of the statements of a file.
#[derive(Debug)]
pub(super) struct Writer<'a> {
    drawing: &'a ImportedDrawing,
    layers: &'a Layers,
    numbers: Numbers,
    sizes: Vec<Size>,
    /// Functions of the blocks in use, by the index of the block.
    pub(super) functions: BTreeMap<usize, BlockFunction>,
    /// Parts that cannot be drawn.
    invalid: Report,
}

impl<'a> Writer<'a> {
    /// Creates the writer of a drawing, and writes the functions of its blocks.
    pub(super) fn new(
        drawing: &'a ImportedDrawing,
        layers: &'a Layers,
        numbers: Numbers,
        identifiers: &mut Identifiers,
    ) -> Writer<'a> {
        let mut writer = Writer {
            drawing,
            layers,
            numbers,
            sizes: block_sizes(&drawing.blocks),
            functions: BTreeMap::new(),
            invalid: Report::default(),
        };
        let used = used_blocks(drawing);
        for (index, block) in drawing.blocks.iter().enumerate() {
            if used[index] && writer.sizes[index].entities > 0 {
                writer.write_block(index, identifiers.new_name(&block.name, "block"));
            }
        }
        writer
    }

    fn write_block(&mut self, index: usize, function: String) {
        let block = &self.drawing.blocks[index];
        let mut names = EntityNames::default();
        let mut scope = Scope::new(&mut names, true);
        let children = self.write_items(&block.items, &mut scope);
        scope.attach(self.numbers);
        if children.is_empty() {
            return;
        }
        let expressions: Vec<String> = children.iter().map(|name| scope.expression(name)).collect();
        scope.push(&group_of("name", &expressions), None);
        scope.push("return name;", None);
        let (statements, placed) = (scope.statements, scope.placed);
        self.functions.insert(
            index,
            BlockFunction {
                function,
                block: block.name.clone(),
                statements,
                ends: names.into_used(),
                placed,
            },
        );
    }

    /// Writes the content of the file. Returns its statements, and the names of its outermost entities.
    pub(super) fn write(&mut self, names: &mut EntityNames) -> (Vec<Statement>, Vec<String>) {
        let mut scope = Scope::new(names, false);
        let children = self.write_items(&self.drawing.items, &mut scope);
        scope.attach(self.numbers);
        (scope.statements, children)
    }

    /// Writes items, and returns their names.
    fn write_items(&mut self, items: &'a [ImportedItem], scope: &mut Scope<'_>) -> Vec<String> {
        items
            .iter()
            .filter_map(|item| self.write_item(item, &item.content, scope))
            .collect()
    }

    fn write_item(
        &mut self,
        item: &'a ImportedItem,
        content: &'a ImportedContent,
        scope: &mut Scope<'_>,
    ) -> Option<String> {
        let wanted = item.name.as_deref().map(|name| {
            let most = if scope.in_block {
                MAX_BLOCK_NAME_CHARS
            } else {
                usize::MAX
            };
            name.chars().take(most).collect::<String>()
        });
        let wanted = wanted.as_deref();
        match content {
            ImportedContent::Shape(shape) if shape.is_group() => None,
            ImportedContent::Shape(shape) => self.write_shape(item, shape, (wanted, scope)),
            ImportedContent::Group(items) => {
                if content_size(content, &self.sizes).entities == 0 {
                    return None;
                }
                let name = scope.names.new_name(wanted, "group", &[]);
                scope.level += 1;
                let children = self.write_items(items, scope);
                scope.level -= 1;
                if children.is_empty() {
                    return None;
                }
                let expressions: Vec<String> = children.iter().map(|name| scope.expression(name)).collect();
                scope.push(&group_of(&scope.expression(&name), &expressions), None);
                Some(name)
            }
            ImportedContent::Insert(insert) => self.write_insert(insert, wanted, scope),
            ImportedContent::Placed(transform, inner) => {
                let placed = scope.placed.len();
                scope.level += 1;
                let name = self.write_item(item, inner, scope);
                scope.level -= 1;
                scope.placed.truncate(placed);
                let name = name?;
                let transform = self.numbers.transform(transform);
                if !transform.is_finite() || transform.check().is_err() {
                    self.invalid.add_drop(
                        "transform",
                        name.as_str(),
                        [
                            "Its transform is not valid, so the entity is not placed.",
                            "변환이 올바르지 않아서 항목을 배치하지 않았어요.",
                        ],
                    );
                } else if let Some(text) = transform_statement(&scope.expression(&name), &transform) {
                    scope.push(text.trim_end(), None);
                }
                Some(name)
            }
        }
    }

    fn write_shape(
        &mut self,
        item: &ImportedItem,
        shape: &Shape,
        (wanted, scope): (Option<&str>, &mut Scope<'_>),
    ) -> Option<String> {
        let shape = self.numbers.shape(shape);
        let style = item.style.as_ref().map(|style| self.numbers.style(style));
        let width = style.as_ref().and_then(|style| style.stroke.as_ref());
        let problem = shape
            .check()
            .err()
            .or_else(|| width.and_then(|stroke| stroke.check().err()));
        if let Some(problem) = problem {
            self.invalid.add_drop(
                shape.kind(),
                wanted,
                bilingual!("It cannot be drawn: {problem}.", "그릴 수 없어요: {problem:#}."),
            );
            return None;
        }
        let layer = self.layers.of(item);
        let base = item.layer.as_deref().map(snake).filter(|_| layer.is_some());
        let base = base.filter(|base| !base.is_empty() && base != "0");
        let base = base.unwrap_or_else(|| shape.kind().to_owned());
        let name = scope.names.new_name(wanted, &base, &[]);
        let style = style.or_else(|| self.layers.style(layer, &shape));
        let call = shape_call(&self.layers.scene, (shape.clone(), style, layer))?;
        let statement = scope.statements.len();
        if matches!(shape, Shape::Dimension(_) | Shape::Leader(_)) {
            scope.push("", None);
            scope.pending.push(Pending {
                statement,
                shape,
                name: name.clone(),
                call,
                is_fixed: scope.level > 0,
            });
            return Some(name);
        }
        scope.push(&drawing_of(&call, &scope.expression(&name)), None);
        scope.placed.add(&name, &shape, statement);
        Some(name)
    }

    fn write_insert(
        &mut self,
        insert: &Insert,
        wanted: Option<&str>,
        scope: &mut Scope<'_>,
    ) -> Option<String> {
        if copies(insert) == 0 {
            return None;
        }
        let block = &self.drawing.blocks.get(insert.block)?.name;
        let Some(transform) = insert::transform(insert, self.numbers) else {
            let reason = [
                "Its scale or position is not valid.",
                "배율이나 위치가 올바르지 않아요.",
            ];
            self.invalid.add_drop("INSERT", block.as_str(), reason);
            return None;
        };
        let function = self.functions.get(&insert.block)?;
        if copies(insert) == 1 {
            let name = scope.names.new_name(wanted, &function.function, &function.ends);
            let text = insert::once(&function.function, &scope.expression(&name), &transform);
            let (statement, map) = (scope.statements.len(), transform.matrix(Point::ORIGIN));
            scope.push(&text, Some(insert.block));
            scope.placed.add_block(&function.placed, &name, &map, statement);
            return Some(name);
        }
        let cells = insert::cells(insert);
        let inner = cells
            .iter()
            .flat_map(|cell| function.ends.iter().map(move |end| format!("{cell}_{end}")));
        let ends: Vec<String> = cells.iter().cloned().chain(inner).collect();
        let base = format!("{}_array", function.function);
        let name = scope.names.new_name(wanted, &base, &ends);
        let prefix = if scope.in_block { "${name}_" } else { "" };
        let texts = ArrayTexts {
            function: &function.function,
            name: &scope.expression(&name),
            cell: &format!("{prefix}{name}"),
        };
        let text = insert::array(insert, self.numbers, &transform, &texts);
        let statement = scope.statements.len();
        scope.push(&text, Some(insert.block));
        for (cell, map) in insert::places(insert, self.numbers, &transform) {
            let copy = format!("{name}_{cell}");
            scope.placed.add_block(&function.placed, &copy, &map, statement);
        }
        Some(name)
    }

    /// Returns the report of the parts that cannot be drawn.
    pub(super) fn report(&self) -> Vec<ReportEntry> {
        self.invalid.clone().into_sorted()
    }
}

/// Returns the call that draws a shape, apart from the name; without a style if it has that of a new entity.
fn shape_call(scene: &Scene, (shape, style, layer): (Shape, Option<Style>, Option<&Name>)) -> Option<Call> {
    let own = style.is_some();
    let entity = Entity {
        name: Name::new("entity").ok()?,
        shape,
        style: Arc::new(style.unwrap_or_default()),
        layer: layer.cloned(),
        transform: Default::default(),
        parent: None,
        rank: Rank(0),
        locked: false,
        hidden: false,
        as_drawn: false,
    };
    let mut call = drawing_call(scene, &entity);
    call.input
        .retain(|field, _| field != "name" && (own || field != "style"));
    Some(call)
}

/// Returns for each block whether the content of the file inserts it, directly or in another block.
fn used_blocks(drawing: &ImportedDrawing) -> Vec<bool> {
    fn mark(items: &[ImportedItem], used: &mut [bool]) {
        for item in items {
            mark_content(&item.content, used);
        }
    }
    fn mark_content(content: &ImportedContent, used: &mut [bool]) {
        match content {
            ImportedContent::Shape(_) => {}
            ImportedContent::Group(items) => mark(items, used),
            ImportedContent::Placed(_, content) => mark_content(content, used),
            ImportedContent::Insert(insert) => {
                if let Some(used) = used.get_mut(insert.block) {
                    *used = true;
                }
            }
        }
    }
    let mut used = vec![false; drawing.blocks.len()];
    mark(&drawing.items, &mut used);
    // A block inserts only blocks before it.
    for (index, block) in drawing.blocks.iter().enumerate().rev() {
        if used[index] {
            mark(&block.items, &mut used);
        }
    }
    used
}
