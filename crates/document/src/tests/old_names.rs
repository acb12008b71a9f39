//! Stored code with every old spelling draws the same as code in the present spelling.

use super::*;
use trammel_formats::json as scene_json;
use trammel_language::Bilingual;
use trammel_tools::every_hint;

/// Entities for the calls of [`OLD`] and [`NEW`].
const SETUP: &str = "\
for (const name of ['cut', 'old', 'spare']) create_layer({ name });
draw_rect({ name: 'plate', x: 0, y: 0, width: 80, height: 50 });
draw_circle({ name: 'hole', x: 20, y: 20, radius: 4 });
draw_line({ name: 'axis', points: [0, 60, 80, 60] });
draw_line({ name: 'ramp', points: [0, 60, 80, 90] });
draw_line({ name: 'post', points: [40, 40, 40, 45] });
draw_line({ name: 'rail', points: [0, -20, 60, -20] });
draw_line({ name: 'stop', points: [30, -40, 30, -10] });
draw_line({ name: 'short', points: [0, -30, 10, -30] });
for (let i = 0; i < 4; i++) {
  draw_line({ name: `floor_${i}`, points: [0, 100 + 50 * i, 40, 100 + 50 * i] });
  draw_line({ name: `wall_${i}`, points: [0, 100 + 50 * i, 0, 140 + 50 * i] });
}
for (let i = 0; i < 6; i++) {
  draw_rect({ name: `a_${i}`, x: 200 + 40 * i, y: 0, width: 20, height: 20, style: { fill: '#ff0000' } });
  draw_circle({ name: `b_${i}`, x: 220 + 40 * i, y: 20, radius: 7.3 });
}
draw_rect({ name: 'part_1', x: 900, y: 0, width: 20, height: 10 });
draw_circle({ name: 'part_2', x: 950, y: 0, radius: 8 });
";

const OLD: &str = "\
set_layer({ name: 'plate', layer: 'cut' });
rename_layer({ name: 'old', new_name: 'older' });
delete_layer({ name: 'spare' });
array_linear({ name: 'hole', count: 2, dx: 15, dy: 0 });
array_grid({ name: 'hole', columns: 1, rows: 2, dx: 0, dy: 15 });
array_polar({ name: 'post', cx: 40, cy: 25, count: 3 });
duplicate({ name: 'hole', new_name: 'copy', dx: 200 });
mirror({ name: 'copy', new_name: 'flip', axis: 'x' });
draw_order({ name: 'hole', mode: 'front' });
set_transform({ name: 'flip', rotate: 0.3 });
rename_entity({ name: 'flip', new_name: 'flipped' });
align({ names: ['copy', 'flipped'], edge: 'left' });
distribute({ names: ['hole', 'hole_2'], direction: 'x', gap: 3 });
const sizes = [
  get_area({ name: 'hole' }), get_length({ name: 'axis' }), get_centroid({ name: 'plate' })[0],
  get_world_bounds({ name: 'plate' }).max[0], get_world_point({ name: 'plate', x: 1, y: 2 })[1],
  get_world_transform({ name: 'flipped' }).rotate, exists({ name: 'plate' }) ? 1 : 0,
  measure_distance({ a: 'axis', b: 'plate' }).distance, measure_angle({ a: 'axis', b: 'post' }).angle,
  find_overlaps({ names: ['plate', 'hole'] }).length,
];
sizes.forEach((size, i) => draw_circle({ name: `size_${i}`, x: 0, y: 0, radius: 1 + size }));
expect_clearance({ a: 'axis', b: 'plate', min: 1 });
boolean_union({ a: 'a_0', b: 'b_0', result: 'union' });
boolean_difference({ a: 'a_1', b: 'b_1', result: 'difference' });
boolean_intersect({ a: 'a_2', b: 'b_2', result: 'common', keep: true });
boolean_xor({ a: 'a_3', b: 'b_3', result: 'xor' });
booleanUnion('a_4', 'b_4', 'a_4');
booleanDifference('a_5', 'b_5', 'cut', { keep: true });
convex_hull({ name: 'union', result: 'hull' });
convexHull('cut', 'hull_2');
offset({ entity: 'ramp', distance: 2, result: 'beside' });
offset('cut', 1, 'around', { side: 'inside' });
offset_polygon({ name: 'union', delta: 2, result: 'grown' });
offsetPolygon('union', -1.5, 'shrunk');
offsetPolygon('cut', 2, 'rim', 'miter');
decompose({ name: 'xor', prefix: 'piece' });
trim({ entity: 'rail', cutters: ['stop'], pick: [50, -20] });
extend_to({ entity: 'short', boundary: 'stop' });
fillet({ a: 'floor_0', b: 'wall_0', radius: 5 });
chamfer({ a: 'floor_1', b: 'wall_1', distance: 5 });
fillet('floor_2', 'wall_2', 6);
dimension_angular({ name: 'angle', a: 'axis', b: 'ramp' });
hatch({ name: 'section', boundary: ['plate', 'hole'] });
add_constraint({ kind: 'horizontal', refs: ['axis'] });
nest({ parts: ['part_1', 'part_2'], sheet: [200, 100] });
";

