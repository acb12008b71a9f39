//! Parts of an entity whose degrees of freedom a solver report lists.

use super::body::{Body, Form};
use trammel_kernel::solve::{PointExpr, Var};

impl Body {
    /// Returns the labels of the parts whose freedom is reported, each with its variables.
    pub(super) fn handles(&self) -> Vec<(String, Vec<Var>)> {
        let of_point = |p: &PointExpr| match *p {
            PointExpr::Free { x, y } => vec![x, y],
            _ => Vec::new(),
        };
        let row = |label: &str, vars: &[Var]| (label.to_owned(), vars.to_vec());
        match &self.form {
            Form::Rings(rings) => {
                let points = rings.iter().flat_map(|ring| &ring.points);
                match points.clone().count() {
                    2 => points
                        .zip(["start", "end"])
                        .map(|(p, label)| row(label, &of_point(p)))
                        .collect(),
                    _ => points
                        .enumerate()
                        .map(|(i, p)| (format!("point[{i}]"), of_point(p)))
                        .collect(),
                }
            }
            Form::Circle(circle) => vec![
                row("center", &of_point(&circle.center)),
                row("radius", &[circle.radius]),
            ],
            Form::Arc {
                circle, angle, sweep, ..
            } => vec![
                row("center", &of_point(&circle.center)),
                row("radius", &[circle.radius]),
                row("start", &[*angle]),
                row("end", &[*sweep]),
            ],
            Form::Ellipse { ellipse, .. } => vec![
                row("center", &ellipse.center),
                row("rx", &ellipse.radii[..1]),
                row("ry", &ellipse.radii[1..]),
                row("rotation", &[ellipse.rotation]),
            ],
            Form::Rect(rect) => vec![
                row("point[0]", &rect[..2]),
                row("width", &rect[2..3]),
                row("height", &rect[3..]),
            ],
            Form::Rigid(shift) => vec![row("", shift)],
        }
    }

    /// Whether the entity is a rectangle, which keeps its edges parallel to its own axes.
    pub(super) fn is_rect(&self) -> bool {
        matches!(self.form, Form::Rect(_))
    }
}
