//! Adjustments: changes of entities by direct manipulation or in a panel, as one undo step each.
//!
//! The calls of `statements.rs` define the drawing that the user wants, and every refusal. Start at [`Session::adjust`].

mod statements;

use super::document::Session;
use super::pending::CallOutcome;
use super::reply;
use super::user_edits::Actor;
use crate::sandbox::Failure;
use crate::scene::{Adjustment, Diff, Edit, Obstacle, Written};
use crate::tools::{Answer, Changes, Output, Reply, ToolCx, ToolError};
use statements::Statement;

/// Adjustment that was tried on the drawing.
struct Tried {
    /// Change of the drawing.
    diff: Diff,
    /// Text of the statements that make the change.
    statements: String,
    label: &'static str,
    warnings: Vec<String>,
}

impl Session {
    /// Adjusts entities on behalf of `actor`.
    pub fn adjust(&mut self, actor: Actor, adjustment: &Adjustment) -> CallOutcome {
        self.user_edits.begin(actor);
        let tried = self.try_out(adjustment);
        CallOutcome::Done(match tried {
            Ok(tried) if tried.diff.is_empty() => unchanged(),
            Ok(tried) => self.append(tried, Obstacle::Unknown),
            Err(error) => Reply::refused(error),
        })
    }

    /// Carries out the calls of an adjustment, and reverts them.
    fn try_out(&mut self, adjustment: &Adjustment) -> Result<Tried, Failure> {
        if let Some(why) = self.broken_warning() {
            return Err(Failure::new(format!("nothing was changed, because {why}")));
        }
        let calls = statements::statements(&self.scene, adjustment)?;
        let text = statements::text(&self.env.files, &calls).map_err(Failure::new)?;
        self.env.files.check_append(&text).map_err(ToolError::from)?;
        let mut edit = Edit::new(std::mem::take(&mut self.scene));
        let mut warnings = Vec::new();
        let called = calls
            .iter()
            .try_for_each(|call| self.try_call(call, &mut edit, &mut warnings));
        let (scene, diff) = edit.finish();
        self.scene = scene;
        self.scene.apply(&diff.inverse());
        called?;
        self.refuse_edited_by_user(&diff)?;
        Ok(Tried {
            diff,
            statements: text,
            label: calls.first().map_or("translate", |call| call.tool),
            warnings,
        })
    }

    fn try_call(
        &mut self,
        call: &Statement,
        edit: &mut Edit,
        warnings: &mut Vec<String>,
    ) -> Result<(), ToolError> {
        let Some(spec) = self.env.built_in(call.tool) else {
            return Err(ToolError::new(format!(
                "'{}' is not a tool of this document",
                call.tool
            )));
        };
        edit.begin();
        let mut cx = ToolCx {
            edit,
            env: &mut self.env,
            in_sandbox: false,
            warnings: Vec::new(),
        };
        let output = spec.call(call.input.clone().into(), &mut cx);
        warnings.append(&mut cx.warnings);
        output.map(drop)
    }

    /// Commits an adjustment as statements at the end of `main`.
    fn append(&mut self, tried: Tried, why: Obstacle) -> Reply {
        let Tried {
            diff,
            statements,
            label,
            warnings,
        } = tried;
        let changes = Changes::of(&diff);
        self.scene.apply(&diff);
        self.commit_statement(label, diff, self.run.clone(), &statements);
        let mut reply = reply::changed(Output::Done, changes, &self.scene, warnings);
        reply.result = Ok(Answer::Adjusted(Written::Appended { statements, why }));
        reply
    }
}

/// Returns the reply to an adjustment that changes nothing.
fn unchanged() -> Reply {
    let mut reply = Reply::done(Answer::Done);
    reply.changes = Some(Changes::default());
    reply
}
