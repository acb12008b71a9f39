//! Code that only looks: its reply has the value of the last statement and the logged lines. The document stays as it is.

use crate::runs::purpose::{Purpose, Ran};
use crate::runs::reply;
use crate::session::Session;
use trammel_code::ComposedMain;
use trammel_language::bilingual;
use trammel_tools::{Changes, CheckReport, Reply, usable_checks};

/// Snippet that only looks, at the end of `main`.
#[derive(Debug)]
pub(crate) struct Query(pub(crate) ComposedMain);

impl Purpose for Query {
    fn wants_value(&self) -> bool {
        true
    }

    fn finish(self: Box<Self>, session: &mut Session, mut ran: Ran) -> Reply {
        let drawn = ran.scene();
        let mut notes = ran.take_notes();
        notes.drop_lines_of_main(session);
        let scene = match drawn {
            Ok(scene) => scene,
            Err(failure) => {
                let failure = session.explain_snippet(&self.0, failure);
                let run = reply::run_facts(&session.document.scene, ran.elapsed_ms);
                return reply::run_reply(
                    Err(failure),
                    &session.document.scene,
                    notes.logs,
                    notes.warnings,
                    run,
                );
            }
        };
        let checks = CheckReport::of_some(&usable_checks(ran.outcome.checks), &scene);
        let changes = Changes::of(&session.document.diff_of_run(scene));
        let count = changes.added.len() + changes.updated.len() + changes.removed.len();
        if count > 0 {
            let entities = if count == 1 { "entity" } else { "entities" };
            notes.warnings.push(bilingual!(
                "the code changes {count} {entities}, and query_code keeps nothing. Use run_cad_code to keep a change.",
                "코드가 항목 {count}개를 바꾸지만 query_code는 아무것도 남기지 않아요. 변경을 남기려면 run_cad_code를 쓰세요."
            ));
        }
        let mut reply = Reply::of_answer(reply::value(ran.outcome.value.as_deref()));
        reply.logs = notes.logs;
        reply.warnings = notes.warnings;
        reply.with_checks(checks)
    }
}
