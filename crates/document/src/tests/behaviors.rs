//! Tests of behaviors that earlier systems of this kind got wrong.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use super::*;
use trammel_kernel::Point;

fn run(s: &mut Session, code: &str) -> Value {
    call(s, "run_cad_code", json!({ "code": code }))
}

fn drawn(code: &str) -> Session {
    let mut s = Session::new(limits());
    let reply = run(&mut s, code);
    assert_eq!(reply["success"], true, "{reply}");
    s
}

fn center(s: &Session, name: &str) -> Point {
    s.scene().world_bounds(name).unwrap().center()
}

fn near(a: Point, x: f64, y: f64) -> bool {
    (a.x - x).abs() < 1e-9 && (a.y - y).abs() < 1e-9
}

#[test]
fn the_next_run_works_after_an_endless_loop() {
    let mut s = drawn("drawCircle('c', 0, 0, 1)");
    let main = s.files().main().to_owned();
    let reply = run(&mut s, "drawCircle('d', 0, 0, 1);\nwhile (true) {}");
    assert_eq!(
        (&reply["error"]["line"], &reply["error"]["limit"]),
        (&json!(2), &json!("time"))
    );
    assert_eq!(
        (names(&s), s.files().main()),
        (vec!["c".to_owned()], main.as_str())
    );
    assert_eq!(run(&mut s, "drawCircle('e', 0, 0, 1)")["success"], true);
}

#[test]
fn a_missing_entity_error_has_function_line_and_suggestion() {
    let mut s = drawn("drawCircle('head', 0, 0, 1)");
    let error = run(&mut s, "\nset_fill({ name: 'hed', fill: '#f00' })")["error"].clone();
    assert_eq!(error["message"], "set_fill: Entity 'hed' not found");
    assert_eq!(
        (&error["line"], &error["suggestions"]),
        (&json!(2), &json!(["head"]))
    );
    assert_eq!(
        run(&mut s, "draw_circle({ nam: 'a', x: 0, y: 0, radius: 1 })")["error"]["suggestions"],
        json!(["name"])
    );
}

#[test]
fn misspelled_functions_are_suggested_in_the_same_spelling() {
    let mut s = Session::new(limits());
    for (wrong, right) in [
        ("draw_circel", "draw_circle"),
        ("drawCircel", "drawCircle"),
        ("getWorldBound", "getWorldBounds"),
    ] {
        let reply = run(&mut s, &format!("{wrong}('a')"));
        let near = reply["error"]["suggestions"].as_array().unwrap();
        assert!(near.contains(&json!(right)), "{wrong}: {reply}");
    }
    let reply = run(
        &mut s,
        "draw_regular_polygon({ name: 'p', cx: 0, cy: 0, radius: 1, side: 3 })",
    );
    assert_eq!(reply["error"]["suggestions"], json!(["sides"]), "{reply}");
}

#[test]
fn sorting_with_a_random_comparator_works() {
    drawn(
        "[5, 3, 1, 2, 4, 9, 8, 7].concat(Array.from({ length: 500 }, (_, i) => i)).sort(() => Math.random() - 0.5);",
    );
}

#[test]
fn translate_moves_in_world_coordinates_in_a_rotated_group() {
    let s = drawn(
        "drawCircle('c', 5, 0, 1); createGroup('g', ['c']); rotate('g', Math.PI / 2); const [x, y] = getWorldPoint('c', 5, 0);\n\
        translate('c', 10, 0); const [u, v] = getWorldPoint('c', 5, 0); if (Math.abs(u - x - 10) > 1e-9 || Math.abs(v - y) > 1e-9) throw new Error(u + ' ' + v)",
    );
    assert_eq!(s.scene().len(), 2);
}

#[test]
fn set_pivot_moves_nothing_and_a_negative_scale_mirrors() {
    let s = drawn(
        "drawRect('r', 1, 2, 8, 2); rotate('r', Math.PI / 2); const a = getWorldPoint('r', 9, 2); setPivot('r', 1, 2); \
        const b = getWorldPoint('r', 9, 2); if (Math.hypot(a[0] - b[0], a[1] - b[1]) > 1e-9) throw new Error('moved');\n\
        drawLine('l', [0, 0, 10, 0]); scale('l', -1, 1);",
    );
    let map = s.scene().world_transform("l").unwrap();
    assert!(near(map * Point::new(10.0, 0.0), 0.0, 0.0) && near(map * Point::new(0.0, 0.0), 10.0, 0.0));
}

