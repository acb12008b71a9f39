//! Reason why a procedure refuses an input.

use crate::canvas_tool::{Effect, Text};
use crate::expression::TypedError;

/// Reason why an input has no effect, in English and Korean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(pub [String; 2]);

impl From<[String; 2]> for Refusal {
    fn from(texts: [String; 2]) -> Self {
        Self(texts)
    }
}

impl From<Text> for Refusal {
    fn from(texts: Text) -> Self {
        Self(texts.map(str::to_owned))
    }
}

impl From<TypedError> for Refusal {
    fn from(error: TypedError) -> Self {
        Self(error.reason())
    }
}

/// Returns the effect that shows the reason.
pub(crate) fn refuse(reason: impl Into<Refusal>) -> Vec<Effect> {
    vec![Effect::Refuse(reason.into().0)]
}

/// Whether effects are nothing but a refusal.
pub(crate) fn is_refusal(effects: &[Effect]) -> bool {
    matches!(effects, [Effect::Refuse(_)])
}

/// Returns the refusal of a click beside all entities.
pub(crate) fn nothing_here() -> Refusal {
    Refusal::from([
        "There is no item here. Click the outline of an item.",
        "여기에는 항목이 없어요. 항목의 윤곽선을 클릭하세요.",
    ])
}
