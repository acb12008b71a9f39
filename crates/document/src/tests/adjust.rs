//! Tests of adjustments: an adjustment and the code before in; code and drawing out.

mod annotation;
mod deletion;
mod insertion;
mod literals;
mod many;
mod parameters;
mod statements;
mod transforms;

use super::*;
use trammel_code::Written;
use trammel_kernel::Vec2;
use trammel_scene::{Adjustment, Name, Scene};

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

fn moved(names: &[&str], x: f64, y: f64) -> Adjustment {
    Adjustment::Move {
        names: names.iter().map(|text| name(text)).collect(),
        by: Vec2::new(x, y),
    }
}

fn set(entity: &str, values: &[(&str, Value)]) -> Adjustment {
    let values = values.iter();
    let values = values.map(|(key, value)| ((*key).to_owned(), value.clone()));
    Adjustment::set_one(name(entity), values.collect(), 0.0)
}

fn opened(main: &str) -> Session {
    let mut session = Session::new(limits());
    session.document_mut().add_file(&FileName::main(), main);
    let pending = session.open();
    assert!(completed(&mut session, pending).is_ok(), "{main}");
    session
}

fn adjust(session: &mut Session, adjustment: &Adjustment) -> Reply {
    match session.adjust(Actor::User, adjustment) {
        CallOutcome::Done(reply) => reply,
        CallOutcome::Run(pending) => completed(session, *pending),
    }
}

/// A program, an adjustment, and the program after it.
struct Case {
    name: &'static str,
    before: &'static str,
    adjustment: Adjustment,
    after: &'static str,
    written: &'static str,
}

fn case(
    name: &'static str,
    before: &'static str,
    adjustment: Adjustment,
    after: &'static str,
    written: &'static str,
) -> Case {
    Case {
        name,
        before,
        adjustment,
        after,
        written,
    }
}

fn kind(reply: &Reply) -> String {
    match reply.recorded_form() {
        Some(Written::InPlace) => "in place".to_owned(),
        Some(Written::Folded) => "folded".to_owned(),
        Some(Written::Appended { why, .. }) => format!("{why:?}"),
        None => format!("{reply:?}"),
    }
}

