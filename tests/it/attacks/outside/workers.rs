//! Attacks by answers of a worker, and on its limits.

use super::*;
use crate::support::check_golden;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use trammel_scene::Shape;

pub(super) fn workers() -> Vec<Item> {
    vec![
        item(101, 'K', "forged answers")
            .browser("attack: a result that arrives twice or after the end of its run has no second effect")
            .check(
                "every byte of an answer changed, every cut",
                "no cut answer is read; a changed answer is refused or draws a valid drawing",
                forged_answers,
            )
            .check(
                "12,000 entities, a group in itself, groups in a circle, NaN as a coordinate and as an angle, a hidden entity, a parent that does not exist",
                "all refused for their reasons",
                impossible_answers,
            )
            // Sends these impossible answers as well, which it reads from `tests/golden/forged_answers.json`.
            .browser("attack: forged worker answers leave the drawing unchanged, and the next run works"),
        item(102, 'K', "a missing or blocked engine")
            .browser("attack: a missing engine is reported and everything else works")
            .browser("attack: an engine with a wrong MIME type or blocked by CSP is reported"),
        item(103, 'K', "runs in quick succession")
            .check(
                "a run that is overtaken, twenty times: each has one outcome, the last one counts",
                "the last one is drawn",
                overtaken_runs,
            )
            .browser("attack: a run replaced while it starts, runs or ends has one outcome")
            .browser("attack: at most two workers exist, and every run ends")
            .browser("attack: an endless loop that is typed is canceled by newer text")
            .browser("attack: text typed while code runs waits as one run"),
        item(104, 'K', "a compromised worker")
            .browser("attack: a worker has no network, no storage and no other workers"),
    ]
}

#[cfg(not(target_os = "linux"))]
pub(super) fn frozen_process() -> String {
    // Finding the process of the sandbox needs /proc.
    "time, within ten seconds".to_owned()
}

