//! The pointer on the canvas: browser events in, gesture steps out, at most one per frame.
//!
//! Invariants: a move is kept and applied in the next animation frame; going down captures the pointer, so a drag that
//! leaves the canvas still ends; text typing and other panels never see these events.

use super::canvas::{REST_MS, commit_camera};
use super::markup;
use super::state::{App, PointerTool};
use crate::editor::camera::{Camera, wheel_factor};
use crate::editor::gesture::{Gesture, Input, Intent, Marquee, Response};
use crate::editor::hit_test::{self, Depth};
use crate::editor::selection::Combine;
use crate::editor::snapping::Snaps;
use crate::geometry::{Bounds, Point, Vec2};
use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use std::{cell::RefCell, rc::Rc};
use wasm_bindgen::JsCast;
use web_sys::{DomRect, Element, MouseEvent, PointerEvent, WheelEvent};

/// A hit counts within this many pixels of a line.
const REACH_PX: f64 = 6.0;
/// Points this near, in pixels, are snapped to.
const SNAP_PX: f64 = 9.0;
/// The same for a finger.
const REACH_TOUCH_PX: f64 = 14.0;

/// Handles of the pointer; cheap to copy into event handlers.
#[derive(Clone, Copy)]
pub(crate) struct Pointer {
    app: App,
    inner: StoredValue<Rc<RefCell<Inner>>, LocalStorage>,
}

#[derive(Default)]
struct Inner {
    gesture: Gesture,
    /// The last move of each pointer that waits for the frame; of one that draws, all.
    moves: Vec<(i32, Point)>,
    /// Pixels and zoom factor of wheel turns that wait for the frame.
    wheel: Option<(Point, Vec2, f64)>,
    hover: Option<Point>,
    frame_asked: bool,
    touch: bool,
    rest: Option<Timeout>,
    /// The drawing ready to be snapped to, and the revision it was made from.
    snaps: Option<(u64, Snaps)>,
}

impl Pointer {
    /// A pointer that acts on `app`.
    pub(crate) fn new(app: App) -> Self {
        Self {
            app,
            inner: StoredValue::new_local(Rc::default()),
        }
    }

    fn inner(self) -> Rc<RefCell<Inner>> {
        self.inner.get_value()
    }

    /// A button or finger went down.
    pub(crate) fn down(self, event: &PointerEvent) {
        let Some(at) = place(event) else { return };
        let tool = self.app.view.tool.get_untracked();
        let pan = self.app.view.space.get_untracked() || tool == PointerTool::Hand;
        let touch = event.pointer_type() == "touch";
        let intent = match event.button() {
            1 => Intent::Pan,
            0 if pan => Intent::Pan,
            0 if tool == PointerTool::Markup => Intent::Markup { finger: touch },
            0 if touch => Intent::Touch,
            0 => Intent::Select,
            _ => return,
        };
        if intent == Intent::Pan && event.button() == 1 {
            // The middle button would start the browser's own scrolling.
            event.prevent_default();
        }
        if let Some(host) = host(event) {
            let _ = host.set_pointer_capture(event.pointer_id());
        }
        self.inner().borrow_mut().touch = touch;
        let toggle = event.shift_key() || event.ctrl_key() || event.meta_key();
        self.step(Input::Down {
            id: event.pointer_id(),
            at,
            intent,
            toggle,
        });
    }

    /// It moved. Applied in the next frame.
    pub(crate) fn moved(self, event: &PointerEvent) {
        let Some(at) = place(event) else { return };
        let inner = self.inner();
        let mut inner = inner.borrow_mut();
        inner.hover = Some(at);
        if inner.gesture != Gesture::Idle {
            let id = event.pointer_id();
            if matches!(inner.gesture, Gesture::Markup { .. }) {
                let way = way(event).into_iter().map(|at| (id, at));
                inner.moves.extend(way);
                self.ask_frame(&mut inner);
                return;
            }
            match inner.moves.iter_mut().find(|(pointer, _)| *pointer == id) {
                Some(waiting) => waiting.1 = at,
                None => inner.moves.push((id, at)),
            }
        }
        self.ask_frame(&mut inner);
    }

    /// It went up.
    pub(crate) fn up(self, event: &PointerEvent) {
        let Some(at) = place(event) else { return };
        self.frame();
        self.step(Input::Up {
            id: event.pointer_id(),
            at,
        });
    }

