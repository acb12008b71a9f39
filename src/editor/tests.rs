//! Tests of the canvas tools through pointer and key events, as the page uses them.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use super::camera::{Camera, Viewport};
use super::canvas_tool::{CanvasCx, Effect, Marquee, Modifiers, PointerKind, Preview};
use super::canvas_tools::CANVAS_TOOLS;
use super::keys::KeyPress;
use super::markup::{MOST_STROKES, Markup, StrokeBuilder};
use super::navigation::Contact;
use super::selection::Selection;
use super::snapping::LazySnaps;
use super::tool_host::{Button, PointerEvent, ToolHost};
use crate::geometry::{Point, Vec2};
use crate::scene::{Adjustment, Edit, LayerSettings, Name, Scene, Shape};
use std::sync::Arc;

/// Test setup: a canvas of 200 by 200 pixels at 100 %, with the origin of the drawing at its center.
struct Rig {
    host: ToolHost,
    scene: Scene,
    snaps: LazySnaps,
    selection: Selection,
    markup: Markup,
    modifiers: Modifiers,
}

/// A step of a test: an event, with the id and the position of the pointer where needed.
enum Do {
    Down(PointerKind, i32, f64, f64),
    Middle(i32, f64, f64),
    Move(i32, f64, f64),
    Up(i32, f64, f64),
    Lost(i32),
    At(f64, f64),
    Left,
    Double(f64, f64),
    Key(&'static str),
}
use Do::{At, Double, Down, Key, Left, Lost, Middle, Move, Up};
use PointerKind::{Mouse, Pen, Touch};

impl Rig {
    /// Creates a drawing with the horizontal line "wall" from (0, 0) to (50, 0) and the group "door" with the
    /// line "leaf" at y = 30.
    fn new(tool: &str) -> Self {
        let mut edit = Edit::by_user(Scene::default());
        let line = |y: f64| Shape::Line {
            points: vec![Point::new(0.0, y), Point::new(50.0, y)],
            closed: false,
        };
        edit.insert(&name("wall"), line(0.0), Arc::default(), false)
            .unwrap();
        edit.insert(&name("leaf"), line(30.0), Arc::default(), false)
            .unwrap();
        edit.group(&name("door"), &[name("leaf")]).unwrap();
        let mut host = ToolHost::new(CANVAS_TOOLS);
        host.activate(tool);
        assert_eq!(host.info().unwrap().id, tool);
        Self {
            host,
            scene: edit.scene().clone(),
            snaps: LazySnaps::default(),
            selection: Selection::default(),
            markup: Markup::default(),
            modifiers: Modifiers::default(),
        }
    }

    /// Performs the steps, applies the effects on the selection and the markup, and returns all effects.
    fn run(&mut self, steps: &[Do]) -> Vec<Effect> {
        let mut done = Vec::new();
        for step in steps {
            let effects = self.step(step);
            for effect in &effects {
                match effect {
                    Effect::Select(selection) => self.selection = selection.clone(),
                    Effect::AddStroke(stroke) => assert!(self.markup.add(stroke.clone())),
                    Effect::RemoveStroke => self.markup.remove_last(),
                    Effect::ClearMarkup => self.markup = Markup::default(),
                    Effect::Finish => self.host.finish(),
                    _ => {}
                }
            }
            done.extend(effects);
        }
        done
    }

    fn step(&mut self, step: &Do) -> Vec<Effect> {
        let cx = CanvasCx {
            scene: &self.scene,
            snaps: &self.snaps,
            selection: &self.selection,
            markup: &self.markup,
            camera: Camera::default(),
            viewport: VIEW,
            modifiers: self.modifiers,
            layers: &LayerSettings::default(),
            snaps_to_objects: true,
            grid: None,
            blocked: None,
        };
        let down = |kind, id, x, y, button| PointerEvent::Down {
            pointer: Contact {
                id,
                kind,
                at: p(x, y),
            },
            button,
        };
        let event = match *step {
            Down(kind, id, x, y) => down(kind, id, x, y, Button::Main),
            Middle(id, x, y) => down(Mouse, id, x, y, Button::Middle),
            Move(id, x, y) => PointerEvent::Move { id, at: p(x, y) },
            Up(id, x, y) => PointerEvent::Up { id, at: p(x, y) },
            Lost(id) => PointerEvent::Lost { id },
            At(x, y) => PointerEvent::At(p(x, y)),
            Left => PointerEvent::Left,
            Double(x, y) => PointerEvent::Double(p(x, y)),
            Key(key) => {
                let (shift, key) = key.strip_prefix("Shift+").map_or((false, key), |key| (true, key));
                let press = KeyPress {
                    key,
                    code: key,
                    shift,
                    ..KeyPress::default()
                };
                return self.host.key(press, true, &cx).unwrap_or_default();
            }
        };
        self.host.pointer(event, &cx)
    }

