//! Content of a file of another program, before it is written as code.
//!
//! Invariants that a reader keeps and `import/` relies on: every shape passes
//! [`Shape::check`](trammel_scene::Shape), a block inserts only blocks before it in the list, and every layer that an
//! item names is in the list of layers, and groups nest at most [`MAX_DEPTH`](trammel_scene::MAX_DEPTH) levels deep.
//! Names need not be unique or valid; `import/` makes them so.

use trammel_formats::ReportEntry;
use trammel_kernel::{Point, Vec2};
use trammel_scene::{Color, Shape, Style, Transform, Units};

/// Content of a file: y up, numbers in `units`, angles in radians.
#[derive(Clone, Debug, Default)]
pub struct ImportedDrawing {
    /// Title in the file; empty if it has none.
    pub title: String,
    /// Unit of the numbers.
    pub units: Units,
    /// Rounding of the numbers in the code.
    pub precision: Precision,
    /// Layers in the order of the file.
    pub layers: Vec<ImportedLayer>,
    /// Blocks: content that items insert any number of times. Each becomes a function of the code.
    pub blocks: Vec<ImportedBlock>,
    /// Content, from back to front.
    pub items: Vec<ImportedItem>,
    /// Parts of the file that were changed or left out.
    pub report: Vec<ReportEntry>,
}

/// Rounding of the numbers of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// Numbers as written in the file, whose coordinates have at most this many decimals. Rounding to them only removes
    /// errors of a calculation, so a number with more decimals keeps them.
    Written(u8),
    /// Computed numbers, which are rounded to this many decimals.
    Computed(u8),
}

impl Default for Precision {
    fn default() -> Precision {
        Precision::Computed(15)
    }
}

/// Layer of a file.
#[derive(Clone, Debug)]
pub struct ImportedLayer {
    /// Name in the file.
    pub name: String,
    /// Color of its lines.
    pub color: Color,
    /// Width of its lines in drawing units; `None` for the default of the program.
    pub line_weight: Option<f64>,
    /// Dashes of its lines in drawing units; empty for continuous lines.
    pub dash: Vec<f64>,
    /// Whether the file hides the layer.
    pub is_hidden: bool,
    /// Whether the file prints and cuts the layer.
    pub is_plotted: bool,
    /// Whether the file locks the layer against changes.
    pub is_locked: bool,
}

/// Block of a file.
#[derive(Clone, Debug)]
pub struct ImportedBlock {
    /// Name in the file.
    pub name: String,
    /// Content, in coordinates of the block whose origin is the base point.
    pub items: Vec<ImportedItem>,
}

/// Item of a file.
#[derive(Clone, Debug)]
pub struct ImportedItem {
    /// Name in the file, such as the id of an element; `None` if the name is made from the layer and the type.
    pub name: Option<String>,
    /// Name of the layer; `None` for no layer.
    pub layer: Option<String>,
    /// Style; `None` for the style of the layer.
    pub style: Option<Style>,
    /// Content.
    pub content: ImportedContent,
}

/// Content of an item.
#[derive(Clone, Debug)]
pub enum ImportedContent {
    /// Shape of one entity.
    Shape(Shape),
    /// Group, from back to front.
    Group(Vec<ImportedItem>),
    /// Placement of a block.
    Insert(Insert),
    /// Shape or group with a transform that is not an insert.
    Placed(Transform, Box<ImportedContent>),
}

/// Placement of a block, once or as a grid. The block is scaled, then rotated, then moved to `at`.
#[derive(Clone, Debug)]
pub struct Insert {
    /// Index of the block.
    pub block: usize,
    /// Position of the origin of the block.
    pub at: Point,
    /// Rotation in radians, counterclockwise.
    pub rotation: f64,
    /// Scale in x and y; a negative factor flips.
    pub scale: [f64; 2],
    /// Number of columns and rows, at least 1 each.
    pub count: [u32; 2],
    /// Distance of the columns and rows, in the rotated axes.
    pub spacing: Vec2,
}
