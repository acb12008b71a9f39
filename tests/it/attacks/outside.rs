//! Attack groups I (page and exports), J (links, files, storage), and K (worker). Attacks on data are tested
//! here; items that need a browser name their end-to-end test.

use super::files;
use super::models;
use super::run::Runner;
use super::{Item, item};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, compress_to_output, create_comp_flags_from_zip_params,
};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use trammel::formats::{json, link, project, svg};
use trammel::language::Bilingual;
use trammel::sandbox::{Clock, Failure, Limits, RunOutcome, RunRequest, decode, encode, execute, validated};
use trammel::scene::{Change, Diff, Entity, Flags, Name, Scene, Units};
use trammel::session::Session;
use trammel::workspace::{FileName, MemoryStorage, Storage, StorageError};

pub(super) fn items() -> Vec<Item> {
    let mut items = page();
    items.extend(links());
    items.extend(workers());
    items
}

const MARKUP: [&str; 6] = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "]]><script>",
    "&lt;b&gt;",
    "</text><foreignObject>",
    "{{7*7}}",
];

fn page() -> Vec<Item> {
    vec![
        item(85, 'I', "markup in names, texts, logs, errors")
            .browser("canvas: names with markup are shown as text")
            .browser("attack: markup is text in the tree, the log, problems and the preview")
            .browser("attack: markup is text in approvals and tool calls of a model"),
        item(86, 'I', "drawings with foreign fields")
            .check(
                "a drawing with onclick, href, style or __proto__",
                "all refused for their reasons",
                || {
                    let good = json::write(&scene("drawCircle('a', 0, 0, 1)"));
                    assert!(json::read(&good).is_ok());
                    refused(["onclick", "href", "style2", "__proto__"].map(|field| {
                        let changed =
                            good.replacen("\"name\":\"a\"", &format!("\"name\":\"a\",\"{field}\":\"x\""), 1);
                        assert_ne!(changed, good);
                        (field, json::read(&changed))
                    }))
                },
            )
            .check("an unknown type of entity", "refused", || {
                let good = json::write(&scene("drawCircle('a', 0, 0, 1)"));
                let changed = good.replace("\"circle\"", "\"iframe\"");
                json::read(&changed)
                    .err()
                    .map_or("read".to_owned(), |why| format!("refused: {why}"))
            }),
        item(87, 'I', "markup in SVG").check(
            "only known elements and attributes, nothing that runs or fetches",
            "clean",
            svg_is_clean,
        )
        .browser("attack: an exported SVG with hostile texts runs and fetches nothing"),
        item(88, 'I', "other exports")
            .browser("share: file names of hostile titles are sanitized")
            .check(
                "file names of titles with folders, a device, control characters, 300 characters",
                "______x.dxf, con_.dxf, a_fdp_exe.dxf, a_b_c.dxf, xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx.dxf",
                files::file_names,
            )
            .check(
                "DXF for CAD, cutting and R12 with line ends, group codes and control characters in names of entities, groups and layers, in texts, dimensions and leaders",
                "the same structure as with plain texts",
                files::written_dxf,
            ),
        item(89, 'I', "files of other programs")
            .browser("import: scripts and addresses of an SVG file never reach the page")
            .browser("import: markup of a DXF file never reaches the page")
            .check(
                "SVG with scripts, foreign objects and addresses: the code has none of them",
                "all left out, and all elements reported",
                files::active_content,
            )
            // Each answer comes within the time limit of a run.
            .check("SVG with entities in entities", "refused: This SVG file is damaged: a possible entity reference loop", files::entities)
            .check("SVG with 100,000 references to a long entity", "refused: This SVG file declares entities that multiply its size", files::references)
            .check("SVG with a shape in a million groups", "refused: This SVG file is damaged: nodes limit", || files::groups(1_000_000))
            .check("SVG with a shape in 1,000 groups", "refused: The elements of this SVG file are nested more than 256 levels deep", || files::groups(1_000))
            .check("SVG with uses of uses", "refused: This SVG file draws more than 400000 elements", files::uses)
            .check("DXF with blocks of blocks", "asked: TooLarge", files::blocks)
            .check("DXF that is cut off in a number", "refused: The DXF file is damaged on line 11: the file ends after a group code", files::cut_off)
            .check("DXF without an end", "refused: The DXF file is damaged on line 13: the file ends within a section", files::endless),
        item(90, 'I', "markdown of a model")
            .browser("attack: text of a model is shown without links, pictures or markup"),
    ]
}

