//! Tests of the drawing tools through pointer and key events: input in, calls and previews out.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use crate::canvas_tool::{Effect, Modifiers, PointerKind};
use crate::selection::Selection;
use crate::test_rig::{Rig, assert_refused, call, draw_shapes, line};
use crate::tool_host::{PointerEvent, ToolHost};
use serde_json::json;
use trammel_kernel::Point;
use trammel_scene::{Color, Edit, Flags, Layer, Name, Shape, Units};

mod annotations;
mod methods;
mod pointing;

/// Setup of the tests.
trait Setup {
    /// Activates a tool over the line "wall" from (0, 0) to (50.25, 0).
    fn new(tool: &str) -> Self;

    /// Adds an entity.
    fn add(&mut self, name: &str, shape: Shape);
}

impl Setup for Rig {
    fn new(tool: &str) -> Rig {
        let mut rig = Rig::of(draw_shapes([("wall", line((0.0, 0.0), (50.25, 0.0)))]), &[]);
        rig.host.activate(tool);
        rig
    }

    fn add(&mut self, name: &str, shape: Shape) {
        let mut edit = Edit::by_user(self.scene.clone());
        let name = Name::new(name).unwrap();
        edit.insert(&name, shape, std::sync::Arc::default(), false)
            .unwrap();
        self.scene = edit.scene().clone();
    }
}

#[test]
fn a_chain_of_typed_and_pointed_points_is_one_line() {
    let mut rig = Rig::new("line");
    assert_eq!(
        rig.host.info().unwrap().prompt.unwrap()[0],
        "Specify the start point"
    );
    rig.click(49.0, 2.0);
    rig.keys("@0,1cm\n");
    rig.keys("90/3\t180\n");
    let effects = rig.keys("\n");
    let points = json!([50.25, 0.0, 50.25, 10.0, 20.25, 10.0]);
    assert_eq!(
        call(&effects),
        ("draw_line", json!({ "name": "line_1", "points": points }))
    );
    let selected = Effect::Select(Selection::of([Name::new("line_1").unwrap()]));
    assert_eq!(effects[1..], [selected, Effect::Finish]);
    assert_eq!(rig.tool(), "select");
}

#[test]
fn right_click_and_escape_end_a_chain_and_its_start_closes_it() {
    for end in 0..2 {
        let mut rig = Rig::new("line");
        rig.keys("0,-50\n10,-50\n");
        let effects = if end == 0 {
            rig.event(PointerEvent::Secondary)
        } else {
            rig.key("Escape")
        };
        assert_eq!(call(&effects).1["points"], json!([0.0, -50.0, 10.0, -50.0]));
    }
    let mut rig = Rig::new("line");
    rig.keys("0,-50\n30,-50\n30,-80\n");
    rig.hover(3.0, -52.0);
    assert_eq!(rig.preview().snap.unwrap().point, Point::new(0.0, -50.0));
    let (_, input) = call(&rig.click(3.0, -52.0));
    let points = json!([0.0, -50.0, 30.0, -50.0, 30.0, -80.0]);
    assert_eq!(
        input,
        json!({ "name": "line_1", "points": points, "closed": true })
    );
}

#[test]
fn a_length_alone_follows_the_direction_of_the_pointer() {
    let mut rig = Rig::new("line");
    rig.keys("0,-50\n");
    assert_refused(&rig.keys("12\n"), "Angle is missing");
    rig.hover(0.0, -90.0);
    rig.keys("\n");
    let (_, input) = call(&rig.keys("\n"));
    assert_eq!(input["points"], json!([0.0, -50.0, 0.0, -62.0]));
}

#[test]
fn shift_constrains_angles_and_alt_turns_snapping_off() {
    let mut rig = Rig::new("line");
    rig.modifiers.alt = true;
    rig.click(49.0, 2.0);
    assert_eq!(rig.preview().snap, None);
    rig.modifiers = Modifiers {
        shift: true,
        ..Modifiers::default()
    };
    rig.click(52.0, -40.0);
    rig.click(72.0, -62.0);
    let (_, input) = call(&rig.keys("\n"));
    assert_eq!(input["points"], json!([50.0, 0.0, 50.0, -40.0, 70.0, -60.0]));
}

