//! Property test of replay on random documents: after any sequence of calls, running `main` from an empty
//! drawing gives the current drawing, undoing everything gives the empty document, and redoing everything
//! restores the last state.

use crate::support::{call, complete, limits, reopened};
use proptest::prelude::*;
use serde_json::{Value, json};
use trammel_document::{Actor, Session, Snapshot};
use trammel_formats::json as scene_json;
use trammel_scene::Scene;

/// An action on a document.
#[derive(Clone, Debug)]
enum Act {
    Call(&'static str, Value),
    Undo,
    Redo,
    Reopen,
}

fn name() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["a", "b", "c", "d", "머리", "g", "h", "a/b"])
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        (-50_i32..50).prop_map(f64::from),
        -50.0..50.0_f64,
        Just(0.1),
        Just(1e-3)
    ]
}

fn size() -> impl Strategy<Value = f64> {
    prop_oneof![(1_i32..20).prop_map(f64::from), 0.01..20.0_f64]
}

fn draw() -> impl Strategy<Value = Act> {
    let style = prop::option::of(prop_oneof![
        Just(json!({"fill": "#f00"})),
        Just(json!({"stroke": null})),
        Just(json!({"stroke": {"width": 2, "dash": [1, 2]}})),
    ]);
    let shape = prop_oneof![
        (number(), number(), size())
            .prop_map(|(x, y, r)| ("draw_circle", json!({"x": x, "y": y, "radius": r}))),
        (number(), number(), size(), size())
            .prop_map(|(x, y, w, h)| ("draw_rect", json!({"x": x, "y": y, "width": w, "height": h}))),
        (number(), number(), size()).prop_map(|(x, y, e)| {
            (
                "draw_arc",
                json!({"cx": x, "cy": y, "radius": 3, "start_angle": 0.2, "end_angle": 0.2 + e / 4.0}),
            )
        }),
        prop::collection::vec(number(), 4..9).prop_map(|points| ("draw_line", json!({ "points": points }))),
        (number(), 3_i32..9).prop_map(|(x, n)| (
            "draw_regular_polygon",
            json!({"cx": x, "cy": 1, "radius": 4, "sides": n})
        )),
        number().prop_map(|x| ("draw_bezier", json!({"path": format!("M0,0 C0,{x} 9,9 9,0")}))),
    ];
    (name(), shape, style, any::<bool>()).prop_map(|(name, (tool, mut input), style, replace)| {
        input["name"] = json!(name);
        if let Some(style) = style {
            input["style"] = style;
        }
        if replace {
            input["replace"] = json!(true);
        }
        Act::Call(tool, input)
    })
}

fn change() -> impl Strategy<Value = Act> {
    let space = || prop::sample::select(vec!["world", "local"]);
    let mode = prop::sample::select(vec!["front", "back", "1", "-2", "above:a", "below:b"]);
    prop_oneof![
        (name(), number(), number(), space())
            .prop_map(|(n, dx, dy, s)| ("translate", json!({"name": n, "dx": dx, "dy": dy, "space": s}))),
        (name(), number()).prop_map(|(n, a)| ("rotate", json!({"name": n, "angle": a}))),
        (name(), number(), number())
            .prop_map(|(n, a, x)| ("rotate", json!({"name": n, "angle": a, "cx": x, "cy": 1}))),
        (name(), size(), size(), space()).prop_map(|(n, x, y, s)| (
            "scale",
            json!({"name": n, "sx": x / 4.0, "sy": -y / 4.0, "space": s})
        )),
        (name(), number()).prop_map(|(n, x)| ("set_pivot", json!({"name": n, "px": x, "py": 2}))),
        (name(), name(), number())
            .prop_map(|(n, m, x)| ("duplicate", json!({"entity": n, "result": m, "dx": x}))),
        (name(), prop::option::of(name()), number())
            .prop_map(|(n, m, x)| ("mirror", json!({"entity": n, "result": m, "axis": [0, 0, x, 3]}))),
        (name(), name()).prop_map(|(n, m)| ("rename_entity", json!({"entity": n, "new_name": m}))),
        name().prop_map(|n| ("delete_entity", json!({ "name": n }))),
        (name(), prop::collection::vec(name(), 0..3))
            .prop_map(|(n, list)| ("create_group", json!({"name": n, "children": list}))),
        name().prop_map(|n| ("ungroup", json!({ "name": n }))),
        (name(), name()).prop_map(|(n, m)| ("add_to_group", json!({"group": n, "entity": m}))),
        (name(), name()).prop_map(|(n, m)| ("remove_from_group", json!({"group": n, "entity": m}))),
        (name(), mode).prop_map(|(n, m)| ("draw_order", json!({"entity": n, "mode": m}))),
        (name(), size()).prop_map(|(n, w)| ("set_stroke", json!({"name": n, "stroke": {"width": w}}))),
        name().prop_map(|n| ("set_fill", json!({"name": n, "fill": [0, 0.5, 1]}))),
        (name(), number(), number())
            .prop_map(|(n, x, y)| ("trim_at", json!({"entity": n, "point": [x, y], "keep": "end"}))),
    ]
    .prop_map(|(tool, input)| Act::Call(tool, input))
}

