//! Declaration of a kind of constraint. `constraint_kinds.rs` has the kinds and their list.
//!
//! Files, the schema and the messages of the tools, the conversion of units, and the solver read the declaration and
//! name no kind.

use trammel_kernel::solve::{Constraint as Demand, Curve, PointExpr};

/// Kind of a constraint. Two kinds are equal if their names are.
#[derive(Clone, Copy, Debug)]
pub struct ConstraintKind {
    /// Name in calls and files, in snake case.
    pub name: &'static str,
    /// References in a few words of English, for the schema.
    pub brief: &'static str,
    /// References in English and Korean, for messages.
    pub takes: [&'static str; 2],
    /// Value of the constraint.
    pub value: ConstraintValue,
    /// Whether the order of two references makes no difference.
    pub is_mutual: bool,
    /// Conversion into constraints of the solver.
    pub demands: Demands,
}

/// Value that a kind of constraint takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstraintValue {
    /// No value.
    None,
    /// Length in drawing units, 0 or more.
    Distance,
    /// Length in drawing units, above 0.
    Size,
    /// Angle in radians.
    Angle,
}

/// Conversion of a constraint into constraints of the solver.
#[derive(Clone, Copy, Debug)]
pub enum Demands {
    /// From the geometry of the references and the value; `None` if the references do not fit.
    OfGeometry(fn(&[RefGeometry], f64) -> Option<Vec<Demand>>),
    /// One entity or part, of any type, stays where it is.
    Stay,
}

/// Solver geometry of a reference.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "a few at a time, and both are Copy")]
pub enum RefGeometry {
    /// Point.
    Point(PointExpr),
    /// Line, circle or ellipse.
    Curve(Curve),
}

impl PartialEq for ConstraintKind {
    fn eq(&self, other: &ConstraintKind) -> bool {
        self.name == other.name
    }
}
