//! Tests of the canvas tools through pointer and key events, as the page uses them.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod markup;
mod moving;
mod navigation;

use super::camera::{Camera, Viewport};
use super::canvas_tool::{CanvasCx, Effect, Marquee, Modifiers, PointerKind, Preview};
use super::canvas_tools::CANVAS_TOOLS;
use super::keys::KeyPress;
use super::markup::{MOST_STROKES, Markup, StrokeBuilder};
use super::navigation::Contact;
use super::selection::Selection;
use super::snapping::LazySnaps;
use super::tool_host::{Button, PointerEvent, ToolHost};
use std::sync::Arc;
use trammel_kernel::{Point, Vec2};
use trammel_scene::{Adjustment, Edit, LayerSettings, Name, Scene, Shape};

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
fn a_double_click_on_an_entity_without_text_keeps_it_selected() {
    let mut rig = Rig::new("select");
    rig.run(&[Down(Mouse, 1, 120.0, 100.0), Up(1, 120.0, 100.0)]);
    assert_eq!(rig.selected(), ["wall"]);
    let wall = Selection::of([name("wall")]);
    assert_eq!(rig.run(&[Double(120.0, 100.0)]), [Effect::Select(wall)]);
    assert_eq!(rig.selected(), ["wall"]);
    rig.run(&[Double(120.0, 70.0)]);
    assert_eq!(rig.selected(), ["leaf"], "inside the group");
    let leaf = Selection::of([name("leaf")]);
    assert_eq!(rig.run(&[Double(120.0, 70.0)]), [Effect::Select(leaf)]);
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
        // The corner of the selection is at 90, 60.
        Down(Mouse, 1, 75.0, 60.0),
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
fn activating_another_tool_cancels_the_current_gesture() {
    let mut rig = Rig::new("sketch");
    rig.run(&[Down(Mouse, 1, 0.0, 0.0), Move(1, 50.0, 0.0)]);
    rig.host.activate("no such tool");
    assert!(rig.host.is_busy());
    rig.host.activate("select");
    assert!(!rig.host.is_busy() && rig.preview().ink.is_empty());
    assert_eq!(rig.run(&[Move(1, 60.0, 0.0), Up(1, 60.0, 0.0)]), []);
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
