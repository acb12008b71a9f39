//! Further methods of figures: circles, rectangles, arcs, polylines, and splines.

use super::*;

/// Rig with the second line "post" from (0, 0) to (0, 40).
fn corner(tool: &str) -> Rig {
    let mut rig = Rig::new(tool);
    rig.add(
        "post",
        Shape::Line {
            points: vec![Point::ORIGIN, Point::new(0.0, 40.0)],
            closed: false,
        },
    );
    rig
}

#[test]
fn a_rectangle_from_the_center_has_a_typed_or_pointed_size() {
    let mut rig = Rig::new("rectangle-center");
    rig.keys("10,20\n");
    let wanted = json!({ "name": "rect_1", "x": -40.0, "y": -10.0, "width": 100.0, "height": 60.0 });
    assert_eq!(call(&rig.keys("100\t60\n")), ("draw_rect", wanted));
    rig.host.activate("rectangle-center");
    rig.keys("-50,-50\n");
    let (_, input) = call(&rig.click(-30.0, -60.0));
    let wanted = json!({ "name": "rect_1", "x": -70.0, "y": -60.0, "width": 40.0, "height": 20.0 });
    assert_eq!(input, wanted);
}

#[test]
fn a_rounded_rectangle_has_a_radius_of_at_most_half_a_side() {
    let mut rig = Rig::new("rectangle-rounded");
    rig.keys("-80,-80\n");
    rig.keys("60\t40\n");
    assert_refused(&rig.keys("21\n"), "half a side");
    rig.key("Escape");
    let wanted = json!({
        "name": "rect_1", "x": -80.0, "y": -80.0, "width": 60.0, "height": 40.0, "corner_radius": 8.0,
    });
    assert_eq!(call(&rig.keys("8\n")), ("draw_rect", wanted));
}

#[test]
fn circles_pass_through_two_or_three_points() {
    let mut rig = Rig::new("circle-2-points");
    rig.keys("0,-50\n");
    let wanted = json!({ "name": "circle_1", "x": 5.0, "y": -50.0, "radius": 5.0 });
    assert_eq!(call(&rig.keys("10,-50\n")), ("draw_circle", wanted));
    let mut rig = Rig::new("circle-3-points");
    rig.keys("10,-50\n0,-40\n");
    assert_refused(&rig.keys("-10,-30\n"), "on one line");
    rig.key("Escape");
    let wanted = json!({ "name": "circle_1", "x": 0.0, "y": -50.0, "radius": 10.0 });
    assert_eq!(call(&rig.keys("-10,-50\n")), ("draw_circle", wanted));
}

#[test]
fn a_tangent_circle_touches_both_picked_lines() {
    let mut rig = corner("circle-tangent");
    assert_refused(&rig.click(-60.0, -60.0), "no line, circle, or arc");
    rig.click(30.0, 1.0);
    rig.click(1.0, 30.0);
    let wanted = json!({ "name": "circle_1", "x": 12.0, "y": 12.0, "radius": 12.0 });
    assert_eq!(call(&rig.keys("12\n")), ("draw_circle", wanted));
}

#[test]
fn parallel_lines_have_no_tangent_circle_of_another_radius() {
    let mut rig = Rig::new("circle-tangent");
    rig.add(
        "ceiling",
        Shape::Line {
            points: vec![Point::new(0.0, 40.0), Point::new(50.0, 40.0)],
            closed: false,
        },
    );
    rig.click(30.0, 1.0);
    rig.click(30.0, 39.0);
    assert_refused(&rig.keys("5\n"), "No circle of this radius");
}

#[test]
fn an_arc_has_a_center_a_start_and_an_end_direction() {
    let mut rig = Rig::new("arc-center");
    rig.keys("0,-50\n10,-50\n");
    assert_eq!(rig.preview().ghosts.len(), 1);
    let wanted = json!({
        "name": "arc_1", "cx": 0.0, "cy": -50.0, "radius": 10.0, "start_angle": 0.0, "end_angle": 90.0,
        "angle_unit": "degree",
    });
    assert_eq!(call(&rig.keys("90\n")), ("draw_arc", wanted));
}

