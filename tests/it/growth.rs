//! Cost of host functions over texts of others: it grows in proportion to the text, for all tokens.
//!
//! A link, a file, and a line of code are processed on the thread of the page and in the process of the command line, which
//! no limit ends. Each function here gets hostile texts of three lengths. The ratio of two times of one run does not depend
//! on the speed of the machine, and the fastest of several runs not on its load.

use crate::support::{call, drawn, worked};
use serde_json::{Value, json};
use std::time::Duration;
use trammel_canvas::free_names::free_names;
use trammel_code::parameters::{Change, change_values, parameters};
use trammel_code::presets::{apply, presets, remove, rename, save};
use trammel_code::source::{self, tokens};
use trammel_code::{FileName, Splice, Workspace, lost_lines, symbols};
use trammel_document::{Actor, CallOutcome, Session, Snapshot};
use trammel_formats::clipboard::{copy_statements, paste_statements};
use trammel_run::{Limits, RunRequest};
use trammel_scene::{Adjustment, Entity, Name, Rank, Shape, Style, Transform};
use trammel_tools::{Check, CheckReport, CustomTools, MAX_CHECKS, Rule, Subject};

/// Beginnings of hostile texts, which are repeated.
const UNITS: &[&str] = &[
    "do ",
    "(",
    "{",
    "[",
    ")",
    "}",
    ",",
    ";",
    "'",
    "\"",
    "`",
    "`${",
    "/",
    "/*",
    "//",
    "\\",
    ".",
    "=>",
    "a ",
    "a\n",
    "\n",
    "let a=1 ",
    "let ",
    "const a=1 ",
    "const a=1,",
    "const a=1;",
    "const a=function ",
    "var {",
    "var {)\n",
    "var [",
    "class A ",
    "class A{",
    "class A{)",
    "class A{)\n",
    "function f(",
    "function f ",
    "export {",
    "export {)\n",
    "export {a",
    "export let a=1 ",
    "import {",
    "import {)\n",
    "import {a} from 'b';",
    "import a from 'b'\n",
    "import a,\n",
    "while(true)",
    "while(1){",
    "for(;;)",
    "for(",
    "do{}while(1);",
    "do{",
    "if(",
    "a.const ",
    "const a='b',",
    "// preset a: a = 1\n",
    "// preset a: a = 1, ",
    "const a=1;// 1..2 step 3 mm a|b ",
];

/// Number of units of the shortest text. Work in proportion to the square would take seconds for the longest one.
const SHORTEST: usize = 2_000;

/// Time below which a cost is no problem at the longest text, also on a busy machine.
const NO_PROBLEM: Duration = Duration::from_millis(30);

/// Returns the time of the fastest of several executions.
fn fastest<T>(times: usize, prepare: impl Fn() -> T, work: impl Fn(T)) -> Duration {
    let one = |_| {
        let prepared = prepare();
        let started = worked();
        work(prepared);
        worked().saturating_sub(started)
    };
    (0..times).map(one).min().unwrap_or_default()
}

/// Checks that four times the input takes clearly less than sixteen times the work.
fn grows_with_the_input<T>(what: &str, shortest: usize, prepare: impl Fn(usize) -> T, work: impl Fn(T)) {
    if fastest(1, || prepare(4 * shortest), &work) < NO_PROBLEM {
        return;
    }
    let mut measured = Vec::new();
    // Another program may slow the longest text down; work in proportion to the square is slow in every attempt.
    for _ in 0..4 {
        let times = [1, 4].map(|length| fastest(3, || prepare(length * shortest), &work));
        if times[1] < NO_PROBLEM || times[1] < times[0] * 10 {
            return;
        }
        measured.push(times);
    }
    panic!("{what}: {measured:?} for 1 and 4 times {shortest} units");
}

fn for_each_text(what: &str, work: impl Fn(String)) {
    for_each_text_of(SHORTEST, what, work);
}