/// Checks that the code changes as expected, draws the drawing, and that undo restores the text byte for byte.
#[track_caller]
fn check(cases: &[Case]) {
    let mut wrong = Vec::new();
    for case in cases {
        let mut s = opened(case.before);
        // A session has one kind of line ends.
        let before = (case.before.replace("\r\n", "\n"), s.scene().clone());
        let reply = adjust(&mut s, &case.adjustment);
        let got = (s.files().main().to_owned(), kind(&reply));
        if got != (case.after.to_owned(), case.written.to_owned()) {
            wrong.push(format!("{}: {} {}", case.name, got.1, got.0));
            continue;
        }
        assert_code_is_the_drawing(&s);
        assert!(s.undo(Actor::User).is_ok(), "{}", case.name);
        assert_eq!(
            (s.files().main(), s.scene()),
            (before.0.as_str(), &before.1),
            "{}",
            case.name
        );
        s.redo(Actor::User);
        assert_eq!(s.files().main(), case.after, "{}", case.name);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n---\n"));
}

fn renamed(from: &str, to: &str) -> Adjustment {
    Adjustment::Rename {
        name: name(from),
        new_name: name(to),
    }
}

#[test]
fn direct_calls_are_changed_in_place() {
    let mut s = Session::new(limits());
    ok(&mut s, "draw_circle", circle("c"));
    ok(&mut s, "create_group", json!({"name": "g", "children": ["c"]}));
    assert_eq!(kind(&adjust(&mut s, &moved(&["c"], 1.0, 2.0))), "in place");
    assert!(
        s.files()
            .main()
            .starts_with("draw_circle({ name: \"c\", x: 1, y: 2, radius: 5 });\n")
    );
    assert_eq!(kind(&adjust(&mut s, &moved(&["g"], 1.0, 0.0))), "Omitted");
    assert_eq!(kind(&adjust(&mut s, &moved(&["g"], 1.0, 0.0))), "folded");
    assert_eq!(kind(&adjust(&mut s, &renamed("g", "h"))), "Shared");
    assert_eq!(kind(&adjust(&mut s, &moved(&["h"], -2.0, 0.0))), "folded");
    assert_eq!(s.files().main().lines().count(), 3, "{}", s.files().main());
    assert_code_is_the_drawing(&s);
}

#[test]
fn undo_and_redo_keep_the_origins() {
    let mut s = opened("drawCircle('c', 1, 2, 3);\n");
    for _ in 0..3 {
        assert_eq!(kind(&adjust(&mut s, &moved(&["c"], 1.0, 0.0))), "in place");
    }
    s.undo(Actor::User);
    s.undo(Actor::User);
    assert_eq!(kind(&adjust(&mut s, &moved(&["c"], 0.0, 5.0))), "in place");
    assert_eq!(s.files().main(), "drawCircle('c', 2, 7, 3);\n");
}

#[test]
fn a_call_in_a_module_is_changed_in_its_file() {
    let mut s = Session::new(limits());
    let module = FileName::new("parts").unwrap();
    s.document_mut()
        .add_file(&module, "export const hole = () => drawCircle('c', 1, 2, 3);\n");
    s.document_mut()
        .add_file(&FileName::main(), "import { hole } from 'parts';\nhole();\n");
    let pending = s.open();
    completed(&mut s, pending);
    assert_eq!(kind(&adjust(&mut s, &moved(&["c"], 1.0, 0.0))), "in place");
    assert_eq!(
        &**s.files().get("parts").unwrap(),
        "export const hole = () => drawCircle('c', 2, 2, 3);\n"
    );
    let [site] = s.document().origins("c").try_into().unwrap();
    assert_eq!(
        (site.file, site.tool, site.start, site.end, site.runs),
        (module, "draw_circle", 26, 50, 1)
    );
}

#[test]
fn origins_that_do_not_fit_the_files_are_dropped() {
    use trammel_run::{decode, encode};
    let mut s = Session::new(limits());
    s.document_mut()
        .add_file(&FileName::main(), "drawCircle('c', 1, 2, 3);\n");
    for (text, known) in [
        ("drawCircle('c', 1, 2, 3);\n", 1),
        ("\n\n", 0),
        ("drawCircle", 0),
        ("", 0),
    ] {
        let pending = s.open();
        let mut outcome = execute(pending.request(), &clock());
        let mut other = pending.request().clone();
        other.files[0].1 = text.into();
        let origins = outcome.origins.clone();
        assert_eq!(
            decode::<trammel_run::origins::Origins>(&encode(&origins).unwrap()).as_ref(),
            Ok(&origins)
        );
        let scene = trammel_run::validate_diff(pending.request(), outcome.result.as_ref().unwrap()).unwrap();
        assert_eq!(
            origins.clone().locate(&other.files, &scene).is_some(),
            known == 1,
            "{text:?}"
        );
        assert!(
            origins.locate(&other.files, &Scene::default()).is_none(),
            "the entity does not exist"
        );
        outcome.origins = trammel_run::origins::Origins::default();
        assert!(s.finish(pending, outcome, 1.0).is_ok());
        assert_eq!(s.document().origins("c"), []);
        assert_eq!(kind(&adjust(&mut s, &moved(&["c"], 1.0, 0.0))), "Unknown");
        s.undo(Actor::User);
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { failure_persistence: None, ..proptest::prelude::ProptestConfig::with_cases(24) })]

    #[test]
    fn a_move_and_its_reverse_restore_the_text(x in -999_999i32..999_999, y in -999i32..999, dx in -99_999i32..99_999, dy in -999i32..999) {
        let (x, y) = (f64::from(x) / 1000.0, f64::from(y) / 10.0);
        let (dx, dy) = (f64::from(dx) / 1000.0, f64::from(dy) / 10.0);
        let mut s = opened(&format!(
            "drawCircle('c', {x}, {y}, 3);\ndrawLine('l', [{x}, {y}, 0.1, 0.2]);\nfor (const n of ['a', 'b']) drawPoint(n, 1 * 2, 0);\n"
        ));
        let before = s.files().main().to_owned();
        for by in [1.0, -1.0] {
            proptest::prop_assert!(adjust(&mut s, &moved(&["c", "l", "a"], dx * by, dy * by)).is_ok());
        }
        proptest::prop_assert_eq!(s.files().main(), before);
    }
}

#[test]
fn what_cannot_be_adjusted_is_refused_and_changes_nothing() {
    let mut s = opened("drawCircle('a', 0, 0, 1); drawCircle('b', 0, 0, 1);");
    let code = s.files().main().to_owned();
    let refused = |s: &mut Session, adjustment: &Adjustment, why: &str| {
        let reply = adjust(s, adjustment);
        let message = reply
            .failure()
            .map(|failure| failure.message.english.clone())
            .unwrap_or_default();
        assert!(message.contains(why), "{message}");
    };
    refused(&mut s, &moved(&["x"], 1.0, 0.0), "'x'");
    refused(&mut s, &moved(&["a"], f64::NAN, 0.0), "");
    refused(
        &mut s,
        &set("a", &[("width", json!(1))]),
        "'a' (circle) has no parameter 'width'. It has x, y, radius.",
    );
    refused(&mut s, &set("a", &[("radius", json!(-1))]), "radius");
    refused(
        &mut s,
        &Adjustment::Rename {
            name: name("a"),
            new_name: name("b"),
        },
        "'b'",
    );
    s.set_flags("a", LOCKED);
    refused(&mut s, &moved(&["a", "b"], 1.0, 0.0), "locked");
    s.set_flags("a", FREE);
    assert_eq!(s.files().main(), code);
    let pending = s.type_in(&FileName::main(), Some("drawCircle('a', 0, 0, 1); oops();"));
    complete(&mut s, pending);
    refused(
        &mut s,
        &moved(&["a"], 1.0, 0.0),
        "the code does not run (main line 1)",
    );
}
