//! Statements of one function while its items are written: of the drawing, or of a block.

use super::dimension::Site;
use super::names::EntityNames;
use super::numbers::Numbers;
use super::places::{Placeds, Places};
use super::statement::{Statement, drawing as drawing_of, name_expression};
use trammel_code::Call;
use trammel_scene::Shape;

/// Items of a function that are being written.
pub(super) struct Scope<'n> {
    pub(super) names: &'n mut EntityNames,
    pub(super) in_block: bool,
    pub(super) statements: Vec<Statement>,
    /// Entities of the statements.
    pub(super) placed: Placeds,
    /// Annotations whose statements are still empty, because they may refer to entities of later statements.
    pub(super) pending: Vec<Pending>,
    /// Number of groups and transforms around the items that are being written.
    pub(super) level: usize,
}

/// Annotation without a statement.
pub(super) struct Pending {
    /// Index of its statement.
    pub(super) statement: usize,
    pub(super) shape: Shape,
    pub(super) name: String,
    /// Call that draws it from its geometry.
    pub(super) call: Call,
    /// Whether its statement stays where it is.
    pub(super) is_fixed: bool,
}

impl<'n> Scope<'n> {
    /// Creates a scope without items.
    pub(super) fn new(names: &'n mut EntityNames, in_block: bool) -> Scope<'n> {
        Scope {
            names,
            in_block,
            statements: Vec::new(),
            placed: Placeds::default(),
            pending: Vec::new(),
            level: 0,
        }
    }

    /// Returns the expression of a name.
    pub(super) fn expression(&self, name: &str) -> String {
        name_expression(name, self.in_block)
    }

    /// Adds a statement.
    pub(super) fn push(&mut self, text: &str, block: Option<usize>) {
        self.statements.push(Statement::new(text, block));
    }

    /// Writes the statements of the annotations. One that is attached to a later entity moves behind all others.
    pub(super) fn attach(&mut self, numbers: Numbers) {
        let scope = self;
        let pending = std::mem::take(&mut scope.pending);
        if pending.is_empty() {
            return;
        }
        let (placed, none) = (std::mem::take(&mut scope.placed), Placeds::default());
        let tolerance = numbers.tolerance();
        let site = |places| Site {
            places,
            numbers,
            in_block: scope.in_block,
        };
        let (all, nothing) = (
            Places::new(&placed, scope.names, tolerance),
            Places::new(&none, scope.names, tolerance),
        );
        let mut last = Vec::new();
        for annotation in pending {
            let name = scope.expression(&annotation.name);
            let call = |places| site(places).call(&annotation.shape, &name, &annotation.call.input);
            let is_later = |after: Option<usize>| after > Some(annotation.statement);
            let call = match call(&all) {
                Some(found) if annotation.is_fixed && is_later(found.after) => call(&nothing),
                found => found,
            };
            let (text, after) = match call {
                Some(call) => (call.text, call.after),
                None => (drawing_of(&annotation.call, &name), None),
            };
            let statement = Statement::new(&text, None);
            if is_later(after) {
                last.push(statement);
            } else {
                scope.statements[annotation.statement] = statement;
            }
        }
        scope.statements.extend(last);
        scope.placed = placed;
    }
}
