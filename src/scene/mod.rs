//! Drawing: named entities, edits, diffs, history.
//!
//! Invariants:
//! * This module does not depend on tools, code, the agent or the browser.
//! * Names are unique. The children of a group are the entities whose `parent` is the group; the tree has no cycle.
//! * [`Edit`] is the only way to change a scene, and every change is a [`Diff`] whose inverse reverts it exactly.
//!
//! Start reading at [`Scene`] (`drawing.rs`), then `edit.rs`.
//!
//! # Example
//!
//! ```
//! use trammel::geometry::Point;
//! use trammel::scene::{Edit, Name, Scene, Shape, Style};
//!
//! let mut edit = Edit::new(Scene::new("plate"));
//! let hole = Shape::Circle { center: Point::new(0.0, 0.0), radius: 4.0 };
//! edit.insert(&Name::new("hole").unwrap(), hole, Style::shared_default(), false).unwrap();
//! let (scene, diff) = edit.finish();
//! assert!(scene.get("hole").is_some());
//! assert_eq!(diff.iter().count(), 1);
//! ```

mod adjustment;
mod annotation;
mod associativity;
mod definitions;
mod density;
mod diff;
mod drawing;
mod edge_distance;
mod edit;
mod enclosed;
mod entity;
mod error;
pub mod explain;
mod flags;
mod history;
mod invariants;
mod layer_settings;
mod line_type;
pub mod lint;
mod name;
mod named_colors;
mod of_path;
mod part_ref;
mod path_data;
mod pieces;
mod range;
mod resolved;
mod reuse_ranks;
mod shape;
mod style;
mod subentity;
mod text;
mod tied;
mod title;
mod transform;
mod units;
mod validate;
mod work;
mod written_ref;

pub use adjustment::{Adjustment, Arguments, Obstacle, Written};
pub use associativity::{between, boundary_of, extent};
pub use definitions::{
    Constraint, ConstraintKind, Definitions, Layer, MAX_CONSTRAINTS, MAX_LAYERS, MAX_TITLE_CHARS,
};
pub use diff::{Change, Diff};
pub use drawing::{MAX_DEPTH, MAX_ENTITIES, Scene};
pub use edge_distance::{edge_distance, edge_points};
pub use edit::{Edit, Placement};
pub use enclosed::{bounds_area, enclosed};
pub use entity::{Entity, Rank};
pub use error::SceneError;
pub use flags::Flags;
pub use history::{History, MAX_STEPS, Mark};
pub use invariants::check_invariants;
pub use layer_settings::{LayerSettings, renamed_layer};
pub use line_type::{LineType, line_types};
pub use name::{MAX_NAME_CHARS, Name};
pub use part_ref::{Part, PartRef, PartSelector};
pub use path_data::PathData;
pub use pieces::{MAX_PIECES, check_pieces};
pub use range::{MAX_COORDINATE, check_coordinate, check_size};
pub use resolved::{circle_of, line_of, tip_of};
pub use shape::Shape;
pub(crate) use style::ColorVisitor;
pub use style::{Cap, Color, Fill, Join, Stroke, Style};
pub use subentity::{Local, Resolved, listed as parts_of, named_parts};
pub use text::{MAX_TEXT_CHARS, Text, check_text};
pub use tied::{SOLID, TiedDimension, TiedHatch, TiedLeader};
pub use transform::Transform;
pub use units::Units;
pub(crate) use work::{AREA_WORK, Work};
pub use written_ref::WrittenRef;

#[cfg(test)]
pub(crate) mod arbitrary;
#[cfg(test)]
mod tests;
