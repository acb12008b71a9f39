//! Checks of values that the code computes.

use super::check::{Check, Rule};
use super::declare::declare;
use super::values::{Measured, Truth};
use crate::lengths::zero_or_more;
use crate::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use schemars::JsonSchema;
use serde::Deserialize;

/// Difference that is accepted without a tolerance, relative to the expected number, and at least this much.
const USUAL: f64 = 1e-6;

/// Keep a check with the drawing: the condition must hold. A check that fails is reported in every reply, in the panel
/// of checks, and by `trammel check`. It never stops the code. Returns whether it holds now.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct Expect {
    /// The condition; the code computes it.
    #[schemars(required)]
    condition: Option<Truth>,
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
        let is_true = self.condition.is_some_and(|condition| condition.0);
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
        let [actual, expected] = [self.actual, self.expected].map(|given| given.unwrap_or_default().0);
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
