//! Tests of the modify tools through pointer and key events: input in, calls and previews out.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use crate::canvas_tool::{Effect, PointerKind};
use crate::selection::Selection;
use crate::test_rig::{Rig, assert_refused, call, draw_shapes, line, name};
use crate::tool_host::PointerEvent;
use serde_json::json;
use trammel_kernel::{Bounds, Path, Point, Vec2};
use trammel_scene::{Adjustment, Edit, Scene, Shape};

/// A plate from (0, 0) to (40, 20), the line "wall" from (-50, 0) to (-10, 0), the line "post" from (-30, -20) to
/// (-30, 20), and the circle "hole" around (60, 50) with radius 10.
fn drawing() -> Scene {
    let corners = [(0.0, 0.0), (40.0, 0.0), (40.0, 20.0), (0.0, 20.0)];
    let plate = Shape::Polygon {
        points: corners.map(Point::from).to_vec(),
        holes: Vec::new(),
    };
    let hole = Shape::Circle {
        center: Point::new(60.0, 50.0),
        radius: 10.0,
    };
    draw_shapes([
        ("plate", plate),
        ("wall", line((-50.0, 0.0), (-10.0, 0.0))),
        ("post", line((-30.0, -20.0), (-30.0, 20.0))),
        ("hole", hole),
    ])
}

/// Setup and results of the tests.
trait Setup {
    /// Begins a tool over [`drawing`] with selected entities.
    fn new(tool: &str, selected: &[&str]) -> Self;

    fn ghost(&mut self) -> [f64; 4];

    fn prompt(&self) -> &'static str;
}

impl Setup for Rig {
    fn new(tool: &str, selected: &[&str]) -> Rig {
        let mut rig = Rig::of(drawing(), selected);
        rig.with(|host, cx| host.begin(tool, cx));
        rig
    }

    fn ghost(&mut self) -> [f64; 4] {
        bounds(&self.preview().ghosts)
    }

    fn prompt(&self) -> &'static str {
        self.host.info().unwrap().prompt.unwrap()[0]
    }
}

/// Returns the bounds of outlines, rounded to 1e-6.
fn bounds(paths: &[Path]) -> [f64; 4] {
    let Bounds { min, max } = Path::bounds_of(paths).unwrap();
    [min.x, min.y, max.x, max.y].map(|number| (number * 1e6).round() / 1e6)
}

fn moved(names: &[&str], dx: f64, dy: f64) -> Effect {
    Effect::Adjust(Adjustment::Move {
        names: names.iter().map(|text| name(text)).collect(),
        by: Vec2::new(dx, dy),
    })
}

fn turned(angle: f64) -> Effect {
    Effect::Adjust(Adjustment::Rotate {
        names: vec![name("plate")],
        angle,
        center: Point::ORIGIN,
    })
}

fn scaled(factor: f64) -> Effect {
    Effect::Adjust(Adjustment::Scale {
        names: vec![name("plate")],
        factor,
        center: Point::ORIGIN,
    })
}

fn code(effects: &[Effect]) -> String {
    let (tool, input) = call(effects);
    assert_eq!(tool, "run_cad_code");
    input["code"].as_str().unwrap().to_owned()
}

#[test]
fn a_selection_moves_from_a_snapped_base_point_to_a_typed_destination() {
    let mut rig = Rig::new("move", &["plate"]);
    assert_eq!(rig.prompt(), "Specify the base point");
    rig.click(39.0, 19.0);
    assert_eq!(rig.prompt(), "Specify the destination");
    rig.hover(60.0, 20.0);
    assert_eq!(rig.ghost(), [20.0, 0.0, 60.0, 20.0]);
    assert_eq!(rig.texts()[..2], ["20", "0°"]);
    let effects = rig.keys("@10,-5\n");
    assert_eq!(effects, [moved(&["plate"], 10.0, -5.0), Effect::Finish]);
    assert_eq!(rig.tool(), "select");
}

