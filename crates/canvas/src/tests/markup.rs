//! Tests of strokes of the sketch.

use super::*;

#[test]
fn a_stroke_follows_its_pointer_until_it_is_lifted() {
    let mut rig = Rig::new("sketch");
    rig.run(&[
        Down(Pen, 1, 100.0, 100.0),
        Move(1, 110.0, 100.0),
        Move(2, 50.0, 50.0),
        Down(Touch, 2, 0.0, 0.0),
    ]);
    assert!(rig.host.wants_every_move());
    assert_eq!(rig.preview().ink, [p(0.0, 0.0), p(10.0, 0.0)]);
    let effects = rig.run(&[Up(1, 120.0, 90.0)]);
    let mut stroke = StrokeBuilder::begin(p(0.0, 0.0), 1.0);
    stroke.push(p(10.0, 0.0));
    stroke.push(p(20.0, 10.0));
    assert_eq!(effects, [Effect::AddStroke(stroke)]);
    assert!(rig.preview().ink.is_empty() && !rig.host.wants_every_move());
    assert_eq!(rig.run(&[Down(Pen, 1, 0.0, 0.0), Lost(1), Up(1, 9.0, 0.0)]), []);
}

#[test]
fn a_pen_stroke_replaces_a_touch_stroke() {
    let mut rig = Rig::new("sketch");
    rig.run(&[
        Down(Touch, 1, 0.0, 0.0),
        Down(Pen, 7, 130.0, 100.0),
        Move(1, 5.0, 5.0),
    ]);
    assert_eq!(rig.preview().ink, [p(30.0, 0.0)]);
    assert_eq!(rig.run(&[Up(1, 5.0, 5.0)]), []);
    assert_eq!(rig.run(&[Up(7, 130.0, 100.0)]).len(), 1);
}

#[test]
fn escape_cancels_the_stroke_and_then_leaves_the_tool() {
    let mut rig = Rig::new("sketch");
    let effects = rig.run(&[
        Down(Mouse, 1, 0.0, 0.0),
        Key("Escape"),
        Move(1, 50.0, 0.0),
        Up(1, 50.0, 0.0),
    ]);
    assert_eq!(effects, [Effect::Handled]);
    assert_eq!(rig.host.info().unwrap().id, "sketch");
    assert_eq!(rig.run(&[Key("Escape")]), [Effect::Finish]);
    assert_eq!(rig.host.info().unwrap().id, "select");
    assert_eq!(
        rig.run(&[Key("Escape"), Key("Backspace")]),
        [],
        "shortcuts of the page"
    );
}

#[test]
fn backspace_removes_strokes_and_a_full_sketch_refuses_more() {
    let mut rig = Rig::new("sketch");
    let refused = |effects: &[Effect], part: &str| {
        assert!(
            matches!(effects, [Effect::Refuse([english, _])] if english.contains(part)),
            "{effects:?}"
        );
    };
    refused(
        &rig.run(&[Key("Backspace")]),
        "There is no sketch. Draw one first.",
    );
    refused(
        &rig.run(&[Key("Shift+Backspace")]),
        "There is no sketch. Draw one first.",
    );
    let dot = [Down(Mouse, 1, 9.0, 9.0), Up(1, 9.0, 9.0)];
    for _ in 0..MOST_STROKES {
        assert_eq!(rig.preview().cursor, Some("crosshair"));
        assert_eq!(rig.run(&dot).len(), 1);
    }
    assert_eq!(rig.preview().cursor, Some("not-allowed"));
    refused(&rig.run(&dot), "Send it or clear it first");
    assert_eq!(rig.run(&[Key("Backspace")]), [Effect::RemoveStroke]);
    assert_eq!(rig.markup.len(), MOST_STROKES - 1);
    assert_eq!(rig.run(&[Key("Shift+Backspace")]), [Effect::ClearMarkup]);
    assert!(rig.markup.is_empty());
}