fn for_each_text_of(shortest: usize, what: &str, work: impl Fn(String)) {
    for unit in UNITS {
        let what = format!("{what} of {unit:?}");
        grows_with_the_input(&what, shortest, |count| unit.repeat(count), &work);
    }
}

#[test]
fn reading_the_tokens_of_a_text() {
    for_each_text("tokens", |text| drop(tokens(&text)));
    for_each_text("imports and exports", |text| {
        let tokens = tokens(&text);
        let _ = (
            source::imports(&text, &tokens),
            source::has_exports(&text, &tokens),
        );
        let blanks = source::exports_to_blank(&text, &tokens);
        drop(source::blank_out(&text, blanks));
    });
    for_each_text("names", |text| {
        let tokens = tokens(&text);
        let _ = (
            source::declared_names(&text, &tokens),
            source::uses_of(&text, &tokens, "a"),
        );
    });
    for_each_text("loops and depth", |text| {
        let tokens = tokens(&text);
        let _ = source::likely_endless_loop(&text, &tokens, "a");
        let _ = source::plainly_endless_loop(&text, &tokens);
        let _ = source::too_deep(&text, &tokens, usize::MAX, usize::MAX);
    });
    for_each_text("places", |text| {
        let offsets: Vec<usize> = tokens(&text).iter().map(|token| token.start).collect();
        let _ = (
            source::line_columns(&text, offsets.iter().copied()),
            source::lines_at(&text, offsets),
        );
    });
}

#[test]
fn comparing_two_versions_of_a_file() {
    for_each_text_of(SHORTEST / 2, "lost lines", |text| {
        drop(lost_lines(
            &text,
            &[],
            &format!("more();\n{text}\nmore();\n{text}"),
        ));
    });
    let block = |n: usize| format!("if (w > {n}) {{\n  drawCircle('c{n}', {n}, 0, w);\n  more();\n}}\n");
    let nested = |n: usize| format!("if (w > {n}) {{\n  more({n});\n");
    for what in ["reversed", "mixed", "equal"] {
        let order = |at: usize, count: usize| match what {
            "reversed" => count - at,
            "mixed" => at * 7919 % count,
            _ => 1,
        };
        // 2,500 blocks of 4 lines are 10,000 lines at the longest.
        grows_with_the_input(
            &format!("lost lines, {what}"),
            625,
            |count| {
                let before: String = (0..count).map(block).collect();
                let after: String = (0..count).map(|at| block(order(at, count))).collect();
                (before, after)
            },
            |(before, after)| drop(lost_lines(&before, &[], &after)),
        );
    }
    grows_with_the_input(
        "lost lines in brackets",
        1_250,
        |count| (0..count).map(nested).collect::<String>(),
        |text| {
            let [before, after] = ["a", "b"].map(|w| format!("if ({w}) {{\n{text}"));
            drop(lost_lines(&before, &[], &after));
        },
    );
}

#[test]
fn listing_the_symbols_of_a_text() {
    for_each_text("symbols", |text| drop(symbols::symbols(&text)));
    for_each_text("offered names", |text| drop(symbols::importable_names(&text)));
}

#[test]
fn reading_and_changing_the_parameters_of_a_text() {
    for_each_text("parameters", |text| drop(parameters(&text)));
    for_each_text("changed parameters", |text| {
        let changes: Vec<(String, Change)> = (0..5_000)
            .map(|n| (format!("b{n}"), Change::Number(1.0)))
            .collect();
        drop(change_values(&text, &changes));
    });
    for_each_text("presets", |text| {
        let _ = (presets(&text), save(&text, "a"), apply(&text, "a"));
        let _ = (rename(&text, "a", "b"), remove(&text, "a"));
    });
}

#[test]
fn finding_an_endless_loop_after_the_deadline() {
    let request = |text: String| RunRequest {
        files: vec![(FileName::main(), text.into())],
        ..RunRequest::default()
    };
    for_each_text("loops", |text| {
        drop(request(text).timed_out(1.0));
    });
    // Long files are not searched at all.
    let long = request("do ".repeat(1 << 20)).timed_out(1.0);
    assert_eq!(long.place, None);
    let short = request("while (true) {}".to_owned()).timed_out(1.0);
    assert_eq!(short.place.map(|place| place.line), Some(1));
}

