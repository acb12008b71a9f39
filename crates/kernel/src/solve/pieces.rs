//! Division of a sketch into connected components, the solution of each component, and its analysis: degrees of freedom,
//! redundant and violated constraints.

use super::equation::Equation;
use super::error::SolveError;
use super::expr::{LineExpr, PointExpr};
use super::limits::{MAX_UNKNOWNS, TOLERANCE};
use super::linear::{independent_rows, rank_of};
use super::minimize::{Goal, Jacobian, NONE, System, largest};
use super::sets::Sets;
use super::solution::{Solution, Status};
use super::variable::{Var, Variable};
use crate::{Bounds, Point};

/// Weight of the equations that preserve the lengths of rotated lines, relative to constraints.
const KEEP: f64 = 0.05;

/// An equation and the index of its constraint.
pub(super) struct Demand {
    pub(super) constraint: usize,
    pub(super) equation: Equation,
}

/// Solves every component. `keeps` are lines whose length should be preserved when they rotate.
pub(super) fn solve(
    variables: &[Variable],
    values: Vec<f64>,
    demands: &[Demand],
    keeps: &[LineExpr],
) -> Result<Solution, SolveError> {
    let mut sets = Sets::new(variables.len());
    let free_vars = |equation: &Equation| -> Vec<Var> {
        let mut vars = Vec::new();
        equation.vars(&mut vars);
        vars.retain(|var| !variables[*var].fixed);
        vars
    };
    let uses: Vec<Vec<Var>> = demands.iter().map(|d| free_vars(&d.equation)).collect();
    for vars in &uses {
        for pair in vars.windows(2) {
            sets.join(pair[0], pair[1], |_| false);
        }
    }
    // Components in the order of their first equations; the equations without unknowns form the first component.
    let mut piece_of: Vec<usize> = vec![NONE; variables.len()];
    let mut pieces: Vec<Piece> = vec![Piece::default()];
    for (i, vars) in uses.iter().enumerate() {
        let Some(var) = vars.first() else {
            pieces[0].demands.push(i);
            continue;
        };
        let root = sets.root(*var);
        if piece_of[root] == NONE {
            piece_of[root] = pieces.len();
            pieces.push(Piece::default());
        }
        pieces[piece_of[root]].demands.push(i);
    }
    let mut solution = Solution {
        free: vec![false; values.len()],
        values,
        status: Status::Fully,
        dof: 0,
        conflicts: Vec::new(),
        redundant: Vec::new(),
        residual: 0.0,
    };
    for (var, _) in variables.iter().enumerate().filter(|(_, v)| !v.fixed) {
        let root = sets.root(var);
        match piece_of[root] {
            // No constraint uses the variable.
            NONE => {
                solution.free[var] = true;
                solution.dof += 1;
            }
            piece => pieces[piece].vars.push(var),
        }
    }
    for line in keeps {
        let mut vars = Vec::new();
        line.a.vars(&mut vars);
        line.b.vars(&mut vars);
        if let Some(var) = vars.iter().find(|var| !variables[**var].fixed)
            && let Some(piece) = pieces.get_mut(piece_of[sets.root(*var)])
        {
            piece.keeps.push(*line);
        }
    }
    let mut solver = Solver {
        variables,
        demands,
        column_of: vec![NONE; variables.len()],
        sets: Sets::new(variables.len()),
    };
    let mut redundant = Vec::new();
    for piece in &pieces {
        solver.piece(piece, &mut solution, &mut redundant)?;
    }
    solution.conflicts.sort_unstable();
    solution.conflicts.dedup();
    redundant.sort_unstable();
    redundant.dedup();
    redundant.retain(|c| !solution.conflicts.contains(c));
    solution.status = match (solution.conflicts.is_empty(), redundant.is_empty(), solution.dof) {
        (false, ..) => Status::Conflicting,
        (_, false, _) => Status::Over,
        (_, _, 0) => Status::Fully,
        _ => Status::Under,
    };
    solution.redundant = redundant;
    Ok(solution)
}

/// A connected component: unknowns and the constraints on them.
#[derive(Default)]
pub(super) struct Piece {
    pub(super) vars: Vec<Var>,
    pub(super) demands: Vec<usize>,
    keeps: Vec<LineExpr>,
}