    /// The browser has taken a pointer away; the gesture that is made with it is called off.
    pub(crate) fn cancel(self, event: &PointerEvent) {
        let inner = self.inner();
        if inner.borrow().gesture.is_made_with(event.pointer_id()) {
            inner.borrow_mut().moves.clear();
            self.step(Input::Cancel);
        }
    }

    /// A double click takes the entity inside a group.
    pub(crate) fn double(self, event: &MouseEvent) {
        // Two dots are two dots.
        let sketching = self.app.view.tool.get_untracked() == PointerTool::Markup;
        if let Some(at) = place(event).filter(|_| !sketching) {
            self.pick(at, false, Depth::Entity);
        }
    }

    /// A turn of the wheel zooms at the pointer; with Shift, or sideways on a touchpad, it moves the paper. A pinch on a
    /// touchpad arrives as a wheel turn with Control held.
    pub(crate) fn wheel(self, event: &WheelEvent) {
        event.prevent_default();
        let Some(at) = place(event) else { return };
        let unit = match event.delta_mode() {
            WheelEvent::DOM_DELTA_LINE => 16.0,
            WheelEvent::DOM_DELTA_PAGE => 400.0,
            _ => 1.0,
        };
        let (dx, dy) = (event.delta_x() * unit, event.delta_y() * unit);
        let inner = self.inner();
        let mut inner = inner.borrow_mut();
        let (_, pan, factor) = inner.wheel.unwrap_or((at, Vec2::ZERO, 1.0));
        inner.wheel = Some(if event.shift_key() && !event.ctrl_key() {
            let sideways = if dx == 0.0 {
                Vec2::new(-dy, 0.0)
            } else {
                Vec2::new(-dx, -dy)
            };
            (at, pan + sideways, factor)
        } else {
            (
                at,
                pan - Vec2::new(dx, 0.0),
                factor * wheel_factor(dy, event.ctrl_key()),
            )
        });
        self.ask_frame(&mut inner);
    }

    /// The menu of the browser stays away from the middle and right button on the drawing.
    pub(crate) fn context_menu(self, event: &MouseEvent) {
        if self.inner().borrow().gesture != Gesture::Idle {
            event.prevent_default();
        }
    }

    fn ask_frame(self, inner: &mut Inner) {
        if !inner.frame_asked {
            inner.frame_asked = true;
            request_animation_frame(move || self.frame());
        }
    }

    /// Applies what came in since the last frame.
    fn frame(self) {
        let inner = self.inner();
        let (moves, wheel, hover) = {
            let mut inner = inner.borrow_mut();
            inner.frame_asked = false;
            (
                std::mem::take(&mut inner.moves),
                inner.wheel.take(),
                inner.hover.take(),
            )
        };
        for (id, at) in moves {
            self.step(Input::Move { id, at });
        }
        if let Some((at, pan, factor)) = wheel {
            self.respond(Response::Zoom { pan, at, factor });
        }
        if let Some(at) = hover {
            let view = self.app.view;
            let world = view
                .camera
                .get_untracked()
                .to_world(at, view.viewport.get_untracked());
            view.cursor.set(Some(world));
            self.snap(world);
        }
    }

    /// Finds the exact point that is meant at `cursor`; not while something is dragged.
    fn snap(self, cursor: Point) {
        let view = self.app.view;
        let inner = self.inner();
        let mut inner = inner.borrow_mut();
        let found = if inner.gesture == Gesture::Idle {
            let revision = self.app.doc.revision.get_untracked();
            if inner.snaps.as_ref().is_none_or(|(made, _)| *made != revision) {
                inner.snaps = Some((revision, self.app.document.scene(Snaps::of)));
            }
            let radius = SNAP_PX / view.camera.with_untracked(|camera| camera.zoom);
            inner
                .snaps
                .as_ref()
                .and_then(|(_, snaps)| snaps.at(cursor, radius))
        } else {
            None
        };
        if view.snapped.with_untracked(|now| *now != found) {
            view.snapped.set(found);
        }
    }

