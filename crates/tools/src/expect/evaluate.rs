//! Evaluation of a check on a drawing.

use super::check::{Check, Rule, Subject, significant_digits};
use super::inside::outside_of;
use crate::error::ToolError;
use crate::failure::CodePosition;
use crate::measure_operand::MeasureOperand;
use crate::operand::tolerance;
use crate::outlines::world_paths;
use trammel_kernel::{Path, Point, distance, norm};
use trammel_language::{Bilingual, bilingual};
use trammel_scene::{PartRef, Scene, Work};

/// Result of a check on a drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckResult {
    /// Condition in words: the text of the author, or one made from the values.
    pub text: Bilingual,
    /// Place of the call in the code; `None` if unknown.
    pub place: Option<CodePosition>,
    /// Names that the check is about; an entity may be missing.
    pub entities: Vec<String>,
    /// Why the check fails; `None` if it holds.
    pub failed: Option<Failed>,
}

/// Why a check fails, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Failed {
    /// Measured and wanted value.
    pub why: Bilingual,
    /// Place on the drawing, if the check has one.
    pub at: Option<Point>,
}

impl Failed {
    fn new(english: impl Into<String>, korean: impl Into<String>) -> Failed {
        Failed {
            why: Bilingual::new(english, korean),
            at: None,
        }
    }

    fn at(self, at: Point) -> Failed {
        Failed { at: Some(at), ..self }
    }

    /// Returns the reason for a check whose result is not known, because its work is not left.
    fn not_known(names: &[&str]) -> Failed {
        let names = names.iter().map(|name| format!("'{name}'"));
        let names = names.collect::<Vec<_>>().join(", ");
        Failed::new(
            format!(
                "not known: {names} and the checks before have too many pieces to compare; check simpler entities"
            ),
            format!(
                "알 수 없어요. {names} 및 앞선 확인에서 비교할 조각이 너무 많아요. 더 단순한 항목을 확인하세요"
            ),
        )
    }

    /// Returns the reason for a check whose entities cannot be measured.
    fn of_error(error: &ToolError) -> Failed {
        match &error.missing {
            Some(name) => Failed::new(
                format!("there is no '{name}' in the drawing; a later call may have used it up"),
                format!("도면에 '{name}'이(가) 없어요. 나중의 호출이 없앴을 수 있어요"),
            ),
            None => Failed {
                why: error.message.clone(),
                at: None,
            },
        }
    }
}

/// Evaluates the check on a drawing, with the work that is left.
pub(super) fn evaluate(check: &Check, scene: &Scene, work: &mut Work) -> CheckResult {
    let failed = match &check.rule {
        Rule::Condition(true) => None,
        Rule::Condition(false) => Some(Failed::new("the condition is false", "조건이 거짓이에요")),
        Rule::Near {
            actual,
            expected,
            tolerance,
        } => near(*actual, *expected, *tolerance),
        Rule::Clearance { a, b, min } => {
            clearance(scene, [a, b], *min, work).unwrap_or_else(|error| Some(Failed::of_error(&error)))
        }
        Rule::Inside {
            entity,
            target,
            clearance,
        } => inside(scene, (entity, target), *clearance, work)
            .unwrap_or_else(|error| Some(Failed::of_error(&error))),
        Rule::Closed { entity } => {
            check_closed(scene, entity, work).unwrap_or_else(|error| Some(Failed::of_error(&error)))
        }
        Rule::Unusable(why) => Some(Failed {
            why: why.clone(),
            at: None,
        }),
    };
    CheckResult {
        text: check
            .text
            .as_ref()
            .map_or_else(|| text_of(&check.rule), Bilingual::same),
        place: check.place.clone(),
        entities: check.entities(),
        failed,
    }
}

/// Returns the text of a check whose author gave none.
fn text_of(rule: &Rule) -> Bilingual {
    match rule {
        Rule::Condition(_) => Bilingual::new("the condition holds", "조건이 참이다"),
        Rule::Near {
            expected: Some(expected),
            ..
        } => {
            let expected = significant_digits(*expected);
            Bilingual::new(format!("a value is {expected}"), format!("값이 {expected}이다"))
        }
        Rule::Near { expected: None, .. } => Bilingual::new("a value is as expected", "값이 기댓값과 같다"),
        Rule::Clearance { a, b, min } => {
            let (a, b, min) = (a.label(), b.label(), significant_digits(*min));
            Bilingual::new(
                format!("{a} and {b} are at least {min} apart"),
                format!("{a}와(과) {b} 사이가 {min} 이상이다"),
            )
        }
        Rule::Inside { entity, target, .. } => Bilingual::new(
            format!("'{entity}' lies inside '{target}'"),
            format!("'{entity}'이(가) '{target}' 안에 있다"),
        ),
        Rule::Closed { entity } => Bilingual::new(
            format!("the outline of '{entity}' is closed"),
            format!("'{entity}'의 외곽선이 닫혀 있다"),
        ),
        Rule::Unusable(_) => Bilingual::new("the check can be evaluated", "확인을 계산할 수 있다"),
    }
}

/// Takes the work of copying the outlines of entities or of the entities of parts; false if it is not left.
fn take_outlines(scene: &Scene, names: &[&str], work: &mut Work) -> bool {
    names.iter().all(|name| {
        let entity = scene.get(name);
        let entity = entity.or_else(|| scene.get(&PartRef::entity_of_part(name)?));
        work.take(entity.map_or(1, |entity| entity.shape.outline_pieces()))
    })
}

