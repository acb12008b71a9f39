//! Geometric constraints: numbers that are to satisfy demands, moved as little as possible until they do.
//!
//! A [`Sketch`] has variables; [`PointExpr`], [`LineExpr`] and the like say how geometry depends on them; a
//! [`Constraint`] is a demand on geometry. [`Sketch::solve`] splits the sketch into pieces that share no variable
//! (`pieces.rs`), merges variables that are simply equal, minimizes the residuals of each piece (`minimize.rs`) and
//! counts what is still free, redundant or in conflict (`report.rs`). It knows no names and no scene.
//!
//! Invariants: a piece that satisfies its constraints is not moved at all; one that cannot is only moved when fewer
//! constraints are broken then; the side or branch of the starting position is kept; nothing panics or runs without a
//! bound, whatever the numbers; the same input gives the same bits everywhere.

mod axis;
mod constraint;
mod equation;
mod expr;
mod limits;
mod linear;
mod minimize;
mod pieces;
mod report;
mod sets;
mod solution;
mod variable;

pub use constraint::Constraint;
pub use expr::{CircleExpr, Curve, EllipseExpr, LineExpr, PointExpr};
pub use limits::{MAX_UNKNOWNS, TOLERANCE};
pub use solution::{Solution, Status};
pub use variable::{Var, Variable};

use super::Point;
use constraint::Lowering;
use pieces::Demand;

/// Variables and demands on them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sketch {
    /// The variables.
    pub vars: Vec<Variable>,
    /// The demands.
    pub constraints: Vec<Constraint>,
}

impl Sketch {
    /// A variable measured in drawing units.
    pub fn length(&mut self, value: f64) -> Var {
        self.add(value, 1.0)
    }

    /// A variable measured in drawing units that stays above 0.
    pub fn size(&mut self, value: f64) -> Var {
        let var = self.add(value, 1.0);
        self.vars[var].min = 0.0;
        var
    }

    /// An angle in radians of something as large as `radius`.
    pub fn angle(&mut self, value: f64, radius: f64) -> Var {
        self.add(value, radius)
    }

    /// Two variables that are a point.
    pub fn point(&mut self, at: Point) -> PointExpr {
        let (x, y) = (self.length(at.x), self.length(at.y));
        PointExpr::free(x, y)
    }

    /// Two points that are a line.
    pub fn line(&mut self, a: Point, b: Point) -> LineExpr {
        LineExpr::new(self.point(a), self.point(b))
    }

    /// Three variables that are a circle.
    pub fn circle(&mut self, center: Point, radius: f64) -> CircleExpr {
        CircleExpr {
            center: self.point(center),
            radius: self.size(radius),
            ends: None,
        }
    }

    /// Five variables that are an arc, counter-clockwise through `sweep` from the angle `start`.
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

    /// A variable with the given unit (see [`Variable::unit`]) and no bounds.
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

    /// Adds a demand; its number is returned.
    pub fn demand(&mut self, constraint: Constraint) -> usize {
        self.constraints.push(constraint);
        self.constraints.len() - 1
    }

    /// The largest residual of each constraint as the variables stand, as a length.
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

    /// Moves the variables until the demands are satisfied.
    ///
    /// # Errors
    /// More than [`MAX_UNKNOWNS`] unknowns hang together, or a number is not finite.
    pub fn solve(&self) -> Result<Solution, String> {
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
            return Err("the sketch or a constraint has a number that is not finite".to_owned());
        }
        let mut kept: Vec<LineExpr> = Vec::new();
        for line in self.constraints.iter().flat_map(Lowering::turned).flatten() {
            if !kept.contains(&line) {
                kept.push(line);
            }
        }
        pieces::solve(&self.vars, values, &demands, &kept)
    }
}

#[cfg(test)]
mod tests;
