//! Test that an added canvas tool has a button, a shortcut, and an entry in the palette, and receives input.

use trammel_canvas::actions::{ActionId, ActionList, Focus};
use trammel_canvas::camera::{Camera, Viewport};
use trammel_canvas::canvas_tool::{
    CanvasCx, CanvasTool, Effect, Input, Modifiers, NewTool, PointerKind, Preview, ToolInfo, TypedField,
};
use trammel_canvas::canvas_tools::{CANVAS_TOOLS, entries, find};
use trammel_canvas::keys::{Chord, KeyPress};
use trammel_canvas::markup::Markup;
use trammel_canvas::navigation::Contact;
use trammel_canvas::selection::Selection;
use trammel_canvas::snapping::LazySnaps;
use trammel_canvas::tool_host::{Button, PointerEvent, ToolHost};
use trammel_kernel::{Path, Point, Seg, norm};
use trammel_scene::{LayerSettings, Scene};

/// Draws a circle in two steps: the center, then a point on the circle or a typed radius.
#[derive(Default)]
struct CircleTool {
    center: Option<Point>,
    to: Point,
    typed: String,
}

impl CanvasTool for CircleTool {
    fn info(&self) -> ToolInfo {
        ToolInfo {
            id: "bolt",
            keys: &[Chord("e")],
            icon: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Z",
            label: ["Bolt", "볼트"],
            cursor: "crosshair",
            prompt: Some(if self.center.is_none() {
                ["Specify the center", "중심을 지정하세요"]
            } else {
                ["Specify the radius", "반지름을 지정하세요"]
            }),
            every_move: false,
        }
    }

    fn on(&mut self, input: Input<'_>, cx: &CanvasCx<'_>) -> Vec<Effect> {
        match (input, self.center) {
            (Input::Hover(at), _) => self.to = cx.world(at),
            (Input::Press { at, .. }, None) => self.center = Some(cx.world(at)),
            (Input::Press { at, .. }, Some(center)) => return self.draw(center, norm(cx.world(at) - center)),
            (Input::Key { press, .. }, Some(center)) => {
                if press.is("Enter") {
                    return self.draw(center, self.typed.parse().unwrap_or(1.0));
                }
                if press.key.len() == 1 && press.key.as_bytes()[0].is_ascii_digit() {
                    self.typed.push_str(press.key);
                    return vec![Effect::Handled];
                }
            }
            _ => {}
        }
        Vec::new()
    }

    fn preview(&self, _: &CanvasCx<'_>) -> Preview {
        let ghost = self.center.map(|center| Seg::line(center, self.to));
        Preview {
            ghosts: ghost.into_iter().map(|seg| Path::new(vec![seg], false)).collect(),
            fields: vec![TypedField {
                label: ["Radius", "반지름"],
                text: self.typed.clone(),
                active: true,
            }],
            ..Preview::default()
        }
    }
}

impl CircleTool {
    fn draw(&self, center: Point, radius: f64) -> Vec<Effect> {
        let input = serde_json::json!({ "x": center.x, "y": center.y, "radius": radius });
        vec![
            Effect::Call {
                tool: "draw_circle",
                input,
            },
            Effect::Finish,
        ]
    }
}

fn with_circle() -> Vec<NewTool> {
    let circle: NewTool = || Box::new(CircleTool::default());
    CANVAS_TOOLS.iter().copied().chain([circle]).collect()
}

/// Runs a function on a canvas of 200 by 200 pixels at 100 % with an empty drawing.
fn with_cx<T>(run: impl FnOnce(&CanvasCx<'_>) -> T) -> T {
    run(&CanvasCx {
        scene: &Scene::default(),
        snaps: &LazySnaps::default(),
        selection: &Selection::default(),
        markup: &Markup::default(),
        camera: Camera::default(),
        viewport: Viewport {
            width: 200.0,
            height: 200.0,
        },
        modifiers: Modifiers::default(),
        layers: &LayerSettings::default(),
        snaps_to_objects: true,
        grid: None,
        blocked: None,
    })
}

fn press(key: &str) -> KeyPress<'_> {
    KeyPress {
        key,
        code: key,
        ..KeyPress::default()
    }
}

fn click(x: f64, y: f64) -> [PointerEvent; 2] {
    let at = Point::new(x, y);
    let pointer = Contact {
        id: 1,
        kind: PointerKind::Mouse,
        at,
    };
    [
        PointerEvent::Down {
            pointer,
            button: Button::Main,
        },
        PointerEvent::Up { id: 1, at },
    ]
}

#[test]
fn an_added_canvas_tool_is_in_toolbar_shortcuts_and_palette() {
    let tools = with_circle();
    assert_eq!(entries(&tools).last().map(|entry| entry.id), Some("bolt"));
    assert_eq!(find(&tools, "bolt").unwrap().label, ["Bolt", "볼트"]);
    assert!(find(CANVAS_TOOLS, "bolt").is_none());
    let (before, after) = (ActionList::new(CANVAS_TOOLS), ActionList::new(&tools));
    let circle = ActionId::CanvasTool("bolt");
    assert_eq!(after.iter().count(), before.iter().count() + 1);
    assert!(after.palette_actions().any(|action| action.id == circle));
    assert!(!before.palette_actions().any(|action| action.id == circle));
    assert_eq!(after.keys(circle), [Chord("e")]);
    assert_eq!(after.for_key(&press("e"), Focus::Canvas, false), Some(circle));
    assert_eq!(after.for_key(&press("e"), Focus::Text, false), None);
    assert_eq!(before.for_key(&press("e"), Focus::Canvas, false), None);
}

#[test]
fn an_added_canvas_tool_receives_input_and_calls_a_tool() {
    with_cx(|cx| {
        let mut host = ToolHost::new(&with_circle());
        host.activate("bolt");
        assert_eq!(host.info().unwrap().prompt.unwrap()[0], "Specify the center");
        assert_eq!(
            host.key(press("4"), true, cx),
            None,
            "no center yet: the page may use the key"
        );
        for event in click(110.0, 100.0) {
            assert_eq!(host.pointer(event, cx), []);
        }
        assert_eq!(host.info().unwrap().prompt.unwrap()[0], "Specify the radius");
        host.pointer(PointerEvent::At(Point::new(140.0, 100.0)), cx);
        let preview = host.preview(cx);
        let ghost = Path::new(
            vec![Seg::line(Point::new(10.0, 0.0), Point::new(40.0, 0.0))],
            false,
        );
        assert_eq!((preview.ghosts, preview.cursor), (vec![ghost], Some("crosshair")));
        for key in ["2", "5"] {
            assert_eq!(host.key(press(key), true, cx), Some(vec![Effect::Handled]));
        }
        assert_eq!(host.preview(cx).fields[0].text, "25");
        let drawn = Effect::Call {
            tool: "draw_circle",
            input: serde_json::json!({ "x": 10.0, "y": 0.0, "radius": 25.0 }),
        };
        assert_eq!(
            host.key(press("Enter"), true, cx),
            Some(vec![drawn, Effect::Finish])
        );
        host.finish();
        assert_eq!(host.info().unwrap().id, "select", "the first of the list");
    });
}
