//! Declaration of a check by a call.

use super::check::Check;
use super::evaluate::evaluate;
use crate::output::Output;
use crate::spec::ToolCx;
use serde_json::json;
use trammel_scene::Work;

/// Adds a check to the document of the call. Returns whether the check holds at this moment.
pub(super) fn declare(cx: &mut ToolCx<'_>, check: Check) -> Output {
    // The time limit of a run ends the work; a direct call has none.
    let work = &mut if cx.in_sandbox {
        Work::without_limit()
    } else {
        Work::default()
    };
    let holds = evaluate(&check, cx.edit.scene(), work).failed.is_none();
    cx.notes.declared.push(check);
    Output::Data(json!(holds))
}