    fn preview(&self) -> Preview {
        self.host.preview(&CanvasCx {
            scene: &self.scene,
            snaps: &self.snaps,
            selection: &self.selection,
            markup: &self.markup,
            camera: Camera::default(),
            viewport: VIEW,
            modifiers: self.modifiers,
            layers: &LayerSettings::default(),
            snaps_to_objects: true,
            grid: None,
            blocked: None,
        })
    }

    fn selected(&self) -> Vec<&str> {
        self.selection.iter().map(Name::as_str).collect()
    }
}

const VIEW: Viewport = Viewport {
    width: 200.0,
    height: 200.0,
};

fn p(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

fn pan(x: f64, y: f64) -> Effect {
    Effect::Pan(Vec2::new(x, y))
}

#[test]
fn a_click_with_a_small_drag_selects_and_shift_toggles() {
    let mut rig = Rig::new("select");
    rig.run(&[
        Down(Mouse, 1, 120.0, 101.0),
        Move(1, 122.0, 102.0),
        Up(1, 122.0, 102.0),
    ]);
    assert_eq!(rig.selected(), ["wall"]);
    rig.modifiers.shift = true;
    rig.run(&[Down(Mouse, 1, 120.0, 70.0), Up(1, 120.0, 70.0)]);
    assert_eq!(rig.selected(), ["wall", "door"], "the outermost group is added");
    rig.run(&[Down(Mouse, 1, 120.0, 100.0), Up(1, 120.0, 100.0)]);
    assert_eq!(rig.selected(), ["door"]);
    rig.modifiers.shift = false;
    rig.run(&[Down(Mouse, 1, 20.0, 20.0), Up(1, 20.0, 20.0)]);
    assert!(rig.selected().is_empty(), "a click beside everything");
}

#[test]
fn a_double_click_selects_inside_a_group() {
    for tool in ["select", "hand"] {
        let mut rig = Rig::new(tool);
        rig.run(&[Double(120.0, 70.0)]);
        assert_eq!(rig.selected(), ["leaf"], "{tool}");
    }
    assert_eq!(Rig::new("sketch").run(&[Double(120.0, 70.0)]), [], "two dots");
}

#[test]
fn a_double_click_on_an_entity_without_a_deeper_level_shows_its_code() {
    let mut rig = Rig::new("select");
    rig.run(&[Down(Mouse, 1, 120.0, 100.0), Up(1, 120.0, 100.0)]);
    assert_eq!(rig.selected(), ["wall"]);
    assert_eq!(rig.run(&[Double(120.0, 100.0)]), [Effect::GoToCode(name("wall"))]);
    assert_eq!(rig.selected(), ["wall"]);
    rig.run(&[Double(120.0, 70.0)]);
    assert_eq!(rig.selected(), ["leaf"], "inside the group");
    assert_eq!(rig.run(&[Double(120.0, 70.0)]), [Effect::GoToCode(name("leaf"))]);
    assert_eq!(
        rig.run(&[Double(10.0, 10.0)]),
        [Effect::Select(Selection::default())]
    );
}

#[test]
fn touch_has_a_larger_hit_tolerance_than_mouse_and_pen() {
    for (kind, hits) in [(Mouse, false), (Pen, false), (Touch, true)] {
        let mut rig = Rig::new("select");
        rig.run(&[Down(kind, 1, 120.0, 110.0), Up(1, 120.0, 110.0)]);
        assert_eq!(!rig.selected().is_empty(), hits, "{kind:?}");
        let effect = rig.run(&[Double(120.0, 110.0)]);
        assert_eq!(effect != [Effect::Select(Selection::default())], hits, "{kind:?}");
    }
}

#[test]
fn drag_direction_chooses_an_enclosing_or_touching_marquee() {
    let mut rig = Rig::new("select");
    rig.run(&[Down(Mouse, 1, 90.0, 60.0), Move(1, 110.0, 104.0)]);
    let marquee = Marquee {
        from: p(90.0, 60.0),
        to: p(110.0, 104.0),
    };
    assert_eq!(rig.preview().marquee, Some(marquee));
    rig.run(&[Up(1, 110.0, 104.0)]);
    assert_eq!(rig.preview().marquee, None);
    assert!(rig.selected().is_empty(), "nothing is enclosed");
    rig.run(&[
        Down(Mouse, 1, 110.0, 60.0),
        Move(1, 90.0, 80.0),
        Up(1, 90.0, 104.0),
    ]);
    assert_eq!(
        rig.selected(),
        ["wall", "door"],
        "from right to left, touching counts"
    );
    rig.run(&[
        Down(Mouse, 1, 90.0, 60.0),
        Move(1, 160.0, 80.0),
        Up(1, 160.0, 80.0),
    ]);
    assert_eq!(rig.selected(), ["door"]);
}

#[test]
fn a_canceled_marquee_selects_nothing() {
    for end in [Lost(1), Key("Escape")] {
        let mut rig = Rig::new("select");
        let effects = rig.run(&[
            Down(Mouse, 1, 110.0, 60.0),
            Move(1, 90.0, 104.0),
            end,
            Move(1, 80.0, 104.0),
            Up(1, 80.0, 104.0),
        ]);
        assert_eq!((effects, rig.preview().marquee), (vec![], None));
    }
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

#[test]
fn the_snap_marker_is_shown_only_while_no_pointer_is_down() {
    for tool in ["select", "hand", "sketch"] {
        let mut rig = Rig::new(tool);
        let snapped = |rig: &Rig| {
            rig.preview()
                .snap
                .map(|snap| (snap.point, snap.owner.unwrap().to_string()))
        };
        rig.run(&[At(103.0, 102.0)]);
        assert_eq!(snapped(&rig), Some((p(0.0, 0.0), "wall".to_owned())), "{tool}");
        rig.run(&[Down(Mouse, 1, 103.0, 102.0), At(104.0, 102.0)]);
        assert_eq!(snapped(&rig), None, "{tool} is pressed");
        rig.run(&[Lost(1), At(103.0, 102.0)]);
        assert!(snapped(&rig).is_some());
        rig.run(&[Middle(1, 103.0, 102.0), At(104.0, 102.0)]);
        assert_eq!(snapped(&rig), None, "the paper moves");
        rig.run(&[Up(1, 103.0, 102.0), At(103.0, 102.0), Left]);
        assert_eq!(snapped(&rig), None, "the pointer is elsewhere");
    }
}

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

#[test]
fn activating_another_tool_cancels_the_current_gesture() {
    let mut rig = Rig::new("sketch");
    rig.run(&[Down(Mouse, 1, 0.0, 0.0), Move(1, 50.0, 0.0)]);
    rig.host.activate("no such tool");
    assert!(rig.host.is_busy());
    rig.host.activate("select");
    assert!(!rig.host.is_busy() && rig.preview().ink.is_empty());
    assert_eq!(rig.run(&[Move(1, 60.0, 0.0), Up(1, 60.0, 0.0)]), []);
}

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
    let locked = crate::scene::Flags {
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
    let set = Effect::Adjust(Adjustment::Set {
        name: name("wall"),
        values: vec![("points".to_owned(), serde_json::json!([0.0, 0.0, 80.0, 5.0]))],
        pixel: 0.0,
    });
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

#[test]
fn command_picks_inside_groups_and_alt_cycles() {
    let mut rig = Rig::new("select");
    let click = [Down(Mouse, 1, 115.0, 70.0), Up(1, 115.0, 70.0)];
    rig.modifiers.command = true;
    rig.run(&click);
    assert_eq!(rig.selected(), ["leaf"]);
    let mut edit = Edit::by_user(rig.scene.clone());
    let points = vec![Point::new(0.0, 30.0), Point::new(50.0, 30.0)];
    let closed = false;
    edit.insert(
        &name("top"),
        Shape::Line { points, closed },
        Arc::default(),
        false,
    )
    .unwrap();
    rig.scene = edit.finish().0;
    rig.modifiers = Modifiers {
        alt: true,
        ..Modifiers::default()
    };
    for wanted in ["top", "door", "top"] {
        rig.run(&click);
        assert_eq!(rig.selected(), [wanted]);
    }
}
