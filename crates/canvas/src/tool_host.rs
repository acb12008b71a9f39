//! Host of the canvas tools: the active tool, and the routing of pointers between that tool and the navigation.
//!
//! Invariants: at most one pointer presses the tool; the middle button and the space bar pan the view; a second
//! finger cancels the press of the first one and starts a pinch; a pen or mouse takes over from a finger; any
//! other pointer is ignored until the first one is up.

use super::canvas_tool::{CanvasCx, CanvasTool, Effect, Input, NewTool, PointerKind, Preview, ToolInfo};
use super::keys::KeyPress;
use super::navigation::{Contact, Navigation};
use trammel_kernel::Point;

/// The canvas tools with the active one.
pub struct ToolHost {
    tools: Vec<NewTool>,
    active: Option<Box<dyn CanvasTool>>,
    /// Ended tools that keep their last values.
    resting: Vec<Box<dyn CanvasTool>>,
    pressed: Option<Contact>,
    navigation: Navigation,
    last_kind: PointerKind,
    /// Last position of a pointer without a press.
    hover: Option<Point>,
    /// Refusal of the last typed character.
    refused: Option<Effect>,
}

/// A pointer event. Points are CSS pixels on the canvas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PointerEvent {
    /// Press of a pointer.
    Down {
        /// The pointer.
        pointer: Contact,
        /// The button.
        button: Button,
    },
    /// Movement of a pressed pointer.
    Move {
        /// Identity of the pointer.
        id: i32,
        /// New position.
        at: Point,
    },
    /// Release of a pointer.
    Up {
        /// Identity of the pointer.
        id: i32,
        /// Last position.
        at: Point,
    },
    /// Loss of a pointer, as reported by the browser.
    Lost {
        /// Identity of the pointer.
        id: i32,
    },
    /// Position of a pointer; at most once per frame.
    At(Point),
    /// Departure of the pointer from the canvas.
    Left,
    /// Double click.
    Double(Point),
    /// Click of the right button.
    Secondary,
}

/// A button of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// The left button, a finger, or the tip of a pen.
    Main,
    /// The middle button.
    Middle,
}

impl ToolHost {
    /// Creates a host with these tools; the first one is active.
    #[must_use]
    pub fn new(tools: &[NewTool]) -> Self {
        Self {
            tools: tools.to_vec(),
            active: tools.first().map(|new| new()),
            resting: Vec::new(),
            pressed: None,
            navigation: Navigation::Idle,
            last_kind: PointerKind::Mouse,
            hover: None,
            refused: None,
        }
    }

    /// Returns the description of the active tool; `None` if there are no tools.
    #[must_use]
    pub fn info(&self) -> Option<ToolInfo> {
        self.active.as_ref().map(|tool| tool.info())
    }

    /// Activates a tool in its first step. Unknown ids and the id of the active tool have no effect.
    pub fn activate(&mut self, id: &str) {
        if self.info().is_some_and(|info| info.id == id) {
            return;
        }
        let is_known = |new: &&NewTool| new().info().id == id;
        if let Some(new) = self.tools.iter().find(is_known).copied() {
            self.replace(Some(new));
        }
    }

    /// Whether the tool with this id changes the drawing.
    #[must_use]
    pub fn changes_drawing(&self, id: &str) -> bool {
        let tool = self
            .tools
            .iter()
            .map(|new| new())
            .find(|tool| tool.info().id == id);
        tool.is_some_and(|tool| tool.changes_drawing())
    }

    /// Activates a tool in its first step with the present drawing and selection.
    pub fn begin(&mut self, id: &str, cx: &CanvasCx<'_>) {
        let before = self.info().map(|info| info.id);
        self.activate(id);
        if let Some(tool) = self.active.as_mut().filter(|tool| Some(tool.info().id) != before) {
            tool.begin(cx);
        }
    }

    /// Ends the active tool; the first tool of the list becomes active.
    pub fn finish(&mut self) {
        self.replace(self.tools.first().copied());
    }

    /// Ends the active tool and activates another one, with its last values if it kept them.
    fn replace(&mut self, new: Option<NewTool>) {
        self.pressed = None;
        if let Some(mut ended) = self.active.take()
            && ended.set_aside()
        {
            self.resting.push(ended);
        }
        self.active = new.map(|new| {
            let tool = new();
            let kept = self
                .resting
                .iter()
                .position(|resting| resting.info().id == tool.info().id);
            kept.map_or(tool, |at| self.resting.swap_remove(at))
        });
    }