fn links() -> Vec<Item> {
    vec![
        item(91, 'J', "links that decompress to a gigabyte")
            .check("1 GiB of spaces behind a small number", "refused: the link is corrupted", || {
                quickly(|| link_outcome(link::decode(&packed_gigabyte(100))))
            })
            .check("the same behind the largest number", "refused: the link is corrupted", || {
                quickly(|| link_outcome(link::decode(&packed_gigabyte(link::MAX_BYTES))))
            })
            .check("the same with its true number", "refused: the project is too large", || {
                link_outcome(link::decode(&packed_gigabyte(1 << 30)))
            })
            .browser("attack: a link that decompresses to a gigabyte is refused at once"),
        item(92, 'J', "broken links")
            .check("cut, flipped, other versions, no base64, empty, trailing data", "all refused for their reasons", broken_links)
            .browser("share: a truncated or changed link is reported and the own drawing opens"),
        item(93, 'J', "numbers and depth of files").check(
            "deep, huge, no number, an invalid radius, an entity twice, a count of a billion",
            "all refused for their reasons",
            || {
                let deep = format!(
                    "{{\"format\":\"trammel-scene\",\"version\":1,\"entities\":{}{}}}",
                    "[".repeat(100_000),
                    "]".repeat(100_000)
                );
                let good = json::write(&scene(
                    "drawCircle('a', 0, 0, 7); dimension_linear({ name: 'd', from: [0, 0], to: [5, 0], decimals: 3 })",
                ));
                assert!(json::read(&good).is_ok());
                let start = good.find("  {\"name\":\"a\"").unwrap();
                let row = &good[start..start + good[start..].find('\n').unwrap()];
                let changed = |old: &str, new: &str| {
                    let changed = good.replacen(old, new, 1);
                    assert_ne!(changed, good);
                    json::read(&changed)
                };
                refused([
                    ("recursion", json::read(&deep)),
                    ("number out of range", changed("\"radius\":7.0", "\"radius\":1e400")),
                    ("expected value", changed("\"radius\":7.0", "\"radius\":NaN")),
                    ("radius", changed("\"radius\":7.0", "\"radius\":-7")),
                    ("'a'", changed(row, &format!("{row}\n{row}"))),
                    ("entity 'd'", changed("\"decimals\":3", "\"decimals\":1e9")),
                    ("entity 'd'", changed("\"decimals\":3", "\"decimals\":1000000000")),
                ])
            },
        )
        .check("-0 as a coordinate", "the same picture as with 0", || {
            let good = json::write(&scene("drawCircle('a', 0, 0, 7)"));
            let negative = good.replacen("\"x\":0.0", "\"x\":-0.0", 1);
            assert_ne!(negative, good);
            let pictures = [good, negative].map(|text| json::read(&text).map(|scene| svg::write(&scene)));
            match &pictures {
                [Ok(zero), Ok(negative)] if zero == negative => "the same picture as with 0".to_owned(),
                other => format!("{other:?}"),
            }
        })
        .check("20,000 entities", "refused: 20000 entities, at most 10000", || {
            let good = json::write(&scene("for (let i = 0; i < 10000; i++) drawCircle('a' + i, i, 0, 7)"));
            assert!(json::read(&good).is_ok());
            let (start, end) = (good.find("  {\"name\"").unwrap(), good.rfind("\n ],").unwrap());
            let rows = &good[start..end];
            let more = rows.replace("\"name\":\"a", "\"name\":\"b");
            refusal(json::read(&format!("{}{rows},\n{more}{}", &good[..start], &good[end..])))
        })
        .check("a key twice in an entity", "refused: invalid JSON: the key \"radius\" occurs twice", || {
            let good = json::write(&scene("drawCircle('a', 0, 0, 7)"));
            let twice = good.replacen("\"radius\":7", "\"radius\":-1,\"radius\":7", 1);
            assert_ne!(twice, good);
            refusal(json::read(&twice))
        }),
        item(94, 'J', "links that carry settings")
            .check("a key, a base URL, a model in the project", "all refused for their reasons", || {
                let text = |extra: &str| format!("{{\"format\":\"trammel-project\",\"version\":1,\"files\":{{\"main\":\"\"}}{extra}}}");
                assert!(project::read(&text("")).is_ok());
                refused(["api_key", "base_url", "model", "system", "provider"].map(|field| {
                    (field, project::read(&text(&format!(",\"{field}\":\"x\""))))
                }))
            })
            .browser("share: exports and links contain no key, setting or conversation"),
        item(95, 'J', "links with code")
            .browser("share: a link previews the same drawing and is copied only on request")
            .browser("share: an endless loop in a link does not block the page or the own drawing"),
        item(96, 'J', "instructions in names")
            .check("a selection whose names give orders goes to the model as quoted data", "one quoted text differs", models::names_are_quoted)
            .check(
                "a description of a drawing with such a name",
                "one tool result differs, in one JSON text, in lines of their own",
                models::described_names,
            )
            .check("code with such a comment, as a model reads it", "one tool result differs, in one JSON text, in one line", models::comments_of_code)
            .check("a model that obeys finds no tool that changes a key, a setting or a lock", "no such tool", models::no_tool)
            .check(
                "every tool that draws or changes, called for locked entities directly and by code, and code without them",
                "no locked entity is changed or unlocked",
                models::locked_entities,
            ),
        item(97, 'J', "full storage")
            .browser("attack: full and disabled storage lose nothing")
            .browser("document: full storage is reported, loses nothing, and saving recovers")
            .browser("document: a conversation too large for storage is reported while it exists"),
        item(98, 'J', "corrupt storage").check("truncated, from a newer version, of another type", "opened, 4 reported, 4 left in place", corrupt_storage)
            .browser("attack: corrupt storage is reported and left in place"),
        item(99, 'J', "two tabs")
            .browser("library: two tabs show the same drawing and never overwrite each other")
            .browser("library: two tabs that change a drawing in the same tick ask which one to keep, and keep both")
            .browser("attack: a tab of an older version cannot be overwritten unnoticed"),
        item(100, 'J', "clocks that jump")
            .browser("attack: a run whose page is suspended beyond the limit ends when the page continues")
            .check("the deadline is the sandbox's own, whatever the page's timers do", "LIM time", || {
                let ticks = std::cell::Cell::new(0.0);
                let clock: Clock = Rc::new(move || {
                    ticks.set(ticks.get() + 600_000.0);
                    ticks.get()
                });
                let failure = execute(&request("for (;;) {}"), &clock).result.unwrap_err();
                format!("LIM {:?}", failure.limit.unwrap()).to_lowercase().replace("lim", "LIM")
            })
            .check("a clock that stands still, and one that runs backwards", "LIM time, LIM time", || {
                let back = std::cell::Cell::new(0.0);
                let backwards: Clock = Rc::new(move || {
                    back.set(back.get() - 1_000.0);
                    back.get()
                });
                [standing_clock(), backwards]
                    .map(|clock| limit_of(&execute(&request("for (;;) {}"), &clock)))
                    .join(", ")
            })
            .check("a process that is frozen, as by sleep, is ended at its deadline", "time, within ten seconds", frozen_process)
            .browser("attack: a run ends at its limit on a blocked page with clock jumps"),
    ]
}

