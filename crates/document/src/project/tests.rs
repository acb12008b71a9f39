//! Tests of import and export of projects, and of their behavior with undo, storage and links.

use super::*;
use crate::replacement::MAX_ENTRIES;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::rc::Rc;
use std::sync::Arc;
use trammel_arbitrary as arbitrary;
use trammel_code::{FileName, MemoryStorage, Storage};
use trammel_engine::execute;
use trammel_formats::{FORMATS, json, link, open, project};
use trammel_run::Clock;
use trammel_scene::{Flags, Name};

fn complete(session: &mut Session, pending: Pending) -> Value {
    let outcome = execute(pending.request(), &(Rc::new(|| 0.0) as Clock));
    session.finish(pending, outcome, 0.0).to_json()
}

fn opened(project: &Project) -> (Session, Value) {
    let mut session = Session::of_project(project, Limits::default()).unwrap();
    let pending = session.open();
    let reply = complete(&mut session, pending);
    (session, reply)
}

fn drawn(main: &str) -> Session {
    opened(&Project::of_code(main)).0
}

fn replace(session: &mut Session, project: &Project) -> Value {
    let pending = session.replace(project).unwrap();
    complete(session, pending)
}

fn reloaded(session: &mut Session) -> Session {
    let mut storage = MemoryStorage::default();
    session.save(&mut storage).unwrap();
    let (mut again, problems) = Session::load(&storage, Limits::default()).unwrap();
    assert_eq!(problems, [""; 0]);
    let pending = again.open();
    complete(&mut again, pending);
    again
}

fn names(session: &Session) -> Vec<String> {
    session.scene().walk().map(|e| e.name.to_string()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]
    #[test]
    fn an_imported_drawing_becomes_code_that_reproduces_it_exactly(scene in arbitrary::scene()) {
        let text = json::write(&scene);
        let project = open(FORMATS, text.as_bytes()).unwrap().project;
        let (session, reply) = opened(&project);
        prop_assert_eq!(&reply["success"], true, "{}\n{}", reply, project.main());
        prop_assert_eq!(session.scene(), &scene, "{}", project.main());
        prop_assert_eq!(session.scene().units(), scene.units());
        let through_file = project::read(&project::write(&session.document().project(true))).unwrap();
        let (again, _) = opened(&through_file);
        prop_assert_eq!(again.scene(), &scene);
    }
}

#[test]
fn a_constraint_on_a_part_stays_on_it_beside_an_entity_of_that_name() {
    let session = drawn(
        "drawCircle('p', 0, 0, 5); addConstraint('fix', ['p.center']);
         drawCircle('p.center', 9, 0, 2); addConstraint('fix', ['p.center']);
         drawLine('p.edge[0]', [0, 0, 1, 0]); addConstraint('fix', ['p.edge[0]']);",
    );
    let constraints = &session.scene().definitions().constraints;
    let parts: Vec<bool> = constraints.iter().map(|c| c.refs[0].part.is_some()).collect();
    assert_eq!(parts, [true, false, false]);
    let text = json::write(session.scene());
    assert_eq!(json::read(&text).as_ref(), Ok(session.scene()), "{text}");
    let project = Project::of_scene(session.scene()).unwrap();
    let (again, reply) = opened(&project);
    assert_eq!(reply["success"], true, "{reply}\n{}", project.main());
    assert_eq!(again.scene(), session.scene(), "{}", project.main());
}

#[test]
fn a_drawing_that_needs_modules_draws_the_same() {
    let code = "const long = 'a circle with a long name '.repeat(3);
        for (let i = 0; i < 9000; i++) drawCircle(long + i, i, 0.1 * i, 1.25);";
    let session = drawn(code);
    let project = Project::of_scene(session.scene()).unwrap();
    assert!(project.files.len() > 2, "{} files", project.files.len());
    let (again, reply) = opened(&project);
    assert_eq!(reply["success"], true, "{reply}");
    assert_eq!(again.scene(), session.scene());
}

