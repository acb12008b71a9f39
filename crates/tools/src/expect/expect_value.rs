//! Checks of values that the code computes.

use super::check::{Check, Rule};
use super::declare::declare;
use super::values::{Condition, Measured, Passed};
use crate::lengths::zero_or_more;
use crate::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use schemars::JsonSchema;
use serde::Deserialize;
use trammel_language::bilingual;

/// Difference that is accepted without a tolerance, relative to the expected number, and at least this much.
const USUAL: f64 = 1e-6;

/// Keep a check with the drawing: the condition must hold. A check that fails is reported in every reply, in the panel
/// of checks, and by `trammel check`. It never stops the code. Returns whether it holds now.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct Expect {
    /// The condition; the code computes it.
    #[schemars(required)]
    condition: Option<Condition>,
    /// Condition in words, as shown to the user.
    text: Option<String>,
}

impl Tool for Expect {
    const NAME: &'static str = "expect";
    const KOREAN: &'static str = "조건이 참이어야 한다는 확인을 도면에 남깁니다. 거짓이면 응답과 확인 패널에 표시되고, 코드는 멈추지 않습니다.";
    const SYNONYMS: [&'static str; 2] = [
        "assert, test, check, verify, requirement, invariant, condition must hold",
        "확인, 검사, 검증, 조건, 요구 사항, 테스트",
    ];
    const DOMAIN: Domain = Domain::Checks;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Check;
    const POSITIONAL: &'static [&'static str] = &["condition", "text"];
    const RETURNS: &'static str = "boolean";
    const EXAMPLE: &'static str = "draw_rect({ name: 'plate', x: 0, y: 0, width: 80, height: 50 });\n\
        expect({ condition: true, text: 'the plate has 4000 mm²' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let is_true = match self.condition.unwrap_or_default().0 {
            Passed::Boolean(value) => value,
            Passed::Nothing => false,
            other => return Err(no_condition(&other)),
        };
        Ok(declare(cx, Check::new(self.text, Rule::Condition(is_true))))
    }
}

/// Keep a check with the drawing: a computed number must be near the expected one. Like `expect`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ExpectNear {
    /// The computed number, for example from `get_area`.
    #[schemars(required)]
    actual: Option<Measured>,
    /// The number it must have.
    #[schemars(required)]
    expected: Option<Measured>,
    /// Largest difference. Default: a millionth of the expected number, at least 0.000001.
    tolerance: Option<f64>,
    /// Condition in words, as shown to the user.
    text: Option<String>,
}

impl Tool for ExpectNear {
    const NAME: &'static str = "expect_near";
    const KOREAN: &'static str = "계산한 값이 기댓값과 같아야 한다는 확인을 도면에 남깁니다.";
    const SYNONYMS: [&'static str; 2] = [
        "assert equal, approximately equal, close to, check a size, check a distance, within tolerance",
        "값 확인, 치수 확인, 허용 오차, 같은지 확인",
    ];
    const DOMAIN: Domain = Domain::Checks;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Check;
    const POSITIONAL: &'static [&'static str] = &["actual", "expected", "tolerance", "text"];
    const RETURNS: &'static str = "boolean";
    const EXAMPLE: &'static str = "draw_circle({ name: 'bore', x: 0, y: 0, radius: 5 });\n\
        expect_near({ actual: 78.5398, expected: 78.54, tolerance: 0.001, text: 'area of the bore' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let [actual, expected] = [("actual", self.actual), ("expected", self.expected)]
            .map(|(parameter, given)| number(parameter, &given.unwrap_or_default().0));
        let (actual, expected) = (actual?, expected?);
        let tolerance = match self.tolerance {
            Some(given) => zero_or_more(Self::NAME, "tolerance", given)?,
            None => USUAL * expected.unwrap_or_default().abs().max(1.0),
        };
        let rule = Rule::Near {
            actual,
            expected,
            tolerance,
        };
        Ok(declare(cx, Check::new(self.text, rule)))
    }
}

/// Returns the error for a condition that is not a boolean: what was passed, and what to compare.
fn no_condition(passed: &Passed) -> ToolError {
    let label = passed.label();
    let message = match (passed, passed.number_field()) {
        (Passed::Object(_), Some(field)) => bilingual!(
            "expect: condition must be true or false, and every object is true. It is {label}; compare its number: \
             expect(value.{field} >= 3).",
            "expect: condition은 true나 false여야 하는데, 객체는 모두 참이에요. 받은 값은 {label:#}이니 숫자를 비교하세요: \
             expect(value.{field} >= 3)."
        ),
        (Passed::Object(_) | Passed::List, _) => bilingual!(
            "expect: condition must be true or false, and every object is true. It is {label}; compare a part of it.",
            "expect: condition은 true나 false여야 하는데, 객체는 모두 참이에요. 받은 값은 {label:#}이니 그 일부를 비교하세요."
        ),
        _ => bilingual!(
            "expect: condition must be true or false, such as a comparison: expect(value >= 3). It is {label}.",
            "expect: condition은 비교식처럼 true나 false여야 해요: expect(value >= 3). 받은 값은 {label:#}이에요."
        ),
    };
    ToolError::new(message)
}

/// Returns a number; `None` for a value that is not finite or not there.
///
/// # Errors
/// Returns an error for an object, with the number in it that is probably meant.
fn number(parameter: &str, passed: &Passed) -> Result<Option<f64>, ToolError> {
    match passed {
        Passed::Number(number) => Ok(Some(*number).filter(|number| number.is_finite())),
        Passed::Object(_) => {
            let label = passed.label();
            let [english, korean] = passed
                .number_field()
                .map_or([String::new(), String::new()], |field| {
                    [
                        format!(" Pass its number: value.{field}."),
                        format!(" 그 숫자를 주세요: value.{field}."),
                    ]
                });
            Err(ToolError::new(bilingual!(
                "expect_near: {parameter} is {label}, not a number.{english}",
                "expect_near: {parameter}이(가) 숫자가 아니라 {label:#}이에요.{korean}"
            )))
        }
        _ => Ok(None),
    }
}