const NEW: &str = "\
set_layer({ entity: 'plate', layer: 'cut' });
rename_layer({ layer: 'old', new_name: 'older' });
delete_layer({ layer: 'spare' });
array_linear({ entity: 'hole', count: 2, dx: 15, dy: 0 });
array_grid({ entity: 'hole', columns: 1, rows: 2, dx: 0, dy: 15 });
array_polar({ entity: 'post', cx: 40, cy: 25, count: 3 });
duplicate({ entity: 'hole', result: 'copy', dx: 200 });
mirror({ entity: 'copy', result: 'flip', axis: 'x' });
draw_order({ entity: 'hole', mode: 'front' });
set_transform({ entity: 'flip', rotate: 0.3 });
rename_entity({ entity: 'flip', new_name: 'flipped' });
align({ entities: ['copy', 'flipped'], edge: 'left' });
distribute({ entities: ['hole', 'hole_2'], direction: 'x', gap: 3 });
const sizes = [
  get_area({ entity: 'hole' }), get_length({ entity: 'axis' }), get_centroid({ entity: 'plate' })[0],
  get_world_bounds({ entity: 'plate' }).max[0], get_world_point({ entity: 'plate', x: 1, y: 2 })[1],
  get_world_transform({ entity: 'flipped' }).rotate, exists({ entity: 'plate' }) ? 1 : 0,
  measure_distance({ entity: 'axis', target: 'plate' }).distance, measure_angle({ entity: 'axis', target: 'post' }).angle,
  find_overlaps({ entities: ['plate', 'hole'] }).length,
];
sizes.forEach((size, i) => draw_circle({ name: `size_${i}`, x: 0, y: 0, radius: 1 + size }));
expect_clearance({ entity: 'axis', target: 'plate', min: 1 });
boolean_union({ entities: ['a_0', 'b_0'], result: 'union' });
boolean_difference({ entities: ['a_1', 'b_1'], result: 'difference' });
boolean_intersect({ entities: ['a_2', 'b_2'], result: 'common', keep: true });
boolean_xor({ entities: ['a_3', 'b_3'], result: 'xor' });
booleanUnion(['a_4', 'b_4'], 'a_4');
booleanDifference(['a_5', 'b_5'], 'cut', { keep: true });
convex_hull({ entities: ['union'], result: 'hull' });
convexHull(['cut'], 'hull_2');
offset({ entities: ['ramp'], distance: 2, result: 'beside' });
offset(['cut'], 1, 'around', { side: 'inside' });
offset({ entities: ['union'], distance: 2, result: 'grown', side: 'outside', join: 'round' });
offset({ entities: ['union'], distance: 1.5, result: 'shrunk', side: 'inside', join: 'round' });
offset({ entities: ['cut'], distance: 2, result: 'rim', join: 'miter' });
decompose({ entity: 'xor', result: 'piece' });
trim({ entity: 'rail', entities: ['stop'], point: [50, -20] });
extend_to({ entity: 'short', target: 'stop' });
fillet({ entity: 'floor_0', target: 'wall_0', radius: 5 });
chamfer({ entity: 'floor_1', target: 'wall_1', distance: 5 });
fillet('floor_2', 'wall_2', 6);
dimension_angular({ name: 'angle', entity: 'axis', target: 'ramp' });
hatch({ name: 'section', entities: ['plate', 'hole'] });
add_constraint({ kind: 'horizontal', entities: ['axis'] });
nest({ entities: ['part_1', 'part_2'], sheet: [200, 100] });
";