fn snippet() -> impl Strategy<Value = Act> {
    let codes = vec![
        "const n = 3;\nfor (let i = 0; i < n; i++) drawCircle('r' + Math.random(), Math.random() * 50, i, 1);",
        "for (const n of list_entities()) if (get_entity(n).type !== 'group') translate(n, Math.random(), 0);",
        "const last = list_entities().pop(); if (last) delete_entity(last);",
        "drawCircle('a', 1, 1, 1); throw new Error('on purpose');",
    ];
    prop::sample::select(codes).prop_map(|code| Act::Call("run_cad_code", json!({ "code": code })))
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        8 => draw(),
        10 => change(),
        1 => snippet(),
        1 => Just(Act::Undo),
        1 => Just(Act::Redo),
        1 => Just(Act::Reopen),
    ];
    prop::collection::vec(act, 1..24)
}

/// Returns the visible state of a document.
fn state(session: &Session) -> (String, String) {
    (
        scene_json::write(session.scene()),
        session.files().main().to_owned(),
    )
}

/// Performs an action and returns whether it succeeded.
fn perform(session: &mut Session, act: &Act) -> bool {
    let reply = match act {
        Act::Call(tool, input) => call(session, tool, input.clone()),
        Act::Undo => session.undo(Actor::Agent).to_json(),
        Act::Redo => session.redo(Actor::Agent).to_json(),
        Act::Reopen => {
            let pending = session.open();
            complete(session, pending)
        }
    };
    reply["success"] == true
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn running_the_code_reproduces_the_drawing(acts in acts()) {
        let mut session = Session::new(limits());
        let mut snapshot = Snapshot::default();
        for act in &acts {
            let before = state(&session);
            if !perform(&mut session, act) {
                prop_assert_eq!(&state(&session), &before, "{:?} failed and changed something", act);
            }
            snapshot.follow(&mut session);
            let behind = snapshot.scene().diff_to(session.scene());
            prop_assert!(behind.is_empty(), "the snapshot is behind: {:?}", behind);
        }
        let end = state(&session);

        let (again, reply) = reopened(&session);
        prop_assert_eq!(&reply["success"], &json!(true), "{}\n{}", reply, end.1);
        prop_assert_eq!(&state(&again).0, &end.0, "{}", end.1);

        while session.redo(Actor::Agent).is_ok() {}
        let end = state(&session);
        let mut steps = 0;
        while session.undo(Actor::Agent).is_ok() {
            steps += 1;
        }
        prop_assert_eq!(session.scene(), &Scene::default());
        prop_assert_eq!(session.files().main(), "");
        for _ in 0..steps {
            prop_assert!(session.redo(Actor::Agent).is_ok());
        }
        prop_assert_eq!(state(&session), end);
    }
}

/// Most random calls must succeed; otherwise the property above would test little.
#[test]
fn random_calls_often_succeed() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut succeeded, mut all) = (0, 0);
    for _ in 0..20 {
        let mut session = Session::new(limits());
        for act in acts().new_tree(&mut runner).unwrap().current() {
            all += 1;
            succeeded += u32::from(perform(&mut session, &act));
        }
    }
    assert!(succeeded * 3 > all, "{succeeded} of {all} calls succeeded");
}