/// A run whose process is stopped by a signal and never goes on by itself.
#[cfg(target_os = "linux")]
pub(super) fn frozen_process() -> String {
    use std::io::Read as _;
    use std::process::{Command, Stdio};
    let mut parent = Command::new(env!("CARGO_BIN_EXE_trammel"))
        .args(["run", "-", "--timeout-ms", "1000"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut parent.stdin.take().unwrap(), b"for (;;) {}").unwrap();
    let child = crate::support::sandbox_child_of(&mut parent);
    let started = run::now();
    crate::support::signal(child, "STOP");
    let mut out = String::new();
    parent.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    parent.wait().unwrap();
    let reply: serde_json::Value = serde_json::from_str(&out).unwrap();
    let limit = reply["error"]["limit"].as_str().unwrap_or_default().to_owned();
    let gone = !std::path::Path::new("/proc").join(child.to_string()).exists();
    match started.elapsed().as_secs() {
        0..10 if gone => format!("{limit}, within ten seconds"),
        seconds => format!("{limit} after {seconds} s, the process is gone: {gone}"),
    }
}

/// Texts typed one after the other, each before the run of the one before has ended.
fn overtaken_runs() -> String {
    let mut session = Session::new(Limits::default());
    session.document_mut().add_file(&FileName::main(), "");
    let mut pending = vec![session.open()];
    for i in 1..=20 {
        pending.push(session.type_in(
            &FileName::main(),
            Some(&format!("drawCircle('c{i}', 0, 0, {i});")),
        ));
    }
    // The outcomes come in the wrong order.
    pending.reverse();
    for run in pending {
        let outcome = execute(run.request(), &standing_clock());
        session.finish(run, outcome, 0.0);
    }
    let names: Vec<&str> = session
        .scene()
        .walk()
        .map(|entity| entity.name.as_str())
        .collect();
    match names[..] {
        ["c20"] => "the last one is drawn".to_owned(),
        ref other => format!("{other:?}"),
    }
}

/// Changes and cuts an answer at every byte. A document must read no cut answer. It must refuse a changed answer without a
/// change of its own, or have a valid drawing after it.
fn forged_answers() -> String {
    let code = "drawCircle('a', 0, 0, 1); createGroup('g', ['a']); rotate('g', 1);";
    let answer = encode(&outcome(code)).unwrap();
    let (mut undecoded, mut refused, mut drawn) = (0, 0, 0);
    for at in 0..answer.len() {
        if decode::<RunOutcome>(&answer[..at]).is_ok() {
            return format!("{at} bytes of {} were an answer", answer.len());
        }
        for change in [1_u8, 0x80, 0xff] {
            let mut other = answer.clone();
            other[at] ^= change;
            let Ok(outcome) = decode::<RunOutcome>(&other) else {
                undecoded += 1;
                continue;
            };
            let mut session = Session::new(Limits::default());
            session.document_mut().add_file(&FileName::main(), code);
            let before = json::write(session.scene());
            let pending = session.open();
            if session.finish(pending, outcome, 0.0).is_ok() {
                drawn += 1;
            } else if json::write(session.scene()) == before {
                refused += 1;
            } else {
                return format!("byte {at}: refused, but the drawing was changed");
            }
            if let Some(problem) = trammel_scene::check_invariants(session.scene())
                .into_iter()
                .next()
            {
                return format!("byte {at}: {problem}");
            }
        }
    }
    if undecoded > 0 && refused > 0 && drawn > 0 {
        "no cut answer is read; a changed answer is refused or draws a valid drawing".to_owned()
    } else {
        format!("{undecoded} not decoded, {refused} refused, {drawn} drawn")
    }
}

/// A well-formed answer whose drawing is impossible.
struct Impossible {
    what: &'static str,
    /// Words of the reason for which the answer is refused.
    says: &'static str,
    entities: Vec<Entity>,
}

fn impossible() -> Vec<Impossible> {
    let of = |what, says, entities| Impossible { what, says, entities };
    let scene = scene("drawCircle('c', 0, 0, 1); createGroup('g', []); createGroup('h', [])");
    let entity = |name: &str| (**scene.get(name).unwrap()).clone();
    let name = |text: &str| Name::new(text).unwrap();
    let many = (0..12_000).map(|i| Entity {
        name: name(&format!("c{i}")),
        ..entity("c")
    });
    let inside = |inner: &str, outer: &str| Entity {
        parent: Some(name(outer)),
        ..entity(inner)
    };
    let nowhere = Entity {
        shape: Shape::Circle {
            center: (f64::NAN, 0.0).into(),
            radius: 1.0,
        },
        ..entity("c")
    };
    let mut turned = entity("c");
    turned.transform.rotate = f64::NAN;
    let hidden = Entity {
        hidden: true,
        ..entity("c")
    };
    vec![
        of(
            "12,000 entities",
            "the result has 12000 entities, at most 10000",
            many.collect(),
        ),
        of(
            "a group in itself",
            "0 of 1 entities are reachable",
            vec![inside("g", "g")],
        ),
        of(
            "groups in a circle",
            "0 of 2 entities are reachable",
            vec![inside("g", "h"), inside("h", "g")],
        ),
        of("NaN as a coordinate", "'c': x must be a number", vec![nowhere]),
        of("NaN as an angle", "'c': transform is not finite", vec![turned]),
        of(
            "a hidden entity",
            "invalid result of the run for 'c'",
            vec![hidden],
        ),
        of(
            "a parent that does not exist",
            "0 of 1 entities are reachable",
            vec![inside("c", "nobody")],
        ),
    ]
}

/// Returns the answer of a worker that draws these entities, as bytes.
fn answer_of(entities: Vec<Entity>) -> Vec<u8> {
    let changes = entities.into_iter().map(|entity| {
        (
            entity.name.clone(),
            Change {
                from: None,
                to: Some(Arc::new(entity)),
            },
        )
    });
    encode(&RunOutcome {
        result: Ok(Diff::from_changes(changes)),
        ..outcome("")
    })
    .unwrap()
}

/// Sends each impossible answer to a document with a drawing.
fn impossible_answers() -> String {
    let scene = scene("drawCircle('c', 0, 0, 1)");
    let possible = answer_of(vec![(**scene.get("c").unwrap()).clone()]);
    assert_eq!(answered(&possible), Ok(()));
    let results = impossible().into_iter();
    refused(results.map(|forged| (forged.says, answered(&answer_of(forged.entities)))))
}

/// Completes the run of typed code with an answer. Returns the reason why the answer is refused, which must leave the drawing
/// unchanged, and after which the next run must work.
fn answered(bytes: &[u8]) -> Result<(), String> {
    let mut session = Session::new(Limits::default());
    let mut typed = |code: &str, bytes: Option<&[u8]>| {
        let pending = session.type_in(&FileName::main(), Some(code));
        let outcome = match bytes {
            Some(bytes) => decode(bytes).unwrap(),
            None => execute(pending.request(), &standing_clock()),
        };
        let reply = session.finish(pending, outcome, 0.0);
        (reply, json::write(session.scene()))
    };
    let (_, before) = typed("drawCircle('before', 0, 0, 1);", None);
    let (reply, after) = typed("drawCircle('forged', 0, 0, 1);", Some(bytes));
    if reply.is_ok() {
        return Ok(());
    }
    if after != before {
        return Err(format!("refused, but the drawing was changed: {after}"));
    }
    let (next, drawn) = typed("drawCircle('next', 0, 0, 1);", None);
    if !next.is_ok() || !drawn.contains("\"next\"") {
        return Err(format!("the next run: {}", next.to_json()));
    }
    Err(reply.to_json()["error"].to_string())
}

/// The end-to-end test sends the bytes of these answers to the page, and expects these reasons.
#[test]
fn the_browser_gets_the_impossible_answers() {
    let rows = impossible().into_iter().map(|forged| {
        let packed = compress_to_vec(&answer_of(forged.entities), 9);
        let deflated = STANDARD.encode(packed);
        json!({ "what": forged.what, "says": forged.says, "deflated": deflated })
    });
    let text = serde_json::to_string_pretty(&rows.collect::<Vec<_>>()).unwrap() + "\n";
    check_golden("tests/golden/forged_answers.json", &text);
}
