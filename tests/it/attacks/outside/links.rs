//! Attacks by links and files.

use super::*;

pub(super) fn links() -> Vec<Item> {
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
            .check(
                "cut, flipped, other versions, no base64, empty, data after the text, data after the compressed stream, a cut link before a good one",
                "all refused for their reasons",
                broken_links,
            )
            .check("two good links in one fragment: what follows a link is ignored, as text that a messenger appends", "the first one", two_links)
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
            .check("a model that obeys finds no tool that changes a key, a setting or a lock", "no such tool", reach::no_tool)
            .check(
                "the tools that are no functions of code are the reviewed ones; no name of a tool or a parameter has a word such as key, provider, setting, lock or url",
                "all reviewed, no such word",
                reach::reviewed_tools,
            )
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
            .browser("library: a tab that stores a drawing before it learns of another tab's change asks which one to keep, and keeps both")
            .browser("library: of two tabs that store a drawing in the same tick, the one whose texts were replaced asks which one to keep, and keeps both")
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
            .check("a process that is frozen, as by sleep, is ended at its deadline", "time, within ten seconds", workers::frozen_process)
            .browser("attack: a run ends at its limit on a blocked page with clock jumps"),
    ]
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

fn link_outcome(result: Result<project::Project, link::LinkError>) -> String {
    result.map_or_else(|why| format!("refused: {why}"), |_| "read".to_owned())
}

/// Creates a link with a correct checksum for these bytes, which declares the given size.
fn forged(text: &[u8], claimed: usize) -> String {
    link_of(&compress_to_vec(text, 1), claimed)
}

/// Creates a link with a correct length and checksum for these compressed bytes.
fn link_of(packed: &[u8], claimed: usize) -> String {
    let text = URL_SAFE_NO_PAD.encode(packed);
    format!("t1.{}.{claimed}.{:08x}.{text}", text.len(), crc32(packed))
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
        let started = run::now();
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
    let link = link_of(packed, claimed);
    assert!(link.len() < 2_000_000, "a browser takes such an address");
    link
}

fn broken_links() -> String {
    let good = link::encode(&project::Project::of_code("drawCircle('a', 0, 0, 1);")).unwrap();
    assert!(link::decode(&good).is_ok());
    let mut flipped = good.clone().into_bytes();
    let last = flipped.len() - 3;
    flipped[last] = if flipped[last] == b'A' { b'B' } else { b'A' };
    let text = project::write(&project::Project::of_code(""));
    assert!(link::decode(&forged(text.as_bytes(), text.len())).is_ok());
    let after_text = forged(format!("{text}{{}}").as_bytes(), text.len() + 2);
    let after_stream = |more: &[u8]| {
        let packed = [&compress_to_vec(text.as_bytes(), 1), more].concat();
        link::decode(&link_of(&packed, text.len()))
    };
    let two_streams = compress_to_vec(text.as_bytes(), 1);
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
        ("trailing characters", link::decode(&after_text)),
        ("corrupted", after_stream(&[0])),
        ("corrupted", after_stream(b"more")),
        ("corrupted", after_stream(&two_streams)),
        (
            "corrupted",
            link::decode(&format!("{}#{good}", &good[..good.len() - 1])),
        ),
        (
            "corrupted",
            link::decode(&format!("t1.99999999999999999999.1.00000000.{good}")),
        ),
    ])
}

/// Reads two links that stand one after the other in a fragment.
fn two_links() -> String {
    let [first, second] =
        ["first", "second"].map(|name| project::Project::of_code(&format!("drawCircle('{name}', 0, 0, 1);")));
    let [a, b] = [&first, &second].map(|project| link::encode(project).unwrap());
    for between in ["#", "", "&", " ", "\n"] {
        match link::decode(&format!("{a}{between}{b}")) {
            Ok(read) if read == first => {}
            other => return format!("{between:?} between them: {other:?}"),
        }
    }
    "the first one".to_owned()
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
        .store()
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