#[test]
fn a_rectangle_has_two_corners_or_typed_sides() {
    let mut rig = Rig::new("rectangle");
    rig.click(-20.0, -20.0);
    rig.hover(-60.0, -50.0);
    assert_eq!(rig.texts(), ["40", "30"]);
    assert_eq!(rig.preview().ghosts.len(), 1);
    let (tool, input) = call(&rig.click(-60.0, -50.0));
    let wanted = json!({ "name": "rect_1", "x": -60.0, "y": -50.0, "width": 40.0, "height": 30.0 });
    assert_eq!((tool, input), ("draw_rect", wanted));

    rig.host.activate("rectangle");
    rig.keys("10,10\n");
    assert_eq!(rig.texts()[2], "40 × 30", "the last size is the default");
    let (_, input) = call(&rig.keys("10cm\t60\n"));
    let wanted = json!({ "name": "rect_1", "x": 10.0, "y": 10.0, "width": 100.0, "height": 60.0 });
    assert_eq!(input, wanted);
}

#[test]
fn a_circle_has_a_pointed_typed_or_last_radius() {
    let mut rig = Rig::new("circle");
    rig.click(50.0, 1.0);
    let (tool, input) = call(&rig.click(50.0, -30.4));
    let wanted = json!({ "name": "circle_1", "x": 50.25, "y": 0.0, "radius": 30.0 });
    assert_eq!((tool, input), ("draw_circle", wanted));
    rig.host.activate("circle");
    rig.keys("-1,-2\n");
    assert_eq!(call(&rig.keys("\n")).1["radius"], json!(30.0));
    rig.host.activate("circle");
    rig.keys("-1,-2\n");
    assert_eq!(call(&rig.keys("2.5in\n")).1["radius"], json!(63.5));
}

#[test]
fn arcs_ellipses_polygons_and_points_are_drawn_from_typed_values() {
    let mut rig = Rig::new("arc");
    rig.keys("10,-50\n0,-40\n");
    let arc = json!({
        "name": "arc_1", "cx": 0.0, "cy": -50.0, "radius": 10.0, "start_angle": 0.0, "end_angle": 180.0,
        "angle_unit": "degree",
    });
    assert_eq!(call(&rig.keys("-10,-50\n")), ("draw_arc", arc));
    let mut rig = Rig::new("ellipse");
    rig.keys("1,2\n@30<90\n");
    let ellipse = json!({
        "name": "ellipse_1", "cx": 1.0, "cy": 2.0, "rx": 30.0, "ry": 10.0, "rotation": 90.0, "angle_unit": "degree",
    });
    assert_eq!(call(&rig.keys("10\n")), ("draw_ellipse", ellipse));
    let mut rig = Rig::new("polygon");
    rig.keys("0,0\n");
    let polygon = json!({ "name": "polygon_1", "cx": 0.0, "cy": 0.0, "radius": 20.0, "sides": 8 });
    assert_eq!(call(&rig.keys("20\t8\n")), ("draw_regular_polygon", polygon));
    let mut rig = Rig::new("point");
    let point = json!({ "name": "point_1", "x": 3.0, "y": -4.5 });
    assert_eq!(call(&rig.keys("3\t-4.5\n")), ("draw_point", point));
}

#[test]
fn refused_input_changes_nothing_and_says_why() {
    let mut rig = Rig::new("line");
    assert_refused(&rig.keys("\n"), "incomplete");
    rig.keys("0,-50\n");
    assert_refused(&rig.click(0.0, -50.0), "the same");
    assert_refused(&rig.keys("1/0,5\n"), "divides by zero");
    rig.key("Escape");
    assert_refused(&rig.keys("5x\t0\n"), "\"x\" is not a unit");
    rig.key("Escape");
    assert_refused(&rig.keys("0\t0\n"), "length is zero");
    rig.key("Escape");
    rig.keys("5,-50\n");
    assert_eq!(call(&rig.keys("\n")).1["points"], json!([0.0, -50.0, 5.0, -50.0]));
    let mut rig = Rig::new("rectangle");
    rig.keys("0,0\n");
    assert_refused(&rig.keys("10\t0\n"), "above zero");
    let mut rig = Rig::new("arc");
    rig.keys("0,0\n5,5\n");
    assert_refused(&rig.keys("9,9\n"), "on one line");
    let mut rig = Rig::new("polygon");
    rig.keys("0,0\n");
    assert_refused(&rig.keys("5\t2.5\n"), "whole number");
}