    /// Whether a pointer presses the tool or pans the view.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.pressed.is_some() || self.navigation.is_active()
    }

    /// Whether the active tool needs each position of the current drag.
    #[must_use]
    pub fn wants_every_move(&self) -> bool {
        self.pressed.is_some() && self.info().is_some_and(|info| info.every_move)
    }

    /// Handles a pointer event.
    pub fn pointer(&mut self, event: PointerEvent, cx: &CanvasCx<'_>) -> Vec<Effect> {
        match event {
            PointerEvent::Down { pointer, button } => self.down(pointer, button, cx),
            PointerEvent::Move { id, at } => match self.pressed_contact(id) {
                Some(contact) => {
                    contact.at = at;
                    self.tool(Input::Drag(at), cx)
                }
                None => self.navigation.move_pointer(id, at).into_iter().collect(),
            },
            PointerEvent::Up { id, at } => match self.pressed_contact(id) {
                Some(_) => {
                    self.pressed = None;
                    self.tool(Input::Release(at), cx)
                }
                None => self.navigation.release(id, at).into_iter().collect(),
            },
            PointerEvent::Lost { id } => {
                if self.navigation.owns(id) {
                    self.navigation = Navigation::Idle;
                }
                match self.pressed_contact(id) {
                    Some(_) => self.cancel(cx),
                    None => Vec::new(),
                }
            }
            PointerEvent::At(_) if self.is_busy() => Vec::new(),
            PointerEvent::At(at) => {
                self.hover = Some(at);
                self.tool(Input::Hover(at), cx)
            }
            PointerEvent::Left => {
                self.hover = None;
                self.tool(Input::Leave, cx)
            }
            PointerEvent::Double(at) => {
                let by = self.last_kind;
                self.tool(Input::DoubleClick { at, by }, cx)
            }
            PointerEvent::Secondary if self.is_busy() => Vec::new(),
            PointerEvent::Secondary => self.tool(Input::Secondary, cx),
        }
    }

    /// Sends the last position of the pointer again after a change of the modifier keys.
    pub fn modifiers_changed(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        match (self.pressed, self.hover) {
            (Some(contact), _) if !self.wants_every_move() => self.tool(Input::Drag(contact.at), cx),
            (None, Some(at)) if !self.navigation.is_active() => self.tool(Input::Hover(at), cx),
            _ => Vec::new(),
        }
    }

    /// Handles a key press; returns `None` if neither the tool nor its family uses the key.
    pub fn key(&mut self, press: KeyPress<'_>, on_canvas: bool, cx: &CanvasCx<'_>) -> Option<Vec<Effect>> {
        let refused = self.refused.take();
        if press.is("Enter") && refused.is_some() {
            // Enter after a refused character does not accept a default value, which the user did not mean.
            return refused.map(|refused| vec![refused]);
        }
        let effects = self.tool(Input::Key { press, on_canvas }, cx);
        self.refused = match effects.as_slice() {
            [Effect::Refuse(why)] if press.character().is_some() => Some(Effect::Refuse(why.clone())),
            [] if press.character().is_none() => refused,
            _ => None,
        };
        if !effects.is_empty() {
            return Some(effects);
        }
        let next = self.next_of_family(&press)?;
        self.replace(Some(next));
        Some(vec![Effect::Handled])
    }

    /// Sends the text of a field on the drawing to the tool.
    pub fn text(&mut self, text: &str, cx: &CanvasCx<'_>) -> Vec<Effect> {
        self.active
            .as_mut()
            .map_or_else(Vec::new, |tool| tool.text(text, cx))
    }

    /// Selects a choice of the current step.
    pub fn choose(&mut self, at: usize) {
        if let Some(tool) = &mut self.active {
            tool.choose(at);
        }
    }

    /// Returns the id of the first tool of the active tool's figure.
    #[must_use]
    pub fn family(&self) -> Option<&'static str> {
        self.active.as_ref().map(|tool| tool.family())
    }

    /// Returns the tool after the active one in its family, if the press is the key of the family.
    fn next_of_family(&self, press: &KeyPress<'_>) -> Option<NewTool> {
        let active = self.active.as_ref()?;
        let family: Vec<NewTool> = self
            .tools
            .iter()
            .filter(|new| new().family() == active.family())
            .copied()
            .collect();
        let keys = family.first()?().info().keys;
        let is_key = keys.iter().any(|chord| chord.matches(press, false));
        let at = family
            .iter()
            .position(|new| new().info().id == active.info().id)?;
        (is_key && family.len() > 1).then(|| family[(at + 1) % family.len()])
    }

    /// Returns the preview of the tool, with the cursor of the canvas.
    #[must_use]
    pub fn preview(&self, cx: &CanvasCx<'_>) -> Preview {
        let Some(tool) = &self.active else {
            return Preview::default();
        };
        let mut preview = tool.preview(cx);
        let navigating = self.navigation.is_active();
        if navigating {
            preview.snap = None;
        }
        preview.cursor = Some(if navigating {
            "grabbing"
        } else if cx.modifiers.space {
            "grab"
        } else {
            preview.cursor.unwrap_or(tool.info().cursor)
        });
        preview
    }

    fn down(&mut self, pointer: Contact, button: Button, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if self.navigation.is_active() {
            self.navigation.join(pointer);
            return Vec::new();
        }
        let mut effects = Vec::new();
        if let Some(first) = self.pressed {
            if first.kind != PointerKind::Touch || first.id == pointer.id {
                return effects;
            }
            effects = self.cancel(cx);
            if pointer.kind == PointerKind::Touch {
                self.navigation = Navigation::Pinch(first, pointer);
                return effects;
            }
        }
        if button == Button::Middle || cx.modifiers.space {
            self.navigation = Navigation::Pan(pointer);
            return effects;
        }
        self.pressed = Some(pointer);
        self.last_kind = pointer.kind;
        let Contact { kind: by, at, .. } = pointer;
        effects.extend(self.tool(Input::Press { at, by }, cx));
        effects
    }

    fn cancel(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        self.pressed = None;
        self.tool(Input::Cancel, cx)
    }

    fn pressed_contact(&mut self, id: i32) -> Option<&mut Contact> {
        self.pressed.as_mut().filter(|contact| contact.id == id)
    }

    fn tool(&mut self, input: Input<'_>, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if matches!(input, Input::Press { .. } | Input::Secondary | Input::Cancel) {
            self.refused = None;
        }
        self.active
            .as_mut()
            .map_or_else(Vec::new, |tool| tool.on(input, cx))
    }
}
