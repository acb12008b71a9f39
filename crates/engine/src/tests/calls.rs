//! Tests of tool calls from scripts.

use super::*;

#[test]
fn tools_accept_both_spellings_and_both_argument_forms() {
    check(
        "draw_circle({ name: 'a', x: 0, y: 0, radius: 1 }); drawCircle('b', 1, 2, 3);",
        "a b",
    );
    check(
        "drawRect('r', 0, 0, 4, 2, { style: { fill: '#f00' } }); rotate('r', 45, { angle_unit: 'degree' });",
        "r",
    );
    check(
        "draw_circle('a', 0, 0, 1); drawLine({ name: 'l', points: [0, 0, 1, 1] });",
        "a l",
    );
    check(
        "drawPolygon('p', [0,0, 9,0, 9,9], [], { style: { fill: '#f00' } }); drawPolygon('q', [0,0, 9,0, 9,9], [], { fill: '#f00' });",
        "p q",
    );
    check(
        "drawCircle('c', 0, 0, 1); setStroke('c', { width: 3 }); setStroke('c', { color: '#f00' }, 2); setStroke({ name: 'c', stroke: '#00f' })",
        "c",
    );
    let outcome = run(
        "const n = drawCircle('c', 1, 2, 3); console.log(n, getEntity('c').geometry.radius, exists('zz'), getEntity('zz'), listEntities());",
    );
    assert_eq!(outcome.logs, ["c 3 false null [\"c\"]"]);
}

#[test]
fn a_script_can_catch_a_tool_error_and_read_it() {
    let outcome = run(
        "drawCircle('head', 0, 0, 1);\ntry { deleteEntity('hed') } catch (e) { console.log(e.message, e.suggestions, e instanceof Error) }",
    );
    assert_eq!(
        outcome.logs,
        ["delete_entity: Entity 'hed' not found [\"head\"] true"]
    );
}

#[test]
fn a_script_may_reuse_tool_names_for_its_variables() {
    check(
        "const scale = 2; function rotate(x) { return x * scale } drawCircle('a', rotate(1), 0, 1)",
        "a",
    );
}

#[test]
fn a_caught_tool_error_leaves_no_partial_change() {
    check(
        "drawCircle('a', 0, 0, 1); try { duplicate('a', 'b', 2e9, 0) } catch {}",
        "a",
    );
}

#[test]
fn a_missing_subentity_is_an_error_and_not_null() {
    let triangle = "drawPolygon('triangle', [0, 0, 6, 0, 0, 8]);\n";
    let outcome = run(&format!(
        "{triangle}drawCircle('c', 0, 0, getLength('triangle.edge[1]'));\n\
         if (getLength('nothing') !== null) throw 'an entity that does not exist is null';"
    ));
    assert_eq!(entities_or_error(&outcome), "triangle c");
    for (call, says) in [
        (
            "getLength('triangle.edge[7]')",
            "'triangle' has no part 'edge[7]'",
        ),
        ("getArea('triangle.edge[0]')", "is a part of 'triangle'"),
        ("getLength('triangel.edge[0]')", "'triangel' not found"),
        (
            "measureDistance('triangel.center', [0, 0])",
            "'triangel' not found",
        ),
        ("getArea('triangel.edge[0]')", "'triangel' not found"),
    ] {
        let told = entities_or_error(&run(&format!("{triangle}{call};")));
        assert!(told.contains(says), "{call}: {told}");
    }
}

#[test]
fn a_leader_with_options_of_dimensions_is_drawn_with_a_warning() {
    let leader = |more: &str| {
        run(&format!(
            "leader({{ name: 'note', target: [0, 0], points: [9, 9], text: 'M8'{more} }});"
        ))
    };
    let (plain, old) = (leader(""), leader(", decimals: 1, suffix: ' mm'"));
    assert_eq!(old.result, plain.result);
    assert_eq!(plain.warnings, [] as [&str; 0]);
    assert_eq!(
        old.warnings,
        ["leader: decimals and suffix have no effect on a leader. Remove them from the call."]
    );
}
