//! I. The page and exports. J. Links, files, storage. K. The worker. What is data is tested here; what only a browser can
//! show names its end-to-end test.

use super::{Item, item};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use std::rc::Rc;
use std::sync::Arc;
use trammel::formats::{json, link, project, svg};
use trammel::sandbox::{Clock, Failure, Limits, RunOutcome, RunRequest, decode, encode, execute, validated};
use trammel::scene::{Change, Diff, Entity, Name, Scene, Units};
use trammel::session::Session;
use trammel::workspace::{FileName, MemoryStorage, Storage};

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
            .browser("canvas: names with markup are text")
            .browser("attack: markup is text in the tree, the log, problems and the preview"),
        item(86, 'I', "drawings with foreign fields")
            .check(
                "a drawing with onclick, href, style or __proto__",
                "all refused",
                || {
                    let good = json::write(&scene("drawCircle('a', 0, 0, 1)"));
                    refused(
                        &[
                            "\"onclick\":\"x\"",
                            "\"href\":\"javascript:alert(1)\"",
                            "\"style2\":\"x\"",
                            "\"__proto__\":{}",
                        ]
                        .map(|field| {
                            let spoilt =
                                good.replacen("\"name\":\"a\"", &format!("\"name\":\"a\",{field}"), 1);
                            let spoilt = if spoilt == good {
                                good.replacen("\"name\": \"a\"", &format!("\"name\": \"a\",{field}"), 1)
                            } else {
                                spoilt
                            };
                            assert_ne!(spoilt, good);
                            json::read(&spoilt).err()
                        }),
                    )
                },
            )
            .check("an unknown type of entity", "refused", || {
                let good = json::write(&scene("drawCircle('a', 0, 0, 1)"));
                let spoilt = good.replace("\"circle\"", "\"iframe\"");
                json::read(&spoilt)
                    .err()
                    .map_or("read".to_owned(), |why| format!("refused: {why}"))
            }),
        item(87, 'I', "markup in SVG").check(
            "only known elements and attributes, nothing that runs or fetches",
            "clean",
            svg_is_clean,
        ),
        item(88, 'I', "other exports")
            .browser("share: a dropped project or drawing is looked at first")
            .not("DXF, CSV: this program writes none"),
        item(89, 'I', "foreign pictures").not("SVG, DXF: this program reads none"),
        item(90, 'I', "markdown of a model")
            .browser("attack: what a model writes is text, without links, pictures or markup"),
    ]
}

