//! Constraint tools: geometric constraints are stored with the drawing and applied by `solve_constraints`.
//!
//! `constraint_kinds.rs` of the scene declares the kinds, `kinds.rs` has their schema, `body.rs` converts entities to
//! solver variables, and `model.rs` solves. Adding a constraint moves nothing.

#[cfg(test)]
mod added_kind_tests;
mod body;
mod kinds;
mod model;
#[cfg(test)]
mod tests;

use super::checks::invalid;
use super::tool::{Domain, Kind, Output, Placing, Tool, ToolCx, ToolError, Verb};
use super::types::AngleUnit;
use model::Model;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use trammel_base::numbers::number_text;
use trammel_formats::json;
use trammel_language::bilingual;
use trammel_scene::{
    Constraint, ConstraintKind, ConstraintValue, PartRef, WrittenRef, check_coordinate, check_size,
};

/// Demand something of entities or their parts: two lines parallel, a distance of 40. Nothing moves until
/// solve_constraints. Where there are two ways (sides, inside or outside) the nearer one is taken. Returns an id such as
/// "c1".
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct AddConstraint {
    // The description of the schema has one line for all kinds.
    #[schemars(schema_with = "kinds::schema")]
    kind: ConstraintKind,
    /// Constrained entities, or parts such as "wall.start", "plate.edge[2]", "plate.point[0]", "hole.center". Arcs
    /// count as circles. To tie something to the origin, draw_point at 0, 0, constrain that point with fix, and refer to it.
    // Code of an imported drawing writes a reference as a pair where the text is ambiguous.
    #[schemars(with = "Vec<String>")]
    entities: Vec<WrittenRef>,
    /// Length, or angle from the first line's direction to the second's, for the kinds that measure.
    value: Option<f64>,
    /// Unit of an angle. Default: radian.
    angle_unit: Option<AngleUnit>,
}

impl Tool for AddConstraint {
    const NAME: &'static str = "add_constraint";
    const KOREAN: &'static str =
        "항목이나 그 부분에 기하 구속을 겁니다. 풀기 전에는 아무것도 움직이지 않습니다.";
    const SYNONYMS: [&'static str; 2] = [
        "parallel, perpendicular, tangent, equal, coincident, concentric, horizontal, fix, parametric, relation",
        "구속, 평행, 수직, 접선, 동일, 동심",
    ];
    const DOMAIN: Domain = Domain::Constraints;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Constrain;
    const PLACING: Placing = Placing::Keeps;
    const POSITIONAL: &'static [&'static str] = &["kind", "entities", "value", "angle_unit"];
    const EXAMPLE: &'static str = "draw_line({ name: 'a', points: [0, 0, 10, 1] });\n\
        draw_line({ name: 'b', points: [10, 1, 11, 9] });\n\
        add_constraint({ kind: 'coincident', entities: ['a.end', 'b.start'] });\n\
        add_constraint({ kind: 'perpendicular', entities: ['a', 'b'] })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let value = checked_value(self.kind, self.value, self.angle_unit)?;
        let refs = self.entities.iter().map(|reference| reference.read(cx.edit));
        let refs: Vec<PartRef> = refs.collect::<Result<_, _>>()?;
        let constraint = Constraint {
            id: 0,
            kind: self.kind,
            refs,
            value,
        };
        Model::default().add(cx.edit, &constraint)?;
        if let Some(same) = same_as(&cx.edit.definitions().constraints, &constraint) {
            return Err(ToolError::new(bilingual!(
                "add_constraint: this constraint already exists: c{}",
                "add_constraint: 이 구속이 이미 있어요: c{}",
                same.id
            )));
        }
        let id = cx
            .edit
            .add_constraint(constraint.kind, constraint.refs, constraint.value)?;
        Ok(Output::Data(json!(format!("c{id}"))))
    }
}

/// List the constraints: id, kind, refs, value (angles in radians), and whether the drawing satisfies it as it is.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListConstraints {}

