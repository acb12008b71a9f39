//! Construction of replies by the session.

use serde_json::Value;
use std::collections::BTreeMap;
use trammel_code::FileName;
use trammel_language::Bilingual;
use trammel_run::MAX_VALUE_BYTES;
use trammel_scene::{Scene, lint};
use trammel_tools::{Answer, Changes, EntityFacts, Failure, Image, Output, Reply, RunFacts};

/// Creates the reply to a call without a run that did not change the drawing.
pub(crate) fn call_reply(output: Output, warnings: Vec<Bilingual>) -> Reply {
    let mut images = Vec::new();
    let answer = match output {
        Output::Entity { name, kind } => Answer::Entity { name, kind },
        Output::Data(data) => Answer::Data(data),
        Output::Picture { svg, data } => {
            images.push(Image::Svg(svg));
            if data.is_null() {
                Answer::Done
            } else {
                Answer::Data(data)
            }
        }
        Output::Done | Output::Run(_) | Output::Session(_) | Output::Call { .. } => Answer::Done,
    };
    let mut reply = Reply::of_answer(answer);
    reply.warnings = warnings;
    reply.images = images;
    reply
}

/// Creates the reply to a call without a run that changed the drawing to `scene`.
pub(crate) fn change_reply(
    output: Output,
    changes: Changes,
    scene: &Scene,
    warnings: Vec<Bilingual>,
) -> Reply {
    let mut reply = call_reply(output, warnings);
    reply.facts = EntityFacts::of_changes(scene, &changes);
    reply.changes = Some(changes);
    reply.entities = Some(scene.len());
    reply
}

/// Creates the reply to a call that ran code.
pub(crate) fn run_reply(
    result: Result<Changes, Failure>,
    scene: &Scene,
    logs: Vec<String>,
    warnings: Vec<Bilingual>,
    run: RunFacts,
) -> Reply {
    let (mut reply, changes) = match result {
        Ok(changes) => (Reply::of_answer(Answer::Done), Some(changes)),
        Err(failure) => (Reply::of_failure(failure), None),
    };
    reply.facts = changes
        .as_ref()
        .map_or_else(Vec::new, |changes| EntityFacts::of_changes(scene, changes));
    reply.changes = changes;
    reply.entities = Some(scene.len());
    reply.logs = logs;
    reply.warnings = warnings;
    reply.run = Some(run);
    reply
}

/// Returns the facts about the drawing after a run.
pub(crate) fn run_facts(scene: &Scene, elapsed_ms: f64) -> RunFacts {
    RunFacts {
        types: types(scene),
        bounds: scene.bounds(),
        elapsed_ms,
        overlaps: None,
    }
}

/// Returns the facts about the drawing after a run, and the warnings about probable mistakes if the run is applied. There
/// are none if the host examines the drawing.
pub(crate) fn examine(
    scene: &Scene,
    examines: bool,
    is_applied: bool,
    elapsed_ms: f64,
) -> (RunFacts, Vec<Bilingual>) {
    if examines && !is_applied {
        return (run_facts(scene, elapsed_ms), Vec::new());
    }
    let facts = if examines {
        lint::facts(scene)
    } else {
        lint::Facts::default()
    };
    (run_facts_of(&facts, elapsed_ms), facts.warnings())
}

/// Returns the facts about the drawing after a run whose drawing has been examined. They are empty if the host examines it.
fn run_facts_of(facts: &lint::Facts, elapsed_ms: f64) -> RunFacts {
    RunFacts {
        types: facts.types.clone(),
        bounds: facts.bounds,
        elapsed_ms,
        overlaps: facts.overlapping(),
    }
}

/// Parses the value returned by a run as plain data; null if the value is too large or not JSON.
pub(crate) fn value(text: Option<&str>) -> Answer {
    let value = text
        .filter(|text| text.len() <= MAX_VALUE_BYTES)
        .and_then(|text| serde_json::from_str(text).ok());
    Answer::Data(value.unwrap_or(Value::Null))
}

/// Creates the reply to the diagnostics of a file.
pub(crate) fn diagnostics_reply(
    file: &FileName,
    problem: Option<Failure>,
    logs: Vec<String>,
    elapsed_ms: f64,
) -> Reply {
    let file = file.clone();
    let mut reply = Reply::of_answer(Answer::Diagnostics {
        file,
        problem,
        elapsed_ms,
    });
    reply.logs = logs;
    reply
}

/// Creates the reply to an applied history step that led to `scene`.
pub(crate) fn step_reply(verb: &'static str, label: &str, changes: Changes, scene: &Scene) -> Reply {
    let label = label.to_owned();
    let mut reply = Reply::of_answer(Answer::Step { verb, label });
    reply.changes = Some(changes);
    reply.entities = Some(scene.len());
    reply
}

fn types(scene: &Scene) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for entity in scene.walk() {
        *counts.entry(entity.shape.kind()).or_default() += 1;
    }
    counts
}