#[test]
fn an_arc_continues_a_picked_or_the_last_end() {
    let wanted = json!({
        "name": "arc_1", "cx": 50.25, "cy": 20.0, "radius": 20.0, "start_angle": -90.0, "end_angle": 90.0,
        "angle_unit": "degree",
    });
    let mut rig = Rig::new("arc-tangent");
    assert_refused(&rig.click(-60.0, -60.0), "no end of a line or arc");
    rig.click(50.0, 1.0);
    assert_refused(&rig.keys("80,0\n"), "straight ahead");
    rig.key("Escape");
    assert_eq!(call(&rig.keys("50.25,40\n")), ("draw_arc", wanted.clone()));
    let mut rig = Rig::new("arc-tangent");
    assert_eq!(rig.keys("\n"), [Effect::Handled], "the last end is the default");
    assert_eq!(call(&rig.keys("50.25,40\n")), ("draw_arc", wanted));
}

#[test]
fn a_polyline_has_lines_and_exact_arcs() {
    let mut rig = Rig::new("polyline");
    rig.keys("0,-80\n40,-80\n");
    rig.keys("a");
    rig.keys("40,-60\n");
    rig.keys("l");
    rig.keys("0,-60\n");
    let (tool, input) = call(&rig.keys("\n"));
    assert_eq!(tool, "draw_bezier");
    let path = "M0,-80 L40,-80 A10,10 0 0 1 40,-60 L0,-60";
    assert_eq!(input, json!({ "name": "polyline_1", "path": path }));

    let mut rig = Rig::new("polyline");
    rig.keys("0,-80\n40,-80\n40,-60\n0,-60\n0,-80\n");
    let mut rig = Rig::new("polyline");
    rig.keys("0,-80\n40,-80\n40,-60\n");
    let (tool, input) = call(&rig.keys("0,-80\n"));
    let points = json!([0.0, -80.0, 40.0, -80.0, 40.0, -60.0]);
    assert_eq!(tool, "draw_line");
    assert_eq!(
        input,
        json!({ "name": "polyline_1", "points": points, "closed": true })
    );
}

#[test]
fn a_slot_is_a_closed_polyline() {
    let mut rig = Rig::new("polyline");
    rig.keys("0,-80\n40,-80\n");
    rig.keys("a");
    rig.keys("40,-60\n");
    rig.keys("l");
    rig.keys("0,-60\n");
    rig.keys("a");
    let (_, input) = call(&rig.keys("0,-80\n"));
    let path = "M0,-80 L40,-80 A10,10 0 0 1 40,-60 L0,-60 A10,10 0 0 1 0,-80 Z";
    assert_eq!(input["path"], path);
}

#[test]
fn a_spline_passes_through_its_points_and_can_close() {
    let mut rig = Rig::new("spline");
    rig.keys("0,-80\n12,-80\n24,-68\n");
    let (tool, input) = call(&rig.keys("\n"));
    assert_eq!(tool, "draw_bezier");
    let path = "M0,-80 C2,-80 8,-82 12,-80 C16,-78 22,-70 24,-68";
    assert_eq!(input, json!({ "name": "spline_1", "path": path }));
    let mut rig = Rig::new("spline");
    rig.keys("0,-80\n12,-80\n12,-68\n");
    let (_, input) = call(&rig.keys("0,-80\n"));
    let path = "M0,-80 C0,-82 10,-82 12,-80 C14,-78 14,-68 12,-68 C10,-68 0,-78 0,-80 Z";
    assert_eq!(input["path"], path);
}

#[test]
fn the_key_of_a_figure_switches_to_its_next_method() {
    let mut rig = Rig::new("circle");
    let mut seen = Vec::new();
    for _ in 0..4 {
        assert_eq!(rig.key("c"), [Effect::Handled]);
        seen.push(rig.tool());
    }
    assert_eq!(
        seen,
        ["circle-2-points", "circle-3-points", "circle-tangent", "circle"]
    );
    assert_eq!(rig.host.family(), Some("circle"));
    let mut rig = Rig::new("line");
    assert_eq!(rig.key("l"), [], "a figure with a single method");
}