#[test]
fn escape_and_backspace_back_out_one_step() {
    let mut rig = Rig::new("circle");
    rig.keys("0,0\n12");
    rig.key("Backspace");
    assert_eq!(rig.texts(), ["1"]);
    assert_eq!(rig.key("Escape"), [Effect::Handled]);
    assert_eq!(rig.host.info().unwrap().prompt.unwrap()[0], "Specify the radius");
    rig.key("Escape");
    assert_eq!(rig.host.info().unwrap().prompt.unwrap()[0], "Specify the center");
    assert_eq!(rig.key("Escape"), [Effect::Finish]);
    let mut rig = Rig::new("line");
    rig.keys("0,0\n5,0\n5,5\n");
    rig.key("Backspace");
    assert_eq!(call(&rig.keys("\n")).1["points"], json!([0.0, 0.0, 5.0, 0.0]));
}

#[test]
fn q_keeps_the_tool_active_and_names_stay_unique() {
    let mut rig = Rig::new("point");
    rig.keys("q");
    assert_eq!(rig.preview().fields.len(), 3);
    assert_eq!(call(&rig.click(-30.0, -30.0)).1["name"], "point_1");
    assert_eq!(rig.tool(), "point");
    assert_eq!(call(&rig.click(-40.0, -30.0)).1["name"], "point_2");
    assert_eq!(rig.event(PointerEvent::Secondary), [Effect::Finish]);
}

#[test]
fn a_drag_with_a_mouse_has_two_points() {
    let mut rig = Rig::new("rectangle");
    let (_, input) = call(&rig.drag(PointerKind::Mouse, (-60.0, -60.0), (-30.0, -50.0)));
    let wanted = json!({ "name": "rect_1", "x": -60.0, "y": -60.0, "width": 30.0, "height": 10.0 });
    assert_eq!(input, wanted);
}

#[test]
fn shortcuts_reach_the_page_unless_text_is_typed() {
    let mut rig = Rig::new("line");
    assert_eq!(rig.key("v"), []);
    assert_eq!(rig.key("+"), []);
    assert_eq!(rig.keys("5m"), [Effect::Handled]);
    assert_eq!(rig.texts()[0], "5m");
}

#[test]
fn letters_belong_to_a_figure_that_has_a_value() {
    for (tool, begin) in [
        ("line", "0,0\n"),
        ("circle", "0,0\n"),
        ("rectangle", "0,0\n"),
        ("polyline", "0,0\n1,1\n"),
        ("text", "0,0\n5\n"),
    ] {
        for letter in ["v", "k", "m", "K"] {
            let mut rig = Rig::new(tool);
            rig.keys(begin);
            assert_refused(&rig.key(letter), "begins no value here");
        }
    }
    let mut rig = Rig::new("circle");
    let (_, input) = call(&rig.keys("0,0\nd5\n"));
    assert_eq!(input["radius"], json!(2.5));
    let mut rig = Rig::new("circle");
    rig.keys("0,0\n");
    assert_refused(&rig.keys("d\n"), "incomplete");
    let mut rig = Rig::new("line");
    rig.keys("0,0\n");
    assert_refused(&rig.keys("d"), "begins no value here");
}

#[test]
fn enter_after_refused_letters_accepts_no_default() {
    let mut rig = Rig::new("circle");
    let (_, input) = call(&rig.keys("q0,0\n15\n"));
    assert_eq!(input["radius"], json!(15.0));
    rig.keys("50,0\n");
    assert_refused(&rig.key("a"), "\"a\" begins no value here");
    assert_refused(&rig.key("Enter"), "\"a\" begins no value here");
    assert_eq!(rig.keys("bc"), [Effect::Handled]);
    for _ in 0..2 {
        assert_refused(&rig.key("Enter"), "\"abc\" begins no value here");
    }
    assert_eq!(rig.texts()[0], "abc");
    rig.key("Escape");
    let (_, input) = call(&rig.keys("\n"));
    assert_eq!(input["radius"], json!(15.0), "the default that the prompt shows");
}