fn drawn(code: &str) -> (Session, Vec<String>) {
    let mut session = Session::new(limits());
    let reply = ok(
        &mut session,
        "run_cad_code",
        json!({ "code": format!("{SETUP}{code}") }),
    );
    let warnings = reply["warnings"].as_array().into_iter().flatten();
    let hints = warnings
        .filter_map(Value::as_str)
        .filter(|text| text.contains(" is now "));
    (session, hints.map(str::to_owned).collect())
}

#[test]
fn code_in_every_old_spelling_draws_the_same_to_the_bit() {
    let (old, mut hints) = drawn(OLD);
    let (new, none) = drawn(NEW);
    assert_eq!(scene_json::write(old.scene()), scene_json::write(new.scene()));
    assert_eq!(old.scene(), new.scene());
    assert_eq!(none, Vec::<String>::new());
    let english = |hint: Bilingual| {
        assert_eq!(hint.check_translation(), Ok(()));
        hint.english
    };
    let mut wanted: Vec<String> = every_hint().into_iter().map(english).collect();
    wanted.push("offset_polygon is now the tool 'offset'".to_owned());
    wanted.sort_unstable();
    hints.sort_unstable();
    assert_eq!(hints, wanted, "each old name is used and hinted at once");
}

#[test]
fn a_loop_over_an_old_spelling_has_one_hint() {
    let (_, hints) = drawn("for (let i = 0; i < 1000; i++) get_length({ name: 'axis' });");
    assert_eq!(hints, ["get_length: argument 'name' is now 'entity'"]);
}

#[test]
fn a_direct_call_in_an_old_spelling_is_written_in_the_present_one() {
    let mut session = Session::new(limits());
    for name in ["a", "b"] {
        ok(&mut session, "draw_circle", circle(name));
    }
    let called = |session: &mut Session, tool: &str, input: Value| {
        let reply = ok(session, tool, input);
        let last = session
            .files()
            .main()
            .lines()
            .last()
            .unwrap_or_default()
            .to_owned();
        (reply["warnings"].clone(), last)
    };
    let (hints, last) = called(
        &mut session,
        "duplicate",
        json!({ "name": "b", "new_name": "c", "dx": 1.5 }),
    );
    assert_eq!(
        hints,
        json!([
            "duplicate: argument 'name' is now 'entity'",
            "duplicate: argument 'new_name' is now 'result'"
        ])
    );
    assert_eq!(last, "duplicate({ entity: \"b\", result: \"c\", dx: 1.5 });");
    let (_, last) = called(
        &mut session,
        "boolean_union",
        json!({ "a": "a", "b": "c", "result": "u" }),
    );
    assert_eq!(
        last,
        "boolean_union({ entities: [\"a\", \"c\"], result: \"u\" });"
    );
    let (hints, last) = called(
        &mut session,
        "offsetPolygon",
        json!({ "name": "u", "delta": -1, "result": "o" }),
    );
    assert_eq!(hints[0], "offset_polygon is now the tool 'offset'");
    assert_eq!(
        last,
        "offset({ entities: [\"u\"], distance: 1, result: \"o\", side: \"inside\", join: \"round\" });"
    );
    let (hints, _) = called(&mut session, "get_area", json!({ "name": "o" }));
    assert_eq!(hints, json!(["get_area: argument 'name' is now 'entity'"]));
    let (hints, _) = called(&mut session, "get_area", json!({ "entity": "o" }));
    assert_eq!(hints, Value::Null);
    assert_code_is_the_drawing(&session);
}

#[test]
fn a_look_up_of_an_old_tool_answers_the_present_one() {
    let mut session = Session::new(limits());
    let data = ok(
        &mut session,
        "get_tool_schema",
        json!({ "name": "offset_polygon" }),
    )["data"]
        .clone();
    assert_eq!(data["name"], "offset");
    assert!(data["parameters"]["properties"]["entities"].is_object());
    let listed = ok(&mut session, "list_tools", json!({}))["data"].to_string();
    assert!(
        !listed.contains("offset_polygon")
            && !session
                .document()
                .tool_definitions(&trammel_tools::Domain::every(), session.document.env.language)
                .iter()
                .any(|tool| tool["name"] == "offset_polygon")
    );
}
