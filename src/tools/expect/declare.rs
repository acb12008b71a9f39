//! Declaration of a check by a call.

use super::check::Check;
use super::evaluate::evaluate;
use crate::tools::output::Output;
use crate::tools::spec::ToolCx;
use serde_json::json;

/// Adds a check to the document of the call. Returns whether the check holds at this moment.
pub(super) fn declare(cx: &mut ToolCx<'_>, check: Check) -> Output {
    let holds = evaluate(&check, cx.edit.scene()).failed.is_none();
    cx.env.declared.push(check);
    Output::Data(json!(holds))
}