fn links() -> Vec<Item> {
    vec![
        item(91, 'J', "links that unpack to a gigabyte")
            .check("256 MiB of zeros behind a small number", "refused: the link is corrupted", || {
                told(link::decode(&forged(&vec![b' '; 256 << 20], 100)))
            })
            .check("the same with its true number", "refused: the project is too large", || {
                told(link::decode(&forged(&vec![b' '; 256 << 20], 256 << 20)))
            })
            .browser("attack: a link that unpacks to a gigabyte is refused at once"),
        item(92, 'J', "links that are broken")
            .check("cut, flipped, other versions, no base64, empty, trailing data", "all refused", broken_links)
            .browser("share: a cut or changed link says so and the own drawing opens"),
        item(93, 'J', "numbers and depth of files").check("deep, huge, double, impossible", "all refused", || {
            let deep = format!("{{\"format\":\"trammel-scene\",\"version\":1,\"entities\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
            let good = json::write(&scene("drawCircle('a', 0, 0, 7)"));
            let twice = {
                let start = good.find("\"entities\"").and_then(|at| good[at..].find('{').map(|o| at + o)).unwrap();
                let end = good.rfind(']').unwrap();
                let end = good[..end].rfind(']').filter(|at| *at > start).unwrap_or(end);
                let row = good[start..end].trim_end().to_owned();
                good.replacen(&row, &format!("{row},{row}"), 1)
            };
            refused(&[
                json::read(&deep).err(),
                json::read(&good.replacen('7', "1e400", 1)).err(),
                json::read(&good.replacen('7', "NaN", 1)).err(),
                json::read(&good.replacen('7', "-7", 1)).err(),
                json::read(&twice).err(),
            ])
        }),
        item(94, 'J', "links that carry settings")
            .check("a key, a base URL, a model in the project", "all refused", || {
                refused(&["api_key", "base_url", "model", "system", "provider"].map(|field| {
                    let text = format!("{{\"format\":\"trammel-project\",\"version\":1,\"files\":{{\"main\":\"\"}},\"{field}\":\"x\"}}");
                    project::read(&text).err()
                }))
            })
            .browser("share: nothing that goes out holds a key, a setting or a conversation"),
        item(95, 'J', "links with code")
            .browser("share: a link shows the same drawing elsewhere, and becomes a copy only when asked to")
            .browser("share: an endless loop in a link hangs neither the page nor the own drawing"),
        item(96, 'J', "instructions in names").check("no tool changes settings, keys or locks", "none", || {
            let told: Vec<&str> = trammel::tools::TOOLS.iter().map(|tool| tool.name).filter(|name| ["key", "setting", "provider", "unlock", "fetch", "url"].iter().any(|word| name.contains(word))).collect();
            if told.is_empty() { "none".to_owned() } else { told.join(", ") }
        }),
        item(97, 'J', "storage that is full")
            .browser("desk: full storage is said, loses nothing, and saving recovers")
            .browser("desk: a conversation that does not fit is said for as long as it lasts"),
        item(98, 'J', "storage that is spoilt").check("half-written, of the future, of another type", "opened, said, left in place", spoilt_storage),
        item(99, 'J', "two tabs").browser("desk: two tabs notice each other, and neither overwrites the other unasked"),
        item(100, 'J', "clocks that jump")
            .check("the deadline is the sandbox's own, whatever the page's timers do", "LIM time", || {
                let ticks = std::cell::Cell::new(0.0);
                let clock: Clock = Rc::new(move || {
                    ticks.set(ticks.get() + 600_000.0);
                    ticks.get()
                });
                let failure = execute(&request("for (;;) {}"), &clock).result.unwrap_err();
                format!("LIM {:?}", failure.limit.unwrap()).to_lowercase().replace("lim", "LIM")
            }),
    ]
}

fn workers() -> Vec<Item> {
    vec![
        item(101, 'K', "answers that are forged")
            .check(
                "every byte of an answer changed, every cut",
                "nothing is believed",
                forged_answers,
            )
            .check(
                "12,000 entities, a group in itself, groups in a circle, NaN, a hidden entity",
                "all refused",
                impossible_answers,
            )
            .browser("attack: whatever a worker answers, the drawing stays and the next run works"),
        item(102, 'K', "an engine that is not there")
            .browser("attack: without an engine the page says so and everything else works"),
        item(103, 'K', "runs in quick succession")
            .browser("attack: never more than two workers, and no outcome is lost"),
        item(104, 'K', "a worker that was taken over")
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
    }
}

fn standing_clock() -> Clock {
    Rc::new(|| 0.0)
}

/// What becomes of code in this process.
pub(super) fn outcome(code: &str) -> RunOutcome {
    execute(&request(code), &standing_clock())
}

pub(super) fn failure(code: &str) -> Failure {
    outcome(code).result.unwrap_err()
}

/// Every line of the log, without a limit of the log.
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
    match execute(&request, &standing_clock()).result {
        Ok(_) => "OK".to_owned(),
        Err(Failure {
            limit: Some(limit), ..
        }) => format!("LIM {limit:?}").to_lowercase().replace("lim", "LIM"),
        Err(failure) => format!("ERR {}", failure.message),
    }
}

/// Modules that import each other in a row.
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

/// Modules that `main` imports one by one.
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

fn refused<const N: usize>(results: &[Option<String>; N]) -> String {
    let read = results.iter().filter(|why| why.is_none()).count();
    if read == 0 {
        "all refused".to_owned()
    } else {
        format!("{read} of {N} were read")
    }
}