#[test]
fn a_copy_keeps_pivot_dash_order_and_holes() {
    let s = drawn(
        "drawPolygon('p', [0,0, 10,0, 10,10, 0,10], [[2,2, 4,2, 4,4]], { style: { stroke: { color: '#f00', width: 2, dash: [3, 1] } } });\n\
        setPivot('p', 0, 0); drawCircle('a', 0, 0, 1); drawCircle('b', 0, 0, 2); createGroup('g', ['a', 'b']); drawOrder('a', 'front');\n\
        duplicate('p', 'q'); duplicate('g', 'h');",
    );
    let (p, q) = (s.scene().get("p").unwrap(), s.scene().get("q").unwrap());
    assert_eq!(
        (&p.shape, &p.style, &p.transform),
        (&q.shape, &q.style, &q.transform)
    );
    let order = |group: &str| {
        s.scene()
            .children(Some(group))
            .map(|e| e.shape.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(order("g"), order("h"));
}

#[test]
fn deleting_a_group_deletes_children_and_removal_keeps_their_place() {
    let s = drawn(
        "drawCircle('a', 0, 0, 1); drawCircle('b', 0, 0, 1); createGroup('g', ['a', 'b']); translate('g', 100, 0);\n\
        removeFromGroup('g', 'b'); deleteEntity('g');",
    );
    assert_eq!(names(&s), ["b"]);
    assert!(near(center(&s, "b"), 100.0, 0.0));
}

#[test]
fn a_group_cannot_contain_itself() {
    let mut s = drawn("drawCircle('a', 0, 0, 1); createGroup('g', ['a']); createGroup('h', ['g']);");
    for code in ["addToGroup('g', 'g')", "addToGroup('g', 'h')"] {
        let reply = run(&mut s, code);
        assert!(
            reply["error"]["message"]
                .as_str()
                .unwrap()
                .contains("a group cannot contain itself"),
            "{reply}"
        );
    }
}

#[test]
fn an_edit_needs_a_non_empty_literal_unique_match() {
    let mut s = Session::new(limits());
    ok(
        &mut s,
        "write",
        json!({"file": "lib", "code": "export const a = 'x';\nexport const b = 'x';"}),
    );
    let edit = |s: &mut Session, old: &str, new: &str| {
        call(
            s,
            "edit",
            json!({"file": "lib", "old_code": old, "new_code": new}),
        )
    };
    assert!(edit(&mut s, "", "y")["error"].as_str().unwrap().contains("empty"));
    assert!(
        edit(&mut s, "'x'", "y")["error"]
            .as_str()
            .unwrap()
            .contains("lines 1, 2")
    );
    assert_eq!(edit(&mut s, "a = 'x'", "a = '$& $1'")["success"], true);
    assert!(s.files().get("lib").unwrap().contains("a = '$& $1'"));
}

#[test]
fn entity_and_file_names_allow_any_script() {
    let mut s = Session::new(limits());
    ok(
        &mut s,
        "write",
        json!({"file": "집_lib", "code": "const box = 1; export const 집 = n => drawRect(n, 0, 0, box, box);"}),
    );
    ok(
        &mut s,
        "write",
        json!({"file": "b", "code": "const box = 2; export { box };"}),
    );
    let reply = run(
        &mut s,
        "// import 'nope'\nimport { 집 } from '집_lib';\nimport * as L from 'b';\n집('우리 집 ' + L.box);",
    );
    assert_eq!(reply["success"], true, "{reply}");
    assert_eq!(names(&s), ["우리 집 2"]);
    assert_code_is_the_drawing(&s);
}

#[test]
fn every_reply_with_changes_has_the_number_of_entities() {
    let mut s = drawn("for (let i = 0; i < 15; i++) drawCircle('c' + i, i, i, 1)");
    let names: Vec<String> = (0..12).map(|i| format!("c{i}")).collect();
    let aligned = reply(&mut s, "align", json!({ "entities": names, "edge": "left" }));
    let updated = |reply: &Reply| reply.changes.as_ref().map(|changes| changes.updated.len());
    assert_eq!(
        (updated(&aligned), aligned.entities),
        (Some(11), Some(15)),
        "{aligned:?}"
    );
    let undone = reply(&mut s, "bash", json!({ "command": "undo" }));
    assert_eq!(
        (updated(&undone), undone.entities),
        (Some(11), Some(15)),
        "{undone:?}"
    );
    let ran = reply(
        &mut s,
        "run_cad_code",
        json!({ "code": "drawCircle('d', 0, 0, 1)" }),
    );
    assert_eq!(ran.entities, Some(16));
    let read = reply(&mut s, "get_entity", json!({ "name": "c1" }));
    assert_eq!(read.entities, None);
}