#[test]
fn a_module_that_main_does_not_reach_is_not_searched_for_loops() {
    let file = |name: &str, text: &str| (FileName::new(name).unwrap(), text.into());
    let place = |main: &str| {
        let request = RunRequest {
            files: vec![
                file("main", main),
                file("near", "import { b } from 'far'; export const a = 1;"),
                file("far", "export const b = 2;\nfor (;;) {}"),
            ],
            ..Session::new(Limits::default()).open().request().clone()
        };
        request.timed_out(1.0).place.map(|place| place.file)
    };
    assert_eq!(place("f();"), None);
    assert_eq!(place("import { a } from 'near'; f();"), Some("far".to_owned()));
}

#[test]
fn editing_a_file() {
    let main = FileName::main();
    for_each_text("edits", |text| {
        let mut files = Workspace::default();
        files.set(&main, Some(&text));
        files.read(&main, None, None).unwrap();
        for old in [",", "a", "\n", "do"] {
            let _ = (
                files.edit_text(&main, old, "b", false),
                files.edit_text(&main, old, "bb", true),
            );
        }
    });
    for_each_text("edits of parts that were read", |text| {
        let mut files = Workspace::default();
        files.set(&main, Some(&format!("{text}\n{text}\n{text}")));
        for part in [1, 3] {
            files.read(&main, Some(part), Some(part)).unwrap();
        }
        let _ = (
            files.edit_text(&main, "a", "b", true),
            files.check_write(&main, ""),
        );
        files.set_by_caller(&main, &text, false);
        let _ = files.edit_text(&main, "a", "b", false);
    });
    for_each_text("differences", |text| {
        let other = format!("{}x{}", &text[..text.len() / 2], &text[text.len() / 2..]);
        let _ = Splice::between(&text, &other);
    });
}

#[test]
fn reading_the_custom_tools_of_a_project() {
    let stored = |n: usize| json!({ "name": format!("tool_{n}"), "description": "A tool.", "parameters": {}, "module": "m", "function": "zz" });
    let values: Vec<Value> = (0..200).map(stored).collect();
    for_each_text("custom tools", |text| {
        let mut files = Workspace::default();
        files.set(&FileName::new("m").unwrap(), Some(&text));
        let (tools, left_out) = CustomTools::import(&values, "a link", &files, &[]);
        assert_eq!((tools.all().len(), left_out.len()), (0, 200));
    });
    // The module is read once for all tools.
    for_each_text("custom tools that exist", |text| {
        let mut files = Workspace::default();
        files.set(
            &FileName::new("m").unwrap(),
            Some(&format!("function zz() {{}}\n{text}")),
        );
        let (tools, _) = CustomTools::import(&values, "a link", &files, &[]);
        for tool in tools.all() {
            assert!(tool.exists_in(&files));
        }
    });
}

#[test]
fn composing_and_describing_code() {
    let session = |text: &str| {
        let mut session = Session::new(Limits::default());
        session.document_mut().add_file(&FileName::main(), text);
        session
    };
    for_each_text_of(SHORTEST / 4, "snippets", |text| {
        let mut session = session(&text);
        let code = format!("import {{ q }} from 'r';\n{text}");
        drop(session.call(Actor::Agent, "run_cad_code", json!({ "code": code })));
    });
    for_each_text_of(SHORTEST / 4, "targets of an import", |text| {
        drop(session(&text).document().import_target("a"));
    });
    for_each_text_of(SHORTEST / 4, "answers about code", |text| {
        let mut session = session(&text);
        for input in [
            json!({ "operation": "symbols", "file": "main" }),
            json!({ "operation": "definition", "name": "a" }),
            json!({ "operation": "definition", "name": "zz" }),
        ] {
            call(&mut session, "lsp", input);
        }
    });
    for_each_text_of(SHORTEST / 4, "typed text", |text| {
        let mut session = session("");
        drop(session.type_in(&FileName::main(), Some(&text)));
        drop(session.type_in(&FileName::main(), Some("")));
        drop(session.document().origins("a"));
    });
}

