//! Pointer input of the canvas: converts browser events into events of the canvas tool, with at most one move per
//! frame.
//!
//! Invariants: moves are buffered and applied in the next animation frame; a press captures the pointer, so that a drag
//! that leaves the canvas still ends; text fields and other panels never receive these events.

use super::canvas_hover::hover_canvas;
use super::editing::menu_place;
use super::long_press::{LONG_PRESS_PX, LongPress};
use super::state::App;
use super::tool_form::pick;
use super::tool_input;
use leptos::prelude::*;
use std::{cell::RefCell, rc::Rc};
use trammel_canvas::canvas_tool::{Modifiers, PointerKind};
use trammel_canvas::navigation::{Contact, WheelSum, WheelTurn};
use trammel_canvas::tool_host::{Button, PointerEvent};
use trammel_kernel::{Point, Vec2, norm};
use wasm_bindgen::JsCast;
use web_sys::{DomRect, Element, MouseEvent, WheelEvent};

/// The event handlers of the pointer; cheap to copy.
#[derive(Clone, Copy)]
pub(crate) struct Pointer {
    app: App,
    inner: StoredValue<Rc<RefCell<Inner>>, LocalStorage>,
    /// Detection of a long press, which opens the context menu.
    long_press: LongPress,
}

/// Events that wait for the next frame.
#[derive(Default)]
struct Inner {
    /// Last move of each pointer, or every move if the tool needs them.
    moves: Vec<(i32, Point)>,
    wheel: WheelSum,
    hover: Option<Point>,
    frame_asked: bool,
    /// Press that fills a field of the open form.
    pick: Option<Pick>,
}

/// A press on the canvas while a field of the open form has the focus.
#[derive(Clone, Copy)]
struct Pick {
    contact: Contact,
    /// Number of the field.
    field: usize,
}

impl Pointer {
    /// Creates the handlers for `app`.
    pub(crate) fn new(app: App) -> Self {
        Self {
            app,
            inner: StoredValue::new_local(Rc::default()),
            long_press: LongPress::new(),
        }
    }

    fn inner(self) -> Rc<RefCell<Inner>> {
        self.inner.get_value()
    }

    /// Handles the press of a button or finger.
    pub(crate) fn down(self, event: &web_sys::PointerEvent) {
        let Some(at) = place(event) else { return };
        let button = match event.button() {
            0 => Button::Main,
            1 => Button::Middle,
            _ => return,
        };
        if button == Button::Middle {
            // The middle button would start the browser's autoscroll.
            event.prevent_default();
        }
        if let Some(host) = host(event) {
            let _ = host.set_pointer_capture(event.pointer_id());
        }
        tool_input::set_modifiers(self.app, modifiers(event));
        let pointer = Contact {
            id: event.pointer_id(),
            kind: kind(event),
            at,
        };
        if button == Button::Main && self.begin_pick(event, pointer) {
            return;
        }
        self.watch_long_press(event, at);
        tool_input::pointer(self.app, Some(PointerEvent::Down { pointer, button }));
    }

    /// Handles a move, which is applied in the next frame.
    pub(crate) fn handle_move(self, event: &web_sys::PointerEvent) {
        let Some(at) = place(event) else { return };
        let inner = self.inner();
        let mut inner = inner.borrow_mut();
        inner.hover = Some(at);
        self.long_press.handle_move(event);
        tool_input::set_modifiers(self.app, modifiers(event));
        let id = event.pointer_id();
        if tool_input::wants_every_move(self.app) {
            let moves = coalesced_positions(event).into_iter().map(|at| (id, at));
            inner.moves.extend(moves);
        } else if tool_input::is_busy(self.app) {
            match inner.moves.iter_mut().find(|(pointer, _)| *pointer == id) {
                Some(waiting) => waiting.1 = at,
                None => inner.moves.push((id, at)),
            }
        }
        self.ask_frame(&mut inner);
    }

    /// Handles a release.
    pub(crate) fn up(self, event: &web_sys::PointerEvent) {
        let Some(at) = place(event) else { return };
        self.long_press.end();
        self.frame();
        tool_input::set_modifiers(self.app, modifiers(event));
        let id = event.pointer_id();
        if let Some(pressed) = self.take_pick(id) {
            if norm(at - pressed.contact.at) <= LONG_PRESS_PX {
                pick::pick(self.app, pressed.field, at);
            } else {
                pick::keep_focus(pressed.field);
            }
            return;
        }
        tool_input::pointer(self.app, Some(PointerEvent::Up { id, at }));
    }

    /// Handles the loss of a pointer to the browser, such as for a system gesture.
    pub(crate) fn cancel(self, event: &web_sys::PointerEvent) {
        let id = event.pointer_id();
        self.long_press.end();
        self.take_pick(id);
        self.inner()
            .borrow_mut()
            .moves
            .retain(|(pointer, _)| *pointer != id);
        tool_input::pointer(self.app, Some(PointerEvent::Lost { id }));
    }

    /// Handles a pointer that leaves the canvas.
    pub(crate) fn leave(self) {
        self.app.view.cursor.set(None);
        self.inner().borrow_mut().hover = None;
        tool_input::pointer(self.app, Some(PointerEvent::Left));
        hover_canvas(self.app, None);
    }

    /// Handles a double click.
    pub(crate) fn double(self, event: &MouseEvent) {
        // Both clicks of a double click have filled a field.
        if let Some(at) = place(event).filter(|_| pick::picking(self.app).is_none()) {
            tool_input::set_modifiers(self.app, modifiers(event));
            tool_input::pointer(self.app, Some(PointerEvent::Double(at)));
        }
    }

