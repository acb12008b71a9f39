//! Replies to code that only looks: the value of the last statement and the logged lines. The document stays as it is.

use super::document::Session;
use super::reply;
use trammel_language::{Bilingual, bilingual};
use trammel_run::Failure;
use trammel_scene::Scene;
use trammel_tools::{Changes, Reply};

impl Session {
    /// Creates the reply to a query. `drawn` is the drawing that the code would leave; `value` is the value of the last
    /// statement as JSON; the notes are the logged lines and the warnings of the run.
    pub(super) fn queried(
        &self,
        drawn: Result<Scene, Failure>,
        value: Option<&str>,
        (mut logs, mut warnings): (Vec<String>, Vec<Bilingual>),
        elapsed_ms: f64,
    ) -> Reply {
        // The lines that `main` itself logs are not part of the result.
        logs.drain(..self.run.logs.min(logs.len()));
        let scene = match drawn {
            Ok(scene) => scene,
            Err(failure) => {
                let run = reply::run_facts(&self.scene, elapsed_ms);
                return reply::ran(Err(failure), &self.scene, logs, warnings, run);
            }
        };
        let changes = Changes::of(&self.diff_of_run(scene));
        let count = changes.added.len() + changes.updated.len() + changes.removed.len();
        if count > 0 {
            let entities = if count == 1 { "entity" } else { "entities" };
            warnings.push(bilingual!(
                "the code changes {count} {entities}, and query_code keeps nothing. Use run_cad_code to keep a change.",
                "코드가 항목 {count}개를 바꾸지만 query_code는 아무것도 남기지 않아요. 변경을 남기려면 run_cad_code를 쓰세요."
            ));
        }
        let mut reply = Reply::done(reply::value(value));
        reply.logs = logs;
        reply.warnings = warnings;
        reply
    }
}