#[test]
fn items_are_picked_by_clicks_and_marquees_before_the_points() {
    let mut rig = Rig::new("move", &[]);
    assert_eq!(rig.prompt(), "Select the items to move, then press Enter");
    assert_refused(&rig.keys("\n"), "Select the items");
    assert_refused(&rig.click(80.0, -80.0), "no item here");
    rig.click(20.0, 0.0);
    rig.drag(PointerKind::Mouse, (-60.0, -30.0), (-5.0, 30.0));
    assert_eq!(rig.selection, Selection::of(["plate", "wall", "post"].map(name)));
    rig.click(-30.0, 10.0);
    rig.keys("\n");
    assert_eq!(rig.prompt(), "Specify the base point");
    rig.keys("0,0\n");
    assert_eq!(rig.keys("5\t90\n")[0], moved(&["plate", "wall"], 0.0, 5.0));
}

#[test]
fn a_drag_has_both_points_and_a_finger_places_single_points() {
    let mut rig = Rig::new("move", &["hole"]);
    let effects = rig.drag(PointerKind::Mouse, (-80.0, 80.0), (-90.0, 60.0));
    assert!(effects.contains(&moved(&["hole"], -10.0, -20.0)), "{effects:?}");
    let mut rig = Rig::new("move", &["hole"]);
    rig.drag(PointerKind::Touch, (0.0, -50.0), (-80.0, 80.0));
    let effects = rig.drag(PointerKind::Touch, (0.0, -50.0), (-90.0, 60.0));
    assert_eq!(effects[0], moved(&["hole"], -10.0, -20.0));
}

#[test]
fn copies_get_free_names_and_stay_based_on_the_same_point() {
    let mut rig = Rig::new("copy", &["plate", "hole"]);
    rig.key("q");
    rig.keys("0,0\n");
    assert_eq!(
        code(&rig.keys("100,0\n")),
        "duplicate({ entity: \"plate\", result: \"plate_2\", dx: 100, dy: 0 });\n\
         duplicate({ entity: \"hole\", result: \"hole_2\", dx: 100, dy: 0 });\n"
    );
    assert_eq!(rig.prompt(), "Specify the destination");
    assert!(code(&rig.keys("0,70\n")).contains("result: \"plate_3\", dx: 0, dy: 70"));
    rig.key("Escape");
    assert_eq!(rig.key("Escape"), [Effect::Finish]);
    let mut rig = Rig::new("copy", &["hole"]);
    rig.keys("0,0\n");
    let effects = rig.keys("1,2\n");
    assert_eq!(
        effects[1..],
        [Effect::Select(Selection::of([name("hole_2")])), Effect::Finish]
    );
    assert_refused(
        &{
            let mut rig = Rig::new("copy", &["hole"]);
            rig.keys("3,4\n");
            rig.keys("3,4\n")
        },
        "the same",
    );
}

#[test]
fn a_rotation_has_a_typed_angle_or_two_directions() {
    let mut rig = Rig::new("rotate", &["plate"]);
    rig.keys("0,0\n");
    rig.keys("90");
    assert_eq!(rig.ghost(), [-20.0, 0.0, 0.0, 40.0]);
    assert_eq!(rig.keys("\n")[0], turned(90.0));
    rig.with(|host, cx| host.begin("rotate", cx));
    rig.keys("0,0\n");
    assert_eq!(rig.texts().last().unwrap(), "90", "the last angle is the default");
    rig.click(70.0, 0.0);
    rig.modifiers.shift = true;
    rig.hover(-71.0, 72.0);
    assert_eq!(rig.texts()[0], "135");
    assert_eq!(rig.click(-71.0, 72.0)[0], turned(135.0));
    let mut rig = Rig::new("rotate", &["plate"]);
    rig.keys("0,0\n");
    assert_refused(&rig.keys("0\n"), "angle is zero");
}

#[test]
fn a_scaling_has_a_typed_factor_or_two_lengths() {
    let mut rig = Rig::new("scale", &["plate"]);
    rig.keys("0,0\n");
    rig.keys("3/2");
    assert_eq!(rig.ghost(), [0.0, 0.0, 60.0, 30.0]);
    assert_eq!(rig.keys("\n")[0], scaled(1.5));
    let mut rig = Rig::new("scale", &["plate"]);
    rig.keys("0,0\n");
    rig.click(40.0, 1.0);
    assert_eq!(rig.prompt(), "Specify the new length");
    assert_eq!(rig.click(0.0, 80.0)[0], scaled(2.0));
    let mut rig = Rig::new("scale", &["plate"]);
    rig.keys("0,0\n");
    assert_refused(&rig.keys("-2\n"), "above zero");
}