fn workers() -> Vec<Item> {
    vec![
        item(101, 'K', "forged answers")
            .browser("attack: a result that arrives twice or after the end of its run has no second effect")
            .check(
                "every byte of an answer changed, every cut",
                "no cut answer is read; a changed answer is refused or draws a valid drawing",
                forged_answers,
            )
            .check(
                "12,000 entities, a group in itself, groups in a circle, NaN, a hidden entity, a parent that does not exist",
                "all refused for their reasons",
                impossible_answers,
            )
            .browser("attack: forged worker answers leave the drawing unchanged, and the next run works")
            .not("impossible drawings from a real worker: the page reads and checks answers with the same code as these rows"),
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

fn request(code: &str) -> RunRequest {
    RunRequest {
        files: vec![(FileName::main(), code.into())],
        must_parse: None,
        tools: Vec::new(),
        want_value: false,
        title: "test".to_owned(),
        units: Units::Mm,
        seed: 1,
        limits: Limits {
            instructions: 20_000_000,
            ..Limits::default()
        },
        conversion: None,
    }
}

fn standing_clock() -> Clock {
    Rc::new(|| 0.0)
}

/// Runs code in this process and returns its outcome.
pub(super) fn outcome(code: &str) -> RunOutcome {
    execute(&request(code), &standing_clock())
}

pub(super) fn failure(code: &str) -> Failure {
    outcome(code).result.unwrap_err()
}

/// Returns every line of the log with practically unlimited log size, and the failure of the code.
pub(super) fn logged(code: &str) -> (Vec<String>, Option<Failure>) {
    let mut request = request(code);
    request.limits.log_lines = 100_000;
    request.limits.log_bytes = 10 << 20;
    let outcome = execute(&request, &standing_clock());
    (outcome.logs, outcome.result.err())
}

fn many(files: Vec<(String, String)>) -> String {
    let files = files
        .into_iter()
        .map(|(name, text)| (FileName::new(&name).unwrap(), text.into()));
    let request = RunRequest {
        files: files.collect(),
        ..request("")
    };
    Runner::new().run_request(&request)
}

/// The limit that a run hit.
fn limit_of(outcome: &RunOutcome) -> String {
    match &outcome.result {
        Err(Failure {
            limit: Some(limit), ..
        }) => format!("LIM {limit:?}").to_lowercase().replace("lim", "LIM"),
        other => format!("{other:?}"),
    }
}

/// Why something was refused.
fn refusal<T>(result: Result<T, Bilingual>) -> String {
    result.map_or_else(|why| format!("refused: {why}"), |_| "read".to_owned())
}

/// A project file of more modules than a drawing may have.
pub(super) fn file_of_many_modules() -> String {
    let mut project = project::Project::of_code("import 'm0';");
    for i in 0..1000 {
        let name = FileName::new(&format!("m{i}")).unwrap();
        project.files.insert(name, format!("import 'm{}';", i + 1).into());
    }
    refusal(project::read(&project::write(&project)))
}

/// A process that a script fills with buffers, more each time, until the answer is what does not fit any more: the same drawing,
/// deleted again, is still answered, so it was not the drawing. The failed run is that of a document with a drawing, which
/// must not change.
pub(super) fn full_at_the_answer() -> String {
    let runner = Runner::new();
    let limits = Limits {
        timeout_ms: 60_000,
        memory_bytes: 1 << 30,
        ..Limits::default()
    };
    let ended = |buffers: usize, last: &str| {
        let code = format!(
            "globalThis.ballast = Array.from({{ length: {buffers} }}, () => new Uint8Array(4 << 20));\n\
             for (let i = 0; i < 10000; i++) drawCircle('😀'.repeat(195) + i, i, 0, 1);\n{last}"
        );
        runner.in_document(&code, &[], limits)
    };
    for buffers in 20..48 {
        let answered = ended(buffers, "");
        if !answered.starts_with("OK") {
            let deleted = ended(buffers, "for (const name of listEntities()) deleteEntity(name);");
            let words = |text: &str, count: usize| text.split(' ').take(count).collect::<Vec<_>>().join(" ");
            return format!(
                "deleted again: {}; answered: {}, nothing changed",
                words(&deleted, 3),
                words(&answered, 2)
            );
        }
    }
    "all of it fits".to_owned()
}

/// A module that the user changes between the start of a run and its end.
pub(super) fn changed_while_it_runs() -> String {
    let lib = FileName::new("lib").unwrap();
    let mut session = Session::new(Limits::default());
    session.add_file(
        &FileName::main(),
        "import { r } from 'lib';\ndrawCircle('a', 0, 0, r);",
    );
    session.add_file(&lib, "export const r = 1;");
    let first = session.open();
    let second = session.type_in(&lib, Some("export const r = 2;"));
    let radius = |request: &RunRequest| {
        let diff = execute(request, &standing_clock()).result.unwrap();
        let scene = validated(request, &diff).unwrap();
        json::entity(&scene, scene.get("a").unwrap())["geometry"]["radius"].clone()
    };
    let (now, next) = (radius(first.request()), radius(second.request()));
    format!(
        "this run {}, the next {}",
        now.as_f64().unwrap(),
        next.as_f64().unwrap()
    )
}

#[cfg(not(target_os = "linux"))]
fn frozen_process() -> String {
    // Finding the process of the sandbox needs /proc.
    "time, within ten seconds".to_owned()
}

/// A run whose process is stopped by a signal and never goes on by itself.
#[cfg(target_os = "linux")]
fn frozen_process() -> String {
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
    let started = super::run::now();
    assert!(
        Command::new("kill")
            .args(["-STOP", &child.to_string()])
            .status()
            .unwrap()
            .success()
    );
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
    session.add_file(&FileName::main(), "");
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

/// Returns modules that import each other in a chain.
pub(super) fn chain(length: usize) -> String {
    let mut files = vec![("main".to_owned(), "import { x } from 'm0';".to_owned())];
    for i in 0..length {
        let next = if i + 1 < length {
            format!("import {{ x }} from 'm{}'; export {{ x }};", i + 1)
        } else {
            "export const x = 1;".to_owned()
        };
        files.push((format!("m{i}"), next));
    }
    many(files)
}

/// Returns modules that `main` imports one by one.
pub(super) fn star(count: usize) -> String {
    let main: String = (0..count)
        .map(|i| format!("import {{ x{i} }} from 'm{i}';\n"))
        .collect();
    let mut files = vec![("main".to_owned(), main)];
    files.extend((0..count).map(|i| (format!("m{i}"), format!("export const x{i} = {i};"))));
    many(files)
}

fn scene(code: &str) -> Scene {
    let request = request(code);
    validated(&request, &outcome(code).result.unwrap()).unwrap()
}

/// Checks that each result is an error whose reason contains the given words.
fn refused<T, E: std::fmt::Display, const N: usize>(results: [(&str, Result<T, E>); N]) -> String {
    let wrong: Vec<String> = results
        .into_iter()
        .filter_map(|(words, result)| match result {
            Ok(_) => Some(format!("read instead of {words:?}")),
            Err(why) => {
                let why = why.to_string();
                (!why.contains(words)).then(|| format!("not {words:?}: {why}"))
            }
        })
        .collect();
    if wrong.is_empty() {
        "all refused for their reasons".to_owned()
    } else {
        wrong.join("; ")
    }
}

fn link_outcome(result: Result<project::Project, link::LinkError>) -> String {
    result.map_or_else(|why| format!("refused: {why}"), |_| "read".to_owned())
}

/// Creates a link with a correct checksum for these bytes, which declares the given size.
fn forged(text: &[u8], claimed: usize) -> String {
    let packed = compress_to_vec(text, 1);
    let text = URL_SAFE_NO_PAD.encode(&packed);
    format!("t1.{}.{claimed}.{:08x}.{text}", text.len(), crc32(&packed))
}

fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg());
        }
    }
    !crc
}