/// Unknowns of a component as columns; equal variables share one column.
pub(super) struct Columns {
    pub(super) members: Vec<Vec<Var>>,
    scale: Vec<f64>,
    bounds: Vec<(f64, f64)>,
    /// Demands that are solved as equations.
    pub(super) kept: Vec<usize>,
    /// Demands that are satisfied by sharing a column, with whether the demand merged two columns.
    pub(super) merged: Vec<(usize, bool)>,
}

pub(super) struct Solver<'a> {
    variables: &'a [Variable],
    pub(super) demands: &'a [Demand],
    column_of: Vec<usize>,
    sets: Sets,
}

impl Solver<'_> {
    fn piece(
        &mut self,
        piece: &Piece,
        solution: &mut Solution,
        redundant: &mut Vec<usize>,
    ) -> Result<(), SolveError> {
        let extent = self.extent(piece, &solution.values);
        let tolerance = TOLERANCE * extent;
        let before = self.broken_constraints(piece, &solution.values, tolerance);
        let mut columns = self.columns(piece, true)?;
        let mut found = solution.values.clone();
        let mut after = before.clone();
        if !before.is_empty() {
            self.attempt(piece, &columns, &mut found, extent, true);
            after = self.broken_constraints(piece, &found, tolerance);
            if !after.is_empty() && piece.vars.len() <= MAX_UNKNOWNS {
                // Merged variables hide the conflicting constraints, and the length equations may prevent a
                // solution.
                columns = self.columns(piece, false)?;
                found.clone_from(&solution.values);
                self.attempt(piece, &columns, &mut found, extent, false);
                after = self.broken_constraints(piece, &found, tolerance);
            }
        }
        let worst = after.iter().fold(0.0, |most: f64, (_, r)| most.max(*r));
        let blamed = after.iter().filter(|(_, r)| *r >= 1e-4 * worst);
        solution
            .conflicts
            .extend(blamed.map(|(constraint, _)| *constraint));
        self.analyze(&columns, &found, solution, redundant);
        if after.len() < before.len() {
            for var in &piece.vars {
                solution.values[*var] = found[*var];
            }
        }
        let residual = self.worst(piece, &solution.values) / extent;
        solution.residual = solution.residual.max(residual);
        Ok(())
    }

    /// Assigns the variables to columns. With `merge`, an equality of two variables makes them share one column.
    fn columns(&mut self, piece: &Piece, merge: bool) -> Result<Columns, SolveError> {
        let vars = self.variables;
        piece.vars.iter().for_each(|var| self.sets.reset(*var));
        let (mut kept, mut merged) = (Vec::new(), Vec::new());
        for i in &piece.demands {
            match equal_vars(&self.demands[*i].equation).filter(|_| merge) {
                // Two fixed variables cannot be merged, because their values may differ.
                Some((a, b)) if !(self.is_fixed(a) && self.is_fixed(b)) => {
                    merged.push((*i, self.sets.join(a, b, |var| vars[var].fixed)));
                }
                _ => kept.push(*i),
            }
        }
        let mut out = Columns {
            members: Vec::new(),
            scale: Vec::new(),
            bounds: Vec::new(),
            kept,
            merged,
        };
        piece.vars.iter().for_each(|var| self.column_of[*var] = NONE);
        for var in &piece.vars {
            let root = self.sets.root(*var);
            if vars[root].fixed {
                continue;
            }
            if self.column_of[root] == NONE {
                self.column_of[root] = out.members.len();
                out.members.push(Vec::new());
            }
            let column = self.column_of[root];
            self.column_of[*var] = column;
            out.members[column].push(*var);
        }
        for members in &out.members {
            let all = || members.iter().map(|var| &vars[*var]);
            let weight: f64 = all().map(|v| v.unit * v.unit).sum();
            out.scale.push(1.0 / weight.sqrt());
            let least = all().map(|v| v.min).fold(f64::NEG_INFINITY, f64::max);
            out.bounds
                .push((least, all().map(|v| v.max).fold(f64::INFINITY, f64::min)));
        }
        let size = out.members.len().max(out.kept.len() / 2);
        if size > MAX_UNKNOWNS {
            return Err(SolveError::TooLarge { unknowns: size });
        }
        Ok(out)
    }

    fn is_fixed(&mut self, var: Var) -> bool {
        let root = self.sets.root(var);
        self.variables[root].fixed
    }

    fn attempt(&mut self, piece: &Piece, columns: &Columns, values: &mut [f64], extent: f64, gently: bool) {
        let lengths: Vec<f64> = piece.keeps.iter().map(|line| line.frame(values).2).collect();
        for var in &piece.vars {
            let root = self.sets.root(*var);
            if self.variables[root].fixed {
                values[*var] = values[root];
            }
        }
        for members in columns.members.iter().filter(|members| members.len() > 1) {
            let units = members
                .iter()
                .map(|var| (values[*var], self.variables[*var].unit));
            let (sum, weight) = units.fold((0.0, 0.0), |(sum, weight), (value, unit)| {
                (sum + value * unit * unit, weight + unit * unit)
            });
            let same = members.iter().all(|var| values[*var] == values[members[0]]);
            let mean = if same { values[members[0]] } else { sum / weight };
            members.iter().for_each(|var| values[*var] = mean);
        }
        let mut system = self.system(columns);
        let hard = system.equations.len();
        if gently {
            let keep = |(line, length): (&LineExpr, f64)| {
                let equation = Equation::Gap {
                    p: line.a,
                    q: line.b,
                    value: length,
                    radii: [None, None],
                };
                (length > 0.0).then_some((equation, KEEP))
            };
            let keeps = piece.keeps.iter().zip(lengths);
            system.equations.extend(keeps.filter_map(keep));
            if system.equations.len() > hard {
                system.minimize(
                    values,
                    Goal {
                        residual: 1e-9 * extent,
                        good: 1e-4 * extent,
                        step: 1e-6 * extent,
                        reach: 0.5 * extent,
                        gain: 1e-3,
                    },
                );
                system.equations.truncate(hard);
            }
        }
        let goal = Goal {
            residual: 1e-4 * TOLERANCE * extent,
            good: TOLERANCE * extent,
            step: 1e-15 * extent,
            reach: 0.5 * extent,
            gain: 1e-12,
        };
        system.minimize(values, goal);
        self.round(piece, columns, values, goal.good);
    }

    /// Replaces values within rounding of a requested number by exactly that number.
    fn round(&self, piece: &Piece, columns: &Columns, values: &mut [f64], tolerance: f64) {
        for i in &piece.demands {
            let (var, value) = match self.demands[*i].equation {
                Equation::Size { a, b: None, value } => (a, value),
                Equation::At {
                    axis,
                    p: PointExpr::Free { x, y },
                    value,
                } => (axis.pick(x, y), value),
                _ => continue,
            };
            let column = self.column_of[var];
            if column != NONE && (values[var] - value).abs() <= tolerance {
                columns.members[column]
                    .iter()
                    .for_each(|var| values[*var] = value);
            }
        }
    }

    pub(super) fn system<'b>(&'b self, columns: &'b Columns) -> System<'b> {
        let kept = columns.kept.iter();
        System {
            equations: kept.map(|i| (self.demands[*i].equation, 1.0)).collect(),
            column_of: &self.column_of,
            members: &columns.members,
            scale: &columns.scale,
            bounds: &columns.bounds,
        }
    }
}

/// Returns the two variables of an equation that only states their equality.
fn equal_vars(equation: &Equation) -> Option<(Var, Var)> {
    match *equation {
        Equation::Apart {
            axis,
            p: PointExpr::Free { x, y },
            q: PointExpr::Free { x: u, y: v },
            value: 0.0,
        } => Some((axis.pick(x, y), axis.pick(u, v))),
        Equation::Size {
            a,
            b: Some(b),
            value: 0.0,
        } => Some((a, b)),
        _ => None,
    }
}

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
    pub(super) fn broken_constraints(
        &self,
        piece: &Piece,
        values: &[f64],
        tolerance: f64,
    ) -> Vec<(usize, f64)> {
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
        self.broken_constraints(piece, values, 0.0)
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
