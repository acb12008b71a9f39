//! State of a drawing tool: the values so far, the pointer, the typed fields, and what the tool remembers.

use crate::canvas_tool::{Effect, PointerKind};
use crate::draw::figure::Figure;
use crate::draw::figure_table::FigureTable;
use crate::draw::pointing::Pointed;
use crate::draw::typed_fields::TypedFields;
use crate::draw::value::Value;
use crate::expression::TypedError;
use trammel_kernel::Point;

/// A tool that draws a figure.
#[derive(Debug)]
pub struct Drawing {
    pub(super) figure: &'static FigureTable,
    pub(super) values: Vec<Value>,
    pub(super) pointer: Option<Pointed>,
    /// Position and kind of the pointer at its press.
    pub(super) press: Option<(Point, PointerKind)>,
    pub(super) fields: TypedFields,
    /// Number of the selected choice.
    pub(super) choice: usize,
    /// Whether the last click repeated the last point of a chain: the second click of a double click does.
    pub(super) repeated: bool,
    /// Whether the tool stays active after a figure.
    pub(super) keep: bool,
    /// Values of the last figure, offered as defaults.
    pub(super) last: Vec<Value>,
    /// Name of the last entity, which the scene may not contain yet.
    pub(super) issued: Option<String>,
}

impl Drawing {
    /// Creates the tool of a figure.
    #[must_use]
    pub fn of<F: Figure>() -> Self {
        Self::new(FigureTable::of::<F>())
    }

    /// Creates the tool of the figure with this table.
    pub(super) fn new(figure: &'static FigureTable) -> Self {
        Self {
            figure,
            values: Vec::new(),
            pointer: None,
            press: None,
            fields: TypedFields::default(),
            choice: 0,
            repeated: false,
            keep: false,
            last: Vec::new(),
            issued: None,
        }
    }
}

/// Returns the effect that shows the reason of a refusal.
pub(super) fn refuse(error: &TypedError) -> Vec<Effect> {
    vec![Effect::Refuse(error.reason())]
}
