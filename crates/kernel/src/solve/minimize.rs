//! Levenberg–Marquardt minimization on one connected component of a sketch.
//!
//! A step is `d = -Jᵀ(JJᵀ + λI)⁻¹ r` in variables scaled so that 1 moves the geometry by one unit of length: the
//! smallest movement that satisfies the linearized equations. Invariants: the sum of squares never grows, variables
//! stay within their bounds, and the work is bounded by [`MAX_STEPS`].

use super::equation::Equation;
use super::linear::Profile;
use super::variable::Var;

/// Largest number of steps of one minimization; a solvable sketch takes about ten.
const MAX_STEPS: usize = 100;

/// Marker for a variable without a column: it is fixed, or belongs to another component.
pub(super) const NONE: usize = usize::MAX;

/// A system of equations and their shared unknowns.
pub(super) struct System<'a> {
    /// Equations with their weights.
    pub(super) equations: Vec<(Equation, f64)>,
    /// Column of each variable of the sketch.
    pub(super) column_of: &'a [usize],
    /// Variables of each column, which all have the same value.
    pub(super) members: &'a [Vec<Var>],
    /// Change of a column's variables when the geometry moves by 1.
    pub(super) scale: &'a [f64],
    /// Bounds of a column's variables.
    pub(super) bounds: &'a [(f64, f64)],
}

/// Derivatives of all equations, stored by rows, scaled and weighted.
#[derive(Default)]
pub(super) struct Jacobian {
    starts: Vec<usize>,
    entries: Vec<(usize, f64)>,
}

impl Jacobian {
    /// Returns the entries of a row as pairs of column and value.
    pub(super) fn row(&self, i: usize) -> &[(usize, f64)] {
        &self.entries[self.starts[i]..self.starts[i + 1]]
    }

    fn rows(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }
}

/// Stopping criteria.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    /// Largest residual that counts as 0.
    pub(super) residual: f64,
    /// Residual below which a step that does not reduce the cost is not retried with a larger λ.
    pub(super) good: f64,
    /// Length of a step below which the minimization stops.
    pub(super) step: f64,
    /// Largest movement of any unknown in one step.
    pub(super) reach: f64,
    /// Relative reduction of the sum of squares below which the minimization stops.
    pub(super) gain: f64,
}

