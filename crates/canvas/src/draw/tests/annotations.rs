//! Texts, leaders, hatches, and dimensions.

use super::*;

/// Rig with the rectangle "plate" from (-80, -60) to (-20, -20), the circle "hole" in it, and the triangle's two lines
/// "wall" (of every rig) and "ramp".
fn plate(tool: &str) -> Rig {
    let mut rig = Rig::new(tool);
    rig.add(
        "plate",
        Shape::Rect {
            corner: Point::new(-80.0, -60.0),
            width: 60.0,
            height: 40.0,
            corner_radius: 0.0,
        },
    );
    rig.add(
        "hole",
        Shape::Circle {
            center: Point::new(-50.0, -40.0),
            radius: 12.0,
        },
    );
    rig.add(
        "ramp",
        Shape::Line {
            points: vec![Point::ORIGIN, Point::new(40.0, 40.0)],
            closed: false,
        },
    );
    rig
}

#[test]
fn a_text_has_a_position_a_height_a_direction_and_is_typed_in_a_field() {
    let mut rig = Rig::new("text");
    rig.keys("10,20\n");
    rig.keys("\n");
    rig.keys("90\n");
    let field = rig.preview().text.unwrap();
    assert_eq!((field.at, field.height), (Point::new(10.0, 20.0), 5.0));
    assert_refused(&rig.text("  "), "text is empty");
    let wanted = json!({
        "name": "text_1", "text": "거실 A", "x": 10.0, "y": 20.0, "size": 5.0, "angle": 90.0, "angle_unit": "degree",
    });
    assert_eq!(call(&rig.text("거실 A")), ("draw_text", wanted));
    rig.host.activate("text");
    rig.keys("0,0\n8\n0\n");
    assert_eq!(call(&rig.text("B")).1["size"], json!(8.0));
    rig.host.activate("text");
    rig.keys("0,0\n\n\n");
    let wanted = json!({ "name": "text_1", "text": "C", "x": 0.0, "y": 0.0, "size": 8.0 });
    assert_eq!(call(&rig.text("C")).1, wanted, "the last height is the default");
}

#[test]
fn a_leader_points_at_a_part_and_has_bends() {
    let mut rig = plate("leader");
    rig.click(-20.0, -45.0);
    rig.keys("b");
    rig.keys("0,-60\n");
    rig.keys("b");
    rig.keys("10,-60\n");
    let points = json!([0.0, -60.0, 10.0, -60.0]);
    let wanted = json!({ "name": "leader_1", "target": "plate.edge[1]", "points": points, "text": "M8" });
    assert_eq!(call(&rig.text("M8")), ("leader", wanted));
    let mut rig = plate("leader");
    rig.click(-49.0, -40.0);
    rig.keys("0,-60\n");
    assert_eq!(call(&rig.text("x")).1["target"], "hole.center");
}

#[test]
fn a_hatch_fills_the_area_around_the_click_except_its_holes() {
    let mut rig = plate("hatch");
    assert_refused(&rig.click(-90.0, 90.0), "no closed area here");
    rig.hover(-70.0, -30.0);
    assert_eq!(rig.preview().ghosts.len(), 2);
    let wanted = json!({ "name": "hatch_1", "entities": ["plate", "hole"] });
    assert_eq!(call(&rig.click(-70.0, -30.0)), ("hatch", wanted));
    rig.host.activate("hatch");
    rig.keys("xxx");
    let wanted = json!({ "name": "hatch_1", "entities": ["hole"], "pattern": "solid" });
    assert_eq!(call(&rig.click(-52.0, -38.0)).1, wanted);
    rig.host.activate("hatch");
    let (_, input) = call(&rig.keys("-70,-30\n"));
    assert_eq!(input["pattern"], "solid", "the last pattern stays");
}

#[test]
fn a_hatch_of_an_area_between_parts_of_entities_follows_them() {
    let mut rig = plate("hatch");
    let line = |points: [(f64, f64); 2]| Shape::Line {
        points: points.map(Point::from).to_vec(),
        closed: false,
    };
    // The line cuts the plate from (-80, -60) to (-20, -20) above the hole.
    rig.add("cut", line([(-90.0, -25.0), (0.0, -25.0)]));
    let effects = rig.click(-70.0, -22.0);
    let wanted = json!({ "name": "hatch_1", "entities": ["plate", "cut"], "at": [-70.0, -22.0] });
    assert_eq!(call(&effects), ("hatch", wanted));
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::Notice(_))));
    rig.host.activate("hatch");
    let (_, input) = call(&rig.click(-70.0, -40.0));
    assert_eq!(
        input["entities"],
        json!(["plate", "hole", "cut"]),
        "the hole stays free"
    );
    rig.host.activate("hatch");
    assert_eq!(
        call(&rig.click(-52.0, -38.0)).1,
        json!({ "name": "hatch_1", "entities": ["hole"] })
    );
    rig.host.activate("hatch");
    assert_refused(&rig.click(-10.0, -30.0), "no closed area here");
    rig.add("beside", line([(-20.0, -40.0), (0.0, -25.0)]));
    let (_, input) = call(&rig.click(-16.0, -30.0));
    assert_eq!(input["entities"], json!(["plate", "cut", "beside"]));
}

#[test]
fn an_entity_in_a_hole_belongs_to_the_hole() {
    let mut rig = plate("hatch");
    rig.add(
        "pin",
        Shape::Circle {
            center: Point::new(-50.0, -40.0),
            radius: 4.0,
        },
    );
    assert_eq!(
        call(&rig.click(-70.0, -30.0)).1["entities"],
        json!(["plate", "hole"])
    );
    rig.host.activate("hatch");
    assert_eq!(
        call(&rig.click(-57.0, -40.0)).1["entities"],
        json!(["hole", "pin"])
    );
}