impl Tool for ListConstraints {
    const NAME: &'static str = "list_constraints";
    const KOREAN: &'static str = "구속을 나열하고, 지금 도면이 만족하는지 알려 줍니다.";
    const SYNONYMS: [&'static str; 2] = [
        "relations, degrees of freedom, which constraints",
        "구속 목록, 자유도",
    ];
    const DOMAIN: Domain = Domain::Constraints;
    const KIND: Kind = Kind::Query;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &[];
    const EXAMPLE: &'static str = "list_constraints()";
    const RETURNS: &'static str = "object[]";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let definitions = cx.edit.definitions().clone();
        let slack = 1e-9 * cx.edit.bounds().map_or(1.0, |bounds| bounds.magnitude());
        let mut model = Model::default();
        // A constraint that no longer fits its entities is not satisfied.
        let fits: Vec<bool> = definitions
            .constraints
            .iter()
            .map(|c| model.add(cx.edit, c).is_ok())
            .collect();
        let misfits = model.misfits();
        let rows = definitions
            .constraints
            .iter()
            .zip(fits)
            .map(|(constraint, fits)| {
                let mut mine = misfits.iter().filter(|(id, _)| *id == constraint.id);
                let mut row = json::constraint(cx.edit, constraint);
                row["satisfied"] = json!(fits && mine.all(|(_, misfit)| *misfit <= slack));
                row
            });
        Ok(Output::Data(rows.collect::<Vec<Value>>().into()))
    }
}

/// Take a constraint away. Nothing moves.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct RemoveConstraint {
    /// Its id, for example "c1".
    id: String,
}

impl Tool for RemoveConstraint {
    const NAME: &'static str = "remove_constraint";
    const KOREAN: &'static str = "구속을 없앱니다.";
    const SYNONYMS: [&'static str; 2] = ["delete a relation, unlock, loosen", "구속 없애기"];
    const DOMAIN: Domain = Domain::Constraints;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Constrain;
    const PLACING: Placing = Placing::Keeps;
    const POSITIONAL: &'static [&'static str] = &["id"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'hole', x: 0, y: 0, radius: 5 });\n\
        add_constraint({ kind: 'radius', entities: ['hole'], value: 6 });\nremove_constraint({ id: 'c1' })";
    const REMOVES_CONSTRAINTS: bool = true;

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let number = self.id.strip_prefix('c').and_then(|digits| digits.parse().ok());
        let number = number.ok_or_else(|| {
            ToolError::new(bilingual!(
                "remove_constraint: id must be an id from list_constraints, for example \"c1\", got \"{}\"",
                "remove_constraint: id는 \"c1\"처럼 list_constraints의 번호여야 하는데 \"{}\"을(를) 받았어요",
                self.id
            ))
        })?;
        cx.edit.remove_constraint(number)?;
        Ok(Output::Data(json!(self.id)))
    }
}

/// Move entities, as little as possible, until the constraints hold. Returns { status: "fully", "under", "over" or
/// "conflicting"; dof: degrees of freedom left; free: what can still move; conflicts and redundant: ids; moved }. What is
/// locked or hidden stays. Entities of conflicting constraints are left as they are unless moving them helps.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct SolveConstraints {}

