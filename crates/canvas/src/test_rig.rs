//! Canvas of 200 by 200 pixels at 100 %, with the origin of the drawing at its center, for tests of the canvas tools.
//!
//! A [`TestCanvas`] makes the context of a tool, and a [`Rig`] sends events to a [`ToolHost`] like the page.
#![allow(clippy::unwrap_used, reason = "tests")]

use super::camera::{Camera, Viewport};
use super::canvas_tool::{CanvasCx, Effect, Modifiers, PointerKind, Preview};
use super::canvas_tools::CANVAS_TOOLS;
use super::keys::KeyPress;
use super::markup::Markup;
use super::navigation::Contact;
use super::selection::Selection;
use super::snapping::LazySnaps;
use super::tool_host::{Button, PointerEvent, ToolHost};
use serde_json::Value;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use trammel_kernel::Point;
use trammel_scene::{Edit, LayerSettings, Name, Scene, Shape};

/// Drawing and settings of a canvas.
#[derive(Debug, Default)]
pub(super) struct TestCanvas {
    pub(super) scene: Scene,
    pub(super) selection: Selection,
    pub(super) markup: Markup,
    pub(super) modifiers: Modifiers,
    pub(super) layers: LayerSettings,
    /// Whether the setting "Snap to objects" is off.
    pub(super) objects_off: bool,
    pub(super) grid: Option<f64>,
    pub(super) blocked: bool,
}

/// The canvas tools over a [`TestCanvas`].
pub(super) struct Rig {
    pub(super) host: ToolHost,
    pub(super) canvas: TestCanvas,
}

pub(super) fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

/// Draws shapes with the default style of files.
pub(super) fn draw_shapes(shapes: impl IntoIterator<Item = (&'static str, Shape)>) -> Scene {
    let mut edit = Edit::by_user(Scene::default());
    for (text, shape) in shapes {
        edit.insert(&name(text), shape, Arc::default(), false).unwrap();
    }
    edit.finish().0
}

pub(super) fn line(from: (f64, f64), to: (f64, f64)) -> Shape {
    Shape::Line {
        points: vec![from.into(), to.into()],
        closed: false,
    }
}

/// Returns the tool and the arguments of the only call.
#[track_caller]
pub(super) fn call(effects: &[Effect]) -> (&'static str, Value) {
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

/// Checks that the input is refused for a reason with this part.
#[track_caller]
pub(super) fn assert_refused(effects: &[Effect], part: &str) {
    assert!(
        matches!(effects, [Effect::Refuse([english, _])] if english.contains(part)),
        "{effects:?}"
    );
}

impl TestCanvas {
    pub(super) fn of(scene: Scene, selected: &[&str]) -> TestCanvas {
        TestCanvas {
            scene,
            selection: Selection::of(selected.iter().map(|text| name(text))),
            ..TestCanvas::default()
        }
    }

    /// Runs a function with the context of a tool.
    pub(super) fn with<T>(&self, run: impl FnOnce(&CanvasCx<'_>) -> T) -> T {
        run(&CanvasCx {
            scene: &self.scene,
            snaps: &LazySnaps::default(),
            selection: &self.selection,
            markup: &self.markup,
            camera: Camera::default(),
            viewport: Viewport {
                width: 200.0,
                height: 200.0,
            },
            modifiers: self.modifiers,
            layers: &self.layers,
            snaps_to_objects: !self.objects_off,
            grid: self.grid,
            blocked: self.blocked.then_some("The code does not run."),
        })
    }
}

impl Deref for Rig {
    type Target = TestCanvas;

    fn deref(&self) -> &TestCanvas {
        &self.canvas
    }
}

impl DerefMut for Rig {
    fn deref_mut(&mut self) -> &mut TestCanvas {
        &mut self.canvas
    }
}

impl Rig {
    pub(super) fn of(scene: Scene, selected: &[&str]) -> Rig {
        Rig {
            host: ToolHost::new(CANVAS_TOOLS),
            canvas: TestCanvas::of(scene, selected),
        }
    }

    /// Runs a function with the host and its context.
    pub(super) fn with<T>(&mut self, run: impl FnOnce(&mut ToolHost, &CanvasCx<'_>) -> T) -> T {
        let Rig { host, canvas } = self;
        canvas.with(|cx| run(host, cx))
    }

    pub(super) fn event(&mut self, event: PointerEvent) -> Vec<Effect> {
        let effects = self.with(|host, cx| host.pointer(event, cx));
        self.follow(effects)
    }

    fn follow(&mut self, effects: Vec<Effect>) -> Vec<Effect> {
        for effect in &effects {
            match effect {
                Effect::Finish => self.host.finish(),
                Effect::Select(selection) => self.selection = selection.clone(),
                _ => {}
            }
        }
        effects
    }

    /// Presses at a drawing point and releases at another one.
    pub(super) fn drag(&mut self, kind: PointerKind, from: (f64, f64), to: (f64, f64)) -> Vec<Effect> {
        let pointer = Contact {
            id: 1,
            kind,
            at: pixel(from),
        };
        let (button, at) = (Button::Main, pixel(to));
        let mut effects = self.event(PointerEvent::Down { pointer, button });
        effects.extend(self.event(PointerEvent::Move { id: 1, at }));
        effects.extend(self.event(PointerEvent::Up { id: 1, at }));
        effects
    }

    pub(super) fn click(&mut self, x: f64, y: f64) -> Vec<Effect> {
        self.drag(PointerKind::Mouse, (x, y), (x, y))
    }

    pub(super) fn hover(&mut self, x: f64, y: f64) {
        self.event(PointerEvent::At(pixel((x, y))));
    }

    pub(super) fn press(&mut self, press: KeyPress<'_>) -> Vec<Effect> {
        let effects = self.with(|host, cx| host.key(press, true, cx));
        self.follow(effects.unwrap_or_default())
    }

    /// Presses a named key.
    pub(super) fn key(&mut self, key: &str) -> Vec<Effect> {
        self.press(KeyPress {
            key,
            ..KeyPress::default()
        })
    }

    pub(super) fn shift(&mut self, key: &str) -> Vec<Effect> {
        self.press(KeyPress {
            key,
            shift: true,
            ..KeyPress::default()
        })
    }

    /// Types characters; a line break is Enter, and a tabulator is Tab.
    pub(super) fn keys(&mut self, text: &str) -> Vec<Effect> {
        let mut last = Vec::new();
        for typed in text.chars() {
            last = match typed {
                '\n' => self.key("Enter"),
                '\t' => self.key("Tab"),
                other => self.key(&other.to_string()),
            };
        }
        last
    }

    /// Sends a text of the field on the drawing.
    pub(super) fn text(&mut self, text: &str) -> Vec<Effect> {
        let effects = self.with(|host, cx| host.text(text, cx));
        self.follow(effects)
    }

    pub(super) fn preview(&mut self) -> Preview {
        self.with(|host, cx| host.preview(cx))
    }

    /// Returns the texts of the typed fields.
    pub(super) fn texts(&mut self) -> Vec<String> {
        let fields = self.preview().fields;
        fields.into_iter().map(|field| field.text).collect()
    }

    pub(super) fn tool(&self) -> &'static str {
        self.host.info().unwrap().id
    }
}

/// Returns the pixel at a point of the drawing.
pub(super) fn pixel((x, y): (f64, f64)) -> Point {
    Point::new(100.0 + x, 100.0 - y)
}