/// Returns the message if it comes sooner than a gigabyte can be unpacked. The shortest of three times counts, because other
/// programs on the machine can delay one of them.
fn quickly(say: impl Fn() -> String) -> String {
    // Packing is no part of the time.
    packed_gigabyte(0);
    let measured = || {
        let started = super::run::now();
        (say(), started.elapsed())
    };
    let (mut said, mut took) = measured();
    for _ in 0..2 {
        if took < UNPACKS_WITHIN {
            break;
        }
        (said, took) = measured();
    }
    if took < UNPACKS_WITHIN {
        said
    } else {
        format!("after {took:?}: {said}")
    }
}

/// Maximum time for refusing a link, in which a gigabyte cannot be unpacked.
const UNPACKS_WITHIN: Duration = Duration::from_millis(500);

/// A link whose bytes unpack to 1 GiB of spaces, and which claims this size.
fn packed_gigabyte(claimed: usize) -> String {
    static PACKED: std::sync::OnceLock<Vec<u8>> = std::sync::OnceLock::new();
    let packed = PACKED.get_or_init(|| {
        let (mut out, block) = (Vec::new(), vec![b' '; 1 << 20]);
        let flags = create_comp_flags_from_zip_params(9, 0, 0);
        let mut compressor = CompressorOxide::new(flags);
        for at in 0..1024 {
            let flush = if at == 1023 {
                TDEFLFlush::Finish
            } else {
                TDEFLFlush::None
            };
            compress_to_output(&mut compressor, &block, flush, |bytes| {
                out.extend_from_slice(bytes);
                true
            });
        }
        out
    });
    let text = URL_SAFE_NO_PAD.encode(packed);
    assert!(text.len() < 2_000_000, "a browser takes such an address");
    format!("t1.{}.{claimed}.{:08x}.{text}", text.len(), crc32(packed))
}

