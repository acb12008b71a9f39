//! Tool that changes the piece of an outline under the pointer by a click, such as a trim; stays active for more pieces.
//!
//! Invariants: the ghost is the piece that a click changes; a typed point picks like a click.

use super::fields::Fields;
use super::operation::{Refusal, nothing_here};
use super::statement::{Call, effect};
use crate::canvas_tool::{
    CanvasCx, CanvasTool, Effect, Input, PointerKind, Preview, Text, ToolGroup, ToolInfo,
};
use crate::draw::precision::round_point;
use crate::hit_test::{self, Depth};
use crate::keys::{Chord, KeyPress};
use crate::select::reach;
use std::sync::Arc;
use trammel_kernel::{Bounds, Path, Point, Tol};
use trammel_scene::{Entity, Name, Scene};

const COORDINATES: [Text; 2] = [["X", "X"], ["Y", "Y"]];

/// An operation on a piece of an outline.
pub trait Piece: 'static {
    /// Unique name of the tool.
    const ID: &'static str;
    /// Shortcuts of the tool.
    const KEYS: &'static [Chord];
    /// Path data of the icon.
    const ICON: &'static str;
    /// Name of the tool.
    const LABEL: Text;
    /// Instruction for the user.
    const PROMPT: Text;

    /// Returns the change of the entity at a point on its outline.
    ///
    /// # Errors
    /// Returns the reason if nothing can change there.
    fn change(scene: &Scene, name: &Name, at: Point) -> Result<PieceChange, Refusal>;
}

/// A change of a piece.
#[derive(Clone, Debug)]
pub struct PieceChange {
    /// Outlines of the removed or added piece.
    pub ghosts: Vec<Path>,
    /// The call.
    pub call: Call,
}

/// A tool for pieces.
#[derive(Debug)]
pub struct PieceTool {
    info: ToolInfo,
    change: fn(&Scene, &Name, Point) -> Result<PieceChange, Refusal>,
    /// Position of the pointer in pixels, with its kind.
    over: Option<(Point, PointerKind)>,
    is_pressed: bool,
    fields: Fields,
}

impl CanvasTool for PieceTool {
    fn info(&self) -> ToolInfo {
        self.info
    }

    fn group(&self) -> ToolGroup {
        ToolGroup::Modify
    }

    fn changes_drawing(&self) -> bool {
        true
    }

    fn on(&mut self, input: Input<'_>, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let by = self.over.map_or(PointerKind::Mouse, |(_, by)| by);
        match input {
            Input::Press { at, by } => {
                self.over = Some((at, by));
                self.is_pressed = true;
            }
            Input::Drag(at) | Input::Hover(at) => self.over = Some((at, by)),
            Input::Release(at) => {
                self.over = Some((at, by));
                if std::mem::take(&mut self.is_pressed) {
                    return self.perform(cx);
                }
            }
            Input::Cancel => self.is_pressed = false,
            Input::Leave => self.over = None,
            Input::DoubleClick { .. } => {}
            Input::Secondary => return vec![Effect::Finish],
            Input::Key { press, on_canvas } => return self.key(&press, on_canvas, cx),
        }
        Vec::new()
    }

    fn preview(&self, cx: &CanvasCx<'_>) -> Preview {
        let change = self.change(cx);
        let at = self.over.map(|(at, _)| round_point(cx.world(at), cx.units(1.0)));
        let values = at.map(|at| vec![at.x.to_string(), at.y.to_string()]);
        Preview {
            ghosts: change.map_or_else(|_| Vec::new(), |change| change.ghosts),
            can_enter: !self.fields.is_empty(),
            fields: self.fields.shown(&COORDINATES, &values.unwrap_or_default()),
            ..Preview::default()
        }
    }
}

impl PieceTool {
    /// Creates the tool of an operation.
    #[must_use]
    pub fn of<P: Piece>() -> Self {
        Self {
            info: ToolInfo {
                id: P::ID,
                keys: P::KEYS,
                icon: P::ICON,
                label: P::LABEL,
                cursor: "crosshair",
                prompt: Some(P::PROMPT),
                every_move: false,
            },
            change: P::change,
            over: None,
            is_pressed: false,
            fields: Fields::default(),
        }
    }

    /// Returns the change at the typed point, or else under the pointer.
    fn change(&self, cx: &CanvasCx<'_>) -> Result<PieceChange, Refusal> {
        let (over, by) = self.over.unzip();
        let at = over.map(|at| round_point(cx.world(at), cx.units(1.0)));
        let units = cx.scene.definitions().units.unwrap_or_default();
        let at = self
            .fields
            .point(units, None, at)
            .map_err(|error| error.reason())?;
        let reach = cx.units(reach(by.unwrap_or_default()));
        let name = hit_test::at(cx.scene, at, reach, Depth::Entity);
        (self.change)(cx.scene, &name.ok_or_else(nothing_here)?, at)
    }

    fn perform(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        match self.change(cx) {
            Ok(change) => {
                self.fields.clear();
                effect(&[change.call]).into_iter().collect()
            }
            Err(reason) => vec![Effect::Refuse(reason)],
        }
    }

    fn key(&mut self, press: &KeyPress<'_>, on_canvas: bool, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if press.is("Escape") {
            if self.fields.is_empty() && !std::mem::take(&mut self.is_pressed) {
                return vec![Effect::Finish];
            }
            self.fields.clear();
        } else if press.is("Backspace") {
            self.fields.pop();
        } else if press.is("Tab") && on_canvas && !self.fields.is_empty() {
            self.fields.next(COORDINATES.len());
        } else if press.is("Enter") && on_canvas {
            return if self.fields.is_empty() {
                vec![Effect::Finish]
            } else {
                self.perform(cx)
            };
        } else {
            return self.fields.press(press, false);
        }
        vec![Effect::Handled]
    }
}

/// Returns the only outline of an entity.
pub(super) fn single_outline(scene: &Scene, name: &Name) -> Result<Path, Refusal> {
    let mut paths = scene.world_paths(name);
    match (paths.pop(), paths.is_empty()) {
        (Some(path), true) => Ok(path),
        _ => Err([
            format!("\"{name}\" has no single outline. Explode it first, then pick a piece."),
            format!("\"{name}\"의 윤곽선이 하나가 아니에요. 먼저 분해한 다음 조각을 고르세요."),
        ]),
    }
}

/// Returns the visible entities with outlines whose bounds touch an area, without `name`, with their outlines.
pub(super) fn others(scene: &Scene, name: &Name, area: Option<&Bounds>) -> Vec<(Name, Vec<Path>)> {
    let offers = |entity: &&Arc<Entity>| {
        let shape = &entity.shape;
        let has_outline = !shape.is_annotation() && !shape.is_group() && shape.wording().is_none();
        entity.name != *name && has_outline && scene.is_shown(entity)
    };
    let near = |entity: &&Arc<Entity>| {
        let bounds = scene.world_bounds(&entity.name);
        area.is_none_or(|area| bounds.is_some_and(|bounds| bounds.intersects(area)))
    };
    let outlines = |entity: &Arc<Entity>| (entity.name.clone(), scene.world_paths(&entity.name));
    scene.walk().filter(offers).filter(near).map(outlines).collect()
}

/// Returns the tolerance for operations on a path.
pub(super) fn tolerance(path: &Path) -> Tol {
    path.bounds()
        .map_or(Tol::MODEL, |bounds| Tol::for_bounds(&bounds))
}