    fn step(self, input: Input) {
        let inner = self.inner();
        let (gesture, response) = inner.borrow().gesture.next(input);
        inner.borrow_mut().gesture = gesture;
        let view = self.app.view;
        if view.marquee.get_untracked() != gesture.marquee() {
            view.marquee.set(gesture.marquee());
        }
        if view.panning.get_untracked() != gesture.is_panning() {
            view.panning.set(gesture.is_panning());
        }
        self.respond(response);
    }

    fn respond(self, response: Response) {
        let camera = self.app.view.camera.get_untracked();
        let viewport = self.app.view.viewport.get_untracked();
        match response {
            Response::None => {}
            Response::Pan(by) => self.set_camera(camera.panned(by)),
            Response::Zoom { pan, at, factor } => {
                self.set_camera(camera.panned(pan).zoomed_at(at, factor, viewport));
            }
            Response::Pick { at, toggle } => self.pick(at, toggle, Depth::Outermost),
            Response::MarqueeSelect { marquee, toggle } => self.catch(marquee, toggle),
            Response::StrokeBegins(at) => markup::begin(self.app, at),
            Response::StrokeGoes(at) => markup::go(self.app, at),
            Response::StrokeEnds(at) => markup::end(self.app, at),
            Response::StrokeDrops => markup::drop_stroke(self.app),
        }
    }

    /// Moves the layer now; the picture is drawn again when this rests.
    fn set_camera(self, camera: Camera) {
        let (app, inner) = (self.app, self.inner());
        if app.view.camera.get_untracked() == camera {
            return;
        }
        app.view.camera.set(camera);
        if camera.outgrows(
            app.view.rendered_camera.get_untracked(),
            app.view.viewport.get_untracked(),
        ) {
            commit_camera(app);
        }
        inner.borrow_mut().rest = Some(Timeout::new(REST_MS, move || commit_camera(app)));
    }

    fn pick(self, at: Point, toggle: bool, depth: Depth) {
        let view = self.app.view;
        let camera = view.camera.get_untracked();
        let reach = if self.inner().borrow().touch {
            REACH_TOUCH_PX
        } else {
            REACH_PX
        } / camera.zoom;
        let point = camera.to_world(at, view.viewport.get_untracked());
        let hit = self
            .app
            .document
            .scene(|scene| hit_test::at(scene, point, reach, depth));
        let combine = if toggle { Combine::Toggle } else { Combine::Replace };
        let selection = view
            .selection
            .with_untracked(|selection| selection.picked(hit.as_ref(), combine));
        super::actions::select(self.app, selection);
    }

    fn catch(self, marquee: Marquee, toggle: bool) {
        let view = self.app.view;
        let (camera, viewport) = (view.camera.get_untracked(), view.viewport.get_untracked());
        let (a, b) = (
            camera.to_world(marquee.from, viewport),
            camera.to_world(marquee.to, viewport),
        );
        let Some(area) = Bounds::new(a, b) else { return };
        let caught = self
            .app
            .document
            .scene(|scene| hit_test::within(scene, &area, marquee.touching()));
        let combine = if toggle { Combine::Toggle } else { Combine::Replace };
        let selection = view
            .selection
            .with_untracked(|selection| selection.caught(&caught, combine));
        super::actions::select(self.app, selection);
    }
}

fn host(event: &MouseEvent) -> Option<Element> {
    event.current_target().and_then(|target| target.dyn_into().ok())
}

/// Where an event is, in CSS pixels from the top left corner of the canvas.
fn place(event: &MouseEvent) -> Option<Point> {
    Some(seen_from(&host(event)?.get_bounding_client_rect(), event))
}

fn seen_from(corner: &DomRect, event: &MouseEvent) -> Point {
    Point::new(
        f64::from(event.client_x()) - corner.left(),
        f64::from(event.client_y()) - corner.top(),
    )
}

/// All places of a move that the browser has gathered into one event.
fn way(event: &PointerEvent) -> Vec<Point> {
    let Some(host) = host(event) else {
        return Vec::new();
    };
    let corner = host.get_bounding_client_rect();
    let gathered = event.get_coalesced_events();
    let places = gathered
        .iter()
        .filter_map(|one| one.dyn_into::<PointerEvent>().ok());
    let mut way: Vec<Point> = places.map(|one| seen_from(&corner, &one)).collect();
    if way.is_empty() {
        way.push(seen_from(&corner, event));
    }
    way
}