#[test]
fn replacing_the_document_is_one_undo_step() {
    let mut own = drawn("drawCircle('mine', 0, 0, 5);");
    own.document_mut()
        .add_file(&FileName::new("my_lib").unwrap(), "// mine");
    assert_eq!(
        own.set_flags(
            "mine",
            Flags {
                locked: true,
                hidden: false
            }
        )
        .to_json()["success"],
        true
    );
    let before = (own.document().project(true), json::write(own.scene()));

    let mut shared = Project::of_code("import { house } from 'lib';\nhouse();");
    let lib = "export function house() { drawRect('wall', 0, 0, 10, 8); }";
    shared.files.insert(FileName::new("lib").unwrap(), Arc::from(lib));
    shared.name = Some("집".to_owned());
    shared.units = Some(Units::Cm);
    let held = Flags {
        locked: false,
        hidden: true,
    };
    shared.locks.insert(Name::new("wall").unwrap(), held);
    shared.tools = vec![
        json!({"name": "draw_house", "description": "A house", "module": "lib", "function": "house",
        "parameters": {"type": "object", "properties": {}, "required": []}}),
    ];
    let reply = replace(&mut own, &shared);
    assert_eq!(reply["success"], true, "{reply}");
    assert_eq!(own.document().project(false), shared);
    assert_eq!(names(&own), ["wall"]);
    assert!(own.scene().get("wall").unwrap().hidden);

    assert_eq!(own.undo(Actor::Agent).to_json()["success"], true);
    assert_eq!((own.document().project(true), json::write(own.scene())), before);
    assert_eq!(
        own.undo(Actor::Agent).to_json()["success"],
        false,
        "it was one step"
    );
    assert_eq!(own.redo(Actor::Agent).to_json()["success"], true);
    assert_eq!(own.document().project(false), shared);

    let again = reloaded(&mut own);
    assert_eq!(again.document().project(false), shared);
    assert_eq!(again.scene(), own.scene());
}

#[test]
fn a_copy_of_failing_code_keeps_the_code_and_reports_the_error() {
    let mut own = drawn("drawCircle('mine', 0, 0, 5);");
    let typed = own.type_in(&FileName::main(), Some("drawCircle('mine', 0, 0, 5); half("));
    complete(&mut own, typed);
    let reply = replace(&mut own, &Project::of_code("oops();"));
    assert!(reply.to_string().contains("does not run"), "{reply}");
    assert_eq!((own.files().main(), own.scene().len()), ("oops();", 0));
    own.undo(Actor::Agent);
    assert!(own.files().main().ends_with("half("), "what was typed is back");
    assert_eq!(names(&own), ["mine"]);
}

#[test]
fn memory_is_exported_only_on_request_and_replaces_nothing() {
    let canary = "canary-5519";
    let mut session = drawn("drawCircle('c', 0, 0, 5);");
    let memory = session.document_mut().memory_mut();
    memory.decisions.add("gear", canary, "why").unwrap();
    memory.checkpoints.add(canary, None, None).unwrap();
    for text in [
        project::write(&session.document().project(false)),
        json::write(session.scene()),
        link::encode(&session.document().project(true)).unwrap(),
        format!(
            "{:?}",
            link::decode(&link::encode(&session.document().project(true)).unwrap())
        ),
    ] {
        assert!(!text.contains(canary), "{text}");
    }
    let exported = project::read(&project::write(&session.document().project(true))).unwrap();
    let mut other = Session::default();
    other
        .document_mut()
        .memory_mut()
        .decisions
        .add("mine", "stays", "why")
        .unwrap();
    let reply = replace(&mut other, &exported);
    assert!(reply["warnings"].to_string().contains("decisions"), "{reply}");
    let kept = serde_json::to_string(other.document().memory()).unwrap();
    assert!(kept.contains("stays") && kept.contains(canary), "{kept}");
    assert!(
        other
            .document()
            .memory()
            .text("decisions")
            .unwrap()
            .contains("stays")
    );
    assert!(
        !other
            .document()
            .memory()
            .text("decisions")
            .unwrap()
            .contains(canary)
    );
}