fn told(result: Result<project::Project, link::LinkError>) -> String {
    result.map_or_else(|why| format!("refused: {why}"), |_| "read".to_owned())
}

/// A link with a right checksum around these bytes, which claims this size.
fn forged(text: &[u8], claimed: usize) -> String {
    let packed = compress_to_vec(text, 1);
    let mut crc = u32::MAX;
    for byte in &packed {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg());
        }
    }
    let text = URL_SAFE_NO_PAD.encode(&packed);
    format!("t1.{}.{claimed}.{:08x}.{text}", text.len(), !crc)
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
    refused(&[
        link::decode(&good[..good.len() - 1]).err().map(|e| e.to_string()),
        link::decode(&good[..6]).err().map(|e| e.to_string()),
        link::decode(&String::from_utf8(flipped).unwrap())
            .err()
            .map(|e| e.to_string()),
        link::decode(&good.replacen("t1.", "t2.", 1))
            .err()
            .map(|e| e.to_string()),
        link::decode(&good.replacen("t1.", "t01.", 1))
            .err()
            .map(|e| e.to_string()),
        link::decode("").err().map(|e| e.to_string()),
        link::decode("t1.4.4.00000000.????").err().map(|e| e.to_string()),
        link::decode(&trailing).err().map(|e| e.to_string()),
        link::decode(&format!("t1.99999999999999999999.1.00000000.{good}"))
            .err()
            .map(|e| e.to_string()),
    ])
}

/// Elements and attributes of the SVG of a drawing whose every text is hostile.
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
        // Values are escaped, so a quote always ends one.
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

fn spoilt_storage() -> String {
    let mut storage = MemoryStorage::default();
    storage.set("file/main", "drawCircle('a', 0, 0, 1);").unwrap();
    for (key, text) in [
        ("holds", "{\"a\":"),
        ("title", "{\"name\":1}"),
        ("tools", "[{\"version\":99}]"),
        ("file/../x", "1"),
    ] {
        storage.set(key, text).unwrap();
    }
    let (mut session, problems) = Session::load(&storage, Limits::default()).unwrap();
    let pending = session.open();
    let outcome = execute(pending.request(), &standing_clock());
    let opened = session.finish(pending, outcome, 0.0).is_ok();
    session.save(&mut storage).unwrap();
    let kept = storage.get("holds").unwrap().as_deref() == Some("{\"a\":")
        && storage.get("title").unwrap().as_deref() == Some("{\"name\":1}");
    match (opened, problems.len(), kept) {
        (true, 3.., true) => "opened, said, left in place".to_owned(),
        other => format!("{other:?}: {problems:?}"),
    }
}

fn forged_answers() -> String {
    let request = request("");
    let answer = encode(&outcome(
        "drawCircle('a', 0, 0, 1); createGroup('g', ['a']); rotate('g', 1);",
    ))
    .unwrap();
    for at in 0..answer.len() {
        if decode::<RunOutcome>(&answer[..at]).is_ok() {
            return format!("{at} bytes of {} were an answer", answer.len());
        }
        for change in [1_u8, 0x80, 0xff] {
            let mut other = answer.clone();
            other[at] ^= change;
            // Whatever is read is either refused or a sound drawing.
            if let Ok(RunOutcome { result: Ok(diff), .. }) = decode::<RunOutcome>(&other)
                && let Ok(scene) = validated(&request, &diff)
                && let Some(problem) = trammel::scene::check_invariants(&scene).into_iter().next()
            {
                return format!("byte {at}: {problem}");
            }
        }
    }
    "nothing is believed".to_owned()
}

/// Answers of the right form whose drawing cannot be.
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
        validated(&request, &Diff::from_changes(changes)).err()
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
    refused(&[
        answer(many.collect()),
        answer(vec![inside("g", "g")]),
        answer(vec![inside("g", "h"), inside("h", "g")]),
        answer(vec![nowhere]),
        answer(vec![hidden]),
        answer(vec![inside("c", "nobody")]),
    ])
}