impl Tool for SolveConstraints {
    const NAME: &'static str = "solve_constraints";
    const KOREAN: &'static str = "구속이 모두 맞도록 항목을 되도록 조금만 움직입니다.";
    const SYNONYMS: [&'static str; 2] = ["satisfy, update the sketch, apply relations", "구속 풀기, 풀이"];
    const DOMAIN: Domain = Domain::Constraints;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Constrain;
    const POSITIONAL: &'static [&'static str] = &[];
    const EXAMPLE: &'static str = "draw_line({ name: 'a', points: [0, 0, 10, 1] });\n\
        add_constraint({ kind: 'horizontal', entities: ['a'] });\nsolve_constraints()";
    const RETURNS: &'static str = "{ status: string; dof: number; free: string[]; conflicts: string[]; redundant: string[]; \
        moved: { entity: string; by: number }[] }";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let definitions = cx.edit.definitions().clone();
        if definitions.constraints.is_empty() {
            cx.notes.warnings.push(bilingual!(
                "the drawing has no constraints. Add one with add_constraint.",
                "도면에 구속이 없어요. add_constraint로 추가하세요."
            ));
        }
        let mut model = Model::default();
        for constraint in &definitions.constraints {
            if let Err(problem) = model.add(cx.edit, constraint) {
                cx.notes.warnings.push(bilingual!(
                    "c{} was ignored because its references changed: {}",
                    "c{}은(는) 참조하는 항목이 바뀌어서 쓰지 않았어요: {:#}",
                    constraint.id,
                    problem.message
                ));
            }
        }
        let report = model.solve(cx.edit)?;
        let is_in = |c: &&Constraint| {
            let ids = report["conflicts"].as_array();
            ids.is_some_and(|ids| ids.iter().any(|id| *id == format!("c{}", c.id)))
        };
        let conflicting: Vec<&Constraint> = definitions.constraints.iter().filter(is_in).collect();
        if let Some(first) = conflicting.first() {
            cx.notes.warnings.push(bilingual!(
                "the constraints in conflicts contradict each other, or have no solution near this position. Remove one \
                 (remove_constraint({{ id: 'c{}' }})), or move the entities closer to the solution.",
                "conflicts의 구속이 서로 모순되거나 이 위치 근처에 해가 없어요. 하나를 지우거나\
                 (remove_constraint({{ id: 'c{}' }})) 항목을 해에 더 가깝게 옮기세요.",
                first.id
            ));
            for name in model.stiff(&conflicting) {
                cx.notes.warnings.push(bilingual!(
                    "'{name}' is a rect, whose edges keep their directions. Draw it as a polygon if it must rotate.",
                    "'{name}'은(는) 직사각형이라 변의 방향이 바뀌지 않아요. 회전해야 하면 polygon으로 그리세요."
                ));
            }
        }
        Ok(Output::Data(report))
    }
}

/// Returns the value in drawing units or radians, after a check against the kind.
fn checked_value(
    kind: ConstraintKind,
    value: Option<f64>,
    unit: Option<AngleUnit>,
) -> Result<Option<f64>, ToolError> {
    let name = kind.name;
    match value {
        None if kind.value != ConstraintValue::None => Err(ToolError::new(bilingual!(
            "add_constraint: {name} needs a value",
            "add_constraint: {name}에는 값이 필요해요"
        ))),
        None => Ok(None),
        Some(value) if kind.value == ConstraintValue::None => Err(ToolError::new(bilingual!(
            "add_constraint: {name} takes no value, got {}. Remove it.",
            "add_constraint: {name}에는 값이 없는데 {}을(를) 받았어요. 빼세요.",
            number_text(value)
        ))),
        Some(value) => {
            check_coordinate("add_constraint: value", value).map_err(invalid)?;
            match kind.value {
                ConstraintValue::Angle => return Ok(Some(unit.unwrap_or_default().radians(value))),
                ConstraintValue::Size => check_size("add_constraint: value", value).map_err(invalid)?,
                ConstraintValue::Distance if value < 0.0 => {
                    let value = number_text(value);
                    return Err(ToolError::new(bilingual!(
                        "add_constraint: value of {name} must not be negative, got {value}. The side stays as drawn.",
                        "add_constraint: {name}의 value는 음수가 아니어야 하는데 {value}을(를) 받았어요. 그려진 쪽은 그대로예요."
                    )));
                }
                ConstraintValue::Distance | ConstraintValue::None => {}
            }
            Ok(Some(value))
        }
    }
}

/// Returns the existing constraint with the same kind, value and references. For symmetric kinds, two references
/// may be in either order.
fn same_as<'a>(list: &'a [Constraint], new: &Constraint) -> Option<&'a Constraint> {
    let same_refs = |refs: &[PartRef]| {
        refs == new.refs.as_slice()
            || (new.kind.is_mutual && refs.len() == 2 && refs.iter().rev().eq(&new.refs))
    };
    list.iter()
        .find(|c| c.kind == new.kind && c.value == new.value && same_refs(&c.refs))
}
