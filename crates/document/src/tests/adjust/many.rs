//! Tests of an adjustment of many entities: one call, one run, one undo step, and one statement.

use super::*;

const HUNDRED: u32 = 100;
const THOUSAND: u32 = 1000;

/// Sets the same parameter of entities to the same value.
fn set_all(names: impl IntoIterator<Item = String>, key: &str, value: &Value) -> Adjustment {
    let values = vec![(key.to_owned(), value.clone())];
    let entities = names.into_iter().map(|text| (name(&text), values.clone()));
    Adjustment::Set {
        entities: entities.collect(),
        pixel: 0.0,
    }
}

/// Carries out an adjustment, and returns the number of its runs, of its undo steps, and of the statements it adds.
fn costs(s: &mut Session, adjustment: &Adjustment) -> (usize, usize, usize) {
    let (steps, lines) = (
        s.history.steps.done_steps().len(),
        s.files().main().lines().count(),
    );
    let (reply, runs) = match s.adjust(Actor::User, adjustment) {
        CallOutcome::Done(reply) => (reply, 0),
        CallOutcome::Run(pending) => (completed(s, *pending), 1),
    };
    assert!(reply.is_ok(), "{reply:?}");
    let steps = s.history.steps.done_steps().len() - steps;
    (runs, steps, s.files().main().lines().count() - lines)
}

fn widths(s: &Session) -> Vec<f64> {
    let stroke = |entity: &std::sync::Arc<trammel_scene::Entity>| {
        entity.style.stroke.as_ref().map_or(0.0, |s| s.width)
    };
    s.scene().walk().map(stroke).collect()
}

#[test]
fn a_width_for_all_entities_of_a_loop_changes_the_call_in_the_loop() {
    for count in [HUNDRED, THOUSAND] {
        let code = format!(
            "for (let i = 0; i < {count}; i++) draw_circle({{ name: `c_${{i}}`, x: i, y: 0, radius: 1 }});\n"
        );
        let mut s = opened(&code);
        let adjustment = set_all(
            (0..count).map(|i| format!("c_{i}")),
            "style.stroke.width",
            &json!(2),
        );
        assert_eq!(costs(&mut s, &adjustment), (1, 1, 0));
        assert_eq!(
            s.files().main(),
            code.replace("radius: 1 }", "radius: 1, style: { stroke: { width: 2 } } }")
        );
        assert!(widths(&s).iter().all(|width| *width == 2.0));
        assert!(s.undo(Actor::User).is_ok());
        assert_eq!(s.files().main(), code);
    }
}

#[test]
fn a_width_for_some_entities_of_a_loop_is_one_statement() {
    for count in [HUNDRED, THOUSAND] {
        let code = format!(
            "for (let i = 0; i < {count}; i++) draw_circle({{ name: `c_${{i}}`, x: i, y: 0, radius: 1 }});\n"
        );
        let mut s = opened(&code);
        let adjustment = set_all(
            (1..count).map(|i| format!("c_{i}")),
            "style.stroke.width",
            &json!(2),
        );
        assert_eq!(costs(&mut s, &adjustment), (0, 1, 1));
        let last = count - 1;
        assert_eq!(
            s.files().main(),
            format!(
                "{code}for (let i = 1; i <= {last}; i++) set_stroke({{ name: `c_${{i}}`, stroke: {{ width: 2 }} }});\n"
            )
        );
        assert_code_is_the_drawing(&s);
        assert_eq!(
            widths(&s).iter().filter(|width| **width == 2.0).count() + 1,
            count as usize
        );
        assert!(s.undo(Actor::User).is_ok());
        assert_eq!(s.files().main(), code);
    }
}

#[test]
fn values_of_separate_calls_change_in_one_run() {
    let line = |i: u32| format!("draw_circle({{ name: \"c_{i}\", x: {i}, y: 0, radius: 1 }});\n");
    for count in [HUNDRED, THOUSAND] {
        let code: String = (0..count).map(line).collect();
        let mut s = opened(&code);
        let adjustment = set_all((0..count).map(|i| format!("c_{i}")), "radius", &json!(3));
        assert_eq!(costs(&mut s, &adjustment), (1, 1, 0));
        assert_eq!(s.files().main(), code.replace("radius: 1", "radius: 3"));
    }
}

