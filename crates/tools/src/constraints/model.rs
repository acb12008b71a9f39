//! Constraints of a drawing as a solver sketch, and the application of the solution to the drawing.

use super::body::{Body, Change};
use crate::error::ToolError;
use indexmap::IndexMap;
use serde_json::{Value, json};
use trammel_kernel::solve::{Constraint as Demand, Curve, Sketch, Solution};
use trammel_language::{Bilingual, bilingual};
use trammel_scene::{Constraint, Demands, Edit, Entity, Name, PartRef, RefGeometry, parts_of};

/// Solver sketch with the entities that the constraints reference.
#[derive(Debug, Default)]
pub(super) struct Model {
    sketch: Sketch,
    bodies: IndexMap<Name, Body>,
    /// Id of the drawing's constraint for each solver constraint of the sketch.
    owners: Vec<u32>,
}

impl Model {
    /// Adds a constraint and the referenced entities.
    ///
    /// # Errors
    /// Returns an error with the valid references or values if those of the constraint do not fit its kind.
    pub(super) fn add(&mut self, edit: &Edit, constraint: &Constraint) -> Result<(), ToolError> {
        let mut geometries = Vec::new();
        for reference in &constraint.refs {
            reference.resolve(edit)?;
            geometries.push(self.geometry_of(edit, reference)?);
        }
        let value = constraint.value.unwrap_or_default();
        let demands = match (constraint.kind.demands, constraint.refs.as_slice()) {
            (Demands::Stay, [one]) => self.fix_demands(edit, one, geometries[0])?,
            (Demands::Stay, _) => return Err(misfit(edit, constraint, &geometries)),
            (Demands::OfGeometry(demands), _) => {
                let known: Option<Vec<RefGeometry>> = geometries.iter().copied().collect();
                known
                    .and_then(|known| demands(&known, value))
                    .ok_or_else(|| misfit(edit, constraint, &geometries))?
            }
        };
        self.owners.extend(demands.iter().map(|_| constraint.id));
        self.sketch.constraints.extend(demands);
        Ok(())
    }

    /// Returns the residual of each solver constraint as a length, with the id of the drawing's constraint, in
    /// insertion order.
    pub(super) fn misfits(&self) -> Vec<(u32, f64)> {
        let misfits = self.sketch.misfits().into_iter();
        self.owners.iter().copied().zip(misfits).collect()
    }

    /// Solves the sketch and updates the entities.
    ///
    /// # Errors
    /// Returns an error if the sketch is too large or if an entity cannot take its new shape.
    pub(super) fn solve(&self, edit: &mut Edit) -> Result<Value, ToolError> {
        let solution = self
            .sketch
            .solve()
            .map_err(|error| ToolError::of_geometry("solve_constraints", &error))?;
        let old: Vec<f64> = self.sketch.vars.iter().map(|var| var.value).collect();
        let mut moved = Vec::new();
        for body in self.bodies.values() {
            let entity = edit.require(&body.name)?.clone();
            let Some((change, by)) = body.change(&entity, &old, &solution.values) else {
                continue;
            };
            match change {
                Change::Shape(shape) => edit.set_shape(&body.name, shape)?,
                Change::Shift(by) => edit.map_in_world(&body.name, trammel_kernel::Affine::translate(by))?,
            }
            moved.push(json!({ "entity": body.name, "by": by }));
        }
        let ids = |demands: &[usize]| {
            let mut ids: Vec<u32> = demands.iter().map(|i| self.owners[*i]).collect();
            ids.dedup();
            ids
        };
        let conflicts = ids(&solution.conflicts);
        // A constraint with several solver constraints is redundant only if all of them are redundant.
        let new: Vec<u32> = (0..self.owners.len())
            .filter(|i| !solution.redundant.contains(i))
            .map(|i| self.owners[i])
            .collect();
        let redundant = ids(&solution.redundant)
            .into_iter()
            .filter(|id| !new.contains(id));
        let named = |ids: Vec<u32>| -> Vec<String> { ids.iter().map(|id| format!("c{id}")).collect() };
        Ok(json!({
            "status": solution.status.as_str(),
            "dof": solution.dof,
            "free": self.free(&solution),
            "conflicts": named(conflicts),
            "redundant": named(redundant.collect()),
            "moved": moved,
        }))
    }

    /// Returns the rectangles that the given constraints reference. Conflicts may arise because a rectangle cannot
    /// rotate.
    pub(super) fn stiff(&self, constraints: &[&Constraint]) -> Vec<&Name> {
        let mut out: Vec<&Name> = Vec::new();
        for reference in constraints.iter().flat_map(|c| &c.refs) {
            if let Some(body) = self.bodies.get(&reference.entity)
                && body.is_rect()
                && !out.contains(&&body.name)
            {
                out.push(&body.name);
            }
        }
        out
    }

