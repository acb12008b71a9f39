//! Analysis of a solved component: degrees of freedom, redundancy and violated constraints.

use super::linear::{independent_rows, rank_of};
use super::minimize::{Jacobian, largest};
use super::pieces::{Columns, Demand, Piece, Solver};
use super::solution::Solution;
use crate::{Bounds, Point};

impl Solver<'_> {
    /// Counts the degrees of freedom and finds the redundant constraints.
    pub(super) fn analyze(
        &self,
        columns: &Columns,
        values: &[f64],
        solution: &mut Solution,
        redundant: &mut Vec<usize>,
    ) {
        let n = columns.members.len();
        let mut jacobian = Jacobian::default();
        self.system(columns).linearize(values, &mut jacobian);
        let m = columns.kept.len();
        let mut dense = vec![vec![0.0; m]; n];
        for (i, row) in (0..m).map(|i| jacobian.row(i)).enumerate() {
            for (column, slope) in row {
                dense[*column][i] = *slope;
            }
        }
        let rank = rank_of(dense);
        solution.dof += n - rank.rank;
        for (members, free) in columns.members.iter().zip(&rank.free) {
            members.iter().for_each(|var| solution.free[*var] = *free);
        }
        let mut says: Vec<(usize, bool)> = columns.merged.clone();
        if rank.rank < m {
            let row = |i| {
                let mut out = vec![0.0; n];
                for (column, slope) in jacobian.row(i) {
                    out[*column] = *slope;
                }
                out
            };
            let rows: Vec<Vec<f64>> = (0..m).map(row).collect();
            says.extend(columns.kept.iter().copied().zip(independent_rows(&rows)));
        }
        // A constraint is redundant if none of its equations is independent of the earlier ones.
        let new: Vec<usize> = says
            .iter()
            .filter(|(_, new)| *new)
            .map(|(i, _)| self.demands[*i].constraint)
            .collect();
        let all = says.iter().map(|(i, _)| self.demands[*i].constraint);
        redundant.extend(all.filter(|constraint| !new.contains(constraint)));
    }

    /// Returns the constraints with a residual above the tolerance, each with its largest residual.
    pub(super) fn broken(&self, piece: &Piece, values: &[f64], tolerance: f64) -> Vec<(usize, f64)> {
        let mut out: Vec<(usize, f64)> = Vec::new();
        for i in &piece.demands {
            let Demand { constraint, equation } = &self.demands[*i];
            let residual = largest(&[equation.evaluate(values, &mut ())]);
            if residual <= tolerance {
                continue;
            }
            match out.last_mut().filter(|(last, _)| last == constraint) {
                Some((_, most)) => *most = most.max(residual),
                None => out.push((*constraint, residual)),
            }
        }
        out
    }

    pub(super) fn worst(&self, piece: &Piece, values: &[f64]) -> f64 {
        self.broken(piece, values, 0.0)
            .iter()
            .fold(0.0, |most, (_, r)| most.max(*r))
    }

    /// Returns the size of a component: the diagonal of the points of its equations, or their largest size if that
    /// is greater.
    pub(super) fn extent(&self, piece: &Piece, values: &[f64]) -> f64 {
        let mut points: Vec<Point> = Vec::new();
        let equations = piece.demands.iter().map(|i| &self.demands[*i].equation);
        let size = equations.fold(0.0, |most: f64, equation| {
            most.max(equation.spread(values, &mut points))
        });
        let bounds = Bounds::from_points(points);
        let diagonal = bounds.map_or(0.0, |b| crate::num::norm(b.max - b.min));
        // Far from the origin, rounding errors exceed a billionth of a small sketch.
        let magnitude = bounds.map_or(0.0, |b| b.magnitude());
        let extent = diagonal.max(size).max(1e-5 * magnitude);
        if extent > 0.0 { extent } else { 1.0 }
    }
}