    /// Handles the wheel. Browsers report a touchpad pinch as a wheel event with the Control key.
    pub(crate) fn wheel(self, event: &WheelEvent) {
        event.prevent_default();
        let Some(at) = place(event) else { return };
        let unit = match event.delta_mode() {
            WheelEvent::DOM_DELTA_LINE => 16.0,
            WheelEvent::DOM_DELTA_PAGE => 400.0,
            _ => 1.0,
        };
        let inner = self.inner();
        let mut inner = inner.borrow_mut();
        inner.wheel.add(WheelTurn {
            at,
            by: Vec2::new(event.delta_x() * unit, event.delta_y() * unit),
            shift: event.shift_key(),
            pinch: event.ctrl_key(),
        });
        self.ask_frame(&mut inner);
    }

    /// Forwards a right click to the tool. If the tool does not handle the click, opens the context menu, except during a
    /// gesture.
    pub(crate) fn context_menu(self, event: &MouseEvent) {
        event.prevent_default();
        if tool_input::is_busy(self.app) || tool_input::secondary(self.app) {
            return;
        }
        if let Some(at) = place(event) {
            menu_place::open_on_canvas(self.app, at, false);
        }
    }

    /// Reserves a press for the form field that has the focus. A second finger turns the press into a gesture of the
    /// view. Returns whether the press is for the field.
    fn begin_pick(self, event: &web_sys::PointerEvent, contact: Contact) -> bool {
        let inner = self.inner();
        let first = inner.borrow_mut().pick.take();
        if let Some(first) = first {
            let pointer = first.contact;
            let button = Button::Main;
            tool_input::pointer(self.app, Some(PointerEvent::Down { pointer, button }));
            return false;
        }
        let field = pick::picking(self.app).filter(|_| !tool_input::is_busy(self.app));
        let Some(field) = field else { return false };
        // The focus stays in the field.
        event.prevent_default();
        inner.borrow_mut().pick = Some(Pick { contact, field });
        true
    }

    fn take_pick(self, id: i32) -> Option<Pick> {
        let inner = self.inner();
        let mut inner = inner.borrow_mut();
        let is_same_pointer = inner.pick.is_some_and(|pick| pick.contact.id == id);
        if is_same_pointer { inner.pick.take() } else { None }
    }

    /// Opens the context menu on a long press. With a drawing tool, a long press draws.
    fn watch_long_press(self, event: &web_sys::PointerEvent, at: Point) {
        let app = self.app;
        let is_first = !tool_input::is_busy(app);
        let tool = app
            .view
            .tools
            .info
            .with_untracked(|info| info.map(|info| info.id));
        if !is_first || !matches!(tool, Some("select" | "hand")) {
            return self.long_press.end();
        }
        let id = event.pointer_id();
        self.long_press.down(event, move |_| {
            tool_input::pointer(app, Some(PointerEvent::Lost { id }));
            menu_place::open_on_canvas(app, at, true);
        });
    }

    fn ask_frame(self, inner: &mut Inner) {
        if !inner.frame_asked {
            inner.frame_asked = true;
            request_animation_frame(move || self.frame());
        }
    }

    /// Applies the events since the last frame.
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
        if !moves.is_empty() {
            let moves = moves.into_iter().map(|(id, at)| PointerEvent::Move { id, at });
            tool_input::pointer(self.app, moves);
        }
        if let Some(effect) = wheel {
            tool_input::perform(self.app, effect);
        }
        if let Some(at) = hover {
            let view = self.app.view;
            let world = view
                .camera
                .get_untracked()
                .to_world(at, view.viewport.get_untracked());
            view.cursor.set(Some(world));
            tool_input::pointer(self.app, Some(PointerEvent::At(at)));
            hover_canvas(self.app, Some(world));
        }
    }
}

fn kind(event: &web_sys::PointerEvent) -> PointerKind {
    match event.pointer_type().as_str() {
        "touch" => PointerKind::Touch,
        "pen" => PointerKind::Pen,
        _ => PointerKind::Mouse,
    }
}

fn modifiers(event: &MouseEvent) -> Modifiers {
    Modifiers {
        shift: event.shift_key(),
        command: event.ctrl_key() || event.meta_key(),
        alt: event.alt_key(),
        ..Modifiers::default()
    }
}

fn host(event: &MouseEvent) -> Option<Element> {
    event.current_target().and_then(|target| target.dyn_into().ok())
}

/// Returns the position of an event, in CSS pixels from the top left corner of the canvas.
fn place(event: &MouseEvent) -> Option<Point> {
    Some(relative_to(&host(event)?.get_bounding_client_rect(), event))
}

fn relative_to(corner: &DomRect, event: &MouseEvent) -> Point {
    Point::new(
        f64::from(event.client_x()) - corner.left(),
        f64::from(event.client_y()) - corner.top(),
    )
}

/// Returns all positions of a coalesced move event.
fn coalesced_positions(event: &web_sys::PointerEvent) -> Vec<Point> {
    let Some(host) = host(event) else {
        return Vec::new();
    };
    let corner = host.get_bounding_client_rect();
    let gathered = event.get_coalesced_events();
    let places = gathered
        .iter()
        .filter_map(|one| one.dyn_into::<web_sys::PointerEvent>().ok());
    let mut positions: Vec<Point> = places.map(|one| relative_to(&corner, &one)).collect();
    if positions.is_empty() {
        positions.push(relative_to(&corner, event));
    }
    positions
}