#[test]
fn a_text_that_cannot_be_read_is_refused_as_a_whole_and_draws_nothing() {
    for (tool, begin, typed, shown, reason) in [
        (
            "circle",
            "0,0\n",
            "sqrt(2)",
            "sqrt(2)",
            "\"sqrt\" begins no value",
        ),
        (
            "circle",
            "0,0\n",
            "2sqrt(2)",
            "2sqrt(2)",
            "\"sqrt\" is not a unit",
        ),
        ("circle", "0,0\n", "$2", "$2", "\"$\" is not expected"),
        ("circle", "0,0\n", "2in*2in", "2in*2in", "is an area"),
        ("circle", "0,0\n", "2 3", "2 3", "\"3\" is not expected"),
        ("line", "0,0\n", "d40", "d40", "\"d\" begins no value"),
        ("line", "0,0\n5\t", "sqrt(2)", "5", "\"sqrt\" begins no value"),
        ("rectangle", "0,0\n", "pi,2", "pi,2", "\"pi\" begins no value"),
        ("polygon", "0,0\n2\t", "sqrt(9)", "2", "\"sqrt\" begins no value"),
        (
            "polyline",
            "0,0\n1,1\n",
            "sqrt(2),5",
            "sqrt(2),5",
            "\"sqrt\" begins no value",
        ),
    ] {
        let mut rig = Rig::new(tool);
        rig.keys(begin);
        rig.keys(typed);
        let kept = rig.preview().fields;
        assert!(
            !kept.iter().any(|field| field.label[0].contains("Stays active")),
            "{tool} {typed}"
        );
        for _ in 0..2 {
            assert_refused(&rig.key("Enter"), reason);
        }
        assert_eq!(rig.texts()[0], shown, "the text stays to be corrected");
    }
}

#[test]
fn a_space_between_digits_makes_a_mixed_number() {
    for (tool, typed, parameter, wanted) in [
        ("circle", "1,1\n1 1/2\n", "radius", json!(1.5)),
        ("circle", "1,1\nd1 1/2\n", "radius", json!(0.75)),
        ("circle", "1,1\n1 1/2 in\n", "radius", json!(1.5)),
        ("circle", "1 1/2,0\n25.4mm \n", "radius", json!(1.0)),
        ("circle", "1 1/2,0\n1\n", "x", json!(1.5)),
        ("rectangle", "1,1\n@2 1/4,1\n", "width", json!(2.25)),
        ("rectangle", "1,1\n2 1/4\t1 1/2\n", "height", json!(1.5)),
        ("line", "0,0\n@1 1/2,0\n\n", "points", json!([0.0, 0.0, 1.5, 0.0])),
        (
            "line",
            "0,0\n@-1 1/2,0\n\n",
            "points",
            json!([0.0, 0.0, -1.5, 0.0]),
        ),
        (
            "line",
            "0,0\n@1 1/2<90\n\n",
            "points",
            json!([0.0, 0.0, 0.0, 1.5]),
        ),
    ] {
        let mut rig = Rig::new(tool);
        let mut edit = Edit::by_user(std::mem::take(&mut rig.scene));
        edit.set_title(None, Some(Units::In)).unwrap();
        rig.scene = edit.finish().0;
        let (_, input) = call(&rig.keys(typed));
        assert_eq!(input[parameter], wanted, "{tool} {typed}");
    }
    // Space pans the view while no text is typed.
    let mut rig = Rig::new("circle");
    assert_eq!(rig.key(" "), []);
    rig.keys("0,0\n");
    assert_eq!(rig.key(" "), []);
}

#[test]
fn a_figure_is_drawn_on_the_current_layer_unless_the_layer_is_hidden_or_locked() {
    let mut rig = Rig::new("line");
    let layer = Name::new("walls").unwrap();
    rig.layers.set_current(Some(layer.clone()));
    rig.keys("0,-50\n10,-50\n");
    let (_, input) = call(&rig.keys("\n"));
    assert_eq!(input.get("layer"), None, "the layer does not exist");
    let mut edit = Edit::by_user(std::mem::take(&mut rig.scene));
    edit.set_layer_paint(Layer {
        name: layer.clone(),
        color: Color::Ink,
        line_weight: 0.5,
    })
    .unwrap();
    rig.scene = edit.finish().0;
    rig.host.activate("line");
    rig.keys("0,-50\n10,-50\n");
    let (_, input) = call(&rig.keys("\n"));
    assert_eq!(input["layer"], json!("walls"));
    for (flags, reason) in [(Flags::HIDDEN, "is hidden"), (Flags::LOCKED, "is locked")] {
        rig.layers.set_flags(&layer, flags);
        rig.host.activate("circle");
        rig.keys("0,-50\n");
        assert_refused(&rig.keys("5\n"), reason);
    }
}

#[test]
fn the_pointer_snaps_to_the_grid_where_no_snap_point_is_near() {
    let mut rig = Rig::new("line");
    rig.grid = Some(5.0);
    rig.click(-21.0, -38.0);
    rig.click(48.0, 2.0);
    let (_, input) = call(&rig.keys("\n"));
    assert_eq!(input["points"], json!([-20.0, -40.0, 50.25, 0.0]));
}