fn broken_links() -> String {
    let good = link::encode(&project::Project::of_code("drawCircle('a', 0, 0, 1);")).unwrap();
    assert!(link::decode(&good).is_ok());
    let mut flipped = good.clone().into_bytes();
    let last = flipped.len() - 3;
    flipped[last] = if flipped[last] == b'A' { b'B' } else { b'A' };
    let trailing = {
        let text = project::write(&project::Project::of_code(""));
        forged(format!("{text}{{}}").as_bytes(), text.len() + 2)
    };
    refused([
        ("incomplete", link::decode(&good[..good.len() - 1])),
        ("incomplete", link::decode(&good[..6])),
        ("corrupted", link::decode(&String::from_utf8(flipped).unwrap())),
        ("version 2", link::decode(&good.replacen("t1.", "t2.", 1))),
        (
            "not a Trammel link",
            link::decode(&good.replacen("t1.", "t01.", 1)),
        ),
        ("not a Trammel link", link::decode("")),
        ("corrupted", link::decode("t1.4.4.00000000.????")),
        ("trailing characters", link::decode(&trailing)),
        (
            "corrupted",
            link::decode(&format!("t1.99999999999999999999.1.00000000.{good}")),
        ),
    ])
}

/// Checks the elements and attributes of the SVG of a drawing in which every text is hostile.
fn svg_is_clean() -> String {
    let mut code = String::new();
    for (at, text) in MARKUP.iter().enumerate() {
        let text = serde_json::to_string(text).unwrap();
        code.push_str(&format!(
            "drawCircle({text}, 0, 0, 1); drawText('t{at}', {text}, 0, {at}, 1); createLayer({text}); createGroup('g' + {text}, [{text}]);\n"
        ));
    }
    let out = svg::write(&scene(&code));
    for (at, _) in out.match_indices('<') {
        let tag: String = out[at + 1..]
            .chars()
            .take_while(|c| c.is_ascii_alphanumeric() || *c == '/')
            .collect();
        let tag = tag.trim_matches('/').to_owned();
        if ![
            "svg", "title", "g", "path", "circle", "rect", "ellipse", "line", "polyline", "polygon", "text",
            "defs", "clipPath",
        ]
        .contains(&tag.as_str())
        {
            return format!("an element <{tag}>");
        }
        let end = out[at..].find('>').map_or(out.len(), |end| at + end);
        let element = &out[at..end];
        // Values are escaped, so a quote always ends a value.
        for attribute in element.split('"').step_by(2) {
            let name = attribute.trim().trim_end_matches('=');
            let name = name.rsplit(' ').next().unwrap_or_default();
            if name.starts_with("on") || name.contains("href") || name == "style" {
                return format!("an attribute {name}");
            }
        }
        if element.contains("url(") && !element.contains("url(#") {
            return "an address".to_owned();
        }
    }
    if out.contains("<script") || out.contains("<img") || out.contains("foreignObject>") {
        "markup".to_owned()
    } else {
        "clean".to_owned()
    }
}