fn operand(scene: &Scene, subject: &Subject) -> Result<MeasureOperand, ToolError> {
    match subject {
        Subject::Named(name) => MeasureOperand::of_name(scene, name),
        Subject::At(x, y) => Ok(MeasureOperand::Point(Point::new(*x, *y))),
    }
}

fn near(actual: Option<f64>, expected: Option<f64>, tolerance: f64) -> Option<Failed> {
    match (actual, expected) {
        (Some(actual), Some(expected)) if (actual - expected).abs() <= tolerance => None,
        (Some(actual), Some(expected)) => {
            let [got, wanted, far] = [actual, expected, tolerance].map(significant_digits);
            Some(Failed::new(
                format!("got {got}, expected {wanted} within {far}"),
                format!("값이 {got}인데 {wanted} ± {far}이어야 해요"),
            ))
        }
        (None, _) => Some(Failed::new("the value is not a number", "값이 숫자가 아니에요")),
        (_, None) => Some(Failed::new(
            "the expected value is not a number",
            "기댓값이 숫자가 아니에요",
        )),
    }
}

/// Checks the distance between two outlines.
fn clearance(
    scene: &Scene,
    subjects: [&Subject; 2],
    min: f64,
    work: &mut Work,
) -> Result<Option<Failed>, ToolError> {
    let [a, b] = subjects;
    let names: Vec<String> = subjects.into_iter().filter_map(Subject::name).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    if !take_outlines(scene, &names, work) {
        return Ok(Some(Failed::not_known(&names)));
    }
    let operands = (operand(scene, a)?, operand(scene, b)?);
    let Ok(found) = MeasureOperand::closest_within(&operands.0, &operands.1, |units| work.take(units)) else {
        return Ok(Some(Failed::not_known(&names)));
    };
    let Some((from, to)) = found else {
        let (a, b) = (a.label(), b.label());
        return Err(ToolError::new(bilingual!(
            "{a} or {b} has no outline",
            "{a} 또는 {b}에 외곽선이 없어요"
        )));
    };
    let way = norm(to - from);
    let rounding = tolerance(&[Path::from_points(&[from, to], false)]).len;
    if way + rounding >= min {
        return Ok(None);
    }
    let (way, min) = (significant_digits(way), significant_digits(min));
    let failed = Failed::new(
        format!("the distance is {way}, but at least {min} is needed"),
        format!("거리가 {way}인데 {min} 이상이어야 해요"),
    );
    Ok(Some(failed.at(from.midpoint(to))))
}

/// Checks that an entity lies inside the area of another one.
fn inside(
    scene: &Scene,
    (entity, target): (&str, &str),
    clearance: f64,
    work: &mut Work,
) -> Result<Option<Failed>, ToolError> {
    let not_known = || Ok(Some(Failed::not_known(&[entity, target])));
    if !take_outlines(scene, &[entity, target], work) {
        return not_known();
    }
    let (inner, outer) = (world_paths(scene, entity)?, world_paths(scene, target)?);
    if outer.is_empty() || outer.iter().any(|path| !path.closed) {
        return Ok(Some(Failed::new(
            format!("the outline of '{target}' is open, so it has no inside"),
            format!("'{target}'의 외곽선이 열려 있어 안쪽이 없어요"),
        )));
    }
    if inner.is_empty() {
        return Err(ToolError::new(bilingual!(
            "'{entity}' has no outline",
            "'{entity}' 항목에 외곽선이 없어요"
        )));
    }
    let tol = tolerance(inner.iter().chain(&outer));
    let Ok(outside) = outside_of(&inner, &outer, tol, work) else {
        return not_known();
    };
    if let Some(at) = outside {
        let failed = Failed::new(
            format!("'{entity}' is not completely inside '{target}'"),
            format!("'{entity}'이(가) '{target}' 밖으로 나가요"),
        );
        return Ok(Some(failed.at(at)));
    }
    let Ok(near) = distance::closest_within(&inner, &outer, tol, |units| work.take(units)) else {
        return not_known();
    };
    Ok(near
        .filter(|near| near.distance + tol.len < clearance)
        .map(|near| {
            let (way, least) = (significant_digits(near.distance), significant_digits(clearance));
            let failed = Failed::new(
                format!("'{entity}' is {way} from the outline of '{target}', but at least {least} is needed"),
                format!("'{entity}'와(과) '{target}'의 외곽선 거리가 {way}인데 {least} 이상이어야 해요"),
            );
            failed.at(near.a)
        }))
}

/// Checks that all outlines of an entity are closed.
fn check_closed(scene: &Scene, entity: &str, work: &mut Work) -> Result<Option<Failed>, ToolError> {
    if !take_outlines(scene, &[entity], work) {
        return Ok(Some(Failed::not_known(&[entity])));
    }
    let MeasureOperand::Paths(paths) = MeasureOperand::of_name(scene, entity)? else {
        return Err(ToolError::new(bilingual!(
            "'{entity}' is a point and has no outline",
            "'{entity}' 항목은 점이라 외곽선이 없어요"
        )));
    };
    if paths.is_empty() {
        return Err(ToolError::new(bilingual!(
            "'{entity}' has no outline",
            "'{entity}' 항목에 외곽선이 없어요"
        )));
    }
    let open = paths.iter().find(|path| !path.closed);
    Ok(open.map(|path| {
        let failed = Failed::new(
            format!("the outline of '{entity}' is open"),
            format!("'{entity}'의 외곽선이 열려 있어요"),
        );
        path.end().map_or(failed.clone(), |at| failed.at(at))
    }))
}
