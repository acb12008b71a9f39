//! Tests of panning and zooming by pointers.

use super::*;

fn pan(x: f64, y: f64) -> Effect {
    Effect::Pan(Vec2::new(x, y))
}

#[test]
fn a_one_finger_drag_pans_the_canvas() {
    for tool in ["select", "hand"] {
        let mut rig = Rig::new(tool);
        let effects = rig.run(&[Down(Touch, 1, 0.0, 0.0), Move(1, 10.0, 0.0)]);
        assert_eq!(rig.preview().cursor, Some("grabbing"));
        assert_eq!(
            (effects, rig.run(&[Up(1, 12.0, 0.0)])),
            (vec![pan(10.0, 0.0)], vec![pan(2.0, 0.0)])
        );
        assert_ne!(rig.preview().cursor, Some("grabbing"));
    }
}

#[test]
fn two_fingers_zoom_with_every_tool_and_one_finger_then_pans() {
    for tool in ["select", "hand", "sketch"] {
        let mut rig = Rig::new(tool);
        let effects = rig.run(&[
            Down(Touch, 1, 0.0, 0.0),
            Down(Touch, 2, 100.0, 0.0),
            Move(2, 200.0, 0.0),
        ]);
        let zoom = Effect::Zoom {
            pan: Vec2::new(50.0, 0.0),
            at: p(100.0, 0.0),
            factor: 2.0,
        };
        assert_eq!(effects, [zoom], "{tool}");
        let effects = rig.run(&[Up(1, 0.0, 0.0), Move(2, 203.0, 0.0), Up(2, 203.0, 0.0)]);
        assert_eq!(effects, [pan(3.0, 0.0), pan(0.0, 0.0)], "{tool}");
        assert!(!rig.host.is_busy() && rig.markup.is_empty() && rig.selected().is_empty());
    }
}

#[test]
fn middle_button_and_space_drags_pan_with_every_tool() {
    for tool in ["select", "sketch"] {
        for space in [false, true] {
            let mut rig = Rig::new(tool);
            rig.modifiers.space = space;
            let down = if space {
                Down(Mouse, 1, 5.0, 5.0)
            } else {
                Middle(1, 5.0, 5.0)
            };
            let idle = if space {
                Some("grab")
            } else {
                rig.host.info().map(|info| info.cursor)
            };
            assert_eq!(rig.preview().cursor, idle);
            let effects = rig.run(&[down, Move(1, 6.0, 5.0)]);
            assert_eq!(
                (effects, rig.preview().cursor),
                (vec![pan(1.0, 0.0)], Some("grabbing"))
            );
            // The space bar may be released before the pointer.
            rig.modifiers.space = false;
            assert_eq!(rig.run(&[Up(1, 6.0, 9.0)]), [pan(0.0, 4.0)]);
        }
    }
}

#[test]
fn a_second_pointer_does_not_take_over_a_mouse_drag() {
    let mut rig = Rig::new("hand");
    let effects = rig.run(&[
        Down(Mouse, 1, 0.0, 0.0),
        Move(7, 500.0, 0.0),
        Down(Touch, 8, 1.0, 1.0),
        Move(8, 90.0, 90.0),
        Up(8, 90.0, 90.0),
        Lost(8),
        Up(1, 4.0, 0.0),
    ]);
    assert_eq!(effects, [pan(4.0, 0.0)]);
}