    /// Returns the names of the entities that can still move, or of the parts that can.
    fn free(&self, solution: &Solution) -> Vec<String> {
        let mut out = Vec::new();
        for body in self.bodies.values() {
            let handles = body.handles();
            let is_free = |vars: &[usize]| vars.iter().any(|var| solution.free[*var]);
            let free: Vec<&str> = handles
                .iter()
                .filter(|(_, vars)| is_free(vars))
                .map(|(label, _)| label.as_str())
                .collect();
            if free.len() == handles.len() {
                out.push(body.name.to_string());
            } else {
                out.extend(free.iter().map(|label| format!("{}.{label}", body.name)));
            }
        }
        out
    }

    /// Returns the geometry of a reference; `None` if the solver has no geometry for it.
    fn geometry_of(&mut self, edit: &Edit, reference: &PartRef) -> Result<Option<RefGeometry>, ToolError> {
        let entity = edit.require(&reference.entity)?.clone();
        if entity.shape.is_group() {
            return Err(ToolError::new(bilingual!(
                "'{}' is a group and cannot be constrained. Name one of its children.",
                "'{}'은(는) 그룹이라 구속을 걸 수 없어요. 그 안의 항목을 쓰세요.",
                entity.name
            )));
        }
        if !self.bodies.contains_key(&entity.name) {
            let body = Body::new(&mut self.sketch, edit, &entity);
            if edit.is_protected(&entity.name) {
                self.sketch.vars[body.vars.clone()]
                    .iter_mut()
                    .for_each(|var| var.fixed = true);
            }
            self.bodies.insert(entity.name.clone(), body);
        }
        let Some(body) = self.bodies.get(&entity.name) else {
            return Ok(None);
        };
        Ok(match reference.part {
            None => body.whole(),
            Some(part) => body.part(&mut self.sketch, &entity, part),
        })
    }

    /// Returns the solver constraints of `fix`: all variables of an entity, or the points of a part, keep their
    /// values.
    fn fix_demands(
        &self,
        edit: &Edit,
        what: &PartRef,
        geometry: Option<RefGeometry>,
    ) -> Result<Vec<Demand>, ToolError> {
        let all = || {
            let vars = self
                .bodies
                .get(&what.entity)
                .map_or(0..0, |body| body.vars.clone());
            vars.map(|var| Demand::Size(var, self.sketch.vars[var].value))
                .collect()
        };
        match (what.part, geometry) {
            (None, _) | (_, Some(RefGeometry::Curve(Curve::Circle(_) | Curve::Ellipse(_)))) => Ok(all()),
            (_, Some(RefGeometry::Point(p))) => Ok(vec![Demand::Fix(p)]),
            (_, Some(RefGeometry::Curve(Curve::Line(line)))) => {
                Ok(vec![Demand::Fix(line.a), Demand::Fix(line.b)])
            }
            (_, None) => {
                let entity = edit.require(&what.entity)?;
                Err(ToolError::new(bilingual!(
                    "'{what}' cannot be fixed; {}",
                    "'{what}'은(는) 고정할 수 없어요. {:#}",
                    fitting(entity)
                )))
            }
        }
    }
}

/// Returns the error for references that do not fit a kind, with the expected references.
fn misfit(edit: &Edit, constraint: &Constraint, geometries: &[Option<RefGeometry>]) -> ToolError {
    let given: Vec<Bilingual> = constraint
        .refs
        .iter()
        .zip(geometries)
        .map(|(reference, geometry)| {
            let what = match geometry {
                Some(RefGeometry::Point(_)) => bilingual!("a point", "점"),
                Some(RefGeometry::Curve(Curve::Line(_))) => bilingual!("a line", "선"),
                Some(RefGeometry::Curve(Curve::Circle(_))) => bilingual!("a circle or arc", "원이나 호"),
                Some(RefGeometry::Curve(Curve::Ellipse(_))) => bilingual!("an ellipse", "타원"),
                None => bilingual!("not constrainable", "구속할 수 없음"),
            };
            bilingual!("'{reference}' ({what})", "'{reference}'({what:#})")
        })
        .collect();
    let unclear = constraint
        .refs
        .iter()
        .zip(geometries)
        .find(|(_, geometry)| geometry.is_none());
    let unclear = unclear.and_then(|(reference, _)| edit.get(&reference.entity));
    let hint = unclear.map_or(Bilingual::default(), |entity| {
        bilingual!("; {}", ". {:#}", fitting(entity))
    });
    let [english, korean] = constraint.kind.takes;
    ToolError::new(bilingual!(
        "{} takes {}; got {}{hint}",
        "{} 구속에는 {:#}이(가) 필요한데 {:#}을(를) 받았어요{hint:#}",
        constraint.kind.name,
        Bilingual::new(english, korean),
        Bilingual::join(&given, [" and ", ", "])
    ))
}

/// Returns a description of the parts of an entity that can be constrained.
fn fitting(entity: &Entity) -> Bilingual {
    bilingual!(
        "'{}' is a {}, whose parts are: {}",
        "'{}' 항목은 {} 유형이고 그 부분: {}",
        entity.name,
        entity.shape.kind(),
        parts_of(entity).join(", ")
    )
}