#[test]
fn a_layer_for_many_entities_is_one_statement_and_a_refusal_changes_nothing() {
    let code = "create_layer({ name: \"walls\" });\nconst names = [\"a\", \"b\", \"c\"];\n\
        names.forEach((name, i) => draw_circle({ name, x: i, y: 0, radius: 1 }));\n\
        draw_circle({ name: \"d\", x: 9, y: 0, radius: 1 });\n";
    let mut s = opened(code);
    let layer = json!("walls");
    let adjustment = set_all(["a", "b"].map(str::to_owned), "layer", &layer);
    assert_eq!(costs(&mut s, &adjustment), (0, 1, 1));
    let added = "for (const entity of [\"a\", \"b\"]) set_layer({ entity, layer: \"walls\" });\n";
    assert_eq!(s.files().main(), format!("{code}{added}"));
    assert_code_is_the_drawing(&s);
    s.set_flags("d", LOCKED);
    let adjustment = set_all(["c", "d"].map(str::to_owned), "layer", &layer);
    assert!(!adjust(&mut s, &adjustment).is_ok());
    assert_eq!(s.files().main(), format!("{code}{added}"));
}

#[test]
fn flags_of_many_entities_are_one_change_of_the_drawing() {
    let mut s = opened("for (let i = 0; i < 1000; i++) draw_circle(`c_${i}`, i, 0, 1);\n");
    s.document_mut().take_diffs();
    let names: Vec<Name> = s.scene().walk().map(|entity| entity.name.clone()).collect();
    assert!(s.set_flags_of(&names, |_| HIDDEN).is_ok());
    assert_eq!(s.document_mut().take_diffs().len(), 1);
    assert!(s.scene().walk().all(|entity| entity.hidden));
    let unknown = [name("c_0"), name("unknown")];
    assert!(!s.set_flags_of(&unknown, |_| FREE).is_ok());
    assert!(s.scene().get("c_0").unwrap().hidden);
}

#[test]
fn more_entities_than_are_tried_are_deleted_and_turned_by_one_statement_and_one_step() {
    let count = THOUSAND + 1;
    let code = format!("for (let i = 0; i < {count}; i++) draw_point({{ name: `p_${{i}}`, x: i, y: 0 }});\n");
    let names: Vec<Name> = (0..count).map(|i| name(&format!("p_{i}"))).collect();
    let rotation = Adjustment::Rotate {
        names: names.clone(),
        angle: std::f64::consts::FRAC_PI_2,
        center: trammel_kernel::Point::ORIGIN,
    };
    for (adjustment, left) in [(Adjustment::Delete { names }, 0), (rotation, count as usize)] {
        let mut s = opened(&code);
        let (runs, steps, _) = costs(&mut s, &adjustment);
        assert_eq!((runs, steps, s.scene().len()), (1, 1, left));
        assert!(s.undo(Actor::User).is_ok());
        assert_eq!(
            (s.files().main(), s.scene().len()),
            (code.as_str(), count as usize)
        );
    }
}

#[test]
fn one_locked_entity_among_many_refuses_all() {
    let count = THOUSAND + 1;
    let mut s = opened(&format!(
        "for (let i = 0; i < {count}; i++) draw_point({{ name: `p_${{i}}`, x: i, y: 0 }});\n"
    ));
    s.set_flags("p_7", LOCKED);
    let names = (0..count).map(|i| name(&format!("p_{i}"))).collect();
    let reply = match s.adjust(Actor::User, &Adjustment::Delete { names }) {
        CallOutcome::Done(reply) => reply,
        CallOutcome::Run(pending) => completed(&mut s, *pending),
    };
    assert!(!reply.is_ok());
    assert_eq!(s.scene().len(), count as usize);
}