#[test]
fn a_mirror_makes_a_copy_or_changes_the_items() {
    let mut rig = Rig::new("mirror", &["plate"]);
    rig.keys("50,0\n");
    rig.modifiers.shift = true;
    rig.hover(52.0, 30.0);
    assert_eq!(bounds(&rig.preview().ghosts[..1]), [60.0, 0.0, 100.0, 20.0]);
    let mirrored = json!({ "entity": "plate", "result": "plate_mirrored", "axis": [50.0, 0.0, 50.0, 30.0] });
    let effects = rig.click(52.0, 30.0);
    assert_eq!(call(&effects), ("mirror", mirrored));
    assert_eq!(
        effects[1],
        Effect::Select(Selection::of([name("plate_mirrored")]))
    );
    let mut rig = Rig::new("mirror", &["plate"]);
    rig.shift("I");
    let choices = rig.preview().choices;
    assert!(choices[1].active && choices[1].label[0] == "In place");
    rig.keys("0,0\n");
    let flipped = Effect::Adjust(Adjustment::Mirror {
        names: vec![name("plate")],
        axis: [Point::ORIGIN, Point::new(0.0, 10.0)],
    });
    assert_eq!(rig.keys("0,10\n")[0], flipped);
}

#[test]
fn an_offset_follows_the_side_of_the_pointer() {
    let mut rig = Rig::new("offset", &[]);
    rig.click(20.0, 0.0);
    assert_eq!(rig.prompt(), "Specify the distance and the side");
    rig.hover(20.0, 6.0);
    assert_eq!(rig.ghost(), [6.0, 6.0, 34.0, 14.0]);
    let (tool, input) = call(&rig.click(20.0, 6.0));
    let inner = json!({ "entities": ["plate"], "distance": 6.0, "result": "plate_offset", "side": "inside" });
    assert_eq!((tool, input), ("offset", inner));
    let mut rig = Rig::new("offset", &["wall"]);
    rig.hover(-20.0, -7.0);
    let (_, input) = call(&rig.keys("2.5\n"));
    let below = json!({ "entities": ["wall"], "distance": 2.5, "result": "wall_offset", "side": "right" });
    assert_eq!(input, below);
    let mut rig = Rig::new("offset", &["wall"]);
    assert_refused(&rig.keys("0\n"), "distance is zero");
    assert_refused(&Rig::new("offset", &["wall"]).keys("\n"), "incomplete");
}

#[test]
fn a_trim_removes_the_piece_between_crossings() {
    let mut rig = Rig::new("trim", &[]);
    rig.hover(-40.0, 1.0);
    assert_eq!(rig.ghost(), [-50.0, 0.0, -30.0, 0.0]);
    let trimmed = json!({ "entity": "wall", "entities": ["post"], "point": [-40.0, 1.0] });
    assert_eq!(call(&rig.click(-40.0, 1.0)), ("trim", trimmed));
    assert_eq!(rig.tool(), "trim", "for the next piece");
    assert_refused(&rig.click(70.0, 50.0), "Nothing crosses");
    assert_refused(&rig.click(90.0, -90.0), "no item here");
    let typed = json!({ "entity": "post", "entities": ["wall"], "point": [-30.0, -10.0] });
    assert_eq!(call(&rig.keys("-30,-10\n")), ("trim", typed));
    assert_eq!(rig.key("Escape"), [Effect::Finish]);
}

#[test]
fn an_extension_reaches_the_nearest_item_ahead() {
    let mut rig = Rig::new("extend", &[]);
    rig.hover(-12.0, 1.0);
    assert_eq!(rig.ghost(), [-10.0, 0.0, 0.0, 0.0]);
    let longer = json!({ "entity": "wall", "target": "plate", "end": "end" });
    assert_eq!(call(&rig.click(-12.0, 1.0)), ("extend_to", longer));
    assert_refused(&rig.click(-48.0, 1.0), "no item ahead");
    assert_refused(&rig.click(20.0, 0.0), "closed outline");
}