#[test]
fn an_edge_has_a_dimension_of_its_length_at_the_pointer() {
    let mut rig = plate("dimension");
    rig.click(-55.0, -61.0);
    rig.hover(-50.0, -80.0);
    assert_eq!(rig.texts()[2], "60");
    let wanted = json!({ "name": "dim_1", "from": "plate.edge[0]", "offset": -20.0 });
    assert_eq!(call(&rig.click(-50.0, -80.0)), ("dimension_linear", wanted));
}

#[test]
fn two_points_have_a_dimension_whose_direction_follows_the_position() {
    let ends = |rig: &mut Rig| {
        rig.click(-79.0, -59.0);
        rig.click(-21.0, -21.0);
    };
    let from = "plate.point[0]";
    let to = "plate.point[2]";
    for (place, tool, wanted) in [
        (
            (-50.0, 0.0),
            "dimension_linear",
            json!({ "name": "dim_1", "from": from, "to": to, "offset": 20.0 }),
        ),
        (
            (0.0, -40.0),
            "dimension_linear",
            json!({ "name": "dim_1", "from": from, "to": to, "offset": 20.0, "direction": "vertical" }),
        ),
    ] {
        let mut rig = plate("dimension");
        ends(&mut rig);
        assert_eq!(call(&rig.click(place.0, place.1)), (tool, wanted));
    }
    let mut rig = plate("dimension");
    ends(&mut rig);
    rig.keys("ddd");
    rig.hover(-50.0, 0.0);
    assert_eq!(rig.texts()[2], "72.11");
    let (tool, input) = call(&rig.click(-50.0, 0.0));
    assert_eq!(
        (tool, &input["from"], &input["to"]),
        ("dimension_aligned", &json!(from), &json!(to))
    );
    assert_eq!(input["offset"], json!(33.0));
}

#[test]
fn a_circle_has_a_diameter_and_the_key_switches_to_the_radius() {
    let mut rig = plate("dimension");
    rig.click(-58.0, -31.0);
    rig.hover(-30.0, -10.0);
    assert_eq!(rig.texts()[2], "⌀24");
    let wanted = json!({ "name": "dim_1", "target": "hole", "at": [-30.0, -10.0] });
    assert_eq!(
        call(&rig.click(-30.0, -10.0)),
        ("dimension_diameter", wanted.clone())
    );
    rig.host.activate("dimension");
    rig.click(-58.0, -31.0);
    rig.key("d");
    assert_eq!(call(&rig.click(-30.0, -10.0)), ("dimension_radius", wanted));
}

#[test]
fn two_lines_have_a_dimension_of_their_angle() {
    let mut rig = plate("dimension");
    rig.click(35.0, 1.0);
    rig.click(31.0, 30.0);
    rig.hover(40.0, 20.0);
    assert_eq!(rig.texts()[2], "45°");
    let wanted = json!({ "name": "dim_1", "entity": "wall", "target": "ramp", "at": [40.0, 20.0] });
    assert_eq!(call(&rig.click(40.0, 20.0)), ("dimension_angular", wanted));
}

#[test]
fn two_parallel_edges_have_a_dimension_of_their_distance() {
    let mut rig = plate("dimension");
    rig.click(-80.0, -35.0);
    rig.click(-20.0, -45.0);
    rig.hover(-50.0, -80.0);
    assert_eq!(rig.texts()[2], "60");
    let wanted = json!({ "name": "dim_1", "from": "plate.edge[3]", "to": "plate.edge[1]", "offset": -40.0 });
    assert_eq!(call(&rig.click(-50.0, -80.0)), ("dimension_aligned", wanted));
    let mut rig = plate("dimension");
    rig.click(-65.0, -20.0);
    rig.click(-65.0, -60.0);
    let wanted = json!({ "name": "dim_1", "from": "plate.edge[2]", "to": "plate.edge[0]", "offset": -40.0 });
    assert_eq!(call(&rig.click(-90.0, -33.0)), ("dimension_aligned", wanted));
}

#[test]
fn a_dimension_without_length_is_refused() {
    let mut rig = plate("dimension");
    rig.click(-79.0, -59.0);
    assert_refused(&rig.click(-79.0, -59.0), "the same");
    rig.keys("-80,0\n");
    rig.key("d");
    assert_refused(&rig.click(-50.0, 50.0), "above zero");
}

#[test]
fn typed_coordinates_pick_the_part_at_the_position() {
    let mut rig = plate("dimension");
    rig.keys("-80,-60\n-20,-60\n");
    let wanted = json!({
        "name": "dim_1", "from": "plate.point[0]", "to": "plate.point[1]", "offset": -15.0,
    });
    assert_eq!(call(&rig.keys("-50,-75\n")), ("dimension_linear", wanted));
    rig.host.activate("dimension");
    rig.keys("-70,-60\n");
    let wanted = json!({ "name": "dim_1", "from": "plate.edge[0]", "offset": -12.0 });
    assert_eq!(call(&rig.keys("-50,-72\n")), ("dimension_linear", wanted));
    let mut rig = plate("circle-tangent");
    rig.keys("30,0\n-20,-30\n");
    let (tool, input) = call(&rig.keys("10\n"));
    assert_eq!(
        (tool, &input["x"], &input["radius"]),
        ("draw_circle", &json!(-10.0), &json!(10.0))
    );
}
