//! Tests of the drawing tools through pointer and key events: input in, calls and previews out.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use crate::editor::camera::{Camera, Viewport};
use crate::editor::canvas_tool::{CanvasCx, Effect, Modifiers, PointerKind, Preview};
use crate::editor::canvas_tools::CANVAS_TOOLS;
use crate::editor::keys::KeyPress;
use crate::editor::markup::Markup;
use crate::editor::navigation::Contact;
use crate::editor::selection::Selection;
use crate::editor::snapping::LazySnaps;
use crate::editor::tool_host::{Button, PointerEvent, ToolHost};
use crate::geometry::Point;
use crate::scene::{Edit, Name, Scene, Shape};
use serde_json::{Value, json};

mod annotations;
mod methods;
mod pointing;

/// Canvas of 200 by 200 pixels at 100 %, with the origin at its center and the line "wall" from (0, 0) to
/// (50.25, 0).
struct Rig {
    host: ToolHost,
    scene: Scene,
    modifiers: Modifiers,
    grid: Option<f64>,
    blocked: bool,
}

impl Rig {
    fn new(tool: &str) -> Self {
        let mut edit = Edit::by_user(Scene::default());
        let wall = Shape::Line {
            points: vec![Point::ORIGIN, Point::new(50.25, 0.0)],
            closed: false,
        };
        let style = std::sync::Arc::default();
        edit.insert(&Name::new("wall").unwrap(), wall, style, false)
            .unwrap();
        let mut host = ToolHost::new(CANVAS_TOOLS);
        host.activate(tool);
        Self {
            host,
            scene: edit.scene().clone(),
            modifiers: Modifiers::default(),
            grid: None,
            blocked: false,
        }
    }

    fn add(&mut self, name: &str, shape: Shape) {
        let mut edit = Edit::by_user(self.scene.clone());
        let name = Name::new(name).unwrap();
        edit.insert(&name, shape, std::sync::Arc::default(), false)
            .unwrap();
        self.scene = edit.scene().clone();
    }

    /// Sends a text of the field on the drawing.
    fn text(&mut self, text: &str) -> Vec<Effect> {
        let effects = self.with(|host, cx| host.text(text, cx));
        self.follow(&effects);
        effects
    }

    fn with<T>(&mut self, run: impl FnOnce(&mut ToolHost, &CanvasCx<'_>) -> T) -> T {
        run(
            &mut self.host,
            &CanvasCx {
                scene: &self.scene,
                snaps: &LazySnaps::default(),
                selection: &Selection::default(),
                markup: &Markup::default(),
                camera: Camera::default(),
                viewport: Viewport {
                    width: 200.0,
                    height: 200.0,
                },
                modifiers: self.modifiers,
                grid: self.grid,
                blocked: self.blocked.then_some("The code does not run."),
            },
        )
    }

    fn event(&mut self, event: PointerEvent) -> Vec<Effect> {
        let effects = self.with(|host, cx| host.pointer(event, cx));
        self.follow(&effects);
        effects
    }

    fn follow(&mut self, effects: &[Effect]) {
        if effects.contains(&Effect::Finish) {
            self.host.finish();
        }
    }

    /// Presses at a drawing point and releases at another one.
    fn drag(&mut self, kind: PointerKind, from: (f64, f64), to: (f64, f64)) -> Vec<Effect> {
        let at = |(x, y): (f64, f64)| Point::new(100.0 + x, 100.0 - y);
        let pointer = Contact {
            id: 1,
            kind,
            at: at(from),
        };
        let button = Button::Main;
        let mut effects = self.event(PointerEvent::Down { pointer, button });
        effects.extend(self.event(PointerEvent::Move { id: 1, at: at(to) }));
        effects.extend(self.event(PointerEvent::Up { id: 1, at: at(to) }));
        effects
    }

    fn click(&mut self, x: f64, y: f64) -> Vec<Effect> {
        self.drag(PointerKind::Mouse, (x, y), (x, y))
    }

    fn hover(&mut self, x: f64, y: f64) {
        self.event(PointerEvent::At(Point::new(100.0 + x, 100.0 - y)));
    }

    /// Presses a named key.
    fn key(&mut self, key: &str) -> Vec<Effect> {
        let press = KeyPress {
            key,
            ..KeyPress::default()
        };
        let effects = self.with(|host, cx| host.key(press, true, cx));
        let effects = effects.unwrap_or_default();
        self.follow(&effects);
        effects
    }

    /// Types characters; a line break is Enter, and a tabulator is Tab.
    fn keys(&mut self, text: &str) -> Vec<Effect> {
        let mut effects = Vec::new();
        for c in text.chars() {
            effects = match c {
                '\n' => self.key("Enter"),
                '\t' => self.key("Tab"),
                c => self.key(&c.to_string()),
            };
        }
        effects
    }

    fn preview(&mut self) -> Preview {
        self.with(|host, cx| host.preview(cx))
    }

    fn texts(&mut self) -> Vec<String> {
        self.preview()
            .fields
            .into_iter()
            .map(|field| field.text)
            .collect()
    }

    fn tool(&self) -> &'static str {
        self.host.info().unwrap().id
    }
}

/// Returns the tool and the arguments of the only call.
#[track_caller]
fn call(effects: &[Effect]) -> (&'static str, Value) {
    let calls: Vec<_> = effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Call { tool, input } => Some((*tool, input.clone())),
            _ => None,
        })
        .collect();
    assert_eq!(calls.len(), 1, "{effects:?}");
    calls[0].clone()
}

#[track_caller]
fn refused(effects: &[Effect], part: &str) {
    assert!(
        matches!(effects, [Effect::Refuse([english, _])] if english.contains(part)),
        "{effects:?}"
    );
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
    refused(&rig.keys("12\n"), "Angle is missing");
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
    refused(&rig.keys("\n"), "incomplete");
    rig.keys("0,-50\n");
    refused(&rig.click(0.0, -50.0), "the same");
    refused(&rig.keys("1/0,5\n"), "divides by zero");
    rig.key("Escape");
    refused(&rig.keys("5x\t0\n"), "\"x\" is not a unit");
    rig.key("Escape");
    refused(&rig.keys("0\t0\n"), "length is zero");
    rig.key("Escape");
    rig.keys("5,-50\n");
    assert_eq!(call(&rig.keys("\n")).1["points"], json!([0.0, -50.0, 5.0, -50.0]));
    let mut rig = Rig::new("rectangle");
    rig.keys("0,0\n");
    refused(&rig.keys("10\t0\n"), "above zero");
    let mut rig = Rig::new("arc");
    rig.keys("0,0\n5,5\n");
    refused(&rig.keys("9,9\n"), "on one line");
    let mut rig = Rig::new("polygon");
    rig.keys("0,0\n");
    refused(&rig.keys("5\t2.5\n"), "whole number");
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
