//! Tests of moves, duplicates, and grips.

use super::*;

fn moved(names: &[&str], x: f64, y: f64) -> Effect {
    Effect::Adjust(Adjustment::Move {
        names: names.iter().map(|text| name(text)).collect(),
        by: Vec2::new(x, y),
    })
}

#[test]
fn a_drag_of_an_entity_moves_it_and_snaps_the_grabbed_point() {
    let mut rig = Rig::new("select");
    // The press is near the left end of the wall, and the release near the left end of the leaf.
    let effects = rig.run(&[
        Down(Mouse, 1, 108.0, 101.0),
        Move(1, 108.0, 90.0),
        Move(1, 109.0, 73.0),
        Up(1, 109.0, 73.0),
    ]);
    assert_eq!(rig.selected(), ["wall"]);
    assert_eq!(effects.last(), Some(&moved(&["wall"], 0.0, 30.0)));
    assert_eq!(effects.len(), 2);
}

#[test]
fn a_drag_moves_the_whole_selection_and_shift_keeps_the_angle() {
    let mut rig = Rig::new("select");
    rig.selection = Selection::of([name("wall"), name("door")]);
    rig.run(&[Down(Mouse, 1, 115.0, 70.0)]);
    rig.modifiers.shift = true;
    rig.run(&[Move(1, 155.0, 73.0)]);
    let preview = rig.preview();
    assert_eq!((preview.ghosts.len(), preview.cursor), (2, Some("move")));
    assert_eq!(
        rig.run(&[Up(1, 155.0, 73.0)]),
        [moved(&["wall", "door"], 40.0, 0.0)]
    );
}

#[test]
fn alt_duplicates_the_dragged_entities() {
    let mut rig = Rig::new("select");
    rig.modifiers.alt = true;
    let effects = rig.run(&[
        Down(Mouse, 1, 115.0, 100.0),
        Move(1, 115.0, 140.0),
        Up(1, 115.0, 140.0),
    ]);
    let input = serde_json::json!({ "entity": "wall", "result": "wall_2", "dx": 0.0, "dy": -40.0 });
    let tool = "duplicate";
    assert_eq!(
        effects[1..],
        [
            Effect::Call { tool, input },
            Effect::Select(Selection::of([name("wall_2")]))
        ]
    );
}

#[test]
fn escape_and_a_second_finger_cancel_a_move() {
    let mut rig = Rig::new("select");
    rig.selection = Selection::of([name("wall")]);
    let effects = rig.run(&[
        Down(Mouse, 1, 115.0, 100.0),
        Move(1, 115.0, 140.0),
        Key("Escape"),
        Up(1, 115.0, 140.0),
    ]);
    assert_eq!(effects, [Effect::Handled]);
    rig.run(&[Down(Touch, 1, 115.0, 100.0), Move(1, 115.0, 140.0)]);
    assert!(!rig.preview().ghosts.is_empty());
    let effects = rig.run(&[Down(Touch, 2, 10.0, 10.0), Up(1, 115.0, 140.0), Up(2, 10.0, 10.0)]);
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::Adjust(_))));
}

#[test]
fn a_finger_moves_only_the_selection() {
    let drag = [
        Down(Touch, 1, 115.0, 118.0),
        Move(1, 115.0, 128.0),
        Up(1, 115.0, 128.0),
    ];
    let mut rig = Rig::new("select");
    assert!(matches!(rig.run(&drag)[..], [Effect::Pan(_), Effect::Pan(_)]));
    rig.selection = Selection::of([name("wall")]);
    assert_eq!(rig.run(&drag), [moved(&["wall"], 0.0, -10.0)]);
}

#[test]
fn a_locked_selection_is_not_moved() {
    let mut rig = Rig::new("select");
    rig.selection = Selection::of([name("wall")]);
    let mut edit = Edit::by_user(rig.scene.clone());
    let locked = trammel_scene::Flags {
        locked: true,
        hidden: false,
    };
    edit.set_flags("wall", locked).unwrap();
    rig.scene = edit.finish().0;
    let drag = rig.run(&[
        Down(Mouse, 1, 115.0, 100.0),
        Move(1, 115.0, 140.0),
        Up(1, 115.0, 140.0),
    ]);
    for effects in [drag, rig.run(&[Key("ArrowUp")])] {
        assert!(
            matches!(&effects[..], [Effect::Refuse([english, _])] if english.contains("locked")),
            "{effects:?}"
        );
    }
}

#[test]
fn a_drag_of_a_grip_changes_the_shape() {
    let mut rig = Rig::new("select");
    rig.selection = Selection::of([name("wall")]);
    rig.run(&[At(150.0, 102.0)]);
    assert_eq!(rig.preview().grip, Some(p(50.0, 0.0)));
    rig.run(&[Down(Mouse, 1, 150.0, 102.0), Move(1, 160.0, 90.0)]);
    assert_eq!(rig.preview().ghosts.len(), 1);
    assert!(rig.host.info().unwrap().prompt.is_some());
    // Typed values replace the pointer.
    let effects = rig.run(&[Key("8"), Key("0"), Key("Tab"), Key("5"), Key("Enter")]);
    let points = serde_json::json!([0.0, 0.0, 80.0, 5.0]);
    let values = vec![("points".to_owned(), points)];
    let set = Effect::Adjust(Adjustment::set_one(name("wall"), values, 0.0));
    assert_eq!(effects[4], set);
    assert_eq!(rig.run(&[Up(1, 160.0, 90.0)]), []);
}

#[test]
fn keys_walk_nudge_and_edit_grips() {
    let mut rig = Rig::new("select");
    assert_eq!(rig.run(&[Key("Tab"), Key("ArrowUp")]), [], "nothing is selected");
    rig.run(&[Key("Enter")]);
    assert_eq!(rig.selected(), ["wall"]);
    assert_eq!(rig.run(&[Key("ArrowUp")]), [moved(&["wall"], 0.0, 20.0)]);
    assert_eq!(
        rig.run(&[Key("Shift+ArrowLeft")]),
        [moved(&["wall"], -200.0, 0.0)]
    );
    rig.run(&[Key("Tab")]);
    assert_eq!(rig.selected(), ["door"]);
    assert_eq!(
        rig.run(&[Key("Tab")]),
        [],
        "Tab leaves the canvas after the last entity"
    );
    rig.run(&[Key("Enter")]);
    assert_eq!(rig.selected(), ["leaf"], "Enter goes into a group");
    rig.run(&[Key("Escape")]);
    assert_eq!(rig.selected(), ["door"], "Escape goes out of it");
    assert_eq!(rig.run(&[Key("Escape")]), [], "the page clears the selection");
    rig.run(&[Key("Shift+Tab"), Key("Enter")]);
    assert_eq!(rig.preview().grip, Some(p(0.0, 0.0)));
    rig.run(&[Key("Tab"), Key("Escape")]);
    assert_eq!((rig.preview().grip, rig.selected()), (None, vec!["wall"]));
}