impl System<'_> {
    /// Reduces the residuals as far as possible; changes `values` in place.
    pub(super) fn minimize(&self, values: &mut [f64], goal: Goal) {
        let order = self.order(values);
        let equations: Vec<(Equation, f64)> = order.iter().map(|i| self.equations[*i]).collect();
        let system = System { equations, ..*self };
        let mut jacobian = Jacobian::default();
        let mut residuals = system.linearize(values, &mut jacobian);
        let mut matrix = Profile::new(system.profile(&jacobian));
        let mut cost = sum_of_squares(&residuals);
        let mut lambda = 1e-9;
        let mut trial = values.to_vec();
        for _ in 0..MAX_STEPS {
            let worst = largest(&residuals);
            if worst <= goal.residual || !cost.is_finite() {
                return;
            }
            system.normal_matrix(&jacobian, &mut matrix);
            let size = matrix.largest();
            if size.is_nan() || size <= 0.0 {
                return;
            }
            let mut moved = None;
            while lambda < 1e6 {
                if let Some(factor) = matrix.factor(lambda * size) {
                    let step = system.step(&jacobian, &factor, &residuals, goal.reach);
                    system.advance(values, &step, &mut trial);
                    let next = system.residuals(&trial);
                    let next_cost = sum_of_squares(&next);
                    if next_cost < cost {
                        moved = Some((largest(&step), next_cost));
                        break;
                    }
                }
                if worst <= goal.good {
                    return;
                }
                lambda *= 10.0;
            }
            let Some((length, next_cost)) = moved else { return };
            lambda = (lambda * 0.1).max(1e-12);
            system.keep(&trial, values);
            let gain = cost - next_cost;
            let small = length <= goal.step || gain <= goal.gain * cost;
            cost = next_cost;
            if small {
                return;
            }
            residuals = system.linearize(values, &mut jacobian);
        }
    }

    /// Returns all residuals multiplied by their weights.
    pub(super) fn residuals(&self, values: &[f64]) -> Vec<f64> {
        let rows = self.equations.iter();
        rows.map(|(equation, weight)| weight * equation.evaluate(values, &mut ()))
            .collect()
    }

    /// Returns all residuals, and stores their derivatives in `out`.
    pub(super) fn linearize(&self, values: &[f64], out: &mut Jacobian) -> Vec<f64> {
        out.starts.clear();
        out.entries.clear();
        out.starts.push(0);
        let mut raw: Vec<(Var, f64)> = Vec::new();
        let mut residuals = Vec::with_capacity(self.equations.len());
        for (equation, weight) in &self.equations {
            raw.clear();
            residuals.push(weight * equation.evaluate(values, &mut raw));
            let start = out.entries.len();
            for (var, slope) in &raw {
                let column = self.column_of[*var];
                if column == NONE {
                    continue;
                }
                let slope = slope * weight * self.scale[column];
                match out.entries[start..].iter_mut().find(|(c, _)| *c == column) {
                    Some((_, sum)) => *sum += slope,
                    None => out.entries.push((column, slope)),
                }
            }
            out.starts.push(out.entries.len());
        }
        residuals
    }

    fn normal_matrix(&self, jacobian: &Jacobian, out: &mut Profile) {
        out.clear();
        let mut columns: Vec<Vec<(usize, f64)>> = vec![Vec::new(); self.members.len()];
        for i in 0..jacobian.rows() {
            for (column, slope) in jacobian.row(i) {
                for (j, other) in &columns[*column] {
                    out.add(i, *j, slope * other);
                }
                out.add(i, i, slope * slope);
                columns[*column].push((i, *slope));
            }
        }
    }

    fn profile(&self, jacobian: &Jacobian) -> Vec<usize> {
        let mut first_row = vec![NONE; self.members.len()];
        let mut first = Vec::with_capacity(jacobian.rows());
        for i in 0..jacobian.rows() {
            let mut earliest = i;
            for (column, _) in jacobian.row(i) {
                if first_row[*column] == NONE {
                    first_row[*column] = i;
                }
                earliest = earliest.min(first_row[*column]);
            }
            first.push(earliest);
        }
        first
    }

    /// Returns the change of each column, as a length, limited to `reach`.
    fn step(&self, jacobian: &Jacobian, factor: &Profile, residuals: &[f64], reach: f64) -> Vec<f64> {
        let mut multipliers = residuals.to_vec();
        factor.solve(&mut multipliers);
        let mut step = vec![0.0; self.members.len()];
        for (i, multiplier) in multipliers.iter().enumerate() {
            for (column, slope) in jacobian.row(i) {
                step[*column] -= slope * multiplier;
            }
        }
        let longest = largest(&step);
        if longest > reach {
            step.iter_mut().for_each(|d| *d *= reach / longest);
        }
        step
    }

    fn advance(&self, values: &[f64], step: &[f64], out: &mut [f64]) {
        for (column, members) in self.members.iter().enumerate() {
            let old = values[members[0]];
            let new = old + self.scale[column] * step[column];
            let (min, max) = self.bounds[column];
            // A step beyond a bound is replaced by a step halfway to the bound.
            let new = if new <= min {
                0.5 * (old + min)
            } else if new > max {
                0.5 * (old + max)
            } else {
                new
            };
            members.iter().for_each(|var| out[*var] = new);
        }
    }

    fn keep(&self, from: &[f64], to: &mut [f64]) {
        for var in self.members.iter().flatten() {
            to[*var] = from[*var];
        }
    }

    /// Returns an order of the equations in which those that share variables are close together (reverse
    /// Cuthill–McKee), so that the profile of the factor stays narrow.
    fn order(&self, values: &[f64]) -> Vec<usize> {
        let mut jacobian = Jacobian::default();
        self.linearize(values, &mut jacobian);
        let mut rows_of: Vec<Vec<usize>> = vec![Vec::new(); self.members.len()];
        for i in 0..jacobian.rows() {
            for (column, _) in jacobian.row(i) {
                rows_of[*column].push(i);
            }
        }
        let walk = |roots: &[usize]| {
            let mut seen = vec![false; jacobian.rows()];
            let mut spent = vec![false; rows_of.len()];
            let mut order: Vec<usize> = Vec::with_capacity(jacobian.rows());
            for root in roots {
                if std::mem::replace(&mut seen[*root], true) {
                    continue;
                }
                let mut next = order.len();
                order.push(*root);
                while let Some(row) = order.get(next).copied() {
                    next += 1;
                    let from = order.len();
                    for (column, _) in jacobian.row(row) {
                        if std::mem::replace(&mut spent[*column], true) {
                            continue;
                        }
                        for neighbor in &rows_of[*column] {
                            if !std::mem::replace(&mut seen[*neighbor], true) {
                                order.push(*neighbor);
                            }
                        }
                    }
                    trammel_base::sort::by_key(&mut order[from..], |row| jacobian.row(*row).len());
                }
            }
            order
        };
        let all: Vec<usize> = (0..jacobian.rows()).collect();
        // The last row reached by the first pass is far from the others and is the start of the second pass.
        let mut roots = walk(&all);
        roots.reverse();
        let mut order = walk(&roots);
        order.reverse();
        order
    }
}

fn sum_of_squares(residuals: &[f64]) -> f64 {
    super::linear::dot(residuals, residuals)
}

/// Returns the largest magnitude; NaN counts as infinite.
pub(super) fn largest(list: &[f64]) -> f64 {
    list.iter().fold(0.0, |most: f64, value| {
        if value.is_nan() {
            f64::INFINITY
        } else {
            most.max(value.abs())
        }
    })
}
