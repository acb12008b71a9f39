//! Solver for geometric constraints: moves variables as little as possible until all constraints are satisfied.
//!
//! A [`Sketch`] has variables; [`PointExpr`], [`LineExpr`] and the other expressions define geometry in terms of
//! variables; a [`Constraint`] applies to such geometry. [`Sketch::solve`] splits the sketch into components that
//! share no variable (`pieces.rs`), merges variables that are equal, minimizes the residuals of each component
//! (`minimize.rs`), and reports degrees of freedom, redundant constraints and conflicts (`pieces.rs`). The solver
//! is independent of entity names and scenes.
//!
//! Invariants: a component that satisfies its constraints is not moved; a component that cannot satisfy them is
//! only moved if that reduces the number of violated constraints; the side or branch of the starting position is
//! kept; no input causes a panic or an unbounded loop; the same input gives the same bits on all machines.

mod axis;
mod constraint;
mod equation;
mod error;
mod expr;
mod limits;
mod linear;
mod minimize;
mod pieces;
mod sets;
mod solution;
#[cfg(test)]
mod tests;
mod variable;

use super::Point;
use constraint::Lowering;
use pieces::Demand;

pub use constraint::Constraint;
pub use error::SolveError;
pub use expr::{CircleExpr, Curve, EllipseExpr, LineExpr, PointExpr};
pub use limits::{MAX_UNKNOWNS, TOLERANCE};
pub use solution::{Solution, Status};
pub use variable::{Var, Variable};

/// A sketch: variables and constraints.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sketch {
    /// Variables of the sketch.
    pub vars: Vec<Variable>,
    /// Constraints of the sketch.
    pub constraints: Vec<Constraint>,
}

impl Sketch {
    /// Adds a variable measured in drawing units.
    pub fn length(&mut self, value: f64) -> Var {
        self.add(value, 1.0)
    }

    /// Adds a variable measured in drawing units that stays above 0.
    pub fn size(&mut self, value: f64) -> Var {
        let var = self.add(value, 1.0);
        self.vars[var].min = 0.0;
        var
    }

    /// Adds an angle in radians; `radius` is the size of the geometry that the angle rotates.
    pub fn angle(&mut self, value: f64, radius: f64) -> Var {
        self.add(value, radius)
    }

    /// Adds two variables as the coordinates of a point.
    pub fn point(&mut self, at: Point) -> PointExpr {
        let (x, y) = (self.length(at.x), self.length(at.y));
        PointExpr::free(x, y)
    }

    /// Adds two points as a line.
    pub fn line(&mut self, a: Point, b: Point) -> LineExpr {
        LineExpr::new(self.point(a), self.point(b))
    }

    /// Adds three variables as a circle.
    pub fn circle(&mut self, center: Point, radius: f64) -> CircleExpr {
        CircleExpr {
            center: self.point(center),
            radius: self.size(radius),
            ends: None,
        }
    }

    /// Adds five variables as an arc that runs counterclockwise through `sweep` from the angle `start`.
    pub fn arc(&mut self, center: Point, radius: f64, start: f64, sweep: f64) -> CircleExpr {
        let (x, y) = (self.length(center.x), self.length(center.y));
        let (r, angle) = (self.size(radius), self.angle(start, radius));
        let swept = self.angle(sweep, radius);
        self.vars[swept].min = 0.0;
        self.vars[swept].max = std::f64::consts::TAU;
        let end = |sweep| PointExpr::OnCircle {
            center: [x, y],
            radius: r,
            angle,
            sweep,
            turn: 0.0,
        };
        CircleExpr {
            center: PointExpr::free(x, y),
            radius: r,
            ends: Some([end(None), end(Some((swept, 1.0)))]),
        }
    }

    /// Adds a variable with the given unit (see [`Variable::unit`]) and no bounds.
    pub fn add(&mut self, value: f64, unit: f64) -> Var {
        self.vars.push(Variable {
            value,
            unit: if unit > 0.0 { unit } else { 1.0 },
            min: f64::NEG_INFINITY,
            max: f64::INFINITY,
            fixed: false,
        });
        self.vars.len() - 1
    }

    /// Adds a constraint and returns its index.
    pub fn demand(&mut self, constraint: Constraint) -> usize {
        self.constraints.push(constraint);
        self.constraints.len() - 1
    }

    /// Returns the largest residual of each constraint at the current values, as a length.
    pub fn misfits(&self) -> Vec<f64> {
        let values: Vec<f64> = self.vars.iter().map(|var| var.value).collect();
        let lowering = Lowering::new(&self.constraints, &values);
        let misfit = |constraint| {
            let equations = lowering.equations(constraint);
            let residuals = equations.iter().map(|e| e.evaluate(&values, &mut ()).abs());
            residuals.fold(0.0, f64::max)
        };
        self.constraints.iter().map(misfit).collect()
    }

    /// Moves the variables until the constraints are satisfied.
    ///
    /// # Errors
    /// Returns an error if a component has more than [`MAX_UNKNOWNS`] unknowns, or if a number is not finite.
    pub fn solve(&self) -> Result<Solution, SolveError> {
        let values: Vec<f64> = self.vars.iter().map(|var| var.value).collect();
        let lowering = Lowering::new(&self.constraints, &values);
        let mut demands: Vec<Demand> = Vec::new();
        for (constraint, demand) in self.constraints.iter().enumerate() {
            let equations = lowering.equations(demand).into_iter();
            demands.extend(equations.map(|equation| Demand { constraint, equation }));
        }
        let finite = values.iter().all(|value| value.is_finite());
        if !finite
            || demands
                .iter()
                .any(|d| !d.equation.evaluate(&values, &mut ()).is_finite())
        {
            return Err(SolveError::NotFinite);
        }
        let mut kept: Vec<LineExpr> = Vec::new();
        for line in self
            .constraints
            .iter()
            .flat_map(Lowering::rotatable_lines)
            .flatten()
        {
            if !kept.contains(&line) {
                kept.push(line);
            }
        }
        pieces::solve(&self.vars, values, &demands, &kept)
    }
}