#[test]
fn a_link_with_custom_tools_runs_in_another_session() {
    let mut project = Project::of_code("draw_house({ size: 3 });");
    let lib = "export function house({ size }) { drawRect('wall', 0, 0, size, size); }";
    project
        .files
        .insert(FileName::new("lib").unwrap(), Arc::from(lib));
    project.tools = vec![
        json!({"name": "draw_house", "description": "A house", "module": "lib", "function": "house",
        "parameters": {"type": "object", "properties": {"size": {"type": "number", "description": "Side"}}, "required": ["size"]}}),
    ];
    let (session, reply) = opened(&project);
    assert_eq!(reply["success"], true, "{reply}");
    let link = link::encode(&session.document().project(true)).unwrap();
    assert_eq!(names(&opened(&link::decode(&link).unwrap()).0), ["wall"]);
    let left_out = |project: &Project| Brought::by(project).unwrap().left_out;
    assert_eq!(left_out(&project), [""; 0]);
    project.tools[0]["name"] = json!("draw_circle");
    let why = "the custom tool 'draw_circle' was omitted: the tool 'draw_circle' already exists. Choose another name.";
    assert_eq!(left_out(&project), [why]);
    let reply = replace(&mut Session::default(), &project);
    assert_eq!(reply["warnings"][0], why, "{reply}");
    project.tools[0]["key"] = json!("x");
    assert!(left_out(&project)[0].english.contains("malformed"));
    project.tools = vec![json!(1); MAX_ENTRIES + 1];
    assert!(
        Session::of_project(&project, Limits::default())
            .unwrap_err()
            .english
            .contains("10001 custom tools")
    );
    assert!(Session::default().replace(&project).is_err());
}

#[test]
fn title_and_unit_are_stored_and_unreadable_values_are_kept() {
    let mut session = drawn("drawCircle('c', 0, 0, 5);");
    let mut storage = MemoryStorage::default();
    session.save(&mut storage).unwrap();
    assert_eq!(storage.get("title").unwrap(), None);
    storage.set("title", "{\"name\":5}").unwrap();
    let (mut session, problems) = Session::load(&storage, Limits::default()).unwrap();
    assert!(problems[0].english.contains("title"), "{problems:?}");
    session.save(&mut storage).unwrap();
    assert_eq!(storage.get("title").unwrap().unwrap(), "{\"name\":5}");
}

#[test]
fn an_endless_loop_in_a_link_is_stopped_and_reported() {
    let link = link::encode(&Project::of_code("while (true) {}")).unwrap();
    let limits = Limits {
        instructions: 1_000_000,
        ..Limits::default()
    };
    let mut session = Session::of_project(&link::decode(&link).unwrap(), limits).unwrap();
    let pending = session.open();
    let reply = complete(&mut session, pending);
    assert_eq!(reply["success"], false);
    assert!(session.broken().is_some());
}

#[test]
fn a_project_with_names_that_a_folder_may_not_have_opens_with_a_message() {
    let mut project = Project::of_code("import 'Gear';\n");
    for (file, text) in [("Gear", "1;"), ("gear", "2;"), ("con", "3;")] {
        project.files.insert(FileName::new(file).unwrap(), text.into());
    }
    let told = |messages: &[Bilingual]| {
        let [con, gear] = messages else {
            panic!("{messages:?}")
        };
        assert!(
            con.english.contains("'con' is the name of a device on Windows"),
            "{con:?}"
        );
        assert!(
            gear.english.contains("'gear' differs from the file 'Gear'"),
            "{gear:?}"
        );
    };
    // A link and a project file.
    let opened = Session::of_project(&project, Limits::default()).unwrap();
    told(&opened.document().unportable_files());
    assert_eq!(opened.document().project(false).files, project.files);
    // A folder, a backup, and the next start.
    let storage: trammel_code::MemoryStorage = opened.stored_form().into_iter().collect();
    let (loaded, problems) = Session::load(&storage, Limits::default()).unwrap();
    told(&problems);
    assert_eq!(loaded.document().project(false).files, project.files);
}