/// Code of a given size.
type Program = fn(usize) -> String;

/// Pairs of outlines whose boxes all overlap, so that each piece of one is compared with each piece of the other.
const OUTLINES: &[(&str, Program)] = &[
    ("parallel lines", |count| {
        let lines = |name: &str, from: f64| {
            let line = |n: usize| {
                let y = from + n as f64 / count as f64;
                format!("M0 {y}L100 {}", y + 100.0)
            };
            let d: String = (0..count).map(line).collect();
            format!("drawBezier({{ name: '{name}', path: '{d}' }});\n")
        };
        lines("a", 2.0) + &lines("b", 0.0)
    }),
    ("combs", |count| {
        let comb = |name: &str, inset: f64| {
            let tooth = |n: usize| {
                let x = 2.0 * n as f64;
                format!(
                    "[{}, {inset}], [{}, {}], ",
                    x + inset,
                    x + 1.0,
                    50.0 - 2.0 * inset
                )
            };
            let points: String = (0..count).map(tooth).collect();
            let width = 2 * count;
            format!(
                "drawPolygon('{name}', [{points}[{width}, {inset}], [{width}, {}], [{inset}, {}]]);\n",
                -9.0 + inset,
                -9.0 + inset
            )
        };
        comb("a", 0.25) + &comb("b", 0.0)
    }),
];

#[test]
fn evaluating_checks() {
    let named = |name: &str| Subject::Named(name.to_owned());
    let (entity, target) = ("a".to_owned(), "b".to_owned());
    let rules = [
        Rule::Clearance {
            a: named("a"),
            b: named("b"),
            min: 1.0,
        },
        Rule::Inside {
            entity,
            target,
            clearance: 0.0,
        },
        Rule::Closed {
            entity: "a".to_owned(),
        },
    ];
    let not_known = |report: &CheckReport| {
        let failed = report.failures();
        failed
            .filter(|(_, failed)| failed.why.english.starts_with("not known: 'a'"))
            .count()
    };
    for (what, outlines) in OUTLINES {
        for rule in &rules {
            let prepare = |count: usize| {
                let (session, opened) = drawn(&outlines(count));
                assert_eq!(opened["success"], true, "{opened}");
                session.scene().clone()
            };
            let check = Check {
                text: None,
                rule: rule.clone(),
                place: None,
            };
            let few = CheckReport::of(std::slice::from_ref(&check), &prepare(20));
            assert_eq!(not_known(&few), 0, "{what}, {rule:?}");
            let checks = vec![check; MAX_CHECKS];
            grows_with_the_input(&format!("{what}, {rule:?}"), 500, prepare, |scene| {
                let report = CheckReport::of(&checks, &scene);
                assert!(not_known(&report) > 0 || scene.len() < 500, "{what}, {rule:?}");
            });
        }
    }
}

/// Programs with entities `c0`, `c1`, and so on, whose calls an adjustment changes.
const PROGRAMS: &[Program] = &[
    |count| {
        (0..count)
            .map(|n| format!("drawCircle('c{n}', 0, 0, 1);"))
            .collect()
    },
    |count| {
        (0..count)
            .map(|n| format!("drawCircle('c{n}', 0, 0, 1); 0;"))
            .collect()
    },
    |count| {
        let calls: Vec<String> = (0..count)
            .map(|n| format!("drawCircle('c{n}', 0, 0, 1)"))
            .collect();
        format!("[{}];", calls.join(","))
    },
    |count| {
        let one = |n| format!("const x{n} = 0;\ndrawCircle('c{n}', x{n}, 0, 1);\n");
        (0..count).map(one).collect()
    },
    |count| {
        let one = |n| format!("drawCircle('c{n}', 0, 0, 1);\n`c{} ${{0}}`;\n", n + 1);
        (0..count).map(one).collect()
    },
    |count| {
        let one = |n: usize| format!("drawCircle('c{n}', 0, 0, 1);\n'c{}';\n", n + 1);
        (0..count).map(one).collect()
    },
    |count| {
        let points: Vec<String> = (0..count).map(|n| format!("[{n}, {}]", n % 7)).collect();
        let points = points.join(",");
        format!("const p = [{points}, [1, 9]];\nfor (let n = 0; n < 40; n++) drawPolygon('c' + n, p);\n")
    },
    |count| {
        let one = |n| format!("drawCircle('c{n}', {n}, 0, 1);\ndimension_radius('d{n}', 'c{n}');\n");
        (0..count).map(one).collect()
    },
];