/// Opens a document with four unreadable texts, changes what two of them stand for, and saves it.
fn corrupt_storage() -> String {
    let corrupt = [
        ("holds", "{\"a\":"),
        ("title", "{\"name\":1}"),
        ("tools", "[{\"version\":99}]"),
        ("file/../x", "1"),
    ];
    let mut storage = MemoryStorage::default();
    storage.set("file/main", "drawCircle('a', 0, 0, 1);").unwrap();
    for (key, text) in corrupt {
        storage.set(key, text).unwrap();
    }
    let (mut session, problems) = Session::load(&storage, Limits::default()).unwrap();
    let pending = session.open();
    let outcome = execute(pending.request(), &standing_clock());
    let opened = session.finish(pending, outcome, 0.0).is_ok();
    session.save(&mut storage).unwrap();
    let kept = |storage: &MemoryStorage| {
        corrupt
            .iter()
            .filter(|(key, text)| storage.get(key).unwrap().as_deref() == Some(text))
            .count()
    };
    let at_once = kept(&storage);
    // A lock would be stored in the place of an unreadable text.
    let flags = Flags {
        locked: true,
        hidden: false,
    };
    assert!(session.set_flags("a", flags).is_ok());
    let blocked = session.save(&mut storage);
    let unreadable: Vec<&str> = session
        .unreadable()
        .iter()
        .map(|part| part.key.as_str())
        .collect();
    match (opened, problems.len(), at_once, kept(&storage), &blocked) {
        (true, 4, 4, 4, Err(StorageError::Unreadable(keys))) if *keys == ["holds"] => {
            "opened, 4 reported, 4 left in place".to_owned()
        }
        other => format!("{other:?}: {problems:?}, {unreadable:?}"),
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
            session.add_file(&FileName::main(), code);
            let before = json::write(session.scene());
            let pending = session.open();
            if session.finish(pending, outcome, 0.0).is_ok() {
                drawn += 1;
            } else if json::write(session.scene()) == before {
                refused += 1;
            } else {
                return format!("byte {at}: refused, but the drawing was changed");
            }
            if let Some(problem) = trammel::scene::check_invariants(session.scene())
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

/// Checks well-formed answers whose drawing is impossible.
fn impossible_answers() -> String {
    let request = request("");
    let scene = scene("drawCircle('c', 0, 0, 1); createGroup('g', ['c']); createGroup('h', [])");
    let entity = |name: &str| (**scene.get(name).unwrap()).clone();
    let answer = |entities: Vec<Entity>| {
        let changes = entities.into_iter().map(|entity| {
            (
                entity.name.clone(),
                Change {
                    from: None,
                    to: Some(Arc::new(entity)),
                },
            )
        });
        validated(&request, &Diff::from_changes(changes))
    };
    let name = |text: &str| Name::new(text).unwrap();
    let many = (0..12_000).map(|i| Entity {
        name: name(&format!("c{i}")),
        parent: None,
        ..entity("c")
    });
    let inside = |inner: &str, outer: &str| Entity {
        parent: Some(name(outer)),
        ..entity(inner)
    };
    let mut nowhere = Entity {
        parent: None,
        ..entity("c")
    };
    nowhere.transform.rotate = f64::NAN;
    let mut hidden = Entity {
        parent: None,
        ..entity("c")
    };
    hidden.hidden = true;
    let possible = Entity {
        parent: None,
        ..entity("c")
    };
    assert!(answer(vec![possible]).is_ok());
    refused([
        ("12000 entities", answer(many.collect())),
        ("reachable", answer(vec![inside("g", "g")])),
        ("reachable", answer(vec![inside("g", "h"), inside("h", "g")])),
        ("finite", answer(vec![nowhere])),
        ("result of the run for 'c'", answer(vec![hidden])),
        ("reachable", answer(vec![inside("c", "nobody")])),
    ])
}