#[test]
fn a_fillet_rounds_two_edges_with_a_typed_radius_that_stays() {
    let mut rig = Rig::new("fillet", &[]);
    rig.keys("4\n");
    rig.click(20.0, 0.0);
    assert_eq!(rig.prompt(), "Click the second edge");
    assert_refused(&rig.click(30.0, 0.0), "the same");
    rig.hover(40.0, 10.0);
    let arc = rig.preview().ghosts;
    assert_eq!(arc[0].segs.len(), 5);
    let rounded = json!({ "entity": "plate.edge[0]", "target": "plate.edge[1]", "radius": 4.0 });
    assert_eq!(call(&rig.click(40.0, 10.0)), ("fillet", rounded));
    assert_eq!(rig.tool(), "select");
    rig.with(|host, cx| host.begin("fillet", cx));
    assert_eq!(rig.texts(), ["4"]);
    rig.click(-20.0, 0.0);
    rig.click(-30.0, 10.0);
    let mut rig = Rig::new("fillet", &["wall", "post"]);
    let two = json!({ "entity": "wall", "target": "post", "radius": 2.0 });
    assert_eq!(call(&rig.keys("2\n")), ("fillet", two));
    assert_refused(&Rig::new("fillet", &[]).keys("-1\n"), "zero or more");
}

#[test]
fn a_chamfer_has_one_or_two_distances() {
    let mut rig = Rig::new("chamfer", &[]);
    rig.keys("3\n");
    rig.click(20.0, 0.0);
    let cut = json!({ "entity": "plate.edge[0]", "target": "plate.edge[3]", "distance": 3.0 });
    assert_eq!(call(&rig.click(0.0, 10.0)), ("chamfer", cut));
    let mut rig = Rig::new("chamfer", &[]);
    rig.keys("3\t5\n");
    rig.click(20.0, 0.0);
    rig.hover(40.0, 10.0);
    assert_eq!(rig.preview().ghosts[0].segs.len(), 5);
    let cut =
        json!({ "entity": "plate.edge[0]", "target": "plate.edge[1]", "distance": 3.0, "distance2": 5.0 });
    assert_eq!(call(&rig.click(40.0, 10.0)), ("chamfer", cut));
}

#[test]
fn arrays_preview_rows_grids_and_turns() {
    let mut rig = Rig::new("array", &["plate"]);
    assert_eq!(rig.texts()[..3], ["3", "60", "0"]);
    assert_eq!(rig.preview().ghosts.len(), 2);
    rig.keys("4\t50");
    assert_eq!(rig.ghost(), [50.0, 0.0, 190.0, 20.0]);
    let row = json!({ "entity": "plate", "count": 4, "dx": 50.0, "dy": 0.0 });
    assert_eq!(call(&rig.keys("\n")), ("array_linear", row));

    rig.with(|host, cx| host.begin("array", cx));
    rig.shift("A");
    rig.keys("2\t2");
    rig.hover(20.0, 60.0);
    let grid = json!({ "entity": "plate", "columns": 2, "rows": 2, "dx": 0.0, "dy": 50.0 });
    assert_eq!(call(&rig.click(20.0, 60.0)), ("array_grid", grid));

    rig.with(|host, cx| host.begin("array", cx));
    rig.shift("A");
    rig.keys("0,0\n");
    assert_eq!(rig.preview().ghosts.len(), 5);
    let polar = json!({ "entity": "plate", "cx": 0.0, "cy": 0.0, "count": 4 });
    assert_eq!(call(&rig.keys("4\n")), ("array_polar", polar));
    rig.with(|host, cx| host.begin("array", cx));
    rig.keys("0,0\n");
    let (_, input) = call(&rig.keys("3\t180\n"));
    assert_eq!(
        (&input["angle"], &input["angle_unit"]),
        (&json!(180.0), &json!("degree"))
    );
}

#[test]
fn unusable_arrays_are_refused() {
    for (typed, part) in [
        ("1.5\n", "whole number"),
        ("1\n", "no copies"),
        ("3\t0\t0\n", "coincide"),
    ] {
        let mut rig = Rig::new("array", &["plate"]);
        assert_refused(&rig.keys(typed), part);
        assert_eq!(rig.tool(), "array");
    }
}

