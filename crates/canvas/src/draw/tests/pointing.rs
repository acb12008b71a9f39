//! Positions of the pointer: snaps, modifier keys, the grid, fingers, double clicks, and code that does not run.

use super::*;
use trammel_kernel::snap::SnapKind;

#[test]
fn a_double_click_ends_a_chain_and_a_slow_one_says_that_the_point_is_the_same() {
    let mut rig = Rig::new("line");
    rig.keys("0,-50\n");
    rig.click(30.0, -70.0);
    assert_eq!(rig.click(30.0, -70.0), [Effect::Handled]);
    let effects = rig.event(PointerEvent::Double(Point::new(130.0, 170.0)));
    assert_eq!(call(&effects).1["points"], json!([0.0, -50.0, 30.0, -70.0]));
    let mut rig = Rig::new("line");
    rig.keys("0,-50\n");
    rig.click(30.0, -70.0);
    rig.click(30.0, -70.0);
    assert_refused(&rig.event(PointerEvent::At(Point::new(140.0, 170.0))), "the same");
    assert_eq!(rig.event(PointerEvent::At(Point::new(141.0, 170.0))), []);
}

#[test]
fn a_modifier_key_acts_at_once() {
    let mut rig = Rig::new("line");
    rig.keys("0,-50\n");
    rig.hover(50.0, -56.0);
    let end = |rig: &mut Rig| rig.preview().ghosts[0].end().unwrap();
    assert_eq!(end(&mut rig), Point::new(50.0, -60.0));
    rig.modifiers.shift = true;
    rig.with(ToolHost::modifiers_changed);
    assert_eq!(end(&mut rig), Point::new(50.0, -50.0));
    rig.modifiers.shift = false;
    rig.with(ToolHost::modifiers_changed);
    assert_eq!(end(&mut rig), Point::new(50.0, -60.0));
}

#[test]
fn the_pointer_snaps_to_the_continuation_of_a_line() {
    let mut rig = Rig::new("line");
    rig.hover(83.0, 4.0);
    let snap = rig.preview().snap.unwrap();
    assert_eq!(
        (snap.kind, snap.point),
        (SnapKind::Extension, Point::new(80.25, 0.0))
    );
    rig.hover(83.0, 20.0);
    assert_eq!(rig.preview().snap, None);
}

#[test]
fn points_snap_to_the_grid_if_it_is_on() {
    let mut rig = Rig::new("point");
    rig.grid = Some(25.0);
    rig.hover(-63.0, -60.0);
    let snap = rig.preview().snap.unwrap();
    assert_eq!(
        (snap.kind, snap.point),
        (SnapKind::Grid, Point::new(-75.0, -50.0))
    );
    rig.hover(50.0, 2.0);
    assert_eq!(
        rig.preview().snap.unwrap().kind,
        SnapKind::Endpoint,
        "entities come first"
    );
    rig.modifiers.alt = true;
    rig.hover(-63.0, -60.0);
    assert_eq!(rig.preview().snap, None);
}

#[test]
fn a_tap_picks_under_the_finger_and_a_drag_picks_above_the_finger() {
    let mut rig = Rig::new("circle");
    rig.drag(PointerKind::Touch, (-60.0, -60.0), (-60.0, -60.0));
    let (_, input) = call(&rig.drag(PointerKind::Touch, (0.0, 0.0), (-30.0, -100.0)));
    // The picked point is 44 pixels above the finger, at (-30, -56).
    let wanted = json!({ "name": "circle_1", "x": -60.0, "y": -60.0, "radius": 30.0 });
    assert_eq!(input, wanted);
}

#[test]
fn a_figure_stays_in_progress_while_the_code_does_not_run() {
    let mut rig = Rig::new("line");
    rig.blocked = true;
    assert_refused(&rig.keys("0,-50\n"), "does not run");
    rig.key("Escape");
    rig.blocked = false;
    rig.keys("0,-50\n30,-50\n");
    rig.blocked = true;
    assert_refused(&rig.keys("\n"), "does not run");
    assert_eq!(rig.preview().ghosts.len(), 1);
    rig.blocked = false;
    assert_eq!(
        call(&rig.keys("\n")).1["points"],
        json!([0.0, -50.0, 30.0, -50.0])
    );
}