#[test]
fn adjusting_entities_in_their_code() {
    for (at, program) in PROGRAMS.iter().enumerate() {
        let prepare = |count: usize| {
            let (session, opened) = drawn(&program(count));
            assert_eq!(opened["success"], true, "{opened}");
            let names: Vec<Name> = session.scene().walk().map(|entity| entity.name.clone()).collect();
            (session, names)
        };
        let by = trammel_kernel::Vec2::new(1.0, 2.0);
        grows_with_the_input(
            &format!("moves in program {at}"),
            200,
            prepare,
            |(mut session, names)| {
                let outcome = session.adjust(Actor::User, &Adjustment::Move { names, by });
                assert!(matches!(outcome, CallOutcome::Run(_)) || at == 6);
            },
        );
        grows_with_the_input(
            &format!("deletions in program {at}"),
            200,
            prepare,
            |(mut session, names)| {
                drop(session.adjust(Actor::User, &Adjustment::Delete { names }));
            },
        );
        grows_with_the_input(
            &format!("origins in program {at}"),
            200,
            prepare,
            |(mut session, names)| {
                let mut shown = Snapshot::default();
                shown.follow(&mut session);
                let origins = shown.origins_of(names.iter().map(Name::as_str));
                assert_eq!(origins.len(), names.len());
            },
        );
    }
}

#[test]
fn copying_pasting_and_naming_all_items() {
    let prepare = |count: usize| {
        let (session, opened) = drawn(&format!(
            "const stem = 'x'.repeat(30);\nfor (let i = 0; i < {count}; i++) drawRect(stem + i, 20 * i, 0, 10, 10);"
        ));
        assert_eq!(opened["success"], true, "{opened}");
        let names: Vec<Name> = session.scene().walk().map(|entity| entity.name.clone()).collect();
        (session, names)
    };
    grows_with_the_input("copies", 2_000, prepare, |(session, names)| {
        let scene = session.scene();
        let text = copy_statements(scene, &names).unwrap();
        let pasted = paste_statements(&text, scene, |names| free_names(scene, names)).unwrap();
        assert_eq!(pasted.names.len(), names.len());
    });
    for tool in ["find_pattern", "offset"] {
        grows_with_the_input(tool, 2_000, prepare, |(mut session, names)| {
            let names: Vec<&str> = names.iter().map(Name::as_str).collect();
            drop(call(
                &mut session,
                tool,
                json!({ "entities": names, "distance": 1 }),
            ));
        });
    }
}

#[test]
fn counting_the_drawn_pieces_of_an_outline() {
    let prepare = |count: usize| -> Entity {
        let at = |n: usize| {
            let (sin, cos) = libm::sincos(2.4 * n as f64);
            (100.0 * cos + n as f64 / 100.0, 100.0 * sin).into()
        };
        Entity {
            name: Name::new("star").unwrap(),
            shape: Shape::Polygon {
                points: (0..count).map(at).collect(),
                holes: Vec::new(),
            },
            style: Style::shared_default(),
            layer: None,
            transform: Transform::default(),
            parent: None,
            rank: Rank(0),
            locked: false,
            hidden: false,
            as_drawn: false,
        }
    };
    grows_with_the_input("drawn pieces", 200_000, prepare, |star| {
        assert!(star.pieces() > 500_000);
    });
}