#[test]
fn a_break_splits_open_outlines_at_one_point_and_closed_ones_at_two() {
    let mut rig = Rig::new("break", &[]);
    rig.click(-20.0, 0.0);
    assert_eq!(rig.prompt(), "Specify the break point");
    let (tool, input) = call(&rig.click(-20.0, 3.0));
    assert_eq!(
        (tool, input),
        ("split_at", json!({ "entity": "wall", "points": [-20.0, 0.0] }))
    );
    let mut rig = Rig::new("break", &["plate"]);
    rig.keys("20,0\n");
    assert_refused(&rig.keys("20,0\n"), "the same");
    rig.key("Escape");
    let (_, input) = call(&rig.keys("20,20\n"));
    assert_eq!(input["points"], json!([20.0, 0.0, 20.0, 20.0]));
    let mut rig = Rig::new("break", &["plate"]);
    rig.keys("20,0\n");
    assert_eq!(call(&rig.keys("\n")).1["points"], json!([20.0, 0.0]));
}

#[test]
fn join_and_explode_are_confirmed_by_enter_or_the_right_button() {
    let mut rig = Rig::new("join", &["wall"]);
    assert_refused(&rig.keys("\n"), "at least two");
    rig.click(-30.0, 10.0);
    let joined = json!({ "entities": ["wall", "post"], "result": "wall" });
    assert_eq!(call(&rig.keys("\n")), ("join", joined));
    let mut rig = Rig::new("explode", &["plate", "hole"]);
    let effects = rig.event(PointerEvent::Secondary);
    assert_eq!(
        code(&effects),
        "for (const entity of [\"plate\", \"hole\"]) explode({ entity });\n"
    );
    let mut rig = Rig::new("explode", &[]);
    rig.click(20.0, 0.0);
    assert_eq!(call(&rig.keys("\n")), ("explode", json!({ "entity": "plate" })));
}

#[test]
fn escape_backs_out_to_picking_and_then_ends_the_tool() {
    let mut rig = Rig::new("rotate", &[]);
    rig.click(20.0, 0.0);
    rig.keys("\n0,0\n12");
    rig.key("Backspace");
    assert_eq!(rig.texts()[0], "1");
    assert_eq!(rig.key("Escape"), [Effect::Handled]);
    assert!(rig.prompt().starts_with("Type the angle"));
    rig.key("Escape");
    assert_eq!(rig.prompt(), "Specify the center");
    rig.key("Escape");
    assert!(rig.prompt().starts_with("Select the items"));
    assert_eq!(rig.key("Escape"), [Effect::Finish]);
    let mut rig = Rig::new("rotate", &["plate"]);
    assert_eq!(rig.event(PointerEvent::Secondary), [Effect::Finish]);
}

#[test]
fn groups_move_as_a_whole_and_shortcuts_reach_the_page() {
    let mut rig = Rig::new("move", &["wall"]);
    let mut edit = Edit::by_user(rig.scene.clone());
    edit.group(&name("pair"), &[name("wall"), name("post")]).unwrap();
    rig.scene = edit.finish().0;
    rig.selection = Selection::of(["pair", "wall"].map(name));
    rig.host.finish();
    rig.with(|host, cx| host.begin("move", cx));
    rig.keys("0,0\n");
    assert_eq!(rig.keys("1,1\n")[0], moved(&["pair"], 1.0, 1.0));
    let mut rig = Rig::new("move", &["wall"]);
    assert_eq!(rig.key("v"), []);
    assert_eq!(rig.key("Delete"), []);
}

#[test]
fn a_text_that_cannot_be_read_is_refused_as_a_whole_and_changes_nothing() {
    for (tool, begin, typed) in [
        ("move", "0,0\n", "sqrt(2),0"),
        ("rotate", "0,0\n", "sqrt(2)"),
        ("scale", "0,0\n", "sqrt(2)"),
        ("move", "0,0\n5\t", "sqrt(2)"),
    ] {
        let mut rig = Rig::new(tool, &["plate"]);
        rig.keys(begin);
        rig.keys(typed);
        for _ in 0..2 {
            assert_refused(&rig.key("Enter"), "\"sqrt\" begins no value");
        }
        let texts = rig.texts();
        assert!(texts.iter().any(|text| text == typed), "{tool}: {texts:?}");
    }
    let mut rig = Rig::new("move", &["plate"]);
    assert_eq!(rig.keys("0,0\n@1 1/2,0\n")[0], moved(&["plate"], 1.5, 0.0));
}
